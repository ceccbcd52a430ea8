package screens_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// ModifyReservation moves a stored reservation at the price of its rate, as the
// service does, and echoes a payment with nothing else of it.
func (o *reservationService) ModifyReservation(_ context.Context, r api.ModifyRequest) (api.Reservation, error) {
	o.modified = append(o.modified, r)
	if o.modifyErr != nil && !o.stores {
		return api.Reservation{}, o.modifyErr
	}
	for i := range o.items {
		if o.items[i].ID != r.ID {
			continue
		}
		made := o.items[i]
		if !r.CheckIn.IsZero() || !r.CheckOut.IsZero() {
			// One date alone keeps the other.
			if !r.CheckIn.IsZero() {
				made.CheckIn = api.Instant{Time: r.CheckIn.In(time.UTC)}
			}
			if !r.CheckOut.IsZero() {
				made.CheckOut = api.Instant{Time: r.CheckOut.In(time.UTC)}
			}
			rate := o.hotel(0, api.DateOf(made.CheckIn.Time), api.DateOf(made.CheckOut.Time)).Rooms[0].Rates[0]
			made.Rate.Total, made.Rate.Terms = rate.Price.Total, rate.Terms
			o.items[i] = made
		} else {
			made.Payment = &api.Payment{}
		}
		return made, o.modifyErr
	}
	return api.Reservation{}, &api.Error{Operation: "modify reservation", Status: 404, Message: "no such reservation"}
}

// movable puts a reservation into the service whose rate is offered from 27
// December on, and from no other day.
func movable(o *reservationService) api.Reservation {
	r := storedReservation(0)
	r.Rate.BookingCode = "code/0/0/2026-12-27"
	o.items = []api.Reservation{r}
	return r
}

// allGoldens checks the frame at the sizes of the house style and the least one.
func (b *fixture) allGoldens(name string) {
	b.t.Helper()
	b.goldens(name)
	b.pump.Resize(60, 20)
	uitest.Golden(b.t, name+"_60x20", b.pump.View())
	b.pump.Resize(120, 40)
}

// production makes a fixture one for real.
func production(b *fixture) {
	b.deps.Sandbox, b.deps.TestTokens = false, nil
	b.deps.Environment.Name, b.deps.Environment.Live = "PRODUCTION", true
}

func TestDatesAreChangedByCtrlGAndOnce(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	p := startOn(b, screens.NewReservation(b.deps, movable(o)))
	p.Has("d change dates", "p change payment").Press("d")
	onTop(t, p, "change dates")
	p.Has("Sun 20 Dec – Mon 21 Dec 2026", "612.40 GBP", "Nothing is changed before it is priced", "nothing sent yet")
	p.Type("27dec").Has("Sun 27 Dec – Mon 28 Dec 2026 · 1 night; enter prices it")
	b.allGoldens("dates_form")
	p.Press("enter", "enter")
	p.Has("total", "better: 612.40 GBP → 90.00 GBP (-522.40)", "stay now", "new stay", "terms it has", "for the new dates", "due at the hotel", "ctrl+g changes the dates to Sun 27 Dec – Mon 28 Dec 2026")
	b.allGoldens("dates_question")
	p.Press("enter", "ctrl+x", "ctrl+b", "ctrl+p", "ctrl+s")
	if len(o.modified) != 0 {
		t.Fatalf("%d changes were sent without ctrl+g", len(o.modified))
	}
	p.Hold().Press("ctrl+g", "ctrl+g", "esc").Has("changing the dates; sent once", "Sent once. Waiting for the answer")
	p.Press("ctrl+c").Has("A change of dates is being sent. Quit anyway? y/N").Press("enter")
	p.Release().Has("The dates are changed", "Sun 27 Dec – Mon 28 Dec 2026", "90.00 GBP", "HC-00000").HasNot("Otherwise than it was announced")
	b.allGoldens("dates_done")
	if len(o.modified) != 1 || o.modified[0].CheckIn != api.NewDate(2026, 12, 27) || !o.modified[0].Token.IsZero() {
		t.Fatalf("sent %+v", o.modified)
	}
	reads := o.reads
	p.Press("enter")
	onTop(t, p, "reservation")
	p.Resize(120, 60).Has("Sun 27 Dec – Mon 28 Dec 2026", "Timeline", "planned: change of dates, Sun 27 Dec – Mon 28 Dec 2026 · 1 night, 90.00 GBP", "journal · answered: modified")
	if o.reads != reads+1 {
		t.Errorf("%d reads after the change, want 1", o.reads-reads)
	}
}

