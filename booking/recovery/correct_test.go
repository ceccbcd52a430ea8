package recovery

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

func unchangedPlan(*journal.Plan) {}

// A reservation that carries an attempt proves the booking only if profile and environment are the console's own and
// the hotel is the plan's.
func TestCorrect_Proof(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plan   func(*journal.Plan)
		found  api.Reservation
		booked bool
	}{
		"same booking":        {unchangedPlan, ours(), true},
		"another hotel":       {unchangedPlan, oursElsewhere(), false},
		"another profile":     {func(p *journal.Plan) { p.Profile = "agency" }, ours(), false},
		"another environment": {func(p *journal.Plan) { p.Environment = "production" }, ours(), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			o.leaveAttempt(planWith(c.plan), (*journal.Attempt).Sent, lost, expired)
			counted := o.state("att-1").Ended
			o.pass(time.Hour)
			o.Correct(Findings(c.found))
			if made := o.state("att-1").Made(); made != c.booked {
				t.Errorf("the journal says that it was made: %t", made)
			}
			if !c.booked {
				o.wantNoWrite()
				return
			}
			w := o.wantWrite("att-1", MadeLate)
			if w.Reservation == nil || w.Reservation.ID != "ours" || !w.CountedNotMade.Equal(counted) || w.Looks != 1 {
				t.Errorf("it is told as %+v", w)
			}
		})
	}
}

// No reservation carries the attempt of a cancellation, so that a reservation with it proves nothing.
func TestCorrect_Cancellation(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	notCanceled := journal.Outcome{Result: journal.NotCanceled, Cause: journal.CauseExpired}
	o.leaveAttempt(planWith(func(p *journal.Plan) { p.Kind, p.Reservation = journal.Cancel, "ours" }),
		(*journal.Attempt).Sent, lost, func(a *journal.Attempt) error { return a.Resolve(notCanceled) })
	o.Correct(Findings(ours()))
	o.wantNoWrite()
}

// After a finding that proves nothing, a later one can still prove the booking.
func TestCorrect_AfterAnotherHotel(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, lost, expired)
	o.Correct(Findings(oursElsewhere()))
	o.wantNoWrite()
	o.Correct(Findings(ours()))
	o.wantWrite("att-1", MadeLate)
}

// A process may end between the answer and the line that resolves it.
func TestCorrect_AnswerNotResolved(t *testing.T) {
	t.Parallel()
	t.Run("booked", func(t *testing.T) {
		t.Parallel()
		o := newConsole(t, &lister{})
		o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, answered(journal.Booked))
		o.Correct(Findings(ours()))
		if s := o.state("att-1"); !s.Made() || s.MadeLate() {
			t.Errorf("the journal says %+v", s)
		}
		o.wantNoWrite()
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		o := newConsole(t, &lister{})
		o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, answered(journal.NotBooked))
		o.Correct(Findings(ours()))
		if w := o.wantWrite("att-1", MadeLate); !w.CountedNotMade.Equal(o.clock()) || !o.state("att-1").MadeLate() {
			t.Errorf("it is told as %+v, and the journal says %+v", w, o.state("att-1"))
		}
	})
}

// A console corrects its "not booked" only with a reservation that proves the booking.
func TestCorrect_ToldAsNotMade(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{unread: errLost})
	o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, lost, expired)
	o.register.put(&Write{Plan: lookedFor, State: NotMade})
	o.Correct(Findings(oursElsewhere()))
	o.wantWrite("att-1", NotMade)

	another := o.beside()
	another.Correct(Findings(ours()))
	another.wantWrite("att-1", MadeLate)
	// The journal has it as booked, and this console has not seen the reservation.
	o.Correct(Findings(other(2)))
	o.wantWrite("att-1", NotMade)
	noError(t, o.Round(t.Context()))
	o.wantWrite("att-1", NotMade)

	o.Correct(Findings(ours()))
	if w := o.wantWrite("att-1", MadeLate); w.Reservation == nil || w.Reservation.ID != "ours" {
		t.Errorf("it is told with %+v", w.Reservation)
	}
}

// Beside a booking stand only resolved bookings of the same stay that count as made.
func TestSameStay(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	plan := func(attempt string) journal.Plan {
		return planWith(func(p *journal.Plan) { p.Attempt, p.Guest = attempt, o.j.GuestMark("Rossi", "Ada", "ada@example.com") })
	}
	o.leaveAttempt(plan("att-expired"), (*journal.Attempt).Sent, lost, expired)
	o.leaveAttempt(plan("att-open"), (*journal.Attempt).Sent, lost)
	o.leaveAttempt(plan("att-booked"), (*journal.Attempt).Sent, answered(journal.Booked), resolved(journal.Booked))
	o.leaveAttempt(plan("att-1"), (*journal.Attempt).Sent, lost)
	others, err := o.SameStay(o.state("att-1"))
	noError(t, err)
	if len(others) != 1 || others[0].Attempt != "att-booked" {
		t.Errorf("beside it stand %+v", others)
	}
}

