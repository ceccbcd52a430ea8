package accessible_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bookingtest"
)

// A report reads days as every list does, and its heading names them.
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
		transcript, err := f.talk("reports", "arrivals", c.Text, "quit")
		if err != nil {
			t.Fatal(err)
		}
		want := "Arrivals, " + from.Format("Monday 2 January 2006") // As it is spoken.
		if until != from {
			want += " to " + until.Format("Monday 2 January 2006")
		}
		if !strings.Contains(transcript, want+": ") {
			t.Errorf("on %s %q is printed as\n%s\nwant %q", c.Today, c.Text, transcript, want)
		}
	}
}

// A search refuses a day far away without its year and suggests the year, which enter accepts.
func TestSearch_FarWithoutYear(t *testing.T) {
	t.Parallel()
	f := newFixture(t) // It is 1 December 2026.
	transcript, err := f.talk("LHR 12nov 2n", "", "quit")
	if err != nil {
		t.Fatal(err)
	}
	wants(t, transcript, "Error in search line: 12nov is 12 November 2026, which is past, or 12 November 2027.\n", "enter for LHR 12nov2027 2n:\n", "Friday 12 November to Sunday 14 November 2027")
	transcript, err = f.talk("LHR yesterday 1n", "quit")
	if err != nil {
		t.Fatal(err)
	}
	wants(t, transcript, "Error in search line: Monday 30 November 2026 is past; the earliest day is Tuesday 1 December 2026.\n")
}
