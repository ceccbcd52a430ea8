package recovery

import (
	"context"
	"errors"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// rounds is how often the journal is asked for attempts that other consoles have
// left behind.
const rounds = 15 * time.Second

// lookPauses are the waits before each look for a write; the last one is
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

// Round takes over the attempts that nobody follows. Start does it again and again.
func (r *Recovery) Round(ctx context.Context) {
	j, err := r.journal()
	if err != nil {
		return // Nothing can be written either, and Trouble says so.
	}
	open, err := j.Attempts(journal.Filter{Open: true, Profile: r.Profile, Environment: r.Environment})
	if err != nil {
		return // The next round tries again.
	}
	for _, state := range slices.Backward(open) {
		if r.follows(state.Attempt) {
			if r.Replaced(state.Plan) {
				r.LookNow(state.Attempt) // There is nothing to wait for any more.
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

// follows reports whether this process is at the attempt.
func (r *Recovery) follows(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	w, known := r.writes[id]
	return known && !w.OtherConsole
}

// elsewhere notes an attempt that another console follows.
func (r *Recovery) elsewhere(s journal.State) {
	w := writeOf(s)
	w.OtherConsole = true
	r.put(w)
}

// forget drops what another console has resolved since.
func (r *Recovery) forget(open []journal.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, w := range r.writes {
		if w.OtherConsole && !slices.ContainsFunc(open, func(s journal.State) bool { return s.Attempt == id }) {
			delete(r.writes, id)
		}
	}
}

// take follows a write of this process whose outcome is not known. Before Start
// the attempt stays open for the next run.
func (r *Recovery) take(attempt *journal.Attempt) {
	r.mu.Lock()
	ctx := r.ctx
	r.mu.Unlock()
	if ctx == nil || ctx.Err() != nil {
		_ = attempt.Close()
		return
	}
	r.start(ctx, attempt)
}

func (r *Recovery) start(ctx context.Context, attempt *journal.Attempt) {
	state, err := attempt.State()
	if err != nil || !state.Open() {
		_ = attempt.Close()
		return
	}
	w := writeOf(state)
	w.Next = r.Now()
	r.put(w)
	r.running.Go(func() {
		defer func() { _ = attempt.Close() }()
		r.follow(ctx, attempt, state)
	})
}

// until is when a write that was not found counts as not made. Both are by this
// machine's clock, like all of the journal: the service's may be another, and a
// window must be as long as it is, whatever the two clocks say.
func until(s journal.State) time.Time { return sent(s).Add(s.Window()) }

// setBack takes an attempt that was sent in the future as sent now: the clock
// was set back since, and its window must not grow by as much.
func (r *Recovery) setBack(id string, s journal.State) journal.State {
	now := r.Now()
	if !now.Before(sent(s).Add(-time.Minute)) {
		return s
	}
	s.Sent = now
	r.change(id, func(w *Write) { w.Sent, w.Until = s.Sent, until(s) })
	return s
}

// follow looks with growing pauses until the outcome is known or the context
// ends.
func (r *Recovery) follow(ctx context.Context, attempt *journal.Attempt, state journal.State) {
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
		whole, ok := r.pause(ctx, attempt.ID(), pauseBefore(n, r.Now().After(until(state))))
		if !ok {
			return
		}
		state = r.setBack(attempt.ID(), state)
		replaced := r.Replaced(state.Plan)
		if replaced && state.Kind != journal.Create {
			// What has the reservation's id now is another one.
			r.resolveReplaced(attempt, journal.GivenUp)
			return
		}
		r.change(attempt.ID(), func(w *Write) { w.Looking = true })
		found, err := r.handed(attempt.ID()), error(nil)
		if found == nil {
			// What decides that it was not made, and what a person asks for, is thorough.
			var others []Finding
			found, others, err = r.look(ctx, state.Plan, replaced || !whole || r.Now().After(until(state)))
			r.Correct(others)
		}
		if ctx.Err() != nil {
			return
		}
		r.change(attempt.ID(), func(w *Write) {
			w.Looking, w.Looks, w.LookFailed, w.Trouble = false, w.Looks+1, err != nil, troubleWords(err)
		})
		if err == nil && found == nil && replaced {
			r.resolveReplaced(attempt, journal.NotBooked)
			return
		}
		if err == nil && found == nil && r.Now().After(until(state)) {
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
func (r *Recovery) pause(ctx context.Context, id string, d time.Duration) (whole, ok bool) {
	waiting, wake := context.WithCancel(ctx)
	defer wake()
	r.mu.Lock()
	if _, given := r.shown[id]; given {
		wake() // There is nothing to wait for.
	}
	r.wake[id] = wake
	if w := r.writes[id]; w != nil {
		w.Next = r.Now().Add(d)
	}
	r.mu.Unlock()
	err := r.Sleep(waiting, d)
	return err == nil, ctx.Err() == nil
}

// looked notes a look, and resolves the attempt where it says enough. That the
// write does not show is enough once the window is over for certain.
func (r *Recovery) looked(attempt *journal.Attempt, state journal.State, found *api.Reservation, err error, over bool) (resolved bool) {
	look := journal.Look{Found: journal.NotFound}
	switch {
	case errors.Is(err, errCannotTell):
		r.resolve(attempt, journal.Outcome{Result: journal.GivenUp, Cause: journal.CauseOther}, nil)
		return true
	case err != nil:
		look.Found, look.Cause = journal.LookFailed, unresolvedCause(err)
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
	case state.Reservation != "" && Missing(err) && r.Now().After(until(state)):
		// A sandbox was reset, or the reservation went to another account: nobody
		// can find out any more, and looking on for ever would help nobody.
		r.change(attempt.ID(), func(w *Write) { w.Missing = true })
		r.resolve(attempt, journal.Outcome{Result: journal.GivenUp, Cause: journal.CauseOther}, nil)
		return true
	default:
		return false
	}
}

func (r *Recovery) resolve(attempt *journal.Attempt, o journal.Outcome, found *api.Reservation) {
	_ = attempt.Resolve(o) // Unwritten, the next start looks again and finds the same.
	r.handed(attempt.ID())
	r.change(attempt.ID(), func(w *Write) { w.State, w.Reservation = stateOf(o.Result), found })
}

// resolveReplaced ends an attempt that was sent to a world which was replaced.
func (r *Recovery) resolveReplaced(attempt *journal.Attempt, result journal.Result) {
	r.change(attempt.ID(), func(w *Write) { w.BeganAnew, w.Looking = true, false })
	r.resolve(attempt, journal.Outcome{Result: result, Cause: journal.CauseOtherWorld}, nil)
}
