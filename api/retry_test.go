package api

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// pauses records the pauses between tries instead of making them.
type pauses struct {
	taken []time.Duration
	err   error
}

func (n *pauses) sleep(_ context.Context, d time.Duration) error {
	n.taken = append(n.taken, d)
	return n.err
}

func readExchange(status int, headers map[string]string) exchange {
	return exchange{
		method: "GET", path: "/rest/v1/reservation/" + testID, status: status, headers: headers,
		answer: `{"id": "` + testID + `"}`,
	}
}

func TestReadsAreRepeated(t *testing.T) {
	f := newFake(t,
		// A reset on a connection that was used before net/http would repeat unseen.
		exchange{method: "GET", path: "/rest/v1/reservation/" + testID, act: reset},
		readExchange(503, nil), readExchange(429, nil), readExchange(200, nil))
	var n pauses
	if _, err := f.client(func(o *Options) { o.Sleep = n.sleep }).ReadReservation(t.Context(), testID); err != nil {
		t.Fatal(err)
	}
	if len(n.taken) != 3 {
		t.Fatalf("pauses %v", n.taken)
	}
	for i, most := range []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second} {
		if n.taken[i] < most/2 || n.taken[i] > most {
			t.Errorf("pause %d is %s, want %s to %s", i+1, n.taken[i], most/2, most)
		}
	}
}

// TestSearchAndVerificationAreReads sends both again, body and all.
func TestSearchAndVerificationAreReads(t *testing.T) {
	in, out := NewDate(2026, time.December, 12), NewDate(2026, time.December, 15)
	verify := exchange{
		method: "POST", path: "/rest/v1/hotel/rate_verification", status: 503, answer: fixture(t, "verification"),
		body: `{"booking_code":"B","chain_code":"LX","channel_code":"GDS","check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":1,"children":0},"property_code":"1"}`,
	}
	again := verify
	again.status = 200
	if _, err := newFake(t, verify, again).client().VerifyRate(t.Context(), VerifyRequest{
		BookingCode: "B", ChannelCode: "GDS", Property: PropertyID{"LX", "1"}, CheckIn: in, CheckOut: out, Adults: 1,
	}); err != nil {
		t.Error(err)
	}
	search := exchange{
		method: "POST", path: "/rest/v1/hotel/search", status: 429, answer: `{"results": []}`,
		body: `{"filter":{"location":{"details":{"iata_code":"LON"},"type":"iata_code"}},"stay_info":{"check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":1}}}`,
	}
	once := search
	once.status = 200
	if _, err := newFake(t, search, once).client().SearchHotels(t.Context(), HotelQuery{Code: "LON", CheckIn: in, CheckOut: out, Adults: 1}); err != nil {
		t.Error(err)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		headers map[string]string
		want    time.Duration
	}{
		"seconds":           {map[string]string{"Retry-After": "7"}, 7 * time.Second},
		"zero":              {map[string]string{"Retry-After": "0"}, 0},
		"date":              {map[string]string{"Retry-After": now.Add(9 * time.Second).Format(http.TimeFormat), "Date": now.Format(http.TimeFormat)}, 9 * time.Second},
		"on their clock":    {map[string]string{"Retry-After": now.Add(99 * time.Second).Format(http.TimeFormat), "Date": now.Add(90 * time.Second).Format(http.TimeFormat)}, 9 * time.Second},
		"date that is past": {map[string]string{"Retry-After": now.Add(-time.Hour).Format(http.TimeFormat), "Date": now.Format(http.TimeFormat)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, readExchange(503, c.headers), readExchange(200, nil))
			var n pauses
			client := f.client(func(o *Options) { o.Sleep, o.Now = n.sleep, func() time.Time { return now } })
			if _, err := client.ReadReservation(t.Context(), testID); err != nil {
				t.Fatal(err)
			}
			if len(n.taken) != 1 || n.taken[0] != c.want {
				t.Errorf("pauses %v, want %s", n.taken, c.want)
			}
		})
	}
}

