package recovery

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// If the journal, or an attempt in it, cannot be read, a round reports it and takes over the rest.
func TestRound_JournalUnreadable(t *testing.T) {
	t.Parallel()
	t.Run("not openable", func(t *testing.T) {
		t.Parallel()
		r := New(Options{OpenJournal: func() (*journal.Journal, error) { return nil, errLost }})
		if err := r.Round(t.Context()); !errors.Is(err, errLost) {
			t.Errorf("the round came to %v", err)
		}
	})
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		o := newConsole(t, &lister{})
		o.beginAttempt(lookedFor, (*journal.Attempt).Sent, lost)
		beside := o.beside()
		noError(t, beside.Round(t.Context()))
		noError(t, beside.j.Close())
		if err := beside.Round(t.Context()); !errors.Is(err, journal.ErrClosed) {
			t.Errorf("the round came to %v", err)
		}
		beside.wantWrite("att-1", Unresolved)
	})
	t.Run("one attempt", func(t *testing.T) {
		t.Parallel()
		o := newConsole(t, &lister{})
		o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, lost)
		o.leaveAttempt(planWith(func(p *journal.Plan) { p.Attempt = "att-2" }), (*journal.Attempt).Sent, answered(journal.NotBooked))
		lock := filepath.Join(o.folder, "attempts", "att-1.lock")
		noError(t, errors.Join(os.RemoveAll(lock), os.Mkdir(lock, 0o700)))
		if err := o.Round(t.Context()); err == nil {
			t.Error("the round does not report the attempt that cannot be locked")
		}
		o.running.Wait()
		o.wantWrite("att-2", NotMade)
	})
}

// A write that another console follows is shown until that console has resolved it.
func TestRound_OtherConsole(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	a := o.beginAttempt(lookedFor, (*journal.Attempt).Sent, lost)
	beside := o.beside()
	noError(t, beside.Round(t.Context()))
	if w := beside.wantWrite("att-1", Unresolved); !w.OtherConsole {
		t.Errorf("it is told as %+v", w)
	}
	noError(t, errors.Join(expired(a), a.Close()))
	noError(t, beside.Round(t.Context()))
	beside.wantNoWrite()
}

// A console whose service has ended for good leaves its attempts to one that reaches a service.
func TestFollow_ServiceHasEnded(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{filtered: func(api.ReservationQuery) (api.ReservationPage, error) {
		return api.ReservationPage{}, &api.Error{Cause: api.ErrEnded}
	}})
	o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, lost)
	o.Start(t.Context())
	o.running.Wait()
	o.wantWrite("att-1", Unresolved)
	attempt, mine, err := o.beside().j.Resume("att-1")
	if err != nil || !mine {
		t.Fatalf("the attempt is still held: %t, %v", mine, err)
	}
	noError(t, attempt.Close())
}

// A write that a process left between two lines of the journal is resolved without a look: a planned one was not sent,
// and an answered one has its outcome.
func TestRound_LeftBetweenLines(t *testing.T) {
	t.Parallel()
	t.Run("planned", func(t *testing.T) {
		t.Parallel()
		o := newConsole(t, &lister{})
		o.leaveAttempt(lookedFor)
		changed := o.Changed()
		noError(t, o.Round(t.Context()))
		o.running.Wait()
		o.wantNoWrite()
		if s := o.state("att-1"); s.Outcome.Result != journal.NotBooked || s.Outcome.Cause != journal.CauseNotSent || len(o.service.asked) != 0 {
			t.Errorf("after %d requests the journal says %+v", len(o.service.asked), s)
		}
		select {
		case <-changed:
		default:
			t.Error("Changed is not closed by the resolution")
		}
	})
	for _, result := range []journal.Result{journal.Booked, journal.NotBooked} {
		t.Run("answered "+string(result), func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, answered(result))
			noError(t, o.Round(t.Context()))
			o.running.Wait()
			o.wantWrite("att-1", stateOf(result))
			if s := o.state("att-1"); s.Open() || s.Outcome.Result != result || len(o.service.asked) != 0 {
				t.Errorf("after %d requests the journal says %+v", len(o.service.asked), s)
			}
		})
	}
}

// Once the data of a sandbox are replaced, there is nothing to wait for: a round ends the pause.
func TestRound_DataReplaced(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	o.frozen = true
	o.become("before")
	o.leaveAttempt(planWith(func(p *journal.Plan) { p.DataState = "before" }), (*journal.Attempt).Sent, lost)
	noError(t, o.Round(t.Context()))
	o.wait(func() bool {
		o.register.mu.Lock()
		defer o.register.mu.Unlock()
		return o.register.wake["att-1"] != nil
	})
	o.become("now")
	noError(t, o.Round(t.Context()))
	o.wait(func() bool { w, _ := o.Write("att-1"); return w.State != Unresolved })
	if w := o.wantWrite("att-1", NotMade); !w.BeganAnew {
		t.Errorf("it is told as %+v", w)
	}
}

