// Package store says how the sandbox's reservations, and the rooms that they
// take from stock, are kept. The packages below it keep them.
package store

import (
	"context"
	"time"
)

// Store keeps the reservations of a world. It is safe for concurrent use. What a
// write has stored when it returns without an error is on disk: it survives the
// process being killed. Damage that is noticed is a DamageError.
type Store interface {
	// Create stores a reservation and takes its rooms, both or neither. It fails
	// with ErrSoldOut when a night has too few rooms left. What it stores is never
	// older than the account's reservation before it: one whose CreatedAt is earlier
	// gets that of the other.
	Create(ctx context.Context, n New) (Reservation, error)
	// Modify stores what change makes of a confirmed reservation, within one
	// transaction, and moves its rooms. Errors of change are returned as they are.
	Modify(ctx context.Context, account, id string, change func(Reservation) (Change, error)) (Reservation, error)
	// Cancel cancels a confirmed reservation and gives its rooms back. It fails
	// with ErrNotFound or ErrNotConfirmed. Errors of allow, which may be nil, are
	// returned as they are, and nothing is cancelled then.
	Cancel(ctx context.Context, account, id string, allow func(Reservation) error) (Reservation, error)
	// Read returns one reservation of the account, or ErrNotFound.
	Read(ctx context.Context, account, id string) (Reservation, error)
	// List returns one page of the account's reservations, newest first, and how
	// many there are on all pages (SPEC 4.6).
	List(ctx context.Context, account string, f Filter) (page []Reservation, total int64, err error)
	// Reservations returns how many reservations all accounts have.
	Reservations(ctx context.Context) (int64, error)

	// Sold returns how many rooms are taken at the hotels for the nights of a stay.
	// Nights without a sale are left out; where nothing is sold, the map is nil.
	Sold(ctx context.Context, hotels []Hotels, checkIn, checkOut int32) (map[Night]int, error)
	// EachSold calls each with what Sold returns, one after the other: where much
	// is sold, that costs half as much.
	EachSold(ctx context.Context, hotels []Hotels, checkIn, checkOut int32, each func(night Night, rooms int)) error

	// Fill stores many reservations in one transaction, and notes that the world
	// is filled. One that finds no room is left out. A world that is filled already
	// stays as it is.
	Fill(ctx context.Context, all []New) error
	// Filled reports whether the world was filled.
	Filled(ctx context.Context) (bool, error)
	// Reset removes all reservations, stock and facts. The accounts and the snapshots
	// stay. The facts that it is given are stored then, and the reservations as Fill
	// does; where these are nil, the world counts as not filled.
	Reset(ctx context.Context, first []New, facts ...NamedFact) error

	// Fact returns what SetFact stored last under a name.
	Fact(ctx context.Context, name string) (value string, found bool, err error)
	// Facts returns, by their names, all values that SetFact stored under names with
	// a beginning, which is not empty.
	Facts(ctx context.Context, beginning string) (map[string]string, error)
	// SetFact stores a value under a name. Snapshots hold it, and Reset removes it.
	SetFact(ctx context.Context, name, value string) error
	// DropFact removes the value of a name, if there is one.
	DropFact(ctx context.Context, name string) error

	// Save stores a copy of the present state under a name, in place of an earlier
	// one; what else is given becomes facts of the copy alone. A process that is
	// killed meanwhile leaves the earlier copy.
	Save(ctx context.Context, name string, at time.Time, extra ...NamedFact) error
	// Snapshots lists what Save has stored, by name.
	Snapshots(ctx context.Context) ([]Snapshot, error)
	// RemoveSnapshot removes a snapshot; one that is not there is ErrNoSnapshot.
	RemoveSnapshot(ctx context.Context, name string) error
	// Load puts a snapshot in the place of the present state, in one transaction.
	// It fails with a MismatchError when the snapshot is of another world.
	Load(ctx context.Context, name string) error

	// AddAccounts lets reservations belong to more accounts from now on. Those that
	// there are already stay as they are.
	AddAccounts(ctx context.Context, ids []string) error

	// Close ends the store. Writes that were not begun fail with ErrClosed.
	Close() error
}

// A NamedFact is a value and the name under which it is stored.
type NamedFact struct{ Name, Value string }

// Snapshot tells of a copy of all reservations, values, stock and facts as they
// were at one moment.
type Snapshot struct {
	Name         string    `json:"name"`
	SavedAt      time.Time `json:"saved_at,omitzero"` // UTC, by the clock of who saved it
	Reservations int64     `json:"reservations"`
	Damaged      bool      `json:"damaged,omitzero"` // then nothing else is known of it, and it cannot be loaded
}
