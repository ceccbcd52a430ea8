package recovery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// How long after sending an unresolved write may still appear: a booking can be slow to reach the lists. Both
// are well above the two minutes after which an answer is not waited for any more.
const (
	CreateWindow = 30 * time.Minute
	ChangeWindow = 10 * time.Minute
)

// similarWithin is how far back a booking is compared with earlier ones.
const similarWithin = 30 * 24 * time.Hour

// NotRecordedError means that a write could not be noted in the journal and was not sent.
type NotRecordedError struct {
	Kind  journal.Kind
	Cause error
}

func (e *NotRecordedError) Error() string {
	return fmt.Sprintf("the %s was not sent, because it could not be noted in the journal first: %v", ActionWords(e.Kind), e.Cause)
}

// Unwrap returns what went wrong with the journal.
func (e *NotRecordedError) Unwrap() error { return e.Cause }

// Send sends a write, once, with every step in the journal first (WIRE 5). The error is a *Write where the
// outcome is not known, which is then followed, and where nothing was sent because of earlier writes. Any other
// means that nothing was made; journal.ErrOvertaken, that the reservation is to be read again first.
func (r *Recovery) Send(
	ctx context.Context, p journal.Plan, send func(context.Context) (api.Reservation, error),
) (api.Reservation, error) {
	if r.options.ReadOnly {
		return api.Reservation{}, api.ErrReadOnly
	}
	p = r.ours(p)
	attempt, err := r.begin(p)
	if err != nil {
		return api.Reservation{}, err
	}
	made, notMade := p.Kind.Made(), p.Kind.NotMade()
	answer, err := send(ctx)
	if err != nil && refused(err) {
		settle(attempt, journal.Outcome{Result: notMade, Cause: refusalCause(err)})
		return api.Reservation{}, err
	}
	if err == nil {
		if err = mismatch(p, answer, r.options.Hotels.Zone(answer.Hotel.ID)); err == nil {
			settle(attempt, outcomeOf(made, answer))
		}
		r.Correct(Findings(answer)) // It may carry another attempt than this one.
		if err == nil {
			return answer, nil
		}
	}
	// The line may not reach a full disk: an attempt that was sent and has no answer is looked for all the
	// same.
	cause := unresolvedCause(err)
	_ = attempt.Unknown(cause)
	r.take(attempt)
	return api.Reservation{}, &Write{Plan: p, Cause: cause, Err: err}
}

// Position returns where the journal ends, for a plan that reads its reservation next; zero without a journal.
func (r *Recovery) Position() journal.Position {
	j, err := r.journal()
	if err != nil {
		return 0 // Send returns the error.
	}
	at, _ := j.Position() // Send returns its error too.
	return at
}

func (r *Recovery) ours(p journal.Plan) journal.Plan {
	p.Profile, p.Environment, p.Lineage = r.options.Profile, r.options.Environment, r.options.Lineage()
	if n := len(p.Lineage); n > 0 {
		p.DataState = p.Lineage[n-1]
	}
	return p
}

// begin notes the plan and that it is sent now. What may be a second booking of a stay, or is a write to a
// reservation with an unresolved one, is held back, and nothing is noted.
func (r *Recovery) begin(p journal.Plan) (*journal.Attempt, error) {
	j, err := r.journal()
	if err != nil {
		return nil, &NotRecordedError{Kind: p.Kind, Cause: err}
	}
	begin := j.Begin
	if p.Kind == journal.Create && !p.Simulate {
		begin = func(p journal.Plan) (*journal.Attempt, error) { return j.BeginUnlessSimilar(p, similarWithin) }
	}
	attempt, err := begin(p)
	var held *journal.HeldBackError
	if errors.As(err, &held) && r.dropUnsent(j, held.Earlier) {
		held = nil
		attempt, err = begin(p)
	}
	if errors.As(err, &held) {
		return nil, &Write{Plan: p, State: HeldBack, Others: held.Earlier}
	}
	if errors.Is(err, journal.ErrOvertaken) {
		return nil, err
	}
	if err != nil {
		return nil, &NotRecordedError{Kind: p.Kind, Cause: err}
	}
	if err := attempt.Sent(); err != nil {
		return nil, &NotRecordedError{Kind: p.Kind, Cause: errors.Join(err, attempt.Close())}
	}
	return attempt, nil
}

// dropUnsent ends what stands in the way although it was never sent, as a full disk leaves it, and reports
// whether there was any. What another console is at stays.
func (r *Recovery) dropUnsent(j *journal.Journal, earlier []journal.AttemptState) bool {
	dropped := false
	for _, s := range earlier {
		if s.Step != journal.Planned {
			continue
		}
		if attempt, mine, err := j.Resume(s.Attempt); err == nil && mine {
			// In a damaged journal it may have been sent, and is looked for.
			r.take(attempt)
			dropped = true
		}
	}
	return dropped
}

// refused reports whether an error says for certain that nothing was made.
func refused(err error) bool {
	var e *api.Error
	return errors.Is(err, api.ErrFeatureOff) || errors.As(err, &e) && e.Outcome == api.OutcomeRefused
}

// settle notes a clear answer. Where the disk refuses the line the next start finds out again.
func settle(attempt *journal.Attempt, o journal.Outcome) {
	if attempt.Answered(o) == nil {
		_ = attempt.Resolve(o)
	}
	_ = attempt.Close()
}

// outcomeOf returns what a reservation proves, for the journal.
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

func unresolvedCause(err error) journal.Cause {
	var e *api.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return journal.CauseTimeout
	case errors.Is(err, context.Canceled):
		return journal.CauseCanceled
	case Foreign(err):
		return journal.CauseForeign
	case errors.As(err, &e) && e.Status >= 500:
		return journal.CauseServerError
	case errors.As(err, &e) && e.Status != 0, e == nil:
		return journal.CauseUnreadable
	default:
		return journal.CauseReset
	}
}
