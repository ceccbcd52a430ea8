package screens_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// foreign is the error of a write that was answered with this status by something
// that is not the service.
func foreign(status int) error {
	return &api.Error{
		Operation: "create reservation", Status: status, Message: "the service answered " + strconv.Itoa(status) + " without saying why",
		Outcome: api.OutcomeUnknown,
	}
}

// certain are words that may only be said of what is known.
var certain = []string{
	"Nothing was", "nothing was", "othing booked", "othing changed", "stands as", "reservation stands.", "as it was", "sends it again", "ot cancelled",
	"ctrl+b book it", "ctrl+x cancel it", "ctrl+g change", "nothing sent yet",
}

// writeScreen opens a screen with everything typed, and names the key that sends.
type writeScreen struct {
	open func(b *fixture, o *reservationService) ui.Screen
	keys []string
	sent func(o *reservationService) int
}

func writeScreens(t *testing.T) map[string]writeScreen {
	modified := func(o *reservationService) int { return len(o.modified) }
	return map[string]writeScreen{
		"book": {
			func(b *fixture, _ *reservationService) ui.Screen { return screens.NewBook(b.deps, verifiedDraft(t, b)) },
			[]string{"ctrl+t", "ctrl+b"},
			func(o *reservationService) int { return len(o.created) },
		},
		"cancel": {
			func(b *fixture, o *reservationService) ui.Screen { return screens.NewCancel(b.deps, o.items[0]) },
			[]string{"ctrl+x"},
			func(o *reservationService) int { return o.cancels },
		},
		"change dates": {
			func(b *fixture, o *reservationService) ui.Screen { return screens.NewDates(b.deps, movable(o)) },
			[]string{"2", "7", "d", "e", "c", "ctrl+s", "ctrl+g"},
			modified,
		},
		"change payment": {
			func(b *fixture, o *reservationService) ui.Screen { return screens.NewPayment(b.deps, o.items[0]) },
			[]string{"ctrl+t", "ctrl+p"},
			modified,
		},
	}
}

// Whatever status comes with something that is not the service's own refusal, no
// screen says what is not known, and none sends again by a key.
func TestNoScreenSaysWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	for name, w := range writeScreens(t) {
		for _, status := range []int{400, 403, 404, 407, 409, 413, 425, 429, 499, 500} {
			t.Run(name+" "+strconv.Itoa(status), func(t *testing.T) {
				looking(t, 1, func(t *testing.T, b *fixture, o *reservationService) {
					s := w.open(b, o)
					o.createErr, o.cancelErr, o.modifyErr = foreign(status), foreign(status), foreign(status)
					p := startOn(b, s).Press(w.keys...)
					onTop(t, p, name)
					words := certain
					if name == "change payment" {
						words = certain[:len(certain)-5] // The same one may be set again, and that is said.
					}
					p.Has("! It is not known whether", "outcome unknown").HasNot(words...)
					b.settled().Has("! It is not known whether", "outcome unknown").HasNot(words...)
					p.Press(w.keys[len(w.keys)-1])
					if n := w.sent(o); n != 1 {
						t.Errorf("%d writes were sent", n)
					}
				})
			})
		}
	}
}

// A 401 that is not the service's own leaves the outcome open as well; without a
// key nobody can look for it, so it is asked for. Nothing is sent again by that.
func TestAKeyIsAskedForToGoOnLooking(t *testing.T) {
	t.Parallel()
	for name, w := range writeScreens(t) {
		t.Run(name, func(t *testing.T) {
			looking(t, 1, func(t *testing.T, b *fixture, o *reservationService) {
				s := w.open(b, o)
				o.createErr, o.cancelErr, o.modifyErr = foreign(401), foreign(401), foreign(401)
				p := startOn(b, s).Press(w.keys...)
				onTop(t, p, "API key")
				p.Advance(signInPause).Type("k")
				synctest.Wait()
				looked := len(o.queries) + o.reads
				p.Press("enter")
				onTop(t, p, name)
				b.settled().Has("It is not known whether", "outcome unknown")
				if name != "change payment" && len(o.queries)+o.reads == looked {
					t.Error("nothing is looked for with the new key")
				}
				if n := w.sent(o); n != 1 {
					t.Errorf("%d writes were sent", n)
				}
			})
		})
	}
}

