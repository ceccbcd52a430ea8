package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/sandbox/store"
)

// state is all that a snapshot has to keep, read through the store.
func state(t *testing.T, s *database) string {
	t.Helper()
	var b strings.Builder
	for _, account := range []string{"a", "b"} {
		for _, values := range [][]string{nil, {"s:x"}} {
			page, total, err := s.List(t.Context(), account, store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: values, Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s %v: %d %v\n", account, values, total, page)
		}
	}
	sold, err := s.Sold(t.Context(), []store.Hotels{{From: 0, Until: 1000}}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	clock, found, err := s.Fact(t.Context(), "clock")
	if err != nil {
		t.Fatal(err)
	}
	filled, err := s.Filled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "sold %v clock %q %t filled %t", sold, clock, found, filled)
	return b.String()
}

func create(t *testing.T, s *database, account string) store.Reservation {
	t.Helper()
	r, err := s.Create(t.Context(), sale(account, 1, rooms(50)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Issue 3, section 3: saving, loading and clearing while the store is open.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, s *database) {
		at := time.Date(2026, 11, 21, 12, 30, 0, 5, time.UTC)
		fresh := state(t, s)
		if err := s.Fill(t.Context(), []store.New{sale("a", 2, rooms(9)), sale("b", 1, nil)}); err != nil {
			t.Fatal(err)
		}
		kept := create(t, s, "a")
		if err := s.SetFact(t.Context(), "clock", "+6h"); err != nil {
			t.Fatal(err)
		}
		before := state(t, s)
		if err := s.Save(t.Context(), "first_1", at); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Cancel(t.Context(), "a", kept.ID, nil); err != nil {
			t.Fatal(err)
		}
		create(t, s, "b")
		if err := s.SetFact(t.Context(), "clock", "stop"); err != nil {
			t.Fatal(err)
		}
		later := state(t, s)
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
			{"clear", func() error { return s.Clear(t.Context()) }, fresh},
			{"load the first after clearing", func() error { return s.Load(t.Context(), "first_1") }, before},
			{"save over it", func() error { return s.Save(t.Context(), "second", at) }, before},
			{"load what was saved over", func() error { return s.Load(t.Context(), "second") }, before},
		} {
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			if got := state(t, s); got != step.want {
				t.Errorf("%s: the state is\n%s\nwant\n%s", step.name, got, step.want)
			}
		}
		// The counters go on where the snapshot was.
		if r := create(t, s, "a"); r.Seq != kept.Seq+1 {
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
	})
}

func TestSnapshotFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "odd dir %41?[x]")
	s := open(t, dir)
	create(t, s, "a")
	if err := s.Save(t.Context(), "x", time.Unix(9, 0)); err != nil {
		t.Fatal(err)
	}
	want := state(t, s)
	// A process that was killed while saving leaves such files.
	for _, name := range []string{"x.part", "x.part-journal"} {
		if err := os.WriteFile(filepath.Join(dir, snapshotDir, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	entries, err := os.ReadDir(filepath.Join(dir, snapshotDir))
	if err != nil || len(entries) != 1 || entries[0].Name() != "x.db" {
		t.Fatalf("the snapshots are %v, %v; want x.db alone", entries, err)
	}
	if info, err := entries[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the snapshot has mode %v, %v; want 0600", info.Mode().Perm(), err)
	}
	create(t, s, "a")
	if err := s.Load(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	if got := state(t, s); got != want {
		t.Errorf("the state is\n%s\nwant\n%s", got, want)
	}
}

// A snapshot of another world, and a file that is none, change nothing.
func TestForeignSnapshotIsRefused(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	s := open(t, dir)
	create(t, s, "a")
	want := state(t, s)
	foreign, err := Open(t.Context(), other, store.Identity{Seed: 8, Properties: 100}, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(foreign.Save(t.Context(), "x", time.Unix(1, 0)), foreign.Close(), os.Mkdir(filepath.Join(dir, snapshotDir), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(other, snapshotDir, "x.db"), filepath.Join(dir, snapshotDir, "x.db")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, snapshotDir, "y.db"), []byte(strings.Repeat("no database ", 99)), 0o600); err != nil {
		t.Fatal(err)
	}
	var mismatch *store.MismatchError
	if err := s.Load(t.Context(), "x"); !errors.As(err, &mismatch) || !strings.HasPrefix(err.Error(), "snapshot x: the data in ") {
		t.Errorf("loading another world's: %v, want a MismatchError", err)
	}
	if err := s.Load(t.Context(), "y"); err == nil || !strings.Contains(err.Error(), "y.db is damaged: it is not as it was saved") {
		t.Errorf("loading what is no database: %v", err)
	}
	if got := state(t, s); got != want {
		t.Errorf("the state is\n%s\nwant\n%s", got, want)
	}
}

// Lists that run while everything is replaced see the one state or the other:
// the totals of the two are known, and their pages.
func TestListsDuringReplacement(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for range 3 {
		create(t, s, "a")
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
		if err := errors.Join(s.Clear(t.Context()), s.Load(t.Context(), "three")); err != nil {
			t.Error(err)
			break
		}
	}
	stop()
	group.Wait()
}

func TestOldSchemaAndOtherWorldsAreTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100, Version: 1}, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var mismatch *store.MismatchError
	_, err = Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100, Version: 2}, []string{"a"})
	if want := "the data in " + dir + " belongs to version 1 of the world, and this bellhop makes version 2"; !errors.As(err, &mismatch) || !mismatch.OtherVersion() || err.Error() != want {
		t.Errorf("another version: %v, want %s", err, want)
	}
	db, err := connect(address(dir, fileName)+"?_txlock=immediate", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var old *store.OldError
	_, err = Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100, Version: 1}, []string{"a"})
	if want := "the data in " + dir + " was made by an earlier bellhop"; !errors.As(err, &old) || err.Error() != want {
		t.Errorf("an old schema: %v, want %s", err, want)
	}
}

// Only a lock that somebody holds means that the data is in use.
func TestLockThatIsBrokenIsToldAsItIs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, lockName), []byte(strings.Repeat("no database ", 99)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), dir, store.Identity{}, []string{"a"})
	var busy *store.InUseError
	if err == nil || errors.As(err, &busy) || !strings.Contains(err.Error(), "file is not a database") {
		t.Errorf("a broken lock: %v", err)
	}
}

// What there is does not depend on which accounts may call: a snapshot that is
// saved now tells of as many.
func TestReservationsOfEveryAccount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	for _, account := range []string{"a", "b", "b"} {
		if _, err := s.Create(t.Context(), sale(account, 1, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.Save(t.Context(), "x", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	n, err1 := s.Reservations(t.Context())
	list, err2 := s.Snapshots(t.Context())
	if err := errors.Join(err1, err2); err != nil || n != 3 || len(list) != 1 || list[0].Reservations != 3 {
		t.Errorf("%d reservations, snapshots %+v, %v; want 3 in both", n, list, err)
	}
}

// A fill leaves nothing of a reservation that found no room on its last night.
func TestFillUndoesWhatFoundNoRoom(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	if err := s.Fill(t.Context(), []store.New{sale("a", 1, store.Allotment{1, 0}), sale("a", 1, nil)}); err != nil {
		t.Fatal(err)
	}
	if sold, err := s.Sold(t.Context(), []store.Hotels{{From: 0, Until: 9}}, 0, 100); err != nil || sold != nil {
		t.Errorf("sold %v, %v; want nothing", sold, err)
	}
	if n, err := s.Reservations(t.Context()); err != nil || n != 1 {
		t.Errorf("%d reservations, want 1", n)
	}
}
