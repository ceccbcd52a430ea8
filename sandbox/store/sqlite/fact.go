package sqlite

import (
	"context"
	"fmt"
	"strings"

	"bellhop/sandbox/store"
)

func (d *database) Fact(ctx context.Context, name string) (value string, found bool, err error) {
	value, found, err = fact(ctx, d.read, own+name)
	return value, found, told(d.file(), err)
}

func (d *database) Facts(ctx context.Context, beginning string) ([]store.NamedFact, error) {
	// The highest character there is comes after all that follow the beginning.
	rows, err := d.read.QueryContext(ctx, "SELECT name, value, sum FROM fact WHERE name >= ? AND name < ? ORDER BY name",
		own+beginning, own+beginning+"\U0010ffff")
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	var list []store.NamedFact
	for rows.Next() {
		var one store.NamedFact
		var sum int64
		if err := rows.Scan(&one.Name, &one.Value, &sum); err != nil {
			return nil, fmt.Errorf("sandbox data: %w", err)
		}
		if sum != factSum(one.Name, one.Value) {
			return nil, told(d.file(), errFact(one.Name))
		}
		one.Name = strings.TrimPrefix(one.Name, own)
		list = append(list, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	return list, nil
}

func (d *database) SetFact(ctx context.Context, name, value string) error {
	return d.do(ctx, func(w *writer) error { return w.setTo(own+name, value) })
}

func (d *database) DropFact(ctx context.Context, name string) error {
	return d.do(ctx, func(w *writer) error { return w.exec(w.dropFact, own+name) })
}
