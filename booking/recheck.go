package booking

import (
	"context"
	"errors"

	"bellhop/api"
)

// Gone says whether an error of a verification or a booking means that the
// service does not have the rate any more. Only the service's own words do.
func Gone(err error) bool {
	var e *api.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Type == api.TypeBooking || e.Type == api.TypeCreation || missing(err)
}

// Recheck verifies a draft's rate once more right before it is booked. A rate
// that the service does not have any more is looked for by another search of
// its hotel: where it is offered again it is verified as it is offered now, and
// else the result has no Verified, and Nearest in its place. Refused says that
// the service has refused to book the rate although it could be verified, which
// would only happen again.
func (d *Desk) Recheck(ctx context.Context, draft Draft, refused bool) (Restored, error) {
	if !refused {
		verified, err := d.Verify(ctx, draft)
		if err == nil || !Gone(err) {
			return Restored{Draft: verified}, err
		}
	}
	room := Offer{Room: draft.Room, Rate: draft.Rate}.RoomName()
	charge, code, channel := draft.Rate.Price.Total, draft.Rate.BookingCode, draft.Rate.ChannelCode
	draft.Verified, draft.Changes = nil, nil
	hotel, there, err := d.HotelAgain(ctx, draft.Trip, draft.Hotel)
	if err != nil || !there {
		return Restored{Draft: draft}, err
	}
	draft.Hotel = hotel
	party := draft.Trip.Adults + draft.Trip.Children
	nearest := func() []Offer {
		offers := Nearest(hotel, room, charge, party, nearestRates+1)
		kept := offers[:0]
		for _, offer := range offers {
			if (offer.Rate.BookingCode != code || offer.Rate.ChannelCode != channel) && len(kept) < nearestRates {
				kept = append(kept, offer)
			}
		}
		return kept
	}
	for _, offer := range Offers(hotel) {
		if refused || offer.Rate.BookingCode != code || offer.Rate.ChannelCode != channel {
			continue
		}
		again := draft
		again.Room, again.Rate = offer.Room, offer.Rate
		verified, err := d.Verify(ctx, again)
		if err == nil || !Gone(err) {
			return Restored{Draft: verified}, err
		}
	}
	return Restored{Draft: draft, Nearest: nearest()}, nil
}
