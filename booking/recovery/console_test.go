package recovery

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// A console is a recovery with an open journal. It is not started, and each of its pauses moves its clock on.
type console struct {
	*Recovery
	t       *testing.T
	folder  string
	j       *journal.Journal
	service *lister

	mu     sync.Mutex
	now    time.Time
	states []string // of the service's data
	// frozen pauses last until their context ends; woken ones end at once with an error, as a person's look does.
	frozen, woken bool
}

type noSkew struct{}

func (noSkew) Skew() time.Duration { return 0 }

func newConsole(t *testing.T, service *lister) *console {
	t.Helper()
	c := &console{t: t, folder: filepath.Join(t.TempDir(), "journal"), now: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC), service: service}
	c.open()
	return c
}

// beside returns another console with the same journal.
func (c *console) beside() *console {
	c.t.Helper()
	other := &console{t: c.t, folder: c.folder, now: c.clock(), service: c.service}
	other.open()
	return other
}

func (c *console) open() {
	c.t.Helper()
	j, err := journal.Open(c.folder, journal.Options{User: "ada", Now: c.clock})
	noError(c.t, err)
	c.t.Cleanup(func() { _ = j.Close() })
	c.j = j
	c.Recovery = New(Options{
		Service: c.service, Hotels: london{}, Clock: Clock{Local: c.clock, Service: noSkew{}}, Sleep: c.sleep, Journal: j,
		Profile: "demo", Environment: "sandbox", Lineage: c.lineage,
	})
	_, err = c.journal()
	noError(c.t, err)
}

func (c *console) clock() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *console) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *console) lineage() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.states
}

// become puts the service's data into another state.
func (c *console) become(states ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.states = states
}

var errWoken = errors.New("a person asks for the look")

func (c *console) sleep(ctx context.Context, d time.Duration) error {
	switch {
	case c.frozen:
		<-ctx.Done()
		return ctx.Err()
	case c.woken:
		return errWoken
	default:
		c.pass(d)
		return ctx.Err()
	}
}

// A journalStep is a step that an attempt takes in the journal.
type journalStep = func(*journal.Attempt) error

func lost(a *journal.Attempt) error { return a.Unknown(journal.CauseReset) }

func answered(r journal.Result) journalStep {
	return func(a *journal.Attempt) error {
		return a.Answered(journal.Outcome{Result: r, Reservation: reservationOf(r)})
	}
}

func resolved(r journal.Result) journalStep {
	return func(a *journal.Attempt) error {
		return a.Resolve(journal.Outcome{Result: r, Reservation: reservationOf(r)})
	}
}

func expired(a *journal.Attempt) error {
	return a.Resolve(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseExpired})
}

func reservationOf(r journal.Result) string {
	if r == journal.Booked {
		return "ours"
	}
	return ""
}

// beginAttempt notes an attempt with its steps and keeps it locked.
func (c *console) beginAttempt(p journal.Plan, steps ...journalStep) *journal.Attempt {
	c.t.Helper()
	a, err := c.j.Begin(p)
	noError(c.t, err)
	for _, do := range steps {
		noError(c.t, do(a))
	}
	c.t.Cleanup(func() { _ = a.Close() })
	return a
}

// leaveAttempt notes an attempt with its steps and unlocks it, as a console does when it ends.
func (c *console) leaveAttempt(p journal.Plan, steps ...journalStep) {
	c.t.Helper()
	noError(c.t, c.beginAttempt(p, steps...).Close())
}

func (c *console) state(attempt string) journal.AttemptState {
	c.t.Helper()
	s, err := c.j.State(attempt)
	noError(c.t, err)
	return s
}

// wantWrite returns a write as it is shown, which must be in a state.
func (c *console) wantWrite(attempt string, state State) Write {
	c.t.Helper()
	w, known := c.Write(attempt)
	if !known || w.State != state {
		c.t.Errorf("%s is known: %t, in state %d, want %d", attempt, known, w.State, state)
	}
	return w
}

func (c *console) wantNoWrite() {
	c.t.Helper()
	if w, known := c.Write("att-1"); known {
		c.t.Errorf("att-1 is told as %+v", w)
	}
}

func planWith(change func(*journal.Plan)) journal.Plan {
	p := lookedFor
	change(&p)
	return p
}

// oursElsewhere is a reservation of another hotel that carries the attempt of lookedFor.
func oursElsewhere() api.Reservation {
	r := ours()
	r.ID, r.Hotel.ID.Code = "clash", "99999"
	return r
}
