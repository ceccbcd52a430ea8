package screens_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

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
	"ctrl+b book it", "ctrl+x cancel it", "ctrl+b change", "nothing sent yet",
}

// writeScreen opens a screen with everything typed, and names the key that sends.
type writeScreen struct {
	open func(f *fixture, service *reservationService) ui.Screen
	keys []string
	sent func(service *reservationService) int
}

func writeScreens(t *testing.T) map[string]writeScreen {
	modified := func(service *reservationService) int { return len(service.modified) }
	return map[string]writeScreen{
		"book": {
			func(f *fixture, _ *reservationService) ui.Screen { return screens.NewBook(f.deps, verifiedDraft(t, f)) },
			[]string{"ctrl+t", "ctrl+b"},
			func(service *reservationService) int { return len(service.created) },
		},
		"cancel": {
			func(f *fixture, service *reservationService) ui.Screen {
				return screens.NewCancel(f.deps, service.items[0])
			},
			[]string{"ctrl+x"},
			func(service *reservationService) int { return service.cancels },
		},
		"change dates": {
			func(f *fixture, service *reservationService) ui.Screen {
				return screens.NewDates(f.deps, movable(service))
			},
			[]string{"2", "7", "d", "e", "c", "ctrl+s", "ctrl+b"},
			modified,
		},
		"change payment": {
			func(f *fixture, service *reservationService) ui.Screen {
				return screens.NewPayment(f.deps, service.items[0])
			},
			[]string{"ctrl+t", "ctrl+b"},
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
				looking(t, 1, func(t *testing.T, f *fixture, service *reservationService) {
					s := w.open(f, service)
					service.createErr, service.cancelErr, service.modifyErr = foreign(status), foreign(status), foreign(status)
					p := startOn(f, s).Press(w.keys...)
					onTop(t, p, name)
					words := certain
					if name == "change payment" {
						words = certain[:len(certain)-5] // The same one may be set again, and that is said.
					}
					p.Has("! It is not known whether", "outcome unknown").HasNot(words...)
					f.settled().Has("! It is not known whether", "outcome unknown").HasNot(words...)
					p.Press(w.keys[len(w.keys)-1])
					if n := w.sent(service); n != 1 {
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
			looking(t, 1, func(t *testing.T, f *fixture, service *reservationService) {
				s := w.open(f, service)
				service.createErr, service.cancelErr, service.modifyErr = foreign(401), foreign(401), foreign(401)
				p := startOn(f, s).Press(w.keys...)
				onTop(t, p, "API key")
				p.Advance(signInPause).Type("k")
				synctest.Wait()
				looked := len(service.queries) + service.reads
				p.Press("enter")
				onTop(t, p, name)
				f.settled().Has("It is not known whether", "outcome unknown")
				if name != "change payment" && len(service.queries)+service.reads == looked {
					t.Error("nothing is looked for with the new key")
				}
				if n := w.sent(service); n != 1 {
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
			then  func(service *reservationService)
			says  []string
			not   []string
			below []string
		}{
			"cancelled already": {
				func(service *reservationService) { service.items[0].Status = api.StatusCanceled },
				[]string{"cancelled already", "CANCELED"},
				[]string{"stands", "Call the hotel", "as it was", "Type it again", "rate is not available", "Something went wrong", "Cancel this reservation?"},
				[]string{"cancelled (CANCELED)", "service · now cancelled (CANCELED)"},
			},
			"gone": {
				func(service *reservationService) { service.items = nil },
				[]string{"! The reservation is not there", "does not have it under this account"},
				[]string{"stands", "Call the hotel", "as it was", "Type it again", "rate is not available", "Cancel this reservation?"},
				[]string{"Not found", "it belongs to another account"},
			},
			"not to be read": {
				func(service *reservationService) { service.fail = &api.Error{Status: 500, Message: "out of order"} },
				[]string{"How the reservation stands now is not known"},
				[]string{"reservation stands.", "stands as it was", "Call the hotel", "Type it again", "rate is not available"},
				[]string{"confirmed"},
			},
			"confirmed": {
				func(*reservationService) {},
				map[string][]string{
					"cancel":         {"Not cancelled", "The reservation stands. Call the hotel"},
					"change dates":   {"The dates were not changed", "The reservation stands as it was."},
					"change payment": {"The payment was not changed", "The payment is as it was. Type it again."},
				}[name],
				[]string{"rate is not available"},
				[]string{"confirmed"},
			},
		} {
			t.Run(name+", "+state, func(t *testing.T) {
				f, service := newFixtureWith(t, 1)
				r := movable(service)
				p := startOn(f, screens.NewReservation(f.deps, r)).Press(keys[name])
				onTop(t, p, name)
				p.Press(w.keys[:len(w.keys)-1]...)
				service.cancelErr, service.modifyErr = refusals[name], refusals[name]
				service.meanwhile = func() { c.then(service) }
				p.Press(w.keys[len(w.keys)-1])
				onTop(t, p, name)
				p.Has(c.says...).HasNot(c.not...).HasNot("nothing sent yet")
				if state == "cancelled already" {
					f.allGoldens("refused_" + strings.ReplaceAll(name, " ", "_"))
					p.Press(w.keys[len(w.keys)-1])
				}
				uitest.Sweep(t, p)
				for p.Resize(120, 60); p.Top().Title() != "reservation"; {
					p.Press("esc")
				}
				p.Has(c.below...)
				if state == "not to be read" && service.reads < 2 {
					t.Error("the page below was not read again")
				}
				if n := w.sent(service); n != 1 {
					t.Errorf("%d writes were sent", n)
				}
			})
		}
	}
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
	f := newFixture(t)
	f.service.fail = refusal(50)
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(80, 24)
	p.Has("- problem number 7.", "… and 43 more", hint).HasNot("problem number 8.")
	p.Resize(60, 20).Has("… and 43 more", hint)

	f = newFixture(t)
	f.service.fail = refusal(8)
	f.start(hotelListOf(f.deps, londonTrip())).Resize(80, 24).Has("- problem number 8.", hint).HasNot("more")

	f, service := newFixtureWith(t, 0)
	p = startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	service.createErr = refusal(50)
	p.Press("ctrl+t", "ctrl+b").Has("- problem number 7.", "… and 43 more").HasNot("problem number 8.")
}
