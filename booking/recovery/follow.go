package recovery

import (
	"context"
	"errors"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/internal/guard"
)

// rounds is how often the journal is asked for attempts that other consoles have left behind.
const rounds = 15 * time.Second

// lookPauses are the waits before each look; the last one is kept. lastingPause is the wait after the window.
var lookPauses = [...]time.Duration{
	0, time.Second, 3 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 30 * time.Second, time.Minute,
	2 * time.Minute, 5 * time.Minute,
}

const lastingPause = 5 * time.Minute

// trustedLooks is how many looks trust an empty answer to the custom_data filter, because a booking can take seconds to reach
// the lists. Later looks allow for a service that does not know the filter.
const trustedLooks = 2

// enoughLooks is how many looks in vain after the window say that a write was not made.
const enoughLooks = 2

// Round takes over the attempts that nobody follows. Start does it again and again. The error is of a journal, or of
// attempts in it, that cannot be read: what they are about is not among Writes.
func (r *Recovery) Round(ctx context.Context) error {
	j, err := r.journal()
	if err != nil {
		return err
	}
	err = r.takeOver(ctx, j)
	r.reconsider(ctx, j)
	return err
}

// takeOver is done by one round at a time: else one finds held what the other takes over just now, and takes this
// process for another console.
func (r *Recovery) takeOver(ctx context.Context, j *journal.Journal) error {
	r.round.Lock()
	defer r.round.Unlock()
	var unseen error
	if !r.unseenTold {
		unseen = r.tellUnseen(j)
		r.unseenTold = unseen == nil
	}
	open, err := j.Attempts(journal.Filter{Open: true, Profile: r.options.Profile, Environment: r.options.Environment})
	if err != nil {
		return errors.Join(unseen, err) // The next round tries again.
	}
	unread := []error{unseen}
	for _, state := range slices.Backward(open) {
		if r.register.follows(state.Attempt) {
			if r.Replaced(state.Plan) {
				r.LookNow(state.Attempt) // There is nothing to wait for any more.
			}
			continue
		}
		attempt, mine, err := j.Resume(state.Attempt)
		switch {
		case err != nil:
			unread = append(unread, err)
		case mine:
			r.start(ctx, attempt)
		case state.Step == journal.Unknown || state.Step == journal.Looked:
			w := writeOf(state)
			r.register.putOther(w)
		}
	}
	r.register.forget(open)
	return errors.Join(unread...)
}

// take follows an unresolved write of this process; before Start it stays open for the next run.
func (r *Recovery) take(attempt *journal.Attempt) {
	r.mu.Lock()
	ctx := r.ctx
	r.mu.Unlock()
	r.start(ctx, attempt)
}

func (r *Recovery) start(ctx context.Context, attempt *journal.Attempt) {
	state, err := attempt.State()
	if ctx == nil || ctx.Err() != nil || err != nil || !state.Open() {
		_ = attempt.Close()
		r.register.signal() // Taking it over may have resolved it.
		return
	}
	w := writeOf(state)
	w.Next = r.options.Clock.Local()
	r.register.put(w)
	r.running.Go(func() {
		defer guard.Catch()
		defer func() { _ = attempt.Close() }()
		f := &follower{r: r, id: attempt.ID(), attempt: attempt, state: state}
		f.follow(ctx)
	})
}

// until returns when a write that was not found counts as not made, by this machine's clock: a window must be
// as long as it is, whatever the service's clock says.
func until(s journal.AttemptState) time.Time { return sent(s).Add(s.Window()) }

// A follower finds out what came of one attempt.
type follower struct {
	r       *Recovery
	id      string
	attempt *journal.Attempt
	state   journal.AttemptState
}

func (f *follower) over() bool { return f.r.options.Clock.Local().After(until(f.state)) }

// setBack takes an attempt that was sent in the future as sent now: the clock was set back, and the window must
// not grow.
func (f *follower) setBack() {
	now := f.r.options.Clock.Local()
	if now.Before(sent(f.state).Add(-time.Minute)) {
		f.state.Sent = now
		f.change(func(w *Write) { w.Sent, w.Until = now, until(f.state) })
	}
}

