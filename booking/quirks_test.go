package booking_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/sandbox"
	"bellhop/sandbox/training"
)

// facts are what a desk learns of a service in one journey.
type facts struct {
	Destinations api.DestinationResults
	Hotels       []api.Hotel
	Hotel        api.Hotel // the one that is booked, asked for by its codes
	Verified     api.Verification
	Stops        bool
	Cost         string // of cancelling what was booked
	Booked       api.Reservation
	Read         api.Reservation
	Paid         api.Reservation
	Moved        api.Reservation
	Listed       []api.Reservation
	Canceled     api.Reservation
	Errors       []refusal
}

// refusal is what a desk learns of a request that was refused.
type refusal struct {
	Status   int
	Code     int
	Type     string
	Message  string
	Problems []api.Problem
}

// samples is how many reservations a service starts with: some of them canceled, and several pages of pageSize.
const (
	samples  = 9
	pageSize = 4
)

// quirkyDesk is a desk at a sandbox that answers with quirks.
func quirkyDesk(t *testing.T, quirks string) (*booking.Desk, *api.Client) {
	t.Helper()
	now := func() time.Time { return clock }
	service, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: 60, Samples: samples, Now: now, Quirks: quirks, Accounts: []sandbox.Account{{ID: "agency", Token: "token"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	})
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "agency", Token: api.NewSecret("token"), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	attempts := 0
	return booking.NewDesk(booking.Options{
		Service: client, Now: now, Journal: newJournal(t, now), Profile: "demo", Environment: "sandbox",
		Sleep: func(context.Context, time.Duration) error { return nil },
		Attempt: func() string {
			attempts++
			return fmt.Sprintf("att-%026d", attempts)
		},
	}), client
}

// rateOf finds a rate by its booking code.
func rateOf(t *testing.T, hotel api.Hotel, code string) booking.Draft {
	t.Helper()
	for _, roomRate := range booking.RoomRates(hotel) {
		if roomRate.Rate.BookingCode == code {
			return booking.Draft{Hotel: hotel, Room: roomRate.Room, Rate: roomRate.Rate}
		}
	}
	t.Fatalf("%s has no rate %s", hotel.Name, code)
	return booking.Draft{}
}

// journey searches, verifies, books, reads, pays, moves, lists and cancels: the
// rate of the code, or the first that can be cancelled free of charge. It
// returns what was learnt, and the code.
func journey(t *testing.T, quirks string, hotel api.PropertyID, code string) (facts, string) {
	t.Helper()
	var f facts
	desk, client := quirkyDesk(t, quirks)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("quirks %q: %v", quirks, err)
		}
	}
	var err error
	f.Destinations, err = client.SearchDestinations(t.Context(), api.DestinationQuery{Text: "london"})
	must(err)
	trip := tripTo(trip.CodeDestination("LON"))
	list, err := desk.Hotels(t.Context(), trip)
	must(err)
	for list.More() {
		list, err = desk.MoreHotels(t.Context(), list)
		must(err)
	}
	for _, item := range list.Items {
		f.Hotels = append(f.Hotels, item.Hotel())
	}
	if code == "" {
		draft, _ := draftAt(t, desk, 1, nil) // Its world is another one.
		hotel, code = draft.Hotel.ID, draft.Rate.BookingCode
	}
	page, err := client.SearchHotels(t.Context(), api.HotelQuery{
		CheckIn: trip.CheckIn, CheckOut: trip.CheckOut, Adults: trip.Adults, Properties: []api.PropertyID{hotel},
	})
	must(err)
	if len(page.Hotels) != 1 {
		t.Fatalf("%d hotels have the codes %s", len(page.Hotels), hotel)
	}
	f.Hotel = page.Hotels[0]
	draft := rateOf(t, f.Hotel, code)
	draft.Trip, draft.Guest, draft.Token = trip, zoe, api.NewSecret("card_good")
	draft.CustomData = api.CustomData{{Key: "cost_centre", Text: "CC-1"}, {Key: "vip", Kind: api.CustomBool, Truth: true}}
	draft, err = desk.Verify(t.Context(), draft)
	must(err)
	f.Verified, f.Stops = *draft.Verified, terms.Stops(draft.Changes)
	booked, err := desk.Book(t.Context(), draft)
	must(err)
	for _, d := range booked.Deviations {
		if d.What != "cancel penalties" {
			t.Errorf("quirks %q: stored otherwise: %+v", quirks, d)
		}
	}
	f.Booked = booked.Reservation
	f.Cost = terms.Of(f.Booked.Rate.Terms).CostAt(clock).Words()
	f.Read, err = client.ReadReservation(t.Context(), f.Booked.ID)
	must(err)
	paid, err := desk.ChangePayment(t.Context(), desk.ShownNow(f.Read), api.NewSecret("tok_other"), api.NewSecret("123"))
	must(err)
	f.Paid = paid.Reservation
	change, err := priceDates(t.Context(), desk, f.Booked.ID, trip.CheckIn, trip.CheckOut.AddDays(-1))
	must(err)
	moved, err := desk.ChangeDates(t.Context(), change)
	must(err)
	f.Moved = moved.Reservation
	all, _, err := desk.Reservations(t.Context(), api.ReservationQuery{PageSize: pageSize})
	must(err)
	for all.More() {
		all, _, err = desk.MoreReservations(t.Context(), all)
		must(err)
	}
	f.Listed = all.Items
	canceled, err := desk.Cancel(t.Context(), desk.ShownNow(f.Moved))
	must(err)
	f.Canceled = canceled.Reservation
	f.Errors = refusals(t, desk, client, f.Canceled)
	return f, code
}

