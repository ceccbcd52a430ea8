package sandbox

import (
	"context"
	"fmt"
	"time"

	"bellhop/sandbox/internal/clock"
)

// factClock names the clock's setting in the stored data, so that a restart
// goes on with the same time.
const factClock = "clock"

// Clock is what the sandbox takes the time to be.
type Clock = clock.State

// Now is the sandbox's time in UTC. Prices, expiries, deadlines, "today" and
// the Date header all follow it.
func (s *Sandbox) Now() time.Time { return s.clock.Now() }

// Clock returns what the sandbox takes the time to be.
func (s *Sandbox) Clock() Clock { return s.clock.State() }

// SetClock moves the clock and stores where it is, so that a restart goes on
// with it. It understands
//
//	+6h -30m +2d +1d12h              forward or back by that much
//	2026-12-24T10:00:00Z             to that instant, where it stands still
//	2026-12-24 10:00, 2026-12-24     the same, in UTC
//	stop                             stand still now
//	run                              go on from the time it shows
//	real                             back to the real time
//
// Anything else, and a time outside the years 2000 to 2199, is an *InputError.
//
// Going back is allowed. Offers and searches made at an instant that has not
// come yet count as never made: a rate that a partner holds stays bookable.
func (s *Sandbox) SetClock(ctx context.Context, to string) error {
	s.admin.Lock()
	defer s.admin.Unlock()
	if err := s.follow(ctx); err != nil {
		return fmt.Errorf("sandbox: reading the clock: %w", err)
	}
	next, err := s.clock.Move(to)
	if err != nil {
		return err
	}
	return s.putClock(ctx, next)
}

// startClock puts the clock where the order says, or else where the data left
// it.
func (s *Sandbox) startClock(ctx context.Context, order string) error {
	stored, _, err := s.store.Fact(ctx, factClock)
	if err != nil {
		return fmt.Errorf("sandbox: reading the clock: %w", err)
	}
	at, err := s.clock.Start(order, stored)
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	if order == "" || at.String() == stored {
		return nil
	}
	return s.putClock(ctx, at)
}

// putClock stores a setting and then follows it.
func (s *Sandbox) putClock(ctx context.Context, next clock.Setting) error {
	if err := s.store.SetFact(ctx, factClock, next.String()); err != nil {
		return fmt.Errorf("sandbox: storing the clock: %w", err)
	}
	s.clock.Set(next)
	return nil
}

// CheckClock returns the *InputError that SetClock would return for an order
// given to a real clock.
func CheckClock(to string) error {
	_, err := clock.Setting{}.Move(to, time.Now())
	return err
}
