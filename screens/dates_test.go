package screens_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

func TestDatesAreChangedByCtrlGAndOnce(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewReservation(f.deps, movable(service)))
	p.Has("d change dates", "p change payment").Press("d")
	onTop(t, p, "change dates")
	p.Has("Sun 20 Dec – Mon 21 Dec 2026", "612.40 GBP", "Nothing is changed before it is priced", "nothing sent yet")
	p.Type("27dec").Has("Sun 27 Dec – Mon 28 Dec 2026 · 1 night; enter prices it")
	f.allGoldens("dates_form")
	p.Press("enter", "enter")
	p.Has("total", "better: 612.40 GBP → 90.00 GBP (-522.40)", "stay  ", "new stay", "terms it has", "for the new dates", "due at the hotel", "ctrl+b changes the dates to Sun 27 Dec – Mon 28 Dec 2026")
	f.allGoldens("dates_question")
	p.Press("enter", "ctrl+x", "ctrl+g", "ctrl+p", "ctrl+s")
	if len(service.modified) != 0 {
		t.Fatalf("%d changes were sent without ctrl+b", len(service.modified))
	}
	p.Hold().Press("ctrl+b", "ctrl+b", "esc").Has("reading the reservation once more", "Nothing is sent yet")
	p.Press("ctrl+c").Has("A change of dates is being sent. Quit anyway? y/N").Press("enter")
	p.Release().Has("The dates are changed", "Sun 27 Dec – Mon 28 Dec 2026", "90.00 GBP", "HC-00000").HasNot("Otherwise than it was announced")
	f.allGoldens("dates_done")
	if len(service.modified) != 1 || service.modified[0].CheckIn != api.NewDate(2026, 12, 27) || !service.modified[0].Token.IsZero() {
		t.Fatalf("sent %+v", service.modified)
	}
	reads := service.reads
	p.Press("enter")
	onTop(t, p, "reservation")
	p.Resize(120, 60).Has("Sun 27 Dec – Mon 28 Dec 2026", "Timeline", "planned: change of dates, Sun 27 Dec – Mon 28 Dec 2026 · 1 night, 90.00 GBP", "journal · ada · answered: modified")
	if service.reads != reads+1 {
		t.Errorf("%d reads after the change, want 1", service.reads-reads)
	}
}

func TestDatesThatAreDearerNeedCtrlY(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	r := movable(service)
	r.Rate.Total, service.items[0].Rate.Total = pounds(8000), pounds(8000)
	p := startOn(f, screens.NewDates(f.deps, r)).Type("27dec").Press("enter", "enter")
	p.Has("Worse than it was, please read", "worse: 80.00 GBP → 90.00 GBP (+10.00)", "not changed unless ctrl+y accepts it").HasNot("ctrl+b change the dates")
	p.Press("ctrl+b")
	if len(service.modified) != 0 {
		t.Fatal("a dearer stay was sent without being accepted")
	}
	p.Press("ctrl+y", "ctrl+b").Has("The dates are changed")
	if len(service.modified) != 1 {
		t.Errorf("%d changes were sent", len(service.modified))
	}
}

func TestDatesThatAreNoDays(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	r := movable(service)
	for name, tt := range map[string]struct{ in, out, want string }{
		"two readings":   {"10/12", "", "10/12 is 10 Dec or 12 Oct"},
		"past":           {"2026-12-01", "", "is past"},
		"the same":       {"20dec", "", "the reservation has these dates already"},
		"before arrival": {"27dec", "26dec2026", "departure must be after arrival"},
		"no such day":    {"31jun", "", "there is no day 31 June"},
	} {
		t.Run(name, func(t *testing.T) {
			p := startOn(f, screens.NewDates(f.deps, r)).Type(tt.in).Press("tab").Type(tt.out).Press("ctrl+s")
			if searched := len(service.searches); searched != 0 || len(service.modified) != 0 {
				t.Fatalf("%d searches for no days", searched)
			}
			p.Has(tt.want, "price now").Press("esc")
		})
	}
	// Both days are marked at once, and the cursor is at the first.
	startOn(f, screens.NewDates(f.deps, r)).Type("31jun").Press("tab").Type("10/12").Press("ctrl+s").
		Has("there is no day 31 June", "10/12 is 10 Dec or 12 Oct").Type("x").Has("31junx")
	// One day alone keeps the nights, or the arrival; +4 is four days later than the field has.
	p := startOn(f, screens.NewDates(f.deps, r)).Press("tab").Type("+4")
	p.Has("Sun 20 Dec – Fri 25 Dec 2026 · 5 nights; enter prices it")
	p.Press("shift+tab").Type("27dec").Has("Sun 27 Dec 2026 – Fri 1 Jan 2027 · 5 nights; enter prices it")
}

