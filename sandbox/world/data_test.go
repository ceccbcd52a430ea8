package world

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/world/index"
	"bellhop/sandbox/world/internal/zonemap"
)

// readTable calls row with the fields of each row of a table of the tests.
func readTable(t *testing.T, name string, fields int, row func(f []string) error) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := eachRow(name, string(text), fields, row); err != nil {
		t.Fatal(err)
	}
}

// TestAirportsAreInTheirCountryAndPlace holds the tables to OpenTravelData and
// airport-data-js, which they are not taken from alone: an airport's hotels are in its
// country, and it lies where one of them has it.
func TestAirportsAreInTheirCountryAndPlace(t *testing.T) {
	type seen struct {
		country string
		at      [2]Point
	}
	airports := map[string]seen{}
	cities := map[string][]Point{}
	readTable(t, "places.tsv", 7, func(f []string) error {
		a, err := readPoint(f[3], f[4])
		if err != nil {
			return err
		}
		if f[0] == "c" {
			cities[f[1]] = append(cities[f[1]], a)
			return nil
		}
		b, err := readPoint(f[5], f[6])
		airports[f[1]] = seen{f[2], [2]Point{a, b}}
		return err
	})
	// What OpenTravelData and airport-data-js have wrong, or where a border is crossed on purpose.
	abroad := map[string]string{"BSL": "EuroAirport, in France, is Basel's", "LYR": "Svalbard has a code of its own, and Norway's money"}
	elsewhere := map[string]string{"LCB": "both have it in another state", "AGI": "both are some kilometres off", "LGL": "both are some kilometres off", "ZHA": "moved in 2022", "CRZ": "moved in 2018"}
	wide := map[string]string{
		"EBB": "IATA calls Entebbe's airport Kampala's", "CAS": "OpenTravelData has the old airport alone", "IBR": "OpenTravelData has the Ibaraki of Osaka",
	}
	checked := 0
	w := build(t, 100)
	for i := range w.cities {
		c := &w.cities[i]
		for _, a := range c.Airports {
			known, there := airports[a.Code]
			if !there {
				t.Errorf("%s of %s is in no source", a.Code, c.Name)
				continue
			}
			checked++
			if known.country != c.CountryCode && abroad[a.Code] == "" {
				t.Errorf("%s is in %s, and its hotels are in %s, %s", a.Code, known.country, c.Name, c.CountryCode)
			}
			if off := min(distance(a.At, known.at[0]), distance(a.At, known.at[1])); off > 5.5 && elsewhere[a.Code] == "" {
				t.Errorf("%s of %s is %.1f km from where the sources have it", a.Code, c.Name, off)
			}
		}
		for _, code := range append(slices.Clone(c.codes), c.Code) {
			if code == "" || c.No == scenarioCity || wide[code] != "" {
				continue
			}
			if !slices.ContainsFunc(cities[code], func(p Point) bool { return distance(p, c.At) < 25 }) {
				t.Errorf("%s is the code of %s, and OpenTravelData has that city at %v", code, c.Name, cities[code])
			}
		}
	}
	if checked < 2000 {
		t.Errorf("%d airports are checked", checked)
	}
}

// TestACodeIsOnePlaces: a code is no two cities', no two airports', and a city and an
// airport of one code are one journey apart.
func TestACodeIsOnePlaces(t *testing.T) {
	w := build(t, 100)
	cities, airports := map[string]Point{}, map[string]Point{}
	add := func(places map[string]Point, code string, at Point) {
		if other, twice := places[code]; twice && code != "" {
			t.Errorf("%s is at %v and at %v", code, other, at)
		}
		places[code] = at
	}
	for i := range w.cities {
		c := &w.cities[i]
		for _, code := range append(slices.Clone(c.codes), c.Code) {
			add(cities, code, c.At)
		}
		for _, a := range c.Airports {
			add(airports, a.Code, a.At)
		}
	}
	for code, at := range airports {
		if city, both := cities[code]; both && distance(city, at) > 100 {
			t.Errorf("%s is a city at %v and an airport at %v", code, city, at)
		}
	}
}

