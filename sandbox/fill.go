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
	if err != nil || list == nil {
		return err
	}
	if err := s.store.Fill(ctx, list); err != nil {
		return fmt.Errorf("sandbox: writing the first reservations: %w", err)
	}
	return nil
}

// firstReservations returns the reservations of a new world: the fixtures, or else
// samples; nil where neither was asked for. The error is an *InputError about a fixture.
func (s *Sandbox) firstReservations(now time.Time) ([]store.New, error) {
	if s.fixtures != nil {
		return s.maker.Fixtures(s.fixtures, now, s.filling)
	}
	if s.samples == 0 {
		return nil, nil
	}
	return s.maker.Samples(s.samples, now), nil
}

// FixturesWait reports whether fixtures were given to a world that had its
// reservations already. They come with the next reset.
func (s *Sandbox) FixturesWait() bool { return s.waiting }
