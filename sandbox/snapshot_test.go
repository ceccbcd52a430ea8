package sandbox

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/sandbox/store"
)

// A reset brings back the samples of a new world, frees every room, and forgets
// faults and the clock's moves; what was given at start stays.
func TestReset(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"", t.TempDir()} {
		l := start(t, func(o *Options) {
			o.Dir, o.Samples, o.Start, o.Faults, o.Latency = dir, 30, "+1h", "busy PATCH nth=9", "1ms"
		})
		before := l.do("GET", pathList+"?page_size=100", nil)
		found := l.do("POST", pathSearch, searchBody())
		made := l.book()
		l.ok(200, "POST", firstConfirmed(before.body)+"/cancel", nil)
		l.setClock("+6h")
		if err := l.sandbox.Training().Faults.Add(t.Context(), "forbidden GET"); err != nil {
			t.Fatal(err)
		}
		if err := l.sandbox.Training().Latency.Set(t.Context(), "satellite"); err != nil {
			t.Fatal(err)
		}
		if err := l.sandbox.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		after := l.do("GET", pathList+"?page_size=100", nil)
		if string(before.raw) != string(after.raw) {
			t.Errorf("before:\n%.2000s\nafter the reset:\n%.2000s", before.raw, after.raw)
		}
		if again := l.do("POST", pathSearch, searchBody()); string(again.raw) != string(found.raw) {
			t.Error("the search finds something else after the reset")
		}
		refused(t, l.do("GET", pathOf(made), nil), 404, 1004, typeApplication, "There is no such reservation.")
		if c := l.sandbox.Clock(); c.Offset != time.Hour || c.Stopped {
			t.Errorf("after the reset the clock is %+v", c)
		}
		if list := l.sandbox.Training().Faults.List(); len(list) != 1 || list[0].Rule != "busy PATCH nth=9" {
			t.Errorf("after the reset the faults are %v", list)
		}
		if latency := l.sandbox.Training().Latency.String(); latency != "1ms" {
			t.Errorf("after the reset the latency is %s", latency)
		}
		if next := l.book(); text(next, "id") != text(made, "id") {
			t.Errorf("the first reservation after the reset is %s, before it was %s", text(next, "id"), text(made, "id"))
		}
	}
}

// firstConfirmed is the path of the first CONFIRMED reservation of a list.
func firstConfirmed(list tree) string {
	for i := range length(list, "items") {
		if text(list, "items", i, "status") == "CONFIRMED" {
			return pathCreate + "/" + text(list, "items", i, "id")
		}
	}
	return ""
}

// A snapshot brings back reservations, rooms and the clock, whatever happened
// since, and in a sandbox that was started again.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, func(o *Options) { o.Dir, o.Start = dir, "2026-11-22 09:00" })
	o := l.offer()
	first := l.ok(201, "POST", pathCreate, o.createBody())
	if err := l.sandbox.Save(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	l.setClock("+1h")
	second := l.ok(201, "POST", pathCreate, l.offer().createBody())
	l.ok(200, "POST", pathOf(first)+"/cancel", nil)
	if err := l.sandbox.Save(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	check := func(l *testFixture, status, total, now string) {
		t.Helper()
		list := l.do("GET", pathList, nil)
		if text(list.body, "total_items_without_paging") != total || list.header.Get("Date") != now {
			t.Errorf("%s reservations at %s, want %s at %s", text(list.body, "total_items_without_paging"), list.header.Get("Date"), total, now)
		}
		if got := text(l.ok(200, "GET", pathOf(first), nil), "status"); got != status {
			t.Errorf("the first reservation is %s, want %s", got, status)
		}
	}
	load := func(l *testFixture, name string) {
		t.Helper()
		if err := l.sandbox.Load(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	load(l, "one")
	check(l, "CONFIRMED", "1", "Sun, 22 Nov 2026 09:00:00 GMT")
	refused(t, l.do("GET", pathOf(second), nil), 404, 1004, typeApplication, "There is no such reservation.")
	l.ok(200, "POST", pathOf(first)+"/cancel", nil) // Its room is held again, so it can be given back.
	load(l, "two")
	check(l, "CANCELED", "2", "Sun, 22 Nov 2026 10:00:00 GMT")
	list, err := l.sandbox.Snapshots(t.Context())
	if err != nil || len(list) != 2 || list[0].Name != "one" || list[0].Reservations != 1 || list[1].Reservations != 2 {
		t.Errorf("the snapshots are %v, %v", list, err)
	}
	if err := l.sandbox.RemoveSnapshot(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{l.sandbox.Load(t.Context(), "two"), l.sandbox.RemoveSnapshot(t.Context(), "two")} {
		if !errors.Is(err, store.ErrNoSnapshot) {
			t.Errorf("a snapshot that was removed: %v", err)
		}
	}
	if err := l.sandbox.Save(t.Context(), "a/b"); !errors.Is(err, store.ErrSnapshotName) {
		t.Errorf("a name with a slash: %v", err)
	}
	check(l, "CANCELED", "2", "Sun, 22 Nov 2026 10:00:00 GMT")
}

// A load brings back the offers of its snapshot and no others, and forgets lists
// of hotels: they belong to what was.
func TestLoadBringsBackOffers(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 3000 })
	if err := l.sandbox.Save(t.Context(), "empty"); err != nil {
		t.Fatal(err)
	}
	o := l.offer()
	l.clock.pass(time.Hour)
	next := searchBody()
	put(next, "stay_info.check_out_date", "2026-12-14") // Another stay, so that the offer stays expired.
	found := l.ok(200, "POST", pathSearch, next)
	refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, typeBooking, "The rate has expired: search again.", "booking_code")
	if err := l.sandbox.Save(t.Context(), "expired"); err != nil {
		t.Fatal(err)
	}
	if err := l.sandbox.Load(t.Context(), "empty"); err != nil {
		t.Fatal(err)
	}
	l.ok(200, "POST", pathVerify, o.verifyBody())
	for range 2 {
		if err := l.sandbox.Load(t.Context(), "expired"); err != nil {
			t.Fatal(err)
		}
		refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, typeBooking, "The rate has expired: search again.", "booking_code")
	}
	put(next, "pagination.pagination_token", at(found, "pagination", "pagination_token"))
	invalid(t, l.do("POST", pathSearch, next), "pagination.pagination_token is unknown, has expired, or belongs to another search", "pagination", "pagination_token")
}

