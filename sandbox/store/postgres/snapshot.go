package postgres

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"bellhop/sandbox/store"
)

// replaceTimeout is how long replacing or copying everything may take.
const replaceTimeout = 10 * time.Minute

var snapshotName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`) })

// Each table and the columns that its copy has.
var copied = []struct{ table, columns string }{
	{"fact", "name, value"},
	{"reservation", columns},
	{"custom_value", "account, value, ordinal"},
	{"stock", "night, hotel, room, sold"},
}

func (d *database) Reset(ctx context.Context, first []store.New, facts ...store.NamedFact) error {
	return d.replace(ctx, func(ctx context.Context, tx pgx.Tx) error {
		for _, one := range facts {
			if _, err := tx.Exec(ctx, replaceFact, ownFact+one.Name, one.Value); err != nil {
				return err
			}
		}
		if first == nil {
			return nil
		}
		return d.fillIn(ctx, tx, first)
	})
}

// replace empties all tables, and lets work fill them, in one transaction.
func (d *database) replace(ctx context.Context, work func(ctx context.Context, tx pgx.Tx) error) error {
	return d.writeFor(ctx, replaceTimeout, pgx.TxOptions{}, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockAll(ctx, tx); err != nil {
			return err
		}
		for _, table := range tables() {
			if _, err := tx.Exec(ctx, "TRUNCATE "+table); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "UPDATE account SET last = 0, newest = 0"); err != nil {
			return err
		}
		if err := work(ctx, tx); err != nil {
			return err
		}
		return notify(ctx, tx)
	})
}

func (d *database) Save(ctx context.Context, name string, at time.Time, extra ...store.NamedFact) error {
	if !snapshotName().MatchString(name) {
		return store.ErrSnapshotName
	}
	// All that is read is of one moment; nobody has to wait.
	o := pgx.TxOptions{IsoLevel: pgx.RepeatableRead}
	return d.writeFor(ctx, replaceTimeout, o, func(ctx context.Context, tx pgx.Tx) error {
		// The moment is the first reading's: who replaces everything, or saves, at the same time has ended then.
		for _, lock := range []string{"account, " + strings.Join(tables(), ", ") + " IN ACCESS SHARE MODE", "snapshot IN SHARE ROW EXCLUSIVE MODE"} {
			if _, err := tx.Exec(ctx, "LOCK TABLE "+lock); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "DELETE FROM snapshot WHERE name = $1", name); err != nil {
			return err
		}
		var n int64
		err := tx.QueryRow(ctx, `INSERT INTO snapshot (name, saved_at, reservations)
			SELECT $1, $2, coalesce(sum(last), 0) FROM account RETURNING number`, name, at.UnixNano()).Scan(&n)
		if err != nil {
			return err
		}
		var b pgx.Batch
		b.Queue("INSERT INTO snapshot_account (snapshot, number, last, newest) SELECT $1, number, last, newest FROM account", n)
		for _, one := range copied {
			b.Queue("INSERT INTO snapshot_"+one.table+" (snapshot, "+one.columns+") SELECT $1, "+one.columns+" FROM "+one.table, n)
		}
		b.Queue("INSERT INTO snapshot_note (snapshot, kind, key, value) SELECT $1, kind, key, value FROM note WHERE kind = $2", n, int16(store.OfferMade))
		for _, one := range extra {
			b.Queue(`INSERT INTO snapshot_fact (snapshot, name, value) VALUES ($1, $2, $3)
				ON CONFLICT (snapshot, name) DO UPDATE SET value = excluded.value`, n, ownFact+one.Name, one.Value)
		}
		return tx.SendBatch(ctx, &b).Close()
	})
}

func (d *database) Snapshots(ctx context.Context) (list []store.Snapshot, err error) {
	err = d.read(ctx, func(ctx context.Context, q querier) error {
		list = nil
		rows, err := q.Query(ctx, `SELECT name, saved_at, reservations FROM snapshot ORDER BY name COLLATE "C"`)
		if err != nil {
			return err
		}
		var one store.Snapshot
		var at int64
		_, err = pgx.ForEachRow(rows, []any{&one.Name, &at, &one.Reservations}, func() error {
			one.SavedAt = time.Unix(0, at).UTC()
			list = append(list, one)
			return nil
		})
		return err
	})
	return list, err
}

func (d *database) RemoveSnapshot(ctx context.Context, name string) error {
	if !snapshotName().MatchString(name) {
		return store.ErrSnapshotName
	}
	return d.writeFor(ctx, replaceTimeout, pgx.TxOptions{}, func(ctx context.Context, tx pgx.Tx) error {
		done, err := tx.Exec(ctx, "DELETE FROM snapshot WHERE name = $1", name)
		if err == nil && done.RowsAffected() == 0 {
			err = store.ErrNoSnapshot
		}
		return err
	})
}

func (d *database) Load(ctx context.Context, name string) error {
	if !snapshotName().MatchString(name) {
		return store.ErrSnapshotName
	}
	return d.replace(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var n int64
		err := tx.QueryRow(ctx, "SELECT number FROM snapshot WHERE name = $1 FOR SHARE", name).Scan(&n)
		if errors.Is(err, pgx.ErrNoRows) {
			return store.ErrNoSnapshot
		}
		if err != nil {
			return err
		}
		var b pgx.Batch
		b.Queue(`UPDATE account a SET last = s.last, newest = s.newest FROM snapshot_account s WHERE s.snapshot = $1 AND s.number = a.number`, n)
		for _, one := range copied {
			b.Queue("INSERT INTO "+one.table+" ("+one.columns+") SELECT "+one.columns+" FROM snapshot_"+one.table+" WHERE snapshot = $1", n)
		}
		b.Queue("INSERT INTO note (kind, key, value) SELECT kind, key, value FROM snapshot_note WHERE snapshot = $1", n)
		return tx.SendBatch(ctx, &b).Close()
	})
}
