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
)

// Errors that callers tell apart.
var (
	// ErrNotFound means that the account has no such reservation.
	ErrNotFound = errors.New("no such reservation")
	// ErrNotConfirmed means that the reservation is in another state than
	// Confirmed, which the change needs.
	ErrNotConfirmed = errors.New("the reservation is not confirmed")
	// ErrSoldOut means that a night of the stay has too few rooms left.
	ErrSoldOut = errors.New("sold out")
	// ErrClosed means that the store was closed.
	ErrClosed = errors.New("the store is closed")
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
	Seq       int64 // counts up with every reservation of the store
	ID        string
	Status    Status
	CreatedAt int64 // Unix seconds
	Stay      Stay
	Hotel     string // chain and property code
	Room      int    // number of the room kind within the hotel
	Rooms     int    // how many rooms
	Held      bool   // whether the rooms are taken from stock
	Document  []byte // the rest, in the form that its owner chose
}

// Allotment says how many rooms the hotel gives for a night.
type Allotment func(night int32) int

// New is a reservation to create.
type New struct {
	Account   string
	Status    Status
	CreatedAt int64
	Stay      Stay
	Hotel     string
	Room      int
	Rooms     int
	// Stock limits what is taken; nil takes no room at all.
	Stock Allotment
	// Values are the custom_data values, normalised.
	Values []string
	// Make names the reservation and writes its document once its number is
	// known.
	Make func(seq int64) (id string, document []byte, err error)
}

// Identity says which world a database belongs to.
type Identity struct {
	Seed       uint64
	Properties int
}

// String is the world in words.
func (i Identity) String() string {
	if i.Properties == 1 {
		return fmt.Sprintf("seed %d with 1 hotel", i.Seed)
	}
	return fmt.Sprintf("seed %d with %d hotels", i.Seed, i.Properties)
}

// MismatchError is returned by Open for a database of another world.
type MismatchError struct {
	Dir        string
	Have, Want Identity
}

// Error says what is there and what was asked for. Which flags would help is
// for the command to say.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("the data in %s belongs to a world made from %s, not %s", e.Dir, e.Have, e.Want)
}

// VersionError is returned by Open for a database that a newer program wrote.
type VersionError struct {
	Dir        string
	Have, Know int // the schema versions of the database and of this program
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("the data in %s was written by a newer bellhop: its schema version is %d, and this one knows %d",
		e.Dir, e.Have, e.Know)
}

// InUseError is returned by Open for a database that another process serves.
type InUseError struct {
	Dir   string
	Cause error
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("the data in %s is in use by another sandbox", e.Dir)
}

// Unwrap is what the database said.
func (e *InUseError) Unwrap() error { return e.Cause }

// Store is the database. It is safe for concurrent use.
type Store struct {
	read     *sql.DB
	write    *sql.DB
	lock     *sql.DB // nil in memory
	writer   *writer
	jobs     chan *job
	quit     chan struct{}
	stopped  chan struct{}
	closing  sync.Once
	closeErr error

	accounts map[string]int64 // fixed after Open
	queries  queries
}

// Close stops the writer and closes the database. Writes that were not taken
// up yet fail with ErrClosed.
func (s *Store) Close() error {
	s.closing.Do(func() {
		close(s.quit)
		<-s.stopped
		errs := []error{s.queries.close(), s.writer.close(), s.read.Close(), s.write.Close()}
		if s.lock != nil {
			errs = append(errs, s.lock.Close())
		}
		s.closeErr = errors.Join(errs...)
	})
	return s.closeErr
}

// Create stores a reservation and takes its rooms, both or neither. It fails
// with ErrSoldOut when a night has too few rooms left. When it returns without
// an error, the reservation is on disk.
func (s *Store) Create(ctx context.Context, n New) (Reservation, error) {
	var made Reservation
	err := s.do(ctx, func(w *writer) (err error) {
		made, err = w.create(s.accounts, n)
		return err
	})
	return made, err
}

// Fill stores many reservations in one transaction, and notes that the world
// is filled. One that finds no room is left out.
func (s *Store) Fill(ctx context.Context, all []New) error {
	return s.do(ctx, func(w *writer) error {
		for _, n := range all {
			if _, err := w.create(s.accounts, n); err != nil && !errors.Is(err, ErrSoldOut) {
				return err
			}
		}
		return w.note(filled, "yes")
	})
}

// Filled says whether Fill ran on this database.
func (s *Store) Filled(ctx context.Context) (bool, error) {
	_, found, err := fact(ctx, s.read, filled)
	return found, err
}

// Cancel cancels a confirmed reservation and gives its rooms back. It fails
// with ErrNotFound or ErrNotConfirmed.
func (s *Store) Cancel(ctx context.Context, account, id string) (Reservation, error) {
	var done Reservation
	err := s.do(ctx, func(w *writer) error {
		r, err := w.confirmed(s.accounts[account], id)
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
		r, err := w.confirmed(s.accounts[account], id)
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
		done = r
		return w.update(r)
	})
	return done, err
}
