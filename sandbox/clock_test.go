package sandbox

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestClockOrders(t *testing.T) {
	t.Parallel()
	actual := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	noon := time.Date(2026, 12, 24, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		from    setting
		to      string
		now     string // after the order
		stopped bool
	}{
		{setting{}, "+6h", "2026-11-21T18:30:00Z", false},
		{setting{}, "-30m", "2026-11-21T12:00:00Z", false},
		{setting{}, "+2d", "2026-11-23T12:30:00Z", false},
		{setting{}, "-1d12h30m", "2026-11-20T00:00:00Z", false},
		{setting{offset: time.Hour}, "+1h", "2026-11-21T14:30:00Z", false},
		{setting{offset: time.Hour}, " real ", "2026-11-21T12:30:00Z", false},
		{setting{offset: time.Hour}, "stop", "2026-11-21T13:30:00Z", true},
		{setting{}, "2026-12-24T10:00:00Z", "2026-12-24T10:00:00Z", true},
		{setting{}, "2026-12-24T10:00+01:00", "2026-12-24T09:00:00Z", true},
		{setting{}, "2026-12-24 10:00", "2026-12-24T10:00:00Z", true},
		{setting{}, "2026-12-24 10:00:30", "2026-12-24T10:00:30Z", true},
		{setting{}, "2026-12-24", "2026-12-24T00:00:00Z", true},
		{setting{stopped: true, at: noon}, "+6h", "2026-12-24T18:00:00Z", true},
		{setting{stopped: true, at: noon}, "run", "2026-12-24T12:00:00Z", false},
		{setting{stopped: true, at: noon}, "stop", "2026-12-24T12:00:00Z", true},
		{setting{stopped: true, at: noon}, "real", "2026-11-21T12:30:00Z", false},
	} {
		got, err := c.from.move(c.to, actual)
		if err != nil {
			t.Errorf("%v, %q: %v", c.from, c.to, err)
			continue
		}
		if now := got.time(actual).Format(time.RFC3339); now != c.now || got.stopped != c.stopped {
			t.Errorf("%v, %q: the clock shows %s, stands still %t", c.from, c.to, now, got.stopped)
		}
		later := got.time(actual.Add(time.Hour)).Sub(got.time(actual))
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
		_, err := setting{}.move(to, actual)
		var input *InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), want) || to != "" && !strings.Contains(err.Error(), `"`+to+`"`) {
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
		from := setting{offset: time.Duration(offset) % longestSpan}
		got, err := from.move(to, actual)
		var input *InputError
		if err != nil {
			if !errors.As(err, &input) || got != from {
				t.Fatalf("%q: %v, %v", to, got, err)
			}
			return
		}
		if year := got.time(actual).Year(); year < firstYear || year > lastYear {
			t.Fatalf("%q puts the clock into %d", to, year)
		}
		back, err := setting{}.move(got.String(), actual)
		if err != nil || back != got {
			t.Fatalf("%q is written as %q and read as %v, %v", to, got.String(), back, err)
		}
	})
}

// Prices, the calendar, expiries, created_at and the Date header follow the
// clock.
func TestEverythingFollowsTheClock(t *testing.T) {
	t.Parallel()
	l := start(t)
	o := l.offers(searchBody())[0]
	l.setClock("+20m") // Some rates hold for 15 minutes, none for more than 30.
	l.setClock("+20m")
	refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, "BOOKING_ERROR", "The rate has expired: search again.", "booking_code")
	refused(t, l.do("POST", pathCreate, o.createBody()), 400, 3001, "BOOKING_CREATION_ERROR", "The rate has expired: search again.", "rate", "booking_code")

	l.setClock("2026-12-11T22:00:00Z")
	near := l.offers(searchBody())[0]
	if text(near.rate, "expiration") < "2026-12-11T22:15:00Z" || text(near.rate, "expiration") > "2026-12-11T22:30:00Z" {
		t.Errorf("the rate expires at %s", text(near.rate, "expiration"))
	}
	if text(near.rate, "booking_code") == text(o.rate, "booking_code") && text(near.rate, "price", "total_price") == text(o.rate, "price", "total_price") {
		t.Error("a night ahead costs what three weeks ahead do")
	}
	made := l.do("POST", pathCreate, near.createBody())
	if made.status != 201 || text(made.body, "created_at") != "2026-12-11T22:00:00Z" || made.header.Get("Date") != "Fri, 11 Dec 2026 22:00:00 GMT" {
		t.Errorf("%d, created at %s, Date %s", made.status, text(made.body, "created_at"), made.header.Get("Date"))
	}
	l.setClock("2026-12-13T12:00:00Z")
	invalid(t, l.do("POST", pathSearch, searchBody()), "stay_info.check_in_date is in the past", "stay_info", "check_in_date")
}

