package world

import (
	"cmp"
	"slices"
	"strings"
)

// level orders destinations that are equally prominent: a city before its
// state, a state before its country.
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

// destinations makes the destinations of the world, the most prominent first.
// A place without hotels is left out.
func (w *World) destinations() []Destination {
	var list []Destination
	at := map[string]int{}
	add := func(c int, parts ...string) {
		city := &w.cities[c]
		id := slugs(parts)
		i, ok := at[id]
		if !ok {
			i, at[id] = len(list), len(list)
			slices.Reverse(parts)
			list = append(list, Destination{ID: id, Name: strings.Join(parts, ", "), Country: city.Country, CountryCode: city.CountryCode})
		}
		d := &list[i]
		d.Count += city.Hotels
		d.cities = append(d.cities, c)
		d.size = max(d.size, city.Size)
	}
	for c := range w.cities {
		city := &w.cities[c]
		if city.Hotels == 0 {
			continue
		}
		add(c, city.Country)
		if city.State != "" {
			add(c, city.Country, city.State)
			list[at[slugs([]string{city.Country, city.State})]].State = city.State
			add(c, city.Country, city.State, city.Name)
		} else {
			add(c, city.Country, city.Name)
		}
		d := &list[len(list)-1]
		d.City, d.State, d.Code = city.Name, city.State, city.Code
	}
	for i := range list {
		list[i].words = w.destinationWords(&list[i])
		list[i].folded = fold(cmp.Or(list[i].City, list[i].State, list[i].Country))
	}
	slices.SortFunc(list, func(a, b Destination) int {
		return cmp.Or(b.size-a.size, int(a.level()-b.level()), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// slugs is an objectID: the folded parts with hyphens for spaces, joined by colons.
func slugs(parts []string) string {
	list := make([]string, len(parts))
	for i, p := range parts {
		list[i] = strings.ReplaceAll(fold(p), " ", "-")
	}
	return strings.Join(list, ":")
}

func (w *World) destinationWords(d *Destination) []string {
	c := &w.cities[d.cities[0]]
	list := words(fold(d.Name + " " + d.CountryCode))
	if d.State != "" {
		list = append(list, words(fold(c.StateCode))...)
	}
	if d.City != "" {
		list = append(list, codes(c)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// codes are the IATA codes of a city and its airports, folded.
func codes(c *city) []string {
	list := []string{strings.ToLower(c.Code)}
	for _, a := range c.Airports {
		list = append(list, strings.ToLower(a.Code))
	}
	return list
}

// HotelIDs lists the chain-prefixed ids ("LX20417") of the hotels of a
// destination, in index order.
func (w *World) HotelIDs(d *Destination) []string {
	list := make([]string, 0, d.Count)
	for _, i := range d.cities {
		c := &w.cities[i]
		for k := range c.Hotels {
			list = append(list, w.chainOf(w.hotelKey(c, k)).code+propertyCode(c.No, k))
		}
	}
	return list
}

// match tells how well a destination answers a query: 0 for its IATA code, 1
// for its whole name, 2 when its name begins with the query, 3 when each word
// of the query begins one of its words; false when it doesn't.
func (w *World) match(d *Destination, query string, terms []string) (quality int, ok bool) {
	for _, term := range terms {
		at, _ := slices.BinarySearch(d.words, term)
		if at == len(d.words) || !strings.HasPrefix(d.words[at], term) {
			return 0, false
		}
	}
	switch {
	case d.City != "" && slices.Contains(codes(&w.cities[d.cities[0]]), query):
		return 0, true
	case d.folded == query:
		return 1, true
	case strings.HasPrefix(d.folded, query):
		return 2, true
	}
	return 3, true
}

// findDestinations lists the destinations that answer a query, best first.
func (w *World) findDestinations(query string, terms []string, limit int) []Hit {
	type found struct{ quality, at int }
	var list []found
	for i := range w.regions {
		if quality, ok := w.match(&w.regions[i], query, terms); ok {
			list = append(list, found{quality, i})
		}
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Or(a.quality-b.quality, a.at-b.at) })
	hits := make([]Hit, 0, min(limit, len(list)))
	for _, f := range list[:min(limit, len(list))] {
		hits = append(hits, Hit{Destination: &w.regions[f.at], Index: -1})
	}
	return hits
}
