package journal

import (
	"cmp"
	"fmt"
	"time"
)

// An AttemptState is where an attempt stands, put together from its events:
//
//	planned ─> sent ─> answered ──────────────> resolved
//	   │         └──> unknown ─> looked (any) ─> resolved
//	   └──────────────────────────────────────> resolved (not done)
//
// An attempt that was resolved as not made, or given up, can still turn out to
// have taken place, whatever said so: a refusal may have come from something
// between here and the service. Looks and one more resolution may follow.
type AttemptState struct {
	Plan
	// Step is the attempt's last step, other than Agreed, Closed, Shown and the looks after an answer or a resolution.
	Step    Step
	Planned time.Time
	Sent    time.Time // zero when nothing was sent
	Updated time.Time // of the last event

	Ended time.Time // of the last resolution; zero while there is none
	// CountedNotMade is when an attempt that was made late came to count as not made; zero for any other.
	CountedNotMade time.Time

	User    string  // who planned it, by the name that the operating system knows; empty in older lines
	Agreed  string  // hash of the terms last agreed to
	Cause   Cause   // why no clear answer came
	Outcome Outcome // the last answer's or resolution's
	Looks   int     // how often was looked
	Look    Look    // the last look
	Events  int
	// RebookingOver reports whether nothing is left to do of the rebooking that the attempt began.
	RebookingOver bool
	// WasShown reports whether the booking was shown to a person.
	WasShown bool
}

// Open reports whether the outcome of the attempt is not known, or not written down.
func (s AttemptState) Open() bool { return s.Step != Resolved }

// Unseen reports whether the attempt booked and its booking was never noted as shown. A rebooking is never unseen: while it is
// half done it is listed as such.
func (s AttemptState) Unseen() bool {
	return s.Kind == Create && s.Made() && s.Watched && !s.WasShown && !s.Simulate && s.Rebooking == ""
}

// Made reports whether the write took place. Everything else a reservation that carries the attempt can prove
// wrong.
func (s AttemptState) Made() bool { return s.Step == Resolved && s.Outcome.Result == s.Kind.Made() }

// Refused reports whether the service refused the write, or it was never sent.
func (s AttemptState) Refused() bool {
	return s.Step == Resolved && s.Outcome.Result == s.Kind.NotMade() && s.Cause == ""
}

// MadeLate reports whether the write took place although it had counted as not made.
func (s AttemptState) MadeLate() bool { return s.Made() && !s.CountedNotMade.IsZero() }

// Unproven reports whether the attempt counts as not made without an answer that says so.
func (s AttemptState) Unproven() bool { return s.Step == Resolved && !s.Made() && !s.Refused() }

// Unresolved reports whether a write was sent and its outcome is not known.
func (s AttemptState) Unresolved() bool {
	return s.Step == Sent || s.Step == Unknown || s.Step == Looked
}

// An orderError is a step that cannot follow where an attempt stands; nothing was written.
type orderError struct {
	Attempt string
	From    Step // empty: the attempt does not exist
	To      Step
	Why     string // more than From and To say; may be empty
}

func (e *orderError) Error() string {
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

// follow checks that an event may follow, for every writer and every reader.
func (s *AttemptState) follow(e Event) error {
	wrong := func(why string) error {
		from := Step("")
		if s != nil {
			from = s.Step
		}
		return &orderError{Attempt: e.Attempt, From: from, To: e.Step, Why: why}
	}
	if s == nil || e.Step == Planned {
		if s == nil && e.Step == Planned && e.Plan != nil && e.Plan.Kind.Made() != "" {
			return nil
		}
		return wrong("")
	}
	ok := false
	switch e.Step {
	case Agreed, Sent:
		ok = s.Step == Planned
	case Closed:
		ok = s.beganRebooking() && s.Made() && !s.RebookingOver
	case Shown:
		ok = s.Unseen()
	case Answered:
		ok = s.Step == Sent
		if ok && (e.Outcome == nil || e.Outcome.Result != s.Kind.Made() && e.Outcome.Result != s.Kind.NotMade()) {
			return wrong("an answer says done or not done")
		}
	case Unknown:
		ok = s.Step == Sent || s.Step == Planned && e.Cause == CauseDamaged
	case Looked:
		ok = e.Look != nil && (s.Step == Answered || s.Step == Unknown || s.Step == Looked || s.Step == Resolved && !s.Made())
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
func (s *AttemptState) resolve(r Result) string {
	done, not := s.Kind.Made(), s.Kind.NotMade()
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
		if s.Made() {
			return "it is settled"
		}
		if r != done {
			return "only a write that is found after all changes a resolution"
		}
	default: // Without a clear answer anything can have come of it.
	}
	return ""
}

// take makes an event part of the state. The event may follow.
func (s *AttemptState) take(e Event) {
	s.Events++
	s.Updated = e.At.Time
	switch e.Step {
	case Planned:
		s.Plan, s.Step, s.Planned = *e.Plan, Planned, e.At.Time
		s.Attempt, s.Agreed, s.User = e.Attempt, e.Plan.Terms, e.User
	case Agreed:
		s.Agreed = e.Terms
	case Closed:
		s.RebookingOver = true
	case Shown:
		s.WasShown = true
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
		if e.Step == Resolved {
			if s.Step == Resolved { // follow lets only a proof of the contrary come after one.
				s.CountedNotMade = s.Ended
			}
			s.Ended = e.At.Time
		}
		s.Step = e.Step
		s.Outcome = merge(s.Outcome, *e.Outcome)
	default:
	}
}

// merge keeps what an earlier outcome knew where the later one does not say.
func merge(was, now Outcome) Outcome {
	now.Reservation, now.Status = cmp.Or(now.Reservation, was.Reservation), cmp.Or(now.Status, was.Status)
	now.Confirmation, now.Locator = cmp.Or(now.Confirmation, was.Confirmation), cmp.Or(now.Locator, was.Locator)
	now.Terms = cmp.Or(now.Terms, was.Terms)
	if now.Total == "" {
		now.Total, now.Currency = was.Total, was.Currency
	}
	if now.Cause == "" && now.Result == was.Result {
		now.Cause = was.Cause
	}
	return now
}

// ReservationID returns the reservation that the attempt is about; empty while a create has none.
func (s AttemptState) ReservationID() string {
	return cmp.Or(s.Reservation, s.Outcome.Reservation, s.Look.Reservation)
}
