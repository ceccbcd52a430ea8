package sandbox

import (
	"testing"

	"bellhop/sandbox/world"
)

// If a city and an airport have the same code, its centre is the airport: a search by the airport's coordinates finds the same
// hotels, and none that are near the city's centre only.
func TestWire_3a_CentreOfACode(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/39")
	l := start(t)
	const miles = 4.0
	at := func(body tree, point world.Point) tree {
		put(body, "filter.location.type", "coordinates")
		put(body, "filter.location.details", tree{"latitude": point.Lat, "longitude": point.Lon})
		return body
	}
	apart := 0
	for code, p := range map[string]struct{ airport, city world.Point }{
		"MUC": {world.Point{Lat: 48.3537, Lon: 11.7750}, world.Point{Lat: 48.1374, Lon: 11.5755}},
		"AMS": {world.Point{Lat: 52.3105, Lon: 4.7683}, world.Point{Lat: 52.3740, Lon: 4.8897}},
		"SIN": {world.Point{Lat: 1.3502, Lon: 103.9940}, world.Point{Lat: 1.2897, Lon: 103.8501}},
		"LHR": {world.Point{Lat: 51.4700, Lon: -0.4543}, world.Point{Lat: 51.5074, Lon: -0.1278}},
	} {
		body := func() tree {
			body := searchBody()
			put(body, "filter.location.details.iata_code", code)
			put(body, "filter.location.radius", tree{"value": miles, "type": "mi"})
			return body
		}
		for _, hotel := range l.everyHotel(body()) {
			if away := milesFrom(t, p.airport.Lat, p.airport.Lon, hotel); away > miles+0.5 {
				t.Errorf("%s finds a hotel %.1f mi from the airport", code, away)
			}
		}
		if len(l.everyHotel(at(body(), p.city))) > 0 {
			apart++
		}
	}
	if apart < 3 {
		t.Errorf("%d cities have hotels at their centre that a wrong centre would find", apart)
	}
}
