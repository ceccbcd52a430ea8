package sandbox

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"bellhop/sandbox/store"
)

// factLineage names the lineage in the stored data.
const factLineage = "worlds"

// lineage is the states that the data has come from, by their names.
type lineage struct {
	store store.Store
	list  atomic.Pointer[[]string]
}

// Lineage returns the names of the states that the data has come from, the
// oldest first and that of now last. A name is made at random for a new world, at
// a reset, when a state is saved, and when one is loaded. So what was done while a
// name was the last is still there exactly as long as the name is in the lineage:
// a reset keeps none of them, and a load those from before the save.
//
// Writes at the moment of a save may count to either side.
func (s *Sandbox) Lineage() []string { return s.lineage.names() }

func (l *lineage) names() []string {
	if list := l.list.Load(); list != nil {
		return slices.Clone(*list)
	}
	return nil
}

// stored reads the names that the data holds.
func (l *lineage) stored(ctx context.Context) ([]string, error) {
	text, _, err := l.store.Fact(ctx, factLineage)
	if err != nil {
		return nil, fmt.Errorf("sandbox: reading the lineage: %w", err)
	}
	return strings.Fields(text), nil
}

// newName makes a name of a state.
func newName() string { return rand.Text()[:12] }

// begin reads the names, and gives the first one to a new world.
func (l *lineage) begin(ctx context.Context) error {
	list, err := l.stored(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return l.branch(ctx)
	}
	l.list.Store(&list)
	return nil
}

// reread reads the names that another server has made.
func (l *lineage) reread(ctx context.Context) error {
	list, err := l.stored(ctx)
	if err == nil && len(list) > 0 {
		l.list.Store(&list)
	}
	return err
}

// branch goes on under a new name, after those that the data holds.
func (l *lineage) branch(ctx context.Context) error {
	var list []string
	if err := changeFact(ctx, l.store, factLineage, func(now string) (string, error) {
		list = append(strings.Fields(now), newName())
		return strings.Join(list, " "), nil
	}); err != nil {
		return fmt.Errorf("sandbox: storing the lineage: %w", err)
	}
	l.list.Store(&list) // Nobody is told a name that a restart would not know.
	return nil
}
