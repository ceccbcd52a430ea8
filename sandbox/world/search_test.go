package world

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/world/index"
)

func describe(w *World, hits []Hit) []string {
	list := make([]string, len(hits))
	for i, hit := range hits {
		if hit.Destination != nil {
			list[i] = hit.Destination.ID
		} else {
			list[i] = w.Property(hit.Index).Name
		}
	}
	return list
}

func TestSearchFindsTheRightThingFirst(t *testing.T) {
	w := build(t, 2000)
	lx := -1
	for i := range w.Len() {
		if w.hotel(i).chain.code == "LX" {
			lx = i
			break
		}
	}
	p := w.Property(lx)
	for query, want := range map[string]string{
		"london": "united-kingdom:england:london", "LHR": "united-kingdom:england:london", "lon": "united-kingdom:england:london",
		"London On": "canada:ontario:london", "springfield mo": "united-states:missouri:springfield", "springfield illinois": "united-states:illinois:springfield",
		"zurich": "switzerland:zurich", "ZÜRICH": "switzerland:zurich", "sao paulo": "brazil:sao-paulo:sao-paulo", "paris": "france:ile-de-france:paris",
		"paris texas": "united-states:texas:paris", "kuwait": "kuwait", "kuw cit": "kuwait:kuwait-city", "st johns": "canada:newfoundland-and-labrador:st-johns",
		"St. John's": "canada:newfoundland-and-labrador:st-johns", "nukualofa": "tonga:nukualofa", "jp": "japan:tokyo", "HND": "japan:tokyo",
		p.Chain + p.Code: p.Name, p.Chain + " " + p.Code: p.Name, strings.ToLower(p.Chain + p.Code): p.Name, p.Code: p.Name,
	} {
		got := describe(w, w.Search(query, "", Everything, 20))
		if len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %q, want %q first", query, got, want)
		}
	}
}

func TestSearchKeepsCityBeforeItsHotels(t *testing.T) {
	w := build(t, 2000)
	hits := w.Search("london", "", Everything, 500)
	hotels := 0
	for _, hit := range hits {
		switch {
		case hit.Destination != nil && hotels > 0:
			t.Errorf("%s comes after a hotel", hit.Destination.ID)
		case hit.Destination == nil:
			hotels++
		}
	}
	if hotels < 20 {
		t.Errorf("%d hotels for london", hotels)
	}
}

func TestSearchByKindAndCategory(t *testing.T) {
	w := build(t, 2000)
	for _, hit := range w.Search("", "", Destinations, 500) {
		if hit.Destination == nil {
			t.Fatal("a hotel among destinations")
		}
	}
	for _, hit := range w.Search("", "", Hotels, 500) {
		if hit.Destination != nil {
			t.Fatal("a destination among hotels")
		}
	}
	found := 0
	for _, hit := range w.Search("london", "Business", Everything, 500) {
		found++
		if hit.Destination != nil || w.Property(hit.Index).Category != "Business" {
			t.Errorf("%+v is no business hotel", hit)
		}
	}
	if found == 0 {
		t.Error("London has no business hotel")
	}
	for _, category := range []string{"business", "Nonsense"} {
		if got := w.Search("", category, Everything, 500); len(got) != 0 {
			t.Errorf("category %q has %d results", category, len(got))
		}
	}
}

func TestSearchEmptyQueryAndLimits(t *testing.T) {
	w := build(t, 2000)
	hits := w.Search(" ", "", Everything, 500)
	destinations := 0
	for _, hit := range hits {
		if hit.Destination != nil {
			destinations++
		}
	}
	if len(hits) != 500 || destinations != mostDestinations || describe(w, hits)[0] != "united-kingdom:england:london" {
		t.Errorf("%d results, %d destinations, first %s", len(hits), destinations, describe(w, hits[:1]))
	}
	for _, c := range []struct {
		query string
		limit int
		want  int
	}{{"", 0, 0}, {"", -1, 0}, {"", 1, 1}, {"!!", 10, 0}, {"qqqqxx", 10, 0}, {"london", 7, 7}} {
		if got := len(w.Search(c.query, "", Everything, c.limit)); got != c.want {
			t.Errorf("%q, limit %d: %d results, want %d", c.query, c.limit, got, c.want)
		}
	}
}

