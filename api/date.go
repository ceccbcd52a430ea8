package api

import (
	"fmt"
	"strings"
	"time"
)

// A Date is a calendar date without a time zone. Stay dates are Dates from the
// keyboard to the wire, so that no zone can shift them by a day.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// NewDate returns the date with overflowing days and months carried over, as
// time.Date does.
func NewDate(year int, month time.Month, day int) Date {
	return DateOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// DateOf returns the calendar date of t in t's own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{Year: year, Month: month, Day: day}
}

// ParseDate reads YYYY-MM-DD and nothing else.
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date like 2026-12-24", text)
	}
	return DateOf(t), nil
}

// String is the date as YYYY-MM-DD, and empty for the zero Date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// Format renders the date with a layout of package time.
func (d Date) Format(layout string) string { return d.utc().Format(layout) }

// IsZero reports whether the date was never set.
func (d Date) IsZero() bool { return d == Date{} }

// AddDays returns the date n days later, or earlier for a negative n.
func (d Date) AddDays(n int) Date { return NewDate(d.Year, d.Month, d.Day+n) }

// DaysUntil is the number of nights from d to other; negative when other is
// earlier. It counts calendar days, so a change of clocks changes nothing.
func (d Date) DaysUntil(other Date) int {
	return int(other.utc().Sub(d.utc()) / (24 * time.Hour))
}

// Before reports whether d is earlier than other.
func (d Date) Before(other Date) bool { return d.utc().Before(other.utc()) }

// After reports whether d is later than other.
func (d Date) After(other Date) bool { return d.utc().After(other.utc()) }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// In is the first instant of the day in the given location, also where a change
// of clocks skips midnight.
func (d Date) In(loc *time.Location) time.Time { return d.At(0, 0, 0, loc) }

// At is the first instant at which the clocks of a location show that time of the
// day or a later one: of a time that comes twice the first, and for one that a
// change of clocks skips the instant of that change.
func (d Date) At(hour, minute, second int, loc *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Day, hour, minute, second, 0, loc)
	start, end := t.ZoneBounds()
	_, offset := t.Zone()
	wanted := time.Date(d.Year, d.Month, d.Day, hour, minute, second, 0, time.UTC).Unix()
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

func (d Date) utc() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// An Instant is a point in time in UTC with its text as sent. A text that is
// no date-time keeps its text and has a zero Time.
type Instant struct {
	Time time.Time
	Text string
}

// ParseInstant reads a date-time with an offset in any ISO 8601 spelling; it
// never fails, see Instant.
func ParseInstant(text string) Instant {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return Instant{Time: t.UTC(), Text: text}
	}
	if t, offset, ok := parseISO(text); ok && offset {
		return Instant{Time: t.UTC(), Text: text}
	}
	return Instant{Text: text}
}

// CalendarDate is the date that the text says of itself, in whatever zone: that
// of a date-time at 00:00 UTC in any spelling (WIRE 4), of a plain date, and of a
// date-time without an offset, which is in the hotel's own time already. ok is
// false for every other instant, whose date depends on the hotel's zone, and for
// any other text.
func (i Instant) CalendarDate() (date Date, ok bool) {
	t := i.Time.UTC()
	if i.IsZero() {
		local, offset, known := parseISO(i.Text)
		t, ok = local, known && !offset
	} else {
		ok = t.Equal(t.Truncate(24 * time.Hour))
	}
	if !ok {
		return Date{}, false
	}
	return DateOf(t), true
}

// InUTC reports whether the instant was written in UTC: with Z or an offset of 0.
func (i Instant) InUTC() bool {
	if i.IsZero() || strings.HasSuffix(i.Text, "Z") {
		return !i.IsZero()
	}
	t, _, _ := parseISO(i.Text)
	_, offset := t.Zone()
	return offset == 0
}

// parseISO reads a date, or a date-time with or without an offset, in an ISO
// 8601 spelling or with a blank in place of the T.
func parseISO(text string) (t time.Time, offset, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	for _, date := range []string{time.DateOnly, "20060102"} {
		if t, err := time.Parse(date, text); err == nil {
			return t, false, true
		}
		if len(text) <= len(date) || text[len(date)] != 'T' && text[len(date)] != ' ' {
			continue
		}
		day, clock := text[:len(date)], strings.ReplaceAll(text[len(date)+1:], " ", "")
		for _, hours := range []string{"15:04:05", "15:04", "150405", "1504", "15"} {
			for _, zone := range []string{"", "Z07:00", "Z0700", "Z07"} {
				if t, err := time.Parse(date+"T"+hours+zone, day+"T"+clock); err == nil {
					return t, zone != "", true
				}
			}
		}
	}
	return time.Time{}, false, false
}

// IsZero reports whether there is no usable time.
func (i Instant) IsZero() bool { return i.Time.IsZero() }

// A Deadline is a moment in the hotel's own time (deadline_local). With an
// offset it is an instant; without one it is only a wall clock, and whoever
// shows it must know the hotel's zone or take the earliest possible instant.
type Deadline struct {
	Text string // as sent
	// Wall is the date-time in a fixed zone of the offset that was sent, or in
	// UTC as a stand-in where none was. It is zero for a text that is neither.
	Wall      time.Time
	HasOffset bool
}

// ParseDeadline reads a local date-time with or without seconds and with or
// without an offset; it never fails, see Deadline.
func ParseDeadline(text string) Deadline {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			_, offset := t.Zone()
			return Deadline{Text: text, Wall: t.In(time.FixedZone("", offset)), HasOffset: true}
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return Deadline{Text: text, Wall: t}
		}
	}
	return Deadline{Text: text}
}

// InUTC reports whether the text ends in Z. Then it is an instant like one with an
// offset, and tells nothing of the hotel's zone.
func (d Deadline) InUTC() bool { return d.HasOffset && strings.HasSuffix(d.Text, "Z") }

// IsZero reports whether there is no usable time.
func (d Deadline) IsZero() bool { return d.Wall.IsZero() }
