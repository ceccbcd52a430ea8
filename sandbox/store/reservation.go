package store

import "fmt"

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

// Change is what Modify stores.
type Change struct {
	Stay     Stay
	Document []byte
	Stock    Allotment // limits the rooms of the new nights; used when rooms are held
}
