// Package bulk cancels several reservations: it reads each again, says what all of it costs first, sends one cancellation
// after the other through the Desk, stops at what nobody has agreed to, and says what became of each.
//
// The journal decides what was cancelled. What is kept besides is which reservations a person chose: a run that was killed
// goes on with a new plan of the same ones, and those that are cancelled are none of it any more.
package bulk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/report"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// Word is what a person types to have several reservations cancelled, at every service.
const Word = "cancel"

// Most is how many reservations may be cancelled at once.
const Most = 500

// A Plan is what cancelling several reservations means, before anything is sent.
type Plan struct {
	// Batch names an earlier run that this one goes on with; empty for a new one.
	Batch string
	// At is when the first one was read, by Desk.Now: what it costs is of that moment.
	At time.Time
	// Earlier are those that the earlier run has cancelled: the report has them too, with what they cost.
	Earlier []Result
	Items   []Item // those that can be cancelled, in the order in which they were chosen
	Left    []Left // those that cannot
}

// An Item is a reservation as it was read for the plan.
type Item struct {
	Shown booking.Shown
	Stay  trip.Stay
	Cost  terms.Cost // of cancelling it now
	// Lost is what that is in money; unset where it is not said.
	Lost booking.Stake
}

// Left is a reservation that is not cancelled, and why.
type Left struct {
	ID          string
	Reservation *api.Reservation // nil where the service does not have it
	Why         string
	// Canceled reports whether it is cancelled already; Here is what the journal knows of that, nil where it was elsewhere.
	Canceled bool
	Here     *booking.Cancellation
	// Open reports whether it is not known yet what came of an earlier write to it.
	Open bool
}

// Outcome returns the outcome of the reservation in a run's report.
func (l Left) Outcome() Outcome {
	switch {
	case l.Canceled:
		return Already
	case l.Open:
		return Unresolved
	default:
		return LeftOut
	}
}

// ErrNone and ErrTooMany are of a choice that is none or too large.
var (
	ErrNone    = errors.New("no reservation was chosen")
	ErrTooMany = fmt.Errorf("at most %d reservations are cancelled at once", Most)
)

// Prepare reads each reservation again and says what cancelling them costs now. It tells how many of how many it has read,
// and changes nothing. An error means that one could not be read: there is no plan then.
func Prepare(ctx context.Context, desk *booking.Desk, ids []string, progress func(have, total int)) (Plan, error) {
	ids = slices.Clone(ids)
	for i := len(ids) - 1; i >= 0; i-- {
		if slices.Contains(ids[:i], ids[i]) {
			ids = slices.Delete(ids, i, i+1)
		}
	}
	switch {
	case len(ids) == 0:
		return Plan{}, ErrNone
	case len(ids) > Most:
		return Plan{}, ErrTooMany
	}
	open, err := desk.Recovery.OpenWrites()
	if err != nil {
		return Plan{}, fmt.Errorf("reading the journal: %w", err)
	}
	plan := Plan{At: desk.Now()}
	for i, id := range ids {
		if progress != nil {
			progress(i, len(ids))
		}
		r, found, err := desk.Read(ctx, id)
		desk.Recovery.Correct(found)
		switch {
		case recovery.Missing(err):
			plan.Left = append(plan.Left, Left{ID: id, Why: "The service does not have it under this account."})
		case err != nil:
			return Plan{}, fmt.Errorf("reading the reservation %s: %w", id, err)
		default:
			if err := plan.take(desk, r, open); err != nil {
				return Plan{}, err
			}
		}
	}
	if progress != nil {
		progress(len(ids), len(ids))
	}
	return plan, nil
}

// Resume plans what an earlier run has left, and lists what that run cancelled. It only reads: Store.EndFinished forgets a
// finished run.
func Resume(ctx context.Context, desk *booking.Desk, p Pending, progress func(have, total int)) (Plan, error) {
	plan, err := Prepare(ctx, desk, p.IDs, progress)
	if err != nil {
		return Plan{}, err
	}
	plan.Batch = p.Batch
	plan.Left = slices.DeleteFunc(plan.Left, func(l Left) bool {
		if l.Here == nil {
			return false
		}
		// None was cancelled when it was chosen: what was done from here since is the earlier run's.
		plan.Earlier = append(plan.Earlier, Result{
			Item: plan.item(desk, *l.Reservation), Outcome: Canceled, Earlier: true, Canceled: &booking.Canceled{Reservation: *l.Reservation, Cancellation: *l.Here},
		})
		return true
	})
	return plan, nil
}

