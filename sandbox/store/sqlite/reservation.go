package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

const (
	columns           = `seq, status, check_in, check_out, check_in_at, check_out_at, created_at, hotel, room, rooms, held, document`
	selectReservation = `SELECT ` + columns + ` FROM reservation WHERE seq = ?`
	insertReservation = `INSERT INTO reservation (` + columns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	updateReservation = `UPDATE reservation SET status = ?, check_in = ?, check_out = ?, check_in_at = ?, check_out_at = ?,
		held = ?, document = ? WHERE seq = ?`
	// It goes over the accounts and not over the reservations: those of an account
	// are numbered without gaps.
	countReservations = `SELECT coalesce(sum((SELECT max(seq) - (number << 40) FROM reservation
		WHERE seq > (number << 40) AND seq < ((number + 1) << 40))), 0) FROM account`
)

func (d *database) Reservations(ctx context.Context) (n int64, err error) {
	err = d.read.QueryRowContext(ctx, countReservations).Scan(&n)
	return n, asDamage(d.file(), dataError(err))
}

func (d *database) Read(ctx context.Context, account, id string) (store.Reservation, error) {
	seq, ok := d.owned(account, id)
	if !ok {
		return store.Reservation{}, store.ErrNotFound
	}
	// One that is made meanwhile is not counted, and may be found or not.
	owner, _ := d.account(account)
	count := owner.view.Load().count
	r, err := d.readRow(d.queries[selectReservation].QueryRowContext(ctx, seq), account, seq, count)
	return r, asDamage(d.file(), err)
}

func (d *database) Create(ctx context.Context, n store.New) (made store.Reservation, err error) {
	err = d.writer.do(ctx, func(w *writer) (err error) {
		made, err = w.create(n)
		return err
	})
	return made, err
}

func (d *database) Fill(ctx context.Context, all []store.New) error {
	if filled, err := d.Filled(ctx); err != nil || filled {
		return err
	}
	return d.writer.do(ctx, func(w *writer) error {
		for _, n := range all {
			err := w.atomically(func() error {
				_, err := w.create(n)
				return err
			})
			if err != nil && !errors.Is(err, store.ErrSoldOut) {
				return err
			}
		}
		return w.setFact(factFilled, "yes")
	})
}

func (d *database) Filled(ctx context.Context) (bool, error) {
	_, found, err := fact(ctx, d.read, factFilled)
	return found, asDamage(d.file(), err)
}

func (d *database) Cancel(ctx context.Context, account, id string, allow func(store.Reservation) error) (done store.Reservation, err error) {
	err = d.writer.do(ctx, func(w *writer) error {
		_, r, err := w.confirmed(account, id)
		if err != nil {
			return err
		}
		if allow != nil {
			if err := allow(r); err != nil {
				return err
			}
		}
		if r.Held {
			if err := w.releaseRooms(r); err != nil {
				return err
			}
		}
		r.Status, r.Held = store.Canceled, false
		done = r
		return w.update(r)
	})
	return done, err
}

func (d *database) Modify(ctx context.Context, account, id string, change func(store.Reservation) (store.Change, error)) (done store.Reservation, err error) {
	err = d.writer.do(ctx, func(w *writer) error {
		owner, r, err := w.confirmed(account, id)
		if err != nil {
			return err
		}
		c, err := change(r)
		if err != nil {
			return err
		}
		moved := r.Stay.CheckIn != c.Stay.CheckIn || r.Stay.CheckOut != c.Stay.CheckOut
		if r.Held && moved {
			if err := w.releaseRooms(r); err != nil {
				return err
			}
		}
		r.Stay, r.Document = c.Stay, c.Document
		if r.Held && moved {
			if err := w.takeRooms(r, c.Stock); err != nil {
				return err
			}
		}
		if moved {
			_, ordinal := number.Split(r.Seq)
			if err := w.changes.add(owner, ordinal, r.Stay); err != nil {
				return err
			}
		}
		done = r
		return w.update(r)
	})
	return done, err
}

