package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// longDraft is a stay of so many nights, whose weekends are dearer.
func longDraft(f *fixture, nights int) booking.Draft {
	draft := londonDraft(f)
	draft.Trip.CheckOut = draft.Trip.CheckIn.AddDays(nights)
	hotel := draft.Hotel
	hotel.Rooms = []api.Room{hotel.Rooms[0]}
	rate := hotel.Rooms[0].Rates[0]
	rate.Price.Nights, rate.Price.Total = nil, pounds(0)
	for n := range nights {
		day := draft.Trip.CheckIn.AddDays(n)
		price := pounds(9000 + 100*(n%5))
		if day.Weekday() == time.Friday || day.Weekday() == time.Saturday {
			price = pounds(12000)
		}
		rate.Price.Nights = append(rate.Price.Nights, api.NightPrice{Date: day, Total: price})
		rate.Price.Total, _ = rate.Price.Total.Add(price)
	}
	hotel.Rooms[0].Rates = []api.Rate{rate}
	draft.Hotel, draft.Room, draft.Rate = hotel, hotel.Rooms[0], rate
	return draft
}

func TestNightsOfALongStayStandUpright(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, longDraft(f, 30)))
	f.goldens("rates_month")
	p.Resize(120, 40).Has("30 nights: weekend nights 120.00, others", "90.00 to 94.00")
	f.start(screens.NewTerms(f.deps, longDraft(f, 30)))
	f.pump.Resize(100, 60).Press("pgdown", "pgdown").Has("nights, as searched", "Sun 17 Jan   94.00", "weekend")
	f.start(ratesOf(f.deps, longDraft(f, 1)))
	f.pump.Resize(120, 40).HasNot("▄", "weekend")
}

func TestNightsThatDoNotAddUpAreSaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, nights := range []int{3, 30} {
		draft := longDraft(f, nights)
		draft.Hotel.Rooms[0].Rates[0].Price.Total = pounds(100)
		f.start(ratesOf(f.deps, draft))
		f.pump.Resize(120, 40).Has("! the nights add up to")
	}
}

// A reservation in its second phase shows the first as past, and now where it falls.
func TestPenaltyLineOfAReservation(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 1)
	r := storedReservation(0)
	now := f.deps.Desk.Now()
	r.Created = api.Instant{Time: now.Add(-10 * 24 * time.Hour)}
	r.Rate.Terms = api.Terms{Penalties: []api.CancelPenalty{
		{Deadline: api.ParseDeadline(now.Add(-5 * 24 * time.Hour).Format(time.RFC3339)), Amount: api.NewMoney("50", "GBP")},
		{Deadline: api.ParseDeadline(now.Add(5 * 24 * time.Hour).Format(time.RFC3339)), Amount: api.NewMoney("90", "GBP")},
	}}
	startOn(f, screens.NewReservation(f.deps, r))
	f.pump.Resize(120, 40).Has("free ──────", "│ 50.00 GBP ━━", "━━ now ━━", "│ 90.00 GBP ━━", "Mon 7 Dec 09:30")
	f.pump.Resize(80, 24).HasNot("now ━━")
	startOn(f, screens.NewCancel(f.deps, r))
	f.pump.Resize(120, 40).Has("free ──────", "│ 50.00 GBP ━━", "━━ now ━━", "│ 90.00 GBP ━━", "Mon 7 Dec 09:30")
}

func TestSweepOfCharts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, start := range map[string]func() *uitest.Pump{
		"rates of a month": func() *uitest.Pump { return f.start(ratesOf(f.deps, longDraft(f, 30))) },
		"terms of a month": func() *uitest.Pump { return f.start(screens.NewTerms(f.deps, longDraft(f, 30))) },
	} {
		t.Run(name, func(t *testing.T) { uitest.Sweep(t, start()) })
	}
}
