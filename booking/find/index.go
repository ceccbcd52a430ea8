package find

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/api/traffic"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/internal/guard"
)

// Most is after how many reservations an index stops reading by itself: an account may have millions.
const Most = 20_000

// A State is what an index has at one time. It does not change any more.
type State struct {
	booking.ReservationList
	Stays  []trip.Stay // of Items
	Finder Finder      // finds in Items
	// Edition is another number once something else stands where an item stood. Until then items are only added. 0 is that of
	// a state of which nothing was read.
	Edition uint64
}

// editions numbers the editions of all indexes.
var editions atomic.Uint64

// Options make an index.
type Options struct {
	// Context ends what the index reads; it is the session's.
	Context context.Context
	Desk    *booking.Desk
	Zone    *time.Location // where the day begins on which a reservation was created; nil is UTC
	Query   api.ReservationQuery
	// Clock and Sleep measure and wait for the pauses between calls; nil ones are those of this machine.
	Clock func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
}

// An Index reads the reservations of a query page by page, keeps them in memory and finds in them. One call is under way
// at a time, whoever asks. It is safe for concurrent use.
type Index struct {
	o    Options
	turn chan struct{} // holds one while nobody reads
	pace pace

	mu     sync.Mutex
	state  State
	loaded bool
	// written are reservations that were put while a read was under way, which may have read what they were before.
	written map[string]api.Reservation
	ctx     context.Context // of what is being read
	stop    context.CancelFunc
	going   bool // in the background
}

// NewIndex returns an index that has read nothing.
func NewIndex(o Options) *Index {
	x := &Index{o: o, turn: make(chan struct{}, 1), pace: newPace(o.Clock, o.Sleep), state: State{ReservationList: booking.ReservationList{Query: o.Query}}}
	x.turn <- struct{}{}
	x.ctx, x.stop = context.WithCancel(o.Context)
	return x
}

// State returns what was read so far; false when that is nothing.
func (x *Index) State() (State, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.state, x.loaded
}

// Of reports whether the index reads at this desk.
func (x *Index) Of(desk *booking.Desk) bool { return x.o.Desk == desk }

// More returns the state with the next page. A page that somebody else is reading is waited for, not read twice. The
// reading goes on when the caller's context ends: what it brings is there for the next one who asks.
func (x *Index) More(ctx context.Context) (State, error) {
	before, _ := x.State()
	return x.read(ctx, func(ctx context.Context, now State) (State, error) {
		if now.Edition != before.Edition || len(now.Items) != len(before.Items) || now.Edition != 0 && !now.More() {
			return now, nil
		}
		list, err := x.page(ctx, now.ReservationList)
		if err != nil {
			return State{}, err
		}
		return x.grown(now, list), nil
	})
}

// Renew returns the state with what is new put before it: the first page alone is read again, without a pause before it.
func (x *Index) Renew(ctx context.Context) (State, error) {
	return x.read(ctx, func(ctx context.Context, now State) (State, error) {
		x.pace.now()
		first, err := x.call(ctx, booking.ReservationList{Query: x.o.Query})
		if err != nil || len(now.Items) == 0 || now.Incomplete() {
			return x.grown(State{}, first), err
		}
		if n := len(first.Items); n <= len(now.Items) && first.Total == now.Total && reflect.DeepEqual(first.Items, now.Items[:n]) {
			now.Read = slices.Concat(first.Read, now.Read[n:])
			return now, nil
		}
		return x.rebuilt(now, now.Renewed(first), len(first.Items)), nil
	})
}

// Reload reads from the beginning until there are so many, or all, and tells after each page how many of how many it has.
// Until then what was there stays.
func (x *Index) Reload(ctx context.Context, least int, progress func(have, total int)) (State, error) {
	return x.read(ctx, func(ctx context.Context, _ State) (State, error) {
		list, err := booking.ReadPages(x.o.Query, least, progress, func(list booking.ReservationList) (booking.ReservationList, error) {
			return x.page(ctx, list)
		})
		return x.grown(State{}, list), err
	})
}

// Continue goes on reading in the background, until there is no more, a call fails or Stop is called.
func (x *Index) Continue() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.going || !x.loaded || !x.state.More() {
		return
	}
	x.going = true
	ctx := traffic.Unasked(x.ctx)
	go func() {
		defer guard.Catch()
		for {
			now, err := x.More(ctx)
			if err != nil || !now.More() || len(now.Items) >= Most {
				break
			}
		}
		x.mu.Lock()
		x.going = false
		x.mu.Unlock()
	}()
}

// Stop ends what is being read; what was read stays.
func (x *Index) Stop() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.stop()
	x.ctx, x.stop = context.WithCancel(x.o.Context)
}

