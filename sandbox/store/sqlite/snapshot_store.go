package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/store"
)

const (
	snapshotDir = "snapshots"
	suffix      = ".db"
	partial     = ".part" // ends the name of a file that is still being written
)

// snapshotStore is where the snapshots are: files in a directory, or databases
// in memory, which live as long as a connection to them is open.
type snapshotStore struct {
	mu      sync.Mutex // one use at a time
	dataDir string     // that they belong to, "" in memory
	dir     string     // within it, "" in memory
	memory  map[string]memorySnapshot
}

type memorySnapshot struct {
	source string
	db     *sql.DB
}

// open prepares the snapshots of a data directory, and removes what a process
// left half written there when it was killed.
func (s *snapshotStore) open(dir string) error {
	s.memory = map[string]memorySnapshot{}
	if dir == "" {
		return nil
	}
	s.dataDir, s.dir = dir, filepath.Join(dir, snapshotDir)
	entries, err := s.entries()
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if strings.Contains(entry.Name(), partial) {
			if err := os.Remove(filepath.Join(s.dir, entry.Name())); err != nil {
				return snapshotError(err)
			}
		}
	}
	return nil
}

func (s *snapshotStore) close() error {
	var errs []error
	for _, one := range s.memory {
		errs = append(errs, one.db.Close())
	}
	return errors.Join(errs...)
}

// entries reads the directory; one that is not there has none.
func (s *snapshotStore) entries() ([]os.DirEntry, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, snapshotError(err)
}

// source is the address of a snapshot that is there.
func (s *snapshotStore) source(name string) string {
	if s.dir == "" {
		return s.memory[name].source
	}
	return address(s.dir, name+suffix) + "?mode=ro"
}

// file is a snapshot's file, for people.
func (s *snapshotStore) file(name string) string {
	if s.dir == "" {
		return "the snapshot in memory"
	}
	return filepath.Join(s.dir, name+suffix)
}

func (s *snapshotStore) has(name string) (bool, error) {
	if s.dir == "" {
		_, there := s.memory[name]
		return there, nil
	}
	_, err := os.Stat(s.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, snapshotError(err)
}

func (s *snapshotStore) names() ([]string, error) {
	var names []string
	if s.dir == "" {
		for name := range s.memory {
			names = append(names, name)
		}
		return names, nil
	}
	entries, err := s.entries()
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), suffix); ok && snapshotName().MatchString(name) {
			names = append(names, name)
		}
	}
	return names, err
}

// list describes the snapshots, by name.
func (s *snapshotStore) list(ctx context.Context) ([]store.Snapshot, error) {
	names, err := s.names()
	if err != nil {
		return nil, err
	}
	list := make([]store.Snapshot, 0, len(names))
	for _, name := range slices.Sorted(slices.Values(names)) {
		one, err := s.describe(ctx, name)
		switch {
		case ctx.Err() != nil:
			return nil, fmt.Errorf("snapshot %s: %w", name, err)
		case err != nil: // Whatever is wrong with it, it does not hide the others.
			one = store.Snapshot{Name: name, Damaged: true}
		}
		list = append(list, one)
	}
	return list, nil
}

// describe checks the whole database first: what Load would refuse is not listed as
// whole.
func (s *snapshotStore) describe(ctx context.Context, name string) (store.Snapshot, error) {
	db, err := openSnapshot(s.source(name))
	if err != nil {
		return store.Snapshot{}, err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	if err := checkStructure(ctx, db, quickCheck, s.file(name)); err != nil {
		return store.Snapshot{}, err
	}
	saved, _, err1 := fact(ctx, db, factSaved)
	count, _, err2 := fact(ctx, db, factCount)
	at, err3 := strconv.ParseInt(saved, 10, 64)
	reservations, err4 := strconv.ParseInt(count, 10, 64)
	return store.Snapshot{Name: name, SavedAt: time.Unix(0, at).UTC(), Reservations: reservations}, errors.Join(err1, err2, err3, err4)
}

func (s *snapshotStore) remove(name string) error {
	there, err := s.has(name)
	switch {
	case err != nil:
		return err
	case !there:
		return store.ErrNoSnapshot
	case s.dir == "":
		err = s.memory[name].db.Close()
		delete(s.memory, name)
	default:
		err = errors.Join(os.Remove(s.file(name)), syncDir(s.dir))
	}
	return snapshotError(err)
}

// save copies the database with an address, and adds facts to the copy.
func (s *snapshotStore) save(ctx context.Context, name, from string, at time.Time, extra []store.NamedFact) error {
	begun, err := s.begin(ctx, name)
	if err != nil {
		return err
	}
	if err := copyDatabase(ctx, from, begun.source, at, extra); err != nil {
		return errors.Join(err, begun.drop())
	}
	return begun.keep()
}

// copyDatabase copies a database to an empty one, with what Snapshots tells of
// the copy.
func copyDatabase(ctx context.Context, from, to string, at time.Time, extra []store.NamedFact) error {
	original, err := connect(from, "", 1)
	if err != nil {
		return err
	}
	defer func() { _ = original.Close() }() // Nothing was written through it.
	if _, err := original.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return snapshotError(err)
	}
	db, err := openSnapshot(to)
	if err != nil {
		return err
	}
	var count int64
	err = db.QueryRowContext(ctx, countReservations).Scan(&count)
	if err == nil {
		facts := []store.NamedFact{{Name: factSaved, Value: strconv.FormatInt(at.UnixNano(), 10)}, {Name: factCount, Value: strconv.FormatInt(count, 10)}}
		for _, one := range extra {
			facts = append(facts, store.NamedFact{Name: ownFact + one.Name, Value: one.Value})
		}
		err = storeFacts(ctx, db, facts...)
	}
	return errors.Join(snapshotError(err), db.Close())
}

