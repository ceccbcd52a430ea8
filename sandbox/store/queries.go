package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

const columns = `seq, id, status, check_in, check_out, check_in_at, check_out_at, created_at, hotel, room, rooms, held, document`

const (
	insertReservation = `INSERT INTO reservation (seq, id, account, status, check_in, check_out, check_in_at, check_out_at,
		created_at, hotel, room, rooms, held, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	insertCustomValue = `INSERT INTO custom_value (account, value, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
	selectReservation = `SELECT ` + columns + ` FROM reservation WHERE account = ? AND id = ?`
	updateReservation = `UPDATE reservation SET status = ?, check_in = ?, check_out = ?, check_in_at = ?, check_out_at = ?,
		held = ?, document = ? WHERE seq = ?`
	takeStock = `INSERT INTO stock (hotel, night, room, sold) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT DO UPDATE SET sold = sold + excluded.sold WHERE sold + excluded.sold <= ?5`
	giveStock  = `UPDATE stock SET sold = sold - ?1 WHERE hotel = ?2 AND room = ?3 AND night >= ?4 AND night < ?5`
	insertFact = `INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`
	selectSold = `SELECT hotel, night, room, sold FROM stock
		WHERE hotel IN (SELECT value FROM json_each(?)) AND night >= ? AND night < ? AND sold > 0`
)

// queries are the prepared reads.
type queries struct {
	find, sold *sql.Stmt
}

func (q *queries) prepare(ctx context.Context, db *sql.DB) (err error) {
	if q.find, err = db.PrepareContext(ctx, selectReservation); err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	if q.sold, err = db.PrepareContext(ctx, selectSold); err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	return nil
}

func (q *queries) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{q.find, q.sold} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

// scan reads one row of columns; no row is ErrNotFound.
func scan(row interface{ Scan(...any) error }) (Reservation, error) {
	var r Reservation
	err := row.Scan(&r.Seq, &r.ID, &r.Status, &r.Stay.CheckIn, &r.Stay.CheckOut, &r.Stay.CheckInAt, &r.Stay.CheckOutAt,
		&r.CreatedAt, &r.Hotel, &r.Room, &r.Rooms, &r.Held, &r.Document)
	if errors.Is(err, sql.ErrNoRows) {
		return Reservation{}, ErrNotFound
	}
	if err != nil {
		return Reservation{}, fmt.Errorf("sandbox data: %w", err)
	}
	return r, nil
}

// Read returns one reservation of the account, or ErrNotFound.
func (s *Store) Read(ctx context.Context, account, id string) (Reservation, error) {
	return scan(s.queries.find.QueryRowContext(ctx, s.accounts[account], id))
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

// where builds the condition of a filter. Only fixed text goes into it.
func (f Filter) where(account int64) (string, []any, error) {
	parts, args := []string{"account = ?"}, []any{account}
	add := func(condition string, values ...any) {
		parts, args = append(parts, condition), append(args, values...)
	}
	for _, c := range []struct {
		column string
		days   Days
	}{{"check_in", f.CheckIn}, {"check_out", f.CheckOut}} {
		if c.days.From != math.MinInt32 {
			add(c.column+" >= ?", c.days.From)
		}
		if c.days.Until != math.MaxInt32 {
			add(c.column+" <= ?", c.days.Until)
		}
	}
	if f.IDs != nil {
		ids, err := json.Marshal(f.IDs)
		if err != nil {
			return "", nil, fmt.Errorf("sandbox data: %w", err)
		}
		add("id IN (SELECT value FROM json_each(?))", string(ids))
	}
	if f.Values != nil {
		values, err := json.Marshal(f.Values)
		if err != nil {
			return "", nil, fmt.Errorf("sandbox data: %w", err)
		}
		add("seq IN (SELECT seq FROM custom_value WHERE account = ? AND value IN (SELECT value FROM json_each(?)))", account, string(values))
	}
	return strings.Join(parts, " AND "), args, nil
}

// List returns one page of the account's reservations, newest first, and how
// many there are on all pages. Both are read from one state of the database.
func (s *Store) List(ctx context.Context, account string, f Filter) (page []Reservation, total int64, err error) {
	// The condition is fixed text; what was asked for goes into its arguments.
	where, args, err := f.where(s.accounts[account])
	if err != nil {
		return nil, 0, err
	}
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, 0, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // A read has nothing to commit.
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM reservation WHERE "+where, args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("sandbox data: %w", err)
	}
	if f.Offset >= total {
		return nil, total, nil
	}
	rows, err := tx.QueryContext(ctx, "SELECT "+columns+" FROM reservation WHERE "+where+" ORDER BY seq DESC LIMIT ? OFFSET ?", //nolint:gosec // The condition is fixed text; values are arguments.
		append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	for rows.Next() {
		r, err := scan(rows)
		if err != nil {
			return nil, 0, err
		}
		page = append(page, r)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, fmt.Errorf("sandbox data: %w", err)
	}
	return page, total, nil
}

// Night is one kind of room of one hotel on one night.
type Night struct {
	Hotel string
	Night int32
	Room  int
}

// Sold returns how many rooms are taken at the hotels, for the nights from
// check-in until before check-out. Nights without a sale are left out.
func (s *Store) Sold(ctx context.Context, hotels []string, checkIn, checkOut int32) (map[Night]int, error) {
	list, err := json.Marshal(hotels)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	rows, err := s.queries.sold.QueryContext(ctx, string(list), checkIn, checkOut)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	sold := map[Night]int{}
	for rows.Next() {
		var night Night
		var rooms int
		if err := rows.Scan(&night.Hotel, &night.Night, &night.Room, &rooms); err != nil {
			return nil, fmt.Errorf("sandbox data: %w", err)
		}
		sold[night] = rooms
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	return sold, nil
}
