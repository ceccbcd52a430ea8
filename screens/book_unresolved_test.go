package screens_test

import (
	"context"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui/uitest"
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
			"It is looked for by itself, also after you leave or start again.", "outcome unknown", "l look now", "ctrl+n new search",
		).HasNot("ctrl+b book it", "test token")
		f.goldens("book_unknown")
		p.Resize(60, 20).Has("It is not known whether the booking happened")
		p.Resize(120, 40).Press("ctrl+b", "enter", "ctrl+v", "ctrl+y", "ctrl+t")
		service.items = append([]api.Reservation{service.stored[0]}, service.items...)
		p.Press("l")
		f.settled()
		onTop(t, p, "receipt")
		p.Has("CONFIRMED  booked", "Found after its answer was lost: it was sent once and exists once.", "HC-77120").HasNot("stored it otherwise")
		f.goldens("receipt_found")
		if len(service.created) != 1 || len(f.deps.Desk.Recovery.Writes()) != 0 {
			t.Errorf("%d bookings were sent, and %d are unresolved still", len(service.created), len(f.deps.Desk.Recovery.Writes()))
		}
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
		p.Has("Sent once at 09:30:00.", "looked 1 time", "attempt att-TEST", "1 outcome unknown", "l look now").HasNot("enter open reservation", "x take off the list")
		f.goldens("unresolved")
		service.items = append([]api.Reservation{service.stored[0]}, service.items...)
		p.Press("l")
		f.settled().Has("booked: CONFIRMED, record locator QWERTZ", "all outcomes known", "enter open reservation", "x take off the list")
		p.Press("esc").Has("Found out what became of 1 lost answer", "booked: CONFIRMED, record locator QWERTZ", "nothing sent yet")
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
		if _, err := f.deps.Desk.Cancel(context.Background(), storedReservation(0)); err == nil {
			t.Fatal("the answer came")
		}
		f.settled().Has("! The outcome of 4 writes is not known.", "cancellation · The Aldwych Lantern · reservation 000", "2 more")
		p.Press("ctrl+p").Has("4 outcomes unknown")
		for range 5 {
			p.Press("down")
		}
		p.Resize(80, 24).Has("› booking").Press("up", "up", "up").Has("› cancellation", "may be cancelled.")
		service.fail = &api.Error{Status: 500, Message: "out of order"}
		p.Press("enter").Has("! The service failed", "Press enter to try again.").Press("enter")
		onTop(t, p, "reservation")
		p.Has("CONFIRMED", "The Aldwych Lantern")
	})
}

