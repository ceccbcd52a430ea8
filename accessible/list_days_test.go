package accessible_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bookingtest"
)

// A report reads days as every list does, and tells which they are.
func TestReports_Days(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	service := bookingtest.Lists()[0].Serve(t)
	for _, c := range bookingtest.ListDays() {
		today, _ := api.ParseDate(c.Today)
		from, err := api.ParseDate(c.From)
		until, wrong := api.ParseDate(c.Until)
		if err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
		f.deps.Desk = booking.NewDesk(booking.Options{Service: service, Now: func() time.Time { return today.At(12, 0, 0, time.UTC) }})
		told, err := f.talk("reports", "arrivals", c.Text, "quit")
		if err != nil {
			t.Fatal(err)
		}
		want := "Arrivals, " + from.Format("Monday 2 January 2006") // As it is spoken.
		if until != from {
			want += " to " + until.Format("Monday 2 January 2006")
		}
		if !strings.Contains(told, want+": ") {
			t.Errorf("on %s %q is told as\n%s\nwant %q", c.Today, c.Text, told, want)
		}
	}
}

// A day of a search that is far away without its year is asked about, and enter takes the year that is offered.
func TestSearch_FarWithoutYear(t *testing.T) {
	t.Parallel()
	f := newFixture(t) // It is 1 December 2026.
	told, err := f.talk("LHR 12nov 2n", "", "quit")
	if err != nil {
		t.Fatal(err)
	}
	wants(t, told, "Error in search line: 12nov is 12 November 2026, which is past, or 12 November 2027.\n", "enter for LHR 12nov2027 2n:\n", "Friday 12 November to Sunday 14 November 2027")
	told, err = f.talk("LHR yesterday 1n", "quit")
	if err != nil {
		t.Fatal(err)
	}
	wants(t, told, "Error in search line: Monday 30 November 2026 is past; the earliest day is Tuesday 1 December 2026.\n")
}
