package booking

import (
	"cmp"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// Pending is a write whose answer was lost, and what looking for it has come to.
type Pending struct {
	Plan journal.Plan // what was sent
	// Cause is why the answer was lost.
	Cause journal.Cause
	// Sent, Until and Next are by the service's clock, as Desk.Now is. What was
	// not found by Until counts as not done.
	Sent  time.Time
	Until time.Time
	Looks int
	// Unsent says that the journal has no line that it was sent: Sent is when it was
	// planned.
	Unsent bool
	// Looking says that a look is under way; otherwise Next is when the next one
	// begins. Elsewhere says that another console is at it.
	Looking   bool
	Next      time.Time
	Elsewhere bool
	// LookFailed says that the last look got no answer either, or none that tells
	// anything; Trouble is why, in words, where more is known than that.
	LookFailed bool
	Trouble    string
	// Missing says that it was given up because the service does not have the
	// reservation any more.
	Missing bool
	// Gone says that it was sent to a world of a sandbox that is there no more.
	Gone bool
	// CountedNotMade is when the booking came to count as not made, although it was; zero
	// for any other. Twins are the bookings that stand for the same stay besides,
	// the newest first.
	CountedNotMade time.Time
	Twins          []journal.State
	// Result is empty as long as the outcome is not known.
	Result journal.Result
	// Reservation is what was found; nil when nothing was.
	Reservation *api.Reservation
}

// Open says that the outcome is still not known.
func (p Pending) Open() bool { return p.Result == "" }

// Pending lists the writes whose answers were lost, the newest first: those of
// which it is still not known what came, and those found out about in this run
// until they are dismissed.
func (d *Desk) Pending() []Pending {
	r := d.recovery
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]Pending, 0, len(r.pending))
	for _, p := range r.pending {
		list = append(list, d.atService(*p))
	}
	slices.SortFunc(list, func(a, b Pending) int {
		// What was sent at one instant must not change places at every look.
		return cmp.Or(b.Sent.Compare(a.Sent), cmp.Compare(a.Plan.Attempt, b.Plan.Attempt))
	})
	return list
}

// PendingAttempt is one of Pending.
func (d *Desk) PendingAttempt(id string) (Pending, bool) {
	r := d.recovery
	r.mu.Lock()
	defer r.mu.Unlock()
	p, known := r.pending[id]
	if !known {
		return Pending{}, false
	}
	return d.atService(*p), true
}

// atService has the times of what is pending by the service's clock.
func (d *Desk) atService(p Pending) Pending {
	ahead := d.Now().Sub(d.now())
	if ahead.Abs() < time.Second {
		return p // Only the moment between the two readings.
	}
	p.Sent, p.Until = p.Sent.Add(ahead), p.Until.Add(ahead)
	if !p.CountedNotMade.IsZero() {
		p.CountedNotMade = p.CountedNotMade.Add(ahead)
	}
	if !p.Next.IsZero() {
		p.Next = p.Next.Add(ahead)
	}
	return p
}

// LookNow ends the pause before the attempt's next look.
func (d *Desk) LookNow(id string) {
	r := d.recovery
	r.mu.Lock()
	defer r.mu.Unlock()
	if wake := r.wake[id]; wake != nil {
		wake()
	}
}

// Dismiss takes a write whose outcome is known off the list.
func (d *Desk) Dismiss(id string) {
	r := d.recovery
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.pending[id]; p != nil && !p.Open() {
		delete(r.pending, id)
	}
}
