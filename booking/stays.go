package booking

import (
	"cmp"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
)

// StayOf works out the hotel's days of a reservation (WIRE 4). A date-time of
// exactly midnight in UTC is the day itself. Any other is an instant (section
// 2.1), which the hotel's zone turns into a day; without it the offset of a
// penalty's deadline does.
//
// Midnight in UTC can be an instant as well, and then belong to another day at
// the hotel. The days that were sent for the reservation decide which it is, as
// far as the journal knows them.
func (d *Desk) StayOf(r api.Reservation) trip.Stay {
	readings := trip.ReadStay(r, d.hotelZone(r.Hotel.ID))
	if !readings.Differ() {
		return readings.Days
	}
	return readings.Decide(d.sentDays(r))
}

// sentDays are the stays that were sent for a reservation from this machine and
// not refused: with its booking and with each change of its dates. A journal
// that is not open yet is not waited for.
func (d *Desk) sentDays(r api.Reservation) []trip.SentStay {
	j := d.opened.Load()
	if j == nil {
		return nil
	}
	attempts, err := j.At(r.ID, carriedAttempt(r))
	if err != nil {
		return nil // The rule alone decides.
	}
	var stays []trip.SentStay
	var last trip.SentStay
	for _, s := range attempts {
		if s.CheckIn == "" && s.CheckOut == "" || d.gone(s.Plan) || s.Refused() {
			continue
		}
		now := trip.SentStay{In: cmp.Or(s.CheckIn, last.In), Out: cmp.Or(s.CheckOut, last.Out)}
		stays = append(stays, now)
		if s.Kind == journal.Create || s.Outcome.Result == s.Kind.Made() {
			last = now
		}
	}
	return stays
}
