package world

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// mostDestinations is how many of the results may be destinations while hotels
// are looked for as well, so that they never crowd the hotels out.
const mostDestinations = 200

// index finds hotels by the words of their names, cities, states, countries and
// codes. A hotel is known here by its position in the order of results, so a
// list of positions in rising order is already sorted best first.
type index struct {
	order      []int32 // position to hotel index: by priority rank, unranked and null ones last
	categories []uint8 // category of each position: kind+1, or 0 for null
	tokens     []string
	lists      [][]int32 // for each token the positions of its hotels, rising
}

// Search finds destinations and hotels, best first, at most limit of them: a
// hotel named by its chain and property code, then destinations, then hotels by
// priority rank. Every word of the query must begin a word of the result. An
// empty query finds the most prominent of everything. A category keeps only
// hotels of just that category; kind keeps only destinations or only hotels.
//
// The first search builds an index in memory.
func (w *World) Search(query, category string, kind Kind, limit int) []Hit {
	folded := fold(query)
	terms := words(folded)
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
		if i, ok := w.byCode(folded); ok && (category == "" || w.category(i) == wanted) {
			exact, hits = i, append(hits, Hit{Index: i})
		}
	}
	if kind != Hotels && category == "" {
		most := limit - len(hits)
		if kind == Everything {
			most = min(most, mostDestinations)
		}
		hits = append(hits, w.findDestinations(folded, terms, most)...)
	}
	if kind == Destinations || len(hits) >= limit {
		return hits
	}
	x := w.index()
	x.find(terms, func(at int32) bool {
		i := int(x.order[at])
		if i != exact && (category == "" || x.categories[at] == wanted) {
			hits = append(hits, Hit{Index: i})
		}
		return len(hits) < limit
	})
	return hits
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
	return c.First + k, true
}

// Categories lists the names that Property.Category may have.
func Categories() []string {
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
	i := slices.Index(Categories(), name)
	return uint8(i + 1), i >= 0 //nolint:gosec // there are a few categories
}

func (w *World) category(i int) uint8 { return w.hotel(i).published() }

// published is the code of the category that the hotel's record shows.
func (h hotel) published() uint8 {
	if h.key.chance(factNull3, 50) {
		return 0
	}
	return uint8(h.kind + 1) //nolint:gosec // there are a few categories
}

// buildIndex lists the hotels under their words.
func (w *World) buildIndex() *index {
	x := &index{order: make([]int32, w.count), categories: make([]uint8, w.count)}
	ranks := make([]int16, w.count)
	for i := range w.count {
		x.order[i] = int32(i)
		ranks[i] = int16(cmp.Or(w.rankOf(i), 10_000)) //nolint:gosec // ranks are below 10,000
	}
	slices.SortStableFunc(x.order, func(a, b int32) int { return int(ranks[a]) - int(ranks[b]) })
	ids := map[string]int{}
	note := func(token string, at int) {
		id, ok := ids[token]
		if !ok {
			id = len(x.lists)
			ids[token] = id
			x.tokens = append(x.tokens, token)
			x.lists = append(x.lists, nil)
		}
		if list := x.lists[id]; len(list) == 0 || list[len(list)-1] != int32(at) { //nolint:gosec // at most MostProperties
			x.lists[id] = append(list, int32(at)) //nolint:gosec // at most MostProperties
		}
	}
	places := make(map[int][]string, len(w.cities))
	for at, i := range x.order {
		h := w.hotel(int(i))
		x.categories[at] = h.published()
		place, ok := places[h.city.No]
		if !ok {
			place = append(words(fold(lines(h.city.Name, h.city.State, h.city.StateCode, h.city.Country, h.city.CountryCode))), codes(h.city)...)
			places[h.city.No] = place
		}
		for _, token := range place {
			note(token, at)
		}
		for _, token := range words(fold(h.name())) {
			note(token, at)
		}
		note(strings.ToLower(h.chain.code), at)
	}
	sort.Sort(byToken{x})
	return x
}

