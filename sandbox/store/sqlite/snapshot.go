package sqlite

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

	"bellhop/sandbox/store"
)

// A name becomes part of a file's name.
var snapshotName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// countReservations goes over the accounts and not over the reservations: those
// of an account are numbered without gaps.
const countReservations = `coalesce(sum((SELECT max(seq) - (number << 40) FROM reservation
	WHERE seq > (number << 40) AND seq < ((number + 1) << 40))), 0) FROM account`

func (d *database) Save(ctx context.Context, name string, at time.Time, extra ...store.NamedFact) error {
	if !snapshotName.MatchString(name) {
		return store.ErrSnapshotName
	}
	d.shelf.mu.Lock()
	defer d.shelf.mu.Unlock()
	copied, err := d.shelf.begin(ctx, name)
	if err != nil {
		return err
	}
	if err := d.copyTo(ctx, copied.source, at, extra); err != nil {
		return errors.Join(err, copied.drop())
	}
	return copied.keep()
}

// copyTo writes the database to an empty one, with what Snapshots tells of it.
func (d *database) copyTo(ctx context.Context, source string, at time.Time, extra []store.NamedFact) error {
	from, err := connect(d.source, "", 1)
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
	facts := []store.NamedFact{{Name: factSaved, Value: strconv.FormatInt(at.UnixNano(), 10)}, {Name: factCount, Value: strconv.FormatInt(count, 10)}}
	for _, one := range extra {
		facts = append(facts, store.NamedFact{Name: own + one.Name, Value: one.Value})
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

func (d *database) Snapshots(ctx context.Context) ([]store.Snapshot, error) {
	d.shelf.mu.Lock()
	defer d.shelf.mu.Unlock()
	names, err := d.shelf.names()
	if err != nil {
		return nil, err
	}
	list := make([]store.Snapshot, 0, len(names))
	for _, name := range names {
		one, err := d.describe(ctx, name)
		switch {
		case ctx.Err() != nil:
			return nil, fmt.Errorf("snapshot %s: %w", name, err)
		case err != nil: // Whatever is wrong with it, it does not hide the others.
			one = store.Snapshot{Name: name, Damaged: true}
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b store.Snapshot) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// describe holds the whole file against its seal first: what Load would refuse is
// not listed as whole.
func (d *database) describe(ctx context.Context, name string) (store.Snapshot, error) {
	if d.dir != "" {
		if _, err := checkSeal(d.shelf.file(name)); err != nil {
			return store.Snapshot{}, err
		}
	}
	db, err := attend(d.shelf.source(name))
	if err != nil {
		return store.Snapshot{}, err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return store.Snapshot{}, told(d.shelf.file(name), err)
	}
	read := fact
	if version == oldestSchema {
		read = factOfOldest
	}
	saved, _, err1 := read(ctx, db, factSaved)
	count, _, err2 := read(ctx, db, factCount)
	if err := errors.Join(err1, err2); err != nil {
		return store.Snapshot{}, told(d.shelf.file(name), err)
	}
	at, err1 := strconv.ParseInt(saved, 10, 64)
	reservations, err2 := strconv.ParseInt(count, 10, 64)
	if err := errors.Join(err1, err2); err != nil {
		return store.Snapshot{}, &store.DamageError{File: d.shelf.file(name), Text: "when it was saved is not noted in it", Cause: err}
	}
	return store.Snapshot{Name: name, SavedAt: time.Unix(0, at).UTC(), Reservations: reservations}, nil
}

// factOfOldest is fact for a snapshot of the oldest schema, whose rows have no
// checksums.
func factOfOldest(ctx context.Context, db *sql.DB, name string) (value string, found bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT value FROM fact WHERE name = ?", name).Scan(&value)
	return value, err == nil, err
}

func (d *database) RemoveSnapshot(_ context.Context, name string) error {
	if !snapshotName.MatchString(name) {
		return store.ErrSnapshotName
	}
	d.shelf.mu.Lock()
	defer d.shelf.mu.Unlock()
	return d.shelf.remove(name)
}

func (d *database) Load(ctx context.Context, name string) error {
	if !snapshotName.MatchString(name) {
		return store.ErrSnapshotName
	}
	d.shelf.mu.Lock()
	defer d.shelf.mu.Unlock()
	if there, err := d.shelf.has(name); err != nil || !there {
		return errors.Join(err, missing(there))
	}
	source, drop, err := d.checked(ctx, name)
	if err != nil {
		return fmt.Errorf("snapshot %s: %w", name, told(d.shelf.file(name), err))
	}
	defer drop()
	return d.alone(ctx, func(w *writer) (err error) {
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
	return store.ErrNoSnapshot
}

// checked returns the database of a snapshot once it is known to be as it was
// written and of this world. One of an earlier schema is brought up to date in a
// copy, which drop removes.
func (d *database) checked(ctx context.Context, name string) (source string, drop func(), err error) {
	source, drop = d.shelf.source(name), func() {}
	if d.dir != "" {
		sealed, err := checkSeal(d.shelf.file(name))
		if err != nil {
			return "", nil, err
		}
		if !sealed {
			if source, drop, err = d.shelf.upgrade(ctx, name); err != nil {
				return "", nil, err
			}
		}
	}
	if err := d.compare(ctx, source); err != nil {
		drop()
		return "", nil, err
	}
	return source, drop, nil
}

// compare refuses a snapshot that does not belong to this database.
func (d *database) compare(ctx context.Context, source string) error {
	db, err := attend(source)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("sandbox snapshots: %w", err)
	}
	if err := knownVersion(version, d.dir); err != nil {
		return err
	}
	return identify(ctx, db, d.dir, d.identity)
}

func (d *database) Clear(ctx context.Context) error {
	return d.alone(ctx, func(w *writer) error {
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
