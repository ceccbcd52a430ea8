package recovery

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// A register holds what is known of writes, by their attempts. It is safe for concurrent use.
type register struct {
	mu      sync.Mutex
	writes  map[string]*Write
	wake    map[string]context.CancelFunc // ends the pause before an attempt's next look
	shown   map[string]api.Reservation    // what was seen of an attempt that is looked for
	changed chan struct{}                 // closed at the next change
}

func newRegister() *register {
	return &register{
		writes: map[string]*Write{}, wake: map[string]context.CancelFunc{}, shown: map[string]api.Reservation{},
		changed: make(chan struct{}),
	}
}

func (g *register) all() []Write {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := make([]Write, 0, len(g.writes))
	for w := range maps.Values(g.writes) {
		list = append(list, *w)
	}
	return list
}

func (g *register) one(attempt string) (Write, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, known := g.writes[attempt]
	if !known {
		return Write{}, false
	}
	return *w, true
}

func (g *register) put(w *Write) {
	g.mu.Lock()
	g.writes[w.Plan.Attempt] = w
	g.mu.Unlock()
	g.signal()
}

// putNew adds a write unless its attempt is known.
func (g *register) putNew(w *Write) {
	g.mu.Lock()
	if g.writes[w.Plan.Attempt] == nil {
		g.writes[w.Plan.Attempt] = w
	}
	g.mu.Unlock()
	g.signal()
}

// putOther notes a write that another console follows, unless this one has begun to follow it meanwhile.
func (g *register) putOther(w *Write) {
	w.OtherConsole = true
	g.mu.Lock()
	if known := g.writes[w.Plan.Attempt]; known == nil || known.OtherConsole {
		g.writes[w.Plan.Attempt] = w
	}
	g.mu.Unlock()
	g.signal()
}

func (g *register) change(attempt string, do func(*Write)) {
	g.mu.Lock()
	if w := g.writes[attempt]; w != nil {
		do(w)
	}
	g.mu.Unlock()
	g.signal()
}

// signal tells who waits that something has changed.
func (g *register) signal() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.changed)
	g.changed = make(chan struct{})
}

func (g *register) next() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.changed
}

// dismiss removes a write and returns it. It returns false if the attempt is unknown or unresolved.
func (g *register) dismiss(attempt string) (Write, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := g.writes[attempt]
	if w == nil || w.State == Unresolved {
		return Write{}, false
	}
	delete(g.writes, attempt)
	return *w, true
}

// forget drops what another console has resolved since.
func (g *register) forget(open []journal.AttemptState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.writes, func(id string, w *Write) bool {
		return w.OtherConsole && !slices.ContainsFunc(open, func(s journal.AttemptState) bool { return s.Attempt == id })
	})
}

// follows reports whether this process, and no other console, follows the attempt.
func (g *register) follows(attempt string) bool {
	w, known := g.one(attempt)
	return known && !w.OtherConsole
}

// countedNotMade lists the bookings of which this console says that they were not made, or were given up.
func (g *register) countedNotMade() []string {
	var ids []string
	for _, w := range g.all() {
		if w.Plan.Kind == journal.Create && w.State != Unresolved && !w.Made() {
			ids = append(ids, w.Plan.Attempt)
		}
	}
	return ids
}

// pausing notes when the next look at an attempt begins, and what ends the pause before it.
func (g *register) pausing(attempt string, next time.Time, wake context.CancelFunc) {
	g.mu.Lock()
	if _, given := g.shown[attempt]; given {
		wake() // There is nothing to wait for.
	}
	g.wake[attempt] = wake
	if w := g.writes[attempt]; w != nil {
		w.Next = next
	}
	g.mu.Unlock()
	g.signal()
}

func (g *register) lookNow(attempt string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if wake := g.wake[attempt]; wake != nil {
		wake()
	}
}

// hand gives a reservation to the follower of its attempt in this process; false when there is none.
func (g *register) hand(attempt string, found api.Reservation) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := g.writes[attempt]
	if w == nil || w.State != Unresolved || w.OtherConsole || otherProperty(w.Plan, found) {
		return false
	}
	g.shown[attempt] = found
	if wake := g.wake[attempt]; wake != nil {
		wake()
	}
	return true
}

// handed returns what hand was given for an attempt; nil for nothing.
func (g *register) handed(attempt string) *api.Reservation {
	g.mu.Lock()
	defer g.mu.Unlock()
	found, given := g.shown[attempt]
	if !given {
		return nil
	}
	delete(g.shown, attempt)
	return &found
}
