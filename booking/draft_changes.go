package booking

import (
	"slices"
	"strconv"
	"time"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// compareDraft lists every difference between a draft's rate as it was searched and its verification. Penalties
// are compared from the given moment on.
func compareDraft(now time.Time, searched Draft, v api.Verification) []terms.Change {
	one, verified := searched, searched
	one.Trip.Rooms, verified.Trip.Rooms = 1, 1 // All amounts are of one room.
	one.Verified, verified.Verified = nil, &v
	out := terms.ComparePrice(searched.Rate.Price, v)
	if !slices.ContainsFunc(out, func(c terms.Change) bool { return c.What == terms.AdditionalFeesRow }) {
		out = terms.CompareFees(out, one.Bill(terms.BeforeBooking), verified.Bill(terms.BeforeBooking))
	}
	out = append(out, compareStay(searched, v)...)
	return append(out, terms.Compare(now, searched.Searched(), terms.Verified(v).In(searched.Zone))...)
}

func compareStay(searched Draft, v api.Verification) []terms.Change {
	var out []terms.Change
	differs := func(what, before, after string) {
		out = terms.CompareSaid(out, what, before, after, false, terms.Worse, terms.Neutral)
	}
	trip, property := searched.Trip, ""
	differs("arrival", trip.CheckIn.String(), v.CheckIn.String())
	differs("departure", trip.CheckOut.String(), v.CheckOut.String())
	if v.Hotel.ID != (api.PropertyID{}) {
		property = v.Hotel.ID.String()
	}
	differs("property", searched.Hotel.ID.String(), property)
	differs("booking code", searched.Rate.BookingCode, v.BookingCode)
	party, room := trip.Largest().Guests(), searched.Room.MaxOccupancy
	switch {
	case v.MaxOccupancy > 0 && v.MaxOccupancy < party:
		out = append(out, terms.Change{What: "occupancy", Before: wording.Plural(party, "guest"), After: "at most " + strconv.Itoa(v.MaxOccupancy), Verdict: terms.Worse})
	case v.MaxOccupancy <= 0 && room > 0:
		out = append(out, terms.Change{What: "occupancy", Before: "at most " + strconv.Itoa(room), After: terms.NotSaid, Verdict: terms.Unclear})
	}
	return out
}

// StayChanges lists where the verification is about another stay than the draft's.
func (draft Draft) StayChanges() []terms.Change { return compareStay(draft, *draft.Verified) }

// amountRow names a change of the amount of the guest's payment in a reservation. The terms decide whether it is charged.
const amountRow = "payment amount"

// Deviations lists the differences of a reservation from the draft that was sent and the terms that were agreed.
// Penalties are compared from the given moment on.
func (draft Draft) Deviations(now time.Time, hotel *time.Location, r api.Reservation) []terms.Change {
	charge := draft.Charge()
	var out []terms.Change
	if r.Rate.Total.IsSet() {
		out = terms.CompareMoney(out, "total", charge, r.Rate.Total)
	}
	if r.Payment != nil && r.Payment.Amount.IsSet() {
		out = terms.CompareMoney(out, amountRow, charge, r.Payment.Amount)
	}
	differs := func(what, sent, stored string) {
		if stored != "" && sent != stored {
			out = append(out, terms.Change{What: what, Before: sent, After: stored, Verdict: terms.Worse})
		}
	}
	zone := draft.Zone
	if zone == nil {
		zone = hotel
	}
	stay, _ := trip.ReadStay(r, zone).Decide([]trip.SentStay{{In: draft.Trip.CheckIn.String(), Out: draft.Trip.CheckOut.String()}}, trip.ReadingUnknown)
	if stay.Zone == trip.HotelDay {
		differs("arrival", draft.Trip.CheckIn.String(), stay.InPlain())
		differs("departure", draft.Trip.CheckOut.String(), stay.OutPlain())
	}
	if r.Hotel.ID != (api.PropertyID{}) {
		differs("property", draft.Hotel.ID.String(), r.Hotel.ID.String())
	}
	differs("booking code", draft.Rate.BookingCode, r.Rate.BookingCode)
	if r.Adults > 0 {
		differs("party", trip.PartyWords(draft.Trip.Adults, draft.Trip.Children), trip.PartyWords(r.Adults, r.Children))
	}
	if r.Rate.Rooms > 0 {
		differs("rooms", wording.Plural(draft.Trip.Rooms, "room"), wording.Plural(r.Rate.Rooms, "room"))
	}
	stored := terms.Of(r.Rate.Terms).For(r.Rate.Total).In(draft.Zone)
	return append(out, terms.StoredOtherwise(now, draft.AllRooms(), stored)...)
}

// Booked returns a draft's booking, compared with what the service stored.
func (d *Desk) Booked(draft Draft, r api.Reservation, found *recovery.Write) Booking {
	return Booking{
		Reservation: r, Attempt: draft.Attempt, Found: found,
		Deviations: draft.Deviations(d.Now(), d.Directory.Zone(r.Hotel.ID), r),
	}
}
