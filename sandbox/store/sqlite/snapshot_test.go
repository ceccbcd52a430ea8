package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/storetest"
)

func TestSnapshotFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "odd dir %41?[x]")
	s := open(t, dir)
	storetest.Create(t, s, "a")
	if err := s.Save(t.Context(), "x", time.Unix(9, 0)); err != nil {
		t.Fatal(err)
	}
	want := storetest.State(t, s)
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
	storetest.Create(t, s, "a")
	if err := s.Load(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	if got := storetest.State(t, s); got != want {
		t.Errorf("the state is\n%s\nwant\n%s", got, want)
	}
}

// A snapshot of another world, and a file that is none, change nothing.
func TestForeignSnapshotIsRefused(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	s := open(t, dir)
	storetest.Create(t, s, "a")
	want := storetest.State(t, s)
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
	if err := s.Load(t.Context(), "y"); err == nil || !strings.Contains(err.Error(), "y.db is damaged: it cannot be read: file is not a database") {
		t.Errorf("loading what is no database: %v", err)
	}
	if got := storetest.State(t, s); got != want {
		t.Errorf("the state is\n%s\nwant\n%s", got, want)
	}
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
		if _, err := s.Create(t.Context(), storetest.Sale(account, 1, nil)); err != nil {
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
