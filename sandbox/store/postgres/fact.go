package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

const (
	// ownFact begins the names of what SetFact stores.
	ownFact     = "own "
	replaceFact = `INSERT INTO fact (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
)

// facts are named texts: those of a world, and the settings, which outlive it.
type facts struct{ *transactions }

func (d facts) Fact(ctx context.Context, name string) (value string, found bool, err error) {
	err = d.read(ctx, func(ctx context.Context, q querier) error {
		err := q.QueryRow(ctx, "SELECT value FROM fact WHERE name = $1", ownFact+name).Scan(&value)
		found = err == nil
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return value, found, err
}

func (d facts) Facts(ctx context.Context, beginning string) (map[string]string, error) {
	var found map[string]string
	err := d.read(ctx, func(ctx context.Context, q querier) error {
		found = map[string]string{}
		rows, err := q.Query(ctx, "SELECT substr(name, length($2) + 1), value FROM fact WHERE starts_with(name, $1)", ownFact+beginning, ownFact)
		if err != nil {
			return err
		}
		var name, value string
		_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
			found[name] = value
			return nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

func (d facts) SetFact(ctx context.Context, name, value string) error {
	return d.told(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, replaceFact, ownFact+name, value)
		return err
	})
}

func (d facts) ChangeFact(ctx context.Context, name string, change func(now string) (string, error)) error {
	return d.change(ctx, "fact", ownFact+name, true, change)
}

func (d facts) DropFact(ctx context.Context, name string) error {
	return d.told(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, deleteFact, ownFact+name)
		return err
	})
}

func (d facts) Setting(ctx context.Context, name string) (value string, err error) {
	err = d.read(ctx, func(ctx context.Context, q querier) error {
		err := q.QueryRow(ctx, "SELECT value FROM setting WHERE name = $1", name).Scan(&value)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return value, err
}

func (d facts) ChangeSetting(ctx context.Context, name string, tell bool, change func(now string) (string, error)) error {
	return d.change(ctx, "setting", name, tell, change)
}

// change changes a row of a table of names and values, one change after another.
func (d facts) change(ctx context.Context, table, name string, tell bool, change func(now string) (string, error)) error {
	return d.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// A row that is not there cannot be locked: it is made first.
		var now, next string
		if err := tx.QueryRow(ctx, `INSERT INTO `+table+` (name, value) VALUES ($1, '') ON CONFLICT (name) DO UPDATE SET name = excluded.name
			RETURNING value`, name).Scan(&now); err != nil {
			return err
		}
		next, err := change(now)
		if err != nil {
			return err
		}
		if next == now {
			return nil
		}
		if _, err := tx.Exec(ctx, "UPDATE "+table+" SET value = $2 WHERE name = $1", name, next); err != nil || !tell {
			return err
		}
		return notify(ctx, tx)
	})
}
