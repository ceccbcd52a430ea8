package world

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/world/index"
)

// TestSearchOfALargeWorldAgainstLookingAtEveryHotel checks what only a large
// world has: words of very many names, groups of cities that are too many to
// look at each hotel, and queries that give up looking at one after the other.
func TestSearchOfALargeWorldAgainstLookingAtEveryHotel(t *testing.T) {
	w := build(t, 40_000)
	type known struct{ index, rank int }
	ranked := make([]known, w.Len())
	all := make([][]string, w.Len())
	for i := range ranked {
		h := w.hotel(i)
		ranked[i] = known{i, cmp.Or(h.rank(), unranked)}
		all[i] = append(index.Words(index.Fold(h.name()+" "+h.chain.code)), h.city.placeWords()...)
	}
	slices.SortStableFunc(ranked, func(a, b known) int { return a.rank - b.rank })
	dice := rand.New(rand.NewPCG(3, 4))
	letters := func() string { // one to three letters that begin a word of some hotel
		list := all[dice.IntN(len(all))]
		word := []rune(list[dice.IntN(len(list))])
		return string(word[:min(len(word), 1+dice.IntN(3))])
	}
	queries := []string{"hotel", "united states", "united states hotel", "united states the lodge", "japan the", "h t l a s", "london", "inn hotel", "hotel lodge"}
	for range 40 {
		query := letters()
		for range dice.IntN(4) {
			query += " " + letters()
		}
		queries = append(queries, query)
	}
	found := 0
	for _, query := range queries {
		terms := index.Words(index.Fold(query))
		var want []int
		for _, k := range ranked {
			if !slices.ContainsFunc(terms, func(term string) bool {
				return !slices.ContainsFunc(all[k.index], func(word string) bool { return strings.HasPrefix(word, term) })
			}) {
				want = append(want, k.index)
			}
		}
		for _, limit := range []int{500, w.Len()} {
			var got []int
			for _, hit := range w.Search(query, "", Hotels, limit) {
				got = append(got, hit.Index)
			}
			if !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Errorf("%q, limit %d, finds %d hotels, want the first of %d", query, limit, len(got), len(want))
			}
		}
		found += len(want)
	}
	if found == 0 {
		t.Error("no query has found a hotel")
	}
}

func TestHotelIDsAreTheBestOfALargePlace(t *testing.T) {
	w := build(t, 20_000)
	hits := w.Search("united states", "", Destinations, 1)
	if len(hits) != 1 || hits[0].Destination.ID != "united-states" {
		t.Fatalf("the United States are not the first result: %q", describe(w, hits))
	}
	d := hits[0].Destination
	ids := w.HotelIDs(d)
	if len(ids) != MostListed || d.Count <= MostListed {
		t.Fatalf("%d of %d hotels are listed, want %d", len(ids), d.Count, MostListed)
	}
	var ranks []int
	for i := range w.Len() {
		if h := w.hotel(i); h.city.CountryCode == "US" {
			ranks = append(ranks, cmp.Or(h.rank(), unranked))
		}
	}
	slices.Sort(ranks)
	seen := map[int]bool{}
	for n, id := range ids {
		i, ok := w.Find(id[:2], id[2:])
		if !ok || seen[i] || w.hotel(i).city.CountryCode != "US" {
			t.Fatalf("%s is listed twice, or is not in the United States", id)
		}
		seen[i] = true
		if rank := cmp.Or(w.hotel(i).rank(), unranked); rank != ranks[n] {
			t.Errorf("number %d has the rank %d, want %d", n+1, rank, ranks[n])
		}
	}
}