// Put takes a reservation as it was read or written elsewhere. One that the index does not have is left to Renew.
func (x *Index) Put(r api.Reservation) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.written != nil {
		x.written[r.ID] = r
	}
	x.state = x.with(x.state, r)
}

// with returns a state in which one reservation is another.
func (x *Index) with(s State, r api.Reservation) State {
	at := slices.IndexFunc(s.Items, func(known api.Reservation) bool { return known.ID == r.ID })
	if at < 0 {
		return s
	}
	if reflect.DeepEqual(s.Items[at], r) {
		s.Read = slices.Clone(s.Read)
		s.Read[at] = x.o.Desk.Now()
		return s
	}
	s.Items, s.Stays, s.Read = slices.Clone(s.Items), slices.Clone(s.Stays), slices.Clone(s.Read)
	s.Items[at], s.Stays[at], s.Read[at] = r, x.o.Desk.StayOf(r), x.o.Desk.Now()
	s.Finder.Set(at, r, s.Stays[at])
	s.Edition = editions.Add(1)
	return s
}

// read has fn make the next state out of the present one, when it is its turn. It ends with the index and not with ctx.
func (x *Index) read(ctx context.Context, fn func(context.Context, State) (State, error)) (State, error) {
	if err := ctx.Err(); err != nil {
		return State{}, err
	}
	x.mu.Lock()
	own := traffic.Carry(ctx, x.ctx)
	x.mu.Unlock()
	type answer struct {
		state State
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if r := recover(); r != nil { // A console that reads in the background must not end by it.
				a = answer{err: fmt.Errorf("reading reservations: %w: %T", errPanic, r)}
			}
			done <- a
		}()
		a.state, a.err = x.inTurn(own, fn)
	}()
	select {
	case a := <-done:
		return a.state, a.err
	case <-ctx.Done():
		return State{}, ctx.Err()
	}
}

var errPanic = errors.New("internal error")

// inTurn waits for the turn, and keeps what fn returns.
func (x *Index) inTurn(ctx context.Context, fn func(context.Context, State) (State, error)) (State, error) {
	select {
	case <-x.turn:
	case <-ctx.Done():
		return State{}, ctx.Err()
	}
	defer func() { x.turn <- struct{}{} }()
	x.mu.Lock()
	now := x.state
	x.written = map[string]api.Reservation{}
	x.mu.Unlock()
	next, err := fn(ctx, now)
	x.mu.Lock()
	defer x.mu.Unlock()
	written := x.written
	x.written = nil
	if err != nil {
		return State{}, err
	}
	for _, r := range written {
		next = x.with(next, r)
	}
	x.state, x.loaded = next, true
	return next, nil
}

// page reads the next page of a list when its turn among the calls has come.
func (x *Index) page(ctx context.Context, list booking.ReservationList) (booking.ReservationList, error) {
	if err := x.pace.wait(ctx); err != nil {
		return booking.ReservationList{}, err
	}
	return x.call(ctx, list)
}

// call reads the next page of a list, and passes its findings to the recovery, which corrects the journal.
func (x *Index) call(ctx context.Context, list booking.ReservationList) (booking.ReservationList, error) {
	next, found, err := x.o.Desk.MoreReservations(ctx, list)
	x.o.Desk.Recovery.Correct(found)
	return next, err
}

// grown returns the state with the new items of a list. A state without an edition gets one and a new Finder.
func (x *Index) grown(s State, list booking.ReservationList) State {
	if s.Edition == 0 {
		s.Edition, s.Finder = editions.Add(1), Finder{Zone: x.o.Zone}
	}
	s.ReservationList = list
	for _, r := range list.Items[len(s.Stays):] {
		stay := x.o.Desk.StayOf(r)
		s.Stays = append(s.Stays, stay)
		s.Finder.Add(r, stay)
	}
	return s
}

// rebuilt returns the state of a list whose first items are new. What was made of the others before stays as it is.
func (x *Index) rebuilt(old State, list booking.ReservationList, fresh int) State {
	before := make(map[string]int, len(old.Items))
	for i, r := range old.Items {
		before[r.ID] = i
	}
	next := State{ReservationList: list, Finder: Finder{Zone: x.o.Zone}, Edition: editions.Add(1), Stays: make([]trip.Stay, 0, len(list.Items))}
	next.Finder.texts = make([]findable, 0, len(list.Items))
	for i, r := range list.Items {
		at, known := before[r.ID]
		if i < fresh || !known {
			stay := x.o.Desk.StayOf(r)
			next.Stays = append(next.Stays, stay)
			next.Finder.Add(r, stay)
			continue
		}
		next.Stays = append(next.Stays, old.Stays[at])
		next.Finder.texts = append(next.Finder.texts, old.Finder.texts[at])
	}
	return next
}
