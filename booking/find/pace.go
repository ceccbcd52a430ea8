package find

import (
	"context"
	"time"
)

// An index makes its first calls at once, one after the other, and from then on a few in a second: an account of a few
// thousand is there within a second or two, and one of a million is no burden to the service.
const (
	callsAtOnce = 60
	callsAfter  = 5 // in a second
)

// A pace spreads calls. It is used by one caller at a time.
type pace struct {
	clock func() time.Time
	sleep func(context.Context, time.Duration) error
	left  float64
	at    time.Time
}

func newPace(clock func() time.Time, sleep func(context.Context, time.Duration) error) pace {
	p := pace{clock: clock, sleep: sleep, left: callsAtOnce}
	if clock == nil {
		p.clock = time.Now
	}
	if sleep == nil {
		p.sleep = pause
	}
	return p
}

// now counts a call that a person waits for: it is made at once, and those that follow wait for it.
func (p *pace) now() {
	p.refill()
	p.left--
}

func (p *pace) refill() {
	now := p.clock()
	if !p.at.IsZero() {
		p.left = min(callsAtOnce, p.left+callsAfter*max(0, now.Sub(p.at).Seconds()))
	}
	p.at = now
}

// wait returns when the next call may be made.
func (p *pace) wait(ctx context.Context) error {
	p.refill()
	if p.left < 1 {
		if err := p.sleep(ctx, time.Duration((1-p.left)/callsAfter*float64(time.Second))); err != nil {
			return err
		}
		p.left, p.at = 1, p.clock()
	}
	p.left--
	return ctx.Err()
}

func pause(ctx context.Context, d time.Duration) error {
	over := time.NewTimer(d)
	defer over.Stop()
	select {
	case <-over.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
