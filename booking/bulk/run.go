package bulk

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

// An Outcome is what became of one reservation of a run.
type Outcome int

// The outcomes.
const (
	NotTried   Outcome = iota
	Canceled           // the service's answer proves it, or a later read
	Already            // it was cancelled before this run
	Refused            // the service refused it, or does not have it any more
	Unresolved         // it was sent, and nobody knows what came of it
	Changed            // it was not sent: it is not any more as it was agreed to
	NotSent            // it was not sent: it could not be read or noted first
	LeftOut            // it cannot be cancelled: the service does not have it, or its status forbids it
)

var outcomeWords = [...]string{"not tried", "cancelled", "already", "refused", "not known yet", "changed, not sent", "not sent", "left out"}

// String returns the outcome's word, the same for people and scripts.
func (o Outcome) String() string { return outcomeWords[o] }

// outcomes returns all outcomes in the order of a report.
func outcomes() []Outcome {
	return []Outcome{Canceled, Already, Refused, Unresolved, Changed, NotSent, NotTried, LeftOut}
}

// A Result is what became of one reservation.
type Result struct {
	Item
	Outcome  Outcome
	Earlier  bool              // the run that this one goes on with has cancelled it
	Canceled *booking.Canceled // nil unless it was cancelled by this run, or by the one that it goes on with
	Err      error             // why it was not
	// Attempt is the journal's id where something was sent whose outcome is not known.
	Attempt string
}

// A Report is what became of each, in the plan's order after those of the run that it goes on with.
type Report struct {
	Batch   string
	Results []Result
	Left    []Left
	// Unknown are those of the run that it goes on with of which it is not known yet what came.
	Unknown []string
	// Stopped says in a sentence why the rest was not tried; empty for a run that went to its end.
	Stopped string
}

// Count returns how many have an outcome.
func (r Report) Count(o Outcome) int {
	n := 0
	for _, result := range r.Results {
		if result.Outcome == o {
			n++
		}
	}
	return n
}

// CountAll returns how many reservations have an outcome, including those that the plan left out.
func (r Report) CountAll(o Outcome) int {
	n := r.Count(o)
	for _, left := range r.Left {
		if left.Outcome() == o {
			n++
		}
	}
	return n
}

// Finished reports whether nothing is left to be tried, found out or agreed to again.
func (r Report) Finished() bool {
	return r.Count(NotTried)+r.Count(Unresolved)+r.Count(Changed)+r.Count(NotSent)+len(r.Unknown) == 0
}

// Costs adds up what was cancelled.
func (r Report) Costs() Costs {
	var items []Item
	for _, result := range r.Results {
		if result.Outcome != Canceled {
			continue
		}
		if result.Canceled != nil {
			result.Cost = result.Canceled.Cost
			result.Lost = lossOf(result.Shown.Reservation, result.Cost)
		}
		items = append(items, result.Item)
	}
	return costsOf(items)
}

// Words returns the counts in a line: "5 cancelled · 1 not known yet · 2 not tried".
func (r Report) Words() string {
	words := ""
	for _, o := range outcomes() {
		if n := r.CountAll(o); n > 0 {
			if words != "" {
				words += " · "
			}
			words += wording.Count(n) + " " + o.String()
		}
	}
	return words
}

// Report is what became of a plan's reservations before any of it is tried.
func (p Plan) Report() Report {
	r := Report{Batch: p.Batch, Left: p.Left, Unknown: p.Unknown(), Results: slices.Clone(p.Earlier)}
	if n := len(r.Unknown); n > 0 {
		r.Stopped = "Of " + wording.Plural(n, "reservation") + " it is not known yet what came of an earlier write."
	}
	return r
}

// Untried returns the report of a plan before its run: all its reservations are NotTried.
func (p Plan) Untried() Report {
	r := p.Report()
	for _, item := range p.Items {
		r.Results = append(r.Results, Result{Item: item})
	}
	return r
}

// Options are of a run.
type Options struct {
	Desk  *booking.Desk
	Store *Store // keeps what was chosen, so that it can go on; nil keeps nothing
	Plan  Plan
	// Told is called after each reservation, and once before the first.
	Told func(Report)
	// Stop, once closed, ends the run after the reservation that is being sent; nil never does.
	Stop <-chan struct{}
}