func (f *follower) follow(ctx context.Context) {
	if f.state.Step == journal.Answered {
		// The process ended between the answer and its last line.
		f.resolve(f.state.Outcome, nil)
		return
	}
	// One look in vain after the window proves little: the clock may have jumped while the machine slept. A
	// second one does, or one that a person asks for.
	behind := 0
	for n := 0; ; n++ {
		whole, ok := f.pause(ctx, pauseBefore(n, f.over()))
		if !ok {
			return
		}
		f.setBack()
		replaced := f.r.Replaced(f.state.Plan)
		if replaced && f.state.Kind != journal.Create {
			// What has the reservation's id now is another one.
			f.resolveReplaced(journal.GivenUp)
			return
		}
		f.change(func(w *Write) { w.Looking = true })
		found, err := f.r.register.handed(f.id), error(nil)
		if found == nil {
			// A look is thorough if it may decide "not made", if a person asks for it, and from the third on.
			thorough := replaced || !whole || f.over() || f.state.Looks+n >= trustedLooks
			var others []Finding
			found, others, err = f.r.look(ctx, f.state.Plan, thorough)
			f.r.Correct(others)
		}
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, api.ErrEnded) {
			f.letGo()
			return
		}
		f.change(func(w *Write) {
			w.Looking, w.Looks, w.LookFailed, w.Trouble = false, w.Looks+1, err != nil, troubleWords(err)
		})
		if err == nil && found == nil && replaced {
			f.resolveReplaced(journal.NotBooked)
			return
		}
		if err == nil && found == nil && f.over() {
			behind++
			if !whole {
				behind = enoughLooks
			}
		}
		if f.looked(found, err, behind >= enoughLooks) {
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

// pause waits before a look; it is not whole when somebody asks for the look at once, and not ok when the
// context has ended.
func (f *follower) pause(ctx context.Context, d time.Duration) (whole, ok bool) {
	waiting, wake := context.WithCancel(ctx)
	defer wake()
	f.r.register.pausing(f.id, f.r.options.Clock.Local().Add(d), wake)
	err := f.r.options.Sleep(waiting, d)
	return err == nil, ctx.Err() == nil
}

// looked notes a look, and resolves the attempt where it says enough. Over says that not to be found is enough.
func (f *follower) looked(found *api.Reservation, err error, over bool) (resolved bool) {
	look := journal.Look{Found: journal.NotFound}
	switch {
	case errors.Is(err, errCannotTell):
		f.resolve(journal.Outcome{Result: journal.GivenUp, Cause: journal.CauseOther}, nil)
		return true
	case err != nil:
		look.Found, look.Cause = journal.LookFailed, unresolvedCause(err)
	case found != nil:
		look.Found, look.Reservation, look.Status = journal.FoundIt, found.ID, found.Status
	}
	_ = f.attempt.Looked(look) // A disk that is full keeps nobody from looking on.
	switch {
	case found != nil:
		f.resolve(outcomeOf(f.state.Kind.Made(), *found), found)
		return true
	case err == nil && over:
		f.resolve(journal.Outcome{Result: f.state.Kind.NotMade(), Cause: journal.CauseExpired}, nil)
		return true
	case f.state.Reservation != "" && Missing(err) && f.over():
		// A sandbox was reset, or the reservation went to another account: nobody can find out any more.
		f.change(func(w *Write) { w.Missing = true })
		f.resolve(journal.Outcome{Result: journal.GivenUp, Cause: journal.CauseOther}, nil)
		return true
	default:
		return false
	}
}

func (f *follower) resolve(o journal.Outcome, found *api.Reservation) {
	_ = f.attempt.Resolve(o) // Unwritten, the next start looks again and finds the same.
	f.r.register.handed(f.id)
	f.change(func(w *Write) {
		w.State, w.Reservation = stateOf(o.Result), found
		if found == nil && w.Booked() && !w.Plan.Simulate {
			w.Unseen = &o
		}
	})
}

// resolveReplaced ends an attempt that was sent to a state of the data which was replaced.
func (f *follower) resolveReplaced(result journal.Result) {
	f.change(func(w *Write) { w.BeganAnew, w.Looking = true, false })
	f.resolve(journal.Outcome{Result: result, Cause: journal.CauseDataReplaced}, nil)
}

// letGo releases the attempt to a console that reaches a service: this one's has ended for good.
func (f *follower) letGo() {
	f.r.mu.Lock()
	stop := f.r.stop
	f.r.mu.Unlock()
	if stop != nil {
		stop() // The other attempts cannot be looked for either.
	}
	f.change(func(w *Write) { w.Looking, w.LookFailed = false, true })
}

func (f *follower) change(do func(*Write)) { f.r.register.change(f.id, do) }