// A refusal is followed by a read, and that decides what is said and what the
// page below shows.
func TestARefusalSaysHowTheReservationStands(t *testing.T) {
	t.Parallel()
	refusals := map[string]error{
		"cancel":         &api.Error{Status: 400, Type: api.TypeCancellation, Message: "A reservation that is CANCELED cannot be cancelled."},
		"change dates":   &api.Error{Status: 400, Type: api.TypeBooking, Message: "A reservation that is CANCELED cannot be changed."},
		"change payment": &api.Error{Status: 400, Type: api.TypeBooking, Message: "A reservation that is CANCELED cannot be changed."},
	}
	keys := map[string]string{"cancel": "c", "change dates": "d", "change payment": "p"}
	for name, w := range writeScreens(t) {
		if name == "book" {
			continue
		}
		for state, c := range map[string]struct {
			then  func(o *reservationService)
			says  []string
			not   []string
			below []string
		}{
			"cancelled already": {
				func(o *reservationService) { o.items[0].Status = api.StatusCanceled },
				[]string{"cancelled already", "CANCELED"},
				[]string{"stands", "Call the hotel", "as it was", "Type it again", "rate is not available", "Something went wrong", "Cancel this reservation?"},
				[]string{"CANCELED · cancelled", "service · now CANCELED"},
			},
			"gone": {
				func(o *reservationService) { o.items = nil },
				[]string{"! The reservation is not there", "does not have it under this account"},
				[]string{"stands", "Call the hotel", "as it was", "Type it again", "rate is not available", "Cancel this reservation?"},
				[]string{"Not found", "it belongs to another account"},
			},
			"not to be read": {
				func(o *reservationService) { o.fail = &api.Error{Status: 500, Message: "out of order"} },
				[]string{"How the reservation stands now is not known"},
				[]string{"reservation stands.", "stands as it was", "Call the hotel", "Type it again", "rate is not available"},
				[]string{"CONFIRMED · booked"},
			},
			"confirmed": {
				func(*reservationService) {},
				map[string][]string{
					"cancel":         {"Not cancelled", "The reservation stands. Call the hotel"},
					"change dates":   {"The dates were not changed", "The reservation stands as it was."},
					"change payment": {"The payment was not changed", "The payment is as it was. Type it again."},
				}[name],
				[]string{"rate is not available"},
				[]string{"CONFIRMED · booked"},
			},
		} {
			t.Run(name+", "+state, func(t *testing.T) {
				b, o := newFixtureWith(t, 1)
				r := movable(o)
				p := startOn(b, screens.NewReservation(b.deps, r)).Press(keys[name])
				onTop(t, p, name)
				p.Press(w.keys[:len(w.keys)-1]...)
				o.cancelErr, o.modifyErr = refusals[name], refusals[name]
				c.then(o)
				p.Press(w.keys[len(w.keys)-1])
				onTop(t, p, name)
				p.Has(c.says...).HasNot(c.not...).HasNot("nothing sent yet")
				if state == "cancelled already" {
					b.allGoldens("refused_" + strings.ReplaceAll(name, " ", "_"))
					p.Press(w.keys[len(w.keys)-1])
				}
				uitest.Sweep(t, p)
				for p.Resize(120, 60); p.Top().Title() != "reservation"; {
					p.Press("esc")
				}
				p.Has(c.below...)
				if state == "not to be read" && o.reads < 2 {
					t.Error("the page below was not read again")
				}
				if n := w.sent(o); n != 1 {
					t.Errorf("%d writes were sent", n)
				}
			})
		}
	}
}

// Pricing reads the reservation first: one that is cancelled already is said to
// be, and not that something went wrong.
func TestDatesOfAReservationThatIsCancelledAlready(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 1)
	r := movable(o)
	o.items[0].Status = api.StatusCanceled
	p := startOn(b, screens.NewReservation(b.deps, r)).Press("d").Type("27dec").Press("ctrl+s")
	p.Has("! The reservation is cancelled already", "CANCELED").HasNot("Something went wrong", "ctrl+s price it").Press("esc")
	onTop(t, p, "reservation")
	p.Has("CANCELED · cancelled")
}

