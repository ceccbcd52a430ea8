package quotestore_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/document"
	"bellhop/booking/journal"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/quote/quotetest"
	"bellhop/booking/quotestore"
	"bellhop/booking/trip"
	"bellhop/sandbox"
)

// requests books a marked rate at a real sandbox, after a quote of it was handed out with a mark-up, and returns every
// request as it was sent.
func requests(t *testing.T, typed string) (sent []string, quoted string) {
	t.Helper()
	now := func() time.Time { return quotetest.Noon }
	box, err := sandbox.Open(t.Context(), sandbox.Options{Seed: 1, Properties: 400, Now: now, Accounts: []sandbox.Account{{ID: "a", Token: "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	handler := box.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		sent = append(sent, r.Method+" "+r.URL.String()+"\n"+string(body))
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.Close()
		_ = box.Close()
	})
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "a", Token: api.NewSecret("b"), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{User: "ada", Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	desk := booking.NewDesk(booking.Options{
		Service: client, Now: now, Journal: j, Profile: "demo", Environment: "sandbox", Attempt: func() string { return "att-TEST" },
	})

	list, err := desk.Hotels(t.Context(), trip.Trip{
		Destination: trip.CodeDestination("LON"), CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1,
	})
	if err != nil || len(list.Items) == 0 {
		t.Fatal(len(list.Items), err)
	}
	hotel := list.Items[0].Hotel()
	rate := booking.RoomRates(hotel)[0]
	o := marked.OfferOf(desk, booking.Draft{Trip: list.Trip, Hotel: hotel, Room: rate.Room, Rate: rate.Rate, SearchedAt: quotetest.Noon}, quotetest.Noon)

	q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
	q = q.With(quotetest.Markup(t, typed))
	quoted = quotetest.Text(t, q)
	store := quotestore.NewStore(t.TempDir(), "demo@here", now)
	if _, err := store.Keep(q); err != nil {
		t.Fatal(err)
	}
	kept, _, err := store.List(desk)
	if err != nil || len(kept) != 1 {
		t.Fatal(len(kept), err)
	}
	again, err := marked.Verify(t.Context(), desk, kept[0].Offers[0])
	if err != nil || again.Kind == quote.NotAsked || again.Kind == quote.Gone {
		t.Fatal(again.Words(), err)
	}
	draft, err := desk.Verify(t.Context(), marked.Draft(again.Offer))
	if err != nil {
		t.Fatal(err)
	}
	draft.Guest = api.Guest{GivenName: "Ada", Surname: "Byron", Email: "ada@example.com", Phone: "+442079460958", Address: "1 High Street", City: "London", Country: "GB"}
	draft.Token, draft.Attempt = api.NewSecret("card_good"), "att-TEST"
	if _, err := desk.Book(t.Context(), draft); err != nil {
		t.Fatal(err)
	}
	return sent, quoted
}

// A mark-up is the client's alone: what is sent to the service is the same, byte for byte.
func TestAMarkupReachesNoRequest(t *testing.T) {
	t.Parallel()
	plain, was := requests(t, "")
	for _, typed := range []string{"12.5%", "99.95"} {
		with, is := requests(t, typed)
		if was == is {
			t.Fatalf("with %s the quote is the same", typed)
		}
		if !slices.Equal(plain, with) {
			t.Errorf("with %s it was sent:\n%s\nwithout:\n%s", typed, strings.Join(with, "\n"), strings.Join(plain, "\n"))
		}
	}
	if n := len(plain); n < 4 || !strings.HasPrefix(plain[n-1], "POST /rest/v1/reservation") {
		t.Errorf("it was sent:\n%s", strings.Join(plain, "\n"))
	}
}
