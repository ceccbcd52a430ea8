package recovery

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// What counts as not made can be made all the same: a service may carry a request out late, and a refusal may
// come from something in between. What shows up after all is corrected in the journal, and told.

const (
	// lookBack is for how long after it counted as not made a booking is looked for at each start.
	lookBack = 48 * time.Hour
	// lookBackTries is how often a look that gets no answer is tried in one run.
	lookBackTries = 3
	// maxEarly bounds what is kept until the journal is open, which takes a moment.
	maxEarly = 5000
	// AttemptKey is the custom data under which a booking carries its attempt's id.
	AttemptKey = "bellhop_attempt"
)

// A Finding is a reservation that carries an attempt, and so proves that it was made.
type Finding struct {
	Attempt     string
	Reservation api.Reservation
}

// Findings returns those of some reservations.
func Findings(items ...api.Reservation) []Finding {
	var found []Finding
	for _, r := range items {
		if id := AttemptOf(r); id != "" && r.ID != "" {
			found = append(found, Finding{id, r})
		}
	}
	return found
}

// AttemptOf returns the attempt that a reservation carries; "" for none.
func AttemptOf(r api.Reservation) string {
	for _, field := range r.CustomData {
		if field.Key == AttemptKey {
			return field.Text
		}
	}
	return ""
}

// Read reads a reservation. What it finds is for Correct, also when the error is ErrOtherAnswer.
func Read(ctx context.Context, s Service, id string) (api.Reservation, []Finding, error) {
	r, err := s.ReadReservation(ctx, id)
	if err != nil {
		return api.Reservation{}, nil, err
	}
	if !strings.EqualFold(r.ID, id) {
		// Shown as the one that was asked for, it could be cancelled in its place.
		return api.Reservation{}, Findings(r), ErrOtherAnswer
	}
	return r, Findings(r), nil
}

func (r *Recovery) read(ctx context.Context, id string) (api.Reservation, error) {
	reservation, found, err := Read(ctx, r.options.Service, id)
	r.Correct(found)
	return reservation, err
}

// Correct puts right what the journal has otherwise than reservations show, as soon as it is open.
func (r *Recovery) Correct(found []Finding) {
	if len(found) == 0 {
		return
	}
	carried := make(map[string]api.Reservation, len(found))
	for _, f := range found {
		carried[f.Attempt] = f.Reservation
	}
	if !r.keep(carried) {
		r.compare(r.known(), carried)
	}
}

// keep keeps what was seen as long as the journal is not open.
func (r *Recovery) keep(carried map[string]api.Reservation) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known() != nil {
		return false
	}
	if r.early != nil && len(r.early) < maxEarly {
		maps.Copy(r.early, carried)
	}
	return true
}

// compare does Correct's work with an open journal.
func (r *Recovery) compare(j *journal.Journal, carried map[string]api.Reservation) {
	for _, id := range j.NotMade(slices.Sorted(maps.Keys(carried))) {
		if !r.register.hand(id, carried[id]) {
			r.correct(j, id, carried[id])
		}
	}
	for _, id := range r.register.countedNotMade() {
		if found, seen := carried[id]; seen {
			r.takeBack(j, id, func(string) (api.Reservation, error) { return found, nil })
		}
	}
}

// reconsider asks the journal about what this console says was not made.
func (r *Recovery) reconsider(ctx context.Context, j *journal.Journal) {
	for _, id := range r.register.countedNotMade() {
		r.takeBack(j, id, func(reservation string) (api.Reservation, error) {
			return r.read(ctx, reservation)
		})
	}
}

// takeBack tells that a booking was made of which this console says otherwise, once another console has
// corrected the journal.
func (r *Recovery) takeBack(j *journal.Journal, id string, read func(reservation string) (api.Reservation, error)) {
	s, err := j.State(id)
	if err != nil || s.Outcome.Result != journal.Booked || r.Replaced(s.Plan) {
		return
	}
	if found, err := read(s.ReservationID()); err == nil {
		r.putMadeLate(s, s.CountedNotMade, found)
	}
}