// TestSearchAgainstLookingAtEveryHotel checks the index with the plain meaning
// of a search, order included.
func TestSearchAgainstLookingAtEveryHotel(t *testing.T) {
	w := build(t, 2000)
	for _, query := range []string{"l", "hotel", "lantern", "the lon", "kest h", "paris le", "hotel par l", "ホ", "san", "lx london", "united kingdom old", "grand"} {
		terms := index.Words(index.Fold(query))
		var want []int
		for i := range w.Len() {
			h := w.hotel(i)
			all := append(index.Words(index.Fold(h.name()+" "+h.chain.code)), h.city.placeWords()...)
			if !slices.ContainsFunc(terms, func(term string) bool {
				return !slices.ContainsFunc(all, func(word string) bool { return strings.HasPrefix(word, term) })
			}) {
				want = append(want, i)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Or(w.hotel(a).rank(), unranked) - cmp.Or(w.hotel(b).rank(), unranked) })
		var got []int
		for _, hit := range w.Search(query, "", Hotels, w.Len()) {
			got = append(got, hit.Index)
		}
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%q finds %d hotels, want %d in another order", query, len(got), len(want))
		}
	}
}

func TestDestinationsCountTheirHotels(t *testing.T) {
	w := build(t, 2000)
	ids, countries := map[string]bool{}, 0
	for _, d := range w.ranking().places {
		if ids[d.ID] || strings.Count(d.ID, ":") > 2 {
			t.Errorf("objectID %q is taken or malformed", d.ID)
		}
		ids[d.ID] = true
		list := w.HotelIDs(d)
		if len(list) != d.Count || d.Count == 0 {
			t.Errorf("%s counts %d hotels and lists %d", d.ID, d.Count, len(list))
		}
		for _, id := range list[:min(3, len(list))] {
			at, ok := w.Find(id[:2], id[2:])
			if p := w.Property(at); !ok || p.Country != d.Country || d.City != "" && p.City != d.City {
				t.Errorf("%s lists %s, which is not there", d.ID, id)
			}
		}
		if d.City == "" && d.State == "" {
			countries += d.Count
		}
	}
	if countries != w.Len() {
		t.Errorf("the countries have %d hotels, the world %d", countries, w.Len())
	}
	d := w.Search("springfield il", "", Destinations, 1)[0].Destination
	if d.Name != "Springfield, Illinois, United States" || d.Code != "SPI" || d.CountryCode != "US" {
		t.Errorf("Springfield is %+v", d)
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		name, part string
		want       bool
	}{
		{"Hôtel L'Étoile Bleue", "letoile", true},
		{"Hôtel L'Étoile Bleue", "ETOILE B", true},
		{"Zur Straße", "strasse", true},
		{"ホテル椿", "椿", true},
		{"The Old Oak", "oaks", false},
		{"Any", "", false},
		{"Cafe\u0301 Noir", "café", true},
	} {
		if got := Matches(c.name, c.part); got != c.want {
			t.Errorf("Matches(%q, %q) = %v", c.name, c.part, got)
		}
	}
}

func FuzzSearch(f *testing.F) {
	w := build(f, 300)
	for _, seed := range []string{"", "london", "LX20417", "ホ テ", "a b c d", "\xff\x00", "İ", "ﬁ", "amstrd", "hotl", "the grnd"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		if again := index.Fold(index.Fold(query)); again != index.Fold(query) {
			t.Errorf("folding %q twice gives %q", query, again)
		}
		for _, hit := range w.Search(query, "", Everything, 40) {
			if hit.Destination == nil && (hit.Index < 0 || hit.Index >= w.Len()) {
				t.Fatalf("%q finds hotel %d", query, hit.Index)
			}
		}
	})
}