func TestDatesByTheCalendar(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewDates(f.deps, movable(service))).Press("ctrl+d").Has("December 2026")
	f.allGoldens("dates_calendar")
	p.Press("esc").HasNot("December 2026").Press("ctrl+d", "down", "enter", "right", "right", "enter")
	p.HasNot("December 2026").Has("Sun 27 Dec – Tue 29 Dec 2026 · 2 nights; enter prices it").Press("ctrl+s").Has("new stay")
}

// The way where the service cannot change the dates: a new booking, and only
// then, by a person, the cancellation of the old one; each is journaled.
func TestDatesThatAreNotPossibleOfferANewBookingFirst(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewReservation(f.deps, movable(service))).Press("d").Type("24dec").Press("ctrl+s")
	onTop(t, p, "other rates")
	p.Has("The dates cannot be changed", "Book the new dates, then cancel", "for the same guest", "Cancelling the old one costs now:", "Lantern Suite")
	f.allGoldens("dates_impossible")
	p.Press("esc")
	onTop(t, p, "change dates")
	p.Has("24dec").Press("ctrl+s", "enter")
	onTop(t, p, "terms")
	p.Press("enter")
	onTop(t, p, "guest")
	p.Has("Mary", "Graham", "CC-0").Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	p.Has("The old reservation stands beside this one: Sun 20 Dec – Mon 21 Dec 2026", "c cancel the old one", "Thu 24 Dec – Fri 25 Dec 2026")
	id := storedReservation(0).ID // It is named where the dates are asked for, and in the new booking.
	if got, want := revealed(f), []string{id, id}; !slices.Equal(got, want) {
		t.Errorf("the journal notes %q, want %q", got, want)
	}
	f.allGoldens("receipt_replaces")
	if service.cancels != 0 || len(service.modified) != 0 || len(service.created) != 1 {
		t.Fatalf("%d cancelled, %d modified, %d created", service.cancels, len(service.modified), len(service.created))
	}
	p.Press("c")
	onTop(t, p, "cancel")
	p.Has("Sun 20 Dec – Mon 21 Dec 2026", "cancelling now costs").Press("ctrl+x").Has("CANCELED").Press("enter")
	onTop(t, p, "receipt")
	p.Has("The old reservation is cancelled.").HasNot("c cancel the old one")
	attempts, err := f.journal.Attempts(journal.Filter{})
	if err != nil || len(attempts) != 2 {
		t.Fatalf("the journal has %d attempts, %v", len(attempts), err)
	}
	if service.cancels != 1 || attempts[0].Kind == attempts[1].Kind {
		t.Errorf("%d cancelled; journaled %s and %s", service.cancels, attempts[0].Kind, attempts[1].Kind)
	}
	f, service = newFixtureWith(t, 0)
	r := movable(service)
	service.hotels = 0
	p = startOn(f, screens.NewDates(f.deps, r)).Type("24dec").Press("ctrl+s")
	onTop(t, p, "change dates")
	p.Has("The hotel offers nothing for Thu 24 Dec – Fri 25 Dec 2026", "24dec")
}

