package booking

import (
	"testing"

	"bellhop/api"
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
