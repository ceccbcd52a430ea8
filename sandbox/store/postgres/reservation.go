package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

const (
	columns = `account, ordinal, status, check_in, check_out, check_in_at, check_out_at, created_at, hotel, room, rooms, held, document`

	selectReservation = `SELECT ` + columns + ` FROM reservation WHERE account = $1 AND ordinal = $2`
	// The account is named first, so that it is locked first.
	lockReservation = `SELECT r.account, r.ordinal, r.status, r.check_in, r.check_out, r.check_in_at, r.check_out_at, r.created_at,
		r.hotel, r.room, r.rooms, r.held, r.document
		FROM account a JOIN reservation r ON r.account = a.number WHERE a.number = $1 AND r.ordinal = $2 FOR UPDATE OF r`
	updateReservation = `UPDATE reservation SET status = $3, check_in = $4, check_out = $5, check_in_at = $6, check_out_at = $7,
		held = $8, document = $9 WHERE account = $1 AND ordinal = $2`
)

func (d *database) Read(ctx context.Context, account, id string) (r store.Reservation, err error) {
	owner, ordinal, ok := d.owned(account, id)
	if !ok {
		return r, store.ErrNotFound
	}
	err = d.read(ctx, func(ctx context.Context, q querier) error {
		r, err = d.scan(q.QueryRow(ctx, selectReservation, owner, ordinal))
		return err
	})
	return r, err
}

func (d *database) Reservations(ctx context.Context) (n int64, err error) {
	err = d.read(ctx, func(ctx context.Context, q querier) error {
		return q.QueryRow(ctx, "SELECT coalesce(sum(last), 0)::bigint FROM account").Scan(&n)
	})
	return n, err
}

func (d *database) Cancel(ctx context.Context, account, id string, allow func(store.Reservation) error) (store.Reservation, error) {
	return d.changed(ctx, account, id, func(ctx context.Context, tx pgx.Tx, r store.Reservation) (store.Reservation, error) {
		if allow != nil {
			if err := allow(r); err != nil {
				return r, err
			}
		}
		if r.Held {
			if err := releaseRooms(ctx, tx, r); err != nil {
				return r, err
			}
		}
		r.Status, r.Held = store.Canceled, false
		return r, nil
	})
}

func (d *database) Modify(ctx context.Context, account, id string, change func(store.Reservation) (store.Change, error)) (store.Reservation, error) {
	return d.changed(ctx, account, id, func(ctx context.Context, tx pgx.Tx, r store.Reservation) (store.Reservation, error) {
		c, err := change(r)
		if err != nil {
			return r, err
		}
		moved := r.Held && (r.Stay.CheckIn != c.Stay.CheckIn || r.Stay.CheckOut != c.Stay.CheckOut)
		if moved {
			if err := releaseRooms(ctx, tx, r); err != nil {
				return r, err
			}
		}
		r.Stay, r.Document = c.Stay, c.Document
		if moved {
			err = takeRooms(ctx, tx, r, c.Stock)
		}
		return r, err
	})
}

// changed reads and locks a confirmed reservation, and stores what change makes of it.
func (d *database) changed(
	ctx context.Context, account, id string, change func(context.Context, pgx.Tx, store.Reservation) (store.Reservation, error),
) (done store.Reservation, err error) {
	owner, ordinal, ok := d.owned(account, id)
	if !ok {
		return done, store.ErrNotFound
	}
	err = d.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		r, err := d.scan(tx.QueryRow(ctx, lockReservation, owner, ordinal))
		if err != nil {
			return err
		}
		if r.Status != store.Confirmed {
			return store.ErrNotConfirmed
		}
		if r, err = change(ctx, tx, r); err != nil {
			return err
		}
		stored, err := d.codec.Compress(r.Document)
		if err != nil {
			return err
		}
		done = r
		_, err = tx.Exec(ctx, updateReservation, owner, ordinal, int16(r.Status), r.Stay.CheckIn, r.Stay.CheckOut,
			r.Stay.CheckInAt, r.Stay.CheckOutAt, r.Held, stored)
		return err
	})
	if err != nil {
		return store.Reservation{}, err
	}
	return done, nil
}

// scan reads one row of columns; none is ErrNotFound.
func (d *database) scan(row pgx.Row) (r store.Reservation, err error) {
	var owner, ordinal int64
	var status int16
	var stored []byte
	err = row.Scan(&owner, &ordinal, &status, &r.Stay.CheckIn, &r.Stay.CheckOut, &r.Stay.CheckInAt, &r.Stay.CheckOutAt,
		&r.CreatedAt, &r.Hotel, &r.Room, &r.Rooms, &r.Held, &stored)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, store.ErrNotFound
	}
	if err != nil {
		return r, err
	}
	r.Seq, r.Status = number.Seq(owner, ordinal), store.Status(status)
	r.ID = d.namer.ID(r.Seq)
	if r.Document, err = d.codec.Decompress(stored); err != nil {
		return r, &store.DamageError{File: d.name, Text: fmt.Sprintf("reservation %d of account %d", ordinal, owner), Cause: err}
	}
	return r, nil
}
