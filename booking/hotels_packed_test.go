package booking

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/trip"
)

// paged answers searches with its pages.
type paged struct {
	Service
	pages [][]api.Hotel
}

func (s paged) SearchHotels(_ context.Context, q api.HotelQuery) (api.HotelPage, error) {
	page := max(q.Page, 1)
	out := api.HotelPage{Page: page, TotalPages: len(s.pages), Hotels: slices.Clone(s.pages[page-1])}
	if page < len(s.pages) {
		out.NextToken = fmt.Sprint(page + 1)
	}
	return out, nil
}

func (paged) Skew() time.Duration { return 0 }

func (paged) facts(i int) api.Hotel {
	total := api.NewMoney(fmt.Sprintf("%d.10", 100+i), []string{"GBP", "EUR", ""}[i%3])
	included := i%2 == 0
	h := api.Hotel{
		ID: api.PropertyID{Chain: []string{"LX", ""}[i%2], Code: fmt.Sprint(i)}, Name: fmt.Sprintf("Zum Löwen %d", i),
		Address:      api.Address{Street: fmt.Sprintf("%d Lantern Row", i), City: "London", PostalCode: "N1"},
		ADACompliant: i%4 == 0,
		Rooms: []api.Room{{Name: "Queen", Rates: []api.Rate{{
			BookingCode: fmt.Sprintf("code-%d", i),
			Price:       api.Price{Total: total, TaxesIncluded: &included},
			Terms:       api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-12-10T18:00:00+01:00"), Amount: total}}},
		}}}},
	}
	if i%3 > 0 {
		h.Amenities = []api.Amenity{{Description: "Wi-Fi", Code: i}, {Code: 7}, {Description: "Gym"}}
	}
	return h
}

// A list keeps its hotels packed. What comes out again is what the service
// said, whatever the size of its pages, and the rows say the same.
func TestAListKeepsAllOfEveryHotel(t *testing.T) {
	for _, sizes := range [][]int{{3}, {25, 25, 7}, {1001, 2}, {0, 3}} {
		service, n := paged{}, 0
		for _, size := range sizes {
			var page []api.Hotel
			for range size {
				page = append(page, service.facts(n))
				n++
			}
			service.pages = append(service.pages, page)
		}
		desk := NewDesk(Options{Service: service})
		list, err := desk.Hotels(t.Context(), trip.Trip{})
		for err == nil && list.More() {
			before := list
			list, err = desk.MoreHotels(t.Context(), list)
			if len(before.Items) > 0 && before.Items[0].Name != "Zum Löwen 0" {
				t.Errorf("%v: the list before has become %+v", sizes, before.Items[0])
			}
		}
		if err != nil || len(list.Items) != n {
			t.Fatalf("%v: %d hotels, %v", sizes, len(list.Items), err)
		}
		for i, item := range list.Items {
			want := service.facts(i)
			if got := item.Hotel(); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: hotel %d is %+v, want %+v", sizes, i, got, want)
			}
			if item.ID != want.ID || item.Name != want.Name || item.Street != want.Address.Street || item.City != "London" ||
				item.Accessible != want.ADACompliant || item.rates[0].Total() != want.Rooms[0].Rates[0].Price.Total {
				t.Fatalf("%v: row %d is %+v of %+v", sizes, i, item, want)
			}
			amenities := []string(nil)
			if i%3 > 0 {
				amenities = []string{"Wi-Fi", "Gym"}
			}
			if !slices.Equal(item.Amenities(), amenities) {
				t.Fatalf("%v: row %d has %q", sizes, i, item.Amenities())
			}
		}
	}
	if got := (Listing{}).Amenities(); got != nil {
		t.Errorf("the zero Listing has %q", got)
	}
}