func (w *World) rankOf(i int) int { return w.hotel(i).rank() }

// byToken sorts the tokens of an index along with their lists.
type byToken struct{ *index }

func (b byToken) Len() int           { return len(b.tokens) }
func (b byToken) Less(i, j int) bool { return b.tokens[i] < b.tokens[j] }
func (b byToken) Swap(i, j int) {
	b.tokens[i], b.tokens[j] = b.tokens[j], b.tokens[i]
	b.lists[i], b.lists[j] = b.lists[j], b.lists[i]
}

// find calls yield with the positions that have a word for every term, rising,
// until yield says false.
func (x *index) find(terms []string, yield func(at int32) bool) {
	sets := make([]*union, len(terms))
	for i, term := range terms {
		sets[i] = x.union(term)
		if len(sets[i].lists) == 0 {
			return
		}
	}
	if len(sets) == 0 {
		for at := range x.order {
			if !yield(int32(at)) {
				return
			}
		}
		return
	}
	// The rarest term leads; the others only say yes or no.
	slices.SortFunc(sets, func(a, b *union) int { return a.size - b.size })
	sets[0].each(func(at int32) bool {
		for _, s := range sets[1:] {
			if !s.has(at) {
				return true
			}
		}
		return yield(at)
	})
}

// union is the lists of all tokens that begin with one term.
type union struct {
	lists [][]int32
	size  int
}

func (x *index) union(term string) *union {
	u := &union{}
	from, _ := slices.BinarySearch(x.tokens, term)
	for i := from; i < len(x.tokens) && strings.HasPrefix(x.tokens[i], term); i++ {
		u.lists = append(u.lists, x.lists[i])
		u.size += len(x.lists[i])
	}
	// The longest list is the likeliest to have a position.
	slices.SortStableFunc(u.lists, func(a, b []int32) int { return len(b) - len(a) })
	return u
}

func (u *union) has(at int32) bool {
	for _, list := range u.lists {
		if _, ok := slices.BinarySearch(list, at); ok {
			return true
		}
	}
	return false
}

// each calls yield with the positions of all lists, rising and each once, until
// it says false. The lists are merged through a heap of their heads.
func (u *union) each(yield func(at int32) bool) {
	heap := slices.Clone(u.lists)
	slices.SortFunc(heap, func(a, b []int32) int { return int(a[0]) - int(b[0]) })
	last := int32(-1)
	for len(heap) > 0 {
		if at := heap[0][0]; at != last {
			if !yield(at) {
				return
			}
			last = at
		}
		if heap[0] = heap[0][1:]; len(heap[0]) == 0 {
			heap[0] = heap[len(heap)-1]
			heap = heap[:len(heap)-1]
		}
		sink(heap)
	}
}

// sink puts the first list of a heap where its head belongs.
func sink(heap [][]int32) {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if right := child + 1; right < len(heap) && heap[right][0] < heap[child][0] {
			child = right
		}
		if heap[i][0] <= heap[child][0] {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

// Named lists, in index order, the hotels whose names contain part: see Matches.
func (w *World) Named(part string) []int {
	wanted := fold(part)
	terms := words(wanted)
	if len(terms) == 0 {
		return nil
	}
	// Whatever contains part has a word that contains its longest word, and the
	// index knows few words. Only the hotels of those are looked at.
	longest := slices.MaxFunc(terms, func(a, b string) int { return len(a) - len(b) })
	x, u := w.index(), &union{}
	for i, token := range x.tokens {
		if strings.Contains(token, longest) {
			u.lists = append(u.lists, x.lists[i])
		}
	}
	var list []int
	u.each(func(at int32) bool {
		i := int(x.order[at])
		if strings.Contains(fold(w.hotel(i).name()), wanted) {
			list = append(list, i)
		}
		return true
	})
	slices.Sort(list)
	return list
}
