package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/sandbox/store"
)

// Issue 3, section 3: saving, loading and clearing while the store is open.
func testSnapshots(t *testing.T, s store.Store) {
	at := time.Date(2026, 11, 21, 12, 30, 0, 5, time.UTC)
	fresh := State(t, s)
	if err := s.Fill(t.Context(), []store.New{Sale("a", 2, Rooms(9)), Sale("b", 1, nil)}); err != nil {
		t.Fatal(err)
	}
	kept := Create(t, s, "a")
	if err := s.SetFact(t.Context(), "clock", "+6h"); err != nil {
		t.Fatal(err)
	}
	before := State(t, s)
	if err := s.Save(t.Context(), "first_1", at); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Cancel(t.Context(), "a", kept.ID, nil); err != nil {
		t.Fatal(err)
	}
	Create(t, s, "b")
	if err := s.SetFact(t.Context(), "clock", "stop"); err != nil {
		t.Fatal(err)
	}
	later := State(t, s)
	if err := s.Save(t.Context(), "second", at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	list, err := s.Snapshots(t.Context())
	if want := []store.Snapshot{{Name: "first_1", SavedAt: at, Reservations: 3}, {Name: "second", SavedAt: at.Add(time.Hour), Reservations: 4}}; err != nil || fmt.Sprint(list) != fmt.Sprint(want) {
		t.Errorf("snapshots %v, %v; want %v", list, err, want)
	}
	for _, step := range []struct {
		name string
		do   func() error
		want string
	}{
		{"load the first", func() error { return s.Load(t.Context(), "first_1") }, before},
		{"load the second", func() error { return s.Load(t.Context(), "second") }, later},
		{"clear", func() error { return s.Reset(t.Context(), nil) }, fresh},
		{"load the first after clearing", func() error { return s.Load(t.Context(), "first_1") }, before},
		{"save over it", func() error { return s.Save(t.Context(), "second", at) }, before},
		{"load what was saved over", func() error { return s.Load(t.Context(), "second") }, before},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := State(t, s); got != step.want {
			t.Errorf("%s: the state is\n%s\nwant\n%s", step.name, got, step.want)
		}
	}
	// The counters go on where the snapshot was.
	if r := Create(t, s, "a"); r.Seq != kept.Seq+1 {
		t.Errorf("the next reservation is %d, want %d", r.Seq, kept.Seq+1)
	}
	if err := s.RemoveSnapshot(t.Context(), "second"); err != nil {
		t.Error(err)
	}
	if err := s.RemoveSnapshot(t.Context(), "second"); !errors.Is(err, store.ErrNoSnapshot) {
		t.Errorf("removing it twice: %v, want ErrNoSnapshot", err)
	}
	if err := s.Load(t.Context(), "second"); !errors.Is(err, store.ErrNoSnapshot) {
		t.Errorf("loading what was removed: %v, want ErrNoSnapshot", err)
	}
	for _, name := range []string{"", "a/b", "..", "ü", "a b", strings.Repeat("n", 65), "x.db"} {
		for what, do := range map[string]func() error{
			"save":   func() error { return s.Save(t.Context(), name, at) },
			"load":   func() error { return s.Load(t.Context(), name) },
			"remove": func() error { return s.RemoveSnapshot(t.Context(), name) },
		} {
			if err := do(); !errors.Is(err, store.ErrSnapshotName) {
				t.Errorf("%s %q: %v, want ErrSnapshotName", what, name, err)
			}
		}
	}
}

// ListsDuringReplacement shows that lists that run while everything is replaced see the one state or the other:
// the totals of the two are known, and their pages.
func ListsDuringReplacement(t *testing.T, s store.Store) {
	for range 3 {
		Create(t, s, "a")
	}
	if err := s.Save(t.Context(), "three", time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for ctx.Err() == nil {
				page, total, err := s.List(t.Context(), "a", store.Filter{CheckIn: store.Days{From: 10, Until: 10}, CheckOut: store.AllDays(), Values: []string{"s:x"}, Limit: 100})
				if err != nil || int64(len(page)) != total || total != 0 && total != 3 {
					t.Errorf("%d reservations of %d, %v", len(page), total, err)
					return
				}
			}
		})
	}
	for range 10 {
		if err := errors.Join(s.Reset(t.Context(), nil), s.Load(t.Context(), "three")); err != nil {
			t.Error(err)
			break
		}
	}
	stop()
	group.Wait()
}

// A fill leaves nothing of a reservation that found no room on its last night.
func testFillUndoesWhatFoundNoRoom(t *testing.T, s store.Store) {
	if err := s.Fill(t.Context(), []store.New{Sale("a", 1, store.Allotment{1, 0}), Sale("a", 1, nil)}); err != nil {
		t.Fatal(err)
	}
	if sold, err := s.Sold(t.Context(), []store.Hotels{{From: 0, Until: 9}}, 0, 100); err != nil || sold != nil {
		t.Errorf("sold %v, %v; want nothing", sold, err)
	}
	if n, err := s.Reservations(t.Context()); err != nil || n != 1 {
		t.Errorf("%d reservations, want 1", n)
	}
}
