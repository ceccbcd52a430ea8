package cli

import (
	"testing"
	"time"
)

func TestSpanOf(t *testing.T) {
	at := time.Date(2026, 12, 12, 9, 30, 0, 0, time.UTC)
	for to, want := range map[time.Duration]string{
		0:                "recorded Sat 12 Dec 2026 09:30:00 UTC",
		90 * time.Second: "recorded Sat 12 Dec 2026 09:30:00 to 09:31:30 UTC",
		24 * time.Hour:   "recorded Sat 12 Dec 2026 09:30:00 to Sun 13 Dec 2026 09:30:00 UTC",
	} {
		if got := spanOf(at, at.Add(to)); got != want {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
	}
}