func TestRepetitionsAreBounded(t *testing.T) {
	busy := readExchange(503, nil)
	t.Run("by number", func(t *testing.T) {
		f := newFake(t, busy, busy)
		_, err := f.client(func(o *Options) { o.ReadRetries = 1 }).ReadReservation(t.Context(), testID)
		if e := failure(t, err); e.Status != 503 {
			t.Errorf("%+v", e)
		}
	})
	t.Run("to none", func(t *testing.T) {
		f := newFake(t, busy)
		_, err := f.client(func(o *Options) { o.ReadRetries = -1 }).ReadReservation(t.Context(), testID)
		if e := failure(t, err); e.Status != 503 {
			t.Errorf("%+v", e)
		}
	})
	t.Run("by time", func(t *testing.T) {
		f := newFake(t, readExchange(429, map[string]string{"Retry-After": "31"}))
		var n pauses
		_, err := f.client(func(o *Options) { o.Sleep = n.sleep }).ReadReservation(t.Context(), testID)
		if e := failure(t, err); e.Status != 429 || e.RetryAt != "31" || len(n.taken) != 0 {
			t.Errorf("%+v after %v", e, n.taken)
		}
	})
	t.Run("by the caller", func(t *testing.T) {
		f := newFake(t, busy)
		n := pauses{err: context.Canceled}
		_, err := f.client(func(o *Options) { o.Sleep = n.sleep }).ReadReservation(t.Context(), testID)
		if e := failure(t, err); e.Status != 503 || len(n.taken) != 1 {
			t.Errorf("%+v after %v", e, n.taken)
		}
	})
}

// TestRetry_PausesWithinTimeout shows that the pauses of a call count towards its time-out.
func TestRetry_PausesWithinTimeout(t *testing.T) {
	c := testClient(t, "https://service.example")
	var n pauses
	c.options.Sleep = n.sleep
	left := 10 * time.Second
	busy := &Error{RetryAt: "6"}
	if !c.pause(t.Context(), 0, busy, &left) || left != 4*time.Second {
		t.Errorf("after a pause of 6 s of 10 s %s are left", left)
	}
	if c.pause(t.Context(), 1, busy, &left) || len(n.taken) != 1 {
		t.Errorf("a pause that outlasts the call is made: %v", n.taken)
	}
}

// slowTransport answers 503 after a time, unless the request's deadline passes first.
type slowTransport time.Duration

func (s slowTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	select {
	case <-time.After(time.Duration(s)):
		return &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// TestRetry_TriesWithinTimeout shows that all tries of a read share its time-out.
func TestRetry_TriesWithinTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := testClient(t, "https://service.example", func(o *Options) {
			o.Transport, o.ReadTimeout, o.Sleep = slowTransport(8*time.Second), 20*time.Second, Sleep
		})
		begun := time.Now()
		if _, err := c.ReadReservation(t.Context(), testID); err == nil || time.Since(begun) != 20*time.Second {
			t.Errorf("%v after %s, want an error after 20s", err, time.Since(begun))
		}
	})
}

func TestPausesGrowToALimit(t *testing.T) {
	c := testClient(t, "https://service.example")
	var n pauses
	c.options.Sleep = n.sleep
	left := time.Hour
	for try := range 70 {
		if !c.pause(t.Context(), try, &Error{}, &left) {
			t.Fatal("no pause")
		}
	}
	for try, d := range n.taken {
		if d <= 0 || d > longestPause || try >= 5 && d < longestPause/2 {
			t.Errorf("pause %d is %s", try, d)
		}
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := Sleep(t.Context(), time.Minute); err != nil || time.Since(start) != time.Minute {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start = time.Now()
		if err := Sleep(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
	})
}

func TestSkew(t *testing.T) {
	now := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	date := func(ahead time.Duration) map[string]string {
		return map[string]string{"Date": now.Add(ahead).Format(http.TimeFormat)}
	}
	f := newFake(t, readExchange(200, date(45*time.Second)), readExchange(404, date(-time.Minute)), readExchange(200, map[string]string{"Date": "never"}))
	c := f.client(func(o *Options) { o.Now = func() time.Time { return now } })
	if c.Skew() != 0 {
		t.Errorf("skew before the first answer: %s", c.Skew())
	}
	for i, want := range []time.Duration{45 * time.Second, -time.Minute, -time.Minute} {
		_, _ = c.ReadReservation(t.Context(), testID)
		if c.Skew() != want {
			t.Errorf("after answer %d: %s, want %s", i+1, c.Skew(), want)
		}
	}
}
