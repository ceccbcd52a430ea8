package main

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/internal/spelling"
)

// How far an airport may be from a city that it serves, and how many people make a city
// of its own out of a town beside it.
const (
	servesKm = 45
	ownCity  = 50_000
)

// link finds the town of every city that an airport serves, by the city's IATA code: its
// number in GeoNames, or else its position and the airport's municipality. Towns of one
// name are never taken for each other, and no border is crossed.
func link(airports []airport, towns []*town, s sources, r *reviewed) {
	byID, grid := map[int]*town{}, map[[2]int][]*town{}
	for _, t := range towns {
		byID[t.id] = t
		at := square(t.lat, t.lon)
		grid[at] = append(grid[at], t)
	}
	owners := map[string]*town{}
	for i := range airports {
		a := &airports[i]
		_, patched := r.airports[a.code]
		named := nearTo(a.lat, a.lon, 60, a, grid)
		if named != nil && plain(named.name) != plain(a.city) {
			named = nil
		}
		for _, code := range a.cities {
			t, exact := s.cityOf(code, a, byID, grid)
			if patched && named != nil && t != named {
				t, exact = named, false
			}
			if t == nil {
				continue
			}
			if c := t.coreOf(r); c != nil {
				t = c
			} else if !r.taken[code] && (owners[code] == nil || owners[code] == t) {
				owners[code] = t
				t.add(code, exact)
			}
			if !slices.Contains(a.homes, t) && km(a.lat, a.lon, t.lat, t.lon) <= servesKm {
				a.homes = append(a.homes, t)
			}
		}
		// Where no code says it, or that of a metropolis or a village, the airport is its municipality's.
		known := slices.ContainsFunc(a.homes, func(t *town) bool { return !t.core && (t.people >= ownCity || t.resort || patched) })
		if named != nil && !known && named.coreOf(r) == nil && !slices.Contains(a.homes, named) {
			a.homes = append(a.homes, named)
		}
		a.sortHomes()
		if len(a.homes) > 0 && !r.taken[a.code] {
			home := a.homes[0]
			home.served = max(home.served, []float64{0, 30_000, 140_000, 300_000}[a.class])
			if home.name != a.city && alike(home.name, a.city) && !slices.Contains(home.others, a.city) {
				home.others = append(home.others, a.city)
			}
		}
	}
}

// alike reports whether one name is another spelling of the other: Gomel, Homyel'.
func alike(a, b string) bool {
	if strings.ContainsAny(b, "(/") {
		return false
	}
	x, y := []rune(plain(a)), []rune(plain(b))
	most := max(len(x), len(y)) / 3
	return !slices.Equal(x, y) && most > 0 && spelling.Distance(x, y) <= most
}

