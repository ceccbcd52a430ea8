package store

import (
	"errors"
	"fmt"
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
	// ErrNoSnapshot means that there is no snapshot with the name.
	ErrNoSnapshot = errors.New("no such snapshot")
	// ErrSettled means that the fact which asks for a reservation is gone: somebody
	// else has made it.
	ErrSettled = errors.New("the reservation was made by another server")
	// ErrUnavailable means that there is no database to ask. Nothing was changed.
	ErrUnavailable = errors.New("the database is not available")
	// ErrUnknown means that a write was sent to the database, which did not say
	// what became of it: it may be stored or not.
	ErrUnknown = errors.New("the database did not say whether the write is stored")
	// ErrSnapshotName means that a snapshot cannot have the name.
	ErrSnapshotName = errors.New("a snapshot's name is 1 to 64 letters, digits, - and _")
)

// PlaceError is returned by Open where a database does not serve as it is, and says what to
// do about it.
type PlaceError struct{ Name, Text string }

func (e *PlaceError) Error() string { return e.Name + " " + e.Text }

// MismatchError is returned by Open for a database of another world.
type MismatchError struct {
	Dir        string
	Have, Want Identity
}

// OtherVersion reports whether the world is made in another way, so that no seed
// and no size can make it again.
func (e *MismatchError) OtherVersion() bool { return e.Have.Version != e.Want.Version }

func (e *MismatchError) Error() string {
	if e.OtherVersion() {
		return fmt.Sprintf("the data in %s belongs to version %d of the world, and this bellhop makes version %d",
			e.Dir, e.Have.Version, e.Want.Version)
	}
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

// OldError is returned by Open for a database that an earlier program wrote in
// a form that this one does not read.
type OldError struct{ Dir string }

func (e *OldError) Error() string {
	return fmt.Sprintf("the data in %s was made by an earlier bellhop", e.Dir)
}

// DamageError means that something of the data is not as it was written, and
// that nothing is answered from it. Open returns it for a file, and everything
// that reads for a part of one.
type DamageError struct {
	File  string
	Text  string // what is damaged
	Cause error  // what the database said, or nil
}

func (e *DamageError) Error() string {
	text := fmt.Sprintf("%s is damaged: %s", e.File, e.Text)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

func (e *DamageError) Unwrap() error { return e.Cause }

// InUseError is returned by Open for a database that another process serves.
type InUseError struct {
	Dir   string
	Cause error
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("the data in %s is in use by another sandbox", e.Dir)
}

func (e *InUseError) Unwrap() error { return e.Cause }

// MigrateError is returned by Open for a shared database whose tables an earlier
// program made: other servers may still work with it.
type MigrateError struct {
	Name       string // of the database
	Have, Know int    // the schema versions of the database and of this program
}

func (e *MigrateError) Error() string {
	return fmt.Sprintf("%s has the tables of an earlier bellhop: their version is %d, and this one works with %d", e.Name, e.Have, e.Know)
}