// wait returns once done reports true. It calls done at each change of a write.
func (c *console) wait(done func() bool) {
	c.t.Helper()
	enough := time.After(time.Minute)
	for {
		changed := c.Changed()
		if done() {
			return
		}
		select {
		case <-changed:
		case <-enough:
			c.t.Fatalf("waited in vain: %+v", c.Writes())
		}
	}
}

// follower returns a follower of an attempt whose answer was lost.
func (c *console) follower(p journal.Plan) *follower {
	c.t.Helper()
	a := c.beginAttempt(p, (*journal.Attempt).Sent, lost)
	s := c.state(p.Attempt)
	c.register.put(writeOf(s))
	return &follower{r: c.Recovery, id: p.Attempt, attempt: a, state: s}
}

// followFor follows an attempt until it is resolved, for so many looks at most.
func (c *console) followFor(f *follower, looks int) Write {
	c.t.Helper()
	ctx, stop := context.WithCancel(c.t.Context())
	defer stop()
	asked := c.service.filtered
	c.service.filtered = func(q api.ReservationQuery) (api.ReservationPage, error) {
		if looks--; looks < 0 {
			stop()
		}
		if asked == nil {
			return list(0), nil
		}
		return asked(q)
	}
	f.follow(ctx)
	w, _ := c.Write(f.id)
	return w
}

// After the window, two lists without the booking, or one that a person asked for, prove that it was not made. An
// earlier look, or a failed one, proves nothing.
func TestFollow_NotFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		passed time.Duration // since it was sent
		woken  bool
		err    error
		state  State
		looks  int
		waited time.Duration
	}{
		"after the window":              {CreateWindow + time.Minute, false, nil, NotMade, 2, lastingPause},
		"after the window, asked for":   {CreateWindow + time.Minute, true, nil, NotMade, 1, 0},
		"within the window, asked for":  {CreateWindow - time.Minute, true, nil, Unresolved, 5, 0},
		"after the window, not read":    {CreateWindow + time.Minute, false, errLost, Unresolved, 5, 5 * lastingPause},
		"asked for, not read":           {CreateWindow + time.Minute, true, errLost, Unresolved, 5, 0},
		"after the window, not allowed": {CreateWindow + time.Minute, false, errSignIn, Unresolved, 5, 5 * lastingPause},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			if o.woken = c.woken; c.err != nil {
				o.service.filtered = failing(c.err)
			}
			f := o.follower(lookedFor)
			o.pass(c.passed)
			before := o.clock()
			w := o.followFor(f, 5)
			if w.State != c.state || w.Looks != c.looks || o.clock().Sub(before) != c.waited {
				t.Errorf("after %d looks and %s it came to %d, want %d, %s and %d", w.Looks, o.clock().Sub(before), w.State, c.looks, c.waited, c.state)
			}
			if open := o.state("att-1").Open(); open != (c.state == Unresolved) {
				t.Errorf("the journal has it open: %t", open)
			}
		})
	}
}

// A service that answers an unknown filter with an empty list is asked for the list by day from the third look on, in this run or
// counted over several.
func TestFollow_FilterAnsweredEmpty(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, looks int }{
		"first run":           {0, 3},
		"after a look before": {1, 2},
		"after many looks":    {7, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{byDay: pages(list(2, other(0), ours()))})
			steps := []journalStep{(*journal.Attempt).Sent, lost}
			for range c.before {
				steps = append(steps, func(a *journal.Attempt) error { return a.Looked(journal.Look{Found: journal.NotFound}) })
			}
			a := o.beginAttempt(lookedFor, steps...)
			s := o.state("att-1")
			o.register.put(writeOf(s))
			w := o.followFor(&follower{r: o.Recovery, id: "att-1", attempt: a, state: s}, 5)
			if w.State != Made || w.Looks != c.before+c.looks || o.clock().Sub(s.Sent) > time.Minute {
				t.Errorf("after %d looks and %s it is in state %d, want %d looks and state %d", w.Looks, o.clock().Sub(s.Sent), w.State, c.before+c.looks, Made)
			}
		})
	}
}

// A look without an answer does not count, so that two looks with an answer have to follow it.
func TestFollow_NotFoundAfterNoAnswer(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	o.service.filtered = func(api.ReservationQuery) (api.ReservationPage, error) {
		if len(o.service.asked) <= 2 {
			return api.ReservationPage{}, errLost
		}
		return list(0), nil
	}
	f := o.follower(lookedFor)
	o.pass(CreateWindow + time.Minute)
	if w := o.followFor(f, 5); w.State != NotMade || w.Looks != 4 {
		t.Errorf("after %d looks it came to %d", w.Looks, w.State)
	}
}

// During a look a write is shown as looked for, and after it with the finding.
func TestFollow_Looking(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	o.service.filtered = func(api.ReservationQuery) (api.ReservationPage, error) {
		if w := o.wantWrite("att-1", Unresolved); !w.Looking || w.Looks != len(o.service.asked)-1 {
			t.Errorf("during look %d it is told as %+v", len(o.service.asked), w)
		}
		if len(o.service.asked) == 1 {
			return api.ReservationPage{}, errLost
		}
		return list(1, ours()), nil
	}
	w := o.followFor(o.follower(lookedFor), 3)
	if w.State != Made || w.Looking || w.LookFailed || w.Looks != 2 {
		t.Errorf("after the looks it is told as %+v", w)
	}
}

