package sqlite

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"bellhop/sandbox/store"
)

// A name becomes part of a file's name.
var snapshotName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`) })

// withSnapshot runs work on the snapshots, which have one user at a time.
func (d *database) withSnapshot(name string, work func(*snapshotStore) error) error {
	if !snapshotName().MatchString(name) {
		return store.ErrSnapshotName
	}
	d.snapshots.mu.Lock()
	defer d.snapshots.mu.Unlock()
	return work(&d.snapshots)
}

func (d *database) Save(ctx context.Context, name string, at time.Time, extra ...store.NamedFact) error {
	return d.withSnapshot(name, func(s *snapshotStore) error { return s.save(ctx, name, d.source, at, extra) })
}

func (d *database) RemoveSnapshot(_ context.Context, name string) error {
	return d.withSnapshot(name, func(s *snapshotStore) error { return s.remove(name) })
}

func (d *database) Snapshots(ctx context.Context) ([]store.Snapshot, error) {
	d.snapshots.mu.Lock()
	defer d.snapshots.mu.Unlock()
	return d.snapshots.list(ctx)
}

func (d *database) Load(ctx context.Context, name string) error {
	return d.withSnapshot(name, func(s *snapshotStore) error {
		if there, err := s.has(name); err != nil {
			return err
		} else if !there {
			return store.ErrNoSnapshot
		}
		source, drop, err := s.checked(ctx, name, d.identity)
		if err != nil {
			return fmt.Errorf("snapshot %s: %w", name, asDamage(s.file(name), err))
		}
		defer drop()
		return d.writer.alone(ctx, func(w *writer) (err error) {
			// Attaching is not possible within a transaction.
			if _, err := w.conn.ExecContext(context.Background(), "ATTACH ? AS snapshot", source); err != nil {
				return fmt.Errorf("snapshot %s: %w", name, err)
			}
			defer func() { err = errors.Join(err, w.execAll("DETACH snapshot")) }()
			err = w.replace(func() error { return w.execAll(append(emptyTables(), copyTables()...)...) })
			return asDamage(s.file(name), err) // All that is read comes from it.
		})
	})
}

// Reset empties the tables in one transaction and fills them in another, which
// counts on what is there.
func (d *database) Reset(ctx context.Context, first []store.New, facts ...store.NamedFact) error {
	err := d.writer.alone(ctx, func(w *writer) error {
		return w.replace(func() error {
			if err := w.execAll(emptyTables()...); err != nil {
				return err
			}
			for _, one := range facts {
				if err := w.setFact(ownFact+one.Name, one.Value); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil || first == nil {
		return err
	}
	return d.Fill(context.WithoutCancel(ctx), first) // There is no way back from here.
}

// tables are those that hold what happened, and not which world it is or whose.
func tables() []string { return []string{"reservation", "stay_block", "custom_value", "stock"} }

const otherFacts = ` WHERE name NOT IN ('` + factSeed + `', '` + factProperties + `', '` + factVersion + `', '` + factSaved + `', '` + factCount + `')`

func emptyTables() []string {
	var list []string
	for _, table := range tables() {
		list = append(list, "DELETE FROM main."+table)
	}
	return append(list, "DELETE FROM main.fact"+otherFacts)
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
