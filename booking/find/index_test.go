package find_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/find"
)

// A lister lists reservations, the most recent first, and counts how often it is asked.
type lister struct {
	booking.Service
	mu    sync.Mutex
	all   []api.Reservation
	asked []api.ReservationQuery
	fail  error         // of every call
	takes time.Duration // each call
	panic any           // of every call
}

func (l *lister) Skew() time.Duration { return 0 }

func (l *lister) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	l.mu.Lock()
	l.asked = append(l.asked, q)
	fail, takes, panics := l.fail, l.takes, l.panic
	l.mu.Unlock()
	if panics != nil {
		panic(panics)
	}
	if takes > 0 {
		select {
		case <-time.After(takes):
		case <-ctx.Done():
			return api.ReservationPage{}, ctx.Err()
		}
	}
	if fail != nil {
		return api.ReservationPage{}, fail
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	from := min((q.Page-1)*q.PageSize, len(l.all))
	return api.ReservationPage{Items: slices.Clone(l.all[from:min(from+q.PageSize, len(l.all))]), Total: len(l.all)}, nil
}

func (l *lister) calls() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.asked)
}

func (l *lister) set(change func(*lister)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(l)
}

// stored is reservation number n.
func stored(n int) api.Reservation {
	return api.Reservation{
		ID: fmt.Sprintf("%032d", n), Status: api.StatusConfirmed,
		Guest:        api.Guest{GivenName: "Ada", Surname: fmt.Sprintf("Guest%d", n)},
		Confirmation: &api.Confirmation{HotelNumber: fmt.Sprintf("HC-%05d", n)},
	}
}

func listerOf(n int) *lister {
	l := &lister{}
	for i := range n {
		l.all = append(l.all, stored(i))
	}
	return l
}

func indexOf(t testing.TB, l *lister) *find.Index {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return find.NewIndex(find.Options{
		Context: ctx, Desk: booking.NewDesk(booking.Options{Service: l}),
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
}

// Who opens the index again waits for no pause, however much was read before; what goes on being read waits longer for it.
func TestOpeningAnIndexAgainWaitsForNoPause(t *testing.T) {
	t.Parallel()
	var slept []time.Duration
	index := find.NewIndex(find.Options{
		Context: t.Context(), Desk: booking.NewDesk(booking.Options{Service: listerOf(8000)}),
		Clock: func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) },
		Sleep: func(_ context.Context, d time.Duration) error { slept = append(slept, d); return nil },
	})
	if _, err := index.Reload(t.Context(), 6000, func(int, int) {}); err != nil || len(slept) != 0 {
		t.Fatal(slept, err)
	}
	for range 3 {
		if _, err := index.Renew(t.Context()); err != nil || len(slept) != 0 {
			t.Fatal(slept, err)
		}
	}
	if _, err := index.More(t.Context()); err != nil || len(slept) != 1 || slept[0] != 800*time.Millisecond {
		t.Error(slept, err)
	}
}

// found are the ids of what a text finds, without their zeros.
func found(s find.State, typed string) string {
	var ids []string
	for _, m := range s.Finder.Find(typed) {
		ids = append(ids, strings.TrimLeft(s.Items[m.Index].ID, "0"))
	}
	return strings.Join(ids, " ")
}

// 4,000 reservations are forty calls and one that reads the first page again, however many ask for them at once. Opening the
// index again is one.
func TestAnIndexReadsEveryPageOnce(t *testing.T) {
	t.Parallel()
	service := listerOf(4000)
	index := indexOf(t, service)
	var readers sync.WaitGroup
	for range 5 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			for {
				now, err := index.More(t.Context())
				if err != nil {
					t.Error(err)
				}
				if err != nil || len(now.Items) > 0 && !now.More() {
					return
				}
			}
		}()
	}
	readers.Wait()
	now, loaded := index.State()
	if !loaded || len(now.Items) != 4000 || len(now.Stays) != 4000 || now.Finder.Len() != 4000 || service.calls() != 41 {
		t.Fatalf("%d reservations of 4000 in %d calls", len(now.Items), service.calls())
	}
	if got := found(now, "HC-03999"); got != "3999" {
		t.Errorf("the last one is found as %q", got)
	}
	service.all = append([]api.Reservation{stored(9000)}, service.all...)
	service.all[3].Guest.Surname = "Rossi"
	again, err := index.Renew(t.Context())
	if err != nil || len(again.Items) != 4001 || service.calls() != 42 || found(again, "HC-09000") != "9000" || found(again, "rossi") != "2" || again.More() {
		t.Errorf("renewed it has %d in %d calls, %v", len(again.Items), service.calls(), err)
	}
	if found(again, "guest3999") != "3999" || again.Edition == now.Edition {
		t.Error("the rest is found no more")
	}
	// What was handed out before stays what it was.
	if len(now.Items) != 4000 || found(now, "rossi") != "" || found(now, "HC-09000") != "" {
		t.Error("a state has changed")
	}
}