// A lost answer is looked for and never sent again.
func TestDatesWhoseAnswerWasLost(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
		r := movable(service)
		service.modifyErr, service.stores = unanswered("modify reservation"), true
		var deaf error = &api.Error{Operation: "read reservation", Status: 503, Message: "later"}
		p := startOn(f, screens.NewDates(f.deps, r)).Type("27dec").Press("ctrl+s")
		service.meanwhile = func() { service.fail = deaf }
		p.Press("ctrl+b")
		f.settled().Has("Sent once at 09:30:00", "The answer was lost", "the last of 1 look got no answer", "outcome unknown", "l look now").HasNot("ctrl+b change the dates")
		f.allGoldens("dates_unresolved")
		p.Press("ctrl+b", "ctrl+s", "l")
		f.settled().Has("The dates are changed", "it was sent once", "Sun 27 Dec – Mon 28 Dec 2026")
		if len(service.modified) != 1 {
			t.Errorf("%d changes were sent", len(service.modified))
		}
	})
}

// What was not done within its time may be priced and sent again.
func TestDatesThatWereNeverChanged(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
		r := movable(service)
		service.modifyErr = unanswered("modify reservation")
		p := startOn(f, screens.NewReservation(f.deps, r)).Press("d").Type("27dec").Press("ctrl+s", "ctrl+b")
		f.settled().Has("looked 1 time, not there so far")
		p.Press("esc")
		onTop(t, p, "reservation")
		p.Has("It is not known what came of the change", "l look now").HasNot("d change dates", "c cancel it")
		f.allGoldens("reservation_unresolved")
		p.Resize(120, 60).Skip(12 * time.Minute).Press("l")
		f.settled().Has("d change dates", "journal · ada · not modified").HasNot("It is not known")
		if len(service.modified) != 1 {
			t.Errorf("%d changes were sent", len(service.modified))
		}
	})
}

func TestDatesThatAreRefused(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	r := movable(service)
	service.modifyErr = &api.Error{Operation: "modify reservation", Status: 400, Type: api.TypeBooking, Message: "The room is sold out for the new dates."}
	p := startOn(f, screens.NewDates(f.deps, r)).Type("27dec").Press("ctrl+s", "ctrl+b")
	p.Has("sold out", "The reservation stands as it was. Other dates may be possible.", "27dec", "nothing changed").HasNot("nothing sent yet", "ctrl+b change the dates")
	service.modifyErr = unauthorized()
	p.Press("ctrl+s", "ctrl+b")
	onTop(t, p, "API key")
	p.Advance(signInPause).Type("k").Press("enter")
	onTop(t, p, "change dates")
	p.Has("With a new key press ctrl+b again.")
	if len(service.modified) != 2 {
		t.Fatalf("%d changes were sent", len(service.modified))
	}
	service.modifyErr = nil
	p.Press("ctrl+b").Has("The dates are changed")
}

// A price that is too old is asked again before it is sent.
func TestDatesArePricedAgainWhenTheOfferHasExpired(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewDates(f.deps, movable(service))).Type("27dec").Press("ctrl+s").Skip(21 * time.Minute)
	p.Has("The offer has expired. ctrl+v verifies it again.").Press("ctrl+b")
	if len(service.modified) != 0 {
		t.Fatal("an expired price was sent")
	}
	p.Press("ctrl+v").Has("ctrl+b changes the dates to").Press("ctrl+b").Has("The dates are changed")
}

func TestDatesInProductionNeedTheWord(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	production(f)
	p := startOn(f, screens.NewDates(f.deps, movable(service))).Type("27dec").Press("ctrl+s")
	p.Has("type change", "in PRODUCTION, for real")
	f.allGoldens("dates_production")
	p.Press("ctrl+b").Has("Nothing was sent: the word is missing.").Type("chang").Press("ctrl+b").Has("Type the word change.")
	if len(service.modified) != 0 {
		t.Fatal("sent without the word")
	}
	p.Type("e").Press("ctrl+b").Has("The dates are changed")
}

