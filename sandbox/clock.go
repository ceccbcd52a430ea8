package sandbox

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/internal/spelling"
	"bellhop/sandbox/jsontree"
)

// The instants between which the clock can be put. Prices and calendars are
// good for all of them.
const (
	firstYear = 2000
	lastYear  = 2199
)

// factClock names the clock's setting in the stored data, so that a restart
// goes on with the same time.
const factClock = "clock"

// Clock is what the sandbox takes the time to be. Offset 0 and not Stopped is
// the real clock.
type Clock struct {
	Now     time.Time     // UTC
	Offset  time.Duration // how far Now is ahead of the real clock
	Stopped bool          // Now stands still
}

// setting is how the clock differs from the real one.
type setting struct {
	stopped bool
	at      time.Time     // where it stands, when it is stopped
	offset  time.Duration // while it runs
}

// time is what the clock shows when the real one shows actual.
func (c setting) time(actual time.Time) time.Time {
	if c.stopped {
		return c.at
	}
	// The monotonic reading would measure real time where this one is moved.
	return actual.Round(0).Add(c.offset).UTC()
}

// String is the setting in words that move understands, starting from the real
// clock.
func (c setting) String() string {
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

// move returns the setting after an order: see SetClock for the words. Actual is
// what the real clock shows.
func (c setting) move(to string, actual time.Time) (setting, error) {
	now := c.time(actual)
	order := strings.TrimSpace(to)
	next := c
	switch {
	case order == "stop":
		next = setting{stopped: true, at: now}
	case order == "run":
		next = setting{offset: now.Sub(actual.Round(0))}
	case order == "real":
		next = setting{}
	case strings.HasPrefix(order, "+") || strings.HasPrefix(order, "-"):
		by, ok := readSpan(order)
		if !ok {
			return c, input.Errorf("%q is no span of time: a sign, then days, hours, minutes and seconds, such as +6h, -30m or +2d12h", to)
		}
		if c.stopped {
			next.at = c.at.Add(by)
		} else {
			next.offset = now.Add(by).Sub(actual.Round(0))
		}
	default:
		at, ok := readInstant(order)
		if !ok {
			hint := ""
			if near := spelling.Nearest(order, []string{"stop", "run", "real"}); near != "" {
				hint = "; did you mean " + near + "?"
			}
			return c, input.Errorf("%q is no time for the clock: give a span such as +6h, -30m or +2d, an instant such as "+
				"2026-12-24T10:00:00Z or \"2026-12-24 10:00\" (UTC), or one of stop, run and real%s", to, hint)
		}
		next = setting{stopped: true, at: at}
	}
	if year := next.time(actual).Year(); year < firstYear || year > lastYear {
		return c, input.Errorf("%q puts the clock into the year %d: it goes from %d to %d", to, year, firstYear, lastYear)
	}
	return next, nil
}

// longestSpan is the time between any two instants that the clock can show, and
// less than a time.Duration holds.
const longestSpan = (lastYear + 1 - firstYear) * 366 * 24 * time.Hour

// readSpan reads +2d12h30m: a sign, whole days, and Go's own spelling.
func readSpan(text string) (time.Duration, bool) {
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

// readInstant reads an instant with an offset, or a date with or without a
// time of day in UTC.
func readInstant(text string) (time.Time, bool) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if at, err := time.Parse(form, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// movable is a clock that can be set while others read it.
type movable struct {
	actual  func() time.Time
	setting atomic.Pointer[setting]
	first   setting // what a reset goes back to
}

func newMovable(actual func() time.Time) *movable {
	m := &movable{actual: actual}
	m.setting.Store(&setting{})
	return m
}

func (m *movable) time() time.Time { return m.setting.Load().time(m.actual()) }

// begin puts the clock where it starts: where the order says, or else where
// the stored setting left it. A reset goes back to the order.
func (m *movable) begin(order, stored string) error {
	if order == "" {
		if stored == "" {
			return nil
		}
		at, err := setting{}.move(stored, m.actual())
		if err != nil {
			return fmt.Errorf("the clock that the data holds: %w", err)
		}
		m.setting.Store(&at)
		return nil
	}
	at, err := setting{}.move(order, m.actual())
	if err != nil {
		return err
	}
	m.first = at
	m.setting.Store(&at)
	return nil
}

// Now is the sandbox's time in UTC. Prices, expiries, deadlines, "today" and
// the Date header all follow it.
func (s *Sandbox) Now() time.Time { return s.clock.time() }

// Clock says what time the sandbox takes it to be.
func (s *Sandbox) Clock() Clock {
	at, actual := *s.clock.setting.Load(), s.clock.actual()
	now := at.time(actual)
	return Clock{Now: now, Offset: now.Sub(actual.Round(0)), Stopped: at.stopped}
}

// SetClock moves the clock and stores where it is, so that a restart goes on
// with it. It understands
//
//	+6h -30m +2d +1d12h              forward or back by that much
//	2026-12-24T10:00:00Z             to that instant, where it stands still
//	2026-12-24 10:00, 2026-12-24     the same, in UTC
//	stop                             stand still now
//	run                              go on from the time it shows
//	real                             back to the real time
//
// Anything else, and a time outside the years 2000 to 2199, is an *InputError.
//
// Going back is allowed. Offers and searches made at an instant that has not
// come yet count as never made: a rate that a partner holds stays bookable.
func (s *Sandbox) SetClock(ctx context.Context, to string) error {
	s.admin.Lock()
	defer s.admin.Unlock()
	next, err := s.clock.setting.Load().move(to, s.clock.actual())
	if err != nil {
		return err
	}
	return s.putClock(ctx, next)
}

// putClock stores a setting and then follows it.
func (s *Sandbox) putClock(ctx context.Context, next setting) error {
	if err := s.store.SetFact(ctx, factClock, next.String()); err != nil {
		return fmt.Errorf("sandbox: storing the clock: %w", err)
	}
	s.clock.setting.Store(&next)
	return nil
}

// CheckClock says whether SetClock would understand an order given to a real
// clock; if not it is an *InputError.
func CheckClock(to string) error {
	_, err := setting{}.move(to, time.Now())
	return err
}
