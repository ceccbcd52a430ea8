package booking

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// A booking whose answer was lost counts as not made once its window is over, and
// one that was refused at once. Both can be wrong: a service may carry a request
// out late, and a refusal may come from something in between. Whatever shows up
// after all is noticed wherever a reservation is seen, put right in the journal,
// and told.

const (
	// lookBack is for how long after it counted as not made a booking is looked
	// for once more, at each start.
	lookBack = 48 * time.Hour
	// lookBackTries is how often a look that gets no answer is tried in one run.
	lookBackTries = 3
)

// list is a page of reservations from the service, and read one of them. Every
// read of this package goes through the two, so that nothing that is seen goes
// unnoticed.
func (d *Desk) list(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	page, err := d.service.ListReservations(ctx, q)
	if err == nil {
		d.noticed(page.Items...)
	}
	return page, err
}

func (d *Desk) read(ctx context.Context, id string) (api.Reservation, error) {
	r, err := d.service.ReadReservation(ctx, id)
	if err != nil {
		return api.Reservation{}, err
	}
	d.noticed(r)
	if !strings.EqualFold(r.ID, id) {
		// Shown as the one that was asked for, it could be cancelled in its place.
		return api.Reservation{}, errOtherAnswer
	}
	return r, nil
}

// noticed holds reservations that the service just showed against the journal:
// one that carries an attempt proves that it took place, whatever is written
// about it. As long as the journal is being opened they are kept for later.
func (d *Desk) noticed(items ...api.Reservation) {
	carried := map[string]api.Reservation{}
	for _, r := range items {
		if id := carriedAttempt(r); id != "" && r.ID != "" {
			carried[id] = r
		}
	}
	if len(carried) == 0 {
		return
	}
	if !d.recovery.keep(carried) {
		d.compare(d.opened.Load(), carried)
	}
}

// keep keeps what was seen as long as the journal is not open.
func (r *recovery) keep(carried map[string]api.Reservation) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.desk.opened.Load() != nil {
		return false
	}
	if r.early != nil && len(r.early) < maxEarly {
		maps.Copy(r.early, carried)
	}
	return true
}

// maxEarly bounds what is kept until the journal is open, which takes a moment.
const maxEarly = 5000

// compare puts right what the journal has otherwise than reservations show, by
// the attempts that they carry.
func (d *Desk) compare(j *journal.Journal, carried map[string]api.Reservation) {
	for _, id := range j.NotMade(slices.Sorted(maps.Keys(carried))) {
		if !d.recovery.hand(id, carried[id]) {
			d.recovery.correct(j, id, carried[id])
		}
	}
	for _, id := range d.recovery.toldNotMade() {
		if found, seen := carried[id]; seen {
			d.recovery.takeBack(j, id, func(string) (api.Reservation, error) { return found, nil })
		}
	}
}

// toldNotMade are the bookings of which this console says that they were not
// made, or that nobody can find out.
func (r *recovery) toldNotMade() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var ids []string
	for id, p := range r.pending {
		if p.Plan.Kind == journal.Create && !p.Open() && p.Result != journal.Booked {
			ids = append(ids, id)
		}
	}
	return ids
}

// reconsider asks the journal about what this console says was not made.
func (r *recovery) reconsider(ctx context.Context, j *journal.Journal) {
	for _, id := range r.toldNotMade() {
		r.takeBack(j, id, func(reservation string) (api.Reservation, error) {
			return r.desk.read(ctx, reservation)
		})
	}
}

// takeBack tells that a booking exists of which this console says otherwise,
// once another console has found that out and put it right in the journal.
func (r *recovery) takeBack(j *journal.Journal, id string, read func(reservation string) (api.Reservation, error)) {
	s, err := j.State(id)
	if err != nil || s.Outcome.Result != journal.Booked || r.desk.gone(s.Plan) {
		return
	}
	if found, err := read(s.ReservationID()); err == nil {
		r.tellLate(s, s.CountedNotMade, found)
	}
}

// carriedAttempt is the attempt that a reservation carries; "" for none.
func carriedAttempt(r api.Reservation) string {
	for _, field := range r.CustomData {
		if field.Key == attemptKey {
			return field.Text
		}
	}
	return ""
}

