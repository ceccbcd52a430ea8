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

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/storetest"
)

// folders holds the folders that the tests copy, until all have ended.
var folders string

// template returns a folder with a new store's files. Copying them is cheaper
// than making the schema anew.
var template = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(folders, "template")
	s, err := Open(context.Background(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
	if err != nil {
		return "", err
	}
	return dir, s.Close()
})

func TestMain(m *testing.M) {
	var err error
	if folders, err = os.MkdirTemp("", "bellhop-store-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(folders)
	os.Exit(code)
}

// open opens the store in a folder, a new one if there is none.
func open(t testing.TB, dir string) *database {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, fileName)); dir != "" && err != nil {
		from, err := template()
		if err == nil {
			err = os.CopyFS(dir, os.DirFS(from))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return openAnew(t, dir)
}

// openAnew opens the store in a folder without a template.
func openAnew(t testing.TB, dir string) *database {
	t.Helper()
	opened, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := opened.(*database)
	if !ok {
		t.Fatalf("opened a %T", opened)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestReopen(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data dir %41?")
	s := openAnew(t, dir)
	r, err := s.Create(t.Context(), storetest.Sale("b", 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"}); err == nil || !strings.Contains(err.Error(), "in use by another sandbox") {
		t.Errorf("opening twice: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), storetest.Sale("b", 1, nil)); !errors.Is(err, store.ErrClosed) {
		t.Errorf("writing to a closed store: %v, want ErrClosed", err)
	}
	var mismatch *store.MismatchError
	_, err = Open(t.Context(), dir, store.Identity{Seed: 8, Properties: 1}, []string{"a"})
	if want := "the data in " + dir + " belongs to a world made from seed 7 with 100 hotels, not seed 8 with 1 hotel"; !errors.As(err, &mismatch) || err.Error() != want {
		t.Errorf("opening another world: %v, want %s", err, want)
	}
	s = openAnew(t, dir)
	again, err := s.Read(t.Context(), "b", r.ID)
	if err != nil || again.Seq != r.Seq || string(again.Document) != string(r.Document) || again.Stay != r.Stay {
		t.Errorf("read %+v, %v; want %+v", again, err, r)
	}
	if _, err := s.Read(t.Context(), "a", r.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("reading another account's: %v, want ErrNotFound", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v; want 0600", e.Name(), info.Mode().Perm(), err)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory has mode %v, %v; want 0700", info.Mode().Perm(), err)
	}
}

func TestMigrationsMatchTheSchemaVersion(t *testing.T) {
	t.Parallel()
	files, err := migrations.ReadDir("migrations")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d migrations, %v", len(files), err)
	}
	s := open(t, "")
	var version int
	if err := s.read.QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&version); err != nil || version != schemaVersion {
		t.Errorf("user_version is %d, %v; want %d", version, err, schemaVersion)
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := connect(address(dir, fileName)+"?_txlock=immediate", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"})
	var newer *store.VersionError
	want := fmt.Sprintf("the data in %s was written by a newer bellhop: its schema version is 99, and this one knows %d", dir, schemaVersion)
	if !errors.As(err, &newer) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// In memory, whoever replaces everything has to wait for a moment without readers, which
// the sandbox gives it.
func TestListsDuringReplacement(t *testing.T) {
	t.Parallel()
	storetest.ListsDuringReplacement(t, open(t, t.TempDir()))
}

func TestStore(t *testing.T) {
	t.Parallel()
	for where, dir := range map[string]func(*testing.T) string{
		"memory": func(*testing.T) string { return "" },
		"disk":   func(t *testing.T) string { return t.TempDir() },
	} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			storetest.Run(t, func(t *testing.T) store.Store { return open(t, dir(t)) })
		})
	}
}
