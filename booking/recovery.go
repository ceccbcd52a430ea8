package booking

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// rounds is how often a running recovery asks the journal for attempts that
// other consoles have left behind.
const rounds = 15 * time.Second

// lookPauses are the waits before each look for a lost answer; the last one is
// kept. lastingPause is the wait once the window is over and looking itself
// fails.
var lookPauses = [...]time.Duration{
	0, time.Second, 3 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 30 * time.Second, time.Minute,
	2 * time.Minute, 5 * time.Minute,
}

const lastingPause = 5 * time.Minute

// enoughLooks is how many looks in vain after the window say that a write did
// not take place.
const enoughLooks = 2

// A recovery finds out what became of writes whose answers were lost. Every
// attempt is followed by one goroutine of one process: the journal's lock on it
// sees to that.
type recovery struct {
	desk *Desk

	mu      sync.Mutex
	ctx     context.Context // nil as long as nobody has started it
	pending map[string]*Pending
	wake    map[string]context.CancelFunc // ends the pause before an attempt's next look
	shown   map[string]api.Reservation    // what was seen of an attempt that is looked for
	// early is what was seen before the journal was open, by attempt; nil when it is
	// not being opened.
	early   map[string]api.Reservation
	running sync.WaitGroup
	// lookedBack says that what counts as not made was looked for once.
	lookedBack atomic.Bool
}

// Recover begins to find out, in the background and until the context ends,
// what became of every write of this desk's profile whose answer was lost: in
// this run, in an earlier one that ended, or in another console that is gone.
// It is called once.
func (d *Desk) Recover(ctx context.Context) {
	r := d.recovery
	r.mu.Lock()
	r.ctx, r.early = ctx, map[string]api.Reservation{}
	r.mu.Unlock()
	r.running.Go(func() {
		j, err := d.journal()
		r.mu.Lock()
		early := r.early
		r.early = nil
		r.mu.Unlock()
		if err != nil {
			return // Nothing can be written either, and JournalTrouble says so.
		}
		r.desk.compare(j, early)
		r.running.Go(func() { r.lookBack(ctx, j) })
		for {
			r.collect(ctx, j)
			if sleep(ctx, rounds) != nil {
				return
			}
		}
	})
}

// Settled waits until nothing of the recovery runs any more, after its context
// has ended.
func (d *Desk) Settled() { d.recovery.running.Wait() }

// collect takes over the attempts that nobody follows.
func (r *recovery) collect(ctx context.Context, j *journal.Journal) {
	open, err := j.Attempts(journal.Filter{Open: true, Profile: r.desk.profile, Environment: r.desk.environment})
	if err != nil {
		return // The next round tries again.
	}
	for _, state := range slices.Backward(open) {
		if r.follows(state.Attempt) {
			if r.desk.gone(state.Plan) {
				r.desk.LookNow(state.Attempt) // There is nothing to wait for any more.
			}
			continue
		}
		attempt, mine, err := j.Resume(state.Attempt)
		switch {
		case err != nil:
		case mine:
			r.start(ctx, attempt)
		case state.Step == journal.Unknown || state.Step == journal.Looked:
			r.elsewhere(state)
		}
	}
	r.forget(open)
	r.reconsider(ctx, j)
}

// follows says whether this process is at the attempt.
func (r *recovery) follows(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, known := r.pending[id]
	return known && !p.Elsewhere
}

// elsewhere notes an attempt that another console follows.
func (r *recovery) elsewhere(s journal.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending[s.Attempt] = &Pending{Plan: s.Plan, Cause: s.Cause, Sent: sent(s), Unsent: s.Sent.IsZero(), Until: until(s), Looks: s.Looks, Elsewhere: true}
}

// forget drops what another console has resolved since.
func (r *recovery) forget(open []journal.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, p := range r.pending {
		if p.Elsewhere && !slices.ContainsFunc(open, func(s journal.State) bool { return s.Attempt == id }) {
			delete(r.pending, id)
		}
	}
}

// take follows a write of this process whose answer was lost just now. Without a
// running recovery the attempt stays open for the next start.
func (r *recovery) take(attempt *journal.Attempt) {
	r.mu.Lock()
	ctx := r.ctx
	r.mu.Unlock()
	if ctx == nil || ctx.Err() != nil {
		_ = attempt.Close()
		return
	}
	r.start(ctx, attempt)
}

func (r *recovery) start(ctx context.Context, attempt *journal.Attempt) {
	state, err := attempt.State()
	if err != nil || !state.Open() {
		_ = attempt.Close()
		return
	}
	r.mu.Lock()
	r.pending[attempt.ID()] = &Pending{
		Plan: state.Plan, Cause: state.Cause, Sent: sent(state), Unsent: state.Sent.IsZero(), Until: until(state), Looks: state.Looks, Next: r.desk.now(),
	}
	r.mu.Unlock()
	r.running.Go(func() {
		defer func() { _ = attempt.Close() }()
		r.follow(ctx, attempt, state)
	})
}

// sent is when an attempt was sent; one of which the journal does not know it,
// when it was planned.
func sent(s journal.State) time.Time {
	if s.Sent.IsZero() {
		return s.Planned
	}
	return s.Sent
}

