package booking

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
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
	// Sleep waits between two looks for a lost answer; nil waits for real.
	Sleep func(ctx context.Context, d time.Duration) error
	// Attempt makes the id of one booking attempt; nil makes a random one.
	Attempt func() string
	// Off is what the service does not have.
	Off api.Features
	// Journal records every write before it is sent. A desk without one sends
	// none. OpenJournal opens it instead, once, when it is first needed: reading
	// a long one must not keep a console from its first frame.
	Journal     *journal.Journal
	OpenJournal func() (*journal.Journal, error)
	// Profile and Environment ("sandbox", "production") say in the journal where
	// the writes go. A desk finds out only about writes of its own two.
	Profile     string
	Environment string
	// Worlds are, at a sandbox that can begin anew or go back to an earlier state,
	// the names of the states that the present one has come from, itself last. A
	// write that was planned in another one is gone with it: it is neither looked
	// for nor asked about. Nil for any other service.
	Worlds func() []string
}

// A Desk does an agent's work at one service. It is safe for concurrent use.
type Desk struct {
	service Service
	now     func() time.Time
	sleep   func(ctx context.Context, d time.Duration) error
	attempt func() string
	off     api.Features

	// journal opens the journal the first time; errNoJournal is none.
	journal     func() (*journal.Journal, error)
	opened      atomic.Pointer[journal.Journal]
	trouble     atomic.Pointer[Explanation] // what is wrong with it, once it is open
	profile     string
	environment string
	worlds      func() []string
	recovery    *recovery

	mu    sync.Mutex
	facts map[api.PropertyID]api.Property
}

// NewDesk returns a desk at the service.
func NewDesk(o Options) *Desk {
	d := &Desk{
		service: o.Service, now: o.Now, sleep: o.Sleep, attempt: o.Attempt, off: o.Off,
		profile: o.Profile, environment: o.Environment, worlds: o.Worlds,
		facts: make(map[api.PropertyID]api.Property),
	}
	d.journal = sync.OnceValues(func() (*journal.Journal, error) { return d.openJournal(o) })
	d.recovery = &recovery{desk: d, pending: map[string]*Pending{}, wake: map[string]context.CancelFunc{}, shown: map[string]api.Reservation{}}
	if d.worlds == nil {
		d.worlds = func() []string { return nil }
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.sleep == nil {
		d.sleep = sleep
	}
	if d.attempt == nil {
		d.attempt = newAttempt
	}
	return d
}

// Now is the time by the service's clock where the two clocks differ by more
// than half a minute, so that a slow local clock does not extend an offer.
func (d *Desk) Now() time.Time {
	now := d.now()
	if skew := d.service.Skew(); skew.Abs() > 30*time.Second {
		return now.Add(skew)
	}
	return now
}

// Off is what the service does not have, so that it need not be offered. What
// is sent all the same fails with the same reason.
func (d *Desk) Off() api.Features { return d.off }

// NewAttempt is the id of one try to book, for a Draft's Attempt.
func (d *Desk) NewAttempt() string { return d.attempt() }

// newAttempt is "att-" and 26 capital letters or digits. The prefix keeps the
// service's custom data filter from taking it for a number.
func newAttempt() string { return "att-" + rand.Text() }

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
