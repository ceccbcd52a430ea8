package journal

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Filter chooses attempts. Its zero value chooses all.
type Filter struct {
	Open        bool // only those of which it is not known what came
	Kind        Kind
	Profile     string
	Environment string
	Reservation string    // the service's id
	Since       time.Time // planned at or after
	Most        int       // 0: no limit
}

func (f Filter) match(s State) bool {
	return (!f.Open || s.Open()) &&
		(f.Kind == "" || f.Kind == s.Kind) &&
		(f.Profile == "" || f.Profile == s.Profile) &&
		(f.Environment == "" || f.Environment == s.Environment) &&
		(f.Reservation == "" || f.Reservation == s.ReservationID()) &&
		(f.Since.IsZero() || !s.Planned.Before(f.Since))
}

// Attempts lists the attempts that the filter chooses, the newest first.
func (j *Journal) Attempts(f Filter) ([]State, error) {
	var out []State
	err := j.current(func() error {
		for _, r := range slices.Backward(j.fold.planned) {
			if f.Most > 0 && len(out) == f.Most {
				break
			}
			if f.match(r.State) {
				out = append(out, r.State)
			}
		}
		return nil
	})
	return out, err
}

// OpenAttempts lists the attempts of which it is not known what came, the
// oldest first. Some of them may be under way in another process: Resume tells.
func (j *Journal) OpenAttempts() ([]State, error) {
	var out []State
	err := j.current(func() error {
		for _, r := range j.fold.open {
			out = append(out, r.State)
		}
		return nil
	})
	slices.SortFunc(out, func(a, b State) int {
		if c := a.Planned.Compare(b.Planned); c != 0 {
			return c
		}
		return strings.Compare(a.Attempt, b.Attempt)
	})
	return out, err
}

// State is where one attempt stands. ErrNoAttempt: there is none.
func (j *Journal) State(id string) (State, error) {
	var out State
	err := j.current(func() error {
		r := j.fold.attempts[id]
		if r == nil {
			return fmt.Errorf("%w: %s", ErrNoAttempt, id)
		}
		out = r.State
		return nil
	})
	return out, err
}

// Show lists the events of one attempt, or of all attempts at one reservation
// when id is the service's id of it, in the order in which they were written.
// ErrNoAttempt: there are none.
func (j *Journal) Show(id string) ([]Event, error) {
	var out []Event
	err := j.current(func() error {
		records := j.fold.stays[id]
		if r := j.fold.attempts[id]; r != nil {
			records = []*record{r}
		}
		if len(records) == 0 {
			return fmt.Errorf("%w: %s", ErrNoAttempt, id)
		}
		var lines []span
		for _, r := range records {
			lines = append(lines, r.lines...)
		}
		slices.SortFunc(lines, func(a, b span) int { return int(a.at - b.at) })
		for _, at := range lines {
			// Only where the line stands is kept in memory: the whole of a long
			// journal would not fit.
			line := make([]byte, at.size)
			if _, err := j.file.ReadAt(line, at.at); err != nil {
				return fmt.Errorf("the journal cannot be read: %w", err)
			}
			e, err := decode(line[:len(line)-1])
			if err != nil {
				return fmt.Errorf("the journal was changed while it was open: %w", err)
			}
			out = append(out, e)
		}
		return nil
	})
	return out, err
}

// Similar lists the creates that may make the plan a second booking of one
// stay: for the same guest mark, environment, property and overlapping nights,
// planned within so much time before now, and booked, or not known for certain
// not to be: open, given up, or not found within the window. A reservation that
// was canceled since is not among them; one whose dates were changed counts with
// its present dates, and is returned with them. One whose id another reservation
// has by now is gone with its world, a sandbox's, and does not count. Simulated creates do not count,
// nor does the plan's own attempt. The newest is first.
func (j *Journal) Similar(p Plan, within time.Duration) ([]State, error) {
	var out []State
	err := j.current(func() error {
		out = j.similar(p, within)
		return nil
	})
	return out, err
}

// similar is Similar for who holds the lock and has read everything.
func (j *Journal) similar(p Plan, within time.Duration) []State {
	if p.Guest == "" {
		return nil
	}
	var out []State
	since := j.now().Add(-within)
	for _, r := range slices.Backward(j.fold.guests[p.Guest]) {
		s := r.State
		if s.Attempt == p.Attempt || s.Environment != p.Environment || s.Planned.Before(since) ||
			s.Chain != p.Chain || s.Property != p.Property || s.Simulate && s.Outcome.Status != "CONFIRMED" ||
			s.Settled() && s.Outcome.Result == NotBooked {
			continue
		}
		if id := s.ReservationID(); id != "" && (!slices.Contains(j.fold.stays[id], r) || !j.fold.standing(id, &s.Plan)) {
			continue
		}
		if s.CheckIn < p.CheckOut && p.CheckIn < s.CheckOut {
			out = append(out, s)
		}
	}
	return out
}

// standing brings a create's dates up to date and says whether the reservation
// was not canceled, as far as the journal knows.
func (f *fold) standing(reservation string, p *Plan) bool {
	for _, r := range f.stays[reservation] {
		switch {
		case r.Open():
		case r.Outcome.Result == Canceled:
			return false
		case r.Outcome.Result == Modified:
			if r.CheckIn != "" {
				p.CheckIn = r.CheckIn
			}
			if r.CheckOut != "" {
				p.CheckOut = r.CheckOut
			}
		}
	}
	return true
}
