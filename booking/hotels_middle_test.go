package booking

import (
	"context"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/trip"
)

// One hotel far away does not move the middle, and one without a place does not count.
func TestMiddleOfHotels(t *testing.T) {
	t.Parallel()
	at := func(latitude, longitude float64) Listing {
		return Listing{Location: api.Coordinates{Latitude: latitude, Longitude: longitude}, Located: true}
	}
	list := HotelList{Items: []Listing{at(1, 179.9), {}, at(1.02, -179.98), at(1.01, 180), at(60, 10), at(0.9, 179.8)}}
	middle, ok := list.Middle()
	if near := at(1.01, 179.9).Location; !ok || middle.Latitude < 1.009 || middle.Latitude > 1.011 || middle.Longitude-near.Longitude > 0.11 || middle.Longitude < 179.8 {
		t.Errorf("the middle is %v, %t", middle, ok)
	}
	if _, ok := (HotelList{Items: []Listing{{}}}).Middle(); ok {
		t.Error("hotels without a place have a middle")
	}
}

// codesRefused is a service that searches around codes only.
type codesRefused struct {
	Service
	asked  *[]api.HotelQuery
	hotels []api.Hotel
	error  *api.Error
}

func (s codesRefused) SearchHotels(_ context.Context, q api.HotelQuery) (api.HotelPage, error) {
	*s.asked = append(*s.asked, q)
	if len(q.Properties) > 0 {
		return api.HotelPage{}, s.error
	}
	if q.Read != nil {
		for _, hotel := range s.hotels {
			q.Read(hotel)
		}
	}
	return api.HotelPage{Hotels: s.hotels, Page: 1, TotalPages: 1, TotalItems: len(s.hotels)}, nil
}

// codesOnly is a codesRefused that refuses coordinates as well, and has two pages.
type codesOnly struct{ codesRefused }

func (s codesOnly) SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error) {
	page, err := s.codesRefused.SearchHotels(ctx, q)
	if q.Around != nil {
		return api.HotelPage{}, s.error
	}
	if q.Page < 2 {
		page.TotalPages, page.TotalItems, page.NextToken = 2, 2*len(s.hotels), "A"
	}
	return page, err
}

func (codesRefused) Skew() time.Duration { return 0 }

// Where a service does not search by the codes of hotels, it is asked around the nearest airport: the hotels of the place
// are kept, and the others counted.
func TestHotelsAroundAPlace(t *testing.T) {
	t.Parallel()
	id := func(code string) api.PropertyID { return api.PropertyID{Chain: "LX", Code: code} }
	hotel := func(code, city string) api.Hotel {
		return api.Hotel{ID: id(code), Name: "Hotel " + code, Address: api.Address{City: city}}
	}
	search := trip.Trip{Adults: 2, Rooms: 1, Destination: trip.Destination{
		Kind: trip.KindArea, Name: "Windsor, England, United Kingdom", CountryCode: "GB", Properties: []api.PropertyID{id("1"), id("3")},
		At: &api.Coordinates{Latitude: 51.48, Longitude: -0.61},
	}}
	var asked []api.HotelQuery
	service := codesRefused{
		asked: &asked, hotels: []api.Hotel{hotel("1", "Windsor"), hotel("2", "Slough"), hotel("3", "Windsor"), hotel("4", "Staines")},
		error: &api.Error{Status: 400, Type: api.TypeValidation, Problems: []api.Problem{{Field: []string{"filter", "hotel"}, Message: "unknown"}}},
	}
	desk := NewDesk(Options{Service: service, Now: time.Now})
	parts := 0
	list, err := HotelsInParts(t.Context(), desk, search, func(part HotelList) { parts = len(part.Items) })
	if err != nil || len(asked) != 2 || asked[1].Around == nil || asked[1].Radius != 20 {
		t.Fatalf("asked for %+v, %v", asked, err)
	}
	names := func() string {
		var out string
		for _, item := range list.Items {
			out += item.ID.Code
		}
		return out
	}
	if names() != "13" || parts != 2 || list.Total != 2 || len(list.Away) != 2 || list.Centre == nil || list.Trip.Destination.Near != "LHR" {
		t.Errorf("the list is %s, of %d, %d away, in parts %d, around %q", names(), list.Total, len(list.Away), parts, list.Trip.Destination.Near)
	}
	if got := list.CentreWords(true); list.ByCode() || got != "within 20 mi of LHR airport; distances are from there" {
		t.Errorf("by code %t: %q", list.ByCode(), got)
	}
	if got := list.AroundWords(); got != "2 of 4 are in Windsor GB; 2 near LHR are left out" {
		t.Errorf("it says %q", got)
	}
	list = list.WithAround(true)
	if got := list.AroundWords(); names() != "1324" || list.Total != 4 || got != "all 4 near LHR, of which 2 are in Windsor GB" {
		t.Errorf("all around are %s of %d: %q", names(), list.Total, got)
	}
	if list = list.WithAround(false); names() != "13" || list.Total != 2 {
		t.Errorf("without those around: %s of %d", names(), list.Total)
	}
	// If the service refuses coordinates as well, every page is searched by the airport's code.
	asked = nil
	coded := codesOnly{service}
	list, err = NewDesk(Options{Service: coded, Now: time.Now}).Hotels(t.Context(), search)
	for err == nil && list.More() {
		list, err = NewDesk(Options{Service: coded, Now: time.Now}).MoreHotels(t.Context(), list)
	}
	if err != nil || len(asked) != 4 || asked[1].Around == nil || asked[2].Code != "LHR" || asked[2].Around != nil || asked[3].Code != "LHR" || asked[3].Page != 2 {
		t.Errorf("asked for %+v, %v", asked, err)
	}
	if got := list.CentreWords(true); !list.ByCode() || got != "within 20 mi of LHR as the service places it; distances are from LHR airport" {
		t.Errorf("by code %t: %q", list.ByCode(), got)
	}
	// What is wrong with anything else is told as it is.
	service.error = &api.Error{Status: 400, Problems: []api.Problem{{Field: []string{"stay_info", "check_in_date"}, Message: "past"}}}
	asked = nil
	if _, err := NewDesk(Options{Service: service, Now: time.Now}).Hotels(t.Context(), search); err == nil || len(asked) != 1 {
		t.Errorf("asked for %+v, %v", asked, err)
	}
	// Without any codes nothing else can be asked for.
	search.Destination.Properties, asked = nil, nil
	search.Destination.Left = 5
	list, err = NewDesk(Options{Service: service, Now: time.Now}).Hotels(t.Context(), search)
	if err != nil || len(asked) != 1 || names() != "13" {
		t.Errorf("asked for %+v, found %s, %v", asked, names(), err)
	}
}
