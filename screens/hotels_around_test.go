package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/ui/uitest"
)

// Where hotels can only be searched around a code, those of the place are kept, how many are left out is said, and a key
// shows them.
func TestHotelsAroundAPlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.noCodes, f.service.hotels = true, 12
	search := londonTrip()
	search.Destination = trip.Destination{
		Kind: trip.KindArea, Name: "Aldwych, London, United Kingdom", CountryCode: "GB", Properties: []api.PropertyID{fakeID(0), fakeID(4)},
		At: &api.Coordinates{Latitude: 51.51, Longitude: -0.12},
	}
	p := f.start(hotelListOf(f.deps, search)).Has("Aldwych GB by LON within 15 mi", "2 of 2 hotels", "! 2 of 12 are in Aldwych GB; 10 near LON are left out, a shows them")
	f.allGoldens("hotels_around")
	p.Resize(120, 40).Press("s", "down", "enter", "a").Has("12 of 12 hotels", "all 12 near LON, of which 2 are in Aldwych GB; a leaves the", "Pelham & Rowe")
	p.Press("a").Has("2 of 2 hotels").HasNot("Pelham & Rowe")
	uitest.Sweep(t, p)
	search.Destination.Properties = []api.PropertyID{{Chain: "QQ", Code: "1"}}
	f.start(hotelListOf(f.deps, search)).Has("No hotels found", "a  12 hotels near LON, not in Aldwych GB").Press("a").Has("12 of 12 hotels")
	// Every other list says nothing of it, and the key does nothing there.
	f.start(hotelListOf(f.deps, londonTrip())).HasNot("left out").Press("a").Has("a does nothing here")
}
