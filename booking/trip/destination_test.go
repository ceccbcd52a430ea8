package trip

import (
	"fmt"
	"testing"

	"bellhop/api"
)

// An airport code comes after the destinations that begin with what was typed
// in small letters, and first otherwise.
func TestPlaceGroupsOrder(t *testing.T) {
	tokyo := api.Destination{Name: "Tokyo, Japan", City: "Tokyo"}
	found := []api.Destination{{Name: "Kita (Tokyo)", City: "Kita"}, tokyo}
	for _, c := range []struct{ text, first, name string }{
		{"tok", "destinations", "Tokyo, Japan"},
		{"TOK", "airport or city code", "TOK"},
		{"Tok", "destinations", "Tokyo, Japan"},
		{"nrt", "airport or city code", "NRT Tokyo Narita Airport"},
		{"toky", "destinations", "Kita (Tokyo)"}, // No code, so the order is the service's.
	} {
		groups := destinationGroups(c.text, found, nil)
		if got := groups[0]; got.Title != c.first || got.Items[0].Destination.Name != c.name {
			t.Errorf("%q: first %q %q, want %q %q", c.text, got.Title, got.Items[0].Destination.Name, c.first, c.name)
		}
	}
	if groups := destinationGroups("TOK", nil, nil); len(groups) != 1 || groups[0].Items[0].Destination.Code != "TOK" {
		t.Errorf("without destinations: %+v", groups)
	}
	if found[0].Name != "Kita (Tokyo)" {
		t.Error("the answer itself was put into another order")
	}
}

// What a text names precedes what it was perhaps misspelt for.
func TestSuggest_NamesBeforeMisspelt(t *testing.T) {
	t.Parallel()
	groups := Suggest("late", nil, []api.Property{{Name: "Scenario: late ghost booking"}})
	if len(groups) != 2 || groups[0].Items[0].Destination.Name != "Scenario: late ghost booking" || groups[1].Title != nearTitle {
		t.Errorf("the groups are %+v", groups)
	}
	if meant, ok := MeantBy("late", groups); !ok || !meant.Sure() || meant.Name != "Scenario: late ghost booking" {
		t.Errorf("late means %+v, %t", meant, ok)
	}
}

func TestWithCheckInKeepsTheNights(t *testing.T) {
	day := func(text string) api.Date {
		d, err := api.ParseDate(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct{ in, out, to, want string }{
		{"2026-12-19", "2026-12-22", "2026-12-20", "2026-12-23"},
		{"2026-12-19", "2026-12-22", "2026-12-22", "2026-12-25"},
		{"2026-12-19", "2026-12-22", "2027-11-20", "2027-11-23"},
		{"2027-11-20", "2027-11-23", "2026-12-10", "2026-12-13"},
		{"2027-03-20", "2027-03-22", "2026-12-13", "2026-12-15"},
		{"2026-12-19", "2027-12-19", "2026-12-20", "2027-03-29"}, // What was too long is cut.
	} {
		trip := Trip{CheckIn: day(c.in), CheckOut: day(c.out)}.WithCheckIn(day(c.to))
		if trip.CheckIn.String() != c.to || trip.CheckOut.String() != c.want {
			t.Errorf("%s to %s from %s: until %s, want %s", c.in, c.out, c.to, trip.CheckOut, c.want)
		}
	}
}

// A destination may count more hotels than the service lists, and the service
// may list more than one search can name.
func TestDestinationPlaceCountsWhatIsLeft(t *testing.T) {
	listed := func(count int) (ids []string) {
		for i := range count {
			ids = append(ids, fmt.Sprintf("LX%d", 10_000+i))
		}
		return ids
	}
	for _, c := range []struct{ hotels, listed, named, left int }{
		{2, 2, 2, 0}, {1349, 500, 500, 849}, {1349, 1349, maxProperties, 349}, {0, 3, 3, 0},
	} {
		area := areaDestination(api.Destination{Name: "X", HotelsCount: c.hotels, Hotels: listed(c.listed)}, nil)
		if len(area.Properties) != c.named || area.Left != c.left {
			t.Errorf("of %d hotels %d are listed: %d are named and %d left, want %d and %d", c.hotels, c.listed, len(area.Properties), area.Left, c.named, c.left)
		}
	}
}

// A property tells the zone of its city; a larger destination has one only where all its properties agree.
func TestZoneOfADestination(t *testing.T) {
	zones := zonesOf([]api.Property{
		{ID: api.PropertyID{Chain: "LX", Code: "1"}, Timezone: "Pacific/Honolulu"},
		{ID: api.PropertyID{Chain: "LX", Code: "2"}, Timezone: "America/New_York"},
		{ID: api.PropertyID{Chain: "LX", Code: "3"}},
	})
	for want, found := range map[string]api.Destination{
		"Pacific/Honolulu": {City: "Honolulu", Hotels: []string{"LX1", "LX3"}, HotelsCount: 40},
		"America/New_York": {State: "New York", Hotels: []string{"LX2"}, HotelsCount: 1},
	} {
		if got := areaDestination(found, zones).Zone; got != want {
			t.Errorf("%+v is in %q, want %q", found, got, want)
		}
	}
	for _, found := range []api.Destination{
		{Country: "United States", Hotels: []string{"LX1", "LX2"}, HotelsCount: 2},
		{Country: "United States", Hotels: []string{"LX1"}, HotelsCount: 40},
		{Country: "United States", Hotels: []string{"LX1", "LX3"}, HotelsCount: 2},
		{City: "Nowhere", Hotels: []string{"LX3"}, HotelsCount: 1},
	} {
		if got := areaDestination(found, zones).Zone; got != "" {
			t.Errorf("%+v is in %q, which is not known", found, got)
		}
	}
}

// The opening list names a city, and not its state and its country as well; who types a name gets them.
func TestOpeningListNamesEachCityOnce(t *testing.T) {
	found := []api.Destination{
		{Name: "London, England, United Kingdom", City: "London", State: "England", Country: "United Kingdom"},
		{Name: "England, United Kingdom", State: "England", Country: "United Kingdom"},
		{Name: "United Kingdom", Country: "United Kingdom"},
		{Name: "Singapore, Singapore", City: "Singapore", Country: "Singapore"},
		{Name: "Singapore", Country: "Singapore"},
		{Name: "Ontario, Canada", State: "Ontario", Country: "Canada"},
	}
	for text, want := range map[string]int{"": 3, "engla": 6} {
		if got := Suggest(text, found, nil)[0].Items; len(got) != want || got[0].Destination.Name != found[0].Name {
			t.Errorf("%q lists %d destinations, want %d: %v", text, len(got), want, got)
		}
	}
	if found[1].State != "England" {
		t.Error("the answer itself was changed")
	}
}