// refusals are the errors of requests that the service must refuse. A write is
// refused by the service's own words alone: a page leaves its outcome unknown.
func refusals(t *testing.T, desk *booking.Desk, client *api.Client, canceled api.Reservation) []refusal {
	t.Helper()
	_, again := desk.Cancel(t.Context(), desk.ShownNow(canceled))
	_, unknown := client.ReadReservation(t.Context(), strings.Repeat("x", 32))
	_, wrong := client.ListReservations(t.Context(), api.ReservationQuery{PageSize: 101})
	var out []refusal
	for i, err := range []error{again, unknown, wrong} {
		var e *api.Error
		if !errors.As(err, &e) || e.Message == "" || (e.Outcome == api.OutcomeUnknown) != (i == 0 && e.Type == "") {
			t.Fatalf("%v is no refusal", err)
		}
		out = append(out, refusal{e.Status, e.Code, e.Type, e.Message, e.Problems})
	}
	return out
}

// each changes every T that can be reached.
func each[T any](f *facts, change func(*T)) { eachIn(reflect.ValueOf(f).Elem(), change) }

func eachIn[T any](v reflect.Value, change func(*T)) {
	if v.CanAddr() {
		if one, ok := v.Addr().Interface().(*T); ok {
			change(one)
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachIn(v.Elem(), change)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachIn(v.Index(i), change)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				eachIn(v.Field(i), change)
			}
		}
	default:
	}
}

// loses says what is not known with a quirk that is known without it. A quirk
// that is not named here loses nothing.
func loses() map[string]func(*facts) {
	digits := func(text string) string {
		return strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, text)
	}
	penalties := func(f *facts) {
		each(f, func(t *api.Terms) { t.Penalties = nil })
		f.Cost, f.Stops = "", false
	}
	confirmation := func(forget func(*api.Confirmation)) func(*facts) {
		return func(f *facts) {
			each(f, func(r *api.Reservation) {
				if r.Confirmation == nil {
					return
				}
				if forget(r.Confirmation); *r.Confirmation == (api.Confirmation{}) {
					r.Confirmation = nil
				}
			})
		}
	}
	errors := func(f *facts) {
		for i := range f.Errors {
			f.Errors[i] = refusal{Status: f.Errors[i].Status}
		}
	}
	return map[string]func(*facts){
		"numbers-for-strings": func(f *facts) {
			each(f, func(h *api.Hotel) { h.Phone, h.Fax = digits(h.Phone), digits(h.Fax) })
			each(f, func(p *api.Property) { p.Phone = digits(p.Phone) })
		},
		"penalties-null": penalties, "penalties-missing": penalties,
		"deadline-minutes":    func(f *facts) { each(f, func(d *api.Deadline) { d.Text = "" }) },
		"prose-contradicts":   func(f *facts) { each(f, func(p *api.CancelPenalty) { p.Description = "" }) },
		"other-names":         func(f *facts) { each(f, func(h *api.HotelRef) { h.Name = "" }) },
		"missing-lowest-rate": func(f *facts) { each(f, func(h *api.Hotel) { h.Lowest = nil }) },
		"missing-rooms": func(f *facts) {
			for i := range f.Hotels {
				f.Hotels[i].Rooms = nil
			}
		},
		"missing-email": func(f *facts) {
			each(f, func(h *api.Hotel) { h.Email = "" })
			each(f, func(p *api.Property) { p.Email = "" })
		},
		"missing-occupancy": func(f *facts) {
			each(f, func(r *api.Room) { r.MaxOccupancy = 0 })
			f.Verified.MaxOccupancy = 0
		},
		"missing-tax-flag": func(f *facts) {
			each(f, func(p *api.Price) { p.TaxesIncluded = nil })
			each(f, func(l *api.LowestRate) { l.TaxesIncluded = nil })
		},
		"missing-confirmation": func(f *facts) { each(f, func(r *api.Reservation) { r.Confirmation = nil }) },
		"missing-number":       confirmation(func(c *api.Confirmation) { c.HotelNumber = "" }),
		"missing-locator":      confirmation(func(c *api.Confirmation) { c.RecordLocator = "" }),
		"unknown-status": func(f *facts) {
			for i := range f.Listed {
				if r := &f.Listed[i]; r.Status == "COMPLETED" {
					r.Status = api.StatusConfirmed
				}
			}
		},
		"unknown-error":  errors,
		"html-error":     errors,
		"wrong-flags":    func(f *facts) { each(f, func(c *api.Charge) { c.IncludedInBase = nil }) },
		"parts-disagree": func(f *facts) { each(f, func(p *api.Price) { p.Taxes = api.Money{} }) },
	}
}

