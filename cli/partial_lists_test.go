package cli_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/booking"
	"bellhop/booking/bookingtest"
	"bellhop/cli/exit"
)

// Every command that reads an incomplete list ends with exit code 11 and one sentence.
func TestReservationCommands_PartialList(t *testing.T) {
	f := newFixture(t)
	f.now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for _, list := range bookingtest.Lists() {
		f.service = list.Serve(t)
		for _, line := range []string{
			"reservation list", "reservation list --limit 10", "reservation list --json id", "reservation list --find lindqvist",
			"reservation list --status confirmed --sort arrival", "reservation list --departure 2026-12-15", "reservation list --arrival 12dec",
			"reservation export", "reservation export --format json", "reservation report arrivals --from 2026-12-12 --to 2026-12-12",
			"reservation report departures --json", "reservation report deadlines", "deadlines", "deadlines --json", "deadlines --within 20d",
		} {
			code, out, errOut := f.run(words(line)...)
			warned := strings.Contains(errOut, booking.IncompleteWords+" Run it again.")
			switch {
			case !list.Whole && (code != exit.Incomplete || !warned):
				t.Errorf("%s: %s ended with %d: %s%s", list.Name, line, code, out, errOut)
			case list.Whole && (code != exit.OK && code != exit.Due || warned):
				t.Errorf("%s: %s ended with %d: %s%s", list.Name, line, code, out, errOut)
			case !list.Whole && strings.Contains(out, "no deadlines"):
				t.Errorf("%s: %s says that there are no deadlines: %s", list.Name, line, out)
			}
		}
	}
}
