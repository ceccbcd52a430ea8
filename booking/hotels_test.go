package booking

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// listed is a list of hotels with these totals.
func listed(totals ...api.Money) HotelList {
	var l HotelList
	for i, total := range totals {
		l.Items = append(l.Items, Listing{
			ID:        api.PropertyID{Chain: []string{"LX", "HB"}[i%2], Code: "1"},
			rates:     []ListedRate{pricedAt(total, terms.TaxIncluded, api.Money{})},
			amenities: amenityLines(api.Hotel{Amenities: []api.Amenity{{Description: "Wi-Fi"}, {Description: []string{"Gym", "Bar"}[i%2]}}}),
		})
	}
	return l
}

func all(l HotelList) []HotelRow {
	return l.Arrange(trip.Order{By: trip.SortService}, trip.Filter{}, "")
}

func TestPriceBounds(t *testing.T) {
	l := listed(api.NewMoney("300", "GBP"), api.NewMoney("100.50", "GBP"), api.Money{}, api.NewMoney("101", "GBP"))
	if low, high, ok := PriceBounds(all(l)); !ok || low.String() != "100.50 GBP" || high.String() != "300.00 GBP" {
		t.Errorf("from %s to %s, %t", low, high, ok)
	}
	if low, high, ok := PriceBounds(all(l)[:1]); !ok || low != high || low.String() != "300.00 GBP" {
		t.Errorf("of one: from %s to %s, %t", low, high, ok)
	}
	if _, _, ok := PriceBounds(nil); ok {
		t.Error("no hotels have bounds")
	}
	if _, _, ok := PriceBounds(all(listed(api.NewMoney("300", "GBP"), api.NewMoney("100", "EUR")))); ok {
		t.Error("two currencies have bounds")
	}
}

func TestShares(t *testing.T) {
	got := Shares([]api.NightPrice{{Total: api.NewMoney("50", "GBP")}, {Total: api.NewMoney("100", "GBP")}, {Total: api.NewMoney("none", "GBP")}})
	if !slices.Equal(got, []float64{0.5, 1, 0}) {
		t.Errorf("the shares are %v", got)
	}
	if got := Shares([]api.NightPrice{{}}); !slices.Equal(got, []float64{0}) {
		t.Errorf("the share of no price is %v", got)
	}
}

// Chains have their names and both say what they leave under the other filters; what leaves nothing is listed all
// the same.
func TestChoices(t *testing.T) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	list := listed(gbp("100"), gbp("200"), gbp("300"))
	list.Items[0].Chain, list.Items[2].Chain = "Lantern", "Lantern"
	words := func(choices []Choice) (out []string) {
		for _, c := range choices {
			out = append(out, fmt.Sprint(c.Value, "/", c.Name, "/", c.Left))
		}
		return out
	}
	cheap := trip.Filter{MaxPrice: gbp("150"), Chain: "HB", Amenity: "Bar"}
	for _, c := range []struct {
		name string
		got  []Choice
		want []string
	}{
		{"chains", list.Chains(trip.Filter{}), []string{"HB/HB/1", "LX/Lantern LX/2"}},
		{"chains of what is cheap", list.Chains(trip.Filter{MaxPrice: gbp("150")}), []string{"HB/HB/0", "LX/Lantern LX/1"}},
		{"amenities", list.Amenities(trip.Filter{}), []string{"Wi-Fi/Wi-Fi/3", "Gym/Gym/2", "Bar/Bar/1"}},
		{"amenities of a chain", list.Amenities(trip.Filter{Chain: "HB"}), []string{"Wi-Fi/Wi-Fi/1", "Gym/Gym/0", "Bar/Bar/1"}},
		{"classes", list.Classes(trip.Filter{}), []string{"1/1*/0", "2/2*/0", "3/3*/0", "4/4*/0", "5/5*/0"}},
	} {
		if got := words(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got, ok := list.FewerFilter(cheap); !ok || got.Words != "up to 150.00 GBP" || got.Left != 1 || got.Without.MaxPrice.IsSet() {
		t.Errorf("one filter less is %+v", got)
	}
	if got, ok := list.FewerFilter(trip.Filter{MinStars: 5, MaxPrice: gbp("1")}); ok {
		t.Errorf("%+v leaves nothing", got)
	}
}

func TestTripChanges(t *testing.T) {
	trip := trip.Default(api.NewDate(2026, 12, 24))
	if got := trip.Words(); got != "Thu 7 Jan – Sat 9 Jan 2027 · 2 nights · 2 adults" {
		t.Errorf("the default trip is %q", got)
	}
	if got := trip.Shift(-7); got.CheckIn.String() != "2026-12-31" || got.Nights() != 2 {
		t.Errorf("a week earlier is %s", got.Words())
	}
	for day, want := range map[int]string{8: "2027-01-10", 9: "2027-01-11", 1: "2027-01-03"} {
		if got := trip.WithCheckIn(api.NewDate(2027, 1, day)); got.CheckOut.String() != want {
			t.Errorf("an arrival on the %dth leaves on %s, want the nights kept", day, got.CheckOut)
		}
	}
}

// oneHotel is a service with the hotels of one search.
type oneHotel struct {
	Service
	asked  *api.HotelQuery
	hotels []api.Hotel
}

func (s oneHotel) SearchHotels(_ context.Context, q api.HotelQuery) (api.HotelPage, error) {
	*s.asked = q
	return api.HotelPage{Hotels: s.hotels, Page: 1, TotalPages: 1, TotalItems: len(s.hotels)}, nil
}

func (oneHotel) Skew() time.Duration { return 0 }

func TestHotelAgain(t *testing.T) {
	id := api.PropertyID{Chain: "LX", Code: "7"}
	with := api.Hotel{ID: id, Name: "renamed", Rooms: []api.Room{{Rates: []api.Rate{{Name: "new"}}}}}
	trip := trip.Trip{Destination: trip.CodeDestination("LON"), CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 13), Adults: 2, Rooms: 1}
	for name, c := range map[string]struct {
		hotels []api.Hotel
		found  bool
	}{
		"with rates": {[]api.Hotel{{ID: api.PropertyID{Chain: "LX", Code: "8"}}, with}, true},
		"sold out":   {[]api.Hotel{{ID: id}}, false},
		"not listed": {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			var asked api.HotelQuery
			desk := NewDesk(Options{Service: oneHotel{asked: &asked, hotels: c.hotels}})
			hotel, found, err := desk.HotelAgain(context.Background(), trip, api.Hotel{ID: id, Name: "old"})
			if err != nil || found != c.found || found && hotel.Name != "renamed" {
				t.Errorf("got %+v, %v, %v", hotel, found, err)
			}
			if asked.Code != "" || !slices.Equal(asked.Properties, []api.PropertyID{id}) || asked.Adults != 2 {
				t.Errorf("asked for %+v", asked)
			}
		})
	}
}

// BenchmarkArrange puts 10,000 hotels in order: it is done between two keys.
func BenchmarkArrange(b *testing.B) {
	list := HotelList{}
	for i := range 10_000 {
		list.Items = append(list.Items, Listing{
			Name:  fmt.Sprintf("Hôtel %d", i*7919%10_000),
			rates: []ListedRate{pricedAt(api.NewMoney(fmt.Sprintf("%d.%02d", 50+i*7919%900, i%100), "GBP"), terms.TaxIncluded, api.Money{})},
		})
	}
	for _, by := range []trip.Sort{trip.SortTotal, trip.SortName} {
		b.Run(by.String(), func(b *testing.B) {
			for b.Loop() {
				list.Arrange(trip.Order{By: by}, trip.Filter{}, "")
			}
		})
	}
}
