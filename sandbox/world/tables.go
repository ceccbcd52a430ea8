package world

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

var (
	//go:embed data/cities.tsv
	citiesTSV string
	//go:embed data/towns.tsv
	townsTSV string
	//go:embed data/othernames.tsv
	otherNamesTSV string
	//go:embed data/nativenames.tsv
	nativeNamesTSV string
	//go:embed data/countries.tsv
	countriesTSV string
	//go:embed data/currencies.tsv
	currenciesTSV string
	//go:embed data/cultures.tsv
	culturesTSV string
	//go:embed data/chains.tsv
	chainsTSV string
)

// tables is all that is known before any hotel is invented. Nothing changes it: all
// worlds share it.
type tables struct {
	rows   []cityRow // those of cities.tsv, the towns, the scenario city
	core   int       // how many are of cities.tsv
	chains []chain
	weight int // of all chains together
}

// cityRow is a City with what its hotels need, the same in every world.
type cityRow struct {
	cityFacts
	country *country
	area    string   // telephone area code
	postal  string   // pattern of its postal codes, may be empty
	cos     int      // cosine of its latitude, in thousandths
	reach   float64  // no hotel of it is farther from its centre, in km
	resort  bool     // many of its hotels are resorts
	codes   []string // further IATA city codes of it
	others  string   // other names that it is searched by, separated by semicolons
	native  string   // names in other scripts, separated by semicolons
}

// country is what the hotels of one country have in common.
type country struct {
	code, name string
	others     string // other names that it is searched by, separated by semicolons
	currency   currency
	culture    *culture
	calling    string
	national   int    // digits of a national telephone number
	cost       int64  // price level in thousandths
	style      string // of an address
	zone       string // of the places that name none
	postal     string // pattern of postal codes, may be empty
	taxes      []levy
	fees       []levy
}

// levy is one tax or fee. The mode is a letter of countries.tsv.
type levy struct {
	name     string
	mode     byte
	value    int64
	optional bool
}

type currency struct {
	code  string
	scale int64 // minor units for a US cent, in thousandths
	round int64 // prices are rounded to this many minor units
}

// culture is the language that a city's hotels are named in.
type culture struct {
	stems, native            []string
	joiner                   string
	patterns, nativePatterns []string
	streets                  []string
}

// chain is one hotel company. The first has no brands: the independents.
type chain struct {
	code, name  string
	least, most int // stars
	weight      int
	brands      []string
}

// resortCities lists the cities, by code, where people go for the beach or the snow.
const resortCities = "HNL NCE GRX LPA PDL FAO JTR DBV DXB RAK MRU ZNZ HKT DPS MLE ZQN NAN PPT APW TBU LDH MIA ORL LAS CUN NAS SJU FEN BDA IPC RIO SSA"

// embedded returns the tables of the program, parsed once: all worlds read them.
var embedded = sync.OnceValues(parseTables)

func parseTables() (*tables, error) {
	t := &tables{}
	currencies, err := readCurrencies(currenciesTSV)
	if err != nil {
		return nil, err
	}
	cultures, err := readCultures(culturesTSV)
	if err != nil {
		return nil, err
	}
	countries, err := readCountries(countriesTSV, currencies, cultures)
	if err != nil {
		return nil, err
	}
	// The scenario city is the last row of the cities, and of the world.
	list := make([]cityRow, 0, cityNumbers)
	if list, err = readCities(list, citiesTSV, countries); err != nil {
		return nil, err
	}
	t.core = len(list) - 1
	last := list[t.core]
	if list, err = readTowns(list[:t.core], townsTSV, countries); err != nil {
		return nil, err
	}
	t.rows = append(list, last)
	if err := readNames("othernames.tsv", otherNamesTSV, t.rows, countries, func(c *cityRow) *string { return &c.others }); err != nil {
		return nil, err
	}
	if err := readNames("nativenames.tsv", nativeNamesTSV, t.rows, nil, func(c *cityRow) *string { return &c.native }); err != nil {
		return nil, err
	}
	if t.chains, err = readChains(chainsTSV); err != nil {
		return nil, err
	}
	for _, c := range t.chains {
		t.weight += c.weight
	}
	return t, nil
}

// eachRow calls row with the fields of every line that is no comment. The slice
// of the fields is the next row's as well.
func eachRow(name, text string, fields int, row func(f []string) error) error {
	number := 0
	f := make([]string, 0, fields) // of one row after the other
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		f = f[:0]
		for field := range strings.SplitSeq(line, "\t") {
			f = append(f, field)
		}
		if len(f) != fields {
			return fmt.Errorf("%s:%d: %d fields, want %d", name, number, len(f), fields)
		}
		if err := row(f); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	return nil
}