// correct puts into the journal that a booking was made, and tells it, unless another console is at it.
func (r *Recovery) correct(j *journal.Journal, id string, found api.Reservation) {
	attempt, mine, err := j.Resume(id)
	if err != nil || !mine {
		return
	}
	defer func() { _ = attempt.Close() }()
	s, err := attempt.State()
	if err == nil && s.Step == journal.Answered {
		// The process ended between the answer and its last line.
		_ = attempt.Resolve(s.Outcome)
		s, err = attempt.State()
	}
	if err != nil || s.Made() || otherProperty(s.Plan, found) || s.Kind != journal.Create || s.Profile != r.options.Profile || s.Environment != r.options.Environment {
		return
	}
	// A disk that is full keeps nobody from being told; the next look writes it.
	_ = attempt.Looked(journal.Look{Found: journal.FoundIt, Reservation: found.ID, Status: found.Status})
	_ = attempt.Resolve(outcomeOf(journal.Booked, found))
	r.putMadeLate(s, s.Ended, found)
}

// putMadeLate tells a booking that had counted as not made, with what was booked in its place.
func (r *Recovery) putMadeLate(s journal.AttemptState, counted time.Time, found api.Reservation) {
	w := writeOf(s)
	w.Looks++
	w.State, w.Reservation, w.CountedNotMade = MadeLate, &found, counted
	w.Others, _ = r.SameStay(s) // That it exists is told all the same.
	r.register.put(w)
}

// SameStay lists the other bookings of the same stay, as far as the journal knows.
func (r *Recovery) SameStay(s journal.AttemptState) ([]journal.AttemptState, error) {
	j, err := r.journal()
	if err != nil {
		return nil, err
	}
	plan := s.Plan
	plan.Lineage = r.options.Lineage()
	list, err := j.Similar(plan, similarWithin)
	return slices.DeleteFunc(list, func(s journal.AttemptState) bool { return s.Open() || s.Outcome.Result != journal.Booked }), err
}

// lookBack looks once for every booking that has lately come to count as not made, and reminds of those that
// were found so and stand beside another for the same stay.
func (r *Recovery) lookBack(ctx context.Context, j *journal.Journal) {
	defer func() {
		r.lookedBack.Store(true)
		r.register.signal()
	}()
	ours := journal.Filter{Kind: journal.Create, Profile: r.options.Profile, Environment: r.options.Environment}
	lately := func(at time.Time) bool { return !at.IsZero() && r.options.Clock.Local().Sub(at) <= lookBack }
	ours.Since = r.options.Clock.Local().Add(-2 * lookBack) // It was planned some time before it counted as not made.
	if list, err := j.Attempts(ours); err == nil {
		for _, s := range list {
			if lately(s.CountedNotMade) && !r.Replaced(s.Plan) {
				r.remind(ctx, s)
			}
		}
	}
	ours.Since, ours.Unproven = time.Time{}, true
	list, err := j.Attempts(ours)
	if err != nil {
		return // The next start looks.
	}
	for _, s := range list {
		if !lately(s.Ended) || s.Simulate || r.Replaced(s.Plan) {
			continue
		}
		for range lookBackTries {
			found, seen, err := r.look(ctx, s.Plan, true)
			r.Correct(seen)
			if ctx.Err() != nil {
				return
			}
			if err == nil && found != nil {
				r.correct(j, s.Attempt, *found)
			}
			if err == nil || api.Sleep(ctx, rounds) != nil {
				break
			}
		}
	}
}

// remind tells once more, at a later start, of a booking that stands twice.
func (r *Recovery) remind(ctx context.Context, s journal.AttemptState) {
	if others, err := r.SameStay(s); err != nil || len(others) == 0 {
		return
	}
	found, err := r.read(ctx, s.ReservationID())
	if err == nil && found.Status != api.StatusCanceled {
		r.putMadeLate(s, s.CountedNotMade, found)
	}
}

// LookedBack reports whether this run has finished lookBack.
func (r *Recovery) LookedBack() bool { return r.lookedBack.Load() }
