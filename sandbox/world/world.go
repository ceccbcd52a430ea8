package world

import (
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"sync"
	"time"
)

// MostProperties is the largest world.
const MostProperties = 5_000_000

// World is a seeded world of a given size. It is safe for concurrent use.
type World struct {
	*tables
	seed    key
	count   int
	byNo    []int // city number to position in cities, -1 for none
	places  map[string]Point
	regions []Destination
	zones   map[string]func() *time.Location
	index   func() *index
}

// New makes the world of a seed with so many hotels. It costs a few
// milliseconds whatever the number. It fails when the number is not within
// 0 to MostProperties, and when the program has no time zone data.
func New(seed uint64, properties int) (*World, error) {
	if properties < 0 || properties > MostProperties {
		return nil, fmt.Errorf("a world has 0 to %d properties, not %d", MostProperties, properties)
	}
	if _, err := time.LoadLocation("Pacific/Apia"); err != nil {
		return nil, fmt.Errorf("the world needs time zone data: %w", err)
	}
	t, err := loadTables()
	if err != nil {
		return nil, err
	}
	w := &World{tables: t, seed: key(mix(seed + golden)), count: properties, places: map[string]Point{}, zones: map[string]func() *time.Location{}}
	w.byNo = slices.Repeat([]int{-1}, cityNumbers)
	w.share()
	for i := range w.cities {
		c := &w.cities[i]
		w.byNo[c.No] = i
		for _, a := range c.Airports {
			w.places[a.Code] = a.At
		}
		w.zones[c.Zone] = lazyZone(c.Zone)
	}
	// A code that names both a city and its airport means the city.
	for i := range w.cities {
		w.places[w.cities[i].Code] = w.cities[i].At
	}
	w.regions = w.destinations()
	w.index = sync.OnceValue(w.buildIndex)
	return w, nil
}

// lazyZone loads a zone at its first use: loading all of them would take longer
// than starting the rest of the program.
func lazyZone(name string) func() *time.Location {
	return sync.OnceValue(func() *time.Location {
		loc, err := time.LoadLocation(name)
		if err != nil {
			// New has proved that zone data is there, and a test that it holds every zone of the table.
			return time.UTC
		}
		return loc
	})
}

// share spreads the hotels over the cities: one each, then by size. Every seat
// has a fixed place in one endless order, so a larger world adds hotels to
// cities and takes none away.
func (w *World) share() {
	left := w.count
	for i := range w.cities {
		if left > 0 {
			w.cities[i].Hotels, left = 1, left-1
		}
	}
	// Seat s of a city of size z comes at time s/z. Find the last time, in
	// parts of 2^20, by which no more than the rest are taken.
	const parts = 1 << 20
	extra := func(size, at int) int { return size * at / parts }
	at := sort.Search(MostProperties*parts, func(at int) bool {
		sum := 0
		for i := range w.cities {
			sum += extra(w.cities[i].Size, at)
		}
		return sum > left
	})
	order := make([]int, len(w.cities))
	for i := range w.cities {
		if left > 0 {
			w.cities[i].Hotels += extra(w.cities[i].Size, at-1)
		}
		order[i] = i
	}
	given := 0
	for i := range w.cities {
		given += w.cities[i].Hotels
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &w.cities[a], &w.cities[b]
		if d := x.Hotels*y.Size - y.Hotels*x.Size; d != 0 {
			return d
		}
		return a - b
	})
	for _, i := range order[:min(len(order), w.count-given)] {
		w.cities[i].Hotels++
	}
	first := 0
	for i := range w.cities {
		w.cities[i].First = first
		first += w.cities[i].Hotels
	}
}

// Len is the number of hotels.
func (w *World) Len() int { return w.count }

// Cities lists the world's cities in the order of their hotels. The slice is
// the caller's; the airports in it are shared and must not be changed.
func (w *World) Cities() []City {
	list := make([]City, len(w.cities))
	for i := range w.cities {
		list[i] = w.cities[i].City
	}
	return list
}

// hotel is what the facts of one hotel are drawn from.
type hotel struct {
	key   key
	city  *city
	chain *chain
	index int
	k     int // number within its city
	stars int // class of its prices; the published rating may be missing
	kind  kind
}

// hotel finds the hotel with index i. It panics when there is none, as a slice does.
func (w *World) hotel(i int) hotel {
	if i < 0 || i >= w.count {
		panic(fmt.Sprintf("world: hotel %d of %d", i, w.count))
	}
	at := sort.Search(len(w.cities), func(c int) bool { return w.cities[c].First > i }) - 1
	return w.hotelOf(&w.cities[at], i-w.cities[at].First)
}

func (w *World) hotelOf(c *city, k int) hotel {
	h := hotel{key: w.hotelKey(c, k), city: c, index: c.First + k, k: k}
	h.chain = w.chainOf(h.key)
	h.stars = h.key.between(factStars, h.chain.least, h.chain.most)
	h.kind = h.drawKind()
	return h
}

func (w *World) hotelKey(c *city, k int) key {
	return key(mix(uint64(w.seed) ^ (uint64(c.No)<<32 | uint64(k)))) //nolint:gosec // neither is negative
}

func (w *World) chainOf(k key) *chain {
	n := k.below(factChain, w.weight)
	for i := range w.chains {
		if n -= w.chains[i].weight; n < 0 {
			return &w.chains[i]
		}
	}
	return &w.chains[0]
}

// Find gives the index of the hotel with this chain and property code.
func (w *World) Find(chain, code string) (index int, ok bool) {
	c, k, ok := w.decode(code)
	if !ok || w.chainOf(w.hotelKey(c, k)).code != chain {
		return 0, false
	}
	return c.First + k, true
}

// decode finds the hotel of a property code, whatever its chain.
func (w *World) decode(code string) (c *city, k int, ok bool) {
	no, k, ok := readPropertyCode(code)
	if !ok || w.byNo[no] < 0 {
		return nil, 0, false
	}
	c = &w.cities[w.byNo[no]]
	return c, k, k < c.Hotels
}

// Location is the zone of the hotel with index i.
func (w *World) Location(i int) *time.Location { return w.zone(w.hotel(i).city) }

func (w *World) zone(c *city) *time.Location { return w.zones[c.Zone]() }

// Currency is the ISO 4217 code of the hotel's currency.
func (w *World) Currency(i int) string { return w.hotel(i).city.Currency }

// Allotment is how many rooms of a kind the hotel with index i has for sale on
// a night before any reservation: 0 when the hotel or the room is closed that
// night, and when there is no such room.
func (w *World) Allotment(i, roomNo int, night Day) int {
	h := w.hotel(i)
	if roomNo < 0 || roomNo >= h.roomCount() || h.closed(night) {
		return 0
	}
	return h.sketch(roomNo).allotment(night)
}

// mulDiv is a·b/c without overflow, for amounts that are not negative and a
// result that fits.
func mulDiv(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))   //nolint:gosec // amounts are not negative
	quotient, _ := bits.Div64(high, low, uint64(c)) //nolint:gosec // c is positive
	return int64(quotient)                          //nolint:gosec // the result is at most a or b
}
