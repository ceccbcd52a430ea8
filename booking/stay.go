package booking

import (
	"cmp"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// A Stay is a reservation's dates as the hotel sees them.
type Stay struct {
	In, Out api.Date
	// Zone says whose day it is: "hotel", or "UTC" where the hotel's zone is not
	// known and the UTC date stands in.
	Zone string
}

// Words is the stay in one line, marked where it is the UTC date.
func (s Stay) Words() string {
	words := StayWords(s.In, s.Out)
	if s.Zone != hotelsDay {
		words += " (UTC dates: the hotel's zone is not known)"
	}
	return words
}

// Mark is "UTC dates" where those are not the hotel's own, and else empty.
func (s Stay) Mark() string {
	if s.Zone == hotelsDay {
		return ""
	}
	return "UTC dates"
}

// compareArrival compares the first days of two stays.
func (s Stay) compareArrival(other Stay) int { return cmp.Compare(s.In.String(), other.In.String()) }

// The values of Stay.Zone.
const (
	hotelsDay = "hotel"
	utcDay    = "UTC"
)

// StayOf works out the hotel's days of a reservation (WIRE 4). A date-time of
// exactly midnight in UTC is the day itself. Any other is an instant (section
// 2.1), which the hotel's zone turns into a day; without it the offset of a
// penalty's deadline does.
//
// Midnight in UTC can be an instant as well, and then belong to another day at
// the hotel. The days that were sent for the reservation decide which it is, as
// far as the journal knows them.
func (d *Desk) StayOf(r api.Reservation) Stay {
	readings := readStay(r, d.hotelZone(r.Hotel.ID))
	if !readings.differ() {
		return readings.days
	}
	return readings.decide(d.sentDays(r))
}

// hotelZone is the zone of a hotel; nil when it is not known.
func (d *Desk) hotelZone(id api.PropertyID) *time.Location {
	p, ok := d.KnownFacts(id)
	if !ok || p.Timezone == "" {
		return nil
	}
	zone, err := time.LoadLocation(p.Timezone)
	if err != nil {
		return nil
	}
	return zone
}

// stayReadings are the two ways of reading the dates of a reservation.
type stayReadings struct {
	days     Stay // midnight in UTC is the day itself
	instants Stay // midnight in UTC is an instant
}

// readStay reads a reservation of a hotel in the zone; nil when it is not known.
func readStay(r api.Reservation, zone *time.Location) stayReadings {
	day, whose := func(i api.Instant) api.Date { return dayIn(i, zone) }, hotelsDay
	if zone == nil {
		if offset := offsetOf(r.Rate.Terms); offset != nil {
			day = func(i api.Instant) api.Date { return dayAtOffset(i, offset) }
		} else {
			zone, whose = time.UTC, utcDay
		}
	}
	instants := Stay{In: day(r.CheckIn), Out: day(r.CheckOut), Zone: whose}
	in, inCertain := calendarDay(r.CheckIn, instants.In)
	out, outCertain := calendarDay(r.CheckOut, instants.Out)
	if inCertain && outCertain {
		whose = hotelsDay
	}
	return stayReadings{days: Stay{In: in, Out: out, Zone: whose}, instants: instants}
}

// calendarDay is the day that a date of a reservation names by itself, or else
// the given one. It is certain when no zone was needed for it.
func calendarDay(i api.Instant, otherwise api.Date) (day api.Date, certain bool) {
	if d, ok := i.CalendarDate(); ok {
		return d, true
	}
	if d, err := api.ParseDate(i.Text); err == nil {
		return d, true
	}
	return otherwise, false
}

// offsetOf is the hotel's offset as a deadline of its terms tells it; nil where
// none does. A deadline in Z is an instant, and tells nothing of the hotel.
func offsetOf(t api.Terms) *time.Location {
	for _, p := range t.Penalties {
		if d := p.Deadline; !d.IsZero() && d.HasOffset && !d.InUTC() {
			return d.Wall.Location()
		}
	}
	return nil
}

// dayIn is the day of an instant in a zone.
func dayIn(i api.Instant, zone *time.Location) api.Date {
	if i.IsZero() {
		return api.Date{}
	}
	return api.DateOf(i.Time.In(zone))
}

// dayAtOffset is the day of an instant at the offset of a deadline. That may be
// of the other side of a change of clocks: an hour before midnight therefore
// counts as the next day, since stays begin and end at midnight.
func dayAtOffset(i api.Instant, offset *time.Location) api.Date {
	if i.IsZero() {
		return api.Date{}
	}
	return api.DateOf(i.Time.In(offset).Add(time.Hour))
}

// differ says whether the two readings are of different days.
func (r stayReadings) differ() bool {
	return r.days.In != r.instants.In && !r.instants.In.IsZero() || r.days.Out != r.instants.Out && !r.instants.Out.IsZero()
}

// decide takes the reading that agrees with one of the stays that were sent; the
// calendar's days where both do, or neither.
func (r stayReadings) decide(sent []sentStay) Stay {
	for _, reading := range []Stay{r.days, r.instants} {
		for _, s := range sent {
			if s.agrees(reading) {
				return reading
			}
		}
	}
	return r.days
}

// A sentStay is a stay that was sent for a reservation. A date that is not known
// is empty.
type sentStay struct{ in, out string }

func (s sentStay) agrees(stay Stay) bool {
	return (s.in != "" || s.out != "") && (s.in == "" || s.in == stay.In.String()) && (s.out == "" || s.out == stay.Out.String())
}

// sentDays are the stays that were sent for a reservation from this machine and
// not refused: with its booking and with each change of its dates. A journal
// that is not open yet is not waited for.
func (d *Desk) sentDays(r api.Reservation) []sentStay {
	j := d.opened.Load()
	if j == nil {
		return nil
	}
	attempts, err := j.At(r.ID, carriedAttempt(r))
	if err != nil {
		return nil // The rule alone decides.
	}
	var stays []sentStay
	var last sentStay
	for _, s := range attempts {
		if s.CheckIn == "" && s.CheckOut == "" || d.gone(s.Plan) || s.Settled() && s.Outcome.Result == s.Kind.NotDone() {
			continue
		}
		now := sentStay{cmp.Or(s.CheckIn, last.in), cmp.Or(s.CheckOut, last.out)}
		stays = append(stays, now)
		if s.Kind == journal.Create || s.Outcome.Result == s.Kind.Done() {
			last = now
		}
	}
	return stays
}
