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
	list, err := s.firstReservations(s.Now())
	if err != nil {
		return err
	}
	return s.storeFirst(ctx, list)
}

// firstReservations returns the reservations of a new world: the fixtures, or else
// samples. The error is an *InputError about a fixture.
func (s *Sandbox) firstReservations(now time.Time) ([]store.New, error) {
	if s.fixtures != nil {
		return s.maker.Fixtures(s.fixtures, now, s.filling)
	}
	return s.maker.Samples(s.samples, now), nil
}

// storeFirst stores the first reservations of a new world. A world that was opened
// without fixtures and samples is not filled.
func (s *Sandbox) storeFirst(ctx context.Context, list []store.New) error {
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
