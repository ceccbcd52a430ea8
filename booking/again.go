package booking

import (
	"context"

	"bellhop/api"
)

// HotelPlace is the place of one hotel of a search, for searching it again.
func HotelPlace(hotel api.Hotel) Place {
	return Place{
		Kind: PlaceProperty, Name: hotel.Name, CountryCode: hotel.Address.CountryCode,
		Properties: []api.PropertyID{hotel.ID},
	}
}

// HotelAgain searches one hotel of a trip anew, for rates that have expired.
// The second result is false when it has no rates for the stay any more.
func (d *Desk) HotelAgain(ctx context.Context, trip Trip, hotel api.Hotel) (api.Hotel, bool, error) {
	trip.Place = HotelPlace(hotel)
	list, err := d.Hotels(ctx, trip)
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

// Shift is the trip some days later, or earlier for a negative number, with
// its nights unchanged.
func (t Trip) Shift(days int) Trip {
	t.CheckIn, t.CheckOut = t.CheckIn.AddDays(days), t.CheckOut.AddDays(days)
	return t
}

// WithCheckIn is the trip with another arrival. A departure that is not after
// it, or too long after it for one stay, moves along, so that the nights stay
// what they were.
func (t Trip) WithCheckIn(day api.Date) Trip {
	nights := max(1, min(t.Nights(), MaxNights))
	t.CheckIn = day
	if !day.Before(t.CheckOut) || t.Nights() > MaxNights {
		t.CheckOut = day.AddDays(nights)
	}
	return t
}

// DefaultTrip is what a new search starts with: two adults, one room, two
// nights in two weeks, counted from the agent's today.
func DefaultTrip(today api.Date) Trip {
	return Trip{CheckIn: today.AddDays(14), CheckOut: today.AddDays(16), Adults: 2, Rooms: 1}
}
