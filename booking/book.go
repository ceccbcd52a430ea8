package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
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
	// MadeLate reports that it had counted as not made before it was found.
	MadeLate bool
	// Deviations are what the service stored otherwise than it was sent.
	Deviations []terms.Change
}

// similarWithin is how far back a booking is compared with earlier ones.
const similarWithin = 30 * 24 * time.Hour

// SimilarError means that the draft may book a stay twice: the journal knows
// bookings for the same guest and hotel whose nights overlap. Nothing was sent.
type SimilarError struct{ Bookings []journal.State }

func (e *SimilarError) Error() string {
	return fmt.Sprintf("the same guest has a booking at this hotel for these nights already (%s)", e.Bookings[0].Attempt)
}

// NeedsWord reports whether a key alone is too little to book all the same: of
// at least one of the bookings it is not known for certain whether it happened,
// or it counted as not made for a time, so that a person may think so still.
func (e *SimilarError) NeedsWord() bool {
	return slices.ContainsFunc(e.Bookings, func(s journal.State) bool {
		return s.Step != journal.Planned && (s.Outcome.Result != journal.Booked || !s.CountedNotMade.IsZero())
	})
}

// planned reports whether all that stands in the way is planned by another console
// and was not sent so far.
func (e *SimilarError) planned() bool {
	return !slices.ContainsFunc(e.Bookings, func(s journal.State) bool { return s.Step != journal.Planned })
}

// Besides is the draft of which a person has said that it is wanted besides these
// bookings, as they stand now.
func (draft Draft) Besides(bookings ...journal.State) Draft {
	draft.Despite, draft.Unmade = slices.Clone(draft.Despite), slices.Clone(draft.Unmade)
	for _, s := range bookings {
		was := func(id string) bool { return id == s.Attempt }
		draft.Despite = append(slices.DeleteFunc(draft.Despite, was), s.Attempt)
		draft.Unmade = slices.DeleteFunc(draft.Unmade, was)
		if s.Open() || s.Outcome.Result != journal.Booked {
			draft.Unmade = append(draft.Unmade, s.Attempt)
		}
	}
	return draft
}

// Lines name the bookings, one a line, with times in the agent's zone: "booked
// at 14:03, CONFIRMED, record locator ABCDEF · Sat 19 Dec – Tue 22 Dec 2026 · 3
// nights".
func (e *SimilarError) Lines(now time.Time, zone *time.Location) []string {
	lines := make([]string, len(e.Bookings))
	for i, s := range e.Bookings {
		lines[i] = similarWords(s, now, zone)
	}
	return lines
}

func similarWords(s journal.State, now time.Time, zone *time.Location) string {
	at := " at " + clockWords(sent(s), now, zone, "15:04")
	words := "sent" + at + ", and it is not known whether it was booked"
	switch {
	case s.Step == journal.Planned:
		words = "planned" + at + " by another Bellhop, and not sent so far"
	case s.Sent.IsZero() && s.Outcome.Result != journal.Booked:
		words = "planned" + at + ", and it is not known whether it was sent: the journal is damaged there"
	case s.Outcome.Result == journal.Booked:
		locator := ""
		if s.Outcome.Locator != "" {
			locator = "record locator " + s.Outcome.Locator
		}
		words = joinedWords("booked"+at, s.Outcome.Status, locator)
	case s.Outcome.Result == journal.NotBooked:
		words = "sent" + at + ", its answer was lost, and it was not found within its time"
	}
	in, errIn := api.ParseDate(s.CheckIn)
	out, errOut := api.ParseDate(s.CheckOut)
	if errIn == nil && errOut == nil {
		words += " · " + trip.StayWords(in, out)
	}
	return words
}

// BesidesLost is Besides for a booking whose answer was lost, as far as it is known.
func (draft Draft) BesidesLost(p Pending) Draft {
	return draft.Besides(journal.State{Plan: p.Plan, Step: journal.Resolved, Outcome: journal.Outcome{Result: p.Result}})
}

// Accepting is the draft with what a person has accepted for another state of it.
func (draft Draft) Accepting(other Draft) Draft {
	mine := func(id string) bool { return slices.Contains(other.Despite, id) }
	draft.Unmade = append(slices.DeleteFunc(slices.Clone(draft.Unmade), mine), other.Unmade...)
	draft.Despite = append(slices.DeleteFunc(slices.Clone(draft.Despite), mine), other.Despite...)
	return draft
}

// ErrSimulation is returned for a draft that asks anything but a sandbox to
// simulate. What is no sandbox may not know the option and book for real.
var ErrSimulation = errors.New("only a sandbox can be asked to simulate a booking, and this service is not one")

// sandboxEnvironment is the environment of services where nothing is for real.
const sandboxEnvironment = "sandbox"

