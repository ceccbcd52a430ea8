package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"bellhop/sandbox/store"
)

const (
	factSeed       = "seed"
	factProperties = "properties"
	factVersion    = "version"
	factFilled     = "filled"
	factSaved      = "saved"        // in snapshots: when, in Unix nanoseconds
	factCount      = "reservations" // in snapshots: how many
	ownFact        = "own "         // begins the names of what SetFact stores

	replaceFact = `INSERT INTO fact (name, value, sum) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, sum = excluded.sum`
	deleteFact  = `DELETE FROM fact WHERE name = ?`
)

func (d *database) Fact(ctx context.Context, name string) (value string, found bool, err error) {
	value, found, err = fact(ctx, d.read, ownFact+name)
	return value, found, asDamage(d.file(), err)
}

func (d *database) Facts(ctx context.Context, beginning string) (map[string]string, error) {
	facts := map[string]string{}
	// The highest character there is comes after all that follow the beginning.
	rows, err := d.read.QueryContext(ctx, "SELECT name, value, sum FROM fact WHERE name >= ? AND name < ?",
		ownFact+beginning, ownFact+beginning+"\U0010ffff")
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		var name, value string
		var sum int64
		if err := rows.Scan(&name, &value, &sum); err != nil {
			return dataError(err)
		}
		if sum != factSum(name, value) {
			return asDamage(d.file(), damagedFact(name))
		}
		facts[strings.TrimPrefix(name, ownFact)] = value
		return nil
	})
	if err != nil {
		return nil, err
	}
	return facts, nil
}

func (d *database) SetFact(ctx context.Context, name, value string) error {
	return d.writer.do(ctx, func(w *writer) error { return w.setFact(ownFact+name, value) })
}

func (d *database) DropFact(ctx context.Context, name string) error {
	return d.writer.do(ctx, func(w *writer) error { return w.exec(deleteFact, ownFact+name) })
}

func (w *writer) setFact(name, value string) error {
	return w.exec(replaceFact, name, value, factSum(name, value))
}

func fact(ctx context.Context, db querier, name string) (value string, found bool, err error) {
	var sum int64
	err = db.QueryRowContext(ctx, "SELECT value, sum FROM fact WHERE name = ?", name).Scan(&value, &sum)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err == nil && sum != factSum(name, value) {
		err = damagedFact(name)
	}
	if err != nil {
		return "", false, dataError(err)
	}
	return value, true, nil
}

// storeFacts stores facts in a database that no writer has yet.
func storeFacts(ctx context.Context, db *sql.DB, facts ...store.NamedFact) error {
	for _, one := range facts {
		if _, err := db.ExecContext(ctx, replaceFact, one.Name, one.Value, factSum(one.Name, one.Value)); err != nil {
			return err
		}
	}
	return nil
}

func damagedFact(name string) error {
	return &store.DamageError{Text: fmt.Sprintf("the fact %q is not as it was written", name)}
}
