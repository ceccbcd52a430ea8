// Package recovery sends writes, each once, and finds out what came of the unresolved ones (WIRE 5). It owns
// the journal: a write is in it before it is sent.
//
// send.go sends a write, and follow.go looks for one whose answer was lost again and again until it is resolved.
// look.go asks the service once, proof.go says which reservation proves it, and correct.go puts right what the
// journal has otherwise than a read finds. register.go holds the writes of this run, and record.go asks the journal.
package recovery

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/internal/guard"
)

// Service is what finding out needs of the booking service.
type Service interface {
	ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error)
	ReadReservation(ctx context.Context, id string) (api.Reservation, error)
}

// Hotels tells the zones of hotels, without which the days of a reservation can not always be told.
type Hotels interface {
	// Facts asks the service for what is not known yet of a hotel.
	Facts(ctx context.Context, ref api.HotelRef) (api.Property, bool, error)
	// Zone returns nil as long as the hotel's zone is not known.
	Zone(id api.PropertyID) *time.Location
}

// A Clock is this machine's clock and how it differs from the service's.
type Clock struct {
	Local   func() time.Time
	Service interface{ Skew() time.Duration }
}

// Now returns the time by the service's clock.
func (c Clock) Now() time.Time { return c.Local().Add(c.Ahead()) }

// Ahead returns how far the service's clock is ahead; up to half a minute counts as none.
func (c Clock) Ahead() time.Duration {
	if skew := c.Service.Skew(); skew.Abs() > 30*time.Second {
		return skew
	}
	return 0
}

// Options configure a Recovery.
type Options struct {
	Service Service
	Hotels  Hotels
	Clock   Clock
	// Sleep waits between two looks; nil waits for real.
	Sleep func(ctx context.Context, d time.Duration) error
	// Journal and OpenJournal are as in booking.Options.
	Journal     *journal.Journal
	OpenJournal func() (*journal.Journal, error)
	// Only writes of this profile and environment are followed.
	Profile     string
	Environment string
	// Lineage names the states of a sandbox's data that the present one has come from, itself last; nil for any
	// other service.
	Lineage func() []string
	// ReadOnly plans and sends nothing: Send returns api.ErrReadOnly.
	ReadOnly bool
}

// A Recovery keeps the journal of a profile's writes and follows each until its outcome is known. An attempt is
// followed by one goroutine of one process, which holds its lock. It is safe for concurrent use.
type Recovery struct {
	options Options

	journal func() (*journal.Journal, error) // opens it the first time
	opened  atomic.Pointer[opening]

	register *register

	round sync.Mutex // held by a round that takes attempts over
	// unseenTold is set once the unseen bookings are among the writes; guarded by round.
	unseenTold bool
	mu         sync.Mutex
	ctx        context.Context // nil as long as nobody has started it
	stop       context.CancelFunc
	// early is what was seen while the journal is being opened, by attempt; nil at other times.
	early   map[string]api.Reservation
	running sync.WaitGroup
	// lookedBack is set once what counts as not made was looked for.
	lookedBack atomic.Bool
	// reading is the service's meaning of dates at 00:00 UTC, a trip.Reading.
	reading atomic.Int32
}

// ErrNoJournal is the error of a recovery that was made without a journal.
var ErrNoJournal = errors.New("there is no journal")

// An opening is how opening the journal went.
type opening struct {
	journal *journal.Journal // nil when it failed
	err     error
	damage  []journal.Problem
}

// New returns a recovery that sends and is not started.
func New(o Options) *Recovery {
	r := &Recovery{options: o, register: newRegister()}
	if r.options.Sleep == nil {
		r.options.Sleep = api.Sleep
	}
	if r.options.Lineage == nil {
		r.options.Lineage = func() []string { return nil }
	}
	r.journal = sync.OnceValues(r.open)
	return r
}

func (r *Recovery) open() (*journal.Journal, error) {
	j, err := r.options.Journal, error(nil)
	switch {
	case j != nil:
	case r.options.OpenJournal == nil:
		return nil, ErrNoJournal
	default:
		j, err = r.options.OpenJournal()
	}
	o := &opening{err: err}
	if err == nil {
		o.journal, o.damage = j, j.Damage()
	}
	r.opened.Store(o)
	return o.journal, err
}

// Trouble returns what was wrong with the journal when it was opened; nothing as long as nothing is known to
// be. It never waits.
func (r *Recovery) Trouble() (damage []journal.Problem, err error) {
	if o := r.opened.Load(); o != nil {
		return o.damage, o.err
	}
	return nil, nil
}

// known returns the journal, nil as long as it is not open. It never waits.
func (r *Recovery) known() *journal.Journal {
	if o := r.opened.Load(); o != nil {
		return o.journal
	}
	return nil
}

// Start begins to find out, in the background and until the context ends, what became of every unresolved write
// of the profile, of whichever run or console. It is called once.
func (r *Recovery) Start(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	r.mu.Lock()
	r.ctx, r.stop, r.early = ctx, stop, map[string]api.Reservation{}
	r.mu.Unlock()
	r.running.Go(func() {
		defer guard.Catch()
		j, err := r.journal()
		r.mu.Lock()
		early := r.early
		r.early = nil
		r.mu.Unlock()
		if err != nil {
			return // Nothing can be written either, and Trouble says so.
		}
		r.compare(j, early)
		r.running.Go(func() {
			defer guard.Catch()
			r.lookBack(ctx, j)
		})
		for {
			_ = r.Round(ctx) // Trouble says what is wrong with the journal; the next round tries the rest again.
			if api.Sleep(ctx, rounds) != nil {
				return
			}
		}
	})
}

// Stop ends what Start began, and returns when nothing runs any more: what Writes say then stays so.
func (r *Recovery) Stop() {
	r.mu.Lock()
	stop := r.stop
	r.mu.Unlock()
	if stop != nil {
		stop()
	}
	r.running.Wait()
}

// Replaced reports whether a write was planned at a state of a sandbox's data that was replaced since.
func (r *Recovery) Replaced(p journal.Plan) bool {
	p.Lineage = r.options.Lineage()
	return p.OutsideLineage(p.DataState)
}
