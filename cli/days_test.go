package cli_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/booking/bookingtest"
	"bellhop/cli/exit"
)

// If the hotel is named apart from the line, a day word alone gives the dates. A day past at the hotel is called past.
func TestDays_OfANamedHotel(t *testing.T) {
	f := newFixture(t)
	f.service = bookingtest.Serve(t, func(path string) string {
		if strings.Contains(path, "reservation") {
			return bookingtest.ReservationJSON(bookingtest.ReservationID(1), "2026-12-12T05:00:00Z", "2026-12-15T05:00:00Z")
		}
		return `{"results":[]}`
	})
	f.now = time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC) // Four o'clock in New York, and still the 27th in Pago Pago.
	id := bookingtest.ReservationID(1)
	for _, c := range []struct{ args, want string }{
		{"rates LX20400 weekend", "Fri 4 Dec – Sun 6 Dec 2026"},
		{"rates LX20400 this weekend", "Fri 4 Dec – Sun 6 Dec 2026"},
		{"rates LX20400 sat", "Sat 5 Dec"},
		{"rates LX20400 fri", "Fri 4 Dec"},
		{"rates LX20400 today", "Sat 28 Nov"},
		{"rates LX20400 tonight", "Sat 28 Nov"},
		{"rates LX20400 tomorrow", "Sun 29 Nov"},
		{"rates LX20400 aldwych", `"aldwych" does not say when`},
		{"rates LX20400 27nov", "Fri 27 Nov 2026 is past; the earliest day is Sat 28 Nov 2026"},
		{"reservation dates " + id + " 27nov --yes", "Fri 27 Nov 2026 is past; the earliest day is Sat 28 Nov 2026"},
		{"reservation dates " + id + " weekend --yes", "Fri 4 Dec – Sun 6 Dec 2026"},
	} {
		code, out, errOut := f.run(strings.Fields(c.args)...)
		if code == exit.OK || !strings.Contains(errOut, c.want) {
			t.Errorf("bellhop %s: exit %d, want %q\n%s%s", c.args, code, c.want, out, errOut)
		}
	}
}