func readCurrencies(text string) (map[string]currency, error) {
	all := map[string]currency{}
	err := eachRow("currencies.tsv", text, 3, func(f []string) error {
		scale, err1 := strconv.ParseInt(f[1], 10, 64)
		round, err2 := strconv.ParseInt(f[2], 10, 64)
		if scale <= 0 || round <= 0 {
			err1 = errors.Join(err1, errors.New("scale and rounding must be positive"))
		}
		all[f[0]] = currency{code: f[0], scale: scale, round: round}
		return errors.Join(err1, err2)
	})
	return all, err
}

func readCultures(text string) (map[string]*culture, error) {
	all := map[string]*culture{}
	var common []string
	err := eachRow("cultures.tsv", text, 3, func(f []string) error {
		values := strings.Split(f[2], ";")
		if f[0] == "*" {
			common = values
			return nil
		}
		c := all[f[0]]
		if c == nil {
			c = &culture{}
			all[f[0]] = c
		}
		switch f[1] {
		case "stems":
			c.stems = append(values, common...)
		case "native":
			c.native = values
		case "joiner":
			c.joiner = f[2]
		case "patterns":
			c.patterns = values
		case "nativepatterns":
			c.nativePatterns = values
		case "streets":
			c.streets = values
		default:
			return fmt.Errorf("unknown list %q", f[1])
		}
		return nil
	})
	for name, c := range all {
		if len(c.stems) == 0 || len(c.patterns) == 0 || len(c.streets) == 0 || len(c.native) > len(c.stems) || (len(c.native) > 0) != (len(c.nativePatterns) > 0) {
			err = errors.Join(err, fmt.Errorf("cultures.tsv: %s lacks a list", name))
		}
	}
	return all, err
}

func readCountries(text string, currencies map[string]currency, cultures map[string]*culture) (map[string]*country, error) {
	all := map[string]*country{}
	err := eachRow("countries.tsv", text, 12, func(f []string) error {
		c := &country{code: f[0], name: f[1], currency: currencies[f[2]], culture: cultures[f[3]], calling: f[4], style: f[7], zone: f[10], postal: f[11]}
		if c.currency.code == "" || c.culture == nil {
			return fmt.Errorf("unknown currency %q or culture %q", f[2], f[3])
		}
		var errs [4]error
		c.national, errs[0] = strconv.Atoi(f[5])
		c.cost, errs[1] = strconv.ParseInt(f[6], 10, 64)
		c.taxes, errs[2] = readLevies(f[8])
		c.fees, errs[3] = readLevies(f[9])
		all[c.code] = c
		return errors.Join(errs[:]...)
	})
	return all, err
}

func readLevies(text string) ([]levy, error) {
	var list []levy
	for part := range strings.SplitSeq(text, ";") {
		if part == "" {
			continue
		}
		name, rule, found := strings.Cut(part, "=")
		if !found || len(rule) < 2 || !strings.Contains("%inht", rule[:1]) {
			return nil, fmt.Errorf("%q is not a levy", part)
		}
		value, err := strconv.ParseInt(rule[1:], 10, 64)
		if err != nil {
			return nil, err
		}
		bare := strings.TrimPrefix(name, "?")
		list = append(list, levy{name: bare, mode: rule[0], value: value, optional: bare != name})
	}
	return list, nil
}

// readCities adds the cities to a list.
func readCities(list []cityRow, text string, countries map[string]*country) ([]cityRow, error) {
	err := eachRow("cities.tsv", text, 13, func(f []string) error {
		list = append(list, cityRow{country: countries[f[5]], area: f[10], postal: f[11]})
		c := &list[len(list)-1]
		if c.country == nil {
			return fmt.Errorf("unknown country %q", f[5])
		}
		c.Code, c.Name, c.State, c.StateCode, c.Zone = f[1], f[2], f[3], f[4], f[6]
		c.resort = c.Code != "" && strings.Contains(resortCities, c.Code)
		return c.read(f[0], f[7], f[8], f[9], f[12])
	})
	return list, err
}

