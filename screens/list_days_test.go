package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/bookingtest"
	"bellhop/booking/trip"
	"bellhop/screens"
)

// The filter and the reports read days as every list does, and their headings name them.
func TestLists_Days(t *testing.T) {
	t.Parallel()
	for _, c := range bookingtest.ListDays() {
		today, _ := api.ParseDate(c.Today)
		from, err := api.ParseDate(c.From)
		until, wrong := api.ParseDate(c.Until)
		if err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
		days := trip.Span{From: from, Until: until}
		f, _ := newFixtureWith(t, 3)
		f.asleep = today.At(9, 30, 0, time.UTC).Sub(f.now())
		p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Resize(160, 40)
		heading := "arrival on " + days.Words()
		if from != until {
			heading = "arrival from " + trip.DayWords(from) + " · arrival until " + trip.DayWords(until)
		}
		t.Logf("on %s %q", c.Today, c.Text)
		p.Press("f").Type(c.Text).Press("ctrl+s").Has(heading)
		if from == until {
			continue
		}
		p = startOn(f, screens.NewReports(f.deps))
		p.Press("f", "ctrl+u").Type(c.Text).Press("ctrl+s").Has(days.Words() + " · the hotels' days")
	}
}
