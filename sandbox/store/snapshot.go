package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Snapshot tells of a copy of all reservations, values, stock and facts as they
// were at one moment.
type Snapshot struct {
	Name         string
	SavedAt      time.Time // UTC, by the clock of who saved it
	Reservations int64
	Damaged      bool // then nothing else is known of it, and it cannot be loaded
}

// A name becomes part of a file's name.
var snapshotName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// countReservations goes over the accounts and not over the reservations: those
// of an account are numbered without gaps.
const countReservations = `coalesce(sum((SELECT max(seq) - (number << 40) FROM reservation
	WHERE seq > (number << 40) AND seq < ((number + 1) << 40))), 0) FROM account`

// Save keeps a copy of the present state under a name, in place of an earlier
// one of that name; what else is given becomes facts of the copy alone. Reading
// and writing go on meanwhile. A name that cannot be is ErrSnapshotName. When
// Save returns without an error the copy is on disk; a process that is killed
// before leaves the earlier one.
func (s *Store) Save(ctx context.Context, name string, at time.Time, extra ...NamedFact) error {
	if !snapshotName.MatchString(name) {
		return ErrSnapshotName
	}
	s.shelf.mu.Lock()
	defer s.shelf.mu.Unlock()
	copied, err := s.shelf.begin(ctx, name)
	if err != nil {
		return err
	}
	if err := s.copyTo(ctx, copied.source, at, extra); err != nil {
		return errors.Join(err, copied.drop())
	}
	return copied.keep()
}

// copyTo writes the database to an empty one, with what Snapshots tells of it.
func (s *Store) copyTo(ctx context.Context, source string, at time.Time, extra []NamedFact) error {
	from, err := connect(s.source, "", 1)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // Nothing was written through it.
	if _, err := from.ExecContext(ctx, "VACUUM INTO ?", source); err != nil {
		return fmt.Errorf("sandbox snapshots: %w", err)
	}
	to, err := attend(source)
	if err != nil {
		return err
	}
	var count int64
	err = to.QueryRowContext(ctx, "SELECT "+countReservations).Scan(&count)
	facts := []NamedFact{{factSaved, strconv.FormatInt(at.UnixNano(), 10)}, {factCount, strconv.FormatInt(count, 10)}}
	for _, one := range extra {
		facts = append(facts, NamedFact{own + one.Name, one.Value})
	}
	for _, one := range facts {
		if err == nil {
			_, err = to.ExecContext(ctx, replaceFact, one.Name, one.Value, factSum(one.Name, one.Value))
		}
	}
	if err != nil {
		err = fmt.Errorf("sandbox snapshots: %w", err)
	}
	return errors.Join(err, to.Close())
}

