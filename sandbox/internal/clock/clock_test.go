package clock

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/internal/input"
)

func TestClockOrders(t *testing.T) {
	t.Parallel()
	actual := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	noon := time.Date(2026, 12, 24, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		from    Setting
		to      string
		now     string // after the order
		stopped bool
	}{
		{Setting{}, "+6h", "2026-11-21T18:30:00Z", false},
		{Setting{}, "-30m", "2026-11-21T12:00:00Z", false},
		{Setting{}, "+2d", "2026-11-23T12:30:00Z", false},
		{Setting{}, "-1d12h30m", "2026-11-20T00:00:00Z", false},
		{Setting{offset: time.Hour}, "+1h", "2026-11-21T14:30:00Z", false},
		{Setting{offset: time.Hour}, " real ", "2026-11-21T12:30:00Z", false},
		{Setting{offset: time.Hour}, "stop", "2026-11-21T13:30:00Z", true},
		{Setting{}, "2026-12-24T10:00:00Z", "2026-12-24T10:00:00Z", true},
		{Setting{}, "2026-12-24T10:00+01:00", "2026-12-24T09:00:00Z", true},
		{Setting{}, "2026-12-24 10:00", "2026-12-24T10:00:00Z", true},
		{Setting{}, "2026-12-24 10:00:30", "2026-12-24T10:00:30Z", true},
		{Setting{}, "2026-12-24", "2026-12-24T00:00:00Z", true},
		{Setting{stopped: true, at: noon}, "+6h", "2026-12-24T18:00:00Z", true},
		{Setting{stopped: true, at: noon}, "run", "2026-12-24T12:00:00Z", false},
		{Setting{stopped: true, at: noon}, "stop", "2026-12-24T12:00:00Z", true},
		{Setting{stopped: true, at: noon}, "real", "2026-11-21T12:30:00Z", false},
	} {
		got, err := c.from.Move(c.to, actual)
		if err != nil {
			t.Errorf("%v, %q: %v", c.from, c.to, err)
			continue
		}
		if now := got.Time(actual).Format(time.RFC3339); now != c.now || got.stopped != c.stopped {
			t.Errorf("%v, %q: the clock shows %s, stands still %t", c.from, c.to, now, got.stopped)
		}
		later := got.Time(actual.Add(time.Hour)).Sub(got.Time(actual))
		if want := map[bool]time.Duration{false: time.Hour, true: 0}[c.stopped]; later != want {
			t.Errorf("%v, %q: an hour later the clock shows %s more, want %s", c.from, c.to, later, want)
		}
	}
}

func TestClockOrdersThatAreWrong(t *testing.T) {
	t.Parallel()
	actual := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	const (
		span  = "is no span of time: a sign, then days, hours, minutes and seconds, such as +6h, -30m or +2d12h"
		words = "is no time for the clock: give a span such as +6h, -30m or +2d, an instant such as"
	)
	for to, want := range map[string]string{
		"":                       words,
		"stopp":                  `did you mean stop?`,
		"REAL":                   `did you mean real?`,
		"6h":                     words,
		"+":                      span,
		"+6":                     span,
		"+6x":                    span,
		"+-6h":                   span,
		"+d":                     span,
		"+1.5d":                  span,
		"+99999999d":             span,
		"+d5h":                   span,
		"2026-02-30":             words,
		"24.12.2026":             words,
		"1999-12-31":             "puts the clock into the year 1999: it goes from 2000 to 2199",
		"2200-01-01T00:00:00Z":   "puts the clock into the year 2200: it goes from 2000 to 2199",
		"0001-01-01":             "puts the clock into the year 1: it goes from 2000 to 2199",
		"0001-01-01 00:00":       "puts the clock into the year 1: it goes from 2000 to 2199",
		"0001-01-01T00:00:00Z":   "puts the clock into the year 1: it goes from 2000 to 2199",
		"0001-01-01T01:00+01:00": "puts the clock into the year 1: it goes from 2000 to 2199",
		"9999-12-31":             "puts the clock into the year 9999: it goes from 2000 to 2199",
		"-10000d":                "puts the clock into the year 1999: it goes from 2000 to 2199",
	} {
		_, err := Setting{}.Move(to, actual)
		var wrong *input.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) || to != "" && !strings.Contains(err.Error(), `"`+to+`"`) {
			t.Errorf("%q: %v, want %q", to, err, want)
		}
	}
}

// Whatever the order is, the clock stays within its years, and its setting can
// be written down and read back.
func FuzzClockOrder(f *testing.F) {
	for _, seed := range []string{"+6h", "-30m", "+2d12h30m5s", "2026-12-24T10:00:00Z", "2026-12-24 10:00", "2026-12-24", "stop", "run", "real", "+1h\x00", "+1ns", "-0s", "+36600d", "", "0001-01-01", "9999-12-31"} {
		f.Add(seed, int64(0))
		f.Add(seed, int64(time.Hour))
	}
	actual := time.Date(2026, 11, 21, 12, 30, 0, 123, time.UTC)
	f.Fuzz(func(t *testing.T, to string, offset int64) {
		from := Setting{offset: time.Duration(offset) % longestSpan}
		got, err := from.Move(to, actual)
		var wrong *input.Error
		if err != nil {
			if !errors.As(err, &wrong) || got != from {
				t.Fatalf("%q: %v, %v", to, got, err)
			}
			return
		}
		if year := got.Time(actual).Year(); year < firstYear || year > lastYear {
			t.Fatalf("%q puts the clock into %d", to, year)
		}
		back, err := Setting{}.Move(got.String(), actual)
		if err != nil || back != got {
			t.Fatalf("%q is written as %q and read as %v, %v", to, got.String(), back, err)
		}
	})
}
