package world

import (
	"cmp"
	"slices"
	"testing"

	"bellhop/internal/gated"
	"bellhop/sandbox/world/index"
)

// TestTheEmptyQueryNeedsNoIndex compares what a search without words finds, of
// every kind and category, with looking at every hotel, with the way that every
// other query goes, and with what the same world finds when it has its index.
func TestTheEmptyQueryNeedsNoIndex(t *testing.T) {
	gated.Test(t, "it makes worlds of 20,000 hotels")
	for _, size := range []int{0, 1, 99, 124, 2000, 6000, 20_000} {
		for _, seed := range []uint64{1, 1 << 60} {
			w, err := New(seed, size)
			if err != nil {
				t.Fatal(err)
			}
			type asked struct {
				category string
				kind     Kind
				limit    int
			}
			before := map[asked][]Hit{}
			for _, category := range append(categories(), "") {
				for _, kind := range []Kind{Everything, Destinations, Hotels} {
					for _, limit := range []int{1, mostDestinations, 500} {
						before[asked{category, kind, limit}] = w.Search(" ", category, kind, limit)
					}
				}
			}
			if w.found != nil {
				t.Fatalf("%d hotels: a search without words has made the index", size)
			}
			w.Prepare(nil)
			ranked, category := byRank(w), make([]string, w.Len())
			for i := range category {
				category[i] = w.Property(i).Category
			}
			var places []Hit
			for _, at := range w.found.Regions([]index.Reading{{Spelt: []string{""}}}, 500) {
				places = append(places, Hit{Destination: w.ranking().places[at], Index: -1})
			}
			for a, got := range before {
				var want []Hit
				if a.kind != Hotels && a.category == "" {
					want = slices.Clone(places[:min(a.limit, len(places))])
					if a.kind == Everything {
						want = want[:min(len(want), mostDestinations)]
					}
				}
				for _, i := range ranked {
					if len(want) < a.limit && a.kind != Destinations && (a.category == "" || category[i] == a.category) {
						want = append(want, Hit{Index: i})
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d hotels, seed %d: %+v finds %d results, want %d others", size, seed, a, len(got), len(want))
				}
				if again := w.Search("", a.category, a.kind, a.limit); !slices.Equal(got, again) {
					t.Errorf("%d hotels, seed %d: %+v finds something else when there is an index", size, seed, a)
				}
			}
		}
	}
}

// byRank is the index of every hotel in the order of results.
func byRank(w *World) []int {
	list, ranks := make([]int, w.Len()), make([]int, w.Len())
	for h := range w.hotels(0, w.Len()) {
		list[h.index], ranks[h.index] = h.index, cmp.Or(h.rank(), unranked)
	}
	slices.SortStableFunc(list, func(a, b int) int { return ranks[a] - ranks[b] })
	return list
}

func TestDestinationsComeByProminence(t *testing.T) {
	w := build(t, 6000)
	list := w.destinations()
	for i, d := range list[1:] {
		before := list[i]
		if order := cmp.Or(d.size-before.size, int(before.level()-d.level()), cmp.Compare(before.ID, d.ID)); order >= 0 {
			t.Errorf("%s comes before %s", before.ID, d.ID)
		}
		best := 0
		for _, c := range d.cities {
			best = max(best, w.cities[c].Size)
		}
		if d.size != best {
			t.Errorf("%s has the prominence %d, its largest city %d", d.ID, d.size, best)
		}
	}
}
