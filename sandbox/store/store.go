// Package store keeps the sandbox's reservations and the rooms that they take
// from stock, in an embedded SQL database. An acknowledged write is on disk:
// it survives the process being killed.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Status is the state of a reservation.
type Status int

// The states of SPEC 3. The numbers are stored: they never change.
const (
	Created Status = iota + 1
	Confirmed
	Canceled
)

// String is the state's name on the wire.
func (s Status) String() string {
	switch s {
	case Created:
		return "CREATED"
	case Confirmed:
		return "CONFIRMED"
	case Canceled:
		return "CANCELED"
	default:
		return fmt.Sprintf("STATUS_%d", int(s))
	}
}

// Stay is the part of a reservation that date changes touch. Days count from
// 1970-01-01 and are the hotel's; the instants are Unix seconds.
type Stay struct {
	CheckIn, CheckOut     int32
	CheckInAt, CheckOutAt int64
}

// Reservation is one stored reservation.
type Reservation struct {
	Seq       int64  // the account's number times 2^40, and the ordinal in it
	ID        string // 32 letters and digits (SPEC 8)
	Status    Status
	CreatedAt int64 // Unix seconds
	Stay      Stay
	Hotel     int64  // the hotel's key in the world, whatever the world's size
	Room      int    // number of the room kind within the hotel
	Rooms     int    // how many rooms
	Held      bool   // whether the rooms are taken from stock
	Document  []byte // the rest, in the form that its owner chose
}

// Allotment is how many rooms of a kind the hotel gives for each night of a
// stay, from check-in on.
type Allotment []int

// New is a reservation to create.
type New struct {
	Account   string
	Status    Status
	CreatedAt int64
	Stay      Stay
	Hotel     int64
	Room      int
	Rooms     int
	// Stock limits what is taken; nil takes no room at all.
	Stock Allotment
	// Values are the custom_data values, normalised.
	Values []string
	// Settles names a fact that asks for just this reservation, "" for none. It
	// is dropped in the same transaction, so that whoever is killed has either
	// the one or the other.
	Settles string
	// Document returns the reservation's document once its seq is known.
	Document func(seq int64) ([]byte, error)
}

// Identity says which world a database belongs to.
type Identity struct {
	Seed       uint64
	Properties int
	Version    int // of the way in which a world is made from its seed
}

// String is the world in words.
func (i Identity) String() string {
	if i.Properties == 1 {
		return fmt.Sprintf("seed %d with 1 hotel", i.Seed)
	}
	return fmt.Sprintf("seed %d with %d hotels", i.Seed, i.Properties)
}

// Store is the database. It is safe for concurrent use.
type Store struct {
	dir      string // "" in memory
	identity Identity
	source   string // the database's address
	namer    namer
	press    press

	read     *sql.DB
	write    *sql.DB
	lock     *sql.DB // nil in memory
	writer   *writer
	jobs     chan *job
	quit     chan struct{}
	stopped  chan struct{}
	closing  sync.Once
	closeErr error

	accounts map[string]*account // fixed after Open
	queries  queries

	// steady is held by a list while it reads, and by the writer while it
	// commits what would let the list's parts disagree.
	steady sync.RWMutex

	shelf shelf
	sums  *sums // nil in memory
}

// account is a partner account and the stays of its reservations, as of the
// last commit.
type account struct {
	number int64
	view   atomic.Pointer[view]
}

// Close stops the writer and closes the database. Writes that were not taken
// up yet fail with ErrClosed.
func (s *Store) Close() error {
	s.closing.Do(func() {
		close(s.quit)
		<-s.stopped
		errs := []error{s.queries.close(), s.writer.close(), s.read.Close()}
		settled := s.settle()
		errs = append(errs, settled, s.shelf.close())
		if settled == nil {
			errs = append(errs, s.write.Close())
		}
		if s.lock != nil {
			errs = append(errs, s.lock.Close())
		}
		s.closeErr = errors.Join(errs...)
	})
	return s.closeErr
}

// settle writes the log back at the end. Where that fails the database must stay
// open: closing it writes the log back too, past the sums.
func (s *Store) settle() error {
	if s.sums == nil {
		return nil
	}
	if s.write == nil || s.sums.file == nil {
		return s.sums.close()
	}
	ctx := context.Background() // Whoever closes does not wait for anybody.
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	err = s.sums.settle(ctx, conn)
	return errors.Join(err, conn.Close(), s.sums.close())
}

// Reservations returns how many reservations there are: of every account that
// the data knows, as Snapshots counts them, and not just of those that may call.
func (s *Store) Reservations(ctx context.Context) (int64, error) {
	var n int64
	if err := s.read.QueryRowContext(ctx, "SELECT "+countReservations).Scan(&n); err != nil {
		return 0, fmt.Errorf("sandbox data: %w", err)
	}
	return n, nil
}

// Create stores a reservation and takes its rooms, both or neither. It fails
// with ErrSoldOut when a night has too few rooms left. When it returns without
// an error, the reservation is on disk.
func (s *Store) Create(ctx context.Context, n New) (Reservation, error) {
	var made Reservation
	err := s.do(ctx, func(w *writer) (err error) {
		made, err = w.create(n)
		return err
	})
	return made, err
}

// Fill stores many reservations in one transaction, and notes that the world
// is filled. One that finds no room is left out.
func (s *Store) Fill(ctx context.Context, all []New) error {
	return s.do(ctx, func(w *writer) error { return w.refill(all) })
}

// Filled says whether Fill ran on this database.
func (s *Store) Filled(ctx context.Context) (bool, error) {
	_, found, err := fact(ctx, s.read, factFilled)
	return found, err
}

// Cancel cancels a confirmed reservation and gives its rooms back. It fails
// with ErrNotFound or ErrNotConfirmed.
func (s *Store) Cancel(ctx context.Context, account, id string) (Reservation, error) {
	var done Reservation
	err := s.do(ctx, func(w *writer) error {
		_, r, err := w.confirmed(account, id)
		if err != nil {
			return err
		}
		if r.Held {
			if err := w.give(r); err != nil {
				return err
			}
		}
		r.Status, r.Held = Canceled, false
		done = r
		return w.update(r)
	})
	return done, err
}

// Change is what Modify stores.
type Change struct {
	Stay     Stay
	Document []byte
	Stock    Allotment // limits the rooms of the new nights; used when rooms are held
}

// Modify changes a confirmed reservation. It hands the stored one to change
// within the transaction and stores what that returns, moving the rooms that
// are held when the nights differ. Errors of change are returned as they are.
func (s *Store) Modify(ctx context.Context, account, id string, change func(Reservation) (Change, error)) (Reservation, error) {
	var done Reservation
	err := s.do(ctx, func(w *writer) error {
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
			if err := w.give(r); err != nil {
				return err
			}
		}
		r.Stay, r.Document = c.Stay, c.Document
		if r.Held && moved {
			if err := w.take(r, c.Stock); err != nil {
				return err
			}
		}
		if moved {
			if err := w.move(owner, r); err != nil {
				return err
			}
		}
		done = r
		return w.update(r)
	})
	return done, err
}
