package booking_test

import (
	"testing"
	"time"

	"bellhop/booking"
)

// A pause of less than a second is over for whoever reads it: "in 0 s" says nothing.
func TestProgressNeverCountsZeroSeconds(t *testing.T) {
	now := time.Date(2026, 12, 1, 9, 30, 0, 0, time.UTC)
	for left, want := range map[time.Duration]string{
		-time.Second:           "looked 1 time, not there so far; next at once, until 10:00",
		999 * time.Millisecond: "looked 1 time, not there so far; next at once, until 10:00",
		time.Second:            "looked 1 time, not there so far; next in 1 s, until 10:00",
	} {
		p := booking.Pending{Looks: 1, Next: now.Add(left), Until: now.Add(30 * time.Minute)}
		if got := p.Progress(now, time.UTC); got != want {
			t.Errorf("%s before the next look: %q, want %q", left, got, want)
		}
	}
}
