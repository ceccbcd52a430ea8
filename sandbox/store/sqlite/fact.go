package sqlite

import (
	"context"
	"database/sql"
	"errors"
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

	replaceFact = `INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`
	deleteFact  = `DELETE FROM fact WHERE name = ?`
)

func (d *database) Fact(ctx context.Context, name string) (value string, found bool, err error) {
	value, found, err = fact(ctx, d.read, ownFact+name)
	return value, found, asDamage(d.file(), err)
}

func (d *database) Facts(ctx context.Context, beginning string) (map[string]string, error) {
	facts := map[string]string{}
	// The highest character there is comes after all that follow the beginning.
	rows, err := d.read.QueryContext(ctx, "SELECT name, value FROM fact WHERE name >= ? AND name < ?",
		ownFact+beginning, ownFact+beginning+"\U0010ffff")
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return dataError(err)
		}
		facts[strings.TrimPrefix(name, ownFact)] = value
		return nil
	})
	if err != nil {
		return nil, asDamage(d.file(), err)
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
	return w.exec(replaceFact, name, value)
}

func fact(ctx context.Context, db querier, name string) (value string, found bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT value FROM fact WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, dataError(err)
	}
	return value, true, nil
}

// storeFacts stores facts in a database that no writer has yet.
func storeFacts(ctx context.Context, db *sql.DB, facts ...store.NamedFact) error {
	for _, one := range facts {
		if _, err := db.ExecContext(ctx, replaceFact, one.Name, one.Value); err != nil {
			return err
		}
	}
	return nil
}
