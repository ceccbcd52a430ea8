package sandbox

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const pathSearch, pathVerify, pathPlaces = "/rest/v1/hotel/search", "/rest/v1/hotel/rate_verification", "/rest/v1/destinations/search"

func TestSpec_4_1_Destinations(t *testing.T) {
	t.Parallel()
	l := start(t)
	both := l.places("query=london")
	kinds := map[string]int{}
	for _, r := range both {
		kinds[text(r, "type")]++
	}
	t.Run("answer", func(t *testing.T) {
		proves(t, "SPEC 4.1/7", "SPEC 4.1/8", "WIRE 3a/29")
		l := l.in(t)
		checkParts(t, []any{l.ok(200, "GET", pathPlaces+"?query=london", nil)}, tree{"results": []any{"object"}})
		if len(kinds) != 2 || kinds["destination"] == 0 || kinds["hotel"] == 0 {
			t.Errorf("london finds %v", kinds)
		}
		if text(both, 0, "city") != "London" || text(both, 0, "type") != "destination" || text(both, 0, "country_code") != "GB" {
			t.Errorf("the best result is %v", both[0])
		}
		if nothing := l.do("GET", pathPlaces+"?query=zzqqxx", nil); string(nothing.raw) != "{\"results\":[]}\n" {
			t.Errorf("nothing found is %s", nothing.raw)
		}
	})
	for _, test := range []struct{ rule, kind, want string }{
		{"SPEC 4.1/4", "destinations", "destination"}, {"SPEC 4.1/5", "hotels", "hotel"},
	} {
		t.Run(test.kind, func(t *testing.T) {
			proves(t, test.rule)
			some := l.in(t).places("query=london&type=" + test.kind)
			for _, r := range some {
				if text(r, "type") != test.want {
					t.Errorf("type=%s finds a %s", test.kind, text(r, "type"))
				}
			}
			if len(some) != kinds[test.want] {
				t.Errorf("type=%s finds %d, without it there are %d", test.kind, len(some), kinds[test.want])
			}
		})
	}
	t.Run("best first", func(t *testing.T) {
		proves(t, "WIRE 3a/29")
		l := l.in(t)
		for _, h := range l.places("query=london&type=hotels")[:3] {
			for _, query := range []string{text(h, "name"), text(h, "chain_code") + text(h, "property_code")} {
				found := l.places("query=" + url.QueryEscape(query) + "&type=hotels")
				if got := text(found, 0, "name"); got != text(h, "name") {
					t.Errorf("%q finds %q first, want %q", query, got, text(h, "name"))
				}
			}
		}
		if got := l.places("query=LON&type=destinations"); text(got, 0, "city") != "London" {
			t.Errorf("LON finds %v first", at(got, 0, "name"))
		}
	})
}

func TestSpec_4_1_EmptyQuery(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.1/2", "WIRE 3a/29", "WIRE 3a/31")
	l := start(t, func(o *Options) { o.Properties = 900 })
	found := l.places("query=")
	names := map[string]bool{}
	hotels := 0
	for _, r := range found {
		names[text(r, "city")] = names[text(r, "city")] || text(r, "type") == "destination"
		if text(r, "type") == "hotel" {
			hotels++
		}
	}
	if len(found) != 500 || hotels == 0 || hotels == 500 {
		t.Errorf("the empty query finds %d, %d of them hotels", len(found), hotels)
	}
	for _, city := range []string{"London", "Paris", "New York", "Tokyo"} {
		if !names[city] {
			t.Errorf("%s is not among the most prominent destinations", city)
		}
	}
	if n := len(l.places("query=&type=hotels")); n != 500 {
		t.Errorf("of 900 hotels %d are shown", n)
	}
}

