package sandbox

import (
	"context"
	"fmt"
	"time"

	"bellhop/sandbox/store"
)

// fill gives a new world the reservations that it begins with. It does so once.
func (s *Sandbox) fill(ctx context.Context) error {
	done, err := s.store.Filled(ctx)
	if s.waiting = done && s.fixtures != nil; err != nil || done {
		return err
	}
	list, err := s.beginnings(s.Now())
	if err != nil {
		return err
	}
	return s.begun(ctx, list)
}

// beginnings returns the reservations that a new world has: the fixtures, or else
// samples. The error is an *InputError about a fixture.
func (s *Sandbox) beginnings(now time.Time) ([]store.New, error) {
	if s.fixtures != nil {
		return s.maker.Fixtures(s.fixtures, now)
	}
	return s.maker.Samples(s.samples, now), nil
}

// begun stores them, unless there are none to be.
func (s *Sandbox) begun(ctx context.Context, list []store.New) error {
	if s.fixtures == nil && s.samples == 0 {
		return nil
	}
	if err := s.store.Fill(ctx, list); err != nil {
		return fmt.Errorf("sandbox: writing the first reservations: %w", err)
	}
	return nil
}

// FixturesWait reports whether fixtures were given to a world that had its
// reservations already. They come with the next reset.
func (s *Sandbox) FixturesWait() bool { return s.waiting }
