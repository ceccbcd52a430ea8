package booking

import (
	"context"
	"errors"

	"bellhop/api"
	"bellhop/booking/journal"
)

// A DateChange is what moving a reservation to other dates means, worked out
// before anything is changed.
type DateChange struct {
	Reservation api.Reservation // as the service has it now
	Stay        Stay            // its dates now
	In, Out     api.Date        // the new ones
	// Hotel is what the property offers for the new dates; Offer is the rate with
	// the reservation's booking code. Without one the service cannot change the
	// dates, and Nearest are the rates that a new booking could take.
	Hotel   api.Hotel
	Offer   *Offer
	Nearest []Offer
	// Verified is the price for the new dates, Total that of all rooms. The terms
	// that count are the reservation's own: Terms.
	Verified *api.Verification
	Total    api.Money
	Terms    Conditions
	// Changes are the differences that a person must see: price, occupancy.
	Changes []Change
}

// Possible says whether the service can change the dates.
func (c DateChange) Possible() bool { return c.Offer != nil && c.Verified != nil }

// nearestRates is how many rates are offered in place of one that is gone.
const nearestRates = 5

// CanChange says whether dates and payment are known to be changeable, and
// otherwise why not (WIRE 2).
func CanChange(r api.Reservation) (bool, string) {
	if r.Status == api.StatusConfirmed {
		return true, ""
	}
	return false, "Only a CONFIRMED reservation can be changed; this one is " + r.Status + "."
}

// ErrNotChangeable is returned for a reservation that is not CONFIRMED.
var ErrNotChangeable = errors.New("only a CONFIRMED reservation can be changed")

// PriceDates reads the reservation, searches its property for the new dates,
// finds the rate with its booking code and verifies it. It changes nothing.
func (d *Desk) PriceDates(ctx context.Context, id string, in, out api.Date) (DateChange, error) {
	r, err := d.Read(ctx, id)
	if err != nil {
		return DateChange{}, err
	}
	if able, _ := CanChange(r); !able {
		return DateChange{}, ErrNotChangeable
	}
	if _, _, err := d.Facts(ctx, r.Hotel); err != nil {
		return DateChange{}, err
	}
	change := DateChange{Reservation: r, Stay: d.StayOf(r), In: in, Out: out, Terms: ConditionsOf(r.Rate.Terms)}
	rooms := max(r.Rate.Rooms, 1)
	trip := Trip{CheckIn: in, CheckOut: out, Adults: max(r.Adults, 1), Children: r.Children, Rooms: rooms}
	hotel, there, err := d.HotelAgain(ctx, trip, api.Hotel{ID: r.Hotel.ID, Name: r.Hotel.Name})
	if err != nil || !there {
		return change, err
	}
	change.Hotel = hotel
	room := ""
	for _, offer := range Offers(hotel) {
		if offer.Rate.BookingCode == r.Rate.BookingCode && offer.Rate.ChannelCode == r.Rate.ChannelCode {
			change.Offer, room = &offer, offer.RoomName()
		}
	}
	if change.Offer == nil {
		change.Nearest = Nearest(hotel, room, r.Rate.Total, trip.Adults+trip.Children, nearestRates)
		return change, nil
	}
	draft, err := d.Verify(ctx, Draft{Trip: trip, Hotel: hotel, Room: change.Offer.Room, Rate: change.Offer.Rate})
	if err != nil {
		return DateChange{}, err
	}
	change.Verified, change.Total = draft.Verified, draft.Charge()
	change.Changes = compareMoney(nil, "total", r.Rate.Total, change.Total)
	for _, c := range compareStay(trip, hotel.ID, change.Offer.Rate, *draft.Verified) {
		change.Changes = append(change.Changes, c)
	}
	return change, nil
}

// A Modified is a reservation after a change, and what came otherwise than it
// was announced.
type Modified struct {
	Reservation api.Reservation
	Attempt     string
	Deviations  []Change
}

// ChangeDates moves the reservation, once (section 4.5, WIRE 2), and compares
// what came with what PriceDates said. An *UnknownOutcomeError means that the
// answer was lost and that the desk goes on reading; any other error that the
// reservation stands as it was.
func (d *Desk) ChangeDates(ctx context.Context, change DateChange) (Modified, error) {
	plan := d.changePlan(change.Reservation, journal.Modify)
	plan.CheckIn, plan.CheckOut = change.In.String(), change.Out.String()
	plan.Total, plan.Currency = plainAmount(change.Total), change.Total.Currency()
	r, err := d.write(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		return d.service.ModifyReservation(ctx, api.ModifyRequest{ID: change.Reservation.ID, CheckIn: change.In, CheckOut: change.Out})
	}, func(r api.Reservation) bool { return r.ID == change.Reservation.ID })
	if err != nil {
		return Modified{Attempt: plan.Attempt}, err
	}
	return Modified{Reservation: r, Attempt: plan.Attempt, Deviations: d.Moved(change, r)}, nil
}

// Moved lists what a reservation has otherwise than the change of dates
// announced: its dates, its price, and the numbers that should have stayed.
func (d *Desk) Moved(change DateChange, r api.Reservation) []Change {
	var out []Change
	if r.Rate.Total.IsSet() && change.Total.IsSet() {
		out = compareMoney(out, "total", change.Total, r.Rate.Total)
	}
	differs := func(what, before, after string) {
		if before != after {
			out = append(out, Change{What: what, Before: before, After: after, Verdict: Worse})
		}
	}
	stay := d.StayOf(r)
	differs("arrival", change.In.String(), stay.In.String())
	differs("departure", change.Out.String(), stay.Out.String())
	differs("booking code", api.Clean(change.Reservation.Rate.BookingCode), api.Clean(r.Rate.BookingCode))
	differs("status", change.Reservation.Status, r.Status)
	if old := change.Reservation.Confirmation; old != nil && r.Confirmation != nil {
		differs("hotel confirmation", old.HotelNumber, r.Confirmation.HotelNumber)
	}
	return out
}

// ChangePayment sets another payment method, once (section 4.5). Token and code
// go to the service and nowhere else. A reservation does not show which method
// it has: after an *UnknownOutcomeError the same method may be set again, which
// charges nothing twice.
func (d *Desk) ChangePayment(ctx context.Context, r api.Reservation, token, cvv api.Secret) (Modified, error) {
	plan := d.changePlan(r, journal.Modify)
	got, err := d.write(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		return d.service.ModifyReservation(ctx, api.ModifyRequest{ID: r.ID, Token: token, CVV: cvv})
	}, func(got api.Reservation) bool { return got.ID == r.ID })
	return Modified{Reservation: got, Attempt: plan.Attempt}, err
}