func difference(want, got facts) string {
	if reflect.DeepEqual(want, got) {
		return "" // To look for differences takes far longer.
	}
	return cmp.Diff(want, got,
		// Each sandbox serves the pictures at its own address.
		cmp.FilterValues(func(a, b string) bool { return pictureOf(a) != "" && pictureOf(b) != "" },
			cmp.Comparer(func(a, b string) bool { return pictureOf(a) == pictureOf(b) })),
		cmp.Comparer(func(a, b api.Money) bool { return a == b }),
		cmp.Comparer(func(a, b api.Secret) bool { return a == b }))
}

// pictureOf is what follows the address of a sandbox in that of a picture; empty where a text is none.
func pictureOf(text string) string {
	if _, path, ok := strings.Cut(text, "/images/"); ok && strings.HasPrefix(text, "http://127.0.0.1:") {
		return path
	}
	return ""
}

// With every shape that services have been seen to answer in, the console
// searches, verifies, books, reads, changes, lists and cancels, and learns the
// same as without them, but for what is not said (WIRE 4).
func TestQuirksOfServices(t *testing.T) {
	t.Parallel()
	plain, code := journey(t, "", api.PropertyID{}, "")
	if plain.Stops || plain.Cost != "free" || plain.Canceled.Status != api.StatusCanceled || len(plain.Hotels) < 3 || len(plain.Listed) != samples+1 {
		t.Fatalf("the journey without quirks: %+v", plain)
	}
	for _, status := range []string{api.StatusConfirmed, api.StatusCanceled} {
		if !slices.ContainsFunc(plain.Listed, func(r api.Reservation) bool { return r.Status == status }) {
			t.Errorf("nothing that is listed is %s", status)
		}
	}
	lost := loses()
	tests := map[string][]string{"none": nil, "all": nil}
	for _, q := range training.ListQuirks() {
		tests[q.Name] = []string{q.Name}
		tests["all"] = append(tests["all"], q.Name)
	}
	for name := range lost {
		if _, ok := tests[name]; !ok {
			t.Errorf("there is no quirk %s", name)
		}
	}
	for name, quirks := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := journey(t, name, plain.Hotel.ID, code)
			// What is not said must not be promised.
			if cost := "not said"; (got.Cost == cost) != (len(got.Booked.Rate.Terms.Penalties) == 0) || got.Cost != cost && got.Cost != plain.Cost {
				t.Errorf("cancelling costs %q, without the quirk %q", got.Cost, plain.Cost)
			}
			want := plainCopy(plain)
			for _, quirk := range quirks {
				if forget := lost[quirk]; forget != nil {
					forget(&want)
					forget(&got)
				}
			}
			if d := difference(want, got); d != "" {
				t.Errorf("(-without +with):\n%.4000s", d)
			}
		})
	}
}

// plainCopy shares nothing that a test changes.
func plainCopy(f facts) facts {
	v := reflect.ValueOf(f)
	return deepCopy(v).Interface().(facts)
}

func deepCopy(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(deepCopy(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(deepCopy(v.Index(i)))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(deepCopy(v.Field(i)))
			}
		}
	default:
	}
	return out
}