func TestSpec_4_1_Category(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.1/3", "WIRE 3a/30", "WIRE 3a/32", "WIRE 3a/33")
	l := start(t)
	categories := map[string]int{}
	for _, h := range l.places("query=&type=hotels") {
		if category := text(h, "category"); category != "" {
			categories[category]++
		}
	}
	if len(categories) < 2 {
		t.Fatalf("the categories are %v", categories)
	}
	for category, n := range categories {
		filter := "query=&category=" + url.QueryEscape(category)
		hotels := l.places(filter)
		if len(hotels) < n {
			t.Errorf("%s has %d hotels, %d were seen", category, len(hotels), n)
		}
		rank := int64(0)
		for _, h := range hotels {
			if text(h, "type") != "hotel" || text(h, "category") != category {
				t.Errorf("category=%s finds the %s %s of category %s", category, text(h, "type"), text(h, "name"), text(h, "category"))
			}
			next := int64(10_000) // A hotel without a rank comes last.
			if number, ranked := at(h, "priority_rank").(json.Number); ranked {
				next, _ = number.Int64()
			}
			if next < rank {
				t.Errorf("%s: rank %d comes after %d", category, next, rank)
			}
			rank = next
		}
		if some := l.places(filter + "&type=destinations"); len(some) != 0 {
			t.Errorf("%s has %d destinations", category, len(some))
		}
		for _, other := range []string{strings.ToUpper(category), category[:len(category)-1], category + " "} {
			if some := l.places("query=&category=" + url.QueryEscape(other)); len(some) != 0 {
				t.Errorf("category=%s finds %d, %s is another", other, len(some), category)
			}
		}
	}
}

func TestSpec_4_1_InvalidParameters(t *testing.T) {
	t.Parallel()
	l := start(t)
	for _, test := range []struct{ rules, query, want string }{
		{"SPEC 4.1/1", "", "query is missing"},
		{"SPEC 4.1/1", "type=hotels", "query is missing"},
		{"", "query=a&query=b", "query is given 2 times"},
		{"", "query=" + strings.Repeat("a", 257), "query must be at most 256 characters of UTF-8"},
		{"", "query=%ff", "query must be at most 256 characters of UTF-8"},
		{"SPEC 4.1/6", "query=a&type=hotel", "type must be destinations or hotels"},
		{"SPEC 4.1/6", "query=a&type=Hotels", "type must be destinations or hotels"},
		{"SPEC 4.1/6", "query=a&type=", "type must be destinations or hotels"},
		{"", "query=a&category=", "category is empty"},
		{"WIRE 3/21", "query=a&limit=5", "limit is not a parameter of this request"},
	} {
		t.Run(fmt.Sprintf("%.20s", test.query), func(t *testing.T) {
			proves(t, "SPEC 4.1/10", "SPEC 7/10")
			if test.rules != "" {
				proves(t, test.rules)
			}
			field, _, _ := strings.Cut(test.want, " ")
			invalid(t, l.in(t).do("GET", pathPlaces+"?"+test.query, nil), test.want, field)
		})
	}
}

