package screens_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
)

// A ghost booking: the service booked, and the answer was lost. The agent sees
// it looked for, and then one booking that is told plainly.
func TestBookFindsABookingWhoseAnswerWasLost(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr = unanswered("create reservation") // It is stored later: a list can lag.
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
		p.Press("ctrl+t", "ctrl+b")
		onTop(t, p, "book")
		f.settled().Has(
			"! It is not known whether the booking happened",
			"Sent once at 09:30:00. The answer was lost: the connection broke off. It may be booked and charged.",
			"looked 1 time, not there so far; next at once, until 10:00",
			"It is looked for by itself, also after you leave or start again.", "outcome unknown", "l look now", "ctrl+n search again",
		).HasNot("ctrl+b book it", "test token")
		f.goldens("book_unknown")
		p.Resize(60, 20).Has("It is not known whether the booking happened")
		p.Resize(120, 40).Press("ctrl+b", "enter", "ctrl+v", "ctrl+y", "ctrl+t")
		service.items = append([]api.Reservation{service.stored[0]}, service.items...)
		p.Press("l")
		f.settled()
		onTop(t, p, "receipt")
		p.Has("Confirmed · booked", "Found after its answer was lost: it was sent once and exists once.", "HC-77120").HasNot("stored it otherwise")
		f.goldens("receipt_found")
		p.Press("down") // Someone is there.
		if len(service.created) != 1 || len(f.deps.Desk.Recovery.Writes()) != 0 {
			t.Errorf("%d bookings were sent, and %d are unresolved still", len(service.created), len(f.deps.Desk.Recovery.Writes()))
		}
	})
}

// Below another screen a booking that is found leads nowhere yet: until it does, the keys stay as they were, and
// it stays on the start screen's list.
func TestBookKeepsItsKeysBelowAnotherScreen(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr = unanswered("create reservation")
		book := screens.NewBook(f.deps, verifiedDraft(t, f))
		p := startOn(f, book).Press("ctrl+t", "ctrl+b")
		f.settled()
		enabled := func() (keys []string) {
			for _, k := range book.Keys() {
				if k.Enabled() {
					keys = append(keys, k.Help().Key+" "+k.Help().Desc)
				}
			}
			return keys
		}
		before := enabled()
		p.Press("ctrl+r")
		onTop(t, p, "reservations")
		service.items = append([]api.Reservation{service.stored[0]}, service.items...)
		writes := f.deps.Desk.Recovery.Writes()
		f.deps.Desk.Recovery.LookNow(writes[0].Plan.Attempt)
		synctest.Wait()
		for range 2 {
			book.Update(ui.TickMsg{})
		}
		if writes = f.deps.Desk.Recovery.Writes(); len(writes) != 1 || !writes[0].Made() {
			t.Fatalf("on the list stands %v", writes)
		}
		if after := enabled(); !slices.Equal(before, after) {
			t.Errorf("the keys were %q and are %q", before, after)
		}
		p.Press("esc").Has("outcome unknown", "It is not known whether the booking happened")
		onTop(t, p, "book")
		f.settled()
		onTop(t, p, "receipt")
	})
}

// What was not found in half an hour counts as not booked; a word sends it once
// more, and nothing less.
func TestBookSendsWhatWasNotFoundOnlyByAWord(t *testing.T) {
	t.Parallel()
	for _, production := range []bool{false, true} {
		looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
			f.deps.Sandbox = !production
			service.createErr = unanswered("create reservation")
			p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
			p.Type("tok").Press("tab").Type("book").Press("ctrl+b").Advance(10*time.Minute + time.Second)
			p.Press("l")
			f.settled().Has("looked 2 times, not there so far")
			p.Skip(20 * time.Minute).Press("l")
			f.settled().Has("! Not booked, as far as can be told", "not booked: it did not show until 10:00",
				"To send it once more type the word again below", "› type again", "The offer has expired.")
			service.createErr = nil
			p.Press("ctrl+v").Has("The word again, then ctrl+b, sends it once more")
			f.goldens("book_again_" + map[bool]string{true: "production", false: "sandbox"}[production])
			p.Press("ctrl+b").Has("This is needed.", "it may be booked already")
			p.Type("yes").Press("ctrl+b").Has("Type the word again.")
			if len(service.created) != 1 {
				t.Fatal("it was sent again without the word")
			}
			p.Press("ctrl+u").Type("again").Press("ctrl+b")
			onTop(t, p, "receipt")
			if len(service.created) != 2 {
				t.Errorf("%d bookings were sent", len(service.created))
			}
		})
	}
}

