package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/views"
)

// december is the moment of these tests.
var december = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

// quiet is a service that is asked nothing.
type quiet struct{ booking.Service }

func (quiet) Skew() time.Duration { return 0 }

func cells(canceled map[string]recovery.Cancellation) views.Cells {
	desk := booking.NewDesk(booking.Options{Service: quiet{}, Now: func() time.Time { return december }})
	return views.Cells{Desk: desk, Now: december, Canceled: canceled}
}

// stay is a reservation of 200.00 GBP from the 12th to the 14th, booked on the 20th of November, free to cancel until
// the 10th and for 50.00 GBP after that.
func stay(change func(*api.Reservation)) api.Reservation {
	refundable := true
	r := api.Reservation{
		ID: "R1", Status: api.StatusConfirmed, Created: api.ParseInstant("2026-11-20T10:00:00Z"),
		CheckIn: api.ParseInstant("2026-12-12"), CheckOut: api.ParseInstant("2026-12-14"), Adults: 2, Hotel: api.HotelRef{Name: "Lantern"},
		Rate: api.BookedRate{Rooms: 1, Total: api.NewMoney("200.00", "GBP"), Terms: api.Terms{Refundable: &refundable, Penalties: []api.CancelPenalty{
			{Deadline: api.ParseDeadline("2026-12-10T18:00:00+00:00"), Amount: api.NewMoney("50.00", "GBP")},
		}}},
	}
	if change != nil {
		change(&r)
	}
	return r
}

func day(n int) api.Date { return api.NewDate(2026, 12, n) }

// What a cancellation cost is the journal's amount; without one it is the loss by the terms at that moment.
func TestMake_CancellationsCost(t *testing.T) {
	t.Parallel()
	nothing := func(*api.Reservation) {}
	for name, c := range map[string]struct {
		at     string
		plan   journal.Plan
		change func(*api.Reservation)
		want   string
	}{
		"free, no amount noted":        {"2026-12-09T10:00:00Z", journal.Plan{}, nothing, "0.00 GBP"},
		"penalty, no amount noted":     {"2026-12-11T10:00:00Z", journal.Plan{}, nothing, "50.00 GBP"},
		"penalty, amount noted":        {"2026-12-11T10:00:00Z", journal.Plan{Total: "45.00", Currency: "GBP"}, nothing, "45.00 GBP"},
		"free, amount noted":           {"2026-12-09T10:00:00Z", journal.Plan{Total: "10", Currency: "EUR"}, nothing, "10.00 EUR"},
		"estimated":                    {"2026-12-11T10:00:00Z", journal.Plan{}, func(r *api.Reservation) { r.Rate.Terms.Penalties[0].Estimated = true }, "about 50.00 GBP"},
		"terms not said":               {"2026-12-11T10:00:00Z", journal.Plan{}, func(r *api.Reservation) { r.Rate.Terms = api.Terms{} }, "1 not said"},
		"terms not said, amount noted": {"2026-12-11T10:00:00Z", journal.Plan{Total: "45.00", Currency: "GBP"}, func(r *api.Reservation) { r.Rate.Terms = api.Terms{} }, "45.00 GBP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			r := stay(func(r *api.Reservation) { r.Status = api.StatusCanceled; c.change(r) })
			made := recovery.Cancellation{At: at, State: journal.AttemptState{Plan: c.plan}}
			got := Make(cells(map[string]recovery.Cancellation{"R1": made}), Cancellations, day(1), day(31), []api.Reservation{r})
			if words := SumWords(got.Sums, got.Unsaid); words != c.want || got.Count != 1 || got.Undated != nil {
				t.Errorf("%d cost %q", got.Count, words)
			}
			if got.Days[0].Date != api.DateOf(at) || got.Days[0].Items[0].Origin != OfJournal {
				t.Errorf("it is on %s, by the %s", got.Days[0].Date, got.Days[0].Items[0].Origin)
			}
		})
	}
}

// A reservation that was cancelled elsewhere may have been cancelled on these days unless it was booked after them, or
// its stay was over before.
func TestMake_CancelledElsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from, to int
		change   func(*api.Reservation)
		listed   bool
	}{
		"during the stay":             {12, 13, nil, true},
		"before the stay":             {1, 2, nil, true},
		"on the last day of the stay": {14, 20, nil, true},
		"after the stay":              {15, 20, nil, false},
		"booked on the last day":      {1, 2, func(r *api.Reservation) { r.Created = api.ParseInstant("2026-12-02T23:00:00Z") }, true},
		"booked after the days":       {1, 2, func(r *api.Reservation) { r.Created = api.ParseInstant("2026-12-03T01:00:00Z") }, false},
		"not said when it was booked": {1, 2, func(r *api.Reservation) { r.Created = api.Instant{} }, true},
		"no departure":                {15, 20, func(r *api.Reservation) { r.CheckOut = api.Instant{} }, true},
		"not cancelled":               {12, 13, func(r *api.Reservation) { r.Status = api.StatusConfirmed }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := stay(func(r *api.Reservation) {
				if r.Status = api.StatusCanceled; c.change != nil {
					c.change(r)
				}
			})
			got := Make(cells(nil), Cancellations, day(c.from), day(c.to), []api.Reservation{r})
			if listed := got.Undated != nil; listed != c.listed || got.Count != 0 || listed && (len(got.Undated.Items) != 1 || got.Undated.Unsaid != 1) {
				t.Errorf("listed: %t, %+v", listed, got.Undated)
			}
			notes := 1
			if c.listed {
				notes = 2
			}
			if len(got.Notes) != notes {
				t.Errorf("the notes are %q", got.Notes)
			}
		})
	}
}

