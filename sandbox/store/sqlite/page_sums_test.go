package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/storetest"
)

// asSchema2 makes of a database what an earlier program would have written.
func asSchema2(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range checkedTables {
		_, dropped := db.ExecContext(t.Context(), "ALTER TABLE "+one.name+" DROP COLUMN sum")
		err = errors.Join(err, dropped)
	}
	_, forgot := db.ExecContext(t.Context(), "DELETE FROM goose_db_version WHERE version_id > 1")
	_, numbered := db.ExecContext(t.Context(), "PRAGMA user_version = 2")
	if err := errors.Join(err, forgot, numbered, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// Data and snapshots of the earlier schema go on, and have their checksums then.
func TestEarlierSchemaIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	dir := s.dir
	want := questions(t.Context(), s)
	if err := errors.Join(s.Save(t.Context(), "now", time.Unix(9, 0)), s.Close()); err != nil {
		t.Fatal(err)
	}
	asSchema2(t, filepath.Join(dir, fileName))
	snapshot := filepath.Join(dir, snapshotDir, "now.db")
	about, err := os.Stat(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, sumName)), os.Truncate(snapshot, about.Size()-trailerBytes)); err != nil {
		t.Fatal(err)
	}
	asSchema2(t, snapshot)
	s = open(t, dir)
	same := func(what string) {
		t.Helper()
		got := questions(t.Context(), s)
		for question, answer := range want {
			if got[question] != answer {
				t.Errorf("%s: %s is answered\n%.300s\nwant\n%.300s", what, question, got[question], answer)
			}
		}
	}
	same("after the opening")
	if list, err := s.Snapshots(t.Context()); err != nil || len(list) != 3 || list[2].Name != "now" || list[2].Damaged || list[2].Reservations != 120 {
		t.Errorf("the snapshots are %v, %v", list, err)
	}
	storetest.Create(t, s, "a")
	if err := s.Load(t.Context(), "now"); err != nil {
		t.Fatal(err)
	}
	same("after loading")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	same("after another opening")
	if err := checkAll(t.Context(), s.read, fileName); err != nil {
		t.Error(err)
	}
	// What is left of the copy is gone.
	if left, err := filepath.Glob(filepath.Join(dir, snapshotDir, "*"+partial+"*")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v is left", left, err)
	}
}

// A snapshot that somebody puts in the place of the database is its state, as
// the message of a damaged one advises.
func TestSnapshotInPlaceOfTheDatabase(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	dir := s.dir
	want := questions(t.Context(), s)
	if err := errors.Join(s.Save(t.Context(), "now", time.Unix(9, 0)), s.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, snapshotDir, "now.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, fileName), text, 0o600), os.Remove(filepath.Join(dir, sumName))); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s = open(t, dir)
		got := questions(t.Context(), s)
		for question, answer := range want {
			if got[question] != answer {
				t.Errorf("%s is answered\n%.300s\nwant\n%.300s", question, got[question], answer)
			}
		}
		storetest.Create(t, s, "a")
		want = questions(t.Context(), s)
		if err := errors.Join(s.Save(t.Context(), "again", time.Unix(10, 0)), s.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// A log that has lost its end, or all of it, is told: what it held was
// acknowledged.
func TestLogThatLostBookings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "first"))
	for range 20 {
		storetest.Create(t, s, "a")
	}
	log, err := os.Stat(filepath.Join(s.dir, fileName+walSuffix))
	if err != nil {
		t.Fatal(err)
	}
	for name, lose := range map[string]func(path string) error{
		"nothing": func(string) error { return nil },
		"nothing, written back by another program": func(path string) error {
			db, err := sql.Open("sqlite", "file:"+strings.TrimSuffix(path, walSuffix))
			if err != nil {
				return err
			}
			var n int
			return errors.Join(db.QueryRowContext(t.Context(), "SELECT count(*) FROM reservation").Scan(&n), db.Close())
		},
		"all":            os.Remove,
		"its content":    func(path string) error { return os.Truncate(path, 0) },
		"all but a half": func(path string) error { return os.Truncate(path, log.Size()/2) },
		"its last byte":  func(path string) error { return os.Truncate(path, log.Size()-1) },
	} {
		at := filepath.Join(dir, name)
		copyRunning(t, s, at)
		if err := lose(filepath.Join(at, fileName+walSuffix)); err != nil {
			t.Fatal(err)
		}
		again, err := Open(t.Context(), at, s.identity, []string{"a", "b"})
		var damage *store.DamageError
		switch {
		case name == "nothing", name == "nothing, written back by another program":
			if err != nil {
				t.Errorf("a log as it was left: %v", err)
				continue
			}
			if n, err := again.Reservations(t.Context()); err != nil || n != 20 {
				t.Errorf("%d reservations, %v", n, err)
			}
			if err := again.Close(); err != nil {
				t.Error(err)
			}
		case !errors.As(err, &damage) || !strings.Contains(err.Error(), "sandbox.db-wal is damaged: it ends before the last bookings that were acknowledged"):
			t.Errorf("a log that lost %s: %v", name, err)
		}
	}
}

// A log that is written back by whoever ends last, and not by the store, has
// lost nothing.
func TestLogIsWrittenBackByAReader(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for range 20 {
		storetest.Create(t, s, "a")
	}
	other, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	reading, err := other.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reading.QueryRowContext(t.Context(), "SELECT count(*) FROM reservation").Scan(&n); err != nil {
		t.Fatal(err)
	}
	storetest.Create(t, s, "a")
	if err := errors.Join(s.Close(), reading.Rollback(), other.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, fileName+walSuffix)); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the log is there still: %v", err)
	}
	s = open(t, s.dir)
	if n, err := s.Reservations(t.Context()); err != nil || n != 21 {
		t.Errorf("%d reservations, %v", n, err)
	}
}

