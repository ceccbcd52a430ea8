package booking

import (
	"context"
	"errors"
	"slices"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
)

// ErrNotVerified is returned for a draft whose rate was never verified.
var ErrNotVerified = errors.New("the rate must be verified before it is booked")

// A Booking is the outcome of booking a draft.
type Booking struct {
	Reservation api.Reservation
	Attempt     string
	// Found is the write whose outcome was unresolved until the reservation was found; nil where it was answered.
	Found *recovery.Write
	// Deviations are the differences of the booking on file from what was agreed.
	Deviations []terms.Change
}

// MadeLate reports whether it had counted as not made before it was found.
func (b Booking) MadeLate() bool { return b.Found != nil && b.Found.State == recovery.MadeLate }

// Besides returns the draft as wanted besides the bookings for which a write was held back, or besides the
// write itself, as they stand now.
func (draft Draft) Besides(w recovery.Write) Draft {
	draft.Despite, draft.Unmade = slices.Clone(draft.Despite), slices.Clone(draft.Unmade)
	besides := func(attempt string, made bool) {
		was := func(id string) bool { return id == attempt }
		draft.Despite = append(slices.DeleteFunc(draft.Despite, was), attempt)
		draft.Unmade = slices.DeleteFunc(draft.Unmade, was)
		if !made {
			draft.Unmade = append(draft.Unmade, attempt)
		}
	}
	if w.State != recovery.HeldBack {
		besides(w.Plan.Attempt, w.Made())
		return draft
	}
	for _, s := range w.Others {
		besides(s.Attempt, !s.Open() && s.Outcome.Result == journal.Booked)
	}
	return draft
}

// Accepting returns the draft with what a person has accepted for another state of it.
func (draft Draft) Accepting(other Draft) Draft {
	mine := func(id string) bool { return slices.Contains(other.Despite, id) }
	draft.Unmade = append(slices.DeleteFunc(slices.Clone(draft.Unmade), mine), other.Unmade...)
	draft.Despite = append(slices.DeleteFunc(slices.Clone(draft.Despite), mine), other.Despite...)
	return draft
}

// ErrSimulation is returned outside a sandbox, which may not know the option and book for real.
var ErrSimulation = errors.New("only a sandbox can be asked to simulate a booking, and this service is not one")

// sandboxEnvironment is the environment of services where nothing is for real.
const sandboxEnvironment = "sandbox"

// Book sends the draft, once (section 4.4). A rate that was verified a while ago is verified again first: what has
// changed is a *ChangedError, and one that could not be verified a *NotReadError. The error is a *recovery.Write where the outcome is not known, or
// where the stay may be booked already and the draft does not say (Besides) that it is wanted all the same. Any
// error but an unresolved write means that nothing was booked.
func (d *Desk) Book(ctx context.Context, draft Draft) (Booking, error) {
	if draft.Verified == nil {
		return Booking{}, ErrNotVerified
	}
	if why := draft.NoPrice(); why != "" {
		return Booking{}, &NoPriceError{Why: why}
	}
	if draft.Simulate != api.SimulateNothing && d.environment != sandboxEnvironment {
		return Booking{}, ErrSimulation
	}
	if draft.Attempt == "" {
		draft.Attempt = d.NewAttempt()
	}
	draft, err := d.stillOffered(ctx, draft)
	if err != nil {
		return Booking{}, err
	}
	now := d.Now()
	guest := SentGuest(draft.Guest, d.singleName)
	plan, request := draft.createPlan(), createRequest(now, draft, guest)
	plan.Agreement = agreementOf(now, draft)
	plan.Guest = d.Recovery.GuestMark(guest)
	r, err := d.Recovery.Send(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		sending(ctx)
		return d.service.CreateReservation(ctx, request)
	})
	if err != nil {
		return Booking{}, roomsRefused(draft, d.Now(), err)
	}
	return d.Booked(draft, r, nil), nil
}