// TestZonesAreThoseOfTheMap holds every zone to the map of zones. Close to a border the
// map may have the zone of another country.
func TestZonesAreThoseOfTheMap(t *testing.T) {
	reviewed := map[string]string{
		"Yuma": "Arizona keeps no summer time", "Williston": "central since Williams County is", "Petersburg": "Alaska", "Wrangell": "Alaska",
		"Nikolayevsk-on-Amur": "Khabarovsk Krai", "Scenario": "invented",
	}
	w := build(t, 100)
	clocks := map[string][]string{} // of each country
	for i := range w.cities {
		c := &w.cities[i]
		if !slices.Contains(clocks[c.CountryCode], c.Zone) {
			clocks[c.CountryCode] = append(clocks[c.CountryCode], c.Zone)
		}
	}
	for i := range w.cities {
		c := &w.cities[i]
		mapped := zonemap.At(c.At.Lat, c.At.Lon)
		if zonemap.SameClock(c.Zone, mapped) || reviewed[c.Name] != "" {
			continue
		}
		if slices.ContainsFunc(clocks[c.CountryCode], func(zone string) bool { return zonemap.SameClock(zone, mapped) }) {
			t.Errorf("%s, %s %s, keeps %s, and the map has %s there", c.Name, c.State, c.CountryCode, c.Zone, mapped)
		}
	}
}

// TestCapitalsHaveHotels wants the capital of each country, under its usual name.
func TestCapitalsHaveHotels(t *testing.T) {
	w := build(t, 100_000)
	capitals := map[string]string{}
	readTable(t, "capitals.tsv", 2, func(f []string) error {
		capitals[f[0]] = f[1]
		return nil
	})
	have := map[string]bool{}
	countries := map[string]bool{}
	for i := range w.cities {
		c := &w.cities[i]
		countries[c.CountryCode] = c.No != scenarioCity
		if c.hotels > 0 {
			have[c.CountryCode+" "+index.Fold(c.Name)] = true
		}
	}
	for code, there := range countries {
		switch name := capitals[code]; {
		case there && name == "":
			t.Errorf("the table of capitals has none of %s", code)
		case there && !have[code+" "+index.Fold(name)]:
			t.Errorf("%s, the capital of %s, has no hotel", name, code)
		}
	}
}

// TestCitiesAreFoundByTheirCodesAndNames searches every city by its codes, its name and
// its other names.
func TestCitiesAreFoundByTheirCodesAndNames(t *testing.T) {
	w := build(t, 10_000)
	for i := range w.cities {
		c := &w.cities[i]
		if c.hotels == 0 {
			continue
		}
		queries := append(codes(c), c.Name)
		for other := range strings.SplitSeq(c.others, ";") {
			queries = append(queries, other)
		}
		for _, query := range queries {
			if folded := index.Fold(query); strings.Trim(folded, "abcdefghijklmnopqrstuvwxyz0123456789 ") != "" {
				t.Errorf("%s can't be typed with plain letters: %q", query, folded)
			}
			if query != "" && !slices.ContainsFunc(w.Search(query, "", Destinations, 60), func(h Hit) bool { return slices.Contains(h.Destination.cities, i) && h.Destination.City != "" }) {
				t.Errorf("%q does not find %s, %s", query, c.Name, c.Country)
			}
		}
	}
}

// TestNativeNames: a city is the first that its names in other scripts find, and a country the first of its other names.
func TestNativeNames(t *testing.T) {
	w := build(t, 20_000)
	first := func(query string) string {
		if hits := w.Search(query, "", Destinations, 1); len(hits) == 1 {
			return hits[0].Destination.Name
		}
		return "nothing"
	}
	found := 0
	for i := range w.cities {
		c := &w.cities[i]
		for name := range strings.SplitSeq(c.native, ";") {
			if name == "" || c.hotels == 0 {
				continue
			}
			if found++; !strings.HasPrefix(first(name), c.Name+", ") {
				t.Errorf("%q finds %s, want %s", name, first(name), c.Name)
			}
		}
	}
	if found < 40 {
		t.Errorf("%d names were looked for", found)
	}
	for query, want := range map[string]string{
		"東京": "Tokyo, Japan", "london, uk": "London, England, United Kingdom", "london uk": "London, England, United Kingdom",
		"uk": "United Kingdom",
	} {
		if got := first(query); got != want {
			t.Errorf("%q finds %s, want %s", query, got, want)
		}
	}
}

