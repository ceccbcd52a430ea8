package screens_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// A booking that shows up after it counted as not made, and was made again, is
// told at the top of the start screen, in the list of lost answers and on the
// pages of both.
func TestUnresolved_BookingShowsUpLate(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr = unanswered("create reservation")
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
		p.Press("ctrl+t", "ctrl+b")
		f.settled() // The first look reads the clock before it is moved on.
		p.Advance(10 * time.Minute).Press("l")
		f.settled()
		p.Skip(20 * time.Minute).Press("l")
		f.settled().Has("! Not booked, as far as can be told")
		late := service.stored[0]
		late.ID = strings.Repeat("7", len(late.ID)) // The fake service gives one id to all.
		service.createErr = nil
		again := verifiedDraft(t, f)
		again.Despite = []string{"att-TEST"}
		made, err := f.deps.Desk.Book(t.Context(), again)
		if err != nil {
			t.Fatal(err)
		}
		service.items = append([]api.Reservation{late}, service.items...) // Only now a list shows it.
		f.asleep = p.Now().Sub(uitest.Now())                              // The clock of a new console goes on from here.
		startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
		p = startOn(f, screens.NewSearch(f.deps, emptyTrip()))
		p.Has("! A booking that was taken for not made exists. Details: ctrl+p", "taken for not made at 10:00 and exists")
		f.goldens("search_late")
		p.Resize(60, 20).Has("! A booking that was taken for not made exists.").Resize(120, 40).Press("ctrl+p")
		p.Has("taken for not made at 10:00 and exists: confirmed", "The same stay stands a second time: booked at 10:00, confirmed",
			"If one is wanted, cancel the other.", "enter open", "outcomes known")
		f.goldens("unresolved_late")
		uitest.Sweep(t, p)
		p.Resize(120, 80).Press("enter")
		onTop(t, p, "reservation")
		f.settled().Has("! This booking was taken for not made at 10:00 and exists.", "! The same stay stands a second time: ", "! If one is wanted, cancel the other.",
			"journal · ada · looked: found, confirmed")
		f.allGoldens("reservation_late")
		startOn(f, screens.NewReservation(f.deps, made.Reservation))
		f.settled().Has("! The same stay stands a second time: ").HasNot("was taken for not made")
	})
}

// A booking that is found while the list is open is noted as shown after it stood there, or when a key is pressed.
func TestUnresolved_NotesABookingThatIsFound(t *testing.T) {
	t.Parallel()
	for name, seen := range map[string]func(p *uitest.Pump){
		"key":       func(p *uitest.Pump) { p.Press("down") },
		"time":      func(p *uitest.Pump) { p.Advance(2 * time.Second) },
		"dismissed": func(p *uitest.Pump) { p.Press("x").Has("None is left") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
				service.createErr = unanswered("create reservation")
				p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
				p.Press("ctrl+t", "ctrl+b")
				f.settled()
				p.Press("esc", "ctrl+p")
				onTop(t, p, "lost answers")
				service.items = append([]api.Reservation{service.stored[0]}, service.items...)
				p.Press("l")
				f.settled().Has("booked: confirmed")
				if list := unseen(f); len(list) != 1 {
					t.Errorf("as it is found, %d are unseen", len(list))
				}
				seen(p)
				if list := unseen(f); len(list) != 0 {
					t.Errorf("after it was seen, %d are unseen", len(list))
				}
			})
		})
	}
}

