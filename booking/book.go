package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellhop/api"
)

// attemptKey is the custom data under which an attempt's id travels, so that a
// booking whose answer was lost can be found again.
const attemptKey = "bellhop_attempt"

// ErrNotVerified is returned for a draft whose rate was never verified.
var ErrNotVerified = errors.New("the rate must be verified before it is booked")

// A Booking is what came of a draft.
type Booking struct {
	Reservation api.Reservation
	Attempt     string
	// Found says that the answer was lost and the reservation was then found by
	// its attempt id.
	Found bool
}

// UnknownOutcomeError means that a write was sent, its answer was lost, and
// looking did not tell either: it may have happened and been charged.
type UnknownOutcomeError struct {
	Action  string // "booking", "cancellation"
	Attempt string // of a booking; empty otherwise
	Cause   error
}

func (e *UnknownOutcomeError) Error() string {
	return fmt.Sprintf("the outcome of the %s is not known: %v", e.Action, e.Cause)
}

// Unwrap is what went wrong with the answer.
func (e *UnknownOutcomeError) Unwrap() error { return e.Cause }

// lookPauses are the waits before each look for a lost answer.
var lookPauses = [...]time.Duration{0, time.Second, 3 * time.Second}

// Book sends the draft, once (section 4.4). When the answer is lost it looks
// for the reservation by the attempt's id before it gives up with an
// UnknownOutcomeError. Any other error means that nothing was booked.
func (d *Desk) Book(ctx context.Context, draft Draft) (Booking, error) {
	if draft.Verified == nil {
		return Booking{}, ErrNotVerified
	}
	attempt := draft.Attempt
	if attempt == "" {
		attempt = d.NewAttempt()
	}
	reservation, err := d.service.CreateReservation(ctx, createRequest(d.Now(), draft, attempt))
	if err == nil {
		return Booking{Reservation: reservation, Attempt: attempt}, nil
	}
	if !api.Unknown(err) {
		return Booking{}, err
	}
	for _, pause := range lookPauses {
		if d.sleep(ctx, pause) != nil {
			break
		}
		if found, ok := d.findAttempt(ctx, draft, attempt); ok {
			return Booking{Reservation: found, Attempt: attempt, Found: true}, nil
		}
	}
	return Booking{}, &UnknownOutcomeError{Action: "booking", Attempt: attempt, Cause: err}
}

func createRequest(now time.Time, draft Draft, attempt string) api.CreateRequest {
	charge, v := draft.Charge(), draft.Verified
	custom := append(api.CustomData{}, draft.CustomData...)
	return api.CreateRequest{
		CheckIn: draft.Trip.CheckIn, CheckOut: draft.Trip.CheckOut,
		Adults: draft.Trip.Adults, Children: draft.Trip.Children,
		Guest:   TidyGuest(draft.Guest),
		Hotel:   api.HotelRef{ID: draft.Hotel.ID, Name: draft.Hotel.Name},
		Payment: api.PaymentSource{Amount: charge, Token: draft.Token},
		Rate: api.BookedRate{
			BookingCode: draft.Rate.BookingCode, ChannelCode: draft.Rate.ChannelCode, Rooms: draft.Trip.Rooms,
			Total: charge, Base: v.Base.Times(draft.Trip.Rooms), Taxes: v.Taxes.Times(draft.Trip.Rooms),
			Terms: agreedTerms(now, draft),
		},
		CustomData: append(custom, api.CustomField{Key: attemptKey, Text: attempt}),
		Loyalty:    draft.Loyalty,
		Simulate:   draft.Simulate,
	}
}

// agreedTerms are the terms to send: the searched ones, which have the shape
// that a reservation needs, or the verified ones brought into that shape where
// verification changed something and the agent agreed.
func agreedTerms(now time.Time, draft Draft) api.Terms {
	terms := draft.Rate.Terms
	if len(compareConditions(now, ConditionsOf(terms), VerifiedConditions(*draft.Verified))) == 0 {
		return terms
	}
	terms.Penalties = nil
	verified := VerifiedConditions(*draft.Verified)
	for _, t := range draft.Verified.Terms {
		terms.Penalties = append(terms.Penalties, t.Penalties...)
	}
	if refundable := verified.RefundableAt(now); refundable != nil {
		terms.Refundable = refundable
	}
	if verified.Payment != "" {
		terms.PaymentInfo = verified.Payment
	}
	if len(verified.Guarantee) > 0 {
		terms.Guarantee = verified.Guarantee
	}
	return terms
}

// findAttempt looks for the reservation that carries the attempt's id: by the
// custom data filter, or, where the service has none, among those of the same
// arrival.
func (d *Desk) findAttempt(ctx context.Context, draft Draft, attempt string) (api.Reservation, bool) {
	page, err := d.service.ListReservations(ctx, api.ReservationQuery{CustomValues: []string{attempt}})
	if errors.Is(err, api.ErrFeatureOff) {
		page, err = d.service.ListReservations(ctx, api.ReservationQuery{CheckIn: api.DateRange{On: draft.Trip.CheckIn}})
	}
	if err != nil {
		return api.Reservation{}, false
	}
	for _, r := range page.Items {
		for _, field := range r.CustomData {
			if field.Key == attemptKey && field.Text == attempt {
				return r, true
			}
		}
	}
	return api.Reservation{}, false
}

// Cancel cancels, once (section 4.7). Only an answer or a later read that says
// CANCELED counts. An error that is not an UnknownOutcomeError means that the
// reservation still stands.
func (d *Desk) Cancel(ctx context.Context, id string) (api.Reservation, error) {
	r, err := d.service.CancelReservation(ctx, id)
	if err == nil && r.Status == api.StatusCanceled {
		return r, nil
	}
	if err != nil && !api.Unknown(err) {
		return api.Reservation{}, err
	}
	if err == nil {
		err = fmt.Errorf("the service answered with status %q", r.Status)
	}
	for _, pause := range lookPauses {
		if d.sleep(ctx, pause) != nil {
			break
		}
		if r, readErr := d.service.ReadReservation(ctx, id); readErr == nil && r.Status == api.StatusCanceled {
			return r, nil
		}
	}
	return api.Reservation{}, &UnknownOutcomeError{Action: "cancellation", Cause: err}
}
