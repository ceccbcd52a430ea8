package recovery

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// A State is what is known of a write.
type State int

// What can be known of a write.
const (
	Unresolved State = iota // it was sent, and may have been made
	HeldBack                // it was not sent, because of Others
	Made
	MadeLate // made although it had counted as not made
	NotMade
	GivenUp // nobody can find out whether it was made
)

// A Write is what is known of one create, modify or cancel, and its proof. As an error it is Unresolved or
// HeldBack.
type Write struct {
	Plan  journal.Plan
	State State
	// Reservation proves that it was made; nil where there is no proof.
	Reservation *api.Reservation
	// Others are, of a write that is HeldBack, the earlier writes in the way, and of one that is MadeLate, the
	// other bookings of the same stay; the newest is first.
	Others []journal.AttemptState
	// Unseen is the outcome of a booking that was never shown; nil for any other write.
	Unseen *journal.Outcome
	// CountedNotMade is when a write that was made late came to count as not made.
	CountedNotMade time.Time

	// Cause is why its answer tells nothing; Err is the error behind it, nil of a write that is read from the
	// journal.
	Cause journal.Cause
	Err   error
	// By the service's clock. What was not found by Until counts as not made.
	Sent  time.Time
	Until time.Time
	// Unsent is set where the journal has no line that it was sent: Sent is when it was planned.
	Unsent bool

	// Looking is set during a look; otherwise Next is when the next begins. OtherConsole is set where another
	// console looks.
	Looks        int
	Looking      bool
	Next         time.Time
	OtherConsole bool
	// LookFailed is set when the last look told nothing; Trouble is why, where more is known than that.
	LookFailed bool
	Trouble    string
	// Missing is set where the service does not have the reservation any more, BeganAnew where the data that
	// the write was sent to were replaced.
	Missing   bool
	BeganAnew bool
}

func writeOf(s journal.AttemptState) *Write {
	return &Write{Plan: s.Plan, Cause: s.Cause, Sent: sent(s), Unsent: s.Sent.IsZero(), Until: until(s), Looks: s.Looks}
}

// sent returns when an attempt was sent, or, where the journal does not know, planned.
func sent(s journal.AttemptState) time.Time { return cmp.Or(s.Sent, s.Planned) }

// Made reports whether it was made, late or not.
func (w Write) Made() bool { return w.State == Made || w.State == MadeLate }

// Result returns what the journal has of it; empty as long as it is unresolved.
func (w Write) Result() journal.Result {
	switch w.State {
	case Made, MadeLate:
		return w.Plan.Kind.Made()
	case NotMade:
		return w.Plan.Kind.NotMade()
	case GivenUp:
		return journal.GivenUp
	default:
		return ""
	}
}

func stateOf(r journal.Result) State {
	switch r {
	case journal.Booked, journal.Modified, journal.Canceled:
		return Made
	case journal.NotBooked, journal.NotModified, journal.NotCanceled:
		return NotMade
	case journal.GivenUp:
		return GivenUp
	default:
		return Unresolved
	}
}

func (w *Write) Error() string {
	what := ActionWords(w.Plan.Kind)
	switch {
	case w.State == HeldBack && w.Plan.Kind == journal.Create:
		return fmt.Sprintf("the same guest has a booking at this hotel for these nights already (%s)", w.Others[0].Attempt)
	case w.State == HeldBack:
		return fmt.Sprintf("the %s was not sent: it is not known yet what came of an earlier %s of this reservation (%s)",
			what, ActionWords(w.Others[0].Kind), w.Others[0].Attempt)
	default:
		return fmt.Sprintf("the outcome of the %s is not known: %v", what, w.Err)
	}
}

// WriteIn returns the write that an error is, where that is its state; nil for any other error.
func WriteIn(err error, state State) *Write {
	var w *Write
	if errors.As(err, &w) && w.State == state {
		return w
	}
	return nil
}

// Unwrap returns what went wrong with the answer.
func (w *Write) Unwrap() error { return w.Err }

// NeedsWord reports whether a key alone is too little to book although the write was held back: one of the
// bookings is not known to be made, or counted as not made for a time, so that a person may still think so.
func (w *Write) NeedsWord() bool {
	return slices.ContainsFunc(w.Others, func(s journal.AttemptState) bool {
		return s.Step != journal.Planned && (s.Outcome.Result != journal.Booked || !s.CountedNotMade.IsZero())
	})
}

// OthersPlanned reports whether all that stands in the way is planned by another console and not sent so far.
func (w *Write) OthersPlanned() bool {
	return !slices.ContainsFunc(w.Others, func(s journal.AttemptState) bool { return s.Step != journal.Planned })
}

// Writes lists the unresolved writes and those resolved in this run and not dismissed, the newest first.
func (r *Recovery) Writes() []Write {
	list := r.register.all()
	for i, ahead := 0, r.options.Clock.Ahead(); i < len(list); i++ {
		list[i] = list[i].byServiceClock(ahead)
	}
	slices.SortFunc(list, func(a, b Write) int {
		// What was sent at one instant must not change places at every look.
		return cmp.Or(b.Sent.Compare(a.Sent), cmp.Compare(a.Plan.Attempt, b.Plan.Attempt))
	})
	return list
}

// Write is one of Writes.
func (r *Recovery) Write(attempt string) (Write, bool) {
	w, known := r.register.one(attempt)
	return w.byServiceClock(r.options.Clock.Ahead()), known
}

func (w Write) byServiceClock(ahead time.Duration) Write {
	for _, at := range []*time.Time{&w.Sent, &w.Until, &w.CountedNotMade, &w.Next} {
		if !at.IsZero() {
			*at = at.Add(ahead)
		}
	}
	return w
}

// LookNow ends the pause before the attempt's next look.
func (r *Recovery) LookNow(attempt string) { r.register.lookNow(attempt) }

// Changed returns a channel that is closed when more is known of any write.
func (r *Recovery) Changed() <-chan struct{} { return r.register.next() }