// A late booking of a state that is gone is not made in the state that follows.
func TestResetForgetsLateBookings(t *testing.T) {
	t.Parallel()
	l := start(t)
	if err := l.sandbox.Training().Faults.Add(t.Context(), "late POST /rest/v1/reservation"); err != nil {
		t.Fatal(err)
	}
	body := l.offer().createBody()
	if r := l.send("POST", pathCreate, body); !r.dropped {
		t.Fatalf("a late booking is answered with %d", r.status)
	}
	if err := l.sandbox.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.setClock("+1m")
	if got := l.reservations(); got != "0" {
		t.Errorf("%s reservations, want 0", got)
	}
}

// untilOverlapped replaces the data again and again, counting each time in begun, until
// enough requests have overlapped a replacement.
func untilOverlapped(t *testing.T, begun, overlaps *atomic.Int64, replace func(i int) error) {
	t.Helper()
	const replacements, enough = 30, 30
	end := time.Now().Add(time.Minute)
	for i := 0; i < replacements || overlaps.Load() < enough; i++ {
		begun.Add(1)
		if err := replace(i); err != nil {
			t.Error(err)
		}
		if t.Failed() || time.Now().After(end) {
			break
		}
	}
	if n := overlaps.Load(); !t.Failed() && n < enough {
		t.Errorf("%d requests overlapped a replacement, want %d", n, enough)
	}
}

// Requests that are in flight while snapshots are loaded are answered from one
// state or the other: the time and the reservations always belong together.
func TestLoadUnderRequests(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Start = "2026-11-22 09:00" })
	body := l.offer().createBody()
	put(body, "simulate", "confirmed")
	states := map[string]string{} // the time of a state to its reservations
	for i, name := range []string{"one", "two", "three"} {
		l.ok(201, "POST", pathCreate, body)
		l.setClock("+1m")
		states[fmt.Sprintf("Sun, 22 Nov 2026 09:0%d:00 GMT", i+1)] = fmt.Sprint(i + 1)
		if err := l.sandbox.Save(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	var readers sync.WaitGroup
	var loads, overlaps atomic.Int64 // loads begun, and requests during which one began
	done := make(chan struct{})
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				before := loads.Load()
				r := l.do("GET", pathList, nil)
				if loads.Load() > before {
					overlaps.Add(1)
				}
				date, total := r.header.Get("Date"), text(r.body, "total_items_without_paging")
				if r.status != 200 || states[date] != total || fmt.Sprint(length(r.body, "items")) != total {
					t.Errorf("%d with %s reservations at %s:\n%.500s", r.status, total, date, r.raw)
					return
				}
			}
		})
	}
	untilOverlapped(t, &loads, &overlaps, func(i int) error {
		return l.sandbox.Load(t.Context(), []string{"one", "two", "three"}[i%3])
	})
	close(done)
	readers.Wait()
}

// Bookings that are in flight while the sandbox is reset are made or refused,
// and never fail.
func TestResetUnderBookings(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.offer().createBody()
	var clients sync.WaitGroup
	var resets, overlaps atomic.Int64 // resets begun, and bookings during which one began
	done := make(chan struct{})
	for range 4 {
		clients.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				before := resets.Load()
				made := l.do("POST", pathCreate, body)
				if resets.Load() > before {
					overlaps.Add(1)
				}
				if made.status != 201 && made.status != 400 {
					t.Errorf("a booking is answered with %d %s", made.status, made.raw)
					return
				}
				if made.status == 201 {
					if r := l.do("POST", pathOf(made.body)+"/cancel", nil); r.status >= 500 {
						t.Errorf("a cancellation is answered with %d %s", r.status, r.raw)
						return
					}
				}
			}
		})
	}
	untilOverlapped(t, &resets, &overlaps, func(int) error { return l.sandbox.Reset(t.Context()) })
	close(done)
	clients.Wait()
}

// BenchmarkReset and its like measure what an agent waits for, on the world and
// the samples that a demo has.
func BenchmarkReset(b *testing.B) {
	s := demo(b)
	for b.Loop() {
		if err := s.Reset(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSnapshotSave(b *testing.B) {
	s := demo(b)
	for b.Loop() {
		if err := s.Save(b.Context(), "x"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSnapshotLoad(b *testing.B) {
	s := demo(b)
	if err := s.Save(b.Context(), "x"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := s.Load(b.Context(), "x"); err != nil {
			b.Fatal(err)
		}
	}
}

func demo(b *testing.B) *Sandbox {
	b.Helper()
	s, err := Open(b.Context(), Options{Dir: b.TempDir(), Seed: 1, Samples: 240, Accounts: []Account{{ID: "demo", Token: "t"}}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}
