package index

import (
	"math/bits"
	"slices"
	"strings"
)

// mostTerms is how many different words a query may have: more than any hotel
// and its place have together.
const mostTerms = 64

// Essential leaves out the words of a query that ask for nothing new: those
// that another word begins with.
func Essential(terms []string) []string {
	var kept []string
	for i, term := range terms {
		if !slices.ContainsFunc(terms[i+1:], func(other string) bool { return strings.HasPrefix(other, term) }) &&
			!slices.ContainsFunc(kept, func(other string) bool { return strings.HasPrefix(other, term) }) {
			kept = append(kept, term)
		}
	}
	return kept
}

// term is one word of a query with what it fits.
type term struct {
	texts  []string // the word, or those that it may be misspelt for
	exact  bool     // only whole words count: the word was misspelt
	names  []span   // words of names
	set    bitmap   // the names that have them, where that is known; see index.setOf
	cities bitmap   // the cities that have one
	most   int      // how many names have such a word, or more
	reach  int      // how many hotels have one in their name or place, or more
}

// Reading is one way to understand a query: what its words fit, and the query
// in all ways that it may be spelt then.
type Reading struct {
	Spelt []string
	terms []term
}

// Readings understands a query, folded and in words, the likeliest way first. There are
// several only when its last word is misspelt, and none when a word fits nothing.
func (x *Index) Readings(query string, terms []string) []Reading {
	if len(terms) > mostTerms {
		return nil
	}
	all := []Reading{{Spelt: []string{query}}}
	for i, text := range terms {
		ways := []term{x.fit(term{texts: []string{text}})}
		if t := &ways[0]; t.most == 0 && t.cities.empty() {
			ways = nil
			for _, words := range x.speller().corrections(text, i == len(terms)-1) {
				ways = append(ways, x.fit(term{texts: words, exact: true}))
			}
		}
		all = all[0].with(text, ways)
		if len(all) == 0 {
			return nil
		}
	}
	return all
}

// with is the reading with one more word, in each way to understand that.
func (r Reading) with(text string, ways []term) []Reading {
	list := make([]Reading, len(ways))
	for i, t := range ways {
		list[i] = Reading{terms: append(slices.Clip(r.terms), t), Spelt: r.Spelt}
		if t.exact {
			list[i].Spelt = make([]string, len(t.texts))
			for n, word := range t.texts {
				list[i].Spelt[n] = strings.Replace(r.Spelt[0], text, word, 1)
			}
		}
	}
	return list
}

func (x *Index) fit(t term) term {
	t.cities = newBitmap(x.cities)
	seek := beginning
	if t.exact {
		seek = just
	}
	for _, text := range t.texts {
		if s := seek(x.vocabulary, text); s.to > s.from {
			t.most += x.most(s)
			if n := len(t.names); n > 0 && t.names[n-1].to == s.from {
				t.names[n-1].to = s.to
			} else {
				t.names = append(t.names, s)
			}
		}
		s := seek(x.towns.words, text)
		for _, owners := range x.towns.owners[s.from:s.to] {
			for _, c := range owners {
				t.cities.set(int32(c))
			}
		}
	}
	if len(t.names) == 1 {
		t.set = x.common[t.names[0]]
	}
	t.reach = t.most
	for i, word := range t.cities {
		for ; word != 0; word &= word - 1 {
			c := i<<6 + bits.TrailingZeros64(word)
			t.reach += int(x.byCity.from[c+1] - x.byCity.from[c])
		}
	}
	return t
}

// setOf returns the set of the names that have a word of the term.
func (x *Index) setOf(t *term) bitmap {
	if t.set == nil {
		t.set = newBitmap(len(x.order))
		for _, s := range t.names {
			x.gather(s, t.set)
		}
	}
	return t.set
}

// Regions lists the regions that answer a query, best first: by their
// quality, and of the same quality those of the likelier reading.
func (x *Index) Regions(readings []Reading, limit int) []int {
	var best [qualities][]int
	for _, r := range readings {
		for quality, hits := range x.regions.find(r.Spelt, r.terms, limit) {
			best[quality] = append(best[quality], hits...)
		}
	}
	var hits []int
	for _, hit := range slices.Concat(best[:]...) {
		if len(hits) == limit {
			break
		}
		if len(readings) == 1 || !slices.Contains(hits, hit) {
			hits = append(hits, hit)
		}
	}
	return hits
}

// Hotels calls yield with the positions that answer a query until yield says
// false: those of the likelier reading first, and those of each rising.
func (x *Index) Hotels(readings []Reading, yield func(at int) bool) {
	if len(readings) == 1 {
		x.find(readings[0].terms, yield)
		return
	}
	seen, more := newBitmap(len(x.order)), true
	for _, r := range readings {
		x.find(r.terms, func(at int) bool {
			if !seen.has(at) {
				seen.set(int32(at)) //nolint:gosec // there are fewer hotels
				more = yield(at)
			}
			return more
		})
		if !more {
			return
		}
	}
}

// group is the cities whose places answer the same words of a query.
type group struct {
	answered uint64 // which words the places answer, as bits
	cities   []int
	hotels   int
}

