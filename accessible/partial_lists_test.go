package accessible_test

import (
	"strings"
	"testing"

	"bellhop/booking"
	"bellhop/booking/bookingtest"
)

// The conversation warns before the rows that a list is incomplete, and never calls it empty.
func TestLists_Partial(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, list := range bookingtest.Lists() {
		f.service.Service = list.Serve(t)
		for name, lines := range map[string][]string{
			"all":           {"reservations", "quit"},
			"a view":        {"reservations", "views", "open deadlines", "back", "quit"},
			"find":          {"find lindqvist", "quit"},
			"deadlines":     {"deadlines", "quit"},
			"arrivals":      {"reports", "arrivals", "2026-12-12 to 2026-12-12", "quit"},
			"cancellations": {"reports", "cancellations", "2026-12-12 to 2026-12-12", "quit"},
		} {
			transcript, err := f.talk(lines...)
			if err != nil {
				t.Fatal(err)
			}
			before, _, _ := strings.Cut(transcript, "\n1. ") // The menu has numbers too.
			_, after, _ := strings.Cut(transcript, "> "+lines[0])
			warned, reads := strings.Count(after, booking.IncompleteWords), 1
			if name == "a view" {
				reads = 2 // all reservations, and those of the view
			}
			if list.Whole && warned > 0 || !list.Whole && warned < reads || strings.Contains(before, booking.IncompleteWords) {
				t.Errorf("%s, %s:\n%s", list.Name, name, after)
			}
			if none := strings.Contains(after, "There is no reservation yet."); name == "a view" && strings.Contains(after, "View open deadlines: ") == none || none && !list.Whole {
				t.Errorf("%s offers no views:\n%s", list.Name, after)
			}
			for _, wrong := range []string{"nothing to cancel", "looked at all"} {
				if !list.Whole && strings.Contains(after, wrong) {
					t.Errorf("%s, %s says %q:\n%s", list.Name, name, wrong, after)
				}
			}
			if rows, sentence := strings.Index(after, "Lindqvist"), strings.Index(after, booking.IncompleteWords); !list.Whole && rows >= 0 && rows < sentence {
				t.Errorf("%s, %s says it after the rows:\n%s", list.Name, name, after)
			}
		}
	}
}
