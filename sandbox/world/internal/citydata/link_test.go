package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

const optd = "pk^iata_code^latitude^longitude^city_code^date_from\n" +
	"IAH-A-1^IAH^29.98^-95.34^HOU^\nHOU-C-10^HOU^29.76^-95.36^HOU^\n" +
	"FIH-A-2^FIH^-4.39^15.45^FIH^\nFIH-C-20^FIH^-4.33^15.31^FIH^\n" +
	"BZV-A-3^BZV^-4.25^15.25^BZV^\nBZV-C-30^BZV^-4.26^15.28^BZV^\n"

func newReviewed() *reviewed {
	return &reviewed{
		airports: map[string]airport{}, about: map[string]*patch{}, zones: map[string]string{}, taken: map[string]bool{},
		names: map[string]string{"US": "United States", "CD": "DR Congo", "CG": "Republic of the Congo"}, stated: map[string]bool{}, codes: map[string]string{},
	}
}

// TestAnAirportIsOfOneTown: of two towns of one name, that which the city code means has
// the airport and its weight; and a border keeps towns and airports apart.
func TestAnAirportIsOfOneTown(t *testing.T) {
	places, err := parsePlaces(optd)
	if err != nil {
		t.Fatal(err)
	}
	at := func(code, country string, lat, lon float64) record {
		return record{country: country, city: code, lat: lat, lon: lon, class: 3, scheduled: true}
	}
	known := map[string]record{"IAH": at("Houston", "US", 29.98, -95.34), "FIH": at("Kinshasa", "CD", -4.39, 15.45), "BZV": at("Brazzaville", "CG", -4.25, 15.25)}
	s := sources{now: known, third: known, places: places}
	r := newReviewed()
	airports, err := s.airports(r)
	if err != nil || len(airports) != 3 {
		t.Fatalf("%d airports, %v", len(airports), err)
	}
	texas := &town{id: 10, name: "Houston", country: "US", state: "Texas", lat: 29.76, lon: -95.36, people: 2_000_000}
	missouri := &town{id: 11, name: "Houston", country: "US", state: "Missouri", lat: 37.33, lon: -91.96, people: 2000}
	kinshasa := &town{id: 20, name: "Kinshasa", country: "CD", lat: -4.33, lon: 15.31, people: 7_000_000}
	brazzaville := &town{id: 30, name: "Brazzaville", country: "CG", lat: -4.26, lon: 15.28, people: 1_200_000}
	towns := []*town{texas, missouri, kinshasa, brazzaville}
	link(airports, towns, s, r)
	if texas.served == 0 || missouri.served != 0 {
		t.Errorf("the airport weighs %v for Houston in Texas and %v for that in Missouri", texas.served, missouri.served)
	}
	picked := choose(towns, r)
	if len(picked) != 4 {
		t.Errorf("%d of 4 towns are picked", len(picked))
	}
	assign(picked, airports, r)
	for _, c := range []struct {
		town *town
		want string
	}{{texas, "IAH"}, {missouri, ""}, {kinshasa, "FIH"}, {brazzaville, "BZV"}} {
		var codes []string
		for _, a := range c.town.airports {
			codes = append(codes, a.code)
		}
		if strings.Join(codes, " ") != c.want {
			t.Errorf("%s, %s has the airports %q, want %q", c.town.name, c.town.country, codes, c.want)
		}
	}
	if !slices.Equal(texas.codes, []string{"HOU"}) {
		t.Errorf("Houston has the city codes %q", texas.codes)
	}
}

// TestSuburbsGiveWay: a suburb with more people does not take the place of the capital,
// of a seat or of the town that has an airport.
func TestSuburbsGiveWay(t *testing.T) {
	r := newReviewed()
	suburb := &town{name: "Camayenne", country: "GN", lat: 9.535, lon: -13.688, people: 1_900_000}
	capital := &town{name: "Conakry", country: "GN", lat: 9.538, lon: -13.677, people: 1_700_000, capital: true}
	quarter := &town{name: "New Mosul", country: "IQ", lat: 36.33, lon: 43.10, people: 2_000_000}
	seat := &town{name: "Mosul", country: "IQ", lat: 36.335, lon: 43.119, people: 1_700_000, seat: true}
	picked := choose([]*town{suburb, capital, quarter, seat}, r)
	if len(picked) != 2 || slices.Contains(picked, suburb) || slices.Contains(picked, quarter) {
		t.Errorf("%d towns are picked: %+v", len(picked), picked)
	}
}