// A reservation is counted on its day where that is within the report, both ends included.
func TestMake_Days(t *testing.T) {
	t.Parallel()
	canceled := func(r *api.Reservation) { r.Status = api.StatusCanceled }
	for name, c := range map[string]struct {
		kind     Kind
		from, to int
		change   func(*api.Reservation)
		want     string // the day and the sum; empty for none
	}{
		"arrival":               {Arrivals, 12, 12, nil, "12 200.00 GBP"},
		"arrival before":        {Arrivals, 13, 20, nil, ""},
		"arrival after":         {Arrivals, 1, 11, nil, ""},
		"arrival, cancelled":    {Arrivals, 12, 12, canceled, ""},
		"arrival not said":      {Arrivals, 12, 12, func(r *api.Reservation) { r.CheckIn = api.Instant{} }, ""},
		"departure":             {Departures, 14, 14, nil, "14 200.00 GBP"},
		"departure, cancelled":  {Departures, 14, 14, canceled, ""},
		"deadline":              {Deadlines, 10, 10, nil, "10 50.00 GBP"},
		"deadline, cancelled":   {Deadlines, 10, 10, canceled, ""},
		"deadline, unconfirmed": {Deadlines, 10, 10, func(r *api.Reservation) { r.Status = api.StatusCreated }, ""},
		"no deadline":           {Deadlines, 1, 31, func(r *api.Reservation) { r.Rate.Terms.Penalties = nil }, ""},
		"estimated deadline":    {Deadlines, 10, 10, func(r *api.Reservation) { r.Rate.Terms.Penalties[0].Estimated = true }, "10 about 50.00 GBP"},
		"second deadline": {Deadlines, 11, 11, func(r *api.Reservation) {
			r.Rate.Terms.Penalties = append(r.Rate.Terms.Penalties, api.CancelPenalty{
				Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: api.NewMoney("200.00", "GBP"), Estimated: true,
			})
		}, "11 about 150.00 GBP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := Make(cells(nil), c.kind, day(c.from), day(c.to), []api.Reservation{stay(c.change)})
			var days string
			for _, d := range got.Days {
				days += d.Date.Format("2") + " " + SumWords(d.Sums, d.Unsaid)
			}
			if days != c.want || got.Undated != nil {
				t.Errorf("it has %q", days)
			}
		})
	}
}

func TestSumsOf(t *testing.T) {
	t.Parallel()
	stake := func(number, currency string, estimated bool) booking.Stake {
		return booking.Stake{Money: api.NewMoney(number, currency), Estimated: estimated}
	}
	for name, c := range map[string]struct {
		amounts []booking.Stake
		want    string
		counts  []int
	}{
		"none":              {nil, "", nil},
		"one currency":      {[]booking.Stake{stake("1.10", "GBP", false), stake("2.20", "GBP", false)}, "3.30 GBP", []int{2}},
		"two currencies":    {[]booking.Stake{stake("1", "GBP", false), stake("2", "EUR", false), stake("3", "GBP", false)}, "2.00 EUR + 4.00 GBP", []int{1, 2}},
		"estimate first":    {[]booking.Stake{stake("1", "GBP", true), stake("2", "GBP", false)}, "about 3.00 GBP", []int{2}},
		"estimate last":     {[]booking.Stake{stake("1", "GBP", false), stake("2", "GBP", true)}, "about 3.00 GBP", []int{2}},
		"not said":          {[]booking.Stake{{}, stake("2", "GBP", false)}, "2.00 GBP, 1 not said", []int{1}},
		"unreadable":        {[]booking.Stake{stake("on request", "GBP", false)}, "1 not said", nil},
		"no currency":       {[]booking.Stake{stake("2", "", false)}, "1 not said", nil},
		"refund and charge": {[]booking.Stake{stake("2", "GBP", false), stake("-2", "GBP", false)}, "0.00 GBP", []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sums, unsaid := SumsOf(c.amounts)
			var counts []int
			for _, s := range sums {
				counts = append(counts, s.Count)
			}
			if words := SumWords(sums, unsaid); words != c.want {
				t.Errorf("the sums are %q", words)
			}
			if diff := cmp.Diff(c.counts, counts); diff != "" {
				t.Error(diff)
			}
		})
	}
}
