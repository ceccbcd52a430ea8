package journal

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A Filter chooses attempts. Its zero value chooses all.
type Filter struct {
	Open        bool // only those of which it is not known what came
	Unproven    bool // only those of State.Unproven
	Unseen      bool // only those of State.Unseen
	Kind        Kind
	Profile     string
	Environment string
	Reservation string    // the service's id
	Since       time.Time // planned at or after
	Most        int       // 0: no limit
}

func (f Filter) match(r *record) bool {
	return (!f.Open || r.open) &&
		(!f.Unproven || !r.open && !r.made && !r.refused) &&
		(!f.Unseen || r.unseen) &&
		(f.Kind == "" || f.Kind == r.kind) &&
		(f.Profile == "" || f.Profile == r.profile) &&
		(f.Environment == "" || f.Environment == r.environment) &&
		(f.Reservation == "" || f.Reservation == r.reservation) &&
		(f.Since.IsZero() || !r.planned.Before(f.Since))
}

// asked returns what do finds when it knows all events that any process has appended.
func asked[T any](j *Journal, do func() (T, error)) (out T, err error) {
	err = j.current(func() (err error) {
		out, err = do()
		return err
	})
	return out, err
}

// Attempts lists the attempts that the filter chooses, the newest first.
func (j *Journal) Attempts(f Filter) ([]AttemptState, error) {
	return asked(j, func() ([]AttemptState, error) {
		var chosen []*record
		for _, r := range slices.Backward(j.attempts.planned) {
			if f.Most > 0 && len(chosen) == f.Most {
				break
			}
			if f.match(r) {
				chosen = append(chosen, r)
			}
		}
		return j.attempts.states(chosen)
	})
}

// State returns where one attempt stands. ErrNoAttempt: there is none.
func (j *Journal) State(id string) (AttemptState, error) {
	return asked(j, func() (AttemptState, error) {
		r := j.attempts.byID[id]
		if r == nil {
			return AttemptState{}, fmt.Errorf("%w: %s", ErrNoAttempt, id)
		}
		s, err := j.attempts.state(r)
		if err != nil {
			return AttemptState{}, err
		}
		return *s, nil
	})
}

// NotMade returns those of these attempts that the journal knows and does not have as made. Every list that is
// read is compared with it, so that it does not look at the disk; Resume decides.
func (j *Journal) NotMade(ids []string) []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []string
	for _, id := range ids {
		if r := j.attempts.byID[id]; r != nil && !r.made {
			out = append(out, id)
		}
	}
	return out
}

// Show lists the events of one attempt, or of all attempts at a reservation and all reveals of its guest by the
// service's id, as they were written. ErrNoAttempt: there are none.
func (j *Journal) Show(id string) ([]Event, error) {
	return asked(j, func() (out []Event, err error) {
		records := j.attempts.byReservation[id]
		if r := j.attempts.byID[id]; r != nil {
			records = []*record{r}
		}
		lines := j.attempts.revealedAt(id)
		for _, r := range records {
			lines = append(lines, r.lines...)
		}
		if len(lines) == 0 {
			return nil, fmt.Errorf("%w: %s", ErrNoAttempt, id)
		}
		slices.SortFunc(lines, func(a, b span) int { return int(a.at - b.at) })
		return j.attempts.events(lines)
	})
}

// Similar lists the creates that may make the plan a second booking of one stay, the newest first: of the same
// guest mark, environment, property and overlapping nights, planned within so much time before now, and not
// known for certain not to be booked. Dates are those of the last change. What was canceled since, simulated,
// or planned before the sandbox's data were replaced does not count.
func (j *Journal) Similar(p Plan, within time.Duration) ([]AttemptState, error) {
	return asked(j, func() ([]AttemptState, error) { return j.similar(p, within) })
}

// similar is Similar for who holds the lock and has read everything.
func (j *Journal) similar(p Plan, within time.Duration) ([]AttemptState, error) {
	if p.Guest == "" {
		return nil, nil
	}
	var out []AttemptState
	since := j.now().Add(-within)
	for _, r := range slices.Backward(j.attempts.byGuest[p.Guest]) {
		if r.attempt == p.Attempt || r.environment != p.Environment || r.planned.Before(since) {
			continue
		}
		known, err := j.attempts.state(r)
		if err != nil {
			return nil, err
		}
		s := *known
		if p.OutsideLineage(s.DataState) || s.Chain != p.Chain || s.Property != p.Property || s.Simulate && s.Outcome.Status != "CONFIRMED" ||
			s.Refused() {
			continue
		}
		if r.reservation != "" {
			stands, err := j.attempts.standing(r.reservation, &s.Plan)
			if err != nil {
				return nil, err
			}
			if !stands || !slices.Contains(j.attempts.byReservation[r.reservation], r) {
				continue
			}
		}
		if s.CheckIn < p.CheckOut && p.CheckIn < s.CheckOut {
			out = append(out, s)
		}
	}
	return out, nil
}

// standing brings a create's dates up to date and reports whether its reservation was not canceled.
func (f *attemptSet) standing(reservation string, p *Plan) (bool, error) {
	for _, r := range f.byReservation[reservation] {
		if r.open {
			continue
		}
		s, err := f.state(r)
		if err != nil {
			return false, err
		}
		switch s.Outcome.Result {
		case Canceled:
			return false, nil
		case Modified:
			p.CheckIn, p.CheckOut = cmp.Or(s.CheckIn, p.CheckIn), cmp.Or(s.CheckOut, p.CheckOut)
		default:
		}
	}
	return true, nil
}

// At lists the attempts at one reservation in their order: by the service's id of it, and the create whose
// attempt it carries ("" for none). Lists are drawn with it, so that like NotMade it waits for nobody.
func (j *Journal) At(reservation, attempt string) ([]AttemptState, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	records := j.attempts.byReservation[reservation]
	if r := j.attempts.byID[attempt]; r != nil && r.reservation == "" {
		records = append([]*record{r}, records...)
	}
	return j.attempts.states(records)
}
