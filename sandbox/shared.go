package sandbox

import (
	"context"
	"errors"
	"log/slog"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/postgres"
	"bellhop/sandbox/store/sqlite"
	"bellhop/sandbox/training"
)

// Many servers can have one store. Each has its own world, which is the same, and
// follows the clock, the training, the late bookings and the lineage that the others
// leave in it.

// SharedData reports whether a place for data is one that many servers can have.
func SharedData(place string) bool { return postgres.Is(place) }

// SharedSchema tells how far the tables of a shared place are made.
type SharedSchema = postgres.Schema

// SharedStatus returns how far the tables of a shared place are made. It changes
// nothing.
func SharedStatus(ctx context.Context, place string) (SharedSchema, error) {
	return postgres.Status(ctx, place)
}

// Migrate brings the tables of a shared place up to date, and returns how far they
// were before.
func Migrate(ctx context.Context, place string) (SharedSchema, error) {
	return postgres.Migrate(ctx, place)
}

func openStore(ctx context.Context, place string, world store.Identity, accounts []string) (store.Store, error) {
	if SharedData(place) {
		return postgres.Open(ctx, place, world, accounts)
	}
	return sqlite.Open(ctx, place, world, accounts)
}

// reread follows what other servers have changed. What cannot be read now is read
// at the next change, or when there is a connection again.
func (s *Sandbox) reread(ctx context.Context) {
	s.admin.Lock()
	defer s.admin.Unlock()
	if err := s.follow(ctx); err != nil && ctx.Err() == nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "what other servers have changed could not be read", slog.String("error", err.Error()))
	}
}

// follow is reread while admin is held. Before an order that goes from what there is,
// such as one to the clock, it makes sure of that.
func (s *Sandbox) follow(ctx context.Context) error {
	if s.shared == nil {
		return nil
	}
	text, _, err := s.store.Fact(ctx, factClock)
	if err != nil {
		return err
	}
	at, err := s.clock.Read(text)
	if err != nil {
		return err
	}
	s.clock.Set(at)
	return errors.Join(s.lineage.reread(ctx), s.training.Reread(ctx))
}

// changeFact stores what change makes of a fact, one change after another whichever
// server asks for it. Admin is held.
func changeFact(ctx context.Context, s store.Store, name string, change func(now string) (string, error)) error {
	if shared, ok := s.(store.Shared); ok {
		return shared.ChangeFact(ctx, name, change)
	}
	now, _, err := s.Fact(ctx, name)
	if err != nil {
		return err
	}
	next, err := change(now)
	if err != nil {
		return err
	}
	return s.SetFact(ctx, name, next)
}

// firsts remembers for the training what happens only once.
type firsts struct{ store.Shared }

func (f firsts) First(ctx context.Context, key string) (bool, error) {
	return f.Shared.First(ctx, store.OnceMet, key)
}

// trainingShared is what a training shares; nil for a server alone.
func trainingShared(shared store.Shared) training.Shared {
	if shared == nil {
		return nil
	}
	return firsts{shared}
}
