package world

import (
	"iter"
	"slices"
	"strings"

	"bellhop/sandbox/world/index"
)

// mostDestinations keeps destinations from crowding out the hotels.
const mostDestinations = 200

// Search finds at most limit results: a hotel named by its code, then destinations,
// then hotels by priority rank. Every word of the query must begin a word of the
// result; one that begins none may be misspelt. A category keeps only its hotels.
// The first search for words builds an index, unless Prepare has.
func (w *World) Search(query, category string, kind Kind, limit int) []Hit {
	folded := index.Fold(query)
	terms := index.Essential(index.Words(folded))
	if limit <= 0 || len(terms) == 0 && strings.TrimSpace(query) != "" {
		return nil
	}
	wanted, ok := categoryCode(category)
	if !ok {
		return nil
	}
	var hits []Hit
	exact := -1
	if kind != Destinations {
		if i, ok := w.byCode(folded); ok && (category == "" || w.hotel(i).published() == wanted) {
			exact, hits = i, append(hits, Hit{Index: i})
		}
	}
	r := w.ranking()
	regions := func(limit int) []int { return slices.Collect(upTo(min(limit, len(r.places)))) }
	hotels := upTo(len(r.order))
	if len(terms) > 0 {
		w.Prepare(nil)
		x := w.found
		readings := x.Readings(folded, terms)
		regions = func(limit int) []int { return x.Regions(readings, limit) }
		hotels = func(yield func(at int) bool) { x.Hotels(readings, yield) }
	}
	if kind != Hotels && category == "" {
		most := limit - len(hits)
		if kind == Everything {
			most = min(most, mostDestinations)
		}
		for _, at := range regions(most) {
			hits = append(hits, Hit{Destination: r.places[at], Index: -1})
		}
	}
	if kind == Destinations || len(hits) >= limit {
		return hits
	}
	for at := range hotels {
		i := int(r.order[at])
		if i != exact && (category == "" || r.categories[at] == wanted) {
			hits = append(hits, Hit{Index: i})
		}
		if len(hits) >= limit {
			break
		}
	}
	return hits
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// Prepare builds the index of Search, once: a second or so for a million hotels.
// Progress, unless it is nil, is told how many are done, from one goroutine at a time.
func (w *World) Prepare(progress func(done, total int)) {
	w.once.Do(func() { w.found = w.buildIndex(progress) })
}

func (w *World) buildIndex(progress func(done, total int)) *index.Index {
	var report func(done int)
	if progress != nil {
		report = func(done int) { progress(done, w.count) }
	}
	r, words := w.ranking(), w.cityWords()
	return index.Build(index.Source{
		Order: r.order, City: r.city, Cities: words,
		Regions: func() []index.Region { return w.regions(r.places, words) },
		Hotels: func(from, to int) iter.Seq2[int, []string] {
			return func(yield func(int, []string) bool) {
				for h := range w.hotels(from, to) {
					if !yield(w.byNo[h.city.No], h.nameWords()) {
						return
					}
				}
			}
		},
	}, report)
}

// nameWords returns the words of the hotel's name, and its chain's code.
func (h hotel) nameWords() []string {
	return append(index.Words(index.Fold(h.name())), strings.ToLower(h.chain.code))
}

func (c *city) placeWords() []string {
	return append(index.Words(index.Fold(lines(c.Name, c.State, c.StateCode, c.Country, c.CountryCode, c.country.others, c.others, c.native))), codes(c)...)
}

// cityWords returns the words of each city that has hotels.
func (w *World) cityWords() [][]string {
	list := make([][]string, len(w.cities))
	for i := range w.cities {
		if c := &w.cities[i]; c.hotels > 0 {
			list[i] = c.placeWords()
		}
	}
	return list
}

// Matches reports whether a name contains part, whatever the case, accents and punctuation.
func Matches(name, part string) bool {
	p := index.Fold(part)
	return p != "" && strings.Contains(index.Fold(name), p)
}

// byCode reads a folded query as a property code, with or without its chain.
func (w *World) byCode(folded string) (int, bool) {
	text := strings.ToUpper(strings.ReplaceAll(folded, " ", ""))
	if len(text) > 2 && text[0] >= 'A' {
		return w.Find(text[:2], text[2:])
	}
	c, k, ok := w.decode(text)
	if !ok {
		return 0, false
	}
	return c.first + k, true
}

// categories lists the names that Property.Category may have.
func categories() []string {
	list := make([]string, kinds)
	for k := range kinds {
		list[k] = k.String()
	}
	return list
}

func categoryCode(name string) (code uint8, ok bool) {
	if name == "" {
		return 0, true
	}
	i := slices.Index(categories(), name)
	return uint8(i + 1), i >= 0 //nolint:gosec // there are a few categories
}

// published returns the code of the category that the hotel's record shows.
func (h hotel) published() uint8 {
	if h.scenario() == nil && h.key.chance(factNull3, 50) {
		return 0
	}
	return uint8(h.kind + 1) //nolint:gosec // there are a few categories
}
