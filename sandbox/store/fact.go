package store

import (
	"context"
	"fmt"
	"strings"
)

// Fact returns what SetFact stored last under a name.
func (s *Store) Fact(ctx context.Context, name string) (value string, found bool, err error) {
	value, found, err = fact(ctx, s.read, own+name)
	return value, found, told(s.file(), err)
}

// A NamedFact is one of Facts.
type NamedFact struct{ Name, Value string }

// Facts returns all that SetFact stored under names with a beginning, which is
// not empty, in the order of the names.
func (s *Store) Facts(ctx context.Context, beginning string) ([]NamedFact, error) {
	// The highest character there is comes after all that follow the beginning.
	rows, err := s.read.QueryContext(ctx, "SELECT name, value, sum FROM fact WHERE name >= ? AND name < ? ORDER BY name",
		own+beginning, own+beginning+"\U0010ffff")
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	var list []NamedFact
	for rows.Next() {
		var one NamedFact
		var sum int64
		if err := rows.Scan(&one.Name, &one.Value, &sum); err != nil {
			return nil, fmt.Errorf("sandbox data: %w", err)
		}
		if sum != factSum(one.Name, one.Value) {
			return nil, told(s.file(), errFact(one.Name))
		}
		one.Name = strings.TrimPrefix(one.Name, own)
		list = append(list, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	return list, nil
}

// SetFact keeps a value under a name. Snapshots hold it, and Clear forgets it.
func (s *Store) SetFact(ctx context.Context, name, value string) error {
	return s.do(ctx, func(w *writer) error { return w.setTo(own+name, value) })
}

// DropFact forgets the value of a name, if there is one.
func (s *Store) DropFact(ctx context.Context, name string) error {
	return s.do(ctx, func(w *writer) error { return w.exec(w.dropFact, own+name) })
}
