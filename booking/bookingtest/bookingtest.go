// Package bookingtest has hard answers of a service, with which every screen and command is tested.
package bookingtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"bellhop/api"
)

// ReservationJSON is a confirmed reservation of Ada Lindqvist at a hotel in New York, as a service writes it. The dates are
// copied as given.
func ReservationJSON(id, checkIn, checkOut string) string {
	return fmt.Sprintf(`{"id": %q, "status": "CONFIRMED", "check_in_date": %q, "check_out_date": %q, "created_at": "2026-11-20T12:00:00Z",
		"confirmation": {"hotel_confirmation_number": "640312273", "record_locator": "QLYGWV"},
		"guests": {"number_of_adults": 2, "number_of_children": 0, "primary": {"given_name": "Ada", "surname": "Lindqvist",
			"email": "ada@example.com", "telephone_number": "+12125550100", "address": "1 Lamp Street", "city": "New York", "state": "NY",
			"postal_code": "10001", "country": "US"}},
		"hotel": {"chain_code": "LX", "property_code": "20400", "name": "The Lantern"},
		"payment": {"guest": {"amount": 612.40, "token": "tok"}},
		"rate": {"booking_code": "1KB77HAP", "channel_code": "CRS", "number_of_rooms": 1,
			"price": {"total_price": 612.40, "base_price": 500.00, "total_taxes": 112.40, "currency_code": "USD"},
			"terms": {"guarantee_type": "GUARANTEE", "refundable": true, "cancel_penalties": [{"deadline_local": "2026-12-10T18:00:00-05:00",
				"penalty": {"currency_amount": {"amount": 204.13, "currency": "USD"}}}]}}}`, id, checkIn, checkOut)
}

// ReservationID returns the id of the reservation with this number, from 1 to 3.
func ReservationID(n int) string { return strings.Repeat(fmt.Sprint(n), 32) }

// A List is a spelling of the list of a service with three reservations.
type List struct {
	Name  string
	Items string // the JSON of items
	Total string // the JSON of the total; empty if it is missing
	Whole bool
	// Pages returns the items and the total of a page, for the request of this number from 1; nil if every page is the same.
	Pages func(request, page int) (items, total string)
}

// Lists returns complete lists, and lists that are incomplete in different ways.
func Lists() []List {
	var each [3]string
	for i := range each {
		each[i] = ReservationJSON(ReservationID(i+1), "2026-12-12T00:00:00Z", "2026-12-15T00:00:00Z")
	}
	all := "[" + strings.Join(each[:], ",") + "]"
	return []List{
		{"all three", all, "3", true, nil},
		{"all three, total as text", all, `"3"`, true, nil},
		{"none", "[]", "0", true, nil},
		{"none, as null", "null", "0", true, nil},
		{"an object", `{"0":` + each[0] + "}", "3", false, nil},
		{"an object without a total", `{"0":` + each[0] + "}", "", false, nil},
		{"an empty object", "{}", "3", false, nil},
		{"null", "null", "3", false, nil},
		{"null without a total", "null", "", false, nil},
		{"null for an item", "[null]", "3", false, nil},
		{"text", `"none"`, "3", false, nil},
		{"text without a total", `"none"`, "", false, nil},
		{"fewer than the total", "[]", "1", false, nil},
		{"one of five", "[" + each[0] + "]", "5", false, nil},
		{"null beside three", "[" + strings.Join(each[:], ",") + ",null]", "3", false, nil},
		{"two pages", "", "", true, func(_, page int) (string, string) {
			return []string{"[]", "[" + each[0] + "," + each[1] + "]", "[" + each[2] + "]"}[min(page, 3)%3], "3"
		}},
		{"two pages, the total changes", "", "", false, func(_, page int) (string, string) {
			return []string{"[]", "[" + each[0] + "]", "[" + each[1] + "," + each[2] + "]"}[min(page, 3)%3], fmt.Sprint(min(page, 2) + 1)
		}},
		{"two pages, the first changes", "", "", false, func(request, page int) (string, string) {
			return "[" + []string{each[2], each[request/2%2]}[page%2] + "]", "2"
		}},
	}
}

// Serve returns a client of a service that has this list on each page, and answers every read with the first reservation.
func (l List) Serve(t testing.TB) *api.Client {
	t.Helper()
	var requests atomic.Int64
	return serve(t, func(u *url.URL) string {
		if !strings.HasSuffix(u.Path, "/reservations") {
			return ReservationJSON(ReservationID(1), "2026-12-12T00:00:00Z", "2026-12-15T00:00:00Z")
		}
		items, total := l.Items, l.Total
		if l.Pages != nil {
			page, _ := strconv.Atoi(u.Query().Get("page_number"))
			items, total = l.Pages(int(requests.Add(1)), max(page, 1))
		}
		if total == "" {
			return `{"items":` + items + "}"
		}
		return `{"total_items_without_paging":` + total + `,"items":` + items + "}"
	})
}

// Serve returns a client of a service whose answers the function gives by path. Its only destination is a hotel in New York.
func Serve(t testing.TB, answer func(path string) string) *api.Client {
	t.Helper()
	return serve(t, func(u *url.URL) string { return answer(u.Path) })
}

func serve(t testing.TB, answer func(*url.URL) string) *api.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.HasSuffix(r.URL.Path, "/destinations/search") {
			_, _ = fmt.Fprint(w, `{"results":[{"objectID":"1","type":"hotel","name":"The Lantern","chain_code":"LX","property_code":"20400",
				"city":"New York","country_code":"US","timezone":"America/New_York"}]}`)
			return
		}
		_, _ = fmt.Fprint(w, answer(r.URL))
	}))
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "demo", Token: api.NewSecret("key")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		server.Close()
	})
	return client
}
