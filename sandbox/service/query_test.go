package service

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/world"
)

// read reads the search of two adults and a child with a filter, and returns its problems.
func (f *fixture) read(filter string) (q hotelQuery, problems []string) {
	c := f.bodyOf(`{"stay_info":{"check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":2,"children":1}},"filter":` + filter + `}`)
	fields := c.fields()
	q = f.service.hotels.readSearch(fields, c.Now)
	fields.Done()
	for _, p := range c.problems.List {
		problems = append(problems, strings.TrimPrefix(p.Message, "filter."))
	}
	return q, problems
}

const (
	london = `"location":{"type":"iata_code","details":{"iata_code":"LON"}}`
	code   = `{"chain_code":"LX","property_code":"1"}`
)

func TestReadSearch_Criteria(t *testing.T) {
	t.Parallel()
	f := open(t)
	at, _ := f.world.Locate("LON")
	one := hotelCode{"LX", "1"}
	ids := slices.Repeat([]string{"rs-lx1"}, maxCandidates)
	for filter, want := range map[string]hotelQuery{
		`{` + london + `}`: {located: true, at: at, km: 16.09344},
		`{"location":{"type":"iata_code","details":{"iata_code":"QQQ"}}}`:                                     {located: true, unknown: true, km: 16.09344},
		`{"location":{"type":"coordinates","details":{"latitude":-1.5,"longitude":2}}}`:                       {located: true, at: world.Point{Lat: -1.5, Lon: 2}, km: 16.09344},
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":20,"type":"mi"}}}`:   {located: true, at: at, km: 20 * 1.609344},
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":1000,"type":"km"}}}`: {located: true, at: at, km: 1000},
		`{` + london + `,"hotel":{"chain_code":"LX"}}`:                                                        {located: true, at: at, km: 16.09344, chain: "LX"},
		`{` + london + `,"hotel":{"name":"inn"}}`:                                                             {located: true, at: at, km: 16.09344, name: "inn"},
		`{` + london + `,"hotel":` + code + `}`:                                                               {located: true, at: at, km: 16.09344, codes: []hotelCode{one}},
		`{"hotel":` + code + `}`:                                                                              {codes: []hotelCode{one}},
		`{"hotel":[` + code + `,{"chain_code":"QQ","property_code":"2"}]}`:                                    {codes: []hotelCode{one, {"QQ", "2"}}},
		`{"hotel":[` + strings.Repeat(code+",", maxCandidates-1) + code + `]}`:                                {codes: slices.Repeat([]hotelCode{one}, maxCandidates)},

		`{"reviewsite_ids":[]}`:                                   {reviewIDs: []string{}, reviewed: true},
		`{"reviewsite_ids":["` + strings.Join(ids, `","`) + `"]}`: {reviewIDs: ids, reviewed: true},
	} {
		got, problems := f.read(filter)
		want.stay = world.Stay{In: world.DayOf(2026, 12, 12), Out: world.DayOf(2026, 12, 15), Adults: 2, Children: 1}
		if math.Abs(got.km-want.km) < 1e-9 {
			got.km = want.km
		}
		if len(problems) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%.200s is read as %.300v, want %.300v; %v", filter, got, want, problems)
		}
	}
}

