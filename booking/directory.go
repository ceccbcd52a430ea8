package booking

import (
	"context"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking/trip"
)

// A Directory looks up destinations and hotels and remembers hotels. It is safe for concurrent use.
type Directory struct {
	service interface {
		SearchDestinations(ctx context.Context, q api.DestinationQuery) (api.DestinationResults, error)
	}

	mu    sync.Mutex
	facts map[api.PropertyID]api.Property
	zones map[string]*time.Location // by name; nil for a name that nobody knows
}

// newDirectory returns a directory that knows no hotel yet.
func newDirectory(s Service) *Directory {
	return &Directory{service: s, facts: map[api.PropertyID]api.Property{}, zones: map[string]*time.Location{}}
}

// Destinations suggests where to go for a text (sections 2.6, 2.7, 4.1); an empty one gives the most prominent
// destinations.
func (d *Directory) Destinations(ctx context.Context, text string) ([]trip.SuggestionGroup, error) {
	text = strings.TrimSpace(text)
	if err := trip.CheckDestination(text); err != nil {
		return nil, err
	}
	found, err := d.service.SearchDestinations(ctx, api.DestinationQuery{Text: text})
	if err != nil {
		return nil, err
	}
	d.remember(found.Properties)
	return trip.Suggest(text, found.Destinations, found.Properties), nil
}

// mostShorter is how many beginnings of a text that names nothing are asked for.
const mostShorter = 3

// NearestDestinations is Destinations, and for a text of several words that names none of them the longest beginning of
// it that does. The text that they are for is returned with them: all of it where the rest is their country, as in
// "london, uk".
func (d *Directory) NearestDestinations(ctx context.Context, text string) (groups []trip.SuggestionGroup, of string, err error) {
	groups, err = d.Destinations(ctx, text)
	words := strings.Fields(text)
	if err != nil || len(words) < 2 || trip.NamesAny(groups) {
		return groups, text, err
	}
	for n := len(words) - 1; n > 0 && n >= len(words)-mostShorter; n-- {
		beginning := strings.TrimRight(strings.Join(words[:n], " "), ",")
		if shorter, err := d.Destinations(ctx, beginning); err == nil && trip.NamesAny(shorter) {
			if there := trip.InCountry(strings.Join(words[n:], " "), shorter); len(there) > 0 {
				return there, text, nil
			}
			return shorter, beginning, nil
		}
	}
	return groups, text, nil
}

// Meant finds the destination that a text means at the service. Where that is not sure the destination is nil, and the groups
// are what it may mean; none when there is no such place. A code in capital letters is the code and nothing else.
func (d *Directory) Meant(ctx context.Context, text string) (*trip.Destination, []trip.SuggestionGroup, error) {
	if code, ok := trip.ParseCode(text); ok && code == text {
		meant := trip.CodeDestination(code)
		return &meant, nil, nil
	}
	groups, of, err := d.NearestDestinations(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	meant, known := trip.MeantBy(of, groups)
	switch {
	case !known && !trip.NamesAny(groups):
		return nil, nil, nil
	case !known || of != text || !meant.Sure():
		return nil, groups, nil
	}
	return &meant.Destination, groups, nil
}

// Facts returns what the service knows of a property apart from prices; false when it does not know it.
func (d *Directory) Facts(ctx context.Context, ref api.HotelRef) (api.Property, bool, error) {
	if p, ok := d.Known(ref.ID); ok {
		return p, true, nil
	}
	for _, text := range []string{ref.ID.Chain + ref.ID.Code, ref.Name} {
		if text == "" || trip.CheckDestination(text) != nil {
			continue
		}
		found, err := d.service.SearchDestinations(ctx, api.DestinationQuery{Text: text, Type: "hotels"})
		if err != nil {
			return api.Property{}, false, err
		}
		d.remember(found.Properties)
		if p, ok := d.Known(ref.ID); ok {
			return p, true, nil
		}
	}
	return api.Property{}, false, nil
}

// Known is Facts without asking the service.
func (d *Directory) Known(id api.PropertyID) (api.Property, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.facts[id]
	return p, ok
}

// maxFacts bounds what a directory remembers of properties in a long session.
const maxFacts = 20000

func (d *Directory) remember(properties []api.Property) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.facts) > maxFacts {
		clear(d.facts)
	}
	for _, p := range properties {
		d.facts[p.ID] = p
	}
}

// Class returns a hotel's class in stars, 0 when it is not known. The rating of a search has any scale its
// provider likes (section 2.8), so that it counts only where it can be stars.
func (d *Directory) Class(hotel api.Hotel) float64 {
	if p, ok := d.Known(hotel.ID); ok && p.Stars != nil {
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

// mostStars is the highest class that there is.
const mostStars = 5

// RatingWords returns a score that is no class with who gives it: "8.4 by Guests"; empty when there is none.
func RatingWords(r api.Rating) string {
	if starsOf(r) > 0 {
		return ""
	}
	if r.Value == "" || r.Provider == "" {
		return r.Value
	}
	return r.Value + " by " + r.Provider
}

// Zone returns the zone of a hotel; nil when it is not known.
func (d *Directory) Zone(id api.PropertyID) *time.Location {
	p, ok := d.Known(id)
	if !ok || p.Timezone == "" {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	zone, ok := d.zones[p.Timezone] // Read once: a long list asks for thousands.
	if !ok {
		zone, _ = time.LoadLocation(p.Timezone)
		d.zones[p.Timezone] = zone
	}
	return zone
}
