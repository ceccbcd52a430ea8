package journal

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// A State is where an attempt stands, put together from its events:
//
//	planned ─> sent ─> answered ──────────────> resolved
//	   │         └──> unknown ─> looked (any) ─> resolved
//	   └──────────────────────────────────────> resolved (not done)
//
// An attempt that was resolved as not done after a look, or given up, can still
// turn out to have taken place: looks and one more resolution may follow.
type State struct {
	Plan
	// Step is the last step but for notes. A look is one as well after an
	// answer or a resolution: it proves nothing new about the step.
	Step    Step
	Planned time.Time
	Sent    time.Time // zero when nothing was sent
	Updated time.Time // of the last event

	Agreed  string  // hash of the terms last agreed to
	Cause   Cause   // why the answer was lost
	Outcome Outcome // the last answer's or resolution's
	Looks   int     // how often was looked
	Look    Look    // the last look
	Events  int
}

// Open says that it is not known, or not written down, what came of the
// attempt.
func (s State) Open() bool { return s.Step != Resolved }

// Settled says that nothing can follow: the write took place, was refused or was
// never sent. A resolution after a lost answer that says "not done" is not
// settled, because a late answer can prove it wrong.
func (s State) Settled() bool {
	return s.Step == Resolved && (s.Outcome.Result == s.Kind.Done() || s.Outcome.Result == s.Kind.NotDone() && s.Cause == "")
}

// Unknown says that a write was sent and what came of it is open.
func (s State) Unknown() bool { return s.Step == Sent || s.Step == Unknown || s.Step == Looked }

// An OrderError is a step that cannot follow where an attempt stands. Nothing
// was written.
type OrderError struct {
	Attempt string
	From    Step // empty: the attempt does not exist
	To      Step
	Why     string // more than From and To say; may be empty
}

func (e *OrderError) Error() string {
	from := "an attempt that does not exist"
	if e.From != "" {
		from = string(e.From)
	}
	text := fmt.Sprintf("attempt %s: %q cannot follow %s", e.Attempt, e.To, from)
	if e.Why != "" {
		text += ": " + e.Why
	}
	return text
}

// follow checks that an event may follow, which every writer asks before it
// writes and every reader before it believes.
func (s *State) follow(e Event) error {
	wrong := func(why string) error {
		from := Step("")
		if s != nil {
			from = s.Step
		}
		return &OrderError{Attempt: e.Attempt, From: from, To: e.Step, Why: why}
	}
	if s == nil || e.Step == Planned {
		if s == nil && e.Step == Planned && e.Plan != nil && e.Plan.Kind.Done() != "" {
			return nil
		}
		return wrong("")
	}
	ok := false
	switch e.Step {
	case Agreed, Sent:
		ok = s.Step == Planned
	case Answered:
		ok = s.Step == Sent
		if ok && (e.Outcome == nil || e.Outcome.Result != s.Kind.Done() && e.Outcome.Result != s.Kind.NotDone()) {
			return wrong("an answer says done or not done")
		}
	case Unknown:
		ok = s.Step == Sent || s.Step == Planned && e.Cause == CauseDamaged
	case Looked:
		ok = e.Look != nil && (s.Step == Answered || s.Step == Unknown || s.Step == Looked || s.Step == Resolved && !s.Settled())
	case Resolved:
		if e.Outcome == nil {
			return wrong("it has no outcome")
		}
		if why := s.resolve(e.Outcome.Result); why != "" {
			return wrong(why)
		}
		ok = true
	default:
	}
	if !ok {
		return wrong("")
	}
	return nil
}

// resolve says why a result cannot be the attempt's, empty when it can.
func (s *State) resolve(r Result) string {
	done, not := s.Kind.Done(), s.Kind.NotDone()
	if r != done && r != not && r != GivenUp {
		return fmt.Sprintf("%q is no result of a %s", r, s.Kind)
	}
	switch s.Step {
	case Planned:
		if r != not {
			return "nothing was sent, so nothing can have come of it"
		}
	case Sent:
		return "the answer or its loss is written down first"
	case Answered:
		if r != s.Outcome.Result {
			return fmt.Sprintf("the answer was %q", s.Outcome.Result)
		}
	case Resolved:
		if s.Settled() {
			return "it is settled"
		}
		if r != done {
			return "only a write that is found after all changes a resolution"
		}
	default: // Of a lost answer everything can have come.
	}
	return ""
}

