package world

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"
	"time"

	"bellhop/sandbox/world/index"
)

// mostProperties is the largest world.
const mostProperties = 2_000_000

// World is a seeded world of a given size. It is safe for concurrent use.
type World struct {
	*tables
	seed   key
	count  int
	images string           // what begins the addresses of pictures
	cities []city           // in the order of the tables' rows
	byNo   []int            // city number to position in cities, -1 for none
	places map[string]Point // of IATA codes
	zones  map[string]func() *time.Location

	ranking func() *ranking // made at the first call
	once    sync.Once
	found   *index.Index
}

// city is a city with its share of a world's hotels: those with the indexes first to
// first+hotels-1.
type city struct {
	*cityRow
	hotels, first int
}

// New makes the world of a seed with so many hotels, in a few milliseconds. It fails
// when they are too many, and when the program has no time zone data.
func New(seed uint64, properties int) (*World, error) {
	if properties < 0 || properties > mostProperties {
		return nil, fmt.Errorf("a world has 0 to %d properties, not %d", mostProperties, properties)
	}
	if _, err := time.LoadLocation("Pacific/Apia"); err != nil {
		return nil, fmt.Errorf("the world needs time zone data: %w", err)
	}
	t, err := embedded()
	if err != nil {
		return nil, err
	}
	w := &World{tables: t, seed: key(mix(seed + golden)), images: imageBase(seed), count: properties, cities: make([]city, len(t.rows))}
	for i := range t.rows {
		w.cities[i].cityRow = &t.rows[i]
	}
	w.places, w.zones = make(map[string]Point, len(w.cities)), map[string]func() *time.Location{}
	w.ranking = sync.OnceValue(w.rankHotels)
	w.byNo = slices.Repeat([]int{-1}, cityNumbers)
	w.share()
	for i := range w.cities {
		c := &w.cities[i]
		w.byNo[c.No] = i
		if w.zones[c.Zone] == nil {
			w.zones[c.Zone] = lazyZone(c.Zone)
		}
	}
	w.locate()
	return w, nil
}

// locate records the place of each code. An airport replaces a city with the same code.
func (w *World) locate() {
	for i := range w.cities {
		c := &w.cities[i]
		if c.Code != "" {
			w.places[c.Code] = c.At
		}
		for _, code := range c.codes {
			w.places[code] = c.At
		}
	}
	for i := range w.cities {
		for _, a := range w.cities[i].Airports {
			w.places[a.Code] = a.At
		}
	}
}

// lazyZone loads a zone at its first use: all of them would take too long.
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

// City r in order of prominence, those of cities.tsv before the towns, gets its share
// of 1/sqrt(r), until the last one has a hotel; from then on cities grow by their size.
const (
	shareBits = 30 // a share of 2^20 is one more hotel every 2^10 moments
	sizeBits  = 17 // a size of 100 is one more hotel about every 2^10 moments
)

// seats returns how many hotels a city has at a time: at most one more than just before.
func seats(share, size, first, time int) int {
	return share*min(time, first)>>shareBits + size*max(0, time-first)>>sizeBits
}

// share spreads the hotels over the cities, in one endless order: a larger world
// takes no hotel away. Those of the scenarios come last before scenariosFrom.
func (w *World) share() {
	towns := len(w.cities) - 1
	scenarioHotels := len(scenarios())
	w.cities[towns].hotels = min(scenarioHotels, max(0, w.count-(scenariosFrom-scenarioHotels)))
	left := w.count - w.cities[towns].hotels
	order := make([]int, towns)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order[:w.core], func(a, b int) int { return w.cities[b].Size - w.cities[a].Size })
	slices.SortStableFunc(order[w.core:], func(a, b int) int { return w.cities[b].Size - w.cities[a].Size })
	shares := make([]int, towns)
	for place := range shares {
		shares[place] = int((1 << 20) / math.Sqrt(float64(place+1)))
	}
	// The time at which the last city has its first hotel.
	everywhere := (1<<shareBits + shares[towns-1] - 1) / shares[towns-1]
	given := func(time int) int {
		sum := 0
		for place, i := range order {
			sum += seats(shares[place], w.cities[i].Size, everywhere, time)
		}
		return sum
	}
	// The last time by which no more than all are given; the rest of the seats
	// of the next moment are given in the order of prominence.
	time := sort.Search(1<<31, func(time int) bool { return given(time) > left }) - 1
	left -= given(time)
	for place, i := range order {
		c := &w.cities[i]
		c.hotels = seats(shares[place], c.Size, everywhere, time)
		if more := seats(shares[place], c.Size, everywhere, time+1); more > c.hotels && left > 0 {
			c.hotels, left = more, left-1
		}
	}
	first := 0
	for i := range w.cities {
		w.cities[i].first = first
		first += w.cities[i].hotels
	}
}

