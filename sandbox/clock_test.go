package sandbox

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Prices, the calendar, expiries, created_at and the Date header follow the
// clock.
func TestEverythingFollowsTheClock(t *testing.T) {
	t.Parallel()
	l := start(t)
	o := l.offer()
	l.setClock("+20m") // Some rates hold for 15 minutes, none for more than 30.
	l.setClock("+20m")
	refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, "BOOKING_ERROR", "The rate has expired: search again.", "booking_code")
	refused(t, l.do("POST", pathCreate, o.createBody()), 400, 3001, "BOOKING_CREATION_ERROR", "The rate has expired: search again.", "rate", "booking_code")

	l.setClock("2026-12-11T22:00:00Z")
	near := l.offer()
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
	o := l.offer()
	l.setClock("-6h")
	l.ok(200, "POST", pathVerify, o.verifyBody())
	l.setClock("+2h") // The verification is two hours old, the search four hours ahead.
	refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, "BOOKING_ERROR", "The rate has expired: search again.", "booking_code")
	o = l.offer()
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
		s, err := Open(t.Context(), placed(t, Options{Dir: dir, Seed: 1, Properties: 100, Accounts: []Account{{ID: "a", Token: "t"}}, Start: start, Now: func() time.Time { return actual }}))
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
	_, err := Open(t.Context(), Options{Seed: 1, Properties: 100, Accounts: []Account{{ID: "a", Token: "t"}}, Start: "tomorow"})
	var input *InputError
	if !errors.As(err, &input) {
		t.Errorf("a wrong start is %v", err)
	}
}

func (l *testFixture) setClock(to string) {
	l.t.Helper()
	if err := l.sandbox.SetClock(context.WithoutCancel(l.t.Context()), to); err != nil {
		l.t.Fatal(err)
	}
}
