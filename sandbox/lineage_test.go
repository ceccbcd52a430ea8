package sandbox

import (
	"slices"
	"testing"
	"time"
)

// What was done in a state is there as long as its name is in the lineage.
func TestLineage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func() *Sandbox {
		s, err := Open(t.Context(), placed(t, Options{
			Dir: dir, Seed: 1, Properties: 200, Now: func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) },
			Accounts: []Account{{ID: "a", Token: "t"}},
		}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	s := open()
	first := s.Lineage()
	if len(first) != 1 || len(first[0]) != 12 {
		t.Fatalf("a new world has the names %q", first)
	}
	if err := s.Save(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	saved := s.Lineage()
	if len(saved) != 2 || saved[0] != first[0] {
		t.Errorf("after a save the names are %q, before %q", saved, first)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open()
	if got := s.Lineage(); !slices.Equal(got, saved) {
		t.Errorf("after a restart the names are %q, before %q", got, saved)
	}
	if err := s.Load(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	loaded := s.Lineage()
	if len(loaded) != 2 || loaded[0] != first[0] || loaded[1] == saved[1] {
		t.Errorf("after a load the names are %q, at the save %q", loaded, first)
	}
	if err := s.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.Lineage(); len(got) != 1 || slices.Contains(loaded, got[0]) {
		t.Errorf("after a reset the names are %q, before %q", got, loaded)
	}
	// A snapshot keeps its own name through a reset.
	if err := s.Load(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if got := s.Lineage(); len(got) != 2 || got[0] != first[0] || got[1] == loaded[1] {
		t.Errorf("after another load the names are %q", got)
	}
}
