package service

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/world"
)

// A page token belongs to one search, so that no other search may have its text.
func TestHotelQuery_TextTellsSearchesApart(t *testing.T) {
	t.Parallel()
	one, two := hotelCode{"LX", "1"}, hotelCode{"LX", "2"}
	seen := map[string]string{}
	for name, q := range map[string]hotelQuery{
		"nothing": {}, "a stay": {stay: world.Stay{Adults: 2}}, "a place": {located: true}, "a point": {at: []world.Point{{Lat: 1}}},
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

// Hotels that are named by code or by review-site id and by a place are those within its radius, nearest first.
func TestCandidates_NamedAtAPlace(t *testing.T) {
	t.Parallel()
	f := open(t)
	at := f.world.Locate("LON")
	near := f.service.hotels.candidates(hotelQuery{located: true, at: at, km: 50}, nil)
	if len(near) < 3 {
		t.Fatalf("%d hotels are around London", len(near))
	}
	near = near[:3]
	backwards := slices.Clone(near)
	slices.Reverse(backwards)
	limit := f.world.Distance(near[2], at)
	for name, q := range map[string]hotelQuery{"by code": {codes: []hotelCode{{}}}, "by id": {reviewed: true}} {
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

// Each hotel is found once, in the order given, and each id that is no hotel's is listed as it was sent.
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
