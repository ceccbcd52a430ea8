package screens_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/internal/contract"
	"bellhop/sandbox"
	"bellhop/sandbox/service"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// realDesk replaces the fake service of a fixture by the sandbox itself, over
// HTTP.
func realDesk(t *testing.T, f *fixture) {
	t.Helper()
	f.atSandbox(realSandbox(t, f.now))
}

// realSandbox is the address of a sandbox with some reservations.
func realSandbox(t *testing.T, now func() time.Time) string {
	t.Helper()
	s, err := sandbox.Open(context.Background(), sandbox.Options{
		Seed: 1, Accounts: []sandbox.Account{{ID: "demo", Token: "key"}}, Now: now, Samples: 60, Properties: 600,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(contract.Check(t, s.Handler()))
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.URL
}

// atSandbox has the fixture work at a sandbox.
func (f *fixture) atSandbox(address string) {
	f.t.Helper()
	client, err := api.New(api.Options{
		BaseURL: address, Account: "demo", Token: api.NewSecret("key"), Now: f.now,
	})
	if err != nil {
		f.t.Fatal(err)
	}
	f.deskAt(client)
	f.deps.TestTokens = nil
	for _, token := range service.TestTokens() {
		f.deps.TestTokens = append(f.deps.TestTokens, screens.Described{Name: token.Token, Does: token.Meaning})
	}
}

func TestJourneyOnTheSandbox(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	realDesk(t, f)
	search := londonTrip()
	p := f.start(screens.NewSearch(f.deps, trip.Trip{CheckIn: search.CheckIn, CheckOut: search.CheckOut, Adults: 2, Rooms: 1}))
	p.Type("LON").Advance(time.Second).Press("enter", "ctrl+s")
	onTop(t, p, "hotels")
	p.Press("enter")
	onTop(t, p, "rates")
	p.Press("enter")
	onTop(t, p, "terms")
	p.Press("enter")
	if p.Top().Title() == "terms" {
		// A rate whose verification says less than the search asks first.
		p.Press("ctrl+y")
	}
	onTop(t, p, "guest")
	p.Type("Mary").Press("tab").Type("Graham").Press("tab").Type("mary@example.com").Press("tab").Type("+442079460000").Press("tab")
	p.Type("12 Lamp Street").Press("tab").Type("London").Press("tab", "tab", "tab").Type("gb").Press("ctrl+s")
	onTop(t, p, "book")
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	p.Has("Confirmed · booked", "hotel confirmation", "record locator")
	p.Press("ctrl+r")
	onTop(t, p, "reservations")
	p.Has("of 61 reservations", "M··· G···")
	p.Press("esc", "f").Type("19dec2026").Press("ctrl+s").Has("only: arrival on Sat 19 Dec 2026", "M··· G···")
	p.Press("/").Type("graham").Press("enter")
	onTop(t, p, "reservation")
	p.Has("Sat 19 Dec – Tue 22 Dec 2026 · 3 nights").HasNot("UTC dates")
	p.Press("c", "ctrl+x").Has("CANCELED").Press("enter").Has("it cost", "attempt att-").Press("esc", "esc")
	if !strings.Contains(p.View(), "cancelled    Sat 19 Dec 2026") {
		t.Errorf("the list does not show the cancellation:\n%s", p.View())
	}
	uitest.Sweep(t, p)
}

func TestSandboxRefusesADeclinedCard(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	realDesk(t, f)
	ctx := context.Background()
	list, err := f.deps.Desk.Hotels(ctx, londonTrip())
	if err != nil || len(list.Items) == 0 {
		t.Fatalf("%d hotels, %v", len(list.Items), err)
	}
	hotel := list.Items[0].Hotel()
	offer := booking.RoomRates(hotel)[0]
	draft := booking.Draft{Trip: londonTrip(), Hotel: hotel, Room: offer.Room, Rate: offer.Rate, Guest: storedReservation(0).Guest}
	if draft, err = f.deps.Desk.Verify(ctx, draft); err != nil {
		t.Fatal(err)
	}
	p := startOn(f, screens.NewBook(f.deps, draft))
	for range f.deps.TestTokens {
		p.Press("ctrl+t")
		if strings.Contains(p.View(), "declined") {
			break
		}
	}
	p.Press("ctrl+b").Has("The payment was declined", "nothing is booked. Another token")
	onTop(t, p, "book")
	// A second ctrl+b with the good token books.
	for range f.deps.TestTokens {
		p.Press("ctrl+t")
		if strings.Contains(p.View(), "test token card_good:") {
			break
		}
	}
	p.Press("ctrl+b")
	onTop(t, p, "receipt")
}
