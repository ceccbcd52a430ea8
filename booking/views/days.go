package views

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/trip"
)

// A Day is a calendar date, or one that is counted from today. The zero value is none.
type Day struct {
	Date     api.Date
	Relative bool
	Ahead    int // days after today
}

// Today returns the day so many days after today.
func Today(ahead int) Day { return Day{Relative: true, Ahead: ahead} }

// IsZero reports whether there is no day.
func (d Day) IsZero() bool { return d == Day{} }

// On returns the date, where that is today.
func (d Day) On(today api.Date) api.Date {
	if d.Relative {
		return today.AddDays(d.Ahead)
	}
	return d.Date
}

// String returns the day as a file has it: "today", "+7", "-30", "2026-12-12".
func (d Day) String() string {
	switch {
	case !d.Relative:
		return d.Date.String()
	case d.Ahead == 0:
		return todayWord
	default:
		return fmt.Sprintf("%+d", d.Ahead)
	}
}

const (
	todayWord = "today"
	// farthest is how many days from today a day may be: ten years.
	farthest = 3660
	dayHelp  = "a day is today, +7, -30 or 2026-12-12"
)

// ParseDay reads a day as String writes it.
func ParseDay(text string) (Day, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == todayWord {
		return Today(0), nil
	}
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return Day{}, fmt.Errorf("%q is no day: %s", text, dayHelp)
		}
		if n < -farthest || n > farthest {
			return Day{}, fmt.Errorf("%q is more than %d days from today", text, farthest)
		}
		return Today(n), nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || t.Year() < 2 {
		return Day{}, fmt.Errorf("%q is no day: %s", text, dayHelp)
	}
	return Day{Date: api.DateOf(t)}, nil
}

// A Range is all days from one to another, both included; a day that is none leaves that end open.
type Range struct{ From, Until Day }

// IsZero reports whether the range holds every day.
func (r Range) IsZero() bool { return r == Range{} }

// String returns the range as a file has it: "today", "today..+7", "2026-12-01..", "..+30".
func (r Range) String() string {
	switch {
	case r.IsZero():
		return ""
	case r.From == r.Until:
		return r.From.String()
	}
	text := ".."
	if !r.From.IsZero() {
		text = r.From.String() + text
	}
	if !r.Until.IsZero() {
		text += r.Until.String()
	}
	return text
}

// ParseRange reads a range as String writes it; an empty text holds every day.
func ParseRange(text string) (Range, error) {
	from, until, ends := strings.Cut(strings.TrimSpace(text), "..")
	if strings.TrimSpace(text) == "" {
		return Range{}, nil
	}
	var r Range
	var err error
	if strings.TrimSpace(from) != "" {
		if r.From, err = ParseDay(from); err != nil {
			return Range{}, err
		}
	}
	switch {
	case !ends:
		r.Until = r.From
	case strings.TrimSpace(until) != "":
		if r.Until, err = ParseDay(until); err != nil {
			return Range{}, err
		}
	}
	if r.IsZero() {
		return Range{}, fmt.Errorf("%q names no day: %s, a range is today..+7", text, dayHelp)
	}
	if r.From.Relative == r.Until.Relative && !r.From.IsZero() && !r.Until.IsZero() && r.Until.On(api.Date{Year: 2000, Month: 1, Day: 1}).Before(r.From.On(api.Date{Year: 2000, Month: 1, Day: 1})) {
		return Range{}, fmt.Errorf("%q ends before it begins", text)
	}
	return r, nil
}

// ReadRange reads a range as a person types it: as String writes it, or in the words of trip.ListReader. words names the
// days that were read; it is empty for a text that String writes.
func ReadRange(text string, days trip.ListReader) (r Range, words string, err error) {
	if r, err := ParseRange(text); err == nil {
		return r, "", nil
	}
	span, err := days.Span(text)
	if err != nil {
		return Range{}, "", err
	}
	return Range{Day{Date: span.From}, Day{Date: span.Until}}, span.Words(), nil
}

// RangeOf returns the range of a filter of the service. With relative, days are counted from today.
func RangeOf(q api.DateRange, today api.Date, relative bool) Range {
	day := func(d api.Date) Day {
		switch {
		case d.IsZero():
			return Day{}
		case relative && max(today.DaysUntil(d), -today.DaysUntil(d)) <= farthest:
			return Today(today.DaysUntil(d))
		default:
			return Day{Date: d}
		}
	}
	if !q.On.IsZero() {
		return Range{day(q.On), day(q.On)}
	}
	from, until := q.From, q.Until
	if next := q.After.AddDays(1); !q.After.IsZero() && (from.IsZero() || from.Before(next)) {
		from = next
	}
	if last := q.Before.AddDays(-1); !q.Before.IsZero() && (until.IsZero() || last.Before(until)) {
		until = last
	}
	return Range{day(from), day(until)}
}

// holds reports whether the range has a day; a day that cannot be read is in no range.
func (r Range) holds(day, today api.Date) bool {
	if r.IsZero() {
		return true
	}
	return !day.IsZero() && (r.From.IsZero() || !day.Before(r.From.On(today))) && (r.Until.IsZero() || !r.Until.On(today).Before(day))
}

// query returns the service's filter of a range, a day wider at both ends: the service reckons each day in the hotel's
// time, and what it brings too much is left out by the days as they are shown.
func (r Range) query(today api.Date) (q api.DateRange) {
	if !r.From.IsZero() {
		q.From = r.From.On(today).AddDays(-1)
	}
	if !r.Until.IsZero() {
		q.Until = r.Until.On(today).AddDays(1)
	}
	return q
}

// words returns the range in words: "arrival today", "arrival from Sat 12 Dec 2026 to Mon 14 Dec 2026".
func (r Range) words(what string, today api.Date) string {
	day := func(d Day) string {
		if d == Today(0) {
			return todayWord
		}
		return trip.DayWords(d.On(today))
	}
	switch {
	case r.From == r.Until:
		return what + " " + day(r.From)
	case r.Until.IsZero():
		return what + " from " + day(r.From)
	case r.From.IsZero():
		return what + " until " + day(r.Until)
	default:
		return what + " " + day(r.From) + " to " + day(r.Until)
	}
}
