package world

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/world/index"
)

// TestTheWorldIsWide checks what a default world promises: a full London, at
// least 2,000 cities with a hotel, and no absurd city in the largest.
func TestTheWorldIsWide(t *testing.T) {
	for _, c := range []struct{ size, cities, londonLeast, londonMost int }{
		{100, 40, 5, 20},
		{2000, 1000, 25, 60},
		{6000, 2000, 40, 100},
		{100_000, 4400, 200, 1000},
		{1_000_000, 4400, 1500, 4000},
		{mostProperties, 4400, 3000, 8000},
	} {
		w := build(t, c.size)
		with, countries := 0, map[string]bool{}
		for i := range w.cities {
			if n := w.cities[i].hotels; n > 0 {
				with++
				countries[w.cities[i].CountryCode] = true
				if n > max(c.londonMost, len(Scenarios())) {
					t.Errorf("%d hotels: %s has %d", c.size, w.cities[i].Name, n)
				}
			}
		}
		if london := w.cities[0].hotels; with < c.cities || london < c.londonLeast {
			t.Errorf("%d hotels: %d cities, want %d; London has %d, want %d", c.size, with, c.cities, london, c.londonLeast)
		}
		if c.size >= 6000 && len(countries) < 200 {
			t.Errorf("%d hotels in %d countries only", c.size, len(countries))
		}
	}
}

func TestEveryCodeIsLocatedNearItsCity(t *testing.T) {
	w := build(t, 100)
	airports, ofAirport := 0, map[string]bool{}
	for i := range w.cities {
		c := &w.cities[i]
		for _, a := range c.Airports {
			airports++
			ofAirport[a.Code] = true
			at, located := w.Locate(a.Code)
			if !located || at != a.At || distance(a.At, c.At) > 100 {
				t.Errorf("%s of %s: located at %v, %.0f km away", a.Code, c.Name, at, distance(a.At, c.At))
			}
		}
	}
	for i := range w.cities {
		c := &w.cities[i]
		for _, code := range append(slices.Clone(c.codes), c.Code) {
			if at, located := w.Locate(code); code != "" && (!located || at != c.At && !ofAirport[code]) {
				t.Errorf("the city code %s of %s is located at %v", code, c.Name, at)
			}
		}
	}
	if airports < 1500 {
		t.Errorf("%d airports, want at least 1500", airports)
	}
	if _, located := w.Locate(""); located {
		t.Error("the empty code is located")
	}
	for _, closed := range []string{"TXL", "SXF", "ISL", "TSE", "DIA"} {
		if _, located := w.Locate(closed); located {
			t.Errorf("%s is closed and located", closed)
		}
	}
}