func TestDatesThatAreDearerNeedCtrlY(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	r := movable(o)
	r.Rate.Total, o.items[0].Rate.Total = pounds(8000), pounds(8000)
	p := startOn(b, screens.NewDates(b.deps, r)).Type("27dec").Press("enter", "enter")
	p.Has("Worse than it was, please read", "worse: 80.00 GBP → 90.00 GBP (+10.00)", "not changed unless ctrl+y accepts it").HasNot("ctrl+g change the dates")
	p.Press("ctrl+g")
	if len(o.modified) != 0 {
		t.Fatal("a dearer stay was sent without being accepted")
	}
	p.Press("ctrl+y", "ctrl+g").Has("The dates are changed")
	if len(o.modified) != 1 {
		t.Errorf("%d changes were sent", len(o.modified))
	}
}

func TestDatesThatAreNoDays(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	r := movable(o)
	for name, tt := range map[string]struct{ in, out, want string }{
		"two readings":   {"10/12", "", "10/12 is 10 Dec or 12 Oct"},
		"past":           {"2026-12-01", "", "is past"},
		"the same":       {"20dec", "", "the reservation has these dates already"},
		"before arrival": {"27dec", "26dec2026", "departure must be after arrival"},
		"no such day":    {"31jun", "", "there is no day 31 June"},
	} {
		t.Run(name, func(t *testing.T) {
			p := startOn(b, screens.NewDates(b.deps, r)).Type(tt.in).Press("tab").Type(tt.out).Press("ctrl+s")
			if searched := len(o.searches); searched != 0 || len(o.modified) != 0 {
				t.Fatalf("%d searches for no days", searched)
			}
			p.Has(tt.want, "stay now").Press("esc")
		})
	}
	// One day alone keeps the nights, or the arrival.
	p := startOn(b, screens.NewDates(b.deps, r)).Press("tab").Type("+4")
	p.Has("Sun 20 Dec – Thu 24 Dec 2026 · 4 nights; enter prices it")
	p.Press("shift+tab").Type("27dec").Has("Sun 27 Dec – Thu 31 Dec 2026 · 4 nights; enter prices it")
}

func TestDatesByTheCalendar(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	p := startOn(b, screens.NewDates(b.deps, movable(o))).Press("ctrl+d").Has("December 2026")
	b.allGoldens("dates_calendar")
	p.Press("esc").HasNot("December 2026").Press("ctrl+d", "down", "enter", "right", "right", "enter")
	p.HasNot("December 2026").Has("Sun 27 Dec – Tue 29 Dec 2026 · 2 nights; enter prices it").Press("ctrl+s").Has("new stay")
}

