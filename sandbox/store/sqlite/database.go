// Package sqlite keeps the sandbox's reservations, and the rooms that they take
// from stock, in an embedded SQL database.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/compress"
	"bellhop/sandbox/store/number"
)

// database is a store in files of a directory, or in memory.
type database struct {
	dir      string // "" in memory
	identity store.Identity
	source   string // the database's address
	namer    number.Namer
	codec    compress.Codec

	read     *sql.DB
	queries  map[string]*sql.Stmt // of read, by their text
	write    *sql.DB
	lock     *sql.DB // nil in memory
	writer   *writer
	closing  sync.Once
	closeErr error

	accounts atomic.Pointer[map[string]*account] // by id; a map never changes

	// listing is held by a list while it reads, and by the writer while it
	// commits what would let the list's parts disagree.
	listing sync.RWMutex

	snapshots snapshotStore
}

// account is a partner account and the stays of its reservations, as of the
// last commit.
type account struct {
	number int64
	view   atomic.Pointer[view]
}

func (d *database) Close() error {
	d.closing.Do(func() {
		d.writer.stop()
		errs := []error{d.writer.close(), d.read.Close(), d.snapshots.close(), d.write.Close()}
		if d.lock != nil {
			errs = append(errs, d.lock.Close())
		}
		d.closeErr = errors.Join(errs...)
	})
	return d.closeErr
}

// abandon closes what a failed Open has opened.
func (d *database) abandon() {
	if d.writer != nil {
		_ = d.writer.close()
	}
	for _, db := range []*sql.DB{d.read, d.write, d.lock} {
		if db != nil {
			_ = db.Close()
		}
	}
}

// file is the database's file, for people.
func (d *database) file() string {
	if d.dir == "" {
		return "the data in memory"
	}
	return filepath.Join(d.dir, fileName)
}

// dataError says of an error, if there is one, that the sandbox's data is
// concerned.
func dataError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("sandbox data: %w", err)
}

// querier is what reads: a database or one of its connections.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// prepare prepares statements, and returns them by their text.
func prepare(ctx context.Context, db interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}, texts ...string,
) (map[string]*sql.Stmt, error) {
	prepared := make(map[string]*sql.Stmt, len(texts))
	for _, text := range texts {
		stmt, err := db.PrepareContext(ctx, text)
		if err != nil {
			return prepared, fmt.Errorf("sandbox data: preparing %q: %w", text, err)
		}
		prepared[text] = stmt
	}
	return prepared, nil
}

// eachRow calls read for every row of a query's result.
func eachRow(rows *sql.Rows, err error, read func(*sql.Rows) error) error {
	if err != nil {
		return dataError(err)
	}
	defer func() { _ = rows.Close() }() // rows.Err returns what went wrong.
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return dataError(rows.Err())
}