func TestSpec_4_2_InvalidSearch(t *testing.T) {
	t.Parallel()
	l := start(t)
	for _, test := range []struct {
		rules   string
		path    string
		value   any
		message string
	}{
		{"SPEC 4.2/1, SPEC 4.2/8", "stay_info", nil, "is missing"},
		{"SPEC 4.2/1, SPEC 4.2/8", "stay_info.check_in_date", nil, "is missing"},
		{"SPEC 4.2/1, SPEC 4.2/8", "stay_info.check_out_date", nil, "is missing"},
		{"WIRE 3a/20", "stay_info.check_in_date", "2026-11-19", "is in the past"},
		{"SPEC 4.2/2", "stay_info.guests", nil, "is missing"},
		{"SPEC 4.2/2", "stay_info.guests.adults", nil, "is missing"},
		{"SPEC 4.2/2", "stay_info.guests.adults", "2", "must be an integer"},
		{"SPEC 4.2/2", "stay_info.guests.adults", json.Number("2.5"), "must be an integer"},
		{"WIRE 2/1", "stay_info.guests.children", "1", "must be an integer"},
		{"WIRE 2/1", "stay_info.guests.children", -1, "must be at least 0"},
		{"SPEC 4.2/2", "stay_info.guests.adults", 0, "must be at least 1"},
		{"WIRE 3a/4", "stay_info.guests.infants", 1, "is not a field of this request"},
		{"WIRE 3a/4", "stay_info.nights", 1, "is not a field of this request"},
		{"SPEC 4.2/3", "filter", nil, "is missing"},
		{"SPEC 4.2/3", "filter.location", nil, "is missing"},
		{"SPEC 4.2/3", "filter.location.type", "city", "must be iata_code or coordinates"},
		{"SPEC 4.2/3", "filter.location.type", nil, "is missing"},
		{"SPEC 4.2/3", "filter.location.details", nil, "is missing"},
		{"SPEC 4.2/4", "filter.location.details.iata_code", nil, "is missing"},
		{"SPEC 4.2/4, WIRE 3a/24", "filter.location.details.iata_code", "lon", "must be three capital letters"},
		{"SPEC 4.2/4, WIRE 3a/24", "filter.location.details.iata_code", "LO", "must be three capital letters"},
		{"SPEC 4.2/4, WIRE 3a/24", "filter.location.details.iata_code", "L0N", "must be three capital letters"},
		{"SPEC 4.2/4, WIRE 3a/24", "filter.location.details.iata_code", "", "is empty"},
		{"SPEC 4.2/4, WIRE 3a/24", "filter.location.details.iata_code", "London", "must be three capital letters"},
		{"WIRE 3a/4", "filter.location.details.city", "London", "is not a field of this request"},
		{"SPEC 4.2/5", "filter.location.radius.value", nil, "is missing"},
		{"SPEC 4.2/5", "filter.location.radius.value", -1, "must be between 0 and 1000"},
		{"SPEC 4.2/5, WIRE 2/4", "filter.location.radius.type", "m", "must be mi or km"},
		{"WIRE 3a/4", "filter.location.center", 1, "is not a field of this request"},
		{"WIRE 2/8", "filter.hotel", "Ritz", "must be an object or an array"},
		{"WIRE 2/8", "filter.hotel", tree{}, "names neither a chain, a property nor a name"},
		{"WIRE 2/8", "filter.hotel", []any{}, "is empty"},
		{"WIRE 2/7", "filter.hotel.name", "ab", "must have at least 3 characters"},
		{"WIRE 3a/4", "filter.stars", 4, "is not a field of this request"},
		{"WIRE 1/10", "filter.reviewsite_ids", "x", "must be an array of strings"},
		{"WIRE 1/9", "pagination.page_number", 0, "must be at least 1"},
		{"WIRE 1/9", "pagination.page_number", 2, ""},
		{"WIRE 3a/4", "sort", "price", "is not a field of this request"},
	} {
		t.Run(test.path, func(t *testing.T) {
			proves(t, strings.Split(test.rules, ", ")...)
			body := searchBody()
			put(body, test.path, test.value)
			path := test.path
			if test.message == "" {
				path, test.message = "pagination.pagination_token", "is missing"
			}
			invalid(t, l.in(t).do("POST", pathSearch, body), path+" "+test.message, strings.Split(path, ".")...)
		})
	}
	proves(t, "SPEC 4.2/8", "WIRE 2/8", "WIRE 3/3", "WIRE 3/4", "WIRE 3a/15")
	body := searchBody()
	put(body, "filter.hotel", []any{tree{"chain_code": "LX"}, "x"})
	r := l.do("POST", pathSearch, body)
	invalid(t, r, "filter.hotel.0.property_code is missing", "filter", "hotel", "0", "property_code")
	invalid(t, r, "filter.hotel.1 must be an object", "filter", "hotel", "1")
	body = searchBody()
	put(body, "stay_info.check_out_date", "2026-12-12")
	invalid(t, l.do("POST", pathSearch, body), "The check-in date must be before the check-out date.")
	put(body, "stay_info.check_out_date", "2028-12-12")
	invalid(t, l.do("POST", pathSearch, body), "The stay must not be longer than 365 nights.")
}