// take makes an event part of the state. The event may follow.
func (s *State) take(e Event) {
	s.Events++
	s.Updated = e.At.Time
	switch e.Step {
	case Planned:
		s.Plan, s.Step, s.Planned = *e.Plan, Planned, e.At.Time
		s.Attempt, s.Agreed = e.Attempt, e.Plan.Terms
	case Agreed:
		s.Agreed = e.Terms
	case Sent:
		s.Step, s.Sent = Sent, e.At.Time
	case Unknown:
		s.Step, s.Cause = Unknown, e.Cause
	case Looked:
		s.Looks, s.Look = s.Looks+1, *e.Look
		if s.Step == Unknown {
			s.Step = Looked
		}
	case Answered, Resolved:
		s.Step = e.Step
		s.Outcome = merge(s.Outcome, *e.Outcome)
	default:
	}
}

// merge keeps what an earlier outcome knew where the later one does not say.
func merge(was, now Outcome) Outcome {
	for _, f := range []struct{ to, from *string }{
		{&now.Reservation, &was.Reservation},
		{&now.Status, &was.Status},
		{&now.Confirmation, &was.Confirmation},
		{&now.Locator, &was.Locator},
		{&now.Terms, &was.Terms},
	} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	if now.Total == "" {
		now.Total, now.Currency = was.Total, was.Currency
	}
	if now.Cause == "" && now.Result == was.Result {
		now.Cause = was.Cause
	}
	return now
}

// ReservationID is the reservation that the attempt is about, empty while a
// create has none.
func (s State) ReservationID() string {
	switch {
	case s.Reservation != "":
		return s.Reservation
	case s.Outcome.Reservation != "":
		return s.Outcome.Reservation
	default:
		return s.Look.Reservation
	}
}

// A record is an attempt in memory: its state, and where its lines stand in the
// file.
type record struct {
	State
	lines []span
}

// A span is where a line stands in the file, its newline included, in bytes.
type span struct {
	at   int64
	size int
}

func (s span) end() int64 { return s.at + int64(s.size) }

// A fold is all attempts in memory, put together line by line.
type fold struct {
	attempts map[string]*record
	planned  []*record // in the order of their first lines
	open     map[string]*record
	guests   map[string][]*record // creates by guest mark
	// stays are the attempts at a reservation, by the service's id of it. Of a
	// world that is gone there are none once another reservation has the id.
	stays map[string][]*record
}

func newFold() *fold {
	return &fold{
		attempts: map[string]*record{}, open: map[string]*record{},
		guests: map[string][]*record{}, stays: map[string][]*record{},
	}
}

// take makes one more event part of the fold. An event that cannot follow is
// left out and is an error. A step of a later version is left out without one.
func (f *fold) take(e Event, at span) error {
	switch e.Step {
	case Planned, Agreed, Sent, Answered, Unknown, Looked, Resolved:
	default:
		return nil
	}
	if e.Attempt == "" {
		return errors.New("the event names no attempt")
	}
	r := f.attempts[e.Attempt]
	if r == nil {
		if err := (*State)(nil).follow(e); err != nil {
			return err
		}
		r = &record{}
		f.attempts[e.Attempt] = r
		f.planned = append(f.planned, r)
		if e.Plan.Kind == Create && e.Plan.Guest != "" {
			f.guests[e.Plan.Guest] = append(f.guests[e.Plan.Guest], r)
		}
	} else if err := r.follow(e); err != nil {
		return err
	}
	was := r.ReservationID()
	r.take(e)
	r.lines = append(r.lines, at)
	if now := r.ReservationID(); now != was {
		if r.Kind == Create {
			// A service gives no id twice, unless it is a sandbox that began anew:
			// what had the id before is of a world that is gone.
			f.stays[now] = slices.DeleteFunc(f.stays[now], func(old *record) bool {
				return old.Profile == r.Profile && old.Environment == r.Environment
			})
		}
		f.stays[now] = append(f.stays[now], r)
	}
	if r.Open() {
		f.open[e.Attempt] = r
	} else {
		delete(f.open, e.Attempt)
	}
	return nil
}