// The receipt follows what becomes of the booking below it.
func TestTheReceiptOfABookingThatIsCancelledFromIt(t *testing.T) {
	t.Parallel()
	for name, way := range map[string][]string{
		"its page": {"enter", "c", "ctrl+x", "enter", "esc"},
		"the list": {"ctrl+r", "enter", "c", "ctrl+x", "enter", "esc", "esc"},
	} {
		t.Run(name, func(t *testing.T) {
			b, _ := newFixtureWith(t, 0)
			p := startOn(b, screens.NewBook(b.deps, verifiedDraft(t, b))).Press("ctrl+t", "ctrl+b")
			onTop(t, p, "receipt")
			p.Has("CONFIRMED  booked", "due now").Press(way...)
			onTop(t, p, "receipt")
			p.Has("CANCELED  cancelled", "when booked").HasNot("CONFIRMED", "due now", "cancelling")
			if name == "its page" {
				b.allGoldens("receipt_canceled")
			}
			uitest.Sweep(t, p)
		})
	}
}

// What was refused and exists all the same ends on the receipt, not in a second
// booking.
func TestBookTellsThatWhatWasRefusedExists(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, b *fixture, o *reservationService) {
		o.createErr = &api.Error{Status: 400, Type: api.TypePayment, Message: "declined"}
		p := startOn(b, screens.NewBook(b.deps, verifiedDraft(t, b))).Press("ctrl+t", "ctrl+b").Has("nothing is booked")
		o.items = append([]api.Reservation{o.stored[0]}, o.items...)
		_, found, err := b.deps.Desk.Reservations(t.Context(), api.ReservationQuery{})
		if err != nil {
			t.Fatal(err)
		}
		b.deps.Desk.Recovery.Correct(found)
		synctest.Wait()
		b.settled()
		onTop(t, p, "receipt")
		p.Has("CONFIRMED  booked", "It had counted as not booked, and exists.").HasNot("Found after its answer was lost")
		if len(o.created) != 1 {
			t.Errorf("%d bookings were sent", len(o.created))
		}
	})
}

// A reservation that is gone when its change is looked for has not "kept its
// dates": nobody knows.
func TestDatesOfAReservationThatIsGoneAreNotKnown(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, b *fixture, o *reservationService) {
		r := movable(o)
		o.modifyErr = unanswered("modify reservation")
		p := startOn(b, screens.NewDates(b.deps, r)).Type("27dec").Press("ctrl+s", "ctrl+g")
		b.settled().Has("outcome unknown")
		o.items = nil
		p.Skip(11 * time.Minute).Press("l")
		b.settled().Has("! It could not be found out whether the dates were changed", "the service does not have the reservation any more").
			HasNot("kept its dates", "The dates were not changed", "price it")
	})
}

// Of a refusal with dozens of problems the first are shown, and the hint stays on
// the screen.
func TestARefusalWithManyProblemsLeavesTheHint(t *testing.T) {
	t.Parallel()
	refusal := func(n int) error {
		e := &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid"}
		for i := range n {
			e.Problems = append(e.Problems, api.Problem{Message: fmt.Sprintf("problem number %d.", i+1)})
		}
		return e
	}
	const hint = "Mend what is named and send it again."
	b := newFixture(t)
	b.service.fail = refusal(50)
	p := b.start(screens.NewHotels(b.deps, londonTrip())).Resize(80, 24)
	p.Has("- problem number 7.", "… and 43 more", hint).HasNot("problem number 8.")
	p.Resize(60, 20).Has("… and 43 more", hint)

	b = newFixture(t)
	b.service.fail = refusal(8)
	b.start(screens.NewHotels(b.deps, londonTrip())).Resize(80, 24).Has("- problem number 8.", hint).HasNot("more")

	b, o := newFixtureWith(t, 0)
	p = startOn(b, screens.NewBook(b.deps, verifiedDraft(t, b)))
	o.createErr = refusal(50)
	p.Press("ctrl+t", "ctrl+b").Has("- problem number 7.", "… and 43 more").HasNot("problem number 8.")
}