// Who stops waiting for a page loses nothing: it is there for the next one who asks.
func TestAnIndexKeepsAPageThatNobodyWaitsFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := listerOf(300)
		service.takes = time.Second
		index := indexOf(t, service)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := index.More(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the wait ends with %v", err)
		}
		now, err := index.More(t.Context())
		if err != nil || len(now.Items) != 100 || service.calls() != 1 {
			t.Errorf("%d reservations in %d calls, %v", len(now.Items), service.calls(), err)
		}
		// In the background it goes on by itself; stopped, it keeps what it has.
		index.Continue()
		index.Continue()
		time.Sleep(1500 * time.Millisecond)
		index.Stop()
		synctest.Wait()
		if now, _ := index.State(); len(now.Items) != 200 || service.calls() != 3 {
			t.Errorf("stopped, it has %d in %d calls", len(now.Items), service.calls())
		}
		index.Continue()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if now, _ := index.State(); len(now.Items) != 300 || now.More() || service.calls() != 5 {
			t.Errorf("going on, it has %d in %d calls", len(now.Items), service.calls())
		}
	})
}

// The first calls are made at once, and those after them at five a second.
func TestAnIndexSpreadsItsCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := listerOf(10_000)
		index := find.NewIndex(find.Options{Context: t.Context(), Desk: booking.NewDesk(booking.Options{Service: service})})
		began := time.Now()
		if _, err := index.Reload(t.Context(), 6000, func(int, int) {}); err != nil || time.Since(began) != 0 {
			t.Errorf("sixty pages take %s, %v", time.Since(began), err)
		}
		index.Continue()
		time.Sleep(7900 * time.Millisecond)
		synctest.Wait()
		if got := service.calls(); got != 99 {
			t.Errorf("after 7.9 seconds there were %d calls", got)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if now, _ := index.State(); len(now.Items) != 10_000 || service.calls() != 101 {
			t.Errorf("%d reservations in %d calls", len(now.Items), service.calls())
		}
	})
}

// A call that fails ends the reading, also in the background, and what was read stays. Asked again, it goes on there.
func TestAnIndexStopsAtAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := listerOf(300)
		index := indexOf(t, service)
		if _, err := index.More(t.Context()); err != nil {
			t.Fatal(err)
		}
		busy := &api.Error{Status: 429, RetryAt: "30"}
		service.set(func(l *lister) { l.fail = busy })
		index.Continue()
		synctest.Wait()
		if _, err := index.More(t.Context()); !errors.Is(err, busy) || service.calls() != 3 {
			t.Errorf("after %d calls: %v", service.calls(), err)
		}
		service.set(func(l *lister) { l.fail, l.panic = nil, "ada@example.com" })
		if _, err := index.More(t.Context()); err == nil || strings.Contains(err.Error(), "ada@") {
			t.Errorf("a panic becomes %v", err)
		}
		service.set(func(l *lister) { l.panic = nil })
		now, err := index.Reload(t.Context(), 101, func(int, int) {})
		if err != nil || len(now.Items) != 200 {
			t.Errorf("it goes on with %d, %v", len(now.Items), err)
		}
	})
}

// What is written while a page is read is not undone by what the page says.
func TestAnIndexKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := listerOf(150)
		index := indexOf(t, service)
		now, err := index.Reload(t.Context(), 150, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		service.set(func(l *lister) { l.takes = time.Second })
		changed := stored(3)
		changed.Status = api.StatusCanceled
		go func() {
			time.Sleep(500 * time.Millisecond)
			index.Put(changed)
			index.Put(stored(77_000)) // It is not there, and nobody knows where it belongs.
		}()
		again, err := index.Renew(t.Context())
		if err != nil || again.Items[3].Status != api.StatusCanceled || len(again.Items) != 150 || found(again, "cancelled") != "3" {
			t.Errorf("it has %d, number 3 %s, %v", len(again.Items), again.Items[3].Status, err)
		}
		if now.Items[3].Status != api.StatusConfirmed || found(now, "cancelled") != "" {
			t.Error("a state has changed")
		}
		before, _ := index.State()
		index.Put(changed)
		if after, _ := index.State(); after.Edition != before.Edition {
			t.Error("nothing new is a new edition")
		}
	})
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]bool{
		"HC-90210": true, "640312273": true, "QLYGWV": true, " a76160ca48938d2e41e85e7c259e7034 ": true, "CC-119": true,
		"rossi": false, "ROSSI": false, "Rossi, Ada": false, "12dec": false, "2026-12-24": false, "+442079460000": false, "a1@example.com": false, "7": false, "": false,
	} {
		if got := find.Number(typed); got != want {
			t.Errorf("%q is a number: %v", typed, got)
		}
	}
}

// BenchmarkIndex4000 makes 4,000 reservations findable, without the service, and opens them again.
func BenchmarkIndex4000(b *testing.B) {
	service := listerOf(4000)
	none := func(int, int) {}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			if now, err := indexOf(b, service).Reload(b.Context(), 4000, none); err != nil || found(now, "guest3999") != "3999" {
				b.Fatal(err)
			}
		}
	})
	index := indexOf(b, service)
	if _, err := index.Reload(b.Context(), 4000, none); err != nil {
		b.Fatal(err)
	}
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			if now, err := index.Renew(b.Context()); err != nil || found(now, "guest3999") != "3999" {
				b.Fatal(err)
			}
		}
	})
}