// A start looks once for a booking that was resolved as not made within the last two days, whenever it was planned, if
// only the lack of an answer said so.
func TestLookBack(t *testing.T) {
	t.Parallel()
	notMade := []journalStep{(*journal.Attempt).Sent, lost, expired}
	refused := []journalStep{(*journal.Attempt).Sent, answered(journal.NotBooked), resolved(journal.NotBooked)}
	booked := []journalStep{(*journal.Attempt).Sent, answered(journal.Booked), resolved(journal.Booked)}
	for name, c := range map[string]struct {
		plan   func(*journal.Plan)
		open   time.Duration // from planning to resolution
		since  time.Duration
		steps  []journalStep
		looked bool
	}{
		"an hour ago":             {unchangedPlan, 0, time.Hour, notMade, true},
		"almost two days ago":     {unchangedPlan, 0, lookBack - time.Second, notMade, true},
		"more than two days ago":  {unchangedPlan, 0, lookBack + time.Second, notMade, false},
		"planned a week before":   {unchangedPlan, 7 * 24 * time.Hour, time.Hour, notMade, true},
		"refused":                 {unchangedPlan, 0, time.Hour, refused, false},
		"booked":                  {unchangedPlan, 0, time.Hour, booked, false},
		"simulated":               {func(p *journal.Plan) { p.Simulate = true }, 0, time.Hour, notMade, false},
		"data that were replaced": {func(p *journal.Plan) { p.DataState = "before" }, 0, time.Hour, notMade, false},
		"another profile":         {func(p *journal.Plan) { p.Profile = "agency" }, 0, time.Hour, notMade, false},
		"another environment":     {func(p *journal.Plan) { p.Environment = "production" }, 0, time.Hour, notMade, false},
		"a cancellation": {func(p *journal.Plan) { p.Kind, p.Reservation = journal.Cancel, "ours" }, 0, time.Hour, []journalStep{
			(*journal.Attempt).Sent, lost, func(a *journal.Attempt) error {
				return a.Resolve(journal.Outcome{Result: journal.NotCanceled, Cause: journal.CauseExpired})
			},
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, arrived := range []bool{true, false} {
				o := newConsole(t, &lister{})
				o.become("now")
				last := len(c.steps) - 1
				a := o.beginAttempt(planWith(c.plan), c.steps[:last]...)
				o.pass(c.open)
				noError(t, c.steps[last](a))
				noError(t, a.Close())
				o.pass(c.since)
				requests := 2 // The filter's list is empty, so the list of the day decides.
				if arrived {
					o.service.filtered, requests = pages(list(1, ours())), 1
				}
				if !c.looked {
					requests = 0
				}
				before := o.state("att-1")
				o.lookBack(t.Context(), o.j)
				if !o.LookedBack() || len(o.service.asked) != requests {
					t.Errorf("looked back: %t, with %d requests, want %d", o.LookedBack(), len(o.service.asked), requests)
				}
				if c.looked && arrived {
					o.wantWrite("att-1", MadeLate)
				} else {
					o.wantNoWrite()
					if after := o.state("att-1"); after.Events != before.Events {
						t.Errorf("the journal has changed to %+v", after)
					}
				}
			}
		})
	}
}

// A look back that gets no answer is repeated twice, a while later each time.
func TestLookBack_NoAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		answered int // the look that is answered
		looks    int
		told     bool
	}{
		"first look answered": {1, 1, true},
		"third look answered": {3, 3, true},
		"never answered":      {4, 3, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := newConsole(t, &lister{})
				o.service.filtered = func(api.ReservationQuery) (api.ReservationPage, error) {
					if len(o.service.asked) < c.answered {
						return api.ReservationPage{}, errLost
					}
					return list(1, ours()), nil
				}
				o.leaveAttempt(lookedFor, (*journal.Attempt).Sent, lost, expired)
				o.lookBack(t.Context(), o.j)
				if looks := len(o.service.asked); looks != c.looks {
					t.Errorf("%d looks, want %d", looks, c.looks)
				}
				if _, told := o.Write("att-1"); told != c.told {
					t.Errorf("it is told: %t", told)
				}
			})
		})
	}
}

// A start reminds the agent of a late booking as long as it and another booking of the same stay stand.
func TestLookBack_Reminds(t *testing.T) {
	t.Parallel()
	canceled := ours()
	canceled.Status = api.StatusCanceled
	for name, c := range map[string]struct {
		now    api.Reservation
		unread error
		again  bool // whether the stay was booked again
		since  time.Duration
		told   bool
	}{
		"booked twice":            {ours(), nil, true, time.Hour, true},
		"late one cancelled":      {canceled, nil, true, time.Hour, false},
		"late one cannot be read": {api.Reservation{}, errLost, true, time.Hour, false},
		"booked once":             {ours(), nil, false, time.Hour, false},
		"three days later":        {ours(), nil, true, 72 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{one: c.now, unread: c.unread})
			guest := o.j.GuestMark("Rossi", "Ada", "ada@example.com")
			late := planWith(func(p *journal.Plan) { p.Guest = guest })
			o.leaveAttempt(late, (*journal.Attempt).Sent, lost, expired, resolved(journal.Booked))
			if c.again {
				o.leaveAttempt(planWith(func(p *journal.Plan) { p.Attempt, p.Guest = "att-2", guest }), (*journal.Attempt).Sent, func(a *journal.Attempt) error {
					return a.Answered(journal.Outcome{Result: journal.Booked, Reservation: "second"})
				}, func(a *journal.Attempt) error {
					return a.Resolve(journal.Outcome{Result: journal.Booked, Reservation: "second"})
				})
			}
			o.pass(c.since)
			o.lookBack(t.Context(), o.j)
			if !c.told {
				o.wantNoWrite()
				return
			}
			if w := o.wantWrite("att-1", MadeLate); fmt.Sprint(len(w.Others), w.CountedNotMade.IsZero()) != "1 false" {
				t.Errorf("it is told as %+v", w)
			}
		})
	}
}
