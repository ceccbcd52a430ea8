package booking

import (
	"context"
	"errors"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// RoomsLines returns how the party is divided over several rooms and what their amounts cover; nil for one room.
func (draft Draft) RoomsLines() []string {
	if draft.Trip.Rooms < 2 {
		return nil
	}
	return []string{draft.Trip.DivisionWords(), draft.AllRoomsNote()}
}

// RoomsUnbooked is RoomsLines for a draft that is not booked yet, with a note that availability is not confirmed.
func (draft Draft) RoomsUnbooked() []string {
	lines := draft.RoomsLines()
	if len(lines) == 0 {
		return nil
	}
	return append(lines, "only booking confirms "+allRooms(draft.Trip.Rooms))
}

// A RoomsError means that the service refused a booking of several rooms. A search or a verification cannot ask for a number
// of rooms, so the rate may still be available for fewer.
type RoomsError struct {
	Fewer Draft // one room fewer, for the guests of the remaining rooms
	asked Draft
	cause error
}

func (e *RoomsError) Error() string { return e.cause.Error() }

// Unwrap returns the refusal.
func (e *RoomsError) Unwrap() error { return e.cause }

// Words returns the rooms that may still be available: "2 rooms for 4 adults".
func (e *RoomsError) Words() string {
	t := e.Fewer.Trip
	return wording.Plural(t.Rooms, "room") + " for " + trip.PartyWords(t.Adults, t.Children)
}

// roomsRefused turns the refusal of a booking of several rooms into a RoomsError. It leaves a refusal as it is if it is about
// the price, if it is not about the rate, or if the rate does not hold when the refusal arrives.
func roomsRefused(draft Draft, now time.Time, err error) error {
	var e *api.Error
	shares := draft.Trip.Division()
	if !errors.As(err, &e) || e.Outcome != api.OutcomeRefused || e.Type != api.TypeCreation ||
		slices.ContainsFunc(e.Problems, AboutPrice) || !draft.Holds(now) || draft.Trip.Rooms < 2 || len(shares) < draft.Trip.Rooms {
		return err
	}
	fewer, last := draft, shares[len(shares)-1]
	fewer.Trip.Rooms--
	fewer.Trip.Adults -= last.Adults
	fewer.Trip.Children -= last.Children
	fewer.Token = api.Secret{}
	return &RoomsError{Fewer: fewer, asked: draft, cause: err}
}

// AboutPrice reports whether a problem names the price of the rate (WIRE 3).
func AboutPrice(p api.Problem) bool {
	return slices.Contains(p.Field, "price") || slices.Contains(p.Field, "total_price")
}

// RecheckFewer verifies the rate of a refused booking for fewer rooms. The rooms and the party are the draft's first changes.
func (d *Desk) RecheckFewer(ctx context.Context, e *RoomsError) (RestoredDraft, error) {
	again, err := d.Recheck(ctx, e.Fewer, false)
	was, is := e.asked.Trip, e.Fewer.Trip
	again.Draft.Changes = append([]terms.Change{
		{What: "rooms", Before: wording.Plural(was.Rooms, "room"), After: wording.Plural(is.Rooms, "room"), Verdict: terms.Worse},
		{What: "party", Before: trip.PartyWords(was.Adults, was.Children), After: trip.PartyWords(is.Adults, is.Children), Verdict: terms.Worse},
	}, again.Draft.Changes...)
	return again, err
}
