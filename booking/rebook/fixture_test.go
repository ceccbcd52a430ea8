package rebook_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/sandbox"
)

var clock = time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)

var zoe = api.Guest{
	GivenName: "Zoë", Surname: "O'Neill", Email: "zoe@example.com", Phone: "+44 20 7946 0000",
	Address: "1 High Street", City: "London", Country: "gb",
}

// A fixture is a sandbox over real HTTP and consoles with one journal at it.
type fixture struct {
	t       testing.TB
	sandbox *sandbox.Sandbox
	address string
	dir     string
	desk    *booking.Desk
	stop    func()

	mu     sync.Mutex
	passed time.Duration
}

func (f *fixture) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return clock.Add(f.passed)
}

// pass lets the time pass, at the service too.
func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.passed += d
}

func (f *fixture) sleep(ctx context.Context, d time.Duration) error {
	f.pass(d)
	return ctx.Err()
}

// newFixture starts the sandbox, with a handler around it where one is given.
func newFixture(t testing.TB, faults string, around func(http.Handler) http.Handler) *fixture {
	t.Helper()
	f := &fixture{t: t, dir: filepath.Join(t.TempDir(), "journal")}
	service, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: 400,
		Now: f.now, Faults: faults, Accounts: []sandbox.Account{{ID: "agency", Token: "token"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	handler := service.Handler()
	if around != nil {
		handler = around(handler)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		_ = service.Close()
	})
	f.sandbox, f.address = service, server.URL
	f.open()
	return f
}

func newDesk(address, dir string, now func() time.Time, sleep func(context.Context, time.Duration) error) (*booking.Desk, *journal.Journal, error) {
	client, err := api.New(api.Options{BaseURL: address, Account: "agency", Token: api.NewSecret("token"), Now: now, Sleep: sleep})
	if err != nil {
		return nil, nil, err
	}
	j, err := journal.Open(dir, journal.Options{User: "ada", Now: now})
	if err != nil {
		return nil, nil, err
	}
	return booking.NewDesk(booking.Options{
		Service: client, Now: now, Sleep: sleep, Journal: j, Profile: "demo", Environment: "sandbox",
	}), j, nil
}

// open starts a console, as after a crash of the one before.
func (f *fixture) open() {
	f.t.Helper()
	if f.stop != nil {
		f.stop()
	}
	desk, j, err := newDesk(f.address, f.dir, f.now, f.sleep)
	if err != nil {
		f.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(f.t.Context())
	f.desk = desk
	f.stop = sync.OnceFunc(func() {
		cancel()
		desk.Recovery.Stop()
		_ = j.Close()
	})
	f.t.Cleanup(f.stop)
	desk.Recovery.Start(ctx)
}

// settled waits until no write is unresolved.
func (f *fixture) settled() {
	f.t.Helper()
	enough := time.After(time.Minute)
	for {
		changed := f.desk.Recovery.Changed()
		if !waits(f.desk) {
			return
		}
		select {
		case <-changed:
		case <-enough:
			f.t.Fatalf("waited for in vain: %+v", f.desk.Recovery.Writes())
		}
	}
}

func waits(d *booking.Desk) bool {
	for _, w := range d.Recovery.Writes() {
		if w.State == recovery.Unresolved {
			return true
		}
	}
	return false
}

func london() trip.Trip {
	return trip.Trip{
		Destination: trip.CodeDestination("LON"), CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1,
	}
}

// book books a rate by its name, of a room that has a member rate on terms that are no worse, for 5 % less at least.
func book(ctx context.Context, d *booking.Desk, rate string, guest api.Guest) (booking.Booking, error) {
	search := london()
	list, err := d.Hotels(ctx, search)
	if err != nil {
		return booking.Booking{}, err
	}
	for _, item := range list.Items {
		hotel := item.Hotel()
		for _, room := range hotel.Rooms {
			names := map[string]api.Rate{}
			for _, one := range room.Rates {
				names[one.Name] = one
			}
			flexible, member := names["Flexible Rate"], names["Member Rate"]
			if flexible.BookingCode == "" || member.BookingCode == "" || names[rate].BookingCode == "" ||
				!terms.NoWorse(d.Now(), terms.Of(flexible.Terms), terms.Of(member.Terms)) {
				continue
			}
			draft := booking.Draft{Trip: search, Hotel: hotel, Room: room, Rate: names[rate], Guest: guest, Token: api.NewSecret("tok_good")}
			if draft, err = d.Verify(ctx, draft); err != nil {
				return booking.Booking{}, err
			}
			return d.Book(ctx, draft)
		}
	}
	return booking.Booking{}, errNoHotel
}

// begin compares, takes the best and books it.
func begin(ctx context.Context, d *booking.Desk, id string) (booking.Booking, error) {
	c, err := rebook.Compare(ctx, d, id, rebook.Threshold{})
	if err != nil {
		return booking.Booking{}, err
	}
	if c.Why != "" {
		return booking.Booking{}, errNothing(c.Why)
	}
	draft := c.Offers[0].Draft
	draft.Token = api.NewSecret("tok_good")
	return d.Book(ctx, draft)
}

type errNothing string

func (e errNothing) Error() string { return string(e) }

const errNoHotel = errNothing("no hotel has both rates")

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			var e *api.Error
			if errors.As(err, &e) {
				t.Log(e.Problems)
			}
			t.Fatal(err)
		}
		return v
	}
}
