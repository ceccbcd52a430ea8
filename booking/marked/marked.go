// Package marked makes offers of the tray of drafts, and drafts of offers; it verifies an offer again.
package marked

import (
	"context"
	"errors"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/quote"
	"bellhop/booking/terms"
)

// OfferOf returns a draft's rate as an offer, marked at a moment. Nothing of the guest goes along.
func OfferOf(desk *booking.Desk, draft booking.Draft, now time.Time) quote.Offer {
	if draft.Zone == nil {
		draft.Zone = desk.Directory.Zone(draft.Hotel.ID)
	}
	facts, _ := desk.Directory.Known(draft.Hotel.ID)
	o := quote.Offer{
		Trip: draft.Trip, Hotel: draft.Hotel, Facts: facts, Stars: desk.Directory.Class(draft.Hotel),
		Room: draft.Room, Rate: draft.Rate, Zone: draft.Zone, SearchedAt: draft.SearchedAt,
		Verified: draft.Verified, VerifiedAt: draft.VerifiedAt, Changes: draft.Changes,
		MarkedAt: now, MarkedTotal: draft.Charge(),
		RoomName: booking.RoomRate{Room: draft.Room, Rate: draft.Rate}.RoomName(),
		Bill:     draft.Bill(terms.BeforeBooking), Terms: draft.AllRooms(),
	}
	o.Hotel.Rooms, o.Room.Rates = nil, nil
	o.Taxes = terms.TaxesOf(booking.RoomRate{Room: draft.Room, Rate: draft.Rate}.Price(draft.Trip.Rooms))
	if draft.Limited() && !draft.Expired(draft.VerifiedAt) {
		o.Ends = draft.Rate.Expires.Time
	}
	return o
}

// Draft returns an offer as a draft that is not verified: whoever books it has it verified anew, as always.
func Draft(o quote.Offer) booking.Draft {
	return booking.Draft{Trip: o.Trip, Hotel: o.Hotel, Room: o.Room, Rate: o.Rate, Zone: o.Zone, SearchedAt: o.SearchedAt}
}

// Renew asks the service for an offer as it is now, to book it. One that has ended is searched for again; without a
// Verified in the draft it is gone, and Nearest lists what comes nearest to it. What differs from the offer as it was
// shown is among the draft's changes, also where a new search has it no otherwise.
func Renew(ctx context.Context, desk *booking.Desk, o quote.Offer) (booking.RestoredDraft, error) {
	again, err := ask(ctx, desk, o)
	if err != nil || again.Draft.Verified == nil {
		return again, err
	}
	// A draft's changes are those of one room.
	before := Draft(o)
	before.Verified, before.VerifiedAt, before.Changes = o.Verified, o.VerifiedAt, o.Changes
	was, now := OfferOf(desk, oneRoom(before), o.MarkedAt), oneRoom(again.Draft)
	outcome := quote.NewOutcome(was, OfferOf(desk, now, desk.Now()))
	since := outcome.Changes
	if outcome.By.IsSet() {
		since = append(terms.CompareMoney(nil, quote.TrayTotalRow, was.Total, outcome.Offer.Total), since...)
	}
	for _, c := range again.Draft.Changes {
		if !slices.ContainsFunc(since, func(s terms.Change) bool { return s.What == c.What }) {
			since = append(since, c)
		}
	}
	again.Draft.Changes = since
	return again, nil
}

func oneRoom(draft booking.Draft) booking.Draft {
	draft.Trip.Rooms = 1
	return draft
}

func ask(ctx context.Context, desk *booking.Desk, o quote.Offer) (booking.RestoredDraft, error) {
	draft := Draft(o)
	if draft.Zone == nil {
		if _, _, err := desk.Directory.Facts(ctx, api.HotelRef{ID: o.Hotel.ID, Name: o.Hotel.Name}); err == nil {
			draft.Zone = desk.Directory.Zone(o.Hotel.ID) // Without it the hotel's time is not told.
		}
	}
	again, err := desk.Recheck(ctx, draft, false)
	if err == nil && again.Draft.Verified != nil && !again.Draft.Rate.Expires.Time.Equal(draft.Rate.Expires.Time) {
		again.Draft.SearchedAt = desk.Now()
	}
	return again, err
}

// Verify asks the service for the offer as it is now, and says what became of it. The error is one that asking for the
// next offer would meet too: a refused key, or that the asking was stopped.
func Verify(ctx context.Context, desk *booking.Desk, o quote.Offer) (quote.Outcome, error) {
	again, err := ask(ctx, desk, o)
	switch {
	case api.Unauthorized(err) || errors.Is(err, context.Canceled):
		return quote.Outcome{}, err
	case err != nil:
		return quote.Outcome{Kind: quote.NotAsked, At: desk.Now(), Offer: o, Why: booking.Explain(err).Title}, nil
	}
	return outcomeOf(desk, o, again), nil
}

func outcomeOf(desk *booking.Desk, o quote.Offer, again booking.RestoredDraft) quote.Outcome {
	if again.Draft.Verified != nil {
		return quote.NewOutcome(o, OfferOf(desk, again.Draft, desk.Now()))
	}
	out := quote.Outcome{Kind: quote.Gone, At: desk.Now(), Offer: o, NoOther: len(again.Nearest) == 0}
	for _, near := range again.Nearest {
		draft := again.Draft
		draft.Room, draft.Rate, draft.SearchedAt = near.Room, near.Rate, out.At
		out.Nearest = append(out.Nearest, OfferOf(desk, draft, out.At))
	}
	return out
}

// Settle records in the tray the answer to a verification of a draft's rate that was made for another purpose, such as to book
// it. It is a no-op if the rate is not marked, or if the service could not be asked.
func Settle(desk *booking.Desk, tray *quote.Tray, asked booking.Draft, again booking.RestoredDraft, err error) {
	id := quote.IDOf(asked.Trip, asked.Hotel.ID, asked.Rate)
	o, marked := tray.Offer(id)
	switch {
	case !marked:
	case err == nil:
		tray.Settle(id, outcomeOf(desk, o, again))
	case booking.RateGone(err):
		tray.Settle(id, quote.Outcome{Kind: quote.Gone, At: desk.Now(), Offer: o})
	}
}