// Every screen of a lost answer is exactly its size, whatever that is.
func TestSweepOfLostAnswers(t *testing.T) {
	t.Parallel()
	for name, walk := range map[string]func(f *fixture, service *reservationService, p *uitest.Pump){
		"book looking": func(*fixture, *reservationService, *uitest.Pump) {},
		"book again": func(f *fixture, _ *reservationService, p *uitest.Pump) {
			p.Advance(31 * time.Minute).Press("l")
			f.settled()
			p.Press("ctrl+v").Press("ctrl+b")
		},
		"search": func(_ *fixture, _ *reservationService, p *uitest.Pump) { p.Press("ctrl+n") },
		"list":   func(_ *fixture, _ *reservationService, p *uitest.Pump) { p.Press("ctrl+n", "ctrl+p") },
		"similar": func(f *fixture, service *reservationService, p *uitest.Pump) {
			service.createErr = nil
			f.start(screens.NewBook(f.deps, verifiedDraft(f.t, f))).Press("ctrl+t", "ctrl+b")
		},
		"nearest": func(f *fixture, _ *reservationService, _ *uitest.Pump) {
			draft := londonDraft(f)
			f.start(screens.NewNearest(f.deps, draft, booking.Offers(draft.Hotel), "This rate is gone", "These come nearest to it:"))
		},
		"no other rates": func(f *fixture, _ *reservationService, _ *uitest.Pump) {
			f.start(screens.NewNearest(f.deps, londonDraft(f), nil, "This rate is gone", "These come nearest to it:"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
				service.createErr = unanswered("create reservation")
				p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b")
				f.settled()
				walk(f, service, p)
				uitest.Sweep(t, f.pump)
			})
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
		"- booked at 09:30, CONFIRMED, record locator QWERTZ · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights",
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
		p.Press("ctrl+t", "ctrl+b").Has("! This guest seems to have this stay already",
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

// A rate that is refused shortly before its end, or for its price, is verified
// again first; any other leaves its hotel's nearest ones first.
func TestBookTakesARefusalNearTheEndForTheEnd(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Rate.Expires = api.Instant{Time: f.now().Add(90 * time.Second)}
	service.createErr = &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Message: "The rate has expired"}
	p := startOn(f, screens.NewBook(f.deps, draft))
	p.Press("ctrl+t", "ctrl+b").Has("The rate has expired", "ctrl+v verifies the rate again", " ctrl+v verify again").HasNot("ctrl+e")
}

// A rate that is gone leaves the nearest ones of its hotel, with the guest as
// typed.
func TestBookOffersTheNearestRates(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	service.createErr = &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Message: "The rate is gone"}
	p := startOn(f, screens.NewBook(f.deps, draft))
	p.Press("ctrl+t", "ctrl+b").Has("The rate is gone", "ctrl+v verify again").Press("ctrl+v").Has("Verified again")
	p.Press("ctrl+b", "ctrl+v") // It could be verified, and was refused again all the same.
	onTop(t, p, "other rates")
	p.Press("esc").Has("ctrl+e nearest rates").Press("ctrl+e")
	onTop(t, p, "other rates")
	p.Has("The service refused this rate", "those of the same room first", "Classic Queen", "› Flexible, breakfast", "Lantern Suite", "297.01 GBP", "enter its terms", "nothing booked").HasNot("Flexible   ", "nothing sent yet")
	p.Resize(80, 24).Has("Classic Queen, 1 queen bed · up to 2 guests", "› Flexible, breakfast", "297.01 GBP").Resize(120, 40)
	f.goldens("nearest")
	service.createErr = nil
	p.Press("down", "up", "enter")
	onTop(t, p, "terms")
	p.Press("enter")
	onTop(t, p, "guest")
	p.Has("Graham").Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	if got := service.created[len(service.created)-1]; got.Rate.BookingCode != "code/0/1/2026-12-19" || got.Guest != draft.Guest {
		t.Errorf("booked %q for %+v", got.Rate.BookingCode, got.Guest)
	}
}

// A machine that slept wakes up with another time: what was agreed to before is
// verified again, and nothing that was typed is lost.
func TestBookVerifiesAgainAfterASleep(t *testing.T) {
	t.Parallel()
	for words, by := range map[string]time.Duration{
		"The clock has jumped ahead by 5 min 01 s.": 5 * time.Minute, "The clock was set back by 59 min 59 s.": -time.Hour,
	} {
		f, service := newFixtureWith(t, 0)
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
		p.Press("ctrl+t")
		f.asleep += by
		p.Advance(time.Second).Has(words, "ctrl+v verify again").HasNot("ctrl+b book it")
		p.Press("ctrl+b").Press("ctrl+v").Has("Verified again").Press("ctrl+b")
		onTop(t, p, "receipt")
		if len(service.created) != 1 || service.created[0].Payment.Token.Reveal() != "tok_good" {
			t.Errorf("%d bookings were sent", len(service.created))
		}
	}
}

// Without a network nothing is sent, and all that was typed is there when it is
// back.
func TestBookWithoutANetworkLosesNothing(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	service.createErr = &api.Error{Operation: "create reservation", Message: "no route to host", Cause: syscall.EHOSTUNREACH}
	p := startOn(f, screens.NewGuest(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+s", "ctrl+t", "ctrl+b").Has("The service cannot be reached", "Nothing was booked. ctrl+b sends it again", "nothing sent yet")
	service.createErr = nil
	p.Press("ctrl+b")
	onTop(t, p, "receipt")
	if len(service.created) != 2 || service.created[0].Guest != service.created[1].Guest || service.created[1].Payment.Token.Reveal() != "tok_good" {
		t.Errorf("sent %d", len(service.created))
	}
}

// What the service stored otherwise than it was sent is named.
func TestReceiptNamesDeviations(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	stored := storedReservation(0)
	stored.Rate.Total, stored.Adults = pounds(99900), 1
	made := f.deps.Desk.Booked(draft, stored, nil)
	startOn(f, screens.NewReceipt(f.deps, made, draft)).Has("! The service stored it otherwise than it was sent:",
		"sent 270.01 GBP, stored 999.00 GBP", "sent 2 adults, stored 1 adult", "due now", "due at the hotel", "City charge · 2.50 GBP")
	f.goldens("receipt_deviations")
}

// Only a sandbox can be asked to simulate, whatever a screen offers.
func TestSimulationIsRefusedOutsideASandbox(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	f.deps.Desk = booking.NewDesk(booking.Options{Service: service, Now: f.now, Journal: f.journal, Environment: "production"})
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))) // The screen still thinks that this is a sandbox.
	p.Press("ctrl+t", "tab", "right", "ctrl+b").Has("only a sandbox can be asked to simulate a booking", "nothing sent yet")
	if len(service.created) != 0 {
		t.Error("a simulation was sent to a service that may book for real")
	}
}
