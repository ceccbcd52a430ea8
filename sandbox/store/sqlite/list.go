package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"bellhop/sandbox/store"
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
func (d *database) scan(row interface{ Scan(...any) error }) (store.Reservation, error) {
	r, stored, sum, err := scanRow(row)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Reservation{}, store.ErrNotFound
	}
	if err != nil {
		return store.Reservation{}, fmt.Errorf("sandbox data: %w", err)
	}
	if sum != reservationSum(r, stored) {
		return store.Reservation{}, d.damagedRow("reservation %d", r.Seq)
	}
	r.ID = d.namer.id(r.Seq)
	if r.Document, err = d.press.large(stored); err != nil {
		return store.Reservation{}, fmt.Errorf("reservation %d: %w", r.Seq, err)
	}
	return r, nil
}

// scanRow reads one row of columns as it is stored.
func scanRow(row interface{ Scan(...any) error }) (r store.Reservation, stored []byte, sum int64, err error) {
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
func (d *database) absent(account string, seq, count int64) error {
	if _, ordinal := split(seq); ordinal <= count {
		return d.damagedRow("reservation %d of account %s", ordinal, account)
	}
	return store.ErrNotFound
}

func (d *database) Read(ctx context.Context, account, id string) (store.Reservation, error) {
	seq, ok := d.owned(account, id)
	if !ok {
		return store.Reservation{}, store.ErrNotFound
	}
	// One that is made meanwhile is not counted, and may be found or not.
	count := d.accounts[account].view.Load().count
	r, err := d.scan(d.queries.find.QueryRowContext(ctx, seq))
	if errors.Is(err, store.ErrNotFound) {
		err = d.absent(account, seq, count)
	}
	return r, err
}

// owned reads an id; ok is false when it cannot be one of the account's.
func (d *database) owned(account, id string) (seq int64, ok bool) {
	owner, known := d.accounts[account]
	seq, ok = d.namer.seq(id)
	number, _ := split(seq)
	return seq, known && ok && number == owner.number
}

func (d *database) List(ctx context.Context, account string, f store.Filter) (page []store.Reservation, total int64, err error) {
	owner, known := d.accounts[account]
	days, some := newDates(f.CheckIn, f.CheckOut)
	if !known || !some {
		return nil, 0, nil
	}
	d.steady.RLock()
	defer d.steady.RUnlock()
	now := owner.view.Load()
	var among selection
	if f.IDs != nil {
		among = d.named(account, f.IDs, now.count)
	}
	if f.Values != nil {
		carriers, err := d.carriers(ctx, owner, f.Values)
		if err != nil {
			return nil, 0, err
		}
		among = carriers.and(among)
	}
	ordinals, total := now.pick(days, among, f.Offset, f.Limit)
	page, err = d.rows(ctx, owner, ordinals)
	return page, total, err
}

// named selects the account's reservations with the ids.
func (d *database) named(account string, ids []string, count int64) selection {
	list := selection{}
	for _, id := range ids {
		seq, ok := d.owned(account, id)
		if _, ordinal := split(seq); ok && ordinal >= 1 && ordinal <= count {
			chunk, bit := chunkOf(ordinal)
			list.chunk(chunk).set(bit)
		}
	}
	return list
}

// carriers selects the reservations that carry any of the values. It can hold
// newer ones than a view that was taken before.
func (d *database) carriers(ctx context.Context, owner *account, values []string) (selection, error) {
	list, err := json.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	rows, err := d.queries.carriers.QueryContext(ctx, owner.number, string(list))
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
			return nil, d.damagedRow("who carries a custom_data value")
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
func (d *database) rows(ctx context.Context, owner *account, ordinals []int64) ([]store.Reservation, error) {
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
	rows, err := d.queries.page.QueryContext(ctx, string(list))
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	page := make([]store.Reservation, 0, len(ordinals))
	for rows.Next() {
		r, err := d.scan(rows)
		if err != nil {
			return nil, err
		}
		page = append(page, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	if len(page) != len(ordinals) {
		return nil, d.damagedRow("a list of %d reservations of which %d are there", len(ordinals), len(page))
	}
	return page, nil
}
