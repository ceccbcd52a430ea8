package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/internal/contract"
	"bellhop/sandbox"
)

// served counts the answers of a handler by operation and status.
type served struct {
	next http.Handler
	mu   sync.Mutex
	seen []string
}

func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.next.ServeHTTP(w, r)
	name := r.Method + " " + r.URL.Path
	if head, tail, found := strings.Cut(strings.TrimPrefix(r.URL.Path, "/rest/v1/reservation/"), "/"); strings.HasPrefix(r.URL.Path, "/rest/v1/reservation/") {
		name = r.Method + " /rest/v1/reservation/{reservation_id}"
		if found && head != "" {
			name += "/" + tail
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.seen, name) {
		s.seen = append(s.seen, name)
	}
}

// The client and the sandbox share no code that spells the wire. Here the one
// calls the other in every way that it knows, and the description of the
// service says of every request and every answer whether it is right.
func TestClientAndSandboxKeepToTheDescription(t *testing.T) {
	now := func() time.Time { return time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC) }
	service, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: 600, Now: now, Accounts: []sandbox.Account{{ID: "agency", Token: "token"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	handler := &served{next: contract.Check(t, service.Handler())}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.Close()
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	})
	client, err := api.New(api.Options{
		BaseURL: server.URL, Account: "agency", Token: api.NewSecret("token"), Now: now,
		Sleep: func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	everySearch(t, client)
	everyBooking(t, client)
	everyRefusal(t, client)
	slices.Sort(handler.seen)
	want := []string{
		"GET /rest/v1/destinations/search",
		"GET /rest/v1/reservation/{reservation_id}",
		"GET /rest/v1/reservations",
		"PATCH /rest/v1/reservation/{reservation_id}",
		"POST /rest/v1/hotel/rate_verification",
		"POST /rest/v1/hotel/search",
		"POST /rest/v1/reservation",
		"POST /rest/v1/reservation/{reservation_id}/cancel",
	}
	if !slices.Equal(handler.seen, want) {
		t.Errorf("served were\n%s\nwant\n%s", strings.Join(handler.seen, "\n"), strings.Join(want, "\n"))
	}
}

func stayQuery() api.HotelQuery {
	return api.HotelQuery{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2}
}

func everySearch(t *testing.T, client *api.Client) {
	t.Helper()
	for _, q := range []api.DestinationQuery{{}, {Text: "lon"}, {Text: "zzqqxx"}, {Text: "", Type: "hotels", Category: "Luxury"}, {Text: "São", Type: "destinations"}} {
		if _, err := client.SearchDestinations(t.Context(), q); err != nil {
			t.Errorf("%+v: %v", q, err)
		}
	}
	london := stayQuery()
	london.Code, london.Radius, london.RadiusUnit = "LON", 20, "mi"
	first, err := client.SearchHotels(t.Context(), london)
	if err != nil {
		t.Fatal(err)
	}
	ids := []api.PropertyID{first.Hotels[0].ID, {Chain: "QQ", Code: "0"}}
	for name, change := range map[string]func(*api.HotelQuery){
		"around":     func(q *api.HotelQuery) { q.Around = &api.Coordinates{Latitude: 51.5, Longitude: -0.12} },
		"kilometres": func(q *api.HotelQuery) { q.Code, q.Radius, q.RadiusUnit = "TYO", 30.5, "km" },
		"children":   func(q *api.HotelQuery) { q.Code, q.Children = "KWI", 2 },
		"by name":    func(q *api.HotelQuery) { q.Code, q.Name = "LON", "the" },
		"by code":    func(q *api.HotelQuery) { q.Properties = ids },
		"by review": func(q *api.HotelQuery) {
			q.ReviewSiteIDs = []string{"rs-" + strings.ToLower(ids[0].Chain) + ids[0].Code, "x"}
		},
		"nowhere":     func(q *api.HotelQuery) { q.Code = "QQQ" },
		"second page": func(q *api.HotelQuery) { *q = london; q.PageToken, q.Page = first.NextToken, 2 },
	} {
		q := stayQuery()
		change(&q)
		if name == "second page" && q.PageToken == "" {
			q.Page = 1 // A small city fits on one page.
		}
		if _, err := client.SearchHotels(t.Context(), q); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// newBooking books the first rate of the first hotel in London that answers.
func newBooking(t *testing.T, client *api.Client) api.CreateRequest {
	t.Helper()
	q := stayQuery()
	q.Code = "LON"
	page, err := client.SearchHotels(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	hotel := page.Hotels[0]
	offer := hotel.Rooms[0].Rates[0]
	if _, err := client.VerifyRate(t.Context(), api.VerifyRequest{
		BookingCode: offer.BookingCode, ChannelCode: offer.ChannelCode, Property: hotel.ID, CheckIn: q.CheckIn, CheckOut: q.CheckOut, Adults: 2,
	}); err != nil {
		t.Fatal(err)
	}
	return api.CreateRequest{
		CheckIn: q.CheckIn, CheckOut: q.CheckOut, Adults: 2,
		Guest: api.Guest{
			GivenName: "Zoë", Surname: "O'Neill", Email: "zoe@example.com", Phone: "+442079460000",
			Address: "1 High Street", City: "London", Country: "GB",
		},
		Hotel:   api.HotelRef{ID: hotel.ID, Name: hotel.Name},
		Payment: api.PaymentSource{Amount: offer.Price.Total, Token: api.NewSecret("card_good")},
		Rate: api.BookedRate{
			BookingCode: offer.BookingCode, ChannelCode: offer.ChannelCode, Rooms: 1,
			Total: offer.Price.Total, Base: offer.Price.Base, Taxes: offer.Price.Taxes, Terms: offer.Terms,
		},
	}
}

func everyBooking(t *testing.T, client *api.Client) {
	t.Helper()
	var made []api.Reservation
	for name, change := range map[string]func(*api.CreateRequest){
		"plain":     func(*api.CreateRequest) {},
		"created":   func(r *api.CreateRequest) { r.Simulate = api.SimulateCreated },
		"confirmed": func(r *api.CreateRequest) { r.Simulate = api.SimulateConfirmed },
		"with all": func(r *api.CreateRequest) {
			r.Loyalty = &api.Loyalty{Program: "Lantern Club", MemberID: "M-1"}
			r.CustomData = api.CustomData{
				{Key: "trip", Kind: api.CustomNumber, Text: "7.50"}, {Key: "desk-2", Text: "Zürich & Co"}, {Key: "vip", Kind: api.CustomBool, Truth: true},
			}
			r.Partner = &api.PaymentSource{Amount: api.NewMoney("0.00", r.Payment.Amount.Currency()), Token: api.NewSecret("tok_partner")}
		},
	} {
		request := newBooking(t, client)
		change(&request)
		r, err := client.CreateReservation(t.Context(), request)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r.Status == api.StatusConfirmed {
			made = append(made, r)
		}
		if _, err := client.ReadReservation(t.Context(), r.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := made[0]
	day := api.NewDate(2026, 12, 12)
	all := api.DateRange{After: day.AddDays(-9), From: day.AddDays(-9), Before: day.AddDays(9), Until: day.AddDays(9)}
	for _, q := range []api.ReservationQuery{
		{},
		{CheckIn: api.DateRange{On: day}, CheckOut: api.DateRange{On: day.AddDays(3)}},
		{CheckIn: all, CheckOut: all, ID: r.ID, IDs: []string{made[1].ID, r.ID}},
		{CustomValues: []string{"7.5", "true", "Zürich & Co"}, Page: 1, PageSize: 100},
		{Page: 9, PageSize: 1},
	} {
		if _, err := client.ListReservations(t.Context(), q); err != nil {
			t.Errorf("%+v: %v", q, err)
		}
	}
	for name, change := range map[string]api.ModifyRequest{
		"card":         {Token: api.NewSecret("tok_new")},
		"card and cvv": {Token: api.NewSecret("tok_new"), CVV: api.NewSecret("123")},
		"dates":        {CheckIn: day.AddDays(1), CheckOut: day.AddDays(4)},
		"one date":     {CheckOut: day.AddDays(5)},
	} {
		change.ID = r.ID
		if _, err := client.ModifyReservation(t.Context(), change); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, one := range made {
		if _, err := client.CancelReservation(t.Context(), one.ID); err != nil {
			t.Error(err)
		}
	}
}

// everyRefusal has the service refuse in its own name, each type of SPEC 7 once.
func everyRefusal(t *testing.T, client *api.Client) {
	t.Helper()
	request := newBooking(t, client)
	simulated := request
	simulated.Simulate = api.SimulateCreated
	created, err := client.CreateReservation(t.Context(), simulated)
	if err != nil {
		t.Fatal(err)
	}
	declined, unknown, past, stale := request, request, request, request
	declined.Payment.Token = api.NewSecret("card_declined")
	unknown.Rate.BookingCode = "NONE"
	past.CheckIn, past.CheckOut = api.NewDate(2026, 1, 1), api.NewDate(2026, 1, 2)
	stale.Rate.Base = api.NewMoney("0.01", request.Rate.Base.Currency())
	_, verified := client.VerifyRate(t.Context(), api.VerifyRequest{
		BookingCode: "NONE", ChannelCode: "C", Property: request.Hotel.ID, CheckIn: request.CheckIn, CheckOut: request.CheckOut, Adults: 1,
	})
	_, modified := client.ModifyReservation(t.Context(), api.ModifyRequest{ID: created.ID, Token: api.NewSecret("card_good")})
	_, canceled := client.CancelReservation(t.Context(), created.ID)
	_, read := client.ReadReservation(t.Context(), strings.Repeat("a", 32))
	create := func(r api.CreateRequest) error {
		_, err := client.CreateReservation(t.Context(), r)
		return err
	}
	for name, one := range map[string]struct {
		err  error
		kind string
	}{
		"declined": {create(declined), "PAYMENT_PROCESSING_ERROR"},
		"unknown":  {create(unknown), "BOOKING_CREATION_ERROR"},
		"stale":    {create(stale), "BOOKING_CREATION_ERROR"},
		"past":     {create(past), "VALIDATION"},
		"verified": {verified, "BOOKING_ERROR"},
		"modified": {modified, "BOOKING_ERROR"},
		"canceled": {canceled, "BOOKING_CANCELLATION_ERROR"},
		"read":     {read, "APPLICATION_ERROR"},
	} {
		if e, ok := one.err.(*api.Error); !ok || e.Type != one.kind || e.Status == 0 { //nolint:errorlint // The client's own error is not wrapped here.
			t.Errorf("%s: %v, want %s of the service", name, one.err, one.kind)
		}
	}
}