// Book sends the draft, once (section 4.4), with every step in the journal
// first. When the answer is lost the error is an *UnknownOutcomeError, and the
// desk goes on looking for the reservation by the attempt's id: see Pending. A
// *SimilarError asks whether the stay is wanted a second time; the draft says
// so in Despite. A *NoPriceError refuses a draft without a price. Any error but
// the first means that nothing was booked.
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
	plan := d.createPlan(draft)
	request := createRequest(d.Now(), draft, draft.Attempt)
	r, err := d.write(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		return d.service.CreateReservation(ctx, request)
	})
	if err != nil {
		return Booking{}, err
	}
	return d.Booked(draft, r, false), nil
}

// Booked is a draft's booking, compared with what the service stored. Found
// says that it was found after its answer was lost.
func (d *Desk) Booked(draft Draft, r api.Reservation, found bool) Booking {
	return Booking{Reservation: r, Attempt: draft.Attempt, Found: found, Deviations: d.Deviations(d.Now(), draft, r)}
}

// createPlan is what the journal notes of a draft: nothing that is secret or
// names the guest.
func (d *Desk) createPlan(draft Draft) journal.Plan {
	charge := draft.Charge()
	p := journal.Plan{
		Attempt: draft.Attempt, Kind: journal.Create, Environment: d.environment, Profile: d.profile,
		Chain: draft.Hotel.ID.Chain, Property: draft.Hotel.ID.Code, HotelName: draft.Hotel.Name,
		CheckIn: draft.Trip.CheckIn.String(), CheckOut: draft.Trip.CheckOut.String(),
		Adults: draft.Trip.Adults, Children: draft.Trip.Children, Rooms: draft.Trip.Rooms,
		BookingCode: draft.Rate.BookingCode, ChannelCode: draft.Rate.ChannelCode,
		Total: terms.PlainAmount(charge), Currency: charge.Currency(), Terms: draft.AllRooms().Hash(),
		Simulate: draft.Simulate != api.SimulateNothing, Despite: draft.Despite, Unmade: draft.Unmade, WindowSeconds: int(createWindow / time.Second),
	}
	if draft.Replaces != nil {
		p.Replaces = draft.Replaces.ID
	}
	if j, err := d.journal(); err == nil {
		guest := TidyGuest(draft.Guest)
		p.Guest = j.GuestMark(guest.Surname, guest.GivenName, guest.Email)
	}
	return p
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
// verification changed something and the agent agreed. What the verification
// does not say is sent as the service last said it: a reservation needs it.
func agreedTerms(now time.Time, draft Draft) api.Terms {
	rateTerms := draft.Rate.Terms
	if len(terms.Compare(now, terms.Of(rateTerms), terms.Verified(*draft.Verified))) == 0 {
		return rateTerms
	}
	verified := terms.Verified(*draft.Verified)
	if len(verified.Steps) > 0 {
		rateTerms.Penalties = nil
	}
	for _, t := range draft.Verified.Terms {
		rateTerms.Penalties = append(rateTerms.Penalties, t.Penalties...)
	}
	if refundable := verified.RefundableAt(now); refundable != nil {
		rateTerms.Refundable = refundable
	}
	if verified.Payment != "" {
		rateTerms.PaymentInfo = verified.Payment
	}
	if len(verified.Guarantee) > 0 {
		rateTerms.Guarantee = verified.Guarantee
	}
	return rateTerms
}

// Cancel cancels, once (section 4.7). Only an answer or a later read that says
// CANCELED counts. An *UnknownOutcomeError means that the answer was lost, and
// that the desk goes on reading, a *RefusedError that the service refused it; any
// other error that nothing was cancelled.
func (d *Desk) Cancel(ctx context.Context, r api.Reservation) (api.Reservation, error) {
	plan := d.changePlan(r, journal.Cancel)
	if cost := d.TermsOf(r).CostAt(d.Now()); cost.Kind == terms.CostPenalty {
		plan.Total, plan.Currency = terms.PlainAmount(cost.Amount), cost.Amount.Currency()
	}
	got, err := d.write(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		return d.service.CancelReservation(ctx, r.ID)
	})
	return got, d.refused(ctx, plan, err)
}

// changePlan is what the journal notes of a write to a reservation.
func (d *Desk) changePlan(r api.Reservation, kind journal.Kind) journal.Plan {
	return journal.Plan{
		Attempt: d.NewAttempt(), Kind: kind, Reservation: r.ID,
		Chain: r.Hotel.ID.Chain, Property: r.Hotel.ID.Code, HotelName: r.Hotel.Name,
		Adults: r.Adults, Children: r.Children, Rooms: r.Rate.Rooms,
		BookingCode: r.Rate.BookingCode, ChannelCode: r.Rate.ChannelCode,
		Terms: terms.Of(r.Rate.Terms).Hash(), WindowSeconds: int(changeWindow / time.Second),
	}
}