// hand gives a reservation to who looks for it in this process, and ends the pause
// before the next look. It is false when nobody does.
func (r *recovery) hand(id string, found api.Reservation) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pending[id]
	if p == nil || !p.Open() || p.Elsewhere || otherProperty(p.Plan, found) {
		return false
	}
	r.shown[id] = found
	if wake := r.wake[id]; wake != nil {
		wake()
	}
	return true
}

// handed is what hand was given for an attempt; nil for nothing.
func (r *recovery) handed(id string) *api.Reservation {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, given := r.shown[id]
	if !given {
		return nil
	}
	delete(r.shown, id)
	return &found
}

// correct puts into the journal that a booking exists which it does not have as
// made, and has it told. Another console that is at the same does it in its place.
func (r *recovery) correct(j *journal.Journal, id string, found api.Reservation) {
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
	if err != nil || s.Made() || otherProperty(s.Plan, found) || s.Kind != journal.Create || s.Profile != r.desk.profile || s.Environment != r.desk.environment {
		return
	}
	// A disk that is full keeps nobody from being told; the next look writes it.
	_ = attempt.Looked(journal.Look{Found: journal.FoundIt, Reservation: found.ID, Status: found.Status})
	_ = attempt.Resolve(outcomeOf(journal.Booked, found))
	r.tellLate(s, s.Ended, found)
}

// tellLate puts a booking that had counted as not made on the list of what is
// told, with what was booked in its place.
func (r *recovery) tellLate(s journal.State, counted time.Time, found api.Reservation) {
	twins, _ := r.desk.twins(s) // That it exists is told all the same.
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending[s.Attempt] = &Pending{
		Plan: s.Plan, Cause: s.Cause, Sent: sent(s), Unsent: s.Sent.IsZero(), Until: until(s), Looks: s.Looks + 1,
		Result: journal.Booked, Reservation: &found, CountedNotMade: counted, Twins: twins,
	}
}

// twins are the bookings that stand for the same stay besides, as far as the
// journal knows.
func (d *Desk) twins(s journal.State) ([]journal.State, error) {
	j, err := d.journal()
	if err != nil {
		return nil, err
	}
	plan := s.Plan
	plan.Lineage = d.worlds()
	list, err := j.Similar(plan, similarWithin)
	return slices.DeleteFunc(list, func(s journal.State) bool { return s.Open() || s.Outcome.Result != journal.Booked }), err
}

// lookBack looks once for every booking that has come to count as not made not
// long ago, and reminds of those that were found so and stand beside another for
// the same stay.
func (r *recovery) lookBack(ctx context.Context, j *journal.Journal) {
	defer r.lookedBack.Store(true)
	ours := journal.Filter{Kind: journal.Create, Profile: r.desk.profile, Environment: r.desk.environment}
	lately := func(at time.Time) bool { return !at.IsZero() && r.desk.now().Sub(at) <= lookBack }
	ours.Since = r.desk.now().Add(-2 * lookBack) // It was planned some time before it counted as not made.
	if list, err := j.Attempts(ours); err == nil {
		for _, s := range list {
			if lately(s.CountedNotMade) && !r.desk.gone(s.Plan) {
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
		if !lately(s.Ended) || s.Simulate || r.desk.gone(s.Plan) {
			continue
		}
		found, err := r.lookOnce(ctx, s.Plan)
		if ctx.Err() != nil {
			return
		}
		if err == nil && found != nil {
			r.correct(j, s.Attempt, *found)
		}
	}
}

// lookOnce looks until there is an answer, a few times.
func (r *recovery) lookOnce(ctx context.Context, p journal.Plan) (found *api.Reservation, err error) {
	for range lookBackTries {
		if found, err = r.desk.look(ctx, p, true); err == nil || sleep(ctx, rounds) != nil {
			break
		}
	}
	return found, err
}

// remind tells once more, at a later start, of a booking that stands twice.
func (r *recovery) remind(ctx context.Context, s journal.State) {
	if twins, err := r.desk.twins(s); err != nil || len(twins) == 0 {
		return
	}
	found, err := r.desk.read(ctx, s.ReservationID())
	if err == nil && found.Status != api.StatusCanceled {
		r.tellLate(s, s.CountedNotMade, found)
	}
}

// LookedBack says that this run has looked for every booking that had come to
// count as not made not long before it.
func (d *Desk) LookedBack() bool { return d.recovery.lookedBack.Load() }