// A reservation that another screen has read is the proof, without a look that could fail.
func TestFollow_Handed(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{filtered: failing(errLost)})
	f := o.follower(lookedFor)
	if !o.register.hand("att-1", ours()) {
		t.Fatal("the follower does not take it")
	}
	if w := o.followFor(f, 3); w.State != Made || w.Reservation == nil || w.Reservation.ID != "ours" || len(o.service.asked) != 0 {
		t.Errorf("after %d requests it is told as %+v", len(o.service.asked), w)
	}
}

// In replaced data one list without the booking proves that it is gone. A list that cannot be read proves nothing, and a
// cancellation is not looked for: another reservation may have the id now.
func TestFollow_DataReplaced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind     journal.Kind
		filtered func(api.ReservationQuery) (api.ReservationPage, error)
		state    State
		requests int
	}{
		"booking, not there":  {journal.Create, nil, NotMade, 2},
		"booking, not read":   {journal.Create, failing(errLost), Unresolved, 4},
		"booking, there":      {journal.Create, pages(list(1, ours())), Made, 1},
		"cancellation":        {journal.Cancel, nil, GivenUp, 0},
		"change of its dates": {journal.Modify, nil, GivenUp, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{filtered: c.filtered})
			o.become("now")
			plan := planWith(func(p *journal.Plan) {
				if p.Kind, p.DataState = c.kind, "before"; c.kind != journal.Create {
					p.Reservation = "ours"
				}
			})
			if w := o.followFor(o.follower(plan), 3); w.State != c.state || len(o.service.asked) != c.requests {
				t.Errorf("after %d requests it came to %d, want %d and %d", len(o.service.asked), w.State, c.requests, c.state)
			}
		})
	}
}

// A write to a reservation that is gone from the service is given up after its window. A booking never is: the answer to
// a list says nothing of it.
func TestFollower_Missing(t *testing.T) {
	t.Parallel()
	gone := &api.Error{Status: http.StatusNotFound}
	for name, c := range map[string]struct {
		kind   journal.Kind
		err    error
		passed time.Duration
		result journal.Result // "" for unresolved
	}{
		"cancellation after the window":  {journal.Cancel, gone, ChangeWindow * 4, journal.GivenUp},
		"change after the window":        {journal.Modify, gone, ChangeWindow * 4, journal.GivenUp},
		"cancellation within the window": {journal.Cancel, gone, time.Minute, ""},
		"answered by something between":  {journal.Cancel, &api.Error{Status: http.StatusNotFound, Foreign: true}, ChangeWindow * 4, ""},
		"server error":                   {journal.Cancel, errServer, ChangeWindow * 4, ""},
		"booking after the window":       {journal.Create, gone, CreateWindow * 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			f := o.follower(planWith(func(p *journal.Plan) {
				if p.Kind = c.kind; c.kind != journal.Create {
					p.Reservation = "ours"
				}
			}))
			o.pass(c.passed)
			resolved := f.looked(nil, c.err, f.over())
			s := o.state("att-1")
			if resolved != (c.result != "") || s.Outcome.Result != c.result || s.Open() == resolved || s.Looks != 1 {
				t.Errorf("resolved: %t, and the journal says %+v", resolved, s)
			}
			if w, _ := o.Write("att-1"); w.Missing != resolved {
				t.Errorf("it is told as missing: %t", w.Missing)
			}
		})
	}
}

func TestPauseBefore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		look int
		over bool
		want time.Duration
	}{
		{0, false, 0},
		{1, false, time.Second},
		{9, false, 5 * time.Minute},
		{50, false, 5 * time.Minute},
		{0, true, 0}, // A start looks at once, however long ago it was sent.
		{1, true, lastingPause},
	} {
		if got := pauseBefore(c.look, c.over); got != c.want {
			t.Errorf("before look %d, over: %t, it pauses for %s, want %s", c.look, c.over, got, c.want)
		}
	}
}

// A clock that was set back does not make the window longer.
func TestFollower_ClockSetBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		back time.Duration
		sent time.Duration // before what the clock shows then
	}{
		"by an hour":         {time.Hour, 0},
		"by half a minute":   {30 * time.Second, -30 * time.Second},
		"not at all":         {0, 0},
		"forward by an hour": {-time.Hour, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			f := o.follower(lookedFor)
			o.pass(-c.back)
			f.setBack()
			sent := o.clock().Add(-c.sent)
			w, _ := o.Write("att-1")
			if !f.state.Sent.Equal(sent) || !w.Sent.Equal(sent) || !w.Until.Equal(sent.Add(CreateWindow)) {
				t.Errorf("it was sent at %s, told as %s until %s; want %s", f.state.Sent, w.Sent, w.Until, sent)
			}
		})
	}
}