// An opening that fails leaves the log where the sums cannot be renewed.
func TestFailedOpeningLeavesTheLog(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	storetest.Create(t, s, "a")
	taken, renewed := filepath.Join(s.dir, snapshotDir), filepath.Join(s.dir, sumName+partial)
	if err := errors.Join(s.Close(), os.WriteFile(taken, nil, 0o600), os.Mkdir(renewed, 0o700)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), s.dir, s.identity, []string{"a", "b", "new"}); err == nil {
		t.Fatal("a file in the place of the snapshots' folder was taken")
	}
	if err := errors.Join(os.Remove(taken), os.Remove(renewed)); err != nil {
		t.Fatal(err)
	}
	s = open(t, s.dir)
	if n, err := s.Reservations(t.Context()); err != nil || n != 1 {
		t.Errorf("%d reservations, %v", n, err)
	}
}

// markOf is what the sums say of the log; the writer's own loop owns them.
func markOf(t *testing.T, s *database) (m mark) {
	t.Helper()
	if err := s.writer.alone(t.Context(), func(*writer) error { m = s.sums.marked; return nil }); err != nil {
		t.Fatal(err)
	}
	return m
}

// copyRunning copies the files of an open store as a kill leaves them, at a moment
// at which nothing is written: the files are copied one after the other.
func copyRunning(t *testing.T, s *database, to string) {
	t.Helper()
	if err := s.writer.alone(t.Context(), func(*writer) error { return os.CopyFS(to, os.DirFS(s.dir)) }); err != nil {
		t.Fatal(err)
	}
}

// A machine that loses its power keeps what was synced: the log that was begun
// anew, and sums that do not know yet that the one before was written back.
func TestPowerIsLost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "first"))
	for range 20 {
		storetest.Create(t, s, "a")
	}
	settled := s.writer.alone(t.Context(), func(w *writer) error { return s.sums.checkpoint(t.Context(), w.conn) })
	if settled != nil {
		t.Fatal(settled)
	}
	synced, err := os.ReadFile(filepath.Join(s.dir, sumName))
	if err != nil {
		t.Fatal(err)
	}
	before := markOf(t, s)
	if before.Complete != 1 {
		t.Fatal("the log was not written back")
	}
	before.Complete = 0
	copy(synced, encodeMark(before))
	for range 5 {
		storetest.Create(t, s, "a")
	}
	if markOf(t, s).Log.Salt == before.Log.Salt {
		t.Fatal("the log was not begun anew")
	}
	at := filepath.Join(dir, "then")
	copyRunning(t, s, at)
	if err := os.WriteFile(filepath.Join(at, sumName), synced, 0o600); err != nil {
		t.Fatal(err)
	}
	again := open(t, at)
	if n, err := again.Reservations(t.Context()); err != nil || n != 25 {
		t.Errorf("%d reservations, %v", n, err)
	}
}

// The log is written back while the store is open, and the sums keep up with
// it, whoever reads meanwhile.
func TestLogIsWrittenBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "first"))
	var first [8]byte
	reading, err := s.read.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reading.QueryRowContext(t.Context(), "SELECT count(*) FROM reservation").Scan(&n); err != nil {
		t.Fatal(err)
	}
	// Large documents make the log long with few reservations, if they are stored as
	// they are.
	document := make([]byte, 100_000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(document) // It never fails.
	for i := range 100 {
		if i == 62 {
			if err := reading.Rollback(); err != nil {
				t.Fatal(err)
			}
		}
		n := storetest.Sale([]string{"a", "b"}[i%2], 1, storetest.Rooms(1000))
		n.Document = func(int64) ([]byte, error) { return document, nil }
		if _, err := s.Create(t.Context(), n); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = markOf(t, s).Log.Salt
		}
		if i%10 != 0 {
			continue
		}
		at := filepath.Join(dir, fmt.Sprint(i))
		copyRunning(t, s, at)
		killed, err := Open(t.Context(), at, s.identity, []string{"a", "b"})
		if err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
		if n, err := killed.Reservations(t.Context()); err != nil || n != int64(i+1) {
			t.Errorf("after %d there are %d reservations, %v", i, n, err)
		}
		if err := errors.Join(killed.Close(), os.RemoveAll(at)); err != nil {
			t.Error(err)
		}
	}
	if now := markOf(t, s).Log.Salt; now == first {
		t.Error("the log was never begun anew")
	}
}

func FuzzSums(f *testing.F) {
	dir := f.TempDir()
	s, err := Open(context.Background(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"})
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{sumName, fileName + walSuffix} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	if err := s.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, text []byte) {
		// Whatever stands in the sums or in the log: they are checked to their end.
		for _, name := range []string{sumName, fileName + walSuffix} {
			at := t.TempDir()
			if err := errors.Join(os.WriteFile(filepath.Join(at, fileName), nil, 0o600), os.WriteFile(filepath.Join(at, name), text, 0o600)); err != nil {
				t.Fatal(err)
			}
			s := newPageSums(at)
			known, err := s.check()
			if known && name != sumName {
				t.Error("sums are known that are not there")
			}
			var damage *store.DamageError
			if err != nil && !errors.As(err, &damage) {
				t.Errorf("the error is %v", err)
			}
			if err := s.close(); err != nil {
				t.Error(err)
			}
		}
	})
}