// The way where the service cannot change the dates: a new booking, and only
// then, by a person, the cancellation of the old one; each is journaled.
func TestDatesThatAreNotPossibleOfferANewBookingFirst(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	p := startOn(b, screens.NewReservation(b.deps, movable(o))).Press("d").Type("24dec").Press("ctrl+s")
	onTop(t, p, "other rates")
	p.Has("The dates can't be changed", "A new booking can take its place, with the same guest", "Cancelling the old one costs now:", "Lantern Suite")
	b.allGoldens("dates_impossible")
	p.Press("esc")
	onTop(t, p, "change dates")
	p.Has("24dec").Press("ctrl+s", "enter")
	onTop(t, p, "terms")
	p.Press("enter")
	onTop(t, p, "guest")
	p.Has("Mary", "Graham", "CC-0").Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	p.Has("The old reservation stands beside this one: Sun 20 Dec – Mon 21 Dec 2026", "c cancel the old one", "Thu 24 Dec – Fri 25 Dec 2026")
	b.allGoldens("receipt_replaces")
	if o.cancels != 0 || len(o.modified) != 0 || len(o.created) != 1 {
		t.Fatalf("%d cancelled, %d modified, %d created", o.cancels, len(o.modified), len(o.created))
	}
	p.Press("c")
	onTop(t, p, "cancel")
	p.Has("Sun 20 Dec – Mon 21 Dec 2026", "cancelling now costs").Press("ctrl+x").Has("CANCELED").Press("enter")
	onTop(t, p, "receipt")
	p.Has("The old reservation is cancelled.").HasNot("c cancel the old one")
	attempts, err := b.journal.Attempts(journal.Filter{})
	if err != nil || len(attempts) != 2 {
		t.Fatalf("the journal has %d attempts, %v", len(attempts), err)
	}
	if o.cancels != 1 || attempts[0].Kind == attempts[1].Kind {
		t.Errorf("%d cancelled; journaled %s and %s", o.cancels, attempts[0].Kind, attempts[1].Kind)
	}
	b, o = newFixtureWith(t, 0)
	r := movable(o)
	o.hotels = 0
	p = startOn(b, screens.NewDates(b.deps, r)).Type("24dec").Press("ctrl+s")
	onTop(t, p, "change dates")
	p.Has("The hotel offers nothing for Thu 24 Dec – Fri 25 Dec 2026", "24dec")
}

// A lost answer is looked for and never sent again.
func TestDatesWhoseAnswerWasLost(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, b *fixture, o *reservationService) {
		r := movable(o)
		o.modifyErr, o.stores = unanswered("modify reservation"), true
		var deaf error = &api.Error{Operation: "read reservation", Status: 503, Message: "later"}
		p := startOn(b, screens.NewDates(b.deps, r)).Type("27dec").Press("ctrl+s")
		o.fail = deaf
		p.Press("ctrl+g")
		b.settled().Has("Sent once at 09:30:00", "The answer was lost", "the last of 1 look got no answer", "outcome unknown", "l look now").HasNot("ctrl+g change the dates")
		b.allGoldens("dates_unresolved")
		p.Press("ctrl+g", "ctrl+s", "l")
		b.settled().Has("The dates are changed", "it was sent once", "Sun 27 Dec – Mon 28 Dec 2026")
		if len(o.modified) != 1 {
			t.Errorf("%d changes were sent", len(o.modified))
		}
	})
}

// What was not done within its time may be priced and sent again.
func TestDatesThatWereNeverChanged(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, b *fixture, o *reservationService) {
		r := movable(o)
		o.modifyErr = unanswered("modify reservation")
		p := startOn(b, screens.NewReservation(b.deps, r)).Press("d").Type("27dec").Press("ctrl+s", "ctrl+g")
		b.settled().Has("looked 1 time, not there so far")
		p.Press("esc")
		onTop(t, p, "reservation")
		p.Has("It is not known what came of the change", "l look now").HasNot("d change dates", "c cancel it")
		b.allGoldens("reservation_unresolved")
		p.Resize(120, 60).Skip(12 * time.Minute).Press("l")
		b.settled().Has("d change dates", "journal · not modified").HasNot("It is not known")
		if len(o.modified) != 1 {
			t.Errorf("%d changes were sent", len(o.modified))
		}
	})
}

