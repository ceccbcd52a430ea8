package journal

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// facts are what a list of attempts is chosen by, in memory for every attempt and in the index.
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
	rebooks     bool // it began a rebooking of which something may be left to do
	unseen      bool // AttemptState.Unseen
}

// A record is an attempt in memory.
type record struct {
	facts
	// state is nil until it is asked for: the lines that the index knows are read when they are needed.
	state *AttemptState
	lines []span
	// joined is where the line begins that put the attempt at its reservation; -1 while it is at none.
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
	// byReservation has the attempts at a reservation by its id, without those of replaced data once the id
	// is another's.
	byReservation map[string][]*record
	reveals       []revealLine // in the order of their lines
	// later is set when a line was left out because only a later version knows what it means.
	later bool
}

func newAttemptSet(attempts int) *attemptSet {
	return &attemptSet{
		byID: make(map[string]*record, attempts), planned: make([]*record, 0, attempts),
		byGuest: map[string][]*record{}, byReservation: map[string][]*record{},
	}
}

// read reads one line again: the whole of a long journal would not fit into memory.
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
func (f *attemptSet) state(r *record) (*AttemptState, error) {
	switch {
	case r == nil:
		return nil, nil //nolint:nilnil // Whether there is one is what follow asks.
	case r.state != nil:
		return r.state, nil
	}
	var known *AttemptState
	s := &AttemptState{}
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

func (f *attemptSet) states(records []*record) ([]AttemptState, error) {
	var out []AttemptState
	for _, r := range records {
		s, err := f.state(r)
		if err != nil {
			return nil, err
		}
		out = append(out, *s)
	}
	return out, nil
}

// allow checks that an event may follow what is known.
func (f *attemptSet) allow(e Event) error {
	if e.Step == Revealed {
		return e.Reveal.check()
	}
	s, err := f.state(f.byID[e.Attempt])
	if err != nil {
		return err
	}
	return s.follow(e)
}

// take makes an event part of the set. One that cannot follow is an error; a step of a later version is left
// out.
func (f *attemptSet) take(e Event, at span) error {
	switch e.Step {
	case Planned, Agreed, Sent, Answered, Unknown, Looked, Resolved, Closed, Shown:
	case Revealed:
		return f.takeReveal(e, at)
	case Repaired, Keyed: // Of the journal, and of no attempt.
		return nil
	default:
		f.later = true
		return nil
	}
	if e.Attempt == "" {
		return errors.New("the event names no attempt")
	}
	if err := f.allow(e); err != nil {
		return err
	}
	r := f.byID[e.Attempt]
	if r == nil {
		r = &record{state: &AttemptState{}, joined: -1, facts: facts{
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
	r.rebooks, r.unseen = r.state.beganRebooking() && !r.state.RebookingOver, r.state.Unseen()
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

func (f *attemptSet) join(r *record, line int64) {
	if r.kind == Create {
		// No id is given twice but by a sandbox that began anew: what had it before is of data that were replaced.
		// What was planned after the booking is not; it was canceled, say, before it was found.
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