// sortHomes puts the town first that the airport belongs to: the nearest one that is a
// city of its own, else the largest.
func (a *airport) sortHomes() {
	rank := func(t *town) int {
		switch {
		case t.core:
			return 2
		case t.people < ownCity:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(a.homes, func(x, y *town) int {
		order := rank(x) - rank(y)
		if order == 0 && rank(x) == 1 {
			order = y.people - x.people
		}
		return cmp.Or(order, cmp.Compare(km(a.lat, a.lon, x.lat, x.lon), km(a.lat, a.lon, y.lat, y.lon)))
	})
}

// add gives a town a city code; exact says that the code is that very town's.
func (t *town) add(code string, exact bool) {
	if slices.Contains(t.codes, code) {
		return
	}
	t.codes = append(t.codes, code)
	if !exact {
		t.loose = append(t.loose, code)
	}
}

// cityOf is the town of a city code, nil where no town is known that it could be, and
// whether it is that very place. Of several with one code it is the resort, or else the largest.
func (s sources) cityOf(code string, a *airport, byID map[int]*town, grid map[[2]int][]*town) (best *town, exact bool) {
	for _, p := range s.places[code] {
		if t := byID[p.geonames]; p.city && t != nil && t.country == a.country && km(a.lat, a.lon, t.lat, t.lon) < 2*servesKm {
			if best == nil || a.better(t, best) {
				best = t
			}
		}
	}
	if best != nil {
		return best, true
	}
	for _, p := range s.places[code] {
		if p.city {
			return nearTo(p.lat, p.lon, 15, a, grid), false
		}
	}
	return nil, false
}

// better reports whether a city code of an airport is rather one town's than another's:
// that within reach, the resort, the larger one.
func (a *airport) better(t, other *town) bool {
	rank := func(t *town) int {
		switch {
		case km(a.lat, a.lon, t.lat, t.lon) > servesKm:
			return 0
		case !t.resort:
			return 1
		}
		return 2
	}
	return cmp.Or(rank(t)-rank(other), t.people-other.people) > 0
}

// nearTo is the town of the airport's country near a place that has the name of the
// airport's municipality, or else the largest one that is very near.
func nearTo(lat, lon, most float64, a *airport, grid map[[2]int][]*town) *town {
	var best *town
	at := square(lat, lon)
	for dx := -8; dx <= 8; dx++ {
		for dy := -8; dy <= 8; dy++ {
			for _, t := range grid[[2]int{at[0] + dx, at[1] + dy}] {
				away := km(lat, lon, t.lat, t.lon)
				named := plain(t.name) == plain(a.city)
				if t.country != a.country || away > most || !named && away > 4 {
					continue
				}
				if best == nil || named && plain(best.name) != plain(a.city) || named == (plain(best.name) == plain(a.city)) && t.people > best.people {
					best = t
				}
			}
		}
	}
	return best
}

// coreOf is the city of cities.tsv that a town is, nil when it is none.
func (t *town) coreOf(r *reviewed) *town {
	for _, c := range r.core {
		if away := km(t.lat, t.lon, c.lat, c.lon); c.country == t.country && (away < 8 || away < 24 && plain(c.name) == plain(t.name)) {
			return c
		}
	}
	return nil
}

// assign gives each airport to one town: the nearest of the cities that it serves, or
// else the nearest of its country within 60 km. The main airport stands first.
func assign(towns []*town, airports []airport, r *reviewed) {
	all := slices.Concat(towns, r.core)
	there, owners := map[*town]bool{}, map[string]*town{}
	for _, t := range all {
		there[t] = true
		for _, code := range t.codes {
			owners[code] = t
		}
	}
	for _, a := range airports {
		if r.taken[a.code] {
			continue
		}
		best := owners[a.code] // a code is one place's: the city's that it names
		if best == nil {
			if i := slices.IndexFunc(a.homes, func(t *town) bool { return there[t] }); i >= 0 {
				best = a.homes[i]
			}
		}
		if best == nil {
			least := 60.0
			for _, t := range all {
				if d := km(a.lat, a.lon, t.lat, t.lon); t.country == a.country && d < least {
					best, least = t, d
				}
			}
		}
		if best != nil {
			a.distance = km(a.lat, a.lon, best.lat, best.lon)
			best.airports = append(best.airports, a)
		}
	}
	for _, t := range towns {
		slices.SortStableFunc(t.airports, func(a, b airport) int { return cmp.Or(b.class-a.class, cmp.Compare(a.distance, b.distance)) })
		t.sortCodes()
	}
}

// abroadKm is how near an airport a town of another country may have hotels that a search
// within ten miles finds: those of a town lie up to 22 km from its centre.
const abroadKm = 16.1 + 22

// border marks the towns with an airport near a town of another country. They need hotels
// of their own even in a small world: a search by the airport's code would find none but
// those across the border.
func border(towns []*town, r *reviewed) {
	all := slices.Concat(towns, r.core)
	for _, t := range towns {
		for _, a := range t.airports {
			t.border = t.border || slices.ContainsFunc(all, func(other *town) bool {
				return other.country != t.country && km(a.lat, a.lon, other.lat, other.lon) < abroadKm
			})
		}
	}
}

// sortCodes puts the city code first that the main airport serves first.
func (t *town) sortCodes() {
	rank := func(code string) int {
		for i, a := range t.airports {
			if n := slices.Index(a.cities, code); n >= 0 {
				return 100*i + n
			}
		}
		return 1 << 20
	}
	loose := func(code string) int { return slices.Index(t.loose, code) + 1 }
	slices.SortStableFunc(t.codes, func(a, b string) int {
		return cmp.Or(min(loose(a), 1)-min(loose(b), 1), rank(a)-rank(b), cmp.Compare(a, b))
	})
}