func TestDatesThatAreRefused(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	r := movable(o)
	o.modifyErr = &api.Error{Operation: "modify reservation", Status: 400, Type: api.TypeBooking, Message: "The room is sold out for the new dates."}
	p := startOn(b, screens.NewDates(b.deps, r)).Type("27dec").Press("ctrl+s", "ctrl+g")
	p.Has("sold out", "The reservation stands as it was. Other dates may be possible.", "27dec", "nothing changed").HasNot("nothing sent yet", "ctrl+g change the dates")
	o.modifyErr = unauthorized()
	p.Press("ctrl+s", "ctrl+g")
	onTop(t, p, "API key")
	p.Advance(signInPause).Type("k").Press("enter")
	onTop(t, p, "change dates")
	p.Has("With a new key press ctrl+g again.")
	if len(o.modified) != 2 {
		t.Fatalf("%d changes were sent", len(o.modified))
	}
	o.modifyErr = nil
	p.Press("ctrl+g").Has("The dates are changed")
}

// A price that is too old is asked again before it is sent.
func TestDatesArePricedAgainWhenTheOfferHasExpired(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	p := startOn(b, screens.NewDates(b.deps, movable(o))).Type("27dec").Press("ctrl+s").Skip(21 * time.Minute)
	p.Has("The offer has expired. ctrl+v prices it again.").Press("ctrl+g")
	if len(o.modified) != 0 {
		t.Fatal("an expired price was sent")
	}
	p.Press("ctrl+v").Has("ctrl+g changes the dates to").Press("ctrl+g").Has("The dates are changed")
}

func TestDatesInProductionNeedTheWord(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	production(b)
	p := startOn(b, screens.NewDates(b.deps, movable(o))).Type("27dec").Press("ctrl+s")
	p.Has("type change", "in PRODUCTION, for real")
	b.allGoldens("dates_production")
	p.Press("ctrl+g").Has("Nothing was sent: the word is missing.").Type("chang").Press("ctrl+g").Has("Type the word change.")
	if len(o.modified) != 0 {
		t.Fatal("sent without the word")
	}
	p.Type("e").Press("ctrl+g").Has("The dates are changed")
}

// What was sold is beside what is stored, and each line says who says it.
func TestAReservationShowsItsTimeline(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 0)
	draft := verifiedDraft(t, b)
	draft.Token = api.NewSecret("tok_good")
	made, err := b.deps.Desk.Book(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	p := startOn(b, screens.NewReservation(b.deps, made.Reservation)).Resize(120, 60)
	p.Has("Sold against stored", "sold ", "270.01 GBP · attempt att-TEST", "The service stores what was sold.", "Timeline", "service · created", "journal · planned: booking, Sat 19 Dec – Tue 22 Dec 2026 · 3 nights", "journal · sent",
		"journal · answered: booked, CONFIRMED", "service · now CONFIRMED", "Penalty clock", "now: free to cancel until Thu 17 Dec 2026 18:00 (UTC+00:00)", "(and you)")
	uitest.Golden(t, "reservation_timeline_120x60", p.View())
	steps := o.items[0].Rate.Terms.Penalties
	o.items[0].Rate.Terms.Penalties = nil
	p.Press("r").Has("What the service stores may be something else than was sold", "unclear: those agreed to → not said by the service and so not compared: cancel penalties")
	o.items[0].Rate.Total, o.items[0].Rate.Terms.Penalties = pounds(99900), steps
	o.items[0].Rate.Terms.Penalties[0].Deadline = api.ParseDeadline("2026-12-16T18:00:00+00:00")
	p.Press("r").Has("The service stores something else than was sold", "999.00 GBP", "worse", "terms", "unclear: those agreed to → free until Wed 16 Dec 18:00, then ").HasNot("→ stored ")
	// One that was not booked here says so, and invents nothing.
	o.items = append(o.items, storedReservation(0))
	p = startOn(b, screens.NewReservation(b.deps, storedReservation(0))).Resize(120, 60)
	p.Has("It was not booked from this machine", "service · created").HasNot("Sold against stored")
}

