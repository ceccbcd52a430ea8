package screens

import (
	"bellhop/booking/recovery"
)

// A lost is the write of a screen whose answer was lost, and what the desk has
// found out about it since (WIRE 5). The zero value is none.
type lost struct {
	deps    *Deps
	attempt string
	write   recovery.Write
	// followed says that the desk is at it. Without a journal, or after a failure
	// inside the program, nobody is.
	followed bool
	on       bool
}

// newLost is the write that failed with this error, if its outcome is unknown.
func newLost(deps *Deps, err error) lost {
	unresolved := recovery.WriteIn(err, recovery.Unresolved)
	if unresolved == nil {
		return lost{}
	}
	l := lost{deps: deps, attempt: unresolved.Plan.Attempt, write: *unresolved, on: true}
	l.renew()
	return l
}

// contradicted is the write that was answered as refused and was found to have
// taken place all the same; none for any other.
func contradicted(deps *Deps, attempt string) lost {
	if p, told := deps.Desk.Recovery.Write(attempt); !told || p.State != recovery.MadeLate {
		return lost{}
	}
	return lost{deps: deps, attempt: attempt, on: true}
}

// renew takes over what the desk knows by now. It is called every second.
func (l *lost) renew() {
	if !l.on {
		return
	}
	if p, ok := l.deps.Desk.Recovery.Write(l.attempt); ok {
		l.write, l.followed = p, true
	}
}

// open says that the outcome is still not known.
func (l *lost) open() bool { return l.on && l.write.State == recovery.Unresolved }

// done says that the write took place.
func (l *lost) done() bool {
	return l.on && l.write.Made()
}

// notDone says that it was not found within its time.
func (l *lost) notDone() bool {
	return l.on && l.write.State == recovery.NotMade
}

// lookNow ends the pause before the next look.
func (l *lost) lookNow() {
	if l.open() {
		l.deps.Desk.Recovery.LookNow(l.attempt)
	}
}

// dismiss takes it off the list of the start screen: this screen has told it.
func (l *lost) dismiss() {
	if l.on && !l.open() {
		l.deps.Desk.Recovery.Dismiss(l.attempt)
	}
}

// explain shows what is known of it and what is done about it.
func (l *lost) explain(s *sheet) {
	if !l.on || !l.followed {
		return
	}
	now, zone, pending := l.deps.Desk.Now(), agentZone(l.deps), l.deps.seenPending(l.write)
	s.text(s.theme.Plain, pending.Story(now, zone))
	style := s.theme.Warn
	if l.done() {
		style = s.theme.Good
	}
	s.styled("looking for it", pending.Progress(now, zone), style)
}