// A list of hotels lives 30 minutes by the clock (WIRE 2).
func TestPagingFollowsTheClock(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 3000 })
	found := l.ok(200, "POST", pathSearch, searchBody())
	next := searchBody()
	put(next, "pagination.pagination_token", at(found, "pagination", "pagination_token"))
	put(next, "pagination.page_number", 2)
	l.ok(200, "POST", pathSearch, next)
	l.setClock("+31m")
	invalid(t, l.do("POST", pathSearch, next), "pagination.pagination_token is unknown, has expired, or belongs to another search", "pagination", "pagination_token")
}

// An offer made at an instant that has not come yet, because the clock was put
// back, counts as never made: the rate can be had.
func TestClockGoesBack(t *testing.T) {
	t.Parallel()
	l := start(t)
	l.setClock("+6h")
	o := l.offers(searchBody())[0]
	l.setClock("-6h")
	l.ok(200, "POST", pathVerify, o.verifyBody())
	l.setClock("+2h") // The verification is two hours old, the search four hours ahead.
	refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, "BOOKING_ERROR", "The rate has expired: search again.", "booking_code")
	o = l.offers(searchBody())[0]
	made := l.ok(201, "POST", pathCreate, o.createBody())
	l.setClock("-1d")
	l.ok(200, "GET", pathOf(made), nil)
	l.ok(200, "PATCH", pathOf(made), tree{"check_out_date": "2026-12-14"})
	l.ok(200, "POST", pathOf(made)+"/cancel", nil)
}

func TestClockSurvivesARestart(t *testing.T) {
	t.Parallel()
	actual := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	dir := t.TempDir()
	open := func(start string) *Sandbox {
		t.Helper()
		s, err := Open(t.Context(), Options{Dir: dir, Seed: 1, Properties: 100, Accounts: []Account{{"a", "t"}}, Start: start, Now: func() time.Time { return actual }})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		start, move string
		want        Clock // when it is opened again without a start
	}{
		{"", "+6h", Clock{Now: actual.Add(6 * time.Hour), Offset: 6 * time.Hour}},
		{"2026-12-24 10:00", "", Clock{Now: time.Date(2026, 12, 24, 10, 0, 0, 0, time.UTC), Offset: 32*24*time.Hour + 21*time.Hour + 30*time.Minute, Stopped: true}},
		{"+1d", "+1d", Clock{Now: actual.Add(48 * time.Hour), Offset: 48 * time.Hour}},
		{"", "real", Clock{Now: actual}},
	} {
		s := open(c.start)
		if c.move != "" {
			if err := s.SetClock(t.Context(), c.move); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open("")
		if got := s.Clock(); got != c.want {
			t.Errorf("started with %q and moved by %q, it goes on with %+v, want %+v", c.start, c.move, got, c.want)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Open(t.Context(), Options{Seed: 1, Properties: 100, Accounts: []Account{{"a", "t"}}, Start: "tomorow"})
	var input *InputError
	if !errors.As(err, &input) {
		t.Errorf("a wrong start is %v", err)
	}
}

func (l *lab) setClock(to string) {
	l.t.Helper()
	if err := l.sandbox.SetClock(context.WithoutCancel(l.t.Context()), to); err != nil {
		l.t.Fatal(err)
	}
}