// take puts a reservation that was just read among those that are cancelled, or says why it is not.
func (p *Plan) take(desk *booking.Desk, r api.Reservation, writes map[string]journal.AttemptState) error {
	left := Left{ID: r.ID, Reservation: &r, Canceled: r.Status == api.StatusCanceled}
	able, why := booking.CanCancel(r)
	left.Why = why
	if left.Canceled {
		var err error
		if left.Here, err = desk.CancellationOf(r); err != nil {
			return fmt.Errorf("reading the journal: %w", err)
		}
	}
	w, open := writes[r.ID]
	if left.Canceled && left.Here == nil && open && w.Kind == journal.Cancel {
		// That it is cancelled proves a cancellation whose answer was lost, before the recovery has noted it.
		found := desk.CanceledLater(recovery.Write{Plan: w.Plan, Sent: w.Sent, Reservation: &r})
		left.Here = &found.Cancellation
		left.Here.By = w.User
	}
	if able && open {
		able, left.Open = false, true
		left.Why = "It is not known yet what came of an earlier " + recovery.WriteWords(w.Plan) + " of it (" + w.Attempt + ")."
	}
	if !able {
		p.Left = append(p.Left, left)
		return nil
	}
	p.Items = append(p.Items, p.item(desk, r))
	return nil
}

// IDs lists the reservations that can be cancelled.
func (p Plan) IDs() []string {
	ids := make([]string, len(p.Items))
	for i, item := range p.Items {
		ids[i] = item.Shown.Reservation.ID
	}
	return ids
}

// Unknown returns those of an earlier run of which it is not known yet what came: they are none of this run, and stay among
// what is to be cancelled.
func (p Plan) Unknown() (ids []string) {
	for _, left := range p.Left {
		if p.Batch != "" && left.Open {
			ids = append(ids, left.ID)
		}
	}
	return ids
}

// item is a reservation as the plan shows it. At is the same of all: what has passed since the first one was read is
// noticed before it is sent.
func (p *Plan) item(desk *booking.Desk, r api.Reservation) Item {
	cost := desk.TermsOf(r).CostAt(p.At)
	return Item{Shown: booking.Shown{Reservation: r, At: p.At}, Stay: desk.StayOf(r), Cost: cost, Lost: lossOf(r, cost)}
}

// Recount computes the costs again, as of now and with the hotels' time zones learned since.
func (p *Plan) Recount(desk *booking.Desk) {
	p.At = desk.Now()
	for i, item := range p.Items {
		p.Items[i] = p.item(desk, item.Shown.Reservation)
	}
}

func lossOf(r api.Reservation, cost terms.Cost) booking.Stake {
	return booking.Stake{Money: cost.Charge(r.Rate.Total), Estimated: cost.Kind == terms.CostPenalty && cost.Estimated}
}

// Limit limits the cost of cancelling the plan's reservations. It returns why their sum exceeds the limits, or "". Each is
// checked again right before it is sent.
func (p *Plan) Limit(limits terms.Limits) (over string) {
	for i := range p.Items {
		p.Items[i].Shown.AtMost = limits
	}
	costs := p.Costs()
	if costs.Unsaid > 0 {
		over = limits.Exceeded(api.Money{}, false)
	}
	for _, sum := range costs.Sums {
		over = cmp.Or(over, limits.Exceeded(sum.Money, sum.Estimated))
	}
	return over
}

// Costs is what cancelling several reservations costs. No two currencies are one sum.
type Costs struct {
	Sums   []report.Sum
	Free   int // reservations that cost nothing
	Unsaid int // those of which the service does not say what they cost
}

// EarlierCosts adds up what the earlier run has cancelled.
func (p Plan) EarlierCosts() Costs { return Report{Results: p.Earlier}.Costs() }

// Costs adds up what cancelling the plan's reservations costs.
func (p Plan) Costs() Costs { return costsOf(p.Items) }

func costsOf(items []Item) Costs {
	var c Costs
	var lost []booking.Stake
	for _, item := range items {
		if item.Cost.Kind == terms.CostFree {
			c.Free++
			continue
		}
		lost = append(lost, item.Lost)
	}
	c.Sums, c.Unsaid = report.SumsOf(lost)
	return c
}

// Words returns the costs in a line: "408.26 GBP + about 90.00 EUR · 2 free · 1 not said".
func (c Costs) Words() string {
	words := report.SumWords(c.Sums, 0)
	add := func(n int, what string) {
		if n == 0 {
			return
		}
		if words != "" {
			words += " · "
		}
		words += wording.Count(n) + " " + what
	}
	add(c.Free, "free")
	add(c.Unsaid, "not said")
	return words
}
