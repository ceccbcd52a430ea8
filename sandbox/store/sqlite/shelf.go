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
	"strings"
	"sync"

	"bellhop/sandbox/store"
)

const (
	shelfName = "snapshots"
	suffix    = ".db"
	partial   = ".part" // ends the name of a file that is still being written
)

// shelf is where the snapshots are: files in a directory, or databases in
// memory, which live as long as a connection to them is open.
type shelf struct {
	mu     sync.Mutex // one use at a time
	dir    string     // "" in memory
	memory map[string]held
}

type held struct {
	source string
	db     *sql.DB
}

// open prepares the shelf, and throws away what a process left half written
// there when it was killed.
func (s *shelf) open(dir string) error {
	s.memory = map[string]held{}
	if dir == "" {
		return nil
	}
	s.dir = filepath.Join(dir, shelfName)
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("sandbox snapshots: %w", err)
	}
	for _, entry := range entries {
		if strings.Contains(entry.Name(), partial) {
			if err := os.Remove(filepath.Join(s.dir, entry.Name())); err != nil {
				return fmt.Errorf("sandbox snapshots: %w", err)
			}
		}
	}
	return nil
}

func (s *shelf) close() error {
	var errs []error
	for _, h := range s.memory {
		errs = append(errs, h.db.Close())
	}
	return errors.Join(errs...)
}

// source is the address of a snapshot that is there.
func (s *shelf) source(name string) string {
	if s.dir == "" {
		return s.memory[name].source
	}
	return address(s.dir, name+suffix) + "?mode=ro"
}

// file is a snapshot's file, for people.
func (s *shelf) file(name string) string {
	if s.dir == "" {
		return "the snapshot in memory"
	}
	return filepath.Join(s.dir, name+suffix)
}

func (s *shelf) has(name string) (bool, error) {
	if s.dir == "" {
		_, there := s.memory[name]
		return there, nil
	}
	_, err := os.Stat(filepath.Join(s.dir, name+suffix))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("sandbox snapshots: %w", err)
	}
	return true, nil
}

func (s *shelf) names() ([]string, error) {
	var names []string
	if s.dir == "" {
		for name := range s.memory {
			names = append(names, name)
		}
		return names, nil
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("sandbox snapshots: %w", err)
	}
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), suffix); ok && snapshotName.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func (s *shelf) remove(name string) error {
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
		err = errors.Join(os.Remove(filepath.Join(s.dir, name+suffix)), syncDir(s.dir))
	}
	if err != nil {
		return fmt.Errorf("sandbox snapshots: %w", err)
	}
	return nil
}

// unfinished is a snapshot in the making: an empty database to write to.
type unfinished struct {
	source string
	keep   func() error // makes it the snapshot of its name
	drop   func() error
}

func (s *shelf) begin(ctx context.Context, name string) (unfinished, error) {
	if s.dir == "" {
		return s.beginMemory(ctx, name)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return unfinished{}, fmt.Errorf("sandbox snapshots: %w", err)
	}
	// SQLite would create the file with wider permissions.
	path := filepath.Join(s.dir, name+partial)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return unfinished{}, fmt.Errorf("sandbox snapshots: %w", err)
	}
	keep := func() error {
		err := seal(path)
		if err == nil {
			err = os.Rename(path, filepath.Join(s.dir, name+suffix))
		}
		if err == nil {
			err = syncDir(s.dir)
		}
		if err != nil {
			return fmt.Errorf("sandbox snapshots: %w", err)
		}
		return nil
	}
	return unfinished{address(s.dir, name+partial), keep, func() error { return os.Remove(path) }}, nil
}

func (s *shelf) beginMemory(ctx context.Context, name string) (unfinished, error) {
	h := held{source: memory()}
	var err error
	if h.db, err = attend(h.source); err != nil {
		return unfinished{}, err
	}
	// A connection has to be open for the database to exist, and to stay.
	h.db.SetMaxIdleConns(1)
	if err := h.db.PingContext(ctx); err != nil {
		return unfinished{}, errors.Join(fmt.Errorf("sandbox snapshots: %w", err), h.db.Close())
	}
	keep := func() error {
		old, there := s.memory[name]
		s.memory[name] = h
		if there {
			return old.db.Close()
		}
		return nil
	}
	return unfinished{h.source, keep, h.db.Close}, nil
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
