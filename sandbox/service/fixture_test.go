package service

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	_ "time/tzdata" // The world's zones have to load wherever the tests run.

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/sqlite"
	"bellhop/sandbox/world"
)

// fixture is a service on a world of 600 hotels, with a clock that stands still.
type fixture struct {
	t       testing.TB
	service *Service
	store   store.Store
	world   *world.World
	now     time.Time
}

// oneWorld is only read, so that all tests share it.
var oneWorld = sync.OnceValues(func() (*world.World, error) { return world.New(42, 600) })

func open(t testing.TB, change ...func(*Options)) *fixture {
	t.Helper()
	w, err := oneWorld()
	if err != nil {
		t.Fatal(err)
	}
	accounts := []string{"acme", "other"}
	data, err := sqlite.Open(t.Context(), "", store.Identity{Seed: 42, Properties: 600}, accounts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := data.Close(); err != nil {
			t.Error(err)
		}
	})
	o := Options{World: w, Store: data, Seed: 42, Accounts: accounts, Names: defaultNames(), Logger: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&o)
	}
	return &fixture{t: t, service: New(o), store: data, world: w, now: time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)}
}

func defaultNames() Names {
	n, _ := ReadNames(nil) // Nothing to misread.
	return n
}

func (f *fixture) request(method, path, body string) Request {
	f.t.Helper()
	to, err := url.Parse(path)
	if err != nil {
		f.t.Fatal(err)
	}
	return Request{Now: f.now, Account: "acme", Method: method, URL: to, ContentType: "application/json", Body: []byte(body)}
}

// ok sends a request that has to succeed.
func (f *fixture) ok(status int, method, path, body string) jsontree.Value {
	f.t.Helper()
	a := f.service.Handle(f.t.Context(), f.request(method, path, body))
	if a.Status != status {
		f.t.Fatalf("%s %s: status %d, want %d\n%s", method, path, a.Status, status, a.Body)
	}
	return f.decode(a.Body)
}

func (f *fixture) decode(text []byte) jsontree.Value {
	f.t.Helper()
	v, err := jsontree.Decode(text, nil)
	if err != nil {
		f.t.Fatalf("the answer is no JSON: %v\n%s", err, text)
	}
	return v
}

// proves tells which rules of the specification a test fails for when they are
// broken. docs/conformance.md is made from it.
func proves(t *testing.T, rules ...string) {
	t.Helper()
	for _, rule := range rules {
		t.Attr("rule", rule)
	}
}

// searchBody asks for London from 12 to 15 December, two adults.
const searchBody = `{"stay_info":{"check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":2}},` +
	`"filter":{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":20,"type":"mi"}}}}`

// offered is one rate of a search result.
type offered struct{ hotel, rate jsontree.Value }

// offer is the first rate that a search finds.
func (f *fixture) offer() offered {
	f.t.Helper()
	hotel := f.ok(http.StatusOK, http.MethodPost, PathSearch, searchBody).Member("results").Items[0]
	return offered{hotel, hotel.Member("rooms").Items[0].Member("rates").Items[0]}
}

func (o offered) verifyBody() string {
	return fmt.Sprintf(`{"booking_code":%s,"channel_code":%s,"chain_code":%s,"property_code":%s,`+
		`"check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":2,"children":0}}`,
		o.rate.Member("booking_code"), o.rate.Member("channel_code"), o.hotel.Member("chain_code"), o.hotel.Member("property_code"))
}

func (o offered) createBody() string {
	price := o.rate.Member("price")
	return fmt.Sprintf(`{"check_in_date":"2026-12-12","check_out_date":"2026-12-15",`+
		`"guests":{"number_of_adults":2,"number_of_children":0,"primary":{"address":"3 rue de l'Église","city":"Lyon","country":"FR",`+
		`"email":"f.daubigne@example.com","given_name":"Françoise","surname":"D'Aubigné & fils","telephone_number":"+33478000000",`+
		`"state":"","postal_code":"69002"}},"hotel":{"chain_code":%s,"name":%s,"property_code":%s},`+
		`"payment":{"guest":{"amount":%s,"token":"card_good"}},"rate":{"booking_code":%s,"channel_code":%s,"number_of_rooms":1,`+
		`"price":{"total_price":%s,"base_price":%s,"total_taxes":%s,"currency_code":%s},"terms":%s}}`,
		o.hotel.Member("chain_code"), o.hotel.Member("name"), o.hotel.Member("property_code"), price.Member("total_price"),
		o.rate.Member("booking_code"), o.rate.Member("channel_code"), price.Member("total_price"), price.Member("base_price"),
		price.Member("total_taxes"), price.Member("currency_code"), o.rate.Member("terms"))
}
