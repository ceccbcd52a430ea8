package trip

import (
	"time"

	"bellhop/api"
)

// todayIn returns the day in a zone. Where that is nil it returns the agent's, and as the earliest the first day that
// has not ended everywhere.
func todayIn(zone *time.Location, now time.Time, agent *time.Location) (today, earliest api.Date) {
	if zone != nil {
		today = EarliestCheckInAt(now, zone)
		return today, today
	}
	return api.DateOf(now.In(agent)), EarliestCheckIn(now)
}

// Today returns the day at the destination, or the agent's where its zone is not known.
func (t Trip) Today(now time.Time, agent *time.Location) api.Date {
	today, _ := todayIn(t.Destination.zone(), now, agent)
	return today
}

// Days reads the days of a search: +3 is in three days, or three nights after the arrival.
func (t Trip) Days(field DayField, now time.Time, agent *time.Location) DayReader {
	r := DayReader{Field: field, Agent: api.DateOf(now.In(agent)), Arrival: t.CheckIn}
	r.Today, r.Earliest = todayIn(t.Destination.zone(), now, agent)
	if field == DepartureField {
		r.Plus = t.CheckIn
	}
	return r
}

// Days reads new days for a stay at a hotel in the zone, which may be nil: +1 is a day later than the field has now.
func (s Stay) Days(field DayField, now time.Time, zone, agent *time.Location) DayReader {
	r := DayReader{Field: field, Agent: api.DateOf(now.In(agent)), Arrival: s.In, Plus: s.In}
	r.Today, r.Earliest = todayIn(zone, now, agent)
	if field == DepartureField {
		r.Plus = s.Out
	}
	return r
}