// TestNoCodeFindsOnlyHotelsAbroad: within the ten miles that a search looks around by
// default, the code of an airport or a city finds hotels of its country wherever it finds
// any, in a small world too.
func TestNoCodeFindsOnlyHotelsAbroad(t *testing.T) {
	const km = 10 * 1.609344
	w := build(t, 6000)
	// Most codes have no border near: only the hotels around the others are placed.
	byCountry := map[string][]*city{}
	for i := range w.cities {
		if c := &w.cities[i]; c.hotels > 0 {
			byCountry[c.CountryCode] = append(byCountry[c.CountryCode], c)
		}
	}
	near := func(at Point, c *city) bool {
		return math.Abs(at.Lat-c.At.Lat) < 1 && distance(at, c.At) < km+c.reach
	}
	checked := 0
	for i := range w.cities {
		c := &w.cities[i]
		list := codes(c)
		slices.Sort(list) // a city and its airport may share one
		for _, code := range slices.Compact(list) {
			at, _ := w.Locate(strings.ToUpper(code))
			border := false
			for country, cities := range byCountry {
				border = border || country != c.CountryCode && slices.ContainsFunc(cities, func(other *city) bool { return near(at, other) })
			}
			if !border {
				continue
			}
			checked++
			hotels := w.Nearest(at, km, "", 100)
			own := slices.ContainsFunc(hotels, func(n Near) bool { return w.hotel(n.Index).city.CountryCode == c.CountryCode })
			// The airport of Al Ain is as near to Al Buraymi in Oman as to Al Ain.
			if len(hotels) > 0 && !own && code != "aan" {
				t.Errorf("%s of %s, %s finds %d hotels, all abroad, the nearest in %s", strings.ToUpper(code), c.Name, c.CountryCode, len(hotels), w.hotel(hotels[0].Index).city.Name)
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d codes have a border near", checked)
	}
}

func TestPlacesAreNamedAsToday(t *testing.T) {
	w := build(t, 10_000)
	for query, want := range map[string]string{
		"astana": "kazakhstan:astana", "kyiv": "ukraine:kyiv", "gqeberha": "south-africa:eastern-cape:gqeberha",
		"hong kong": "hong-kong:hong-kong", "cologne": "germany:north-rhine-westphalia:cologne", "NQZ": "kazakhstan:astana", "nur sultan": "kazakhstan:astana", "allahabad": "india:uttar-pradesh:prayagraj", "zermatt": "switzerland:zermatt",
	} {
		hits := w.Search(query, "", Destinations, 5)
		found := false
		for _, id := range describe(w, hits) {
			found = found || id == want
		}
		if !found {
			t.Errorf("%q finds %q, want %s among them", query, describe(w, hits), want)
		}
	}
}

func TestNoTwoPlacesAreOne(t *testing.T) {
	w := build(t, 10_000)
	ids, states := map[string]string{}, map[string]string{}
	for i := range w.cities {
		c := &w.cities[i]
		id := slug(c.Country)
		if c.State != "" {
			id += ":" + slug(c.State)
			states[id] = c.State
		}
		id += ":" + slug(c.Name)
		if ids[id] != "" {
			t.Errorf("%s and %s are both %s", ids[id], c.Name, id)
		}
		ids[id] = c.Name
		if c.Name != strings.TrimSpace(c.Name) || index.Fold(c.Name) == "" {
			t.Errorf("a city is named %q", c.Name)
		}
	}
	// A city without a state must not share the objectID of a state.
	for id, state := range states {
		if city := ids[id]; city != "" {
			t.Errorf("%s is both the city %s and the state %s", id, city, state)
		}
	}
	for _, d := range w.destinations() {
		if parts := strings.Count(d.Name, ", "); d.City != "" && d.State != "" && parts < 2 {
			t.Errorf("%+v is a city and a state in one", d)
		}
	}
}

func TestWrongWordsAreForgiven(t *testing.T) {
	w := build(t, 6000)
	for query, want := range map[string]string{
		"lodnon": "united-kingdom:england:london", "londn": "united-kingdom:england:london", "londonn": "united-kingdom:england:london",
		"munchen": "germany:bavaria:munich", "münchen": "germany:bavaria:munich", "muenchen": "germany:bavaria:munich", "munich": "germany:bavaria:munich", "munhcen": "germany:bavaria:munich",
		"barcelnoa": "spain:catalonia:barcelona", "amstredam": "netherlands:amsterdam", "edinborough": "", "vdinburgh": "united-kingdom:scotland:edinburgh",
		"singapour": "singapore:singapore", "bombay": "india:maharashtra:mumbai", "peking": "china:beijing", "köln": "germany:north-rhine-westphalia:cologne",
	} {
		got := describe(w, w.Search(query, "", Destinations, 20))
		found := want == "" || len(got) > 0 && (got[0] == want || len(got) > 1 && got[1] == want)
		if !found {
			t.Errorf("%q finds %q, want %s first", query, got, want)
		}
	}
	// A word that begins something is taken as it is, and short ones and numbers are too.
	for _, query := range []string{"lxn", "xq1", "99999x", "qqqqqqqqqq"} {
		if got := w.Search(query, "", Everything, 5); len(got) != 0 {
			t.Errorf("%q finds %q", query, describe(w, got))
		}
	}
	if got := describe(w, w.Search("amsterdm hotel", "", Hotels, 5)); len(got) == 0 || w.Property(w.Search("amsterdm hotel", "", Hotels, 1)[0].Index).City != "Amsterdam" {
		t.Errorf("a misspelt city with a right word finds %q", got)
	}
}

func TestPrepareReportsProgress(t *testing.T) {
	w := rebuild(t, 40_000)
	last, calls := 0, 0
	w.Prepare(func(done, total int) {
		calls++
		if done <= last || total != 40_000 {
			t.Errorf("progress went from %d to %d of %d", last, done, total)
		}
		last = done
	})
	if last != 40_000 || calls != 3 {
		t.Errorf("the last of %d reports is %d", calls, last)
	}
	w.Prepare(func(int, int) { t.Error("the index is built twice") })
}