// The same stay booked minutes ago is asked about; the answer by default is no.
func TestBookAsksAboutAStayThatIsBookedAlready(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	if _, err := f.deps.Desk.Book(context.Background(), draft); err != nil {
		t.Fatal(err)
	}
	p := startOn(f, screens.NewBook(f.deps, draft))
	p.Press("ctrl+t", "ctrl+b").Has("! This guest seems to have this stay already",
		"- booked at 09:30, confirmed, record locator QWERTZ · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights",
		"Not booked a second time unless ctrl+y accepts that.", "nothing sent yet", "ctrl+y accept").HasNot("ctrl+b book it")
	f.goldens("book_similar")
	p.Press("ctrl+b", "enter", "ctrl+b")
	if len(service.created) != 1 {
		t.Fatalf("%d bookings were sent without consent", len(service.created))
	}
	p.Press("ctrl+y").Has("Accepted: ctrl+b books this besides the other one.").Press("ctrl+b")
	onTop(t, p, "receipt")
	if len(service.created) != 2 {
		t.Errorf("%d bookings were sent", len(service.created))
	}
}

// A stay of which it is not known whether it was booked needs the typed word.
func TestBookAsksForAWordWhereTheOtherOutcomeIsUnknown(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
		draft := verifiedDraft(t, f)
		service.createErr = unanswered("create reservation")
		if _, err := f.deps.Desk.Book(context.Background(), draft); err == nil {
			t.Fatal("the answer came")
		}
		synctest.Wait()
		service.createErr = nil
		p := startOn(f, screens.NewBook(f.deps, draft))
		f.settled()
		p.Press("ctrl+t", "ctrl+b").Has("! This guest may have this stay already",
			"- sent at 09:30, and it is not known whether it was booked", "type again below, then", "type again").HasNot("ctrl+y accept")
		p.Press("ctrl+y", "ctrl+b").Has("This is needed.")
		if len(service.created) != 1 {
			t.Fatal("it was sent without the word")
		}
		p.Type("again").Press("ctrl+b")
		onTop(t, p, "receipt")
		if len(service.created) != 2 {
			t.Errorf("%d bookings were sent", len(service.created))
		}
	})
}

// What was refused and exists all the same ends on the receipt, not in a second
// booking.
func TestBookTellsThatWhatWasRefusedExists(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr = &api.Error{Status: 400, Type: api.TypePayment, Message: "declined"}
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b").Has("nothing is booked")
		service.items = append([]api.Reservation{service.stored[0]}, service.items...)
		_, found, err := f.deps.Desk.Reservations(t.Context(), api.ReservationQuery{})
		if err != nil {
			t.Fatal(err)
		}
		f.deps.Desk.Recovery.Correct(found)
		synctest.Wait()
		f.settled()
		onTop(t, p, "receipt")
		p.Has("Confirmed · booked", "It had counted as not booked, and exists.").HasNot("Found after its answer was lost")
		if len(service.created) != 1 {
			t.Errorf("%d bookings were sent", len(service.created))
		}
	})
}

func TestBookWithALostAnswerIsNotSentAgain(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	service.createErr = unanswered("create reservation")
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "book")
	p.Has("It is not known whether the booking happened", "outcome unknown", "ctrl+r reservations").HasNot("ctrl+b book it")
	p.Press("ctrl+b", "enter", "ctrl+v", "ctrl+y", "ctrl+t", "ctrl+b")
	if len(service.created) != 1 {
		t.Fatalf("%d bookings were sent", len(service.created))
	}
	p.Press("ctrl+r")
	onTop(t, p, "reservations")
	p.Has("arrival on Sat 19 Dec 2026")
	p.Press("esc")
	onTop(t, p, "book")
	p.Press("ctrl+b", "esc")
	onTop(t, p, "search")
	if len(service.created) != 1 || p.Shell().Depth() != 1 {
		t.Errorf("%d bookings were sent, %d screens are open", len(service.created), p.Shell().Depth())
	}
}
