package world

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/sandbox/world/index"
)

// level orders destinations that are equally prominent.
type level int

const (
	cityLevel level = iota
	stateLevel
	countryLevel
)

func (d *Destination) level() level {
	switch {
	case d.City != "":
		return cityLevel
	case d.State != "":
		return stateLevel
	}
	return countryLevel
}

// destinations lists the places with hotels, the most prominent first.
func (w *World) destinations() []*Destination {
	made := make([]Destination, 0, len(w.cities))
	add := func(id, name string, home *city) int {
		made = append(made, Destination{ID: id, Name: name, Country: home.Country, CountryCode: home.CountryCode})
		return len(made) - 1
	}
	at := map[[2]string]int{} // of a country, and of a state of a country
	for c := range w.cities {
		city := &w.cities[c]
		if city.hotels == 0 {
			continue
		}
		country, known := at[[2]string{city.Country}]
		if !known {
			country = add(slug(city.Country), city.Country, city)
			at[[2]string{city.Country}] = country
		}
		home := country
		if city.State != "" {
			if home, known = at[[2]string{city.Country, city.State}]; !known {
				home = add(made[country].ID+":"+slug(city.State), city.State+", "+city.Country, city)
				at[[2]string{city.Country, city.State}], made[home].State = home, city.State
			}
			made[home].house(c, city)
		}
		made[country].house(c, city)
		town := add(made[home].ID+":"+slug(city.Name), city.Name+", "+made[home].Name, city)
		made[town].City, made[town].State, made[town].Code = city.Name, city.State, city.Code
		made[town].house(c, city)
	}
	list := make([]*Destination, len(made))
	for i := range made {
		list[i] = &made[i]
	}
	slices.SortFunc(list, func(a, b *Destination) int {
		if order := cmp.Or(b.size-a.size, int(a.level()-b.level())); order != 0 {
			return order
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list
}

// house adds a city at a position in World.cities.
func (d *Destination) house(at int, c *city) {
	d.Count += c.hotels
	d.cities = append(d.cities, at)
	d.size = max(d.size, c.Size)
}

// slug writes a name as a part of an objectID: folded, with hyphens for spaces.
func slug(name string) string { return strings.ReplaceAll(index.Fold(name), " ", "-") }

// regions returns the destinations as a search by words finds them.
func (w *World) regions(list []*Destination, cityWords [][]string) []index.Region {
	regions := make([]index.Region, len(list))
	for i, d := range list {
		r, c := &regions[i], &w.cities[d.cities[0]]
		r.Names = []string{index.Fold(cmp.Or(d.City, d.State, d.Country))}
		named := func(others string) {
			for other := range strings.SplitSeq(others, ";") {
				if other != "" {
					r.Names = append(r.Names, index.Fold(other))
				}
			}
		}
		if d.City == "" {
			r.Words = index.Words(index.Fold(lines(d.Name, d.CountryCode, c.country.others)))
			if d.State == "" {
				named(c.country.others)
			}
			if d.State != "" {
				r.Words = append(r.Words, index.Words(index.Fold(c.StateCode))...)
			}
			continue
		}
		r.Codes, r.Words = codes(c), cityWords[d.cities[0]]
		named(c.others)
		named(c.native)
	}
	return regions
}

// codes lists the IATA codes of a city and its airports, folded.
func codes(c *city) []string {
	var list []string
	if c.Code != "" {
		list = append(list, strings.ToLower(c.Code))
	}
	for _, code := range c.codes {
		list = append(list, strings.ToLower(code))
	}
	for _, a := range c.Airports {
		list = append(list, strings.ToLower(a.Code))
	}
	return list
}

// mostListed is how many hotels of a destination HotelIDs lists.
const mostListed = 500

// HotelIDs lists the ids ("LX20417") of the best hotels of a destination by priority rank.
func (w *World) HotelIDs(d *Destination) []string {
	list := make([]string, 0, len(d.best))
	for _, i := range d.best {
		c, k := w.at(int(i))
		list = append(list, w.chainFor(c, w.hotelKey(c, k)).code+propertyCode(c.No, k))
	}
	return list
}
