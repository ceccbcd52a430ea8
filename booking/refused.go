package booking

import (
	"context"
	"errors"
	"net/http"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

// A RefusedError means that the service refused a write to a reservation, and says how the reservation stands
// by a read after that: another agent or the hotel may have cancelled it.
type RefusedError struct {
	Plan  journal.Plan
	Cause error // the refusal
	// Now is the reservation as read after the refusal; nil when it could not be read. Missing says that the
	// service does not have it.
	Now     *api.Reservation
	Missing bool
	// StayOver says that the last day of the stay has ended at the hotel.
	StayOver bool
}

func (e *RefusedError) Error() string {
	return "the " + recovery.WriteWords(e.Plan) + " was refused: " + e.Cause.Error()
}

// Unwrap returns the refusal.
func (e *RefusedError) Unwrap() error { return e.Cause }

// Canceled reports whether the reservation was cancelled already.
func (e *RefusedError) Canceled() bool { return e.Now != nil && e.Now.Status == api.StatusCanceled }

// Over reports whether there is nothing left that could be written to.
func (e *RefusedError) Over() bool { return e.Missing || e.Canceled() }

// Standing says how the reservation stands, as the end of a sentence: "the reservation stands".
func (e *RefusedError) Standing() string {
	switch {
	case e.Canceled():
		return "it was cancelled already"
	case e.Missing:
		return "the service does not have the reservation under this account"
	case e.Now == nil:
		return "how the reservation stands now is not known"
	case e.Now.Status == api.StatusConfirmed:
		return "the reservation stands"
	default:
		return "the reservation is " + wording.Status(e.Now.Status)
	}
}

// refusedRead bounds the read after a refusal: the agent waits for the words.
const refusedRead = 15 * time.Second

// refused reads the reservation after the service has refused a write to it. Any other error is returned as it
// is; so is a key that is not accepted, with which nothing can be read.
func (d *Desk) refused(ctx context.Context, p journal.Plan, err error) error {
	var e *api.Error
	if !errors.As(err, &e) || e.Outcome != api.OutcomeRefused || e.Status == 0 || e.Status == http.StatusUnauthorized {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, refusedRead)
	defer cancel()
	out := &RefusedError{Plan: p, Cause: err}
	r, found, err := d.Read(ctx, p.Reservation)
	d.Recovery.Correct(found)
	if err == nil {
		out.Now, out.StayOver = &r, d.StayOver(r)
	}
	out.Missing = recovery.Missing(err)
	return out
}

func explainRefused(e *RefusedError) Explanation {
	var x Explanation
	var service *api.Error
	kind := ""
	if errors.As(e.Cause, &service) {
		x = explainService(service)
		kind = service.Type
	} else {
		x.Text = e.Cause.Error()
	}
	if kind != api.TypeValidation && (service == nil || service.Status != http.StatusForbidden && service.Status != http.StatusTooManyRequests) {
		x.Title = notDoneTitle(e.Plan, kind)
	}
	x.SignIn = false
	switch {
	case e.Canceled() && e.Plan.Kind == journal.Cancel:
		x.Title, x.Hint, x.Retry = "It was cancelled already", "The service refused to cancel it a second time. It is shown as it is now.", false
	case e.Canceled():
		x.Title, x.Hint, x.Retry = "The reservation is cancelled already", "Nothing of it can be changed any more. It is shown as it is now.", false
	case e.Missing:
		x.Title, x.Retry = "The reservation is not there", false
		x.Hint = "The service does not have it under this account: it is another account's, or gone. The " + recovery.WriteWords(e.Plan) + " was not done."
	case e.Now == nil:
		x.Hint = "How the reservation stands now is not known: it could not be read. Go back and reload it before you try again."
	case e.Now.Status != api.StatusConfirmed:
		x.Hint = "The reservation is " + wording.WithCode(wording.Status(e.Now.Status), e.Now.Status) + ". Call the hotel with its reference, or try later."
	case e.StayOver && (e.Plan.Kind == journal.Cancel || e.Plan.MovesDates()):
		x.Hint, x.Retry = "The reservation stands, and its stay is over. What the hotel gives back, it alone decides: call it with the reference.", false
	case x.Wait != "":
		x.Hint = "The reservation stands. " + x.Wait + ", then send it again."
	case service != nil && service.Status == http.StatusForbidden:
		x.Hint = "The reservation stands. " + x.Hint
	default:
		x.Hint = standsHint(e.Plan)
	}
	return x
}

func notDoneTitle(p journal.Plan, kind string) string {
	switch {
	case p.Kind == journal.Cancel:
		return "Not cancelled"
	case p.MovesDates():
		return "The dates were not changed"
	case kind == api.TypePayment:
		return "The payment was not accepted"
	default:
		return "The payment was not changed"
	}
}

func standsHint(p journal.Plan) string {
	switch {
	case p.Kind == journal.Cancel:
		return "The reservation stands. Call the hotel with its reference, or try later."
	case p.MovesDates():
		return "The reservation stands as it was. Other dates may be possible."
	default:
		return "The payment is as it was. Type it again."
	}
}
