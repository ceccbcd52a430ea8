// Package clock is a clock that can be moved and stopped.
package clock

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/jsontree"
)

// The instants between which the clock can be put. Prices and calendars are
// good for all of them.
const (
	firstYear = 2000
	lastYear  = 2199
)

// Setting is how a clock differs from the real one; the zero Setting does not.
type Setting struct {
	stopped bool
	at      time.Time     // where it stands, when it is stopped
	offset  time.Duration // while it runs
}

// Time returns what the clock shows when the real one shows actual.
func (c Setting) Time(actual time.Time) time.Time {
	if c.stopped {
		return c.at
	}
	// The monotonic reading would measure real time where this one is moved.
	return actual.Round(0).Add(c.offset).UTC()
}

// String returns the setting in words that Move understands, starting from the
// real clock.
func (c Setting) String() string {
	switch {
	case c.stopped:
		return c.at.Format(time.RFC3339Nano)
	case c.offset == 0:
		return "real"
	case c.offset > 0:
		return "+" + c.offset.String()
	default:
		return c.offset.String()
	}
}

// Move returns the setting after an order, in the words of sandbox.SetClock.
// Actual is what the real clock shows. What cannot be understood, and a time
// outside the years 2000 to 2199, is an *input.Error.
func (c Setting) Move(to string, actual time.Time) (Setting, error) {
	now := c.Time(actual)
	order := strings.TrimSpace(to)
	next := c
	switch {
	case order == "stop":
		next = Setting{stopped: true, at: now}
	case order == "run":
		next = Setting{offset: now.Sub(actual.Round(0))}
	case order == "real":
		next = Setting{}
	case strings.HasPrefix(order, "+") || strings.HasPrefix(order, "-"):
		by, ok := ReadSpan(order)
		if !ok {
			return c, input.Errorf("%q is no span of time: a sign, then days, hours, minutes and seconds, such as +6h, -30m or +2d12h", to)
		}
		if c.stopped {
			next.at = c.at.Add(by)
		} else {
			next.offset = now.Add(by).Sub(actual.Round(0))
		}
	default:
		at, ok := ReadInstant(order)
		if !ok {
			hint := ""
			if near := spelling.Nearest(order, []string{"stop", "run", "real"}); near != "" {
				hint = "; did you mean " + near + "?"
			}
			return c, input.Errorf("%q is no time for the clock: give a span such as +6h, -30m or +2d, an instant such as "+
				"2026-12-24T10:00:00Z or \"2026-12-24 10:00\" (UTC), or one of stop, run and real%s", to, hint)
		}
		next = Setting{stopped: true, at: at}
	}
	if year := next.Time(actual).Year(); year < firstYear || year > lastYear {
		return c, input.Errorf("%q puts the clock into the year %d: it goes from %d to %d", to, year, firstYear, lastYear)
	}
	return next, nil
}

// longestSpan is the time between any two instants that the clock can show, and
// less than a time.Duration holds.
const longestSpan = (lastYear + 1 - firstYear) * 366 * 24 * time.Hour

// ReadSpan reads +2d12h30m: a sign, whole days, and Go's own spelling.
func ReadSpan(text string) (time.Duration, bool) {
	sign, rest := text[:1], text[1:]
	var by time.Duration
	if days, tail, found := strings.Cut(rest, "d"); found {
		n, err := strconv.Atoi(days)
		if err != nil || !jsontree.OnlyDigits(days) || n > int(longestSpan/(24*time.Hour)) {
			return 0, false
		}
		by, rest = time.Duration(n)*24*time.Hour, tail
		if rest == "" {
			rest = "0s"
		}
	}
	if strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-") {
		return 0, false
	}
	part, err := time.ParseDuration(rest)
	if err != nil || part > longestSpan-by {
		return 0, false
	}
	by += part
	if sign == "-" {
		by = -by
	}
	return by, true
}

// ReadInstant reads an instant with an offset, or a date with or without a
// time of day in UTC.
func ReadInstant(text string) (time.Time, bool) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if at, err := time.Parse(form, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// State is what a clock shows. Offset 0 and not Stopped is the real clock.
type State struct {
	Now     time.Time     // UTC
	Offset  time.Duration // how far Now is ahead of the real clock
	Stopped bool          // Now stands still
}

// Clock is a clock that can be set while others read it.
type Clock struct {
	actual  func() time.Time
	setting atomic.Pointer[Setting]
	first   Setting
}

// New makes a clock that shows what the real one shows.
func New(actual func() time.Time) *Clock {
	c := &Clock{actual: actual}
	c.Set(Setting{})
	return c
}

// Start puts the clock where an order says, or else, for "", where a stored
// setting left it. It returns the setting.
func (c *Clock) Start(order, stored string) (Setting, error) {
	at, err := c.Read(stored)
	if order != "" {
		at, err = c.Read(order)
		c.first = at
	} else if err != nil {
		err = fmt.Errorf("the clock that the data holds: %w", err)
	}
	if err == nil {
		c.Set(at)
	}
	return at, err
}

// First returns the setting that Start was ordered to.
func (c *Clock) First() Setting { return c.first }

// Read reads a stored setting; "" is that of the real clock.
func (c *Clock) Read(stored string) (Setting, error) {
	if stored == "" {
		return Setting{}, nil
	}
	return Setting{}.Move(stored, c.actual())
}

// Set puts the clock to a setting.
func (c *Clock) Set(to Setting) { c.setting.Store(&to) }

// Move returns the present setting after an order, see Setting.Move.
func (c *Clock) Move(order string) (Setting, error) { return c.setting.Load().Move(order, c.actual()) }

// Actual returns what the real clock shows.
func (c *Clock) Actual() time.Time { return c.actual() }

// Now returns what the clock shows.
func (c *Clock) Now() time.Time { return c.setting.Load().Time(c.actual()) }

// State returns what the clock shows, and how that differs from the real one.
func (c *Clock) State() State {
	at, actual := *c.setting.Load(), c.actual()
	now := at.Time(actual)
	return State{Now: now, Offset: now.Sub(actual.Round(0)), Stopped: at.stopped}
}