// create stores a reservation, its values and its rooms.
func (w *writer) create(n store.New) (store.Reservation, error) {
	owner, known := w.db.account(n.Account)
	if !known {
		return store.Reservation{}, errors.New("sandbox data: unknown account")
	}
	ordinal := w.changes.count(owner) + 1
	before, err := w.createdAt(n.Account, ordinal-1)
	if err != nil {
		return store.Reservation{}, err
	}
	r := store.Reservation{
		Seq: number.Seq(owner.number, ordinal), Status: n.Status, CreatedAt: max(n.CreatedAt, before), Stay: n.Stay,
		Hotel: n.Hotel, Room: n.Room, Rooms: n.Rooms, Held: n.Stock != nil,
	}
	r.ID = w.db.namer.ID(r.Seq)
	if r.Document, err = n.Document(r.Seq); err != nil {
		return store.Reservation{}, err
	}
	if r.Held {
		if err := w.takeRooms(r, n.Stock); err != nil {
			return store.Reservation{}, err
		}
	}
	stored, err := w.db.codec.Compress(r.Document)
	if err != nil {
		return store.Reservation{}, err
	}
	err = w.exec(insertReservation, r.Seq, int(r.Status), r.Stay.CheckIn, r.Stay.CheckOut,
		r.Stay.CheckInAt, r.Stay.CheckOutAt, r.CreatedAt, r.Hotel, r.Room, r.Rooms, r.Held, stored)
	if err != nil {
		return store.Reservation{}, err
	}
	for _, value := range n.Values {
		if err := w.addValue(owner, value, ordinal); err != nil {
			return store.Reservation{}, err
		}
	}
	if n.Settles != "" {
		if err := w.exec(deleteFact, ownFact+n.Settles); err != nil {
			return store.Reservation{}, err
		}
	}
	w.newest[owner] = newest{ordinal, r.CreatedAt}
	return r, w.changes.add(owner, ordinal, r.Stay)
}

// newest is when the reservation that was stored last for an account was made. It may
// have been undone since: then another ordinal is asked for.
type newest struct{ ordinal, createdAt int64 }

// createdAt returns when an account's reservation was made; for the ordinal 0, of which
// there is none, 0.
func (w *writer) createdAt(account string, ordinal int64) (int64, error) {
	owner, _ := w.db.account(account)
	if ordinal == 0 {
		return 0, nil
	}
	if last := w.newest[owner]; last.ordinal == ordinal {
		return last.createdAt, nil
	}
	seq := number.Seq(owner.number, ordinal)
	r, err := w.db.readRow(w.queryRow(selectReservation, seq), account, seq, ordinal)
	return r.CreatedAt, err
}

func (w *writer) update(r store.Reservation) error {
	stored, err := w.db.codec.Compress(r.Document)
	if err != nil {
		return err
	}
	return w.exec(updateReservation, int(r.Status), r.Stay.CheckIn, r.Stay.CheckOut,
		r.Stay.CheckInAt, r.Stay.CheckOutAt, r.Held, stored, r.Seq)
}

// confirmed reads a reservation that a change needs to be confirmed.
func (w *writer) confirmed(account, id string) (*account, store.Reservation, error) {
	seq, ok := w.db.owned(account, id)
	if !ok {
		return nil, store.Reservation{}, store.ErrNotFound
	}
	owner, _ := w.db.account(account)
	r, err := w.db.readRow(w.queryRow(selectReservation, seq), account, seq, w.changes.count(owner))
	if err == nil && r.Status != store.Confirmed {
		err = store.ErrNotConfirmed
	}
	return owner, r, err
}

// owned reads an id; ok is false when it cannot be one of the account's.
func (d *database) owned(account, id string) (seq int64, ok bool) {
	owner, known := d.account(account)
	seq, ok = d.namer.Seq(id)
	number, _ := number.Split(seq)
	return seq, known && ok && number == owner.number
}

// readRow reads the row of a reservation of an account that has so many. They
// are numbered without gaps, and none is ever removed: one that should be there
// and is not is damage.
func (d *database) readRow(row *sql.Row, account string, seq, count int64) (store.Reservation, error) {
	r, err := d.scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		if _, ordinal := number.Split(seq); ordinal <= count {
			return r, d.damagedRow("reservation %d of account %s", ordinal, account)
		}
		return r, store.ErrNotFound
	}
	return r, err
}

// scanner is a row of a query's result.
type scanner interface{ Scan(values ...any) error }

// scan reads one row of columns.
func (d *database) scan(row scanner) (r store.Reservation, err error) {
	var stored []byte
	err = row.Scan(&r.Seq, &r.Status, &r.Stay.CheckIn, &r.Stay.CheckOut, &r.Stay.CheckInAt, &r.Stay.CheckOutAt,
		&r.CreatedAt, &r.Hotel, &r.Room, &r.Rooms, &r.Held, &stored)
	if err != nil {
		return r, dataError(err)
	}
	r.ID = d.namer.ID(r.Seq)
	if r.Document, err = d.codec.Decompress(stored); err != nil {
		return r, &store.DamageError{File: d.file(), Text: fmt.Sprintf("reservation %d", r.Seq), Cause: err}
	}
	return r, nil
}
