package screens

import (
	"errors"

	"bellhop/booking"
)

// A lost is the write of a screen whose answer was lost, and what the desk has
// found out about it since (WIRE 5). The zero value is none.
type lost struct {
	deps    *Deps
	attempt string
	pending booking.Pending
	// followed says that the desk is at it. Without a journal, or after a failure
	// inside the program, nobody is.
	followed bool
	on       bool
}

// newLost is the write that failed with this error, if its outcome is unknown.
func newLost(deps *Deps, err error) lost {
	var unknown *booking.UnknownOutcomeError
	if !errors.As(err, &unknown) {
		return lost{}
	}
	l := lost{deps: deps, attempt: unknown.Attempt, on: true}
	l.renew()
	return l
}

// contradicted is the write that was answered as refused and was found to have
// taken place all the same; none for any other.
func contradicted(deps *Deps, attempt string) lost {
	if p, told := deps.Desk.PendingAttempt(attempt); !told || p.CountedNotMade.IsZero() {
		return lost{}
	}
	return lost{deps: deps, attempt: attempt, on: true}
}

// renew takes over what the desk knows by now. It is called every second.
func (l *lost) renew() {
	if !l.on {
		return
	}
	if p, ok := l.deps.Desk.PendingAttempt(l.attempt); ok {
		l.pending, l.followed = p, true
	}
}

// open says that the outcome is still not known.
func (l *lost) open() bool { return l.on && l.pending.Open() }

// done says that the write took place.
func (l *lost) done() bool {
	return l.on && !l.open() && l.pending.Result == l.pending.Plan.Kind.Made()
}

// notDone says that it was not found within its time.
func (l *lost) notDone() bool {
	return l.on && !l.open() && l.pending.Result == l.pending.Plan.Kind.NotMade()
}

// lookNow ends the pause before the next look.
func (l *lost) lookNow() {
	if l.open() {
		l.deps.Desk.LookNow(l.attempt)
	}
}

// dismiss takes it off the list of the start screen: this screen has told it.
func (l *lost) dismiss() {
	if l.on && !l.open() {
		l.deps.Desk.Dismiss(l.attempt)
	}
}

// explain shows what is known of it and what is done about it.
func (l *lost) explain(s *sheet) {
	if !l.on || !l.followed {
		return
	}
	now, zone, pending := l.deps.Desk.Now(), agentZone(l.deps), l.deps.seenPending(l.pending)
	s.text(s.theme.Plain, pending.Story(now, zone))
	style := s.theme.Warn
	if l.done() {
		style = s.theme.Good
	}
	s.styled("looking for it", pending.Progress(now, zone), style)
}
