package campaign

import (
	"context"
	"time"

	"bellhop/api"
)

// A clock runs faster than the real one. Processes that are handed the same
// clock read the same time.
type clock struct {
	Real   time.Time `json:"real"`  // the real instant at which it began,
	Start  time.Time `json:"start"` // what it showed then,
	Factor float64   `json:"factor"`
	Wrong  time.Duration

	// The real instant at which this process got hold of it, with the reading
	// that does not jump when the real clock is set.
	here time.Time
}

// campaignStart returns what every campaign's clock shows first, so that the same
// seed meets the same prices.
func campaignStart() time.Time { return time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC) }

func newClock(factor float64) *clock {
	now := time.Now()
	return &clock{Real: now.Round(0), Start: campaignStart(), Factor: factor, here: now}
}

// adopt sets a clock that another process has sent going in this one.
func (c *clock) adopt() { c.here = time.Now() }

// Now returns what the clock shows.
func (c *clock) Now() time.Time {
	elapsed := c.here.Round(0).Sub(c.Real) + time.Since(c.here)
	return c.Start.Add(time.Duration(float64(elapsed) * c.Factor)).Add(c.Wrong)
}

// off returns the same clock, wrong by so much.
func (c *clock) off(by time.Duration) *clock {
	other := *c
	other.Wrong = by
	return &other
}

// Sleep waits until so much time has passed on the clock.
func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	return api.Sleep(ctx, time.Duration(float64(d)/c.Factor))
}
