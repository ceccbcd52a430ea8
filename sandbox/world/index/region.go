package index

import (
	"math/bits"
	"slices"
	"strings"
)

// Region is a place that hotels stand in: a city, a state or a country.
type Region struct {
	Names []string // its own name and others that it is searched by, folded
	Codes []string // its IATA codes if it is a city, folded
	Words []string // that find it
}

// gazetteer finds regions by their words.
type gazetteer struct {
	list  []Region   // the most prominent first
	words vocabulary // words to positions in list
}

func makeGazetteer(list []Region) gazetteer {
	return gazetteer{list, makeVocabulary(len(list), func(i int) []string { return list[i].Words })}
}

// qualities is how many there are.
const qualities = 4

// quality grades how well a region answers a query, given that each word of the
// query begins one of its words: 0 for its IATA code, 1 for its whole
// name, 2 when its name begins with the query, 3 otherwise.
func (r *Region) quality(spelt []string) int {
	best := qualities - 1
	for _, query := range spelt {
		switch {
		case slices.Contains(r.Codes, query):
			return 0
		case slices.Contains(r.Names, query):
			best = min(best, 1)
		case slices.ContainsFunc(r.Names, func(name string) bool { return strings.HasPrefix(name, query) }):
			best = min(best, 2)
		}
	}
	return best
}

// find lists the regions that answer a query by their quality, at most
// limit of each and the most prominent first. The query comes in all ways that
// it may be spelt.
func (g *gazetteer) find(spelt []string, terms []term, limit int) (best [qualities][]int) {
	found := newBitmap(len(g.list))
	for i := range g.list {
		found.set(int32(i))
	}
	for _, t := range terms {
		fits := newBitmap(len(g.list))
		for _, text := range t.texts {
			seek := beginning
			if t.exact {
				seek = just
			}
			s := seek(g.words.words, text)
			for _, owners := range g.words.owners[s.from:s.to] {
				for _, i := range owners {
					fits.set(int32(i))
				}
			}
		}
		found.and(fits)
	}
	for i, word := range found {
		for ; word != 0; word &= word - 1 {
			at := i<<6 + bits.TrailingZeros64(word)
			quality := g.list[at].quality(spelt)
			if len(best[quality]) < limit {
				best[quality] = append(best[quality], at)
			}
		}
	}
	return best
}
