package trip

import (
	"math"
	"testing"

	"bellhop/api"
)

func TestDistanceAndDirection(t *testing.T) {
	london, paris := api.Coordinates{Latitude: 51.5074, Longitude: -0.1278}, api.Coordinates{Latitude: 48.8566, Longitude: 2.3522}
	if km := Kilometres(london, paris); km < 340 || km > 348 {
		t.Errorf("London to Paris is %.1f km", km)
	}
	if got := Compass(london, paris); got != "SE" {
		t.Errorf("Paris lies %s of London", got)
	}
	west, east := api.Coordinates{Longitude: 179.9}, api.Coordinates{Longitude: -179.9}
	if km := Kilometres(west, east); km > 23 {
		t.Errorf("across the date line: %.1f km", km)
	}
	if got := Compass(west, east); got != "E" {
		t.Errorf("across the date line: %s", got)
	}
}

// A search around a code is measured from its airport or city, wherever the hotels are. Other destinations have no place.
func TestCentre(t *testing.T) {
	for code, want := range map[string]struct {
		words    string
		lat, lon float64
	}{
		"LHR": {"LHR airport", 51.470, -0.454},
		"LON": {"LON centre", 51.507, -0.128},
		"MUC": {"MUC airport", 48.354, 11.786}, // a city's code too
		"IST": {"IST airport", 41.275, 28.752}, // moved in 2019
		"KTI": {"KTI airport", 11.363, 104.917},
		"CAT": {"CAT airport", 24.315, -75.452}, // in the Bahamas, as its name says
	} {
		centre := CodeDestination(code).Centre()
		if centre == nil {
			t.Errorf("%s has no place", code)
			continue
		}
		if off := Kilometres(centre.Coordinates, api.Coordinates{Latitude: want.lat, Longitude: want.lon}); centre.Words != want.words || off > 1 {
			t.Errorf("%s: %+v", code, *centre)
		}
	}
	for name, d := range map[string]Destination{
		"unknown code": CodeDestination("QQX"), "code without a place": CodeDestination("NMI"),
		"area": {Kind: KindArea, Name: "London"}, "hotel": {Kind: KindHotel, Code: "LHR"},
	} {
		if centre := d.Centre(); centre != nil {
			t.Errorf("%s: %+v", name, *centre)
		}
	}
	for _, a := range airports() {
		if a.at == nil && a.code != "NMI" && a.code != "SPX" || a.at != nil && (math.Abs(a.at.Latitude) > 90 || math.Abs(a.at.Longitude) > 180) {
			t.Errorf("%s is at %v", a.code, a.at)
		}
	}
}

// Near its origin a plane measures as the globe does, also across the date line, and leads back to the place.
func TestPlane(t *testing.T) {
	for _, origin := range []api.Coordinates{{Latitude: 51.5, Longitude: -0.12}, {Latitude: -17.8, Longitude: 179.98}, {Latitude: 68}} {
		plane := Plane{Origin: origin}
		for _, way := range [][2]float64{{0, 0}, {3, 0}, {0, -7}, {-12, 20}} {
			place := plane.At(way[0], way[1])
			east, north := plane.Of(place)
			if math.Abs(east-way[0]) > 1e-6 || math.Abs(north-way[1]) > 1e-6 {
				t.Errorf("%v: %v came back as %g, %g", origin, way, east, north)
			}
			if want, got := math.Hypot(way[0], way[1]), Kilometres(origin, place); math.Abs(got-want) > want/100 {
				t.Errorf("%v: %v is %g km away", origin, way, got)
			}
		}
	}
}

func TestCompassWords(t *testing.T) {
	for point, want := range map[string]string{"N": "north", "SW": "south-west", "NE": "north-east", "": ""} {
		if got := CompassWords(point); got != want {
			t.Errorf("%s is %q", point, got)
		}
	}
}
