package api

import (
	"strings"
	"time"
)

// An Instant is a point in time in UTC with its text as sent. A text that is
// no date-time keeps its text and has a zero Time.
type Instant struct {
	Time time.Time
	Text string
}

// ParseInstant reads a date-time with an offset, with or without seconds; it
// never fails, see Instant.
func ParseInstant(text string) Instant {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			return Instant{Time: t.UTC(), Text: text}
		}
	}
	return Instant{Text: text}
}

// CalendarDate is the date that the text says of itself, in whatever zone: that
// of a plain date, of a date-time of exactly T00:00:00Z (WIRE 4), and of one
// without an offset, which is the hotel's own time already. ok is false for
// every other instant, T00:00:00.000Z and T00:00:00+00:00 among them, whose date
// depends on the hotel's zone, and for a text that is none of these.
func (i Instant) CalendarDate() (date Date, ok bool) {
	for _, layout := range []string{
		time.DateOnly, "2006-01-02T00:00:00Z", "2006-01-02T15:04:05", "2006-01-02T15:04",
	} {
		if t, err := time.Parse(layout, i.Text); err == nil {
			return DateOf(t), true
		}
	}
	return Date{}, false
}

// IsZero says whether there is no usable time.
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

// InUTC says whether the text ends in Z. Then it is an instant like one with an
// offset, and tells nothing of the hotel's zone.
func (d Deadline) InUTC() bool { return d.HasOffset && strings.HasSuffix(d.Text, "Z") }

// IsZero says whether there is no usable time.
func (d Deadline) IsZero() bool { return d.Wall.IsZero() }