// Each mistake is the only reported problem, and is reported once.
func TestReadSearch_Problems(t *testing.T) {
	t.Parallel()
	f := open(t)
	for filter, want := range map[string]string{
		`null`:                        "filter is missing",
		`{}`:                          "location is missing",
		`{` + london + `,"stars":4}`:  "stars is not a field of this request",
		`{"location":{}}`:             "location.type is missing, location.details is missing",
		`{"location":{"details":{}}}`: "location.type is missing",
		`{"location":{"type":"city","details":{"city":"London"}}}`:                                                  "location.type must be iata_code or coordinates",
		`{"location":{"type":"iata_code","details":{}}}`:                                                            "location.details.iata_code is missing",
		`{"location":{"type":"iata_code","details":{"iata_code":""}}}`:                                              "location.details.iata_code is empty",
		`{"location":{"type":"iata_code","details":{"iata_code":"LO"}}}`:                                            "location.details.iata_code must be three capital letters",
		`{"location":{"type":"iata_code","details":{"iata_code":"lon"}}}`:                                           "location.details.iata_code must be three capital letters",
		`{"location":{"type":"iata_code","details":{"iata_code":"LON","city":"L"}}}`:                                "location.details.city is not a field of this request",
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"centre":1}}`:                                "location.centre is not a field of this request",
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":1}}}`:                      "location.radius.type is missing",
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":1,"type":"m"}}}`:           "location.radius.type must be mi or km",
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":1001,"type":"km"}}}`:       "location.radius.value must be between 0 and 1000",
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":1,"type":"km","unit":1}}}`: "location.radius.unit is not a field of this request",
		`{"hotel":[]}`:                                                       "hotel is empty",
		`{"hotel":7}`:                                                        "hotel must be an object or an array",
		`{"hotel":{}}`:                                                       "hotel names neither a chain, a property nor a name",
		`{"hotel":{"name":"inn"}}`:                                           "location is missing",
		`{"hotel":{"chain_code":"LX"}}`:                                      "location is missing",
		`{` + london + `,"hotel":{"name":" ab "}}`:                           "hotel.name must have at least 3 characters",
		`{` + london + `,"hotel":{"name":" "}}`:                              "hotel.name is empty",
		`{` + london + `,"hotel":{"name":"inn","stars":4}}`:                  "hotel.stars is not a field of this request",
		`{"hotel":{"property_code":"1"}}`:                                    "hotel.chain_code is missing",
		`{"hotel":[{"property_code":"1"}]}`:                                  "hotel.0.chain_code is missing",
		`{"hotel":[{"chain_code":"LX","property_code":"1","name":"inn"}]}`:   "hotel.0.name is not a field of this request",
		`{"hotel":[` + strings.Repeat(code+",", maxCandidates) + code + `]}`: "hotel names more than 2000 hotels",
		`{"reviewsite_ids":["` + strings.Repeat(`rs-lx1","`, maxCandidates) + `rs-lx1"]}`: "reviewsite_ids names more than 2000 hotels",
	} {
		if _, problems := f.read(filter); strings.Join(problems, ", ") != want {
			t.Errorf("%.200s: %q, want %q", filter, problems, want)
		}
	}
}

// A page token belongs to one search, so that no other search may have its text.
func TestHotelQuery_TextUnique(t *testing.T) {
	t.Parallel()
	one, two := hotelCode{"LX", "1"}, hotelCode{"LX", "2"}
	seen := map[string]string{}
	for name, q := range map[string]hotelQuery{
		"nothing": {}, "a stay": {stay: world.Stay{Adults: 2}}, "a place": {located: true}, "a point": {at: world.Point{Lat: 1}},
		"a radius": {km: 1}, "a chain": {chain: "LX"}, "a name": {name: "LX"}, "an id": {reviewIDs: []string{"LX"}},
		"a code": {codes: []hotelCode{one}}, "another code": {codes: []hotelCode{two}},
		"both codes": {codes: []hotelCode{one, two}}, "both codes, the second first": {codes: []hotelCode{two, one}},
	} {
		text := q.text()
		if other, twice := seen[text]; twice {
			t.Errorf("%s and %s have the same text", name, other)
		}
		seen[text] = name
	}
}

