package quote

import (
	"cmp"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// An Offer is a marked rate: all that it takes to show it, to compare it, to verify it again and to book it. It holds
// nothing of a guest.
type Offer struct {
	Trip  trip.Trip
	Hotel api.Hotel    // without its rooms
	Facts api.Property // what is known of the hotel besides; zero where nothing is
	Stars float64      // the hotel's class; 0 when unrated
	Room  api.Room     // without its rates
	Rate  api.Rate     // of one room, as it was searched
	// Zone is the hotel's time zone; nil when it is not known.
	Zone       *time.Location
	SearchedAt time.Time // by the service's clock; zero is not known

	Verified   *api.Verification // of one room; nil as long as nobody has verified it
	VerifiedAt time.Time
	Changes    []terms.Change // of the verification from the search

	MarkedAt    time.Time
	MarkedTotal api.Money // the total for all rooms at that time

	// From here on everything is for all rooms, as it was verified, or searched as long as nothing is verified.

	RoomName   string
	terms.Bill               // the amounts to pay
	Taxes      terms.TaxNote // how the searched total includes taxes and fees
	Terms      terms.Terms   // in the hotel's time
	Ends       time.Time     // when the offer ends; zero if unknown
}

// An ID tells marked rates apart: the hotel, the rate by its codes, the days and the party.
type ID struct {
	Property         api.PropertyID
	Booking, Channel string
	In, Out          api.Date
	Adults, Children int
	Rooms            int
}

// IDOf returns the identity of a rate of a hotel for a trip, wherever that was searched.
func IDOf(t trip.Trip, hotel api.PropertyID, rate api.Rate) ID {
	return ID{
		Property: hotel, Booking: rate.BookingCode, Channel: rate.ChannelCode,
		In: t.CheckIn, Out: t.CheckOut, Adults: t.Adults, Children: t.Children, Rooms: t.Rooms,
	}
}

// ID returns the offer's identity.
func (o Offer) ID() ID { return IDOf(o.Trip, o.Hotel.ID, o.Rate) }

// RateName returns the rate's name, or what kind it is.
func (o Offer) RateName() string { return cmp.Or(o.Rate.Name, o.Rate.Type, "rate") }

// HotelName returns the hotel's name, by its codes where the service says none.
func (o Offer) HotelName() string {
	return wording.HotelName(cmp.Or(o.Hotel.Name, o.Facts.Name), o.Hotel.ID.Chain, o.Hotel.ID.Code)
}

// HotelAddress returns the hotel's address in one line, empty where the service says none.
func (o Offer) HotelAddress() string {
	a, f := o.Hotel.Address, o.Facts
	searched := joined(a.Street, strings.TrimSpace(a.City+" "+a.PostalCode), a.State, a.CountryCode)
	return cmp.Or(searched, f.FullAddress, joined(strings.TrimSpace(f.AddressLine1+" "+f.AddressLine2), strings.TrimSpace(f.City+" "+f.PostalCode), f.State, cmp.Or(f.Country, f.CountryCode)))
}

// Expired reports whether the offer has ended at a moment.
func (o Offer) Expired(now time.Time) bool { return !o.Ends.IsZero() && !now.Before(o.Ends) }

// AsOf returns when the price and the terms were last said by the service; zero is not known.
func (o Offer) AsOf() time.Time {
	if o.Verified != nil {
		return o.VerifiedAt
	}
	return o.SearchedAt
}

// AsOfWords says when that was, and whether they were verified: "verified 3 min ago".
func (o Offer) AsOfWords(now time.Time) string {
	switch at := o.AsOf(); {
	case o.Verified != nil:
		return "verified " + wording.Ago(now.Sub(at))
	case at.IsZero():
		return "not verified"
	default:
		return "searched " + wording.Ago(now.Sub(at)) + ", not verified"
	}
}

// EndsWords says how long the offer holds: "for 12 min 04 s", "ended 3 min ago", "not said".
func (o Offer) EndsWords(now time.Time) string {
	switch {
	case o.Ends.IsZero():
		return terms.NotSaid
	case o.Expired(now):
		return "ended " + wording.Ago(now.Sub(o.Ends))
	default:
		return "for " + wording.Left(o.Ends.Sub(now))
	}
}

// Payment returns the payment of the offer if it is booked at that time.
func (o Offer) Payment(now time.Time) terms.Payment { return o.Terms.Divide(o.Bill, now, o.Zone) }
