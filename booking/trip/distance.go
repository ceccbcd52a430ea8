package trip

import (
	"cmp"
	"math"
	"slices"

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

// Middle returns the median of the hotels' coordinates, which one hotel with wrong ones does not move.
func Middle(hotels []api.Hotel) *api.Coordinates {
	var lat, lon []float64
	for _, h := range hotels {
		if h.Location != nil {
			lat, lon = append(lat, h.Location.Latitude), append(lon, h.Location.Longitude)
		}
	}
	if len(lat) == 0 {
		return nil
	}
	// Around the date line half the longitudes are near -180: bring all to one side.
	if slices.Max(lon)-slices.Min(lon) > 180 {
		for i := range lon {
			if lon[i] < 0 {
				lon[i] += 360
			}
		}
	}
	centre := api.Coordinates{Latitude: median(lat), Longitude: median(lon)}
	if centre.Longitude > 180 {
		centre.Longitude -= 360
	}
	return &centre
}

func median(values []float64) float64 {
	slices.SortFunc(values, cmp.Compare[float64])
	return values[len(values)/2]
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