// The start screen notes the bookings that it names, and the list of lost answers those in sight.
func TestSearch_NotesOnlyTheBookingsThatItNames(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	for i := range 9 {
		id := strconv.Itoa(i)
		a, err := f.journal.Begin(journal.Plan{
			Attempt: "att-" + id, Kind: journal.Create, Watched: true, Profile: "demo", Environment: "sandbox",
			Chain: "ZZ", Property: "1", HotelName: "Hotel " + id, CheckIn: "2026-12-12", CheckOut: "2026-12-14",
		})
		if err != nil {
			t.Fatal(err)
		}
		step := a.Answered
		if i == 7 {
			step = func(journal.Outcome) error { return a.Unknown(journal.CauseReset) }
		}
		answer := journal.Outcome{Result: journal.Booked, Reservation: "r" + id, Status: "CONFIRMED"}
		if err := errors.Join(a.Sent(), step(answer), a.Resolve(answer), a.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.deps.Desk.Recovery.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Has("and 7 more").Press("down")
	if n := len(unseen(f)); n != 7 {
		t.Errorf("of 9, %d are unseen", n)
	}
	p.Press("ctrl+p").Resize(120, 20).Press("down")
	onTop(t, p, "lost answers")
	if n := len(unseen(f)); n != 6 {
		t.Errorf("on a low screen, %d are unseen", n)
	}
	p.Press(strings.Fields(strings.Repeat("down ", 9))...)
	if n := len(unseen(f)); n != 0 {
		t.Errorf("at the end, %d are unseen", n)
	}
}

// unseen returns the bookings that the journal holds as not yet shown.
func unseen(f *fixture) []journal.AttemptState {
	f.t.Helper()
	list, err := f.journal.Attempts(journal.Filter{Unseen: true})
	if err != nil {
		f.t.Fatal(err)
	}
	return list
}

// Two answers that were lost in one moment keep their places in the list: it is
// read again at every look, and a key means the one under the cursor.
func TestLostAnswersOfOneMomentKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr, service.cancelErr = unanswered("create reservation"), unanswered("cancel reservation")
		startOn(f, screens.NewCancel(f.deps, service.items[0])).Press("ctrl+x")
		f.settled()
		startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b")
		f.settled()
		first := f.deps.Desk.Recovery.Writes()
		for range 50 {
			if list := f.deps.Desk.Recovery.Writes(); len(list) != 2 || list[0].Plan.Attempt != first[0].Plan.Attempt {
				t.Fatalf("%d are listed, %s first after %s", len(list), list[0].Plan.Attempt, first[0].Plan.Attempt)
			}
		}
	})
}

// Whoever leaves a booking whose outcome is not known finds it at the top of
// the start screen, and what became of it.
func TestLostAnswersStandAtTheTopOfTheStartScreen(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr = unanswered("create reservation")
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
		p.Press("ctrl+t", "ctrl+b")
		f.settled()
		p.Press("esc")
		onTop(t, p, "search")
		p.Has("! The outcome of 1 write is not known.", "booking · The Aldwych Lantern · Sat 19 Dec – Tue 22 Dec 2026", "not there so far", "ctrl+p lost answers", " 1 outcome unknown").
			HasNot("nothing sent yet")
		f.goldens("search_unresolved")
		p.Resize(60, 20).Has("! The outcome of 1 write", "destination").Resize(120, 40)
		p.Press("ctrl+p")
		onTop(t, p, "lost answers")
		p.Has("Sent once at 09:30:00.", "looked 1 time", "attempt att-TEST", "1 outcome unknown", "l look now").HasNot("enter open", "x take off the list")
		f.goldens("unresolved")
		service.items = append([]api.Reservation{service.stored[0]}, service.items...)
		p.Press("l")
		f.settled().Has("booked: confirmed, record locator QWERTZ", "outcomes known", "enter open", "x take off the list")
		p.Press("esc").Has("Found out what became of 1 lost answer", "booked: confirmed, record locator QWERTZ", "outcomes known").HasNot("nothing sent yet")
		p.Press("ctrl+p", "enter")
		onTop(t, p, "reservation")
		p.Press("esc", "x").Has("None is left").Press("esc").HasNot("ctrl+p lost answers", "lost answer")
	})
}

// The screens tell it when several answers were lost.
func TestSeveralLostAnswers(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr, service.cancelErr = unanswered("create reservation"), unanswered("cancel reservation")
		draft := verifiedDraft(t, f)
		p := f.start(screens.NewSearch(f.deps, londonTrip()))
		for _, guest := range []string{"Ann", "Bob", "Cid"} {
			draft.Guest.GivenName = guest
			if _, err := f.deps.Desk.Book(context.Background(), draft); err == nil {
				t.Fatal("the answer came")
			}
			f.settled()
		}
		if _, err := f.deps.Desk.Cancel(context.Background(), f.deps.Desk.ShownNow(storedReservation(0))); err == nil {
			t.Fatal("the answer came")
		}
		f.settled().Has("! The outcome of 4 writes is not known.", "cancellation · The Aldwych Lantern · reservation 000", "2 more")
		p.Press("ctrl+p").Has("4 outcomes unknown")
		for range 5 {
			p.Press("down")
		}
		p.Resize(80, 24).Has("› booking").Press("up", "up", "up").Has("› cancellation", "may be cancelled.")
		service.fail = &api.Error{Status: 500, Message: "out of order"}
		p.Press("enter").Has("! The service failed", "enter tries again.").Press("enter")
		onTop(t, p, "reservation")
		p.Has("confirmed", "The Aldwych Lantern")
	})
}
