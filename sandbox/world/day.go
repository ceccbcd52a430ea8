package world

import "time"

// Day is a calendar date without a zone: days since 1970-01-01.
type Day int32

const secondsPerDay = 86400

// DayOf returns the day of a calendar date. Values out of range roll over as in time.Date.
func DayOf(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay) //nolint:gosec // the years that people book for fit well
}

// DayAt returns the calendar date that t shows in its own location.
func DayAt(t time.Time) Day {
	y, m, d := t.Date()
	return DayOf(y, m, d)
}

// UTC returns the start of the day in UTC.
func (d Day) UTC() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String returns YYYY-MM-DD.
func (d Day) String() string { return d.UTC().Format("2006-01-02") }

// Date returns the day's year, month and day of the month.
func (d Day) Date() (year int, month time.Month, day int) { return d.UTC().Date() }

// Weekday returns the day of the week.
func (d Day) Weekday() time.Weekday { return d.UTC().Weekday() }

// In returns the first instant at which the clocks in loc show hour:minute of this day
// or a later time: of a local time that comes twice the first one, and for one that a
// change of clocks skips the instant of that change. The day begins at In(loc, 0, 0),
// also where it has no midnight.
func (d Day) In(loc *time.Location, hour, minute int) time.Time {
	y, m, n := d.Date()
	t := time.Date(y, m, n, hour, minute, 0, 0, loc)
	start, end := t.ZoneBounds()
	_, offset := t.Zone()
	wanted := int64(d)*secondsPerDay + int64(hour*3600+minute*60)
	switch shown := t.Unix() + int64(offset); {
	case shown > wanted:
		return start
	case shown < wanted:
		return end
	case start.IsZero():
		return t
	}
	_, before := start.Add(-time.Second).Zone()
	if earlier := t.Add(time.Duration(offset-before) * time.Second); earlier.Before(start) {
		return earlier
	}
	return t
}