// readTowns adds the towns to the cities. Less is said about them: what is
// missing follows from their country and their number.
func readTowns(list []cityRow, text string, countries map[string]*country) ([]cityRow, error) {
	err := eachRow("towns.tsv", text, 13, func(f []string) error {
		list = append(list, cityRow{country: countries[f[5]], resort: f[10] == "r"})
		c := &list[len(list)-1]
		if c.country == nil {
			return fmt.Errorf("unknown country %q", f[5])
		}
		code, more, several := strings.Cut(f[1], ";")
		if several {
			c.codes = strings.Split(more, ";")
		}
		c.Code, c.Name, c.State, c.StateCode, c.Zone, c.others = code, f[2], f[3], f[4], cmp.Or(f[6], c.country.zone), f[12]
		err := c.read(f[0], f[7], f[8], f[9], f[11])
		c.postal = c.country.postal
		if start, rest, found := strings.Cut(c.postal, "##"); found {
			// The codes of one town begin alike.
			c.postal = start + strconv.Itoa(10+key(mix(uint64(c.No))).below(factPostal, 90)) + rest //nolint:gosec // not negative
		}
		return err
	})
	return list, err
}

// read takes the numbers of a city's row, and settles what follows from them.
func (c *cityRow) read(no, lat, lon, size, airports string) error {
	var errs [4]error
	c.No, errs[0] = strconv.Atoi(no)
	c.At, errs[1] = readPoint(lat, lon)
	c.Size, errs[2] = strconv.Atoi(size)
	c.Airports, errs[3] = readAirports(airports)
	return errors.Join(errs[0], errs[1], errs[2], errs[3], c.settle())
}

// settle fills in what follows from the rest of a city's row.
func (c *cityRow) settle() error {
	if c.No < 0 || c.No >= cityNumbers || c.Size < 1 || c.Size > 100 {
		return fmt.Errorf("number %d or size %d out of range", c.No, c.Size)
	}
	c.Country, c.CountryCode, c.Currency = c.country.name, c.country.code, c.country.currency.code
	c.cos = max(50, int(math.Round(1000*math.Cos(c.At.Lat*math.Pi/180))))
	c.reach = cityReachKm
	for _, a := range c.Airports {
		c.reach = max(c.reach, distance(c.At, a.At)+airportReachKm)
	}
	return nil
}

// readNames adds the names of a table to the cities of their codes, and to the countries of theirs.
func readNames(table, text string, cities []cityRow, countries map[string]*country, of func(*cityRow) *string) error {
	names := map[string]string{}
	err := eachRow(table, text, 2, func(f []string) error {
		if f[0] == "" {
			return errors.New("no city is named")
		}
		names[f[0]] = f[1]
		return nil
	})
	for code, c := range countries {
		c.others = names[code]
		delete(names, code)
	}
	for i := range cities {
		c := &cities[i]
		if more, there := names[c.Code]; there {
			*of(c) = strings.Trim(*of(c)+";"+more, ";")
			delete(names, c.Code)
		}
	}
	for code := range names {
		err = errors.Join(err, fmt.Errorf("%s: no city has the code %q", table, code))
	}
	return err
}

func readPoint(a, b string) (Point, error) {
	lat, err1 := strconv.ParseFloat(a, 64)
	lon, err2 := strconv.ParseFloat(b, 64)
	if !(math.Abs(lat) <= 90 && math.Abs(lon) <= 180) {
		err1 = errors.Join(err1, fmt.Errorf("%s, %s is not on earth", a, b))
	}
	return Point{Lat: lat, Lon: lon}, errors.Join(err1, err2)
}

func readAirports(text string) ([]airportFacts, error) {
	var list []airportFacts
	for part := range strings.SplitSeq(text, ";") {
		if part == "" {
			continue
		}
		name, at, found := strings.Cut(part, "@")
		code, name, _ := strings.Cut(name, "=")
		lat, lon, comma := strings.Cut(at, ",")
		if !found || !comma || len(code) != 3 {
			return nil, fmt.Errorf("%q is not an airport", part)
		}
		p, err := readPoint(lat, lon)
		if err != nil {
			return nil, err
		}
		list = append(list, airportFacts{Code: code, Name: name, At: p})
	}
	return list, nil
}

func readChains(text string) ([]chain, error) {
	var list []chain
	err := eachRow("chains.tsv", text, 6, func(f []string) error {
		c := chain{code: f[0], name: f[1]}
		if f[5] != "" {
			c.brands = strings.Split(f[5], ";")
		}
		var errs [3]error
		c.least, errs[0] = strconv.Atoi(f[2])
		c.most, errs[1] = strconv.Atoi(f[3])
		c.weight, errs[2] = strconv.Atoi(f[4])
		list = append(list, c)
		return errors.Join(errs[:]...)
	})
	return list, err
}