// Hotels that are named by code or review-site id, at a place, are those within its radius, nearest first.
func TestCandidates_NamedAtAPlace(t *testing.T) {
	t.Parallel()
	f := open(t)
	at, _ := f.world.Locate("LON")
	near := f.service.hotels.candidates(hotelQuery{located: true, at: at, km: 50}, nil)
	if len(near) < 3 {
		t.Fatalf("%d hotels are around London", len(near))
	}
	near = near[:3]
	backwards := slices.Clone(near)
	slices.Reverse(backwards)
	limit := f.world.Distance(near[2], at)
	for name, q := range map[string]hotelQuery{"by code": {codes: []hotelCode{{}}}, "by id": {reviewed: true}} {
		if got := f.service.hotels.candidates(q, backwards); !slices.Equal(got, backwards) {
			t.Errorf("%s without a place: %v, want %v", name, got, backwards)
		}
		q.located, q.at = true, at
		for km, want := range map[float64][]int{50: near, limit: near, math.Nextafter(limit, 0): near[:2], 0: nil} {
			q.km = km
			if got := f.service.hotels.candidates(q, backwards); !slices.Equal(got, want) {
				t.Errorf("%s within %v km: %v, want %v", name, km, got, want)
			}
		}
	}
}

func TestCandidates_ChainAndName(t *testing.T) {
	t.Parallel()
	f := open(t)
	all := make([]int, f.world.Len())
	for i := range all {
		all[i] = i
	}
	name, chain := f.world.Name(0)
	part := strings.Fields(name)[0]
	for _, q := range []hotelQuery{{}, {chain: chain}, {name: part}, {name: " " + part + " "}, {chain: chain, name: part}, {chain: "QQ", name: part}} {
		var want []int
		for _, i := range all {
			name, chain := f.world.Name(i)
			if (q.chain == "" || q.chain == chain) && (q.name == "" || world.Matches(name, strings.TrimSpace(q.name))) {
				want = append(want, i)
			}
		}
		if got := f.service.hotels.candidates(q, all); !slices.Equal(got, want) {
			t.Errorf("chain %q, name %q: %d hotels, want %d", q.chain, q.name, len(got), len(want))
		}
	}
}

// Each hotel is found once, in the order given, and each unknown id is listed as it was sent.
func TestNamedHotels_CodesAndIDs(t *testing.T) {
	t.Parallel()
	f := open(t)
	first, second := f.world.Property(5), f.world.Property(3)
	id := func(p world.Property) string { return reviewPrefix + strings.ToLower(p.Chain+p.Code) }
	capitals := reviewPrefix + second.Chain + second.Code
	hotels, missing := f.service.hotels.namedHotels(hotelQuery{
		codes:     []hotelCode{{first.Chain, first.Code}, {"QQ", "1"}, {first.Chain, first.Code}},
		reviewIDs: []string{id(second), "", "rs-", "rs-l", "rs-lx", "rs-qq1", capitals, strings.TrimPrefix(id(second), reviewPrefix), id(first), id(second)},
	})
	if want := []int{5, 3}; !slices.Equal(hotels, want) {
		t.Errorf("found are %v, want %v", hotels, want)
	}
	if want := []string{"", "rs-", "rs-l", "rs-lx", "rs-qq1", capitals, strings.TrimPrefix(id(second), reviewPrefix)}; !slices.Equal(missing, want) {
		t.Errorf("missing are %q, want %q", missing, want)
	}
	if _, missing := f.service.hotels.namedHotels(hotelQuery{}); missing == nil {
		t.Error("an empty list is answered with null")
	}
}

// A name with dots is a field inside of other objects (WIRE 1).
func TestReadSearch_NamesWithDots(t *testing.T) {
	t.Parallel()
	f := open(t, func(o *Options) { o.Names.ReviewSiteIDs = "by.site.ids" })
	q, problems := f.read(`{"by":{"site":{"ids":["rs-lx1"]}}}`)
	if !slices.Equal(q.reviewIDs, []string{"rs-lx1"}) || len(problems) > 0 {
		t.Errorf("the ids are %q; %q", q.reviewIDs, problems)
	}
	want := []string{"by is not a field of this request"}
	if _, problems := f.read(`{"by":{"site":{"ids":["rs-lx1"],"id":1}}}`); !slices.Equal(problems, want) {
		t.Errorf("the problems are %q, want %q", problems, want)
	}
}