// Len returns the number of hotels.
func (w *World) Len() int { return w.count }

// hotel is what the facts of one hotel are drawn from.
type hotel struct {
	key   key
	city  *city
	chain *chain
	index int
	k     int // number within its city
	stars int // class of its prices; the published rating may be missing
	kind  kind
	// images begins the addresses of pictures.
	images string
}

// hotel finds the hotel with index i. It panics when there is none, as a slice does.
func (w *World) hotel(i int) hotel { return w.hotelOf(w.at(i)) }

// at finds the city of the hotel with index i and its number within it.
func (w *World) at(i int) (c *city, k int) {
	if i < 0 || i >= w.count {
		panic(fmt.Sprintf("world: hotel %d of %d", i, w.count))
	}
	n := sort.Search(len(w.cities), func(c int) bool { return w.cities[c].first > i }) - 1
	return &w.cities[n], i - w.cities[n].first
}

func (w *World) hotelOf(c *city, k int) hotel {
	h := hotel{key: w.hotelKey(c, k), city: c, index: c.first + k, k: k, images: w.images}
	h.chain = w.chainFor(c, h.key)
	h.stars = h.key.between(factStars, h.chain.least, h.chain.most)
	h.kind = h.drawKind()
	return h
}

func (w *World) hotelKey(c *city, k int) key {
	return key(mix(uint64(w.seed) ^ (uint64(c.No)<<32 | uint64(k)))) //nolint:gosec // neither is negative
}

func (w *World) chainFor(c *city, k key) *chain {
	if c.No == scenarioCity {
		return &w.chains[len(w.chains)-1]
	}
	n := k.below(factChain, w.weight)
	for i := range w.chains {
		if n -= w.chains[i].weight; n < 0 {
			return &w.chains[i]
		}
	}
	return &w.chains[0]
}

// Find returns the index of the hotel with this chain and property code.
func (w *World) Find(chain, code string) (index int, ok bool) {
	c, k, ok := w.decode(code)
	if !ok || w.chainFor(c, w.hotelKey(c, k)).code != chain {
		return 0, false
	}
	return c.first + k, true
}

// decode finds the hotel of a property code, whatever its chain.
func (w *World) decode(code string) (c *city, k int, ok bool) {
	no, k, ok := readPropertyCode(code)
	if !ok || w.byNo[no] < 0 {
		return nil, 0, false
	}
	c = &w.cities[w.byNo[no]]
	return c, k, k < c.hotels
}

// Location returns the zone of the hotel with index i.
func (w *World) Location(i int) *time.Location { return w.zone(w.hotel(i).city) }

func (w *World) zone(c *city) *time.Location { return w.zones[c.Zone]() }

// Allotment returns how many rooms of a kind the hotel with index i sells for a night
// before any reservation.
func (w *World) Allotment(i, roomNo int, night Day) int {
	h := w.hotel(i)
	if roomNo < 0 || roomNo >= h.roomCount() || h.closed(night) {
		return 0
	}
	return h.sketch(roomNo).allotment(night)
}

// mulDiv returns a·b/c without overflow, for amounts that are not negative.
func mulDiv(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))   //nolint:gosec // amounts are not negative
	quotient, _ := bits.Div64(high, low, uint64(c)) //nolint:gosec // c is positive
	return int64(quotient)                          //nolint:gosec // the result is at most a or b
}
