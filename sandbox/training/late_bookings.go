package training

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// lateBooking is a creation whose connection was reset, to be carried out when
// the sandbox's clock has reached an instant. It is kept as a fact of the data:
// a restart goes on with it, a snapshot holds it, and a reset forgets it.
type lateBooking struct {
	Due     time.Time `json:"due"`
	Request string    `json:"request"` // its id
	Account string    `json:"account"`
	Body    []byte    `json:"body"` // nobody has looked into it yet
	fact    string    // its name
}

// factLate begins the names of the facts that keep late bookings: see lateFact.
const factLate = "late "

// lateFact names the fact of a late booking. The names are in the order of the requests,
// those of one instant at one server too, and no two servers make the same.
func lateFact(at time.Time, number int, request string) string {
	return fmt.Sprintf("%s%020d %06d %s", factLate, at.UnixNano(), number, request)
}

// Facts keeps named texts with the data: snapshots hold them, and a reset drops
// them. A store.Store is one.
type Facts interface {
	Facts(ctx context.Context, beginning string) (map[string]string, error)
	SetFact(ctx context.Context, name, value string) error
	DropFact(ctx context.Context, name string) error
}

// lateBookings holds the late bookings in memory too, so that no request looks
// for them in the data. It has no timer: every later request first carries out
// what is due, so that a clock that is moved moves them too.
type lateBookings struct {
	facts Facts
	log   *slog.Logger
	size  atomic.Int64 // spares the lock while there is nothing
	mu    sync.Mutex   // held while they are carried out, so that nobody is served between
	last  int          // how many were kept, ever
	list  []lateBooking
}

// carryOut carries out the bookings that are due before each request, and keeps a
// request that is late itself.
func (q *lateBookings) carryOut(next Handler) Handler {
	return func(ctx context.Context, e *Exchange) Answer {
		q.carryOutDue(e.Now, next)
		a := next(ctx, e)
		if e.Fault.Kind == fault.Late {
			q.postpone(ctx, e)
		}
		return a
	}
}

// replace forgets all and holds these, in the order of their requests.
func (q *lateBookings) replace(list []lateBooking) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = list
	q.size.Store(int64(len(list)))
}

// postpone keeps a creation that is late, unless it would be refused. It is on
// disk when postpone returns.
func (q *lateBookings) postpone(ctx context.Context, e *Exchange) {
	if e.Check() != nil {
		return
	}
	if err := q.keep(ctx, e); err != nil {
		q.log.LogAttrs(ctx, slog.LevelError, "a late booking was not kept",
			slog.String("request_id", e.ID), slog.String("error", err.Error()))
	}
}

func (q *lateBookings) keep(ctx context.Context, e *Exchange) error {
	late := lateBooking{Due: e.Now.Add(fault.LateBy), Request: e.ID, Account: e.Account, Body: e.Body}
	text, err := json.Marshal(late)
	if err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	late.fact = lateFact(e.Now, q.last+1, e.ID)
	// The client waits for nothing any more, and may have gone.
	if err := q.facts.SetFact(context.WithoutCancel(ctx), late.fact, string(text)); err != nil {
		return err
	}
	q.last++
	q.list = append(q.list, late)
	q.size.Add(1)
	return nil
}

// recall makes the late bookings that the data holds the ones to come.
func (q *lateBookings) recall(ctx context.Context) error {
	facts, err := q.facts.Facts(ctx, factLate)
	if err != nil {
		return fmt.Errorf("sandbox: reading the late bookings: %w", err)
	}
	list := make([]lateBooking, 0, len(facts))
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		late := lateBooking{fact: name}
		if err := json.Unmarshal([]byte(facts[name]), &late); err != nil {
			return fmt.Errorf("sandbox: reading the late booking %q: %w", name, err)
		}
		list = append(list, late)
	}
	q.replace(list)
	return nil
}

// carryOutDue carries out the bookings that are due, in the order in which
// they are, each at its own instant.
func (q *lateBookings) carryOutDue(now time.Time, next Handler) {
	if q.size.Load() == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	var due, rest []lateBooking
	for _, late := range q.list {
		if late.Due.After(now) {
			rest = append(rest, late)
		} else {
			due = append(due, late)
		}
	}
	slices.SortStableFunc(due, func(a, b lateBooking) int { return a.Due.Compare(b.Due) })
	for _, late := range due {
		if !q.carryOutOne(late, next) {
			rest = append(rest, late)
		}
	}
	q.list = rest
	q.size.Store(int64(len(rest)))
}

// carryOutOne makes a late booking. It leaves the data with the reservation, in
// one transaction, so that a process that is killed makes it once and not
// twice; one that is refused leaves it afterwards. It reports whether that is settled:
// where the service fails, the next request tries again.
func (q *lateBookings) carryOutOne(late lateBooking, next Handler) (settled bool) {
	ctx := context.Background() // The client that asked for it is long gone.
	e := &Exchange{Request: service.Request{
		ID: late.Request, Now: late.Due, Account: late.Account, Body: late.Body, Hooks: service.Hooks{Settles: late.fact},
		Method: http.MethodPost, URL: &url.URL{Path: service.PathReservation}, ContentType: "application/json",
	}}
	outcome := "done"
	a := next(ctx, e)
	settled = a.Status < http.StatusInternalServerError
	switch {
	case a.Success():
	case !settled:
		outcome = a.Reject.Error() + "; it is tried again"
	default:
		outcome = a.Reject.Error()
		if err := q.facts.DropFact(ctx, late.fact); err != nil {
			outcome += "; it stays in the data: " + err.Error()
		}
	}
	q.log.LogAttrs(ctx, slog.LevelInfo, "late request carried out",
		slog.String("request_id", late.Request), slog.String("account", late.Account), slog.String("outcome", outcome))
	return settled
}

// Late returns how many bookings are still to come.
func (t *Training) Late() int { return int(t.late.size.Load()) }