// TestTownsByABorderAreMarked: only a town with an airport near another country's town is.
func TestTownsByABorderAreMarked(t *testing.T) {
	near := []airport{{code: "AAA", lat: 7.84, lon: -72.44}}
	far := []airport{{code: "BBB", lat: 10.6, lon: -66.99}}
	tachira := &town{name: "San Antonio del Táchira", country: "VE", lat: 7.815, lon: -72.443, airports: near}
	cucuta := &town{name: "Cúcuta", country: "CO", lat: 7.894, lon: -72.508}
	caracas := &town{name: "Caracas", country: "VE", lat: 10.488, lon: -66.879, airports: far}
	vargas := &town{name: "La Guaira", country: "VE", lat: 10.599, lon: -66.935}
	border([]*town{tachira, cucuta, caracas, vargas}, newReviewed())
	if !tachira.border || cucuta.border || caracas.border || vargas.border {
		t.Errorf("by a border: San Antonio %v, Cúcuta, which has no airport, %v, Caracas %v, La Guaira %v", tachira.border, cucuta.border, caracas.border, vargas.border)
	}
}

// TestAPatchIsAboutOneTown: a row whose name is that of towns in several divisions is refused.
func TestAPatchIsAboutOneTown(t *testing.T) {
	towns := []*town{
		{id: 1, name: "Jackson", country: "US", division: "Wyoming", people: 10_000}, {id: 2, name: "Jackson", country: "US", division: "Ohio", people: 6000},
	}
	for _, c := range []struct {
		division string
		want     int
	}{{"Wyoming", 1}, {"", 0}, {"Utah", 0}} {
		r := newReviewed()
		r.patches = []*patch{{kind: "resort", country: "US", name: "Jackson", division: c.division}}
		err := r.bind(towns)
		if (err == nil) != (c.want > 0) || (r.of("resort", towns[0]) != nil) != (c.want == 1) || r.of("resort", towns[1]) != nil {
			t.Errorf("a row about Jackson, %q: %v", c.division, err)
		}
	}
}

// TestWhereTwoSourcesAgree: a third source decides where an airport is, and a patch where none agree.
func TestWhereTwoSourcesAgree(t *testing.T) {
	places, err := parsePlaces("YNT-A-1^YNT^37.66^120.98^YNT^\n")
	if err != nil {
		t.Fatal(err)
	}
	one := func(lat float64) map[string]record {
		return map[string]record{"YNT": {country: "CN", lat: lat, lon: 120.98, class: 2, scheduled: true}}
	}
	for _, c := range []struct{ now, third, want float64 }{{37.66, 37.4, 37.66}, {37.4, 37.66, 37.66}, {37.4, 37.41, 37.4}, {37.4, 37.1, 0}} {
		list, err := sources{now: one(c.now), third: one(c.third), places: places}.airports(newReviewed())
		if (err != nil) != (c.want == 0) || err == nil && list[0].lat != c.want {
			t.Errorf("%v and %v: %v, %v", c.now, c.third, list, err)
		}
	}
	r := newReviewed()
	r.airports["YNT"] = airport{code: "YNT", country: "CN", city: "Yantai", lat: 37.66, lon: 120.98, class: 3, placed: true}
	if list, err := (sources{now: one(37.4), third: one(37.1), places: places}).airports(r); err != nil || list[0].lat != 37.66 {
		t.Errorf("with a patch: %v, %v", list, err)
	}
}

func FuzzParsePlaces(f *testing.F) {
	for _, seed := range []string{"", optd, "A-B-C^AAA^1^2^AAA", "AAA-A-x^AAA^1^2^AAA^", "AAA-A-1^AAA^^^AAA^"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		places, err := parsePlaces(text)
		if (err == nil) != (len(places) > 0) {
			t.Errorf("%d places and the error %v", len(places), err)
		}
	})
}

func FuzzUnpackAirports(f *testing.F) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	noise := strings.Repeat(`{"iata":"AAA","country_code":"PF","latitude":-17.3,"longitude":-145.5,"type":"medium_airport","scheduled_service":"TRUE"},`, 3)
	if _, err := zip.Write([]byte("[" + noise + `{"iata":"` + string(scramble(3000)) + `"}]`)); err != nil {
		f.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		f.Fatal(err)
	}
	good := `var a="` + base64.StdEncoding.EncodeToString(packed.Bytes()) + `"`
	if all, err := unpackAirports([]byte(good)); err != nil || all["AAA"].class != 2 || !all["AAA"].scheduled {
		f.Fatalf("%+v, %v", all["AAA"], err)
	}
	f.Add([]byte(good))
	f.Add([]byte(good[:len(good)-40] + `"`))
	f.Add([]byte(`"` + strings.Repeat("A", 2000) + `"`))
	f.Fuzz(func(t *testing.T, program []byte) {
		if all, err := unpackAirports(program); err != nil && all != nil {
			t.Errorf("%d airports beside an error", len(all))
		}
	})
}

// scramble makes letters that hardly compress.
func scramble(n int) []byte {
	text := make([]byte, n)
	seed := uint32(1)
	for i := range text {
		seed = seed*1664525 + 1013904223
		text[i] = 'a' + byte(seed>>24)%26
	}
	return text
}
