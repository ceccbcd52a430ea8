package booking_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// Times are not said to be the agent's if the agent's zone is not known.
func TestUnknownZone_IsNotYours(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 9, 30, 0, 0, time.UTC)
	for _, deadline := range []string{"2026-12-10T18:00:00+01:00", "2026-12-10T18:00:00+00:00", "2026-12-10T23:30:00-03:00"} {
		agreed := terms.Of(api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline(deadline), Amount: api.NewMoney("10.00", "GBP")}}})
		for _, hotel := range []*time.Location{nil, time.UTC, time.FixedZone("", 3600)} {
			known, unknown := "", ""
			for zone, words := range map[*time.Location]*string{time.UTC: &known, wording.UnknownZone(): &unknown} {
				*words = strings.Join(agreed.CancelLines(now, zone), "\n") + "\n" + booking.Cancellation{At: now}.Words(hotel, zone)
				for _, line := range agreed.ClockLines(now, now, zone) {
					*words += "\n" + line.Text
				}
			}
			if strings.Contains(unknown, "you") || !strings.Contains(known, "you)") || !strings.Contains(unknown, "UTC") {
				t.Errorf("with an unknown zone it says\n%s\nin UTC\n%s", unknown, known)
			}
		}
	}
}
