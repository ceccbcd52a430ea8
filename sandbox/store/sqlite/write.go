package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"bellhop/sandbox/store"
)

// create stores a reservation, its values and its rooms.
func (w *writer) create(n store.New) (store.Reservation, error) {
	owner, known := w.db.accounts[n.Account]
	if !known {
		return store.Reservation{}, errors.New("sandbox data: unknown account")
	}
	ordinal := w.pending.count(owner) + 1
	r := store.Reservation{
		Seq: seqOf(owner.number, ordinal), Status: n.Status, CreatedAt: n.CreatedAt, Stay: n.Stay,
		Hotel: n.Hotel, Room: n.Room, Rooms: n.Rooms, Held: n.Stock != nil,
	}
	r.ID = w.db.namer.id(r.Seq)
	var err error
	if r.Document, err = n.Document(r.Seq); err != nil {
		return store.Reservation{}, err
	}
	if r.Held {
		if err := w.take(r, n.Stock); err != nil {
			return store.Reservation{}, err
		}
	}
	stored, err := w.db.press.small(r.Document)
	if err != nil {
		return store.Reservation{}, err
	}
	err = w.exec(w.insert, r.Seq, int(r.Status), r.Stay.CheckIn, r.Stay.CheckOut,
		r.Stay.CheckInAt, r.Stay.CheckOutAt, r.CreatedAt, r.Hotel, r.Room, r.Rooms, r.Held, stored, reservationSum(r, stored))
	if err != nil {
		return store.Reservation{}, err
	}
	for _, value := range n.Values {
		if err := w.label(owner, value, ordinal); err != nil {
			return store.Reservation{}, err
		}
	}
	if n.Settles != "" {
		if err := w.exec(w.dropFact, own+n.Settles); err != nil {
			return store.Reservation{}, err
		}
	}
	return r, w.pending.add(owner, ordinal, r.Stay)
}

// refill stores many reservations, and notes that the world is filled.
func (w *writer) refill(all []store.New) error {
	for _, n := range all {
		err := w.whole(func() error {
			_, err := w.create(n)
			return err
		})
		if err != nil && !errors.Is(err, store.ErrSoldOut) {
			return err
		}
	}
	return w.setTo(factFilled, "yes")
}

// label notes that a reservation carries a custom_data value.
func (w *writer) label(owner *account, value string, ordinal int64) error {
	chunk, bit := chunkOf(ordinal)
	var blob []byte
	var sum int64
	err := w.carried.QueryRowContext(context.Background(), owner.number, value, chunk).Scan(&blob, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return fmt.Errorf("sandbox data: %w", err)
	case sum != valueSum(owner.number, value, chunk, blob):
		return w.db.damagedRow("who carries a custom_data value")
	}
	if blob, err = addMember(blob, bit); err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	return w.exec(w.carry, owner.number, value, chunk, blob, valueSum(owner.number, value, chunk, blob))
}

// setTo stores a fact.
func (w *writer) setTo(name, value string) error {
	return w.exec(w.setFact, name, value, factSum(name, value))
}

// confirmed reads a reservation that a change needs to be confirmed.
func (w *writer) confirmed(account, id string) (*account, store.Reservation, error) {
	seq, ok := w.db.owned(account, id)
	if !ok {
		return nil, store.Reservation{}, store.ErrNotFound
	}
	r, err := w.db.scan(w.find.QueryRowContext(context.Background(), seq))
	if errors.Is(err, store.ErrNotFound) {
		err = w.db.absent(account, seq, w.pending.count(w.db.accounts[account]))
	}
	if err == nil && r.Status != store.Confirmed {
		err = store.ErrNotConfirmed
	}
	return w.db.accounts[account], r, err
}

// move notes the new stay of a reservation that is there.
func (w *writer) move(owner *account, r store.Reservation) error {
	_, ordinal := split(r.Seq)
	return w.pending.add(owner, ordinal, r.Stay)
}

func (w *writer) update(r store.Reservation) error {
	stored, err := w.db.press.small(r.Document)
	if err != nil {
		return err
	}
	return w.exec(w.set, int(r.Status), r.Stay.CheckIn, r.Stay.CheckOut,
		r.Stay.CheckInAt, r.Stay.CheckOutAt, r.Held, stored, reservationSum(r, stored), r.Seq)
}