// attend opens a snapshot's database.
func attend(source string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, fmt.Errorf("sandbox snapshots: %w", err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// Snapshots lists what Save has kept, by name.
func (s *Store) Snapshots(ctx context.Context) ([]Snapshot, error) {
	s.shelf.mu.Lock()
	defer s.shelf.mu.Unlock()
	names, err := s.shelf.names()
	if err != nil {
		return nil, err
	}
	list := make([]Snapshot, 0, len(names))
	for _, name := range names {
		one, err := s.describe(ctx, name)
		switch {
		case ctx.Err() != nil:
			return nil, fmt.Errorf("snapshot %s: %w", name, err)
		case err != nil: // Whatever is wrong with it, it does not hide the others.
			one = Snapshot{Name: name, Damaged: true}
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b Snapshot) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// describe holds the whole file against its seal first: what Load would refuse is
// not listed as whole.
func (s *Store) describe(ctx context.Context, name string) (Snapshot, error) {
	if s.dir != "" {
		if _, err := checkSeal(s.shelf.file(name)); err != nil {
			return Snapshot{}, err
		}
	}
	db, err := attend(s.shelf.source(name))
	if err != nil {
		return Snapshot{}, err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return Snapshot{}, told(s.shelf.file(name), err)
	}
	read := fact
	if version == oldestSchema {
		read = factOfOldest
	}
	saved, _, err1 := read(ctx, db, factSaved)
	count, _, err2 := read(ctx, db, factCount)
	if err := errors.Join(err1, err2); err != nil {
		return Snapshot{}, told(s.shelf.file(name), err)
	}
	at, err1 := strconv.ParseInt(saved, 10, 64)
	reservations, err2 := strconv.ParseInt(count, 10, 64)
	if err := errors.Join(err1, err2); err != nil {
		return Snapshot{}, &DamageError{File: s.shelf.file(name), Text: "when it was saved is not noted in it", Cause: err}
	}
	return Snapshot{Name: name, SavedAt: time.Unix(0, at).UTC(), Reservations: reservations}, nil
}

// factOfOldest is fact for a snapshot of the oldest schema, whose rows have no
// checksums.
func factOfOldest(ctx context.Context, db *sql.DB, name string) (value string, found bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT value FROM fact WHERE name = ?", name).Scan(&value)
	return value, err == nil, err
}

// RemoveSnapshot removes a snapshot; one that is not there is ErrNoSnapshot.
func (s *Store) RemoveSnapshot(_ context.Context, name string) error {
	if !snapshotName.MatchString(name) {
		return ErrSnapshotName
	}
	s.shelf.mu.Lock()
	defer s.shelf.mu.Unlock()
	return s.shelf.remove(name)
}

// Load puts a snapshot in the place of the present state, in one transaction:
// whoever is killed meanwhile has either the one or the other. It fails with
// ErrSnapshotName, with ErrNoSnapshot, with a MismatchError when the snapshot is
// of another world, and with a DamageError when it is not as it was written;
// nothing has changed then.
func (s *Store) Load(ctx context.Context, name string) error {
	if !snapshotName.MatchString(name) {
		return ErrSnapshotName
	}
	s.shelf.mu.Lock()
	defer s.shelf.mu.Unlock()
	if there, err := s.shelf.has(name); err != nil || !there {
		return errors.Join(err, missing(there))
	}
	source, drop, err := s.checked(ctx, name)
	if err != nil {
		return fmt.Errorf("snapshot %s: %w", name, told(s.shelf.file(name), err))
	}
	defer drop()
	return s.alone(ctx, func(w *writer) (err error) {
		// Attaching is not possible within a transaction.
		if _, err := w.conn.ExecContext(context.Background(), "ATTACH ? AS snapshot", source); err != nil {
			return fmt.Errorf("snapshot %s: %w", name, err)
		}
		defer func() {
			_, detached := w.conn.ExecContext(context.Background(), "DETACH snapshot")
			err = errors.Join(err, detached)
		}()
		return w.replace(func() (map[*account]*view, error) {
			if err := errors.Join(w.empty(), w.run(copyTables()...)); err != nil {
				return nil, err
			}
			// The connection sees its own changes before they are committed.
			return w.views(context.Background())
		})
	})
}

func missing(there bool) error {
	if there {
		return nil
	}
	return ErrNoSnapshot
}

// checked returns the database of a snapshot once it is known to be as it was
// written and of this world. One of an earlier schema is brought up to date in a
// copy, which drop removes.
func (s *Store) checked(ctx context.Context, name string) (source string, drop func(), err error) {
	source, drop = s.shelf.source(name), func() {}
	if s.dir != "" {
		sealed, err := checkSeal(s.shelf.file(name))
		if err != nil {
			return "", nil, err
		}
		if !sealed {
			if source, drop, err = s.shelf.upgrade(ctx, name); err != nil {
				return "", nil, err
			}
		}
	}
	if err := s.compare(ctx, source); err != nil {
		drop()
		return "", nil, err
	}
	return source, drop, nil
}

// compare refuses a snapshot that does not belong to this database.
func (s *Store) compare(ctx context.Context, source string) error {
	db, err := attend(source)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("sandbox snapshots: %w", err)
	}
	if err := knownVersion(version, s.dir); err != nil {
		return err
	}
	return identify(ctx, db, s.dir, s.identity)
}

// Clear removes all reservations, stock and facts in one transaction; the
// database is then as a new one, to be filled again. The accounts and the
// snapshots stay.
func (s *Store) Clear(ctx context.Context) error {
	return s.alone(ctx, func(w *writer) error {
		return w.replace(func() (map[*account]*view, error) {
			if err := w.empty(); err != nil {
				return nil, err
			}
			return w.views(context.Background())
		})
	})
}

// tables are those that hold what happened, and not which world it is or whose.
func tables() []string { return []string{"reservation", "stay_block", "custom_value", "stock"} }

const otherFacts = ` WHERE name NOT IN ('` + factSeed + `', '` + factProperties + `', '` + factVersion + `', '` + factSaved + `', '` + factCount + `')`

func (w *writer) empty() error {
	var list []string
	for _, table := range tables() {
		list = append(list, "DELETE FROM main."+table)
	}
	return w.run(append(list, "DELETE FROM main.fact"+otherFacts)...)
}

// copyTables is the text that copies a snapshot. Accounts keep their numbers
// for ever, so that all that a snapshot knows are there.
func copyTables() []string {
	var list []string
	for _, table := range tables() {
		list = append(list, "INSERT INTO main."+table+" SELECT * FROM snapshot."+table)
	}
	return append(list, "INSERT INTO main.fact SELECT * FROM snapshot.fact"+otherFacts)
}

// run runs statements that are run too rarely to be prepared.
func (w *writer) run(statements ...string) error {
	for _, text := range statements {
		if _, err := w.conn.ExecContext(context.Background(), text); err != nil {
			return fmt.Errorf("sandbox data: %w", err)
		}
	}
	return nil
}
