package world

import (
	"cmp"
	"iter"
	"sync"

	"bellhop/internal/guard"
	"bellhop/sandbox/world/index"
)

// ranking is what a search without words needs: a small part of the index's cost.
type ranking struct {
	order      []int32        // position to hotel index: by priority rank, unranked and null ones last
	city       []uint16       // position to place in World.cities
	categories []uint8        // category of each position: kind+1, or 0 for null
	places     []*Destination // the most prominent first
}

// unranked comes after every rank, and after 9999 as well.
const unranked = 10_000

// rankHotels puts the hotels in the order of results, by counting their ranks.
func (w *World) rankHotels() *ranking {
	r := &ranking{order: make([]int32, w.count), city: make([]uint16, w.count), categories: make([]uint8, w.count)}
	ranks, published := make([]int16, w.count), make([]uint8, w.count)
	var group sync.WaitGroup
	group.Go(func() {
		defer guard.Catch()
		r.places = w.destinations()
	})
	index.InParts(w.count, func(_, from, to int) {
		for h := range w.hotels(from, to) {
			ranks[h.index] = int16(cmp.Or(h.rank(), unranked)) //nolint:gosec // ranks are below 10,000
			published[h.index] = h.published()
		}
	})
	var starts [unranked + 2]int32
	for _, rank := range ranks {
		starts[rank+1]++
	}
	for rank := range unranked + 1 {
		starts[rank+1] += starts[rank]
	}
	for c := range w.cities {
		city := &w.cities[c]
		for i := city.first; i < city.first+city.hotels; i++ {
			at := &starts[ranks[i]]
			r.order[*at], r.city[*at], r.categories[*at] = int32(i), uint16(c), published[i] //nolint:gosec // at most mostProperties, and cityNumbers
			*at++
		}
	}
	group.Wait()
	r.choose(len(w.cities))
	return r
}

// choose gives every destination its best hotels, in one walk over all hotels.
func (r *ranking) choose(cities int) {
	of := make([][countryLevel + 1]*Destination, cities)
	for _, d := range r.places {
		d.best = make([]int32, 0, min(d.Count, mostListed))
		for _, c := range d.cities {
			of[c][d.level()] = d
		}
	}
	for at, i := range r.order {
		for _, d := range of[r.city[at]] {
			if d != nil && len(d.best) < cap(d.best) {
				d.best = append(d.best, i)
			}
		}
	}
}

// hotels are the hotels of a range of numbers.
func (w *World) hotels(from, to int) iter.Seq[hotel] {
	return func(yield func(hotel) bool) {
		for i := from; i < to; {
			c, k := w.at(i)
			for ; k < c.hotels && i < to; i, k = i+1, k+1 {
				if !yield(w.hotelOf(c, k)) {
					return
				}
			}
		}
	}
}