// checked returns the database of a snapshot once SQLite has checked it, and it is known
// to be of a world. One of an earlier schema is brought up to date in a copy, which drop
// removes.
func (s *snapshotStore) checked(ctx context.Context, name string, world store.Identity) (source string, drop func(), err error) {
	source, drop = s.source(name), func() {}
	version, err := s.check(ctx, name)
	if err == nil && version != schemaVersion {
		source, drop, err = s.upgrade(ctx, name)
	}
	if err != nil {
		return "", nil, err
	}
	if err := s.compare(ctx, source, world); err != nil {
		drop()
		return "", nil, err
	}
	return source, drop, nil
}

// check refuses a damaged snapshot, and returns the version of its schema.
func (s *snapshotStore) check(ctx context.Context, name string) (version int, err error) {
	db, err := openSnapshot(s.source(name))
	if err != nil {
		return 0, err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	if version, err = versionOf(ctx, db); err != nil {
		return 0, snapshotError(err)
	}
	if version == 0 {
		return 0, &store.DamageError{File: s.file(name), Text: "it is empty"}
	}
	if err := knownVersion(version, s.dataDir); err != nil {
		return 0, err
	}
	return version, checkStructure(ctx, db, quickCheck, s.file(name))
}

// compare refuses a snapshot that does not belong to a world.
func (s *snapshotStore) compare(ctx context.Context, source string, world store.Identity) error {
	db, err := openSnapshot(source)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	return identify(ctx, db, s.dataDir, world)
}

// upgrade copies a snapshot of an earlier schema and brings the copy up to date.
func (s *snapshotStore) upgrade(ctx context.Context, name string) (source string, drop func(), err error) {
	path := filepath.Join(s.dir, name+partial)
	drop = func() { _ = os.Remove(path) } // What is left is removed at the next opening.
	defer func() {
		if err != nil {
			drop()
		}
	}()
	text, err := os.ReadFile(s.file(name))
	if err == nil {
		err = os.WriteFile(path, text, 0o600) //nolint:gosec // A snapshot has a name of our own alphabet.
	}
	if err != nil {
		return "", nil, snapshotError(err)
	}
	source = address(s.dir, name+partial)
	db, err := openSnapshot(source)
	if err != nil {
		return "", nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return source, drop, migrate(ctx, db, s.dataDir)
}

// pendingSnapshot is a snapshot in the making: an empty database to write to.
type pendingSnapshot struct {
	source string
	keep   func() error // makes it the snapshot of its name
	drop   func() error
}

func (s *snapshotStore) begin(ctx context.Context, name string) (pendingSnapshot, error) {
	if s.dir == "" {
		return s.beginMemory(ctx, name)
	}
	path := filepath.Join(s.dir, name+partial)
	err := os.MkdirAll(s.dir, 0o700)
	if err == nil {
		err = createFile(path, os.O_TRUNC)
	}
	if err != nil {
		return pendingSnapshot{}, snapshotError(err)
	}
	keep := func() error {
		err := os.Rename(path, s.file(name)) // The commit of its last fact has synced it.
		if err == nil {
			err = syncDir(s.dir)
		}
		return snapshotError(err)
	}
	return pendingSnapshot{address(s.dir, name+partial), keep, func() error { return os.Remove(path) }}, nil
}

func (s *snapshotStore) beginMemory(ctx context.Context, name string) (pendingSnapshot, error) {
	one := memorySnapshot{source: memory()}
	var err error
	if one.db, err = openSnapshot(one.source); err != nil {
		return pendingSnapshot{}, err
	}
	// A connection has to be open for the database to exist, and to stay.
	one.db.SetMaxIdleConns(1)
	if err := one.db.PingContext(ctx); err != nil {
		return pendingSnapshot{}, errors.Join(snapshotError(err), one.db.Close())
	}
	keep := func() error {
		old, there := s.memory[name]
		s.memory[name] = one
		if there {
			return old.db.Close()
		}
		return nil
	}
	return pendingSnapshot{one.source, keep, one.db.Close}, nil
}

func openSnapshot(source string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, snapshotError(err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

func snapshotError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("sandbox snapshots: %w", err)
}

// createFile creates a file, unless it is there, that only its owner may read:
// SQLite would create it with wider permissions.
func createFile(path string, flag int) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|flag, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// syncDir waits until a directory's list of names is on disk. Windows cannot
// flush a directory.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
