package trip

import (
	"math"
	"strings"

	"bellhop/api"
)

// KmPerMile converts distances for display.
const KmPerMile = 1.609344

const earthKm = 6371.0088

// Kilometres returns the great-circle distance.
func Kilometres(a, b api.Coordinates) float64 {
	la, lb := radians(a.Latitude), radians(b.Latitude)
	dLat, dLon := lb-la, radians(b.Longitude-a.Longitude)
	h := math.Pow(math.Sin(dLat/2), 2) + math.Cos(la)*math.Cos(lb)*math.Pow(math.Sin(dLon/2), 2)
	return 2 * earthKm * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Compass returns the direction from a to b as one of eight points: "N", "NE", ….
func Compass(a, b api.Coordinates) string {
	la, lb := radians(a.Latitude), radians(b.Latitude)
	dLon := radians(b.Longitude - a.Longitude)
	bearing := math.Atan2(math.Sin(dLon)*math.Cos(lb), math.Cos(la)*math.Sin(lb)-math.Sin(la)*math.Cos(lb)*math.Cos(dLon))
	points := [...]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
	return points[int(math.Round(bearing/(math.Pi/4))+8)%8]
}

// CompassWords returns one of the eight points in a word: "north-east".
func CompassWords(point string) string {
	words := strings.NewReplacer("N", "north-", "S", "south-", "E", "east-", "W", "west-").Replace(point)
	return strings.TrimSuffix(words, "-")
}

// kmPerDegree is how far a degree of latitude is.
const kmPerDegree = earthKm * math.Pi / 180

// A Plane is the surface around a place as if it were flat, which it nearly is within the reach of a search.
type Plane struct{ Origin api.Coordinates }

// Of returns how many kilometres a place is east and north of the origin, the short way around the earth.
func (p Plane) Of(c api.Coordinates) (east, north float64) {
	turned := math.Remainder(c.Longitude-p.Origin.Longitude, 360)
	return turned * kmPerDegree * math.Cos(radians(p.Origin.Latitude)), (c.Latitude - p.Origin.Latitude) * kmPerDegree
}

// At returns the place that is so many kilometres east and north of the origin.
func (p Plane) At(east, north float64) api.Coordinates {
	longitude := p.Origin.Longitude + east/(kmPerDegree*math.Cos(radians(p.Origin.Latitude)))
	return api.Coordinates{Latitude: p.Origin.Latitude + north/kmPerDegree, Longitude: math.Remainder(longitude, 360)}
}

// A Centre is the point from which a search measures its radius and its distances.
type Centre struct {
	api.Coordinates
	Airport bool
	Words   string // "LHR airport", "LON centre"
}

// Centre returns the place of a code's airport or city; the airport if both have the code. It is nil for an unknown code
// and for other destinations.
func (d Destination) Centre() *Centre {
	a, known := findAirport(d.code())
	if !known || a.at == nil {
		return nil
	}
	if a.class == classCity {
		return &Centre{Coordinates: *a.at, Words: a.code + " centre"}
	}
	return &Centre{Coordinates: *a.at, Airport: true, Words: a.code + " airport"}
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
