package world

import (
	"cmp"
	"math/bits"
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
func (w *World) destinations() []*Destination {
	made := make([]Destination, 0, len(w.cities))
	add := func(id, name string, home *city) int {
		made = append(made, Destination{ID: id, Name: name, Country: home.Country, CountryCode: home.CountryCode})
		return len(made) - 1
	}
	at := map[[2]string]int{} // of a country, and of a state of a country
	for c := range w.cities {
		city := &w.cities[c]
		if city.Hotels == 0 {
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
	d.Count += c.Hotels
	d.cities = append(d.cities, at)
	d.size = max(d.size, c.Size)
}

// slug is a name as a part of an objectID: folded, with hyphens for spaces.
func slug(name string) string { return strings.ReplaceAll(fold(name), " ", "-") }

// searchWords are the words that find a destination. Those of a city are known.
func (w *World) searchWords(d *Destination, cityWords [][]string) []string {
	c := d.cities[0]
	if d.City != "" {
		return cityWords[c]
	}
	list := words(fold(d.Name + " " + d.CountryCode))
	if d.State != "" {
		list = append(list, words(fold(w.cities[c].StateCode))...)
	}
	return list
}

// codes are the IATA codes of a city and its airports, folded.
func codes(c *city) []string {
	var list []string
	if c.Code != "" {
		list = append(list, strings.ToLower(c.Code))
	}
	for _, a := range c.Airports {
		list = append(list, strings.ToLower(a.Code))
	}
	return list
}

// MostListed is how many hotels of a destination HotelIDs lists.
const MostListed = 500

// HotelIDs lists the chain-prefixed ids ("LX20417") of the MostListed best hotels
// of a destination that a search has found, in the order of priority ranks.
func (w *World) HotelIDs(d *Destination) []string {
	list := make([]string, 0, len(d.best))
	for _, i := range d.best {
		c, k := w.at(int(i))
		list = append(list, w.chainFor(c, w.hotelKey(c, k)).code+propertyCode(c.No, k))
	}
	return list
}

// gazetteer finds destinations by their words.
type gazetteer struct {
	list  []*Destination // the most prominent first
	names [][]string     // of each: its own name and others that it is searched by, folded
	codes [][]string     // of each: its IATA codes if it is a city, folded
	words vocabulary     // words to positions in list
}

func (w *World) gazetteer(list []*Destination, cityWords [][]string) gazetteer {
	g := gazetteer{list: list, names: make([][]string, len(list)), codes: make([][]string, len(list))}
	for i, d := range list {
		g.names[i] = []string{fold(cmp.Or(d.City, d.State, d.Country))}
		if d.City == "" {
			continue
		}
		c := &w.cities[d.cities[0]]
		g.codes[i] = codes(c)
		for other := range strings.SplitSeq(c.others, ";") {
			if other != "" {
				g.names[i] = append(g.names[i], fold(other))
			}
		}
	}
	g.words = makeVocabulary(len(list), func(i int) []string { return w.searchWords(list[i], cityWords) })
	return g
}

// qualities is how many there are.
const qualities = 4

// quality tells how well destination i answers a query, given that each word
// of the query begins one of its words: 0 for its IATA code, 1 for its whole
// name, 2 when its name begins with the query, 3 otherwise.
func (g *gazetteer) quality(i int, spelt []string) int {
	best := qualities - 1
	for _, query := range spelt {
		switch {
		case slices.Contains(g.codes[i], query):
			return 0
		case slices.Contains(g.names[i], query):
			best = min(best, 1)
		case slices.ContainsFunc(g.names[i], func(name string) bool { return strings.HasPrefix(name, query) }):
			best = min(best, 2)
		}
	}
	return best
}

// find lists the destinations that answer a query by their quality, at most
// limit of each and the most prominent first. The query comes in all ways that
// it may be spelt.
func (g *gazetteer) find(spelt []string, terms []term, limit int) (best [qualities][]Hit) {
	found := make([]uint64, (len(g.list)+63)/64)
	for i := range g.list {
		found[i>>6] |= 1 << (i & 63)
	}
	for _, t := range terms {
		fits := make([]uint64, len(found))
		for _, text := range t.texts {
			seek := beginning
			if t.exact {
				seek = just
			}
			s := seek(g.words.words, text)
			for _, owners := range g.words.owners[s.from:s.to] {
				for _, i := range owners {
					fits[i>>6] |= 1 << (i & 63)
				}
			}
		}
		bitmap(found).and(fits)
	}
	for i, word := range found {
		for ; word != 0; word &= word - 1 {
			at := i<<6 + bits.TrailingZeros64(word)
			quality := g.quality(at, spelt)
			if len(best[quality]) < limit {
				best[quality] = append(best[quality], Hit{Destination: g.list[at], Index: -1})
			}
		}
	}
	return best
}
