package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// How long after sending a write whose answer was lost may still appear. A
// booking can be slow to reach the lists; a reservation that is read shows a
// change or a cancellation soon. Both are well above the two minutes after which
// a write is given up: the service may be at it still when nobody waits any more.
const (
	createWindow = 30 * time.Minute
	changeWindow = 10 * time.Minute
)

// UnknownOutcomeError means that a write was sent and its answer was lost: it
// may have happened and been charged. The desk goes on looking, see Pending.
type UnknownOutcomeError struct {
	Action  string // "booking", "cancellation", "change"
	Attempt string // its id in the journal, and for a booking in its custom data
	Cause   error
}

func (e *UnknownOutcomeError) Error() string {
	return fmt.Sprintf("the outcome of the %s is not known: %v", e.Action, e.Cause)
}

// Unwrap is what went wrong with the answer.
func (e *UnknownOutcomeError) Unwrap() error { return e.Cause }

// NotRecordedError means that a write could not be noted in the journal and
// was therefore not sent.
type NotRecordedError struct {
	Action string
	Cause  error
}

func (e *NotRecordedError) Error() string {
	return fmt.Sprintf("the %s was not sent, because it could not be noted in the journal first: %v", e.Action, e.Cause)
}

// Unwrap is what went wrong with the journal.
func (e *NotRecordedError) Unwrap() error { return e.Cause }

// PendingWriteError means that an earlier write to the same reservation has no
// known outcome yet, so that no second one may follow. Nothing was sent.
type PendingWriteError struct {
	Action  string // that was refused: "cancellation", "change"
	Earlier journal.State
}

func (e *PendingWriteError) Error() string {
	return fmt.Sprintf("the %s was not sent: it is not known yet what came of an earlier %s of this reservation (%s)",
		e.Action, action(e.Earlier.Kind), e.Earlier.Attempt)
}

// earlier is what is known of the earlier write.
func (e *PendingWriteError) earlier() string {
	which := "an earlier " + action(e.Earlier.Kind) + " of this reservation (" + e.Earlier.Attempt + ")"
	if e.Earlier.Step == journal.Planned {
		return "Another Bellhop has planned " + which + " and not sent it so far."
	}
	return "It is still being found out what came of " + which + "."
}

// action is a write in a word.
func action(kind journal.Kind) string {
	switch kind {
	case journal.Cancel:
		return "cancellation"
	case journal.Modify:
		return "change"
	default:
		return "booking"
	}
}

// write sends a write, once, with every step in the journal first (WIRE 5). The
// answer counts only where it can be about what was sent. When it is lost the
// attempt is left to the recovery, and the error is an *UnknownOutcomeError; any other error
// means that nothing was done. As long as an earlier write to the reservation is
// open it is a *PendingWriteError.
func (d *Desk) write(
	ctx context.Context, p journal.Plan, send func(context.Context) (api.Reservation, error),
) (api.Reservation, error) {
	p.Profile, p.Environment, p.Lineage = d.profile, d.environment, d.worlds()
	if n := len(p.Lineage); n > 0 {
		p.World = p.Lineage[n-1]
	}
	attempt, err := d.begin(p)
	var held *journal.HeldBackError
	if errors.As(err, &held) {
		if p.Kind == journal.Create {
			return api.Reservation{}, &SimilarError{Bookings: held.Earlier}
		}
		return api.Reservation{}, &PendingWriteError{Action: action(p.Kind), Earlier: held.Earlier[0]}
	}
	if err != nil {
		return api.Reservation{}, &NotRecordedError{Action: action(p.Kind), Cause: err}
	}
	r, err := send(ctx)
	if err != nil && notDone(err) {
		d.settle(attempt, journal.Outcome{Result: p.Kind.NotMade(), Cause: refusalCause(err)})
		return api.Reservation{}, err
	}
	if err == nil {
		if err = d.mismatch(p, r); err == nil {
			d.settle(attempt, outcomeOf(p.Kind.Made(), r))
		}
		d.noticed(r) // It may carry another attempt than this one.
		if err == nil {
			return r, nil
		}
	}
	// That the line may not reach a full disk changes nothing: an attempt that
	// was sent and has no answer is one to look for.
	_ = attempt.Unknown(lostCause(err))
	d.recovery.take(attempt)
	return api.Reservation{}, &UnknownOutcomeError{Action: action(p.Kind), Attempt: p.Attempt, Cause: err}
}

