package booking_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/internal/contract"
	"bellhop/sandbox"
)

// clock is the time of the desks and sandboxes of these tests.
var clock = time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)

// fewHotels is the size of a world in which a stay in London can be booked twice.
const fewHotels = 400

// newDesk is a desk at a real sandbox over real HTTP.
func newDesk(t *testing.T) *booking.Desk {
	t.Helper()
	return newDeskAmong(t, 3)
}

// newDeskAmong is a desk at a sandbox that has so many reservations.
func newDeskAmong(t *testing.T, samples int) *booking.Desk {
	t.Helper()
	desk, _ := newDeskWith(t, samples, booking.Options{})
	return desk
}

// newDeskWith returns a desk with further options, at a sandbox with a number of reservations.
func newDeskWith(t *testing.T, samples int, o booking.Options) (*booking.Desk, *journal.Journal) {
	t.Helper()
	now := func() time.Time { return clock }
	service, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: fewHotels, Samples: samples, Now: now, Accounts: []sandbox.Account{{ID: "agency", Token: "token"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(contract.Check(t, service.Handler()))
	t.Cleanup(func() {
		server.Close()
		_ = service.Close()
	})
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "agency", Token: api.NewSecret("token"), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	o.Service, o.Now, o.Journal, o.Profile, o.Environment = client, now, newJournal(t, now), "demo", "sandbox"
	o.Sleep = func(context.Context, time.Duration) error { return nil }
	return booking.NewDesk(o), o.Journal
}

func newJournal(t *testing.T, now func() time.Time) *journal.Journal {
	t.Helper()
	j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

func tripTo(destination trip.Destination) trip.Trip {
	return trip.Trip{
		Destination: destination, CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1,
	}
}

var zoe = api.Guest{
	GivenName: "Zoë", Surname: "O'Neill", Email: "zoe@example.com", Phone: "+44 20 7946 0000",
	Address: "1 High Street", City: "London", Country: "gb",
}

// In an ordinary world what was searched is what is verified: any difference
// would be one between two shapes of the same terms.
func TestSearchAndVerificationAgree(t *testing.T) {
	desk := newDesk(t)
	rates, fees := 0, 0
	for _, code := range []string{"LON", "TYO", "KWI", "NYC", "HNL"} {
		list, err := desk.Hotels(t.Context(), tripTo(trip.CodeDestination(code)))
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range list.Items[:min(6, len(list.Items))] {
			hotel := item.Hotel()
			for _, roomRate := range booking.RoomRates(hotel) {
				draft, err := desk.Verify(t.Context(), booking.Draft{Trip: list.Trip, Hotel: hotel, Room: roomRate.Room, Rate: roomRate.Rate})
				if err != nil {
					t.Fatal(err)
				}
				rates++
				fees += len(draft.AtHotel())
				for _, change := range draft.Changes {
					t.Errorf("%s %s: %+v", item.Name, roomRate.Rate.Name, change)
				}
				if !feesAgree(draft) {
					t.Errorf("%s %s: %q, and due at the hotel: %+v", item.Name, roomRate.Rate.Name, terms.TaxesOf(roomRate.Rate.Price).Words(), draft.AtHotel())
				}
				if note := draft.PartsNote(); note != "" {
					t.Errorf("%s %s: %s", item.Name, roomRate.Rate.Name, note)
				}
				if _, note := terms.NightsTotal(roomRate.Rate.Price); note != "" {
					t.Errorf("%s %s: %s", item.Name, roomRate.Rate.Name, note)
				}
			}
		}
	}
	if rates < 100 || fees == 0 {
		t.Errorf("only %d rates with %d fees at the hotel were compared", rates, fees)
	}
}

// feesAgree reports whether what the search lets expect of fees is what the
// verification names.
func feesAgree(draft booking.Draft) bool {
	note, fees := terms.TaxesOf(draft.Rate.Price), draft.AtHotel()
	if len(fees) == 0 {
		return note.Kind == terms.TaxIncluded
	}
	sum := fees[0].Amount
	for _, fee := range fees[1:] {
		sum, _ = sum.Add(fee.Amount)
	}
	c, err := sum.Cmp(note.Due)
	return note.Kind == terms.TaxFeeDue && err == nil && c == 0
}

// firstHotel is where firstDraft found its rate the first time: the world of these
// tests is always the same, and one hotel is searched sooner than a city.
var firstHotel atomic.Pointer[api.Hotel]

// firstDraft is a verified draft of the first rate in London that can be cancelled
// free of charge.
func firstDraft(t *testing.T, desk *booking.Desk, rooms int) booking.Draft {
	t.Helper()
	if hotel := firstHotel.Load(); hotel != nil {
		if draft, found := draftAt(t, desk, rooms, hotel); found {
			return draft
		}
	}
	draft, found := draftAt(t, desk, rooms, nil)
	if !found {
		t.Fatal("no refundable rate in London")
	}
	firstHotel.CompareAndSwap(nil, &api.Hotel{ID: draft.Hotel.ID, Name: draft.Hotel.Name})
	return draft
}

// draftAt is firstDraft at one hotel, or anywhere in London.
func draftAt(t *testing.T, desk *booking.Desk, rooms int, hotel *api.Hotel) (booking.Draft, bool) {
	t.Helper()
	groups, err := desk.Directory.Destinations(t.Context(), "london")
	if err != nil {
		t.Fatal(err)
	}
	stay := tripTo(groups[0].Items[0].Destination)
	stay.Rooms = rooms
	search := stay
	if hotel != nil {
		search.Destination = trip.HotelDestination(*hotel)
	}
	list, err := desk.Hotels(t.Context(), search)
	if err != nil {
		t.Fatal(err)
	}
	roomRate, found := refundable(list)
	if roomRate == nil {
		return booking.Draft{}, false
	}
	draft, err := desk.Verify(t.Context(), booking.Draft{Trip: stay, Hotel: found, Room: roomRate.Room, Rate: roomRate.Rate})
	if err != nil {
		t.Fatal(err)
	}
	draft.Guest, draft.Token = zoe, api.NewSecret("card_good")
	return draft, true
}

// refundable is the first rate of a list that can be cancelled free of charge.
func refundable(list booking.HotelList) (*booking.RoomRate, api.Hotel) {
	for _, item := range list.Items {
		hotel := item.Hotel()
		for _, roomRate := range booking.RoomRates(hotel) {
			if terms.Of(roomRate.Rate.Terms).CostAt(clock).Kind == terms.CostFree {
				return &roomRate, hotel
			}
		}
	}
	return nil, api.Hotel{}
}

func TestBookReadCancel(t *testing.T) {
	desk := newDesk(t)
	for _, rooms := range []int{1, 2} {
		draft := firstDraft(t, desk, rooms)
		booked, err := desk.Book(t.Context(), draft)
		if err != nil {
			t.Fatal(err)
		}
		r := booked.Reservation
		if r.Status != api.StatusConfirmed || r.Confirmation == nil || r.Confirmation.HotelNumber == "" || booked.Found != nil {
			t.Fatalf("%d rooms: %+v", rooms, r)
		}
		if c, err := r.Rate.Total.Cmp(draft.Verified.Total.Times(rooms)); err != nil || c != 0 {
			t.Errorf("%d rooms: %s stored, %s verified a room", rooms, r.Rate.Total, draft.Verified.Total)
		}
		if stay := desk.StayOf(r); stay.In != draft.Trip.CheckIn || stay.Out != draft.Trip.CheckOut {
			t.Errorf("the stay reads %s", stay.Words())
		}
		if r.Guest.Surname != "O'Neill" || r.Guest.Country != "GB" || r.Guest.Phone != "+442079460000" {
			t.Errorf("the guest reads %+v", r.Guest)
		}
		agreedAs(t, desk, draft, r)
		canceled, err := desk.Cancel(t.Context(), desk.ShownNow(r))
		if err != nil || canceled.Reservation.Status != api.StatusCanceled {
			t.Fatalf("cancel: %v %s", err, canceled.Reservation.Status)
		}
		// The reservation is cancelled already: that is said, and it is no
		// unknown outcome.
		_, err = desk.Cancel(t.Context(), desk.ShownNow(r))
		if x := booking.Explain(err); x.Title != "It was cancelled already" {
			t.Errorf("cancelling twice: %+v", x)
		}
	}
}

// agreedAs holds what the journal has of a booking's terms against the draft that was agreed to.
func agreedAs(t *testing.T, desk *booking.Desk, draft booking.Draft, r api.Reservation) {
	t.Helper()
	sale, sold, err := desk.SaleOf(r)
	if err != nil || !sold || sale.State.Agreement == nil {
		t.Fatalf("the journal has %+v, %t, %v", sale.State, sold, err)
	}
	a, all := sale.State.Agreement, draft.AllRooms()
	if !strings.HasPrefix(a.Price[0], draft.Charge().String()+" for 3 nights, "+wording.Plural(draft.Trip.Rooms, "room")) || len(a.AtHotel) != len(draft.AtHotel()) {
		t.Errorf("the price agreed to is %q and %+v", a.Price, a.AtHotel)
	}
	if got, want := strings.Join(a.Cancelling, "\n"), strings.Join(all.AgreedLines(clock), "\n"); got != want || got == "" {
		t.Errorf("the terms agreed to are\n%s\nwant\n%s", got, want)
	}
	if len(a.Penalties) != len(all.Steps) || !a.At.Equal(clock) {
		t.Errorf("agreed at %s to %+v", a.At, a.Penalties)
	}
	for i, step := range all.Steps {
		if a.Penalties[i].From != step.From.UTC().Format(time.RFC3339) || a.Penalties[i].Amount != terms.PlainAmount(step.Amount) {
			t.Errorf("step %d is %+v, want %+v", i, a.Penalties[i], step)
		}
	}
	line, err := json.Marshal(sale.State.Plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"Zo", "Neill", "zoe@", "7946", "High Street", "tok_"} {
		if strings.Contains(string(line), private) {
			t.Errorf("the journal names %q: %s", private, line)
		}
	}
}

func TestBookNeedsAVerifiedRate(t *testing.T) {
	desk := newDesk(t)
	draft := firstDraft(t, desk, 1)
	draft.Verified = nil
	if _, err := desk.Book(t.Context(), draft); err != booking.ErrNotVerified { //nolint:errorlint // It is returned as it is.
		t.Errorf("got %v", err)
	}
}

func TestDeclinedPaymentBooksNothing(t *testing.T) {
	desk := newDesk(t)
	before, _, err := desk.Reservations(t.Context(), api.ReservationQuery{})
	if err != nil {
		t.Fatal(err)
	}
	draft := firstDraft(t, desk, 1)
	draft.Token = api.NewSecret("card_declined")
	_, err = desk.Book(t.Context(), draft)
	if x := booking.Explain(err); x.Title != "The payment was declined" || !strings.Contains(x.Hint, "Nothing was booked") {
		t.Errorf("got %+v", x)
	}
	after, _, err := desk.Reservations(t.Context(), api.ReservationQuery{})
	if err != nil || after.Total != before.Total {
		t.Errorf("%d reservations before, %d after (%v)", before.Total, after.Total, err)
	}
}

func TestReservationsPageByPage(t *testing.T) {
	desk := newDeskAmong(t, 120)
	list, _, err := desk.Reservations(t.Context(), api.ReservationQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for list.More() {
		if list, _, err = desk.MoreReservations(t.Context(), list); err != nil {
			t.Fatal(err)
		}
	}
	if list.Total != 120 || len(list.Items) != 120 {
		t.Errorf("%d of %d", len(list.Items), list.Total)
	}
	statuses := map[string]int{}
	for _, r := range list.Items {
		statuses[r.Status]++
	}
	for _, status := range []string{api.StatusConfirmed, api.StatusCanceled, api.StatusCreated} {
		if statuses[status] == 0 {
			t.Errorf("no sample is %s", status)
		}
	}
}

func TestFactsAreFoundByCode(t *testing.T) {
	desk := newDesk(t)
	draft := firstDraft(t, newDesk(t), 1)
	p, ok, err := desk.Directory.Facts(t.Context(), api.HotelRef{ID: draft.Hotel.ID, Name: draft.Hotel.Name})
	if err != nil || !ok || p.Timezone != "Europe/London" {
		t.Errorf("got %+v %v %v", p, ok, err)
	}
}
