package booking

import (
	"context"
	"crypto/rand"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// Service is what a Desk needs of the booking service. *api.Client is one.
type Service interface {
	SearchDestinations(ctx context.Context, q api.DestinationQuery) (api.DestinationResults, error)
	SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error)
	VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error)
	CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error)
	ModifyReservation(ctx context.Context, r api.ModifyRequest) (api.Reservation, error)
	ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error)
	CancelReservation(ctx context.Context, id string) (api.Reservation, error)
	ReadReservation(ctx context.Context, id string) (api.Reservation, error)
	Skew() time.Duration
}

// Options configure a Desk.
type Options struct {
	Service Service
	Now     func() time.Time // nil: time.Now
	// Sleep waits between two looks for an unresolved write; nil waits for real.
	Sleep func(ctx context.Context, d time.Duration) error
	// Attempt makes the id of one booking attempt; nil makes a random one.
	Attempt func() string
	// Off is what the service does not have.
	Off api.Features
	// Journal records every write before it is sent; without one nothing is sent. OpenJournal opens it when it
	// is first needed: reading a long one must not delay the first frame.
	Journal     *journal.Journal
	OpenJournal func() (*journal.Journal, error)
	// Profile and Environment ("sandbox", "production") name in the journal where the writes go.
	Profile     string
	Environment string
	// ProfileName names the profile in papers and files.
	ProfileName string
	// Lineage names the states of a sandbox's data that the present one has come from, itself last. A write that
	// was sent to any other is neither looked for nor asked about. Nil for any other service.
	Lineage func() []string
	// SingleName is the given name sent for a guest with a single name; if empty, the name is sent twice.
	SingleName string
	// ReadOnly sends no write: each is api.ErrReadOnly.
	ReadOnly bool
}

// A Desk does an agent's work at one service. It is safe for concurrent use.
type Desk struct {
	Directory *Directory
	Recovery  *recovery.Recovery

	service     Service
	clock       recovery.Clock
	attempt     func() string
	off         api.Features
	environment string
	singleName  string
	profileName string
}

// NewDesk returns a desk at the service.
func NewDesk(o Options) *Desk {
	d := &Desk{
		Directory: newDirectory(o.Service),
		service:   o.Service, clock: recovery.Clock{Local: o.Now, Service: o.Service}, attempt: o.Attempt, off: o.Off, environment: o.Environment,
		singleName: o.SingleName, profileName: o.ProfileName,
	}
	if d.clock.Local == nil {
		d.clock.Local = time.Now
	}
	if d.attempt == nil {
		d.attempt = newAttempt
	}
	d.Recovery = recovery.New(recovery.Options{
		Service: o.Service, Hotels: d.Directory, Clock: d.clock, Sleep: o.Sleep,
		Journal: o.Journal, OpenJournal: o.OpenJournal, Profile: o.Profile, Environment: o.Environment, Lineage: o.Lineage, ReadOnly: o.ReadOnly,
	})
	return d
}

// Now returns the time by the service's clock, so that a slow local clock does not extend an offer.
func (d *Desk) Now() time.Time { return d.clock.Now() }

// Off returns what the service does not have, so that it need not be offered.
func (d *Desk) Off() api.Features { return d.off }

// NewAttempt returns the id of one try to book, for a Draft's Attempt.
func (d *Desk) NewAttempt() string { return d.attempt() }

// newAttempt has a prefix that keeps the service's custom data filter from taking the id for a number.
func newAttempt() string { return "att-" + rand.Text() }
