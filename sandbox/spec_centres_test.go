package sandbox

import (
	"math"
	"slices"
	"testing"

	"bellhop/sandbox/world"
)

// A code of a city and of an airport finds the hotels around both, by their distance from
// the nearer centre.
func TestACodeOfCityAndAirportMeansBoth(t *testing.T) {
	t.Parallel()
	l := start(t)
	const km = 7.0
	w := l.sandbox.world
	var code string
	var at []world.Point
	// A city whose airport is far enough away, with hotels around both.
	for _, known := range []string{"DXB", "MUC", "SIN", "BKK", "AMS", "MAD", "BCN", "SFO", "LAX", "MIA", "LAS", "HKG", "SEA", "DEN", "BOS", "VIE", "CPT", "IST", "SYD"} {
		at = w.Locate(known)
		if len(at) == 2 && len(w.Nearest(at[:1], km, "", 1)) > 0 && len(w.Nearest(at[1:], km, "", 1)) > 0 && len(w.Nearest(at[:1], 2*km, "", 2000)) < len(w.Nearest(at, km, "", 2000)) {
			code = known
			break
		}
	}
	if code == "" {
		t.Fatal("no city has hotels around its centre and around its airport")
	}
	body := searchBody()
	put(body, "filter.location.details.iata_code", code)
	put(body, "filter.location.radius", tree{"value": km, "type": "km"})
	var near [2]int // hotels within the radius of each centre
	var away []float64
	for _, h := range l.everyHotel(body) {
		least := math.Inf(1)
		for i, c := range at {
			d := milesFrom(t, c.Lat, c.Lon, h) * 1.609344
			if d <= km {
				near[i]++
			}
			least = min(least, d)
		}
		away = append(away, least)
	}
	if near[0] == 0 || near[1] == 0 || !slices.IsSorted(away) || away[len(away)-1] > km {
		t.Errorf("%s finds %d hotels around the city's centre and %d around the airport, at %.2f km", code, near[0], near[1], away)
	}
}
