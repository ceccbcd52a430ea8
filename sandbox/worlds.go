package sandbox

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
)

// factWorlds names in the stored data the worlds that the present one has come
// from.
const factWorlds = "worlds"

// Worlds are names of states that the data has come from, the oldest first and
// that of now last. A name is made at random for a new world, at a reset, when a
// state is saved, and when one is loaded. So what was done while a name was the
// last is still there exactly as long as the name is among them: a reset leaves
// none of them, and a load those from before the save.
//
// What is done in the very moment of a save may count to either side.
func (s *Sandbox) Worlds() []string {
	if list := s.worlds.Load(); list != nil {
		return slices.Clone(*list)
	}
	return nil
}

// beginWorlds reads the names, and gives the first one to a new world.
func (s *Sandbox) beginWorlds(ctx context.Context) error {
	text, _, err := s.store.Fact(ctx, factWorlds)
	if err != nil {
		return fmt.Errorf("sandbox: reading the world's name: %w", err)
	}
	if list := strings.Fields(text); len(list) > 0 {
		s.worlds.Store(&list)
		return nil
	}
	return s.newWorld(ctx, nil)
}

// newWorld goes on under a new name, after those of the states before.
func (s *Sandbox) newWorld(ctx context.Context, before []string) error {
	list := append(slices.Clone(before), rand.Text()[:12])
	if err := s.store.SetFact(ctx, factWorlds, strings.Join(list, " ")); err != nil {
		return fmt.Errorf("sandbox: storing the world's name: %w", err)
	}
	s.worlds.Store(&list) // Nobody is told a name that a restart would not know.
	return nil
}

// loadedWorld goes on under a new name after those of the snapshot that was
// loaded.
func (s *Sandbox) loadedWorld(ctx context.Context) error {
	text, _, err := s.store.Fact(ctx, factWorlds)
	if err != nil {
		return fmt.Errorf("sandbox: reading the snapshot's world: %w", err)
	}
	return s.newWorld(ctx, strings.Fields(text))
}
