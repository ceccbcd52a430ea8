package screens

import (
	"bellhop/booking"
	"bellhop/booking/recovery"
)

// An unresolvedWrite is a write whose answer was lost, and what the desk has
// found out about it since (WIRE 5). The zero value is none.
type unresolvedWrite struct {
	deps    *Deps
	attempt string
	known   recovery.Write
	// followed reports whether the desk looks for it. Without a journal, or after
	// a failure inside the program, nobody does.
	followed bool
	on       bool
}

// unresolvedAfter returns the write that failed with this error, if its outcome
// is unknown.
func unresolvedAfter(deps *Deps, err error) unresolvedWrite {
	unresolved := recovery.WriteIn(err, recovery.Unresolved)
	if unresolved == nil {
		return unresolvedWrite{}
	}
	u := unresolvedWrite{deps: deps, attempt: unresolved.Plan.Attempt, known: *unresolved, on: true}
	u.renew()
	return u
}

// contradicted returns the write that was answered as refused and was found to
// have been made all the same; none for any other.
func contradicted(deps *Deps, attempt string) unresolvedWrite {
	if p, told := deps.Desk.Recovery.Write(attempt); !told || p.State != recovery.MadeLate {
		return unresolvedWrite{}
	}
	return unresolvedWrite{deps: deps, attempt: attempt, on: true}
}

// renew takes over what the desk knows by now. It is called every second.
func (u *unresolvedWrite) renew() {
	if !u.on {
		return
	}
	if p, ok := u.deps.Desk.Recovery.Write(u.attempt); ok {
		u.known, u.followed = p, true
	}
}

// open reports whether the outcome is still not known.
func (u *unresolvedWrite) open() bool { return u.on && u.known.State == recovery.Unresolved }

func (u *unresolvedWrite) made() bool { return u.on && u.known.Made() }

// notMade reports whether it was not found within its time.
func (u *unresolvedWrite) notMade() bool { return u.on && u.known.State == recovery.NotMade }

// lookNow ends the pause before the next look.
func (u *unresolvedWrite) lookNow() {
	if u.open() {
		u.deps.Desk.Recovery.LookNow(u.attempt)
	}
}

// dismiss takes it off the list of the start screen: this screen has told it.
func (u *unresolvedWrite) dismiss() {
	if u.on && !u.open() {
		u.deps.Desk.Recovery.Dismiss(u.attempt)
	}
}

// explain shows what is known of it and what is done about it.
func (u *unresolvedWrite) explain(s *sheet) {
	if !u.on || !u.followed {
		return
	}
	now, zone, known := u.deps.Desk.Now(), agentZone(u.deps), masked(u.deps, booking.MaskWrite, u.known)
	s.text(s.theme.Plain, known.Story(now, zone))
	style := s.theme.Warn
	if u.made() {
		style = s.theme.Good
	}
	s.styled("looking for it", known.Progress(now, zone), style)
}
