package api

import (
	"fmt"
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

// IsZero says whether the date was never set.
func (d Date) IsZero() bool { return d == Date{} }

// AddDays returns the date n days later, or earlier for a negative n.
func (d Date) AddDays(n int) Date { return NewDate(d.Year, d.Month, d.Day+n) }

// AddMonths returns the first day of the month n months later.
func (d Date) AddMonths(n int) Date { return NewDate(d.Year, d.Month+time.Month(n), 1) }

// DaysUntil is the number of nights from d to other; negative when other is
// earlier. It counts calendar days, so a change of clocks changes nothing.
func (d Date) DaysUntil(other Date) int {
	return int(other.utc().Sub(d.utc()) / (24 * time.Hour))
}

// Before says whether d is earlier than other.
func (d Date) Before(other Date) bool { return d.utc().Before(other.utc()) }

// After says whether d is later than other.
func (d Date) After(other Date) bool { return d.utc().After(other.utc()) }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// In is the first instant of the day in the given location. Where the clocks
// skip midnight it is the first instant that exists.
func (d Date) In(loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, loc)
}

func (d Date) utc() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}