// TestUsualNamesAndCityCodes: what agents type for a place leads to it.
func TestUsualNamesAndCityCodes(t *testing.T) {
	w := build(t, 20_000)
	for query, want := range map[string]string{
		"galway": "Galway IE", "gaillimh": "Galway IE", "mosul": "Mosul IQ", "panama city": "Panama City PA", "panamá": "Panama City PA", "ulaanbaatar": "Ulaanbaatar MN",
		"ulan bator": "Ulaanbaatar MN", "phu quoc": "Phu Quoc VN", "dương đông": "Phu Quoc VN", "kinshasa": "Kinshasa CD", "islamabad": "Islamabad PK", "rawalpindi": "Rawalpindi PK",
		"ciudad juarez": "Ciudad Juárez MX", "windsor": "Windsor CA", "conakry": "Conakry GN", "wichita": "Wichita US", "west palm beach": "West Palm Beach US", "le havre": "Le Havre FR",
		"fort myers": "Fort Myers US", "sharjah": "Sharjah AE", "hofuf": "Hofuf SA", "hodeidah": "Hodeidah YE", "rostov on don": "Rostov-on-Don RU", "gothenburg": "Gothenburg SE",
		"rhodes": "Rhodes GR", "killarney": "Killarney IE", "boracay": "Boracay PH", "tenerife": "Santa Cruz de Tenerife ES", "kiev": "Kyiv UA", "medina": "Medina SA", "zhuhai": "Zhuhai CN",
		"MOW": "Moscow RU", "SVO": "Moscow RU", "ANK": "Ankara TR", "IZM": "İzmir TR", "BAK": "Baku AZ", "BHZ": "Belo Horizonte BR", "DTT": "Detroit US", "TCI": "Santa Cruz de Tenerife ES",
		"SAC": "Sacramento US", "MKC": "Kansas City US", "FTW": "Fort Worth US", "FMY": "Fort Myers US", "HFD": "Hartford US", "HAR": "Harrisburg US", "NHA": "Nha Trang VN", "SIA": "Xi'an CN",
		"GNO": "Grenoble FR", "EAP": "Basel CH", "BSL": "Basel CH", "MMA": "Malmö SE", "JCN": "Incheon KR", "YEA": "Edmonton CA", "QMA": "Matanzas CU", "VRA": "Varadero CU", "MGA": "Managua NI",
	} {
		hits := w.Search(query, "", Destinations, 3)
		found := slices.ContainsFunc(hits, func(h Hit) bool { return fmt.Sprint(h.Destination.City, " ", h.Destination.CountryCode) == want })
		_, located := w.Locate(query)
		if !found || !located && strings.ToUpper(query) == query {
			t.Errorf("%q finds %q, want %s", query, describe(w, hits), want)
		}
	}
}