// few is how many hotels are cheap to look at one by one.
const few = 4096

// find calls yield with the positions that have a word for every term, rising, until
// yield says false. Common words are often together in the first hotels, so those are
// looked at first; then every group of cities adds its candidates by its cheapest way.
func (x *Index) find(terms []term, yield func(at int) bool) {
	// The rarest first: it says no soonest.
	slices.SortStableFunc(terms, func(a, b term) int { return a.reach - b.reach })
	groups, masks := x.group(terms)
	start := 0
	if terms[0].reach > few {
		var enough bool
		if start, enough = x.scan(masks, terms, yield); enough {
			return
		}
	}
	for i, word := range x.candidates(groups, masks, terms) {
		for ; word != 0; word &= word - 1 {
			at := i<<6 + bits.TrailingZeros64(word)
			if at >= start && x.answers(at, masks[x.city[at]], terms) && !yield(at) {
				return
			}
		}
	}
}

// scan looks at one hotel after the other as long as that finds many.
func (x *Index) scan(masks []uint64, terms []term, yield func(at int) bool) (next int, enough bool) {
	const many = few / 64 // A machine word of a set holds one then.
	for next < len(x.order) {
		found := 0
		for end := min(len(x.order), next+few); next < end; next++ {
			if !x.answers(next, masks[x.city[next]], terms) {
				continue
			}
			found++
			if !yield(next) {
				return next, true
			}
		}
		if found < many {
			break
		}
	}
	return next, next == len(x.order)
}

// candidates is a set of positions that holds every answer.
func (x *Index) candidates(groups []group, masks []uint64, terms []term) bitmap {
	slices.SortStableFunc(groups, func(a, b group) int { return a.hotels - b.hotels })
	budget := few
	set, common := newBitmap(len(x.order)), newBitmap(len(x.order))
	for _, g := range groups {
		rest := rest(g, terms)
		switch {
		case len(rest) == 0 || g.hotels <= min(budget, rest[0].most):
			x.house(g, set)
			budget -= g.hotels
		case rest[0].most == 0:
		case rest[0].most <= budget:
			for _, s := range rest[0].names {
				x.gather(s, set)
			}
			budget -= rest[0].most
		default:
			copy(common, x.setOf(rest[0]))
			for _, t := range rest[1:] {
				common.and(x.setOf(t))
			}
			x.among(g, masks, common, set)
		}
	}
	return set
}

// house adds all hotels of a group's cities to a set.
func (x *Index) house(g group, set bitmap) {
	for _, c := range g.cities {
		for _, at := range x.byCity.of(c) {
			set.set(at)
		}
	}
}

// among adds to a set what is in the group's cities and in the names.
func (x *Index) among(g group, masks []uint64, names, set bitmap) {
	if g.hotels < names.count() {
		for _, c := range g.cities {
			for _, at := range x.byCity.of(c) {
				set[at>>6] |= names[at>>6] & (1 << (at & 63))
			}
		}
		return
	}
	for i, word := range names {
		for ; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			if masks[x.city[i<<6+bit]] == g.answered {
				set[i] |= 1 << bit
			}
		}
	}
}

// group sorts the cities that have hotels by the words that their places
// answer, and gives those words for each city.
func (x *Index) group(terms []term) (groups []group, masks []uint64) {
	masks = make([]uint64, x.cities)
	for n, t := range terms {
		for i, word := range t.cities {
			for ; word != 0; word &= word - 1 {
				masks[i<<6+bits.TrailingZeros64(word)] |= 1 << n
			}
		}
	}
	at := map[uint64]int{}
	for c, mask := range masks {
		hotels := int(x.byCity.from[c+1] - x.byCity.from[c])
		if hotels == 0 {
			continue
		}
		i, ok := at[mask]
		if !ok {
			i, at[mask] = len(groups), len(groups)
			groups = append(groups, group{answered: mask})
		}
		groups[i].cities = append(groups[i].cities, c)
		groups[i].hotels += hotels
	}
	return groups, masks
}

// rest is the terms that the names of a group's hotels have to answer, the
// rarest first.
func rest(g group, terms []term) []*term {
	var list []*term
	for n := range terms {
		if g.answered>>n&1 == 0 {
			list = append(list, &terms[n])
		}
	}
	slices.SortStableFunc(list, func(a, b *term) int { return a.most - b.most })
	return list
}

// answers reports whether the hotel at a position has a word for every term that
// its place does not answer.
func (x *Index) answers(at int, answered uint64, terms []term) bool {
	for n := range terms {
		if answered>>n&1 != 0 {
			continue
		}
		if set := terms[n].set; set != nil {
			if !set.has(at) {
				return false
			}
		} else if !has(x.words[x.from[at]:x.from[at+1]], terms[n].names) {
			return false
		}
	}
	return true
}

func has(own []uint16, spans []span) bool {
	for _, s := range spans {
		for _, word := range own {
			if int(word) >= s.from && int(word) < s.to {
				return true
			}
		}
	}
	return false
}
