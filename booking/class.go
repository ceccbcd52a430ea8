package booking

import (
	"math"
	"strconv"

	"bellhop/api"
)

// mostStars is the highest class that there is.
const mostStars = 5

// classOf is a hotel's class in stars, 0 when it is not known. A property's
// facts say it outright (section 2.7); the rating of a search has any scale its
// provider likes (section 2.8), so that it counts only where it can be stars.
func (d *Desk) classOf(hotel api.Hotel) float64 {
	if p, ok := d.KnownFacts(hotel.ID); ok && p.Stars != nil {
		return float64(*p.Stars)
	}
	return starsOf(hotel.Rating)
}

// starsOf reads a rating as stars; 0 when it cannot be that.
func starsOf(r api.Rating) float64 {
	v, err := strconv.ParseFloat(r.Value, 64)
	if err != nil || v < 0 || v > mostStars || math.IsNaN(v) {
		return 0
	}
	return v
}

// RatingWords is a score that is no class as it came, with who gives it: "8.4
// by Guests"; empty when there is none.
func RatingWords(r api.Rating) string {
	if starsOf(r) > 0 {
		return ""
	}
	if r.Value == "" || r.Provider == "" {
		return r.Value
	}
	return r.Value + " by " + r.Provider
}
