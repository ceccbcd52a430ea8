package journal

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// facts are what a list of attempts is chosen by. They are in memory for every
// attempt, and in the index (see index).
type facts struct {
	attempt     string
	kind        Kind
	profile     string
	environment string
	guest       string // the guest mark
	reservation string // the service's id
	planned     time.Time
	open        bool
	made        bool
	refused     bool
}

// A record is an attempt in memory.
type record struct {
	facts
	// state is nil as long as nobody has asked for it: what the index knows of is
	// read from its lines when it is needed.
	state *State
	lines []span
	// joined is where the line begins with which the attempt came to be at its
	// reservation; -1 while it is at none.
	joined int64
}

// A span is where a line stands in the file, its newline included, in bytes.
type span struct {
	at   int64
	size int
}

func (s span) end() int64 { return s.at + int64(s.size) }

// An attemptSet is all attempts, put together line by line.
type attemptSet struct {
	source  io.ReaderAt // the file; nil where nothing is read again
	byID    map[string]*record
	planned []*record            // in the order of their first lines
	byGuest map[string][]*record // creates by guest mark
	// byReservation has the attempts at a reservation by the service's id of it. Those
	// of a world that was replaced leave it once another reservation has the id.
	byReservation map[string][]*record
	// later says that a line was left out because only a later version knows what
	// it means.
	later bool
}

func newAttemptSet(attempts int) *attemptSet {
	return &attemptSet{
		byID: make(map[string]*record, attempts), planned: make([]*record, 0, attempts),
		byGuest: map[string][]*record{}, byReservation: map[string][]*record{},
	}
}

// read reads one line again. Only where it stands is kept in memory: the whole
// of a long journal would not fit.
func (f *attemptSet) read(at span) (Event, error) {
	line := make([]byte, at.size)
	if _, err := f.source.ReadAt(line, at.at); err != nil {
		return Event{}, fmt.Errorf("the journal cannot be read: %w", err)
	}
	e, err := decode(line[:len(line)-1])
	if err != nil {
		return Event{}, fmt.Errorf("the journal was changed while it was open: %w", err)
	}
	return e, nil
}

// state is where an attempt stands; nil for one that does not exist.
func (f *attemptSet) state(r *record) (*State, error) {
	switch {
	case r == nil:
		return nil, nil //nolint:nilnil // Whether there is one is what follow asks.
	case r.state != nil:
		return r.state, nil
	}
	var known *State
	s := &State{}
	for _, at := range r.lines {
		e, err := f.read(at)
		if err == nil && e.Attempt != r.attempt {
			err = errors.New("the journal was changed while it was open: a line is another attempt's")
		}
		if err == nil {
			err = known.follow(e)
		}
		if err != nil {
			return nil, err
		}
		s.take(e)
		known = s
	}
	if known == nil {
		return nil, errors.New("the journal's index names no line of attempt " + r.attempt)
	}
	r.state = s
	return s, nil
}

func (f *attemptSet) states(records []*record) ([]State, error) {
	var out []State
	for _, r := range records {
		s, err := f.state(r)
		if err != nil {
			return nil, err
		}
		out = append(out, *s)
	}
	return out, nil
}

// take makes one more event part of the set. An event that cannot follow is
// left out and is an error. A step of a later version is left out without one.
func (f *attemptSet) take(e Event, at span) error {
	switch e.Step {
	case Planned, Agreed, Sent, Answered, Unknown, Looked, Resolved:
	case Repaired, Keyed: // Of the journal, and of no attempt.
		return nil
	default:
		f.later = true
		return nil
	}
	if e.Attempt == "" {
		return errors.New("the event names no attempt")
	}
	r := f.byID[e.Attempt]
	s, err := f.state(r)
	if err == nil {
		err = s.follow(e)
	}
	if err != nil {
		return err
	}
	if r == nil {
		r = &record{state: &State{}, joined: -1, facts: facts{
			attempt: e.Attempt, kind: e.Plan.Kind, profile: e.Plan.Profile, environment: e.Plan.Environment,
			planned: e.At.Time,
		}}
		if e.Plan.Kind == Create {
			r.guest = e.Plan.Guest
		}
		f.enter(r)
	}
	was := r.reservation
	r.state.take(e)
	r.lines = append(r.lines, at)
	r.reservation, r.open, r.made, r.refused = r.state.ReservationID(), r.state.Open(), r.state.Made(), r.state.Refused()
	if r.reservation != was {
		f.join(r, at.at)
	}
	return nil
}

// enter makes an attempt known by what never changes about it.
func (f *attemptSet) enter(r *record) {
	f.byID[r.attempt] = r
	f.planned = append(f.planned, r)
	if r.guest != "" {
		f.byGuest[r.guest] = append(f.byGuest[r.guest], r)
	}
}

// join makes an attempt one of those at its reservation, because of the line
// that begins there.
func (f *attemptSet) join(r *record, line int64) {
	if r.kind == Create {
		// A service gives no id twice, unless it is a sandbox that began anew:
		// what had the id before is of a world that was replaced. What was planned
		// after the booking is not: it was canceled, say, before it was found.
		f.byReservation[r.reservation] = slices.DeleteFunc(f.byReservation[r.reservation], func(old *record) bool {
			replaced := old.profile == r.profile && old.environment == r.environment && old.lines[0].at < r.lines[0].at
			if replaced {
				old.joined = -1
			}
			return replaced
		})
	}
	r.joined = line
	f.byReservation[r.reservation] = append(f.byReservation[r.reservation], r)
}
