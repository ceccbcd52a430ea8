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
		d := &list[i]
		d.names = []string{fold(cmp.Or(d.City, d.State, d.Country))}
		if d.City == "" {
			continue
		}
		c := &w.cities[d.cities[0]]
		d.codes = codes(c)
		for other := range strings.SplitSeq(c.others, ";") {
			if other != "" {
				d.names = append(d.names, fold(other))
			}
		}
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

// searchWords are the words that find a destination.
func (w *World) searchWords(d *Destination) []string {
	c := &w.cities[d.cities[0]]
	list := words(fold(d.Name + " " + d.CountryCode + " " + strings.Join(d.names, " ")))
	if d.State != "" {
		list = append(list, words(fold(c.StateCode))...)
	}
	return append(list, d.codes...)
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

// rank gives every destination its best hotels, in the order of the index. This
// takes one walk over all hotels, and few of the hotels of a country are kept.
func (g *gazetteer) rank(x *index) {
	of := make([][]*Destination, x.cities)
	for i := range g.list {
		d := &g.list[i]
		d.best = make([]int32, 0, min(d.Count, MostListed))
		for _, c := range d.cities {
			of[c] = append(of[c], d)
		}
	}
	for at, i := range x.order {
		for _, d := range of[x.city[at]] {
			if len(d.best) < cap(d.best) {
				d.best = append(d.best, i)
			}
		}
	}
}

// gazetteer finds destinations by their words.
type gazetteer struct {
	list  []Destination // the most prominent first
	words vocabulary    // words to positions in list
}

func (w *World) gazetteer() gazetteer {
	g := gazetteer{list: w.destinations()}
	g.words = makeVocabulary(len(g.list), func(i int) []string { return w.searchWords(&g.list[i]) })
	return g
}

// quality tells how well a destination answers a query, given that each word
// of the query begins one of its words: 0 for its IATA code, 1 for its whole
// name, 2 when its name begins with the query, 3 otherwise.
func (d *Destination) quality(spelt []string) int {
	best := 3
	for _, query := range spelt {
		switch {
		case slices.Contains(d.codes, query):
			return 0
		case slices.Contains(d.names, query):
			best = min(best, 1)
		case slices.ContainsFunc(d.names, func(name string) bool { return strings.HasPrefix(name, query) }):
			best = min(best, 2)
		}
	}
	return best
}

// find lists the destinations that answer a query, best first. The query comes
// in all ways that it may be spelt.
func (g *gazetteer) find(spelt []string, terms []term, limit int) []Hit {
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
	var best [4][]Hit
	for i, word := range found {
		for ; word != 0; word &= word - 1 {
			d := &g.list[i<<6+bits.TrailingZeros64(word)]
			quality := d.quality(spelt)
			if len(best[quality]) < limit {
				best[quality] = append(best[quality], Hit{Destination: d, Index: -1})
			}
		}
	}
	hits := slices.Concat(best[:]...)
	return hits[:min(limit, len(hits))]
}
