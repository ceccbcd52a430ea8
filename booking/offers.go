package booking

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
)

// An Offer is one rate of one room of a hotel.
type Offer struct {
	Room api.Room
	Rate api.Rate
}

// Offers lists all rates of a hotel, room by room, in the service's order.
func Offers(hotel api.Hotel) []Offer {
	var out []Offer
	for _, room := range hotel.Rooms {
		for _, rate := range room.Rates {
			out = append(out, Offer{Room: room, Rate: rate})
		}
	}
	return out
}

func sameRate(a, b api.Rate) bool {
	return a.BookingCode == b.BookingCode && a.ChannelCode == b.ChannelCode
}

// findOffer returns the hotel's offer with the codes of a rate; nil when it has none.
func findOffer(hotel api.Hotel, rate api.Rate) *Offer {
	for _, offer := range Offers(hotel) {
		if sameRate(offer.Rate, rate) {
			return &offer
		}
	}
	return nil
}

// RoomName returns the rate's name for its room, else the room's.
func (o Offer) RoomName() string {
	for _, name := range []string{o.Rate.RoomWithBeds, o.Room.NameWithBeds, o.Rate.RoomName, o.Room.Name} {
		if name != "" {
			return name
		}
	}
	return "room"
}

// Nearest lists at most so many offers in place of a rate that is gone: those of the same room, then of rooms
// that hold the party, each by how little its total differs; totals in another currency come last.
func Nearest(hotel api.Hotel, room string, before api.Money, party, most int) []Offer {
	offers := slices.DeleteFunc(Offers(hotel), func(o Offer) bool {
		return o.Room.MaxOccupancy > 0 && o.Room.MaxOccupancy < party
	})
	distance := func(o Offer) float64 {
		if _, err := o.Rate.Price.Total.Cmp(before); err != nil {
			return math.Inf(1)
		}
		return math.Abs(position(o.Rate.Price.Total) - position(before))
	}
	slices.SortStableFunc(offers, func(a, b Offer) int {
		if same := (a.RoomName() == room); same != (b.RoomName() == room) {
			if same {
				return -1
			}
			return 1
		}
		return cmp.Compare(distance(a), distance(b))
	})
	return offers[:min(most, len(offers))]
}

// RateGone reports whether an error says, in the service's own words, that it does not have the rate any more.
func RateGone(err error) bool {
	var e *api.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Type == api.TypeBooking || e.Type == api.TypeCreation || recovery.Missing(err)
}

// Recheck verifies a draft's rate once more right before it is booked. One that is gone is searched for again
// at its hotel and verified as it is offered now; else the result has Nearest and no Verified. Refused says
// that the service has refused to book the rate although it could be verified.
func (d *Desk) Recheck(ctx context.Context, draft Draft, refused bool) (RestoredDraft, error) {
	if !refused {
		verified, err := d.Verify(ctx, draft)
		if err == nil || !RateGone(err) {
			return RestoredDraft{Draft: verified}, err
		}
	}
	room, withdrawn := Offer{Room: draft.Room, Rate: draft.Rate}.RoomName(), draft.Rate
	draft.Verified, draft.Changes = nil, nil
	hotel, there, err := d.HotelAgain(ctx, draft.Trip, draft.Hotel)
	if err != nil || !there {
		return RestoredDraft{Draft: draft}, err
	}
	draft.Hotel = hotel
	if offer := findOffer(hotel, withdrawn); offer != nil && !refused {
		again := draft
		again.Room, again.Rate = offer.Room, offer.Rate
		verified, err := d.Verify(ctx, again)
		if err == nil || !RateGone(err) {
			return RestoredDraft{Draft: verified}, err
		}
	}
	nearest := slices.DeleteFunc(Nearest(hotel, room, withdrawn.Price.Total, draft.Trip.Guests(), nearestRates+1), func(o Offer) bool {
		return sameRate(o.Rate, withdrawn)
	})
	return RestoredDraft{Draft: draft, Nearest: nearest[:min(nearestRates, len(nearest))]}, nil
}

// HotelAgain searches one hotel of a trip anew; false when it has no rates for the stay any more.
func (d *Desk) HotelAgain(ctx context.Context, search trip.Trip, hotel api.Hotel) (api.Hotel, bool, error) {
	search.Destination = trip.HotelDestination(hotel)
	list, err := d.Hotels(ctx, search)
	if err != nil {
		return api.Hotel{}, false, err
	}
	for _, item := range list.Items {
		if item.ID == hotel.ID {
			again := item.Hotel()
			return again, len(Offers(again)) > 0, nil
		}
	}
	return api.Hotel{}, false, nil
}
