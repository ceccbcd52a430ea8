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

// Locate returns the centre of an IATA code in capitals (WIRE 3a): the airport, or the city for a code that no airport
// has. It returns false for an unknown code.
func (w *World) Locate(iata string) (Point, bool) {
	at, known := w.places[iata]
	return at, known
}

// Nearest lists up to most hotels within km kilometres of a point, of a chain or of all if
// it is "", by their distance and then by index. It looks at the nearest city first, and
// at no city beyond the last hotel that it lists.
func (w *World) Nearest(at Point, km float64, chain string, most int) []Near {
	if most <= 0 {
		return nil
	}
	var list []Near
	for _, c := range w.around(at, km) {
		if c.Km > km {
			break
		}
		city := &w.cities[c.Index]
		for k := range city.hotels {
			if chain != "" && w.chainFor(city, w.hotelKey(city, k)).code != chain {
				continue
			}
			h := w.hotelOf(city, k)
			if d := distance(at, h.place()); d <= km {
				list = append(list, Near{Index: h.index, Km: d})
			}
			if len(list) == 2*most {
				list = nearest(list, most)
				km = list[most-1].Km
			}
		}
		if len(list) > most {
			list = nearest(list, most)
			km = list[most-1].Km
		}
	}
	return nearest(list, most)
}

// around lists the positions of the cities that may have a hotel within km kilometres of
// a point, with the least distance that it can have, the nearest first.
func (w *World) around(at Point, km float64) []Near {
	var list []Near
	for i := range w.cities {
		c := &w.cities[i]
		if d := distance(at, c.At) - c.reach; c.hotels > 0 && d <= km {
			list = append(list, Near{Index: i, Km: d})
		}
	}
	return nearest(list, len(list))
}

// nearest sorts the list, and keeps so many.
func nearest(list []Near, most int) []Near {
	slices.SortFunc(list, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Km, b.Km), cmp.Compare(a.Index, b.Index))
	})
	return list[:min(most, len(list))]
}

// Distance is how many kilometres the hotel with index i is from a point.
func (w *World) Distance(i int, from Point) float64 { return distance(from, w.hotel(i).place()) }

// distance is the great-circle distance in kilometres.
func distance(a, b Point) float64 {
	const rad = math.Pi / 180
	lat, lon := (b.Lat-a.Lat)*rad/2, (b.Lon-a.Lon)*rad/2
	s := math.Sin(lat)*math.Sin(lat) + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*math.Sin(lon)*math.Sin(lon)
	return 2 * earthKm * math.Asin(math.Sqrt(min(1, s)))
}

// place draws where the hotel stands: near the centre of its city, or near an airport.
// Whole metres and millionths of a degree give every machine the same digits.
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
