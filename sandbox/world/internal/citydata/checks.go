package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// writeChecks writes what the sources say of the airports and the city codes of the
// tables, those of cities.tsv included, for the tests: the country of an airport, where
// two sources have it, and where OpenTravelData has the cities of a code.
func (s sources) writeChecks(towns []*town, r *reviewed) error {
	cities, airports := map[string]bool{}, map[string]bool{}
	for _, t := range slices.Concat(towns, r.core) {
		for _, code := range t.codes {
			cities[code] = true
		}
		for _, a := range t.airports {
			airports[a.code] = true
		}
	}
	for code := range r.taken {
		airports[code] = airports[code] || s.lists(code)
	}
	var b strings.Builder
	b.WriteString("# Made by internal/citydata from OpenTravelData and airport-data-js (CC BY 4.0). Do not edit.\n")
	b.WriteString("# a = airport, c = city	IATA code	country of an airport	latitude and longitude by OpenTravelData	and of an airport by airport-data-js\n")
	for _, code := range slices.Sorted(maps.Keys(airports)) {
		for _, p := range s.places[code] {
			if p.airport {
				third := s.third[code]
				fmt.Fprintf(&b, "a\t%s\t%s\t%s\t%s\t%s\t%s\n", code, third.country, degrees(p.lat), degrees(p.lon), degrees(third.lat), degrees(third.lon))
				break
			}
		}
	}
	for _, code := range slices.Sorted(maps.Keys(cities)) {
		for _, p := range s.places[code] {
			if p.city {
				fmt.Fprintf(&b, "c\t%s\t\t%s\t%s\t\t\n", code, degrees(p.lat), degrees(p.lon))
			}
		}
	}
	return os.WriteFile(checks, []byte(b.String()), 0o600)
}