// An empty text is not an absent one: what it stands for would be more than was asked.
func TestWire_2_EmptyTexts(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 2/6", "WIRE 2/7", "WIRE 2/8", "WIRE 2/9", "WIRE 3a/4")
	l := start(t)
	for path, values := range map[string][]any{
		"filter.hotel.property_code":   {tree{"chain_code": "ZZ", "property_code": ""}, tree{"chain_code": "ZZ", "property_code": " "}, tree{"property_code": "", "name": "ritz"}},
		"filter.hotel.chain_code":      {tree{"chain_code": ""}, tree{"chain_code": "", "property_code": "20417"}, tree{"chain_code": "\t", "name": "ritz"}},
		"filter.hotel.name":            {tree{"name": ""}, tree{"name": "   "}, tree{"chain_code": "ZZ", "name": ""}},
		"filter.hotel.0.property_code": {[]any{tree{"chain_code": "ZZ", "property_code": ""}}},
		"pagination.pagination_token":  {tree{"pagination_token": ""}, tree{"pagination_token": "", "page_number": 1}, tree{"pagination_token": " ", "page_number": 2}},
	} {
		for _, value := range values {
			body := searchBody()
			if strings.HasPrefix(path, "filter.hotel") {
				put(body, "filter.hotel", value)
			} else {
				body["pagination"] = value
			}
			invalid(t, l.do("POST", pathSearch, body), path+" is empty", strings.Split(path, ".")...)
			if strings.HasPrefix(path, "filter.hotel") {
				delete(at(body, "filter").(tree), "location") // The field is named then as well.
				invalid(t, l.do("POST", pathSearch, body), path+" is empty", strings.Split(path, ".")...)
			}
		}
	}
}

// The hotel's own today decides; only what is past everywhere is invalid.
func TestWire_3a_PastDates(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/21")
	l := start(t)
	l.clock.pass(4 * time.Hour) // 16:30 UTC: tomorrow in Tokyo, today in Honolulu.
	today := searchBody()
	put(today, "stay_info.check_in_date", "2026-11-21")
	put(today, "stay_info.check_out_date", "2026-11-22")
	// Cities of which some are past it already; those in which nothing is to be
	// had a week later either have no hotel in this world.
	later := copied(today)
	put(later, "stay_info.check_in_date", "2026-11-28")
	put(later, "stay_info.check_out_date", "2026-11-29")
	tried := map[bool]int{}
	for code, some := range map[string]bool{"AKL": false, "SYD": false, "TYO": false, "HNL": true, "LAX": true, "NYC": true, "LON": true} {
		put(today, "filter.location.details.iata_code", code)
		put(later, "filter.location.details.iata_code", code)
		if length(l.ok(200, "POST", pathSearch, later), "results") == 0 {
			continue
		}
		tried[some]++
		if got := length(l.ok(200, "POST", pathSearch, today), "results") > 0; got != some {
			t.Errorf("%s today: hotels found is %v, want %v", code, got, some)
		}
	}
	if tried[true] == 0 || tried[false] == 0 {
		t.Errorf("cities tried: %v", tried)
	}
}