// until is when a write that was not found counts as not done. Both are by this
// machine's clock, like all of the journal: the service's may be another, and a
// window must be as long as it is, whatever the two clocks say.
func until(s journal.State) time.Time { return sent(s).Add(s.Window()) }

// setBack takes an attempt that was sent in the future as sent now: the clock
// was set back since, and its window must not grow by as much.
func (r *recovery) setBack(id string, s journal.State) journal.State {
	now := r.desk.now()
	if !now.Before(sent(s).Add(-time.Minute)) {
		return s
	}
	s.Sent = now
	r.change(id, func(p *Pending) { p.Sent, p.Until = s.Sent, until(s) })
	return s
}

// follow looks with growing pauses until the outcome is known or the context
// ends.
func (r *recovery) follow(ctx context.Context, attempt *journal.Attempt, state journal.State) {
	if state.Step == journal.Answered {
		// The process ended between the answer and its last line.
		r.resolve(attempt, state.Outcome, nil)
		return
	}
	// One look in vain behind the window proves little: the clock may have jumped
	// there while the machine slept. A second one does, a whole pause later, or
	// one that a person asks for, who sees what time it is.
	behind := 0
	for n := 0; ; n++ {
		whole, ok := r.pause(ctx, attempt.ID(), pauseBefore(n, r.desk.now().After(until(state))))
		if !ok {
			return
		}
		state = r.setBack(attempt.ID(), state)
		gone := r.desk.gone(state.Plan)
		if gone && state.Kind != journal.Create {
			// What has the reservation's id now is another one.
			r.resolveGone(attempt, journal.GivenUp)
			return
		}
		r.change(attempt.ID(), func(p *Pending) { p.Looking = true })
		found, err := r.handed(attempt.ID()), error(nil)
		if found == nil {
			// What decides that it was not made, and what a person asks for, is thorough.
			found, err = r.desk.look(ctx, state.Plan, gone || !whole || r.desk.now().After(until(state)))
		}
		if ctx.Err() != nil {
			return
		}
		r.change(attempt.ID(), func(p *Pending) {
			p.Looking, p.Looks, p.LookFailed, p.Trouble = false, p.Looks+1, err != nil, troubleWords(err)
		})
		if err == nil && found == nil && gone {
			r.resolveGone(attempt, journal.NotBooked)
			return
		}
		if err == nil && found == nil && r.desk.now().After(until(state)) {
			behind++
			if !whole {
				behind = enoughLooks
			}
		}
		if r.looked(attempt, state, found, err, behind >= enoughLooks) {
			return
		}
	}
}

func pauseBefore(look int, over bool) time.Duration {
	if over && look > 0 {
		return lastingPause
	}
	return lookPauses[min(look, len(lookPauses)-1)]
}

// pause waits before a look, or until somebody asks for the look at once, when
// it is not whole. It is not ok when the context has ended.
func (r *recovery) pause(ctx context.Context, id string, d time.Duration) (whole, ok bool) {
	waiting, wake := context.WithCancel(ctx)
	defer wake()
	r.mu.Lock()
	if _, given := r.shown[id]; given {
		wake() // There is nothing to wait for.
	}
	r.wake[id] = wake
	if p := r.pending[id]; p != nil {
		p.Next = r.desk.now().Add(d)
	}
	r.mu.Unlock()
	err := r.desk.sleep(waiting, d)
	return err == nil, ctx.Err() == nil
}

// looked notes a look, and resolves the attempt where it says enough. That the
// write does not show is enough once the window is over for certain.
func (r *recovery) looked(attempt *journal.Attempt, state journal.State, found *api.Reservation, err error, over bool) (resolved bool) {
	look := journal.Look{Found: journal.NotFound}
	switch {
	case errors.Is(err, errCannotTell):
		r.resolve(attempt, journal.Outcome{Result: journal.GivenUp, Cause: journal.CauseOther}, nil)
		return true
	case err != nil:
		look.Found, look.Cause = journal.LookFailed, lostCause(err)
	case found != nil:
		look.Found, look.Reservation, look.Status = journal.FoundIt, found.ID, found.Status
	}
	_ = attempt.Looked(look) // A disk that is full keeps nobody from looking on.
	switch {
	case found != nil:
		r.resolve(attempt, outcomeOf(state.Kind.Made(), *found), found)
		return true
	case err == nil && over:
		r.resolve(attempt, journal.Outcome{Result: state.Kind.NotMade(), Cause: journal.CauseExpired}, nil)
		return true
	case state.Reservation != "" && missing(err) && r.desk.now().After(until(state)):
		// A sandbox was reset, or the reservation went to another account: nobody
		// can find out any more, and looking on for ever would help nobody.
		r.change(attempt.ID(), func(p *Pending) { p.Missing = true })
		r.resolve(attempt, journal.Outcome{Result: journal.GivenUp, Cause: journal.CauseOther}, nil)
		return true
	default:
		return false
	}
}

func (r *recovery) resolve(attempt *journal.Attempt, o journal.Outcome, found *api.Reservation) {
	_ = attempt.Resolve(o) // Unwritten, the next start looks again and finds the same.
	r.handed(attempt.ID())
	r.change(attempt.ID(), func(p *Pending) { p.Result, p.Reservation = o.Result, found })
}

func (r *recovery) change(id string, do func(*Pending)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.pending[id]; p != nil {
		do(p)
	}
}