// Run cancels the plan's reservations one after the other, once each. It stops at the first whose outcome is not known,
// that is otherwise than agreed, or that could not be sent. An error means that nothing was sent, because the choice
// could not be kept.
func Run(ctx context.Context, o Options) (Report, error) {
	plan := o.Plan
	r := plan.Untried()
	waits := r.Stopped
	r.Stopped = ""
	if len(plan.Items) == 0 {
		return r, ErrNone
	}
	var err error
	if r.Batch, err = o.Store.begin(plan); err != nil {
		return r, err
	}
	told := func() {
		if o.Told != nil {
			out := r
			out.Results = slices.Clone(r.Results)
			o.Told(out)
		}
	}
	told()
	for i := len(plan.Earlier); i < len(r.Results); i++ {
		if r.Stopped = o.stopped(ctx); r.Stopped != "" {
			break
		}
		r.Stopped = r.Results[i].cancel(ctx, o.Desk)
		told()
		if r.Stopped != "" {
			break
		}
	}
	r.Stopped = cmp.Or(r.Stopped, waits)
	if r.Finished() {
		err = o.Store.End(r.Batch) // What stays is told of as done the next time.
	}
	return r, err
}

func (o Options) stopped(ctx context.Context) string {
	select {
	case <-o.Stop:
		return "It was stopped."
	case <-ctx.Done():
		return "It was stopped."
	default:
		return ""
	}
}

// cancel cancels one reservation and returns why the run stops there, empty where it goes on.
func (r *Result) cancel(ctx context.Context, desk *booking.Desk) string {
	canceled, err := desk.Cancel(ctx, r.Shown)
	return r.Record(canceled, err)
}

// Record notes the answer to a cancellation, and returns why the run stops there, or "" if it goes on.
func (r *Result) Record(canceled booking.Canceled, err error) string {
	r.Err = err
	var write *recovery.Write
	var refused *booking.RefusedError
	var changed *booking.ChangedError
	var unread *booking.NotReadError
	switch {
	case err == nil:
		r.Outcome, r.Canceled = Canceled, &canceled
		return ""
	case errors.As(err, &write):
		r.Outcome, r.Attempt = Unresolved, write.Plan.Attempt
		if write.State == recovery.HeldBack {
			r.Attempt = write.Others[0].Attempt
			return "It is not known yet what came of an earlier write to this reservation."
		}
		return "It is not known whether this reservation was cancelled. Bellhop looks for the answer; the others were not tried."
	case errors.As(err, &refused):
		r.Outcome = Refused
		if refused.Canceled() {
			r.Outcome = Already
		}
		return refusesAll(err)
	case errors.As(err, &changed):
		if changed.Canceled() {
			r.Outcome = Already
			return ""
		}
		r.Outcome = Changed
		return "This reservation is not as it was agreed to any more. It was not cancelled, and the others were not tried."
	case errors.As(err, &unread) && unread.Missing:
		r.Outcome = Refused
		return ""
	case unread == nil && refusesAll(err) != "":
		r.Outcome = Refused
		return refusesAll(err)
	default:
		r.Outcome = NotSent
		return "This cancellation was not sent, and so the others were not tried."
	}
}

// refusesAll says why a refusal is one of everything that would follow; empty where it is of one reservation alone.
func refusesAll(err error) string {
	var e *api.Error
	if !errors.As(err, &e) || e.Outcome != api.OutcomeRefused {
		return ""
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "The service does not take the key for this any more, and so the others were not tried."
	case http.StatusTooManyRequests:
		return "The service asks to wait, and so the others were not tried."
	default:
		return ""
	}
}

// Renewed returns the report with what was found out since of cancellations whose outcome was not known.
func (r Report) Renewed(desk *booking.Desk) Report {
	r.Results = slices.Clone(r.Results)
	for i := range r.Results {
		result := &r.Results[i]
		if result.Outcome != Unresolved {
			continue
		}
		w, known := desk.Recovery.Write(result.Attempt)
		switch {
		case !known:
		case w.Made() && w.Reservation != nil:
			found := desk.CanceledLater(w)
			result.Outcome, result.Canceled = Canceled, &found
		case w.Made():
			result.Outcome = Canceled
		case w.State == recovery.NotMade:
			result.Outcome = NotTried
		default:
		}
	}
	if r.Stopped != "" && r.Count(Unresolved) == 0 {
		r.Stopped = "The answer that was lost is known by now; the others were not tried."
	}
	return r
}
