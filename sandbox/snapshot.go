package sandbox

import (
	"context"
	"errors"
	"fmt"

	"bellhop/sandbox/store"
)

// Reset puts the sandbox back to its seed: no reservations but those of a
// new world, all rooms free, no offers or searches remembered, no late booking
// to come, the faults, the latency and the clock as they were given at start.
//
// A request that is in flight is answered from the state before or after, never
// from a mix of the two. Of many servers that is promised by the one that is told: a
// request to another one may meet the reset between two of its steps.
func (s *Sandbox) Reset(ctx context.Context) error {
	s.admin.Lock()
	defer s.admin.Unlock()
	s.still.Lock()
	defer s.still.Unlock()
	list, err := s.firstReservations(s.clock.First().Time(s.clock.Actual()))
	if err != nil {
		return err
	}
	name := newName()
	err = s.store.Reset(ctx, list, store.NamedFact{Name: factLineage, Value: name}, store.NamedFact{Name: factClock, Value: s.clock.First().String()})
	if err != nil {
		return fmt.Errorf("sandbox: resetting the data: %w", err)
	}
	ctx = context.WithoutCancel(ctx) // There is no way back from here.
	s.forget()
	s.clock.Set(s.clock.First())
	s.lineage.list.Store(&[]string{name})
	return s.training.Reset(ctx)
}

// Save keeps the present state as a snapshot with a name: 1 to 64 letters,
// digits, hyphens and underscores. The clock, the offers and the late bookings
// that are still to come belong to it. One of that name that is there already is
// replaced.
func (s *Sandbox) Save(ctx context.Context, name string) error {
	s.admin.Lock()
	defer s.admin.Unlock()
	if err := s.follow(ctx); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	offers, err := s.service.KeepOffers()
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	if err := s.store.Save(ctx, name, s.clock.Actual(), offers...); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return s.lineage.branch(ctx)
}

// Load puts the sandbox back to a snapshot: its reservations, the rooms that
// they hold, its clock, the offers that were made, and the late bookings that
// were still to come; those of the state that goes are never made. Lists of
// hotels are forgotten, as a restart forgets them. Requests in flight are
// answered as Reset says.
func (s *Sandbox) Load(ctx context.Context, name string) error {
	s.admin.Lock()
	defer s.admin.Unlock()
	s.still.Lock()
	defer s.still.Unlock()
	s.service.WaitForOffers() // They leave the data once they are read, and must not take those of the snapshot with them.
	if err := s.store.Load(ctx, name); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	ctx = context.WithoutCancel(ctx) // There is no way back from here.
	s.forget()
	text, _, err := s.store.Fact(ctx, factClock)
	if err != nil {
		return fmt.Errorf("sandbox: reading the snapshot's clock: %w", err)
	}
	at, err := s.clock.Read(text)
	if err != nil {
		return fmt.Errorf("sandbox: the snapshot's clock: %w", err)
	}
	s.clock.Set(at)
	err = errors.Join(s.training.Recall(ctx), s.lineage.branch(ctx))
	s.service.RecallOffers(ctx)
	return err
}

// Snapshots lists the snapshots by name.
func (s *Sandbox) Snapshots(ctx context.Context) ([]store.Snapshot, error) {
	list, err := s.store.Snapshots(ctx)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return list, nil
}

// RemoveSnapshot deletes a snapshot.
func (s *Sandbox) RemoveSnapshot(ctx context.Context, name string) error {
	s.admin.Lock()
	defer s.admin.Unlock()
	if err := s.store.RemoveSnapshot(ctx, name); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return nil
}

// forget drops what the sandbox remembers of requests: offers, searches, and
// what happens only once. Nobody may be serving a request meanwhile.
func (s *Sandbox) forget() {
	s.service.Forget()
	s.training.Forget()
}

// leave puts into the data what the next start should remember.
func (s *Sandbox) leave() error {
	facts, err := s.service.KeepOffers()
	if err != nil {
		return err
	}
	for _, one := range facts {
		err := s.store.SetFact(context.Background(), one.Name, one.Value)
		if err != nil && !errors.Is(err, store.ErrClosed) { // Close may be called again.
			return fmt.Errorf("sandbox: %w", err)
		}
	}
	return nil
}
