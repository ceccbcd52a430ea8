package world

import (
	"cmp"
	"math"
	"slices"
)

const (
	earthKm        = 6371.0088
	cityReachKm    = 22 // a corner of the widest square that hotels are scattered over
	airportReachKm = 4
)

// Locate gives the place of an IATA city or airport code, in capitals. A code
// that is both means the city.
func (w *World) Locate(iata string) (Point, bool) {
	at, ok := w.places[iata]
	return at, ok
}

// Within lists the hotels within km kilometres of a point, nearest first and at
// the same distance by index.
func (w *World) Within(at Point, km float64) []Near {
	var list []Near
	for i := range w.cities {
		c := &w.cities[i]
		if distance(at, c.At) > km+c.reach {
			continue
		}
		for k := range c.Hotels {
			h := w.hotelOf(c, k)
			if d := distance(at, h.place()); d <= km {
				list = append(list, Near{Index: h.index, Km: d})
			}
		}
	}
	slices.SortFunc(list, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Km, b.Km), cmp.Compare(a.Index, b.Index))
	})
	return list
}

// distance is the great-circle distance in kilometres.
func distance(a, b Point) float64 {
	const rad = math.Pi / 180
	lat, lon := (b.Lat-a.Lat)*rad/2, (b.Lon-a.Lon)*rad/2
	s := math.Sin(lat)*math.Sin(lat) + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*math.Sin(lon)*math.Sin(lon)
	return 2 * earthKm * math.Asin(math.Sqrt(min(1, s)))
}

// place is where the hotel stands: near the centre of its city, thinning out,
// or near an airport. It is reckoned in whole metres and millionths of a degree
// so that every machine gets the same digits.
func (h hotel) place() Point {
	centre, reach := h.city.At, 15_000
	switch n := h.key.below(factPlaceBand, 100); {
	case h.kind == airport:
		centre, reach = one(h.key, factAirport, h.city.Airports).At, 2_500
	case n < 55:
		reach = 2_500
	case n < 90:
		reach = 7_000
	}
	east := h.offset(reach, factPlaceX, factPlaceX2)
	north := h.offset(reach, factPlaceY, factPlaceY2)
	// A degree of latitude is 111,320 m.
	micro := north * 1_000_000 / 111_320
	lon := east * 1_000_000 / 111_320 * 1000 / h.city.cos
	p := Point{
		Lat: float64(int(math.Round(centre.Lat*1e6))+micro) / 1e6,
		Lon: float64(int(math.Round(centre.Lon*1e6))+lon) / 1e6,
	}
	if p.Lon > 180 {
		p.Lon -= 360
	}
	if p.Lon < -180 {
		p.Lon += 360
	}
	return p
}

// offset draws a distance from -reach to reach metres, mostly small.
func (h hotel) offset(reach int, a, b fact) int {
	return h.key.between(a, -reach, reach) * h.key.between(b, 100, 1000) / 1000
}