// TestOtherNamesLeadToTheirCity: a city is the first that its other usual names find, in
// the languages of its people and its visitors, with and without accents.
func TestOtherNamesLeadToTheirCity(t *testing.T) {
	w := build(t, 6000)
	for want, names := range map[string]string{
		"The Hague NL": "The Hague;Den Haag;'s-Gravenhage;La Haye", "Hanoi VN": "Hanoi;Ha Noi;Hà Nội", "Mecca SA": "Mecca;Makkah;Mekka;La Mecque",
		"Rome IT": "Roma", "Florence IT": "Firenze;Florenz", "Venice IT": "Venezia;Venedig", "Naples IT": "Napoli;Neapel", "Milan IT": "Milano", "Turin IT": "Torino", "Genoa IT": "Genova;Genua", "Livorno IT": "Leghorn",
		"Vienna AT": "Wien", "Prague CZ": "Praha;Prag", "Pilsen CZ": "Plzeň;Plzen", "Munich DE": "München;Muenchen;Munchen", "Cologne DE": "Köln;Koeln;Koln", "Nuremberg DE": "Nürnberg;Nuernberg",
		"Geneva CH": "Genève;Geneve;Genf;Ginevra", "Luzern CH": "Lucerne", "Basel CH": "Basle;Bâle", "Brussels BE": "Bruxelles;Brussel", "Antwerp BE": "Antwerpen;Anvers", "Brugge BE": "Bruges", "Gent BE": "Ghent;Gand",
		"Lisbon PT": "Lisboa", "Seville ES": "Sevilla", "Zaragoza ES": "Saragossa", "A Coruña ES": "La Coruña", "Copenhagen DK": "København;Kobenhavn", "Århus DK": "Aarhus;Arhus", "Gothenburg SE": "Göteborg;Goteborg", "Helsinki FI": "Helsingfors",
		"Moscow RU": "Moskva;Moskau", "Saint Petersburg RU": "Sankt-Peterburg;Sankt Peterburg;St Petersburg", "Kyiv UA": "Kyiv;Kiev", "Odesa UA": "Odessa", "Dnipro UA": "Dnepropetrovsk", "Tbilisi GE": "Tiflis",
		"Kraków PL": "Krakow;Cracow;Krakau", "Warsaw PL": "Warszawa;Warschau", "Gdańsk PL": "Gdansk;Danzig", "Wrocław PL": "Wroclaw;Breslau", "Bucharest RO": "București;Bucuresti", "Belgrade RS": "Beograd", "Athens GR": "Athina;Athinai", "İzmir TR": "Izmir;Smyrna",
		"Beijing CN": "Peking", "Guangzhou CN": "Canton", "Qingdao CN": "Tsingtao", "Tianjin CN": "Tientsin", "Hong Kong HK": "Xianggang", "Daegu KR": "Taegu", "Busan KR": "Pusan",
		"Mumbai IN": "Bombay", "Kolkata IN": "Calcutta", "Chennai IN": "Madras", "Bengaluru IN": "Bangalore", "Pune IN": "Poona", "Varanasi IN": "Benares;Banaras", "Thiruvananthapuram IN": "Trivandrum", "Vadodara IN": "Baroda",
		"Dhaka BD": "Dacca", "Ho Chi Minh City VN": "Saigon;Sai Gon", "Da Nang VN": "Danang", "Haiphong VN": "Hai Phong", "Yangon MM": "Rangoon", "Bangkok TH": "Krung Thep", "Vientiane LA": "Viangchan", "George Town MY": "Penang", "Malacca MY": "Melaka", "Yogyakarta ID": "Jogja",
		"Medina SA": "Madinah", "Jerusalem IL": "Yerushalayim;Al Quds", "Beirut LB": "Beyrouth", "Damascus SY": "Dimashq", "Doha QA": "Ad Dawhah", "Alexandria EG": "Al Iskandariyah", "Tangier MA": "Tanger", "Johannesburg ZA": "Joburg",
		"London GB": "Londres;Londra", "Mexico City MX": "Ciudad de México;CDMX", "Québec CA": "Quebec City;Ville de Québec", "Philadelphia US": "Philly", "Almaty KZ": "Alma-Ata",
	} {
		for name := range strings.SplitSeq(names, ";") {
			hits := w.Search(name, "", Destinations, 5)
			if len(hits) == 0 || fmt.Sprint(hits[0].Destination.City, " ", hits[0].Destination.CountryCode) != want {
				t.Errorf("%q finds %q, want %s first", name, describe(w, hits), want)
			}
		}
	}
}

// TestNamesakesAreNoResorts: of the towns of one name in one country, one is a resort.
func TestNamesakesAreNoResorts(t *testing.T) {
	w := build(t, 100)
	resorts := map[string]string{}
	for i := w.core; i < len(w.cities); i++ {
		if c := &w.cities[i]; c.resort {
			key := c.CountryCode + " " + c.Name
			if resorts[key] != "" {
				t.Errorf("%s is a resort in %q and in %q", key, resorts[key], c.State)
			}
			resorts[key] = c.State + " "
		}
	}
}
