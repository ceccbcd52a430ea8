package sandbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellhop/sandbox/internal/clock"
	"bellhop/sandbox/store"
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
	var next clock.Setting
	err := changeFact(ctx, s.store, factClock, func(now string) (string, error) {
		at, err := s.clock.Read(now)
		if err != nil {
			return "", err
		}
		next, err = at.Move(to, s.clock.Actual())
		return next.String(), err
	})
	var wrong *InputError
	if errors.As(err, &wrong) {
		return err
	}
	if err != nil {
		return fmt.Errorf("sandbox: storing the clock: %w", err)
	}
	s.clock.Set(next)
	return nil
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
	if again, err := startedWith(ctx, s.shared, order); err != nil {
		return err
	} else if again && stored != "" {
		if at, err = s.clock.Read(stored); err == nil {
			s.clock.Set(at)
		}
		return err
	}
	return s.putClock(ctx, at)
}

// settingStart names the order that servers of one store were last started with.
const settingStart = "clock start"

// startedWith reports whether a server before this one was started with the same order: then
// the clock was put there already, and may have been moved since.
func startedWith(ctx context.Context, shared store.Shared, order string) (again bool, err error) {
	if shared == nil {
		return false, nil
	}
	err = shared.ChangeSetting(ctx, settingStart, false, func(now string) (string, error) {
		again = now == order
		return order, nil
	})
	if err != nil {
		err = fmt.Errorf("sandbox: storing the clock's start: %w", err)
	}
	return again, err
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