func TestSweepOfChanges(t *testing.T) {
	t.Parallel()
	type opened func(b *fixture, o *reservationService) *uitest.Pump
	dates := func(b *fixture, o *reservationService) *uitest.Pump {
		r := movable(o)
		r.Hotel.Name = "世界ホテル " + strings.Repeat("with a long name ", 8)
		return startOn(b, screens.NewDates(b.deps, r))
	}
	for name, open := range map[string]opened{
		"dates":          dates,
		"dates wrong":    func(b *fixture, o *reservationService) *uitest.Pump { return dates(b, o).Type("10/12").Press("ctrl+s") },
		"dates calendar": func(b *fixture, o *reservationService) *uitest.Pump { return dates(b, o).Press("ctrl+d", "enter") },
		"dates question": func(b *fixture, o *reservationService) *uitest.Pump { return dates(b, o).Type("27dec").Press("ctrl+s") },
		"dates sending": func(b *fixture, o *reservationService) *uitest.Pump {
			return dates(b, o).Type("27dec").Press("ctrl+s").Hold().Press("ctrl+g")
		},
		"dates none": func(b *fixture, o *reservationService) *uitest.Pump { return dates(b, o).Type("24dec").Press("ctrl+s") },
		"dates unanswered": func(b *fixture, o *reservationService) *uitest.Pump {
			o.modifyErr = unanswered("modify reservation")
			return dates(b, o).Type("27dec").Press("ctrl+s", "ctrl+g")
		},
		"dates production": func(b *fixture, o *reservationService) *uitest.Pump {
			production(b)
			return dates(b, o).Type("27dec").Press("ctrl+s", "ctrl+g")
		},
		"payment": func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewPayment(b.deps, storedReservation(0))).Press("ctrl+p")
		},
		"payment unanswered": func(b *fixture, o *reservationService) *uitest.Pump {
			production(b)
			o.modifyErr = unanswered("modify reservation")
			return startOn(b, screens.NewPayment(b.deps, storedReservation(0))).Type("x").Press("tab", "tab").Type("payment").Press("ctrl+p")
		},
		"deadlines": func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewDeadlines(b.deps)).Press("end")
		},
		"deadlines none": func(b *fixture, o *reservationService) *uitest.Pump {
			o.items = nil
			return startOn(b, screens.NewDeadlines(b.deps))
		},
		"deadlines failed": func(b *fixture, o *reservationService) *uitest.Pump {
			o.fail = &api.Error{Status: 503, Message: "Too busy, and with a message that is rather long for a line of a narrow window"}
			return startOn(b, screens.NewDeadlines(b.deps))
		},
		"deadlines written": func(b *fixture, _ *reservationService) *uitest.Pump {
			b.deps.Exports = b.t.TempDir()
			return startOn(b, screens.NewDeadlines(b.deps)).Press("w", "w", "w", "i")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, o := newFixtureWith(t, 60)
			uitest.Sweep(t, open(b, o))
		})
	}
}

// dues fills the service with reservations whose deadlines come after so many
// hours.
func dues(o *reservationService, hours ...int) {
	o.items = nil
	for i, h := range hours {
		r := storedReservation(3 * i)
		r.Rate.Terms.Penalties = []api.CancelPenalty{{
			Deadline: api.ParseDeadline(uitest.Now().Add(time.Duration(h) * time.Hour).In(time.FixedZone("", 3600)).Format(time.RFC3339)),
			Amount:   api.NewMoney(fmt.Sprint(100*(i+1)), []string{"GBP", "EUR"}[i%2]),
		}}
		o.items = append(o.items, r)
	}
	if len(o.items) > 0 {
		o.items[0].Rate.Terms.Penalties[0].Deadline = api.ParseDeadline(uitest.Now().Add(time.Duration(hours[0]) * time.Hour).Add(14 * time.Hour).Format("2006-01-02T15:04:05"))
	}
}