// Pricing reads the reservation first: one that is cancelled already is said to
// be, and not that something went wrong.
func TestDatesOfAReservationThatIsCancelledAlready(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 1)
	r := movable(service)
	service.items[0].Status = api.StatusCanceled
	p := startOn(f, screens.NewReservation(f.deps, r)).Press("d").Type("27dec").Press("ctrl+s")
	p.Has("! The reservation is cancelled already", "CANCELED").HasNot("Something went wrong", "ctrl+s price it").Press("esc")
	onTop(t, p, "reservation")
	p.Has("cancelled (CANCELED)")
}

// A reservation that is gone when its change is looked for has not "kept its
// dates": nobody knows.
func TestDatesOfAReservationThatIsGoneAreNotKnown(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
		r := movable(service)
		service.modifyErr = unanswered("modify reservation")
		p := startOn(f, screens.NewDates(f.deps, r)).Type("27dec").Press("ctrl+s", "ctrl+b")
		f.settled().Has("outcome unknown")
		service.items = nil
		p.Skip(11 * time.Minute).Press("l")
		f.settled().Has("! It could not be found out whether the dates were changed", "the service does not have the reservation any more").
			HasNot("kept its dates", "The dates were not changed", "price it")
	})
}

// The departure alone is sent alone.
func TestTheDepartureAloneIsSentAlone(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	r := movable(service)
	r.Rate.BookingCode = "code/0/0/2026-12-20"
	service.items[0] = r
	p := startOn(f, screens.NewDates(f.deps, r)).Press("tab").Type("24dec").Press("ctrl+s")
	p.Press("ctrl+y", "ctrl+b")
	if len(service.modified) != 1 || !service.modified[0].CheckIn.IsZero() || service.modified[0].CheckOut != api.NewDate(2026, 12, 24) {
		t.Fatalf("sent %+v\n%s", service.modified, p.View())
	}
	p.Has("The dates are changed", "Sun 20 Dec – Thu 24 Dec 2026")
}

// At every size the new dates are accepted and sent once everything that has changed and what cancelling costs was on
// screen; until then the key shows it and says so. Nothing of a long change is cut, nor where it is sent to.
func TestDatesGoOnOnceEverythingThatHasChangedWasSeen(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {60, 20}} {
		f, service := newFixtureWith(t, 0)
		r := movable(service)
		r.Rate.Terms.Guarantee = []string{strings.Repeat("guaranteed by a word ", 15) + "and the last"}
		r.Rate.Total = pounds(8000)
		service.items[0] = r
		p := startOn(f, screens.NewDates(f.deps, r)).Resize(size[0], size[1]).Type("27dec").Press("ctrl+s")
		p.Has("ctrl+y accept what is worse").HasNot("for the new dates")
		seen := p.View()
		p.Press("ctrl+y").Has("! Read what has changed", "ctrl+y accept what is worse")
		if size[1] == 24 {
			uitest.Golden(t, "dates_unread_80x24", p.View())
		}
		for range 10 {
			if seen += p.View(); strings.Contains(p.View(), "ctrl+b change the dates") {
				break
			}
			p.Press("ctrl+y")
		}
		p.Has("ctrl+b changes the dates to").HasNot("! Read")
		if words := strings.Join(strings.Fields(p.View()), " "); !strings.Contains(words, "in the SANDBOX, not for real") {
			t.Errorf("where it is sent to is cut:\n%s", p.View())
		}
		for _, want := range []string{"worse: 80.00 GBP → 90.00 GBP", "and the last", "for the new dates", "from Fri 25 Dec 18:00"} {
			if !strings.Contains(seen, want) {
				t.Errorf("at %v it was accepted and never showed %q", size, want)
			}
		}
		if p.Press("ctrl+b"); len(service.modified) != 1 {
			t.Errorf("%d changes were sent", len(service.modified))
		}
	}
}

// How new days are read, and why they are not, is whole at 60 columns.
func TestDatesCutNoReading(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewDates(f.deps, movable(service))).Resize(60, 20).Type("27dec").Has("· 1 night; enter prices", "it")
	p.HasNot("prices …").Press("ctrl+u").Type("rossi").Has(`arrival: "rossi" is not a day; type one like 12dec,`, "12-15dec, fri, weekend, +3")
	f.allGoldens("dates_not_a_day")
}
