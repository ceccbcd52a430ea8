package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

const columns = `seq, status, check_in, check_out, check_in_at, check_out_at, created_at, hotel, room, rooms, held, document, sum`

const (
	selectReservation = `SELECT ` + columns + ` FROM reservation WHERE seq = ?`
	selectPage        = `SELECT ` + columns + ` FROM reservation WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC`
	selectCarriers    = `SELECT value, chunk, members, sum FROM custom_value WHERE account = ? AND value IN (SELECT value FROM json_each(?))`
)

// queries are the prepared reads.
type queries struct {
	find, page, carriers, sold *sql.Stmt
}

func (q *queries) prepare(ctx context.Context, db *sql.DB) (err error) {
	for text, stmt := range map[string]**sql.Stmt{
		selectReservation: &q.find, selectPage: &q.page, selectCarriers: &q.carriers, selectSold: &q.sold,
	} {
		if *stmt, err = db.PrepareContext(ctx, text); err != nil {
			return fmt.Errorf("sandbox data: preparing %q: %w", text, err)
		}
	}
	return nil
}

func (q *queries) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{q.find, q.page, q.carriers, q.sold} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

// scan reads one row of columns; no row is ErrNotFound.
func (s *Store) scan(row interface{ Scan(...any) error }) (Reservation, error) {
	r, stored, sum, err := scanRow(row)
	if errors.Is(err, sql.ErrNoRows) {
		return Reservation{}, ErrNotFound
	}
	if err != nil {
		return Reservation{}, fmt.Errorf("sandbox data: %w", err)
	}
	if sum != r.sum(stored) {
		return Reservation{}, s.damagedRow("reservation %d", r.Seq)
	}
	r.ID = s.namer.id(r.Seq)
	if r.Document, err = s.press.large(stored); err != nil {
		return Reservation{}, fmt.Errorf("reservation %d: %w", r.Seq, err)
	}
	return r, nil
}

// scanRow reads one row of columns as it is stored.
func scanRow(row interface{ Scan(...any) error }) (r Reservation, stored []byte, sum int64, err error) {
	var held int64
	err = row.Scan(&r.Seq, &r.Status, &r.Stay.CheckIn, &r.Stay.CheckOut, &r.Stay.CheckInAt, &r.Stay.CheckOutAt,
		&r.CreatedAt, &r.Hotel, &r.Room, &r.Rooms, &held, &stored, &sum)
	if r.Held = held == 1; held>>1 != 0 {
		sum = ^sum // It is neither: no checksum is right.
	}
	return r, stored, sum, err
}

// absent is the error of a reservation that was not found: reservations are
// numbered without gaps, and none is ever removed.
func (s *Store) absent(account string, seq, count int64) error {
	if _, ordinal := split(seq); ordinal <= count {
		return s.damagedRow("reservation %d of account %s", ordinal, account)
	}
	return ErrNotFound
}

// Read returns one reservation of the account, or ErrNotFound.
func (s *Store) Read(ctx context.Context, account, id string) (Reservation, error) {
	seq, ok := s.owned(account, id)
	if !ok {
		return Reservation{}, ErrNotFound
	}
	// One that is made meanwhile is not counted, and may be found or not.
	count := s.accounts[account].view.Load().count
	r, err := s.scan(s.queries.find.QueryRowContext(ctx, seq))
	if errors.Is(err, ErrNotFound) {
		err = s.absent(account, seq, count)
	}
	return r, err
}

// owned reads an id; ok is false when it cannot be one of the account's.
func (s *Store) owned(account, id string) (seq int64, ok bool) {
	owner, known := s.accounts[account]
	seq, ok = s.namer.seq(id)
	number, _ := split(seq)
	return seq, known && ok && number == owner.number
}

// Days is a range of calendar days, both ends included. AllDays is every day.
type Days struct{ From, Until int32 }

// AllDays returns the range that holds every day.
func AllDays() Days { return Days{From: math.MinInt32, Until: math.MaxInt32} }

// Filter says which reservations List returns. All that is given must hold.
type Filter struct {
	CheckIn, CheckOut Days
	IDs               []string // any of them; nil does not filter
	Values            []string // any of these normalised custom_data values; nil does not filter
	Limit, Offset     int64
}

// List returns one page of the account's reservations, newest first, and how
// many there are on all pages (SPEC 4.6). Its time does not depend on the page,
// and hardly on how many reservations there are.
func (s *Store) List(ctx context.Context, account string, f Filter) (page []Reservation, total int64, err error) {
	owner, known := s.accounts[account]
	days, some := newDates(f.CheckIn, f.CheckOut)
	if !known || !some {
		return nil, 0, nil
	}
	s.steady.RLock()
	defer s.steady.RUnlock()
	now := owner.view.Load()
	var among selection
	if f.IDs != nil {
		among = s.named(account, f.IDs, now.count)
	}
	if f.Values != nil {
		carriers, err := s.carriers(ctx, owner, f.Values)
		if err != nil {
			return nil, 0, err
		}
		among = carriers.and(among)
	}
	ordinals, total := now.pick(days, among, f.Offset, f.Limit)
	page, err = s.rows(ctx, owner, ordinals)
	return page, total, err
}

// named selects the account's reservations with the ids.
func (s *Store) named(account string, ids []string, count int64) selection {
	list := selection{}
	for _, id := range ids {
		seq, ok := s.owned(account, id)
		if _, ordinal := split(seq); ok && ordinal >= 1 && ordinal <= count {
			chunk, bit := chunkOf(ordinal)
			list.chunk(chunk).set(bit)
		}
	}
	return list
}

// carriers selects the reservations that carry any of the values. It can hold
// newer ones than a view that was taken before.
func (s *Store) carriers(ctx context.Context, owner *account, values []string) (selection, error) {
	list, err := json.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	rows, err := s.queries.carriers.QueryContext(ctx, owner.number, string(list))
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	found := selection{}
	for rows.Next() {
		var chunk, sum int64
		var value string
		var blob sql.RawBytes
		if err := rows.Scan(&value, &chunk, &blob, &sum); err != nil {
			return nil, fmt.Errorf("sandbox data: %w", err)
		}
		if sum != valueSum(owner.number, value, chunk, blob) {
			return nil, s.damagedRow("who carries a custom_data value")
		}
		if err := found.chunk(chunk).add(blob); err != nil {
			return nil, fmt.Errorf("sandbox data: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	return found, nil
}

// rows reads the reservations of a page.
func (s *Store) rows(ctx context.Context, owner *account, ordinals []int64) ([]Reservation, error) {
	if len(ordinals) == 0 {
		return nil, nil
	}
	seqs := make([]int64, len(ordinals))
	for i, ordinal := range ordinals {
		seqs[i] = seqOf(owner.number, ordinal)
	}
	list, err := json.Marshal(seqs)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	rows, err := s.queries.page.QueryContext(ctx, string(list))
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	page := make([]Reservation, 0, len(ordinals))
	for rows.Next() {
		r, err := s.scan(rows)
		if err != nil {
			return nil, err
		}
		page = append(page, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	if len(page) != len(ordinals) {
		return nil, s.damagedRow("a list of %d reservations of which %d are there", len(ordinals), len(page))
	}
	return page, nil
}