// begin notes the plan and that it is sent now. A booking that may be the second
// one of a stay is a *journal.HeldBackError, and nothing is noted.
func (d *Desk) begin(p journal.Plan) (*journal.Attempt, error) {
	j, err := d.journal()
	if err != nil {
		return nil, err
	}
	begin := j.Begin
	if p.Kind == journal.Create && !p.Simulate {
		begin = func(p journal.Plan) (*journal.Attempt, error) { return j.BeginUnlessSimilar(p, similarWithin) }
	}
	attempt, err := begin(p)
	if err != nil && d.dropUnsent(j, err) {
		attempt, err = begin(p)
	}
	if err != nil {
		return nil, err
	}
	if err := attempt.Sent(); err != nil {
		return nil, errors.Join(err, attempt.Close())
	}
	return attempt, nil
}

// dropUnsent ends what stands in the way of a write although it was only planned
// and never sent, as a full disk leaves it, and reports whether there was any. What
// another console is at stays.
func (d *Desk) dropUnsent(j *journal.Journal, err error) bool {
	var held *journal.HeldBackError
	if !errors.As(err, &held) {
		return false
	}
	dropped := false
	for _, s := range held.Earlier {
		if s.Step != journal.Planned {
			continue
		}
		if attempt, mine, err := j.Resume(s.Attempt); err == nil && mine {
			// In a damaged journal it may have been sent, and is looked for.
			d.recovery.take(attempt)
			dropped = true
		}
	}
	return dropped
}

// notDone reports whether an error says for certain that nothing was done. One of
// a kind that is not known says nothing of the sort.
func notDone(err error) bool {
	var e *api.Error
	return errors.Is(err, api.ErrFeatureOff) || errors.As(err, &e) && e.Outcome == api.OutcomeRefused
}

// settle notes a clear answer. Where the disk refuses the line the attempt
// stays open, and the next start finds out again what is known here already.
func (d *Desk) settle(attempt *journal.Attempt, o journal.Outcome) {
	if attempt.Answered(o) == nil {
		_ = attempt.Resolve(o)
	}
	_ = attempt.Close()
}

// outcomeOf is what a reservation proves, for the journal.
func outcomeOf(result journal.Result, r api.Reservation) journal.Outcome {
	o := journal.Outcome{
		Result: result, Reservation: r.ID, Status: r.Status,
		Total: terms.PlainAmount(r.Rate.Total), Currency: r.Rate.Total.Currency(),
		Terms: terms.Of(r.Rate.Terms).Hash(),
	}
	if r.Confirmation != nil {
		o.Confirmation, o.Locator = r.Confirmation.HotelNumber, r.Confirmation.RecordLocator
	}
	return o
}

// refusalCause is why nothing was done, in a word.
func refusalCause(err error) journal.Cause {
	var e *api.Error
	switch {
	case errors.Is(err, context.Canceled):
		return journal.CauseCanceled
	case errors.As(err, &e) && e.Type != "":
		return journal.Cause(e.Type)
	default:
		return journal.CauseOther
	}
}

// lostCause is why the answer was lost, in a word.
func lostCause(err error) journal.Cause {
	var e *api.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return journal.CauseTimeout
	case errors.Is(err, context.Canceled):
		return journal.CauseCanceled
	case foreign(err):
		return journal.CauseForeign
	case errors.As(err, &e) && e.Status >= 500:
		return journal.CauseServerError
	case errors.As(err, &e) && e.Status != 0, e == nil:
		return journal.CauseUnreadable
	default:
		return journal.CauseReset
	}
}
