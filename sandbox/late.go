package sandbox

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// lateCall is a request whose connection was reset, to be carried out when the
// sandbox's clock has reached an instant.
type lateCall struct {
	due     time.Time
	request string // its id
	call    *call
	serve   func(context.Context, *call) (answer, error)
}

// lateQueue holds the requests that are late. It has no timer: every later
// request first carries out what is due, so that a clock that is moved moves
// them too.
type lateQueue struct {
	size  atomic.Int64 // spares the lock while there is nothing
	mu    sync.Mutex   // held while they are carried out, so that nobody is served between
	calls []lateCall
}

func (q *lateQueue) add(l lateCall) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.calls = append(q.calls, l)
	q.size.Add(1)
}

// dropLate forgets the requests that are late: the data that they were sent to
// is gone.
func (s *Sandbox) dropLate() {
	q := &s.pipe.late
	q.mu.Lock()
	defer q.mu.Unlock()
	q.size.Add(-int64(len(q.calls)))
	q.calls = nil
}

// carryOutLate carries out the requests that are due, in the order in which
// they are, each at its own instant.
func (s *Sandbox) carryOutLate(now time.Time) {
	s.carryOutQueued(func(due time.Time) bool { return !due.After(now) })
}

// carryOutAllLate carries out every request that is late: after Close there is
// no later one.
func (s *Sandbox) carryOutAllLate() {
	s.carryOutQueued(func(time.Time) bool { return true })
}

func (s *Sandbox) carryOutQueued(isDue func(time.Time) bool) {
	q := &s.pipe.late
	if q.size.Load() == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	var due, rest []lateCall
	for _, l := range q.calls {
		if isDue(l.due) {
			due = append(due, l)
		} else {
			rest = append(rest, l)
		}
	}
	slices.SortStableFunc(due, func(a, b lateCall) int { return a.due.Compare(b.due) })
	for _, l := range due {
		s.carryOutOne(l)
	}
	q.calls = rest
	q.size.Add(-int64(len(due)))
}

func (s *Sandbox) carryOutOne(l lateCall) {
	ctx := context.Background() // The client that asked for it is long gone.
	err := func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		l.call.deferred, l.call.now = true, l.due
		_, err = l.serve(ctx, l.call)
		return err
	}()
	outcome := "done"
	if err != nil {
		outcome = err.Error()
	}
	s.log.LogAttrs(ctx, slog.LevelInfo, "late request carried out",
		slog.String("request_id", l.request), slog.String("account", l.call.account), slog.String("outcome", outcome))
}