func TestWire_2_Locations(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 2/2", "WIRE 2/3", "WIRE 3a/23", "WIRE 3a/25", "SPEC 4.2/3", "SPEC 4.2/4")
	l := start(t)
	items := func(body tree) int {
		t.Helper()
		n, err := at(l.ok(200, "POST", pathSearch, body), "pagination", "total_items").(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		return int(n)
	}
	all := items(searchBody())
	near := searchBody()
	put(near, "filter.location.radius", tree{"value": 20, "type": "km"})
	if n := items(near); n == 0 || n > all {
		t.Errorf("20 km hold %d hotels, 20 miles %d", n, all)
	}
	// A hotel is asked for by its code from a point so many miles south of it.
	hotel := l.offer().hotel
	const milesADegree = 3958.7613 * math.Pi / 180
	for miles, want := range map[float64]int{0: 1, 9.9: 1, 10.1: 0} {
		missing := searchBody()
		lat, err := at(hotel, "geolocation", "latitude").(json.Number).Float64()
		if err != nil {
			t.Fatal(err)
		}
		missing["filter"] = tree{
			"hotel": tree{"chain_code": hotel["chain_code"], "property_code": hotel["property_code"]},
			"location": tree{"type": "coordinates", "details": tree{
				"latitude": lat - miles/milesADegree, "longitude": at(hotel, "geolocation", "longitude"),
			}},
		}
		if n := items(missing); n != want {
			t.Errorf("without a radius a hotel at %.1f miles is found %d times, want %d", miles, n, want)
		}
	}
	point := searchBody()
	at, _ := l.sandbox.world.Locate("LON")
	put(point, "filter.location.type", "coordinates")
	put(point, "filter.location.details", tree{"latitude": at.Lat, "longitude": at.Lon})
	if n := items(point); n != all {
		t.Errorf("coordinates find %d, the code finds %d", n, all)
	}
	put(point, "filter.location.details.latitude", 91)
	invalid(t, l.do("POST", pathSearch, point), "filter.location.details.latitude must be between -90 and 90", "filter", "location", "details", "latitude")
	nowhere := searchBody()
	put(nowhere, "filter.location.details.iata_code", "QQQ")
	if n := items(nowhere); n != 0 {
		t.Errorf("an unknown code finds %d hotels", n)
	}
	airport := searchBody()
	put(airport, "filter.location.details.iata_code", "LHR")
	if n := items(airport); n == 0 {
		t.Error("an airport code finds no hotel")
	}
	put(airport, "filter.location.radius", tree{"value": 2, "type": "mi"})
	put(nowhere, "filter.location.radius", tree{"value": 2, "type": "mi"})
	put(nowhere, "filter.location.details.iata_code", "LON")
	if fmt.Sprint(l.everyHotel(airport)) == fmt.Sprint(l.everyHotel(nowhere)) {
		t.Error("the airport is where the city is")
	}
}

func TestWire_2_HotelFilter(t *testing.T) {
	t.Parallel()
	l := start(t)
	var hotel tree
	for _, o := range l.offers(searchBody()) {
		if len([]rune(text(o.hotel, "name"))) > 8 {
			hotel = o.hotel
			break
		}
	}
	chain, code, name := text(hotel, "chain_code"), text(hotel, "property_code"), []rune(text(hotel, "name"))
	place := at(searchBody(), "filter", "location")
	for _, test := range []struct {
		rule   string
		what   string
		filter tree
		only   bool
	}{
		{"WIRE 2/5", "codes", tree{"hotel": tree{"chain_code": chain, "property_code": code}}, true},
		{"WIRE 2/8", "array of codes", tree{"hotel": []any{tree{"chain_code": chain, "property_code": code}, tree{"chain_code": "QQ", "property_code": "1"}}}, true},
		{"WIRE 2/5", "codes and place", tree{"hotel": tree{"chain_code": chain, "property_code": code}, "location": place}, true},
		{"WIRE 2/7", "name", tree{"hotel": tree{"name": string(name)}, "location": place}, false},
		{"WIRE 2/7", "name in capitals", tree{"hotel": tree{"name": strings.ToUpper(string(name))}, "location": place}, false},
		{"WIRE 2/7", "start of the name", tree{"hotel": tree{"name": string(name[:3])}, "location": place}, false},
		{"WIRE 2/7", "part of the name", tree{"hotel": tree{"name": string(name[len(name)-5:])}, "location": place}, false},
		{"WIRE 2/7", "name and chain", tree{"hotel": tree{"name": string(name), "chain_code": chain}, "location": place}, false},
		{"SPEC 4.2/6", "review-site id", tree{"reviewsite_ids": []any{"rs-" + strings.ToLower(chain+code)}}, true},
	} {
		t.Run(test.what, func(t *testing.T) {
			proves(t, test.rule)
			body := searchBody()
			body["filter"] = test.filter
			results := list(l.in(t).ok(200, "POST", pathSearch, body), "results")
			found := slices.ContainsFunc(results, func(h any) bool { return text(h, "chain_code") == chain && text(h, "property_code") == code })
			if !found || test.only && len(results) != 1 {
				t.Errorf("%d hotels are found, the one sought among them: %v", len(results), found)
			}
			if test.rule == "WIRE 2/7" {
				part := strings.ToLower(text(test.filter, "hotel", "name"))
				for _, h := range results {
					if !strings.Contains(strings.ToLower(text(h, "name")), strings.TrimSpace(part)) {
						t.Errorf("%q finds %q", part, text(h, "name"))
					}
				}
			}
		})
	}
	t.Run("nowhere near", func(t *testing.T) {
		proves(t, "WIRE 2/5")
		far := l.in(t).inCity("PAR")
		if len(far) == 0 {
			far = l.inCity("NYC")
		}
		body := searchBody()
		put(body, "filter.hotel", tree{"chain_code": far[0].hotel["chain_code"], "property_code": far[0].hotel["property_code"]})
		if n := length(l.in(t).ok(200, "POST", pathSearch, body), "results"); n != 0 {
			t.Errorf("a hotel elsewhere is found in London: %d", n)
		}
	})
	t.Run("chain", func(t *testing.T) {
		proves(t, "WIRE 2/6")
		l := l.in(t)
		all, kept := 0, 0
		for _, h := range l.everyHotel(searchBody()) {
			if text(h, "chain_code") == chain {
				all++
			}
		}
		ofChain := searchBody()
		put(ofChain, "filter.hotel.chain_code", chain)
		for _, h := range l.everyHotel(ofChain) {
			kept++
			if text(h, "chain_code") != chain {
				t.Errorf("the chain filter lets %s through", text(h, "chain_code"))
			}
		}
		if all == 0 || kept != all {
			t.Errorf("the chain filter keeps %d of %d hotels", kept, all)
		}
	})
	t.Run("short name", func(t *testing.T) {
		proves(t, "WIRE 2/7")
		l := l.in(t)
		body := searchBody()
		for _, short := range []string{"ab", "éé"} {
			put(body, "filter.hotel.name", short)
			invalid(t, l.do("POST", pathSearch, body), "filter.hotel.name must have at least 3 characters", "filter", "hotel", "name")
		}
		body["filter"] = tree{"hotel": tree{"name": string(name)}}
		invalid(t, l.do("POST", pathSearch, body), "filter.location is missing", "filter", "location")
	})
}

// everyHotel lists the hotels of all pages of a search.
func (l *testFixture) everyHotel(body tree) []any {
	l.t.Helper()
	body = copied(body)
	var all []any
	for page := 1; ; page++ {
		found := l.ok(200, "POST", pathSearch, body)
		all = append(all, list(found, "results")...)
		if fmt.Sprint(page) >= text(found, "pagination", "total_pages") && len(fmt.Sprint(page)) >= len(text(found, "pagination", "total_pages")) {
			return all
		}
		body["pagination"] = tree{"pagination_token": at(found, "pagination", "pagination_token"), "page_number": page + 1}
	}
}

// milesFrom is the distance of a hotel from a point.
func milesFrom(t testing.TB, lat, lon float64, hotel any) float64 {
	t.Helper()
	number := func(field string) float64 {
		n, err := at(hotel, "geolocation", field).(json.Number).Float64()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const degree = math.Pi / 180
	a, b := lat*degree, number("latitude")*degree
	h := math.Pow(math.Sin((b-a)/2), 2) + math.Cos(a)*math.Cos(b)*math.Pow(math.Sin((number("longitude")-lon)*degree/2), 2)
	return 2 * 3958.7613 * math.Asin(math.Sqrt(h))
}

// A radius holds the hotels that are no farther, whatever its unit.
func TestSpec_4_2_Radius(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.2/5", "WIRE 2/3", "WIRE 2/4")
	l := start(t)
	centre, _ := l.sandbox.world.Locate("LON")
	around := func(value float64, unit string) tree {
		body := searchBody()
		put(body, "filter.location", tree{
			"type": "coordinates", "details": tree{"latitude": centre.Lat, "longitude": centre.Lon}, "radius": tree{"value": value, "type": unit},
		})
		return body
	}
	var miles []float64
	for _, h := range l.everyHotel(around(200, "mi")) {
		miles = append(miles, milesFrom(t, centre.Lat, centre.Lon, h))
	}
	slices.Sort(miles)
	if len(miles) < 3 {
		t.Fatalf("only %d hotels are around London", len(miles))
	}
	for _, n := range []int{1, len(miles) / 2, len(miles) - 1} {
		between := (miles[n-1] + miles[n]) / 2
		if miles[n]-miles[n-1] < 0.01 {
			continue // Too near each other to tell them apart.
		}
		for unit, value := range map[string]float64{"mi": between, "km": between * 1.609344} {
			if got := len(l.everyHotel(around(value, unit))); got != n {
				t.Errorf("within %.3f %s are %d hotels, want %d", value, unit, got, n)
			}
		}
	}
}

func TestSpec_4_2_Search(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.2/1", "SPEC 4.2/2", "SPEC 4.2/7")
	l := start(t)
	r := l.do("POST", pathSearch, searchBody())
	if r.status != 200 || length(r.body, "results") == 0 {
		t.Fatalf("%d %.300s", r.status, r.raw)
	}
	long, short := searchBody(), searchBody()
	put(short, "stay_info.check_out_date", "2026-12-13")
	nights := func(body tree) map[any]int {
		found := map[any]int{}
		for _, o := range l.offers(body) {
			found[o.rate["booking_code"]] = length(o.rate, "price", "nightly_breakdown")
		}
		return found
	}
	for code, n := range nights(long) {
		if n != 3 {
			t.Errorf("%v is priced for %d nights, want 3", code, n)
		}
	}
	for code, n := range nights(short) {
		if n != 1 {
			t.Errorf("%v is priced for %d nights, want 1", code, n)
		}
	}
}

func TestWire_2_SearchPaging(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 2/9", "WIRE 2/11", "WIRE 1/9", "WIRE 3a/27", "WIRE 3a/28")
	l := start(t, twoPages)
	body := searchBody()
	put(body, "filter.location.radius.value", 300)
	first := l.ok(200, "POST", pathSearch, body)
	hasKeys(t, "pagination", first["pagination"], "page_number page_size total_pages total_items pagination_token")
	token := text(first, "pagination", "pagination_token")
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(token) {
		t.Fatalf("the token is %q", token)
	}
	pages, err := at(first, "pagination", "total_pages").(json.Number).Int64()
	if err != nil || pages < 2 {
		t.Fatalf("%d pages, %v", pages, err)
	}
	seen := map[string]bool{}
	for page := range pages {
		body["pagination"] = tree{"pagination_token": token, "page_number": page + 1}
		results, _ := l.ok(200, "POST", pathSearch, body)["results"].([]any)
		for _, h := range results {
			key := text(h, "chain_code") + text(h, "property_code")
			if seen[key] {
				t.Errorf("%s is on two pages", key)
			}
			seen[key] = true
		}
	}
	if fmt.Sprint(len(seen)) != text(first, "pagination", "total_items") {
		t.Errorf("the pages hold %d hotels of %s", len(seen), text(first, "pagination", "total_items"))
	}
	put(body, "pagination.page_number", pages+1)
	invalid(t, l.do("POST", pathSearch, body), fmt.Sprintf("pagination.page_number is past the last page, %d", pages), "pagination", "page_number")
	const bad = "pagination.pagination_token is unknown, has expired, or belongs to another search"
	put(body, "pagination.page_number", 2)
	invalid(t, l.as("other", "key-2").do("POST", pathSearch, body), bad, "pagination", "pagination_token")
	other := copied(body)
	put(other, "stay_info.guests.adults", 1)
	invalid(t, l.do("POST", pathSearch, other), bad, "pagination", "pagination_token")
	l.clock.pass(30*time.Minute - time.Second)
	l.ok(200, "POST", pathSearch, body)
	l.clock.pass(time.Second)
	invalid(t, l.do("POST", pathSearch, body), bad, "pagination", "pagination_token")
	put(body, "pagination.pagination_token", "made-up")
	invalid(t, l.do("POST", pathSearch, body), bad, "pagination", "pagination_token")
}
