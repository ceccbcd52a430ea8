package trip

import (
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/wording"
)

// nearestKm is how far from a place an airport may be for hotels to be searched around it.
const nearestKm = 200

// Joined returns the trip with hotels searched around the airport or the city that is nearest to its destination, for a
// service that does not search by the codes of hotels; those that belong to the destination are kept of what is found
// (Has). False means that none is known, or that the destination is a code already.
func (t Trip) Joined() (Trip, bool) {
	d := t.Destination
	if d.Near != "" || d.Kind != KindArea && d.Kind != KindHotel {
		return t, false
	}
	a, km := d.nearest()
	if a.code == "" {
		return t, false
	}
	t.Destination.Near = a.code
	if t.Radius == (Radius{}) {
		t.Radius = radiusOver(km)
	}
	return t, true
}

// radiusOver returns the first radius that reaches some miles beyond a place so far away.
func radiusOver(km float64) Radius {
	const beyond = 10
	r := Radius{beyond, unitMiles}
	for float64(r.Value) < km/KmPerMile+beyond && r.Value < MaxRadius {
		r = r.Step(1)
	}
	return r
}

// nearest returns the city or the airport that a destination is searched around, and how far away it is: its own, or else
// the nearest one. Without a place of its own it has only what bears its name in its country.
func (d Destination) nearest() (best airport, km float64) {
	city, least := d.cityOf(), 0.0
	for _, a := range airports() {
		own := d.Kind == KindArea && wording.Fold(a.city) == city && a.country == d.CountryCode
		if a.at == nil || a.class < '2' && !own || d.At == nil && !own {
			continue
		}
		away := 0.0
		if d.At != nil {
			if away = Kilometres(*d.At, *a.at); away > nearestKm {
				continue
			}
		}
		// A city of the name is as good as any airport, and a large airport better than one that is a little nearer.
		weight := away - 10*float64(a.class-'0')
		if own {
			weight -= nearestKm
		}
		if best.code == "" || weight < least {
			best, km, least = a, away, weight
		}
	}
	return best, km
}

// Has reports whether a hotel that was found around Near belongs to the destination: the service lists it there or, where it
// does not list all, it is in the city.
func (d Destination) Has(id api.PropertyID, city string) bool {
	if d.Near == "" || slices.Contains(d.Properties, id) {
		return true
	}
	if d.Kind != KindArea || d.Left == 0 {
		return false
	}
	return d.cityOf() == wording.Fold(city)
}

// locate sets where the areas of cities are, by the best of their properties that say where they are. A state or a country
// has no place that hotels could be searched around.
func locate(groups []SuggestionGroup, destinations []api.Destination, properties []api.Property) {
	cities := make(map[string]bool, len(destinations))
	for _, d := range destinations {
		cities[d.Name] = d.City != ""
	}
	byID, byCity := map[api.PropertyID]*api.Coordinates{}, map[string]*api.Coordinates{}
	for i := range properties {
		p := &properties[i]
		if p.Location == nil {
			continue
		}
		byID[p.ID] = p.Location
		if at := p.CountryCode + wording.Fold(p.City); byCity[at] == nil {
			byCity[at] = p.Location
		}
	}
	for _, group := range groups {
		for i := range group.Items {
			if d := &group.Items[i].Destination; d.Kind == KindArea && cities[d.Name] {
				d.At = byCity[d.CountryCode+d.cityOf()]
				for _, id := range d.Properties {
					if at := byID[id]; at != nil {
						d.At = at
						break
					}
				}
			}
		}
	}
}

// cityOf returns the city of an area, folded.
func (d Destination) cityOf() string {
	city, _, _ := strings.Cut(d.Name, ",")
	return wording.Fold(city)
}
