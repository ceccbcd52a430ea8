package world

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bellhop/internal/gated"
	"bellhop/sandbox/world/index"
)

// TestSearchOfALargeWorldAgainstLookingAtEveryHotel checks what only a large
// world has: words of very many names, groups of cities that are too many to
// look at each hotel, and queries that give up looking at one after the other.
func TestSearchOfALargeWorldAgainstLookingAtEveryHotel(t *testing.T) {
	gated.Test(t, "it makes a world of 40,000 hotels")
	w := build(t, 40_000)
	ranked, places := byRank(w), w.cityWords()
	var words []string          // every word once
	numbers := map[string]int{} // its place in words
	all := make([][]int, w.Len())
	for h := range w.hotels(0, w.Len()) {
		for _, word := range append(index.Words(index.Fold(h.name()+" "+h.chain.code)), places[w.byNo[h.city.No]]...) {
			if _, known := numbers[word]; !known {
				numbers[word] = len(words)
				words = append(words, word)
			}
			all[h.index] = append(all[h.index], numbers[word])
		}
	}
	dice := rand.New(rand.NewPCG(3, 4))
	letters := func() string { // one to three letters that begin a word of some hotel
		list := all[dice.IntN(len(all))]
		word := []rune(words[list[dice.IntN(len(list))]])
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
		begun := make([][]bool, 0, 5) // which words each term begins
		for _, term := range index.Words(index.Fold(query)) {
			of := make([]bool, len(words))
			for n, word := range words {
				of[n] = strings.HasPrefix(word, term)
			}
			begun = append(begun, of)
		}
		var want []int
		for _, i := range ranked {
			if !slices.ContainsFunc(begun, func(of []bool) bool {
				return !slices.ContainsFunc(all[i], func(word int) bool { return of[word] })
			}) {
				want = append(want, i)
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
	if len(ids) != mostListed || d.Count <= mostListed {
		t.Fatalf("%d of %d hotels are listed, want %d", len(ids), d.Count, mostListed)
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
