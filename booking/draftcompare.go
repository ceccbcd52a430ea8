package booking

import (
	"strconv"
	"time"

	"bellhop/api"
)

// Compare lists every difference between the rate of a draft as it was searched
// and its verification: price, dates, hotel, occupancy, refundability,
// penalties, guarantee and payment. What the search said and the verification
// does not is one of them. Amounts are compared exactly. Penalties are compared
// from the given moment on: what was before it is past.
func Compare(now time.Time, searched Draft, v api.Verification) []Change {
	out := comparePrice(searched.Rate.Price, v)
	out = append(out, compareStay(searched, v)...)
	return append(out, compareConditions(now, searched.Searched(), VerifiedConditions(v).In(searched.Zone))...)
}

func compareStay(searched Draft, v api.Verification) []Change {
	var out []Change
	differs := func(what, before, after string) {
		out = compareSaid(out, what, before, after, false, Worse, Neutral)
	}
	trip, property := searched.Trip, ""
	differs("arrival", trip.CheckIn.String(), v.CheckIn.String())
	differs("departure", trip.CheckOut.String(), v.CheckOut.String())
	if v.Hotel.ID != (api.PropertyID{}) {
		property = v.Hotel.ID.String()
	}
	differs("property", searched.Hotel.ID.String(), property)
	differs("booking code", api.Clean(searched.Rate.BookingCode), api.Clean(v.BookingCode))
	party, room := trip.Adults+trip.Children, searched.Room.MaxOccupancy
	switch {
	case v.MaxOccupancy > 0 && v.MaxOccupancy < party:
		out = append(out, Change{What: "occupancy", Before: Plural(party, "guest"), After: "at most " + strconv.Itoa(v.MaxOccupancy), Verdict: Worse})
	case v.MaxOccupancy <= 0 && room > 0:
		out = append(out, Change{What: "occupancy", Before: "at most " + strconv.Itoa(room), After: NotSaid, Verdict: Unclear})
	}
	return out
}

// Deviations lists what a reservation, as the service stored it, has otherwise
// than the draft that was sent and the terms that were agreed to: price, dates,
// hotel, rooms, party, booking code and conditions. None is the rule; each is
// for a person to see. Penalties are compared from the given moment on.
func (d *Desk) Deviations(now time.Time, draft Draft, r api.Reservation) []Change {
	charge := draft.Charge()
	var out []Change
	if r.Rate.Total.IsSet() {
		out = compareMoney(out, "total", charge, r.Rate.Total)
	}
	if r.Payment != nil && r.Payment.Amount.IsSet() {
		out = compareMoney(out, "charged", charge, r.Payment.Amount)
	}
	differs := func(what, sent, stored string) {
		if stored != "" && sent != stored {
			out = append(out, Change{What: what, Before: sent, After: stored, Verdict: Worse})
		}
	}
	zone := draft.Zone
	if zone == nil {
		zone = d.hotelZone(r.Hotel.ID)
	}
	stay := readStay(r, zone).decide([]sentStay{{draft.Trip.CheckIn.String(), draft.Trip.CheckOut.String()}})
	if stay.Zone == hotelsDay {
		differs("arrival", draft.Trip.CheckIn.String(), stay.inPlain())
		differs("departure", draft.Trip.CheckOut.String(), stay.outPlain())
	}
	if r.Hotel.ID != (api.PropertyID{}) {
		differs("property", draft.Hotel.ID.String(), r.Hotel.ID.String())
	}
	differs("booking code", api.Clean(draft.Rate.BookingCode), api.Clean(r.Rate.BookingCode))
	if r.Adults > 0 {
		differs("party", PartyWords(draft.Trip.Adults, draft.Trip.Children), PartyWords(r.Adults, r.Children))
	}
	if r.Rate.Rooms > 0 {
		differs("rooms", Plural(draft.Trip.Rooms, "room"), Plural(r.Rate.Rooms, "room"))
	}
	return append(out, deviations(now, draft.AllRooms(), charge, ConditionsOf(r.Rate.Terms).In(draft.Zone), r.Rate.Total)...)
}
