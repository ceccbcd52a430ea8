package trip

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

func TestAirportsAreWellFormed(t *testing.T) {
	list := airports()
	if len(list) < 3000 {
		t.Fatalf("%d airports", len(list))
	}
	zones := map[string]bool{"": true}
	for i, a := range list {
		if code, ok := ParseCode(a.code); !ok || code != a.code || i > 0 && a.code <= list[i-1].code {
			t.Errorf("%q is no code, or out of order", a.code)
		}
		if a.name == "" || a.name != strings.TrimSpace(a.name) || len(a.country) != 2 || a.class < '1' || a.class > '4' {
			t.Errorf("%s: %+v", a.code, a)
		}
		if !zones[a.zone] {
			if _, err := time.LoadLocation(a.zone); err != nil {
				t.Errorf("%s: %v", a.code, err)
			}
			zones[a.zone] = true
		}
	}
}

func TestCodeDestination(t *testing.T) {
	for code, want := range map[string]Destination{
		"LHR": {Kind: KindCode, Name: "LHR London Heathrow Airport", Code: "LHR", CountryCode: "GB", Zone: "Europe/London"},
		"LON": {Kind: KindCode, Name: "LON London", Code: "LON", CountryCode: "GB", Zone: "Europe/London"},
		"HNL": {Kind: KindCode, Name: "HNL Daniel K. Inouye Airport, Honolulu", Code: "HNL", CountryCode: "US", Zone: "Pacific/Honolulu"},
		"XQZ": {Kind: KindCode, Name: "XQZ", Code: "XQZ", Unlisted: true},
	} {
		got := CodeDestination(code)
		if got.Name != want.Name || got.Code != want.Code || got.CountryCode != want.CountryCode || got.Zone != want.Zone || got.Unlisted != want.Unlisted {
			t.Errorf("%s is %+v", code, got)
		}
	}
	if _, listed := findAirport("TXL"); listed {
		t.Error("Tegel is closed")
	}
}

func TestAirportsByName(t *testing.T) {
	for text, want := range map[string]string{
		"heathrow": "LHR", "london heath": "LHR", "Charles de G": "CDG", "haneda": "HND", "zurich": "ZRH", "zürich": "ZRH", "o'hare": "ORD",
		"heatrow": "LHR", "gatwik": "LGW", "schipol": "AMS", "lhr": "LHR", "LHX": "LAX", "hlr": "HER",
	} {
		found := airportsNamed(text, 1)
		if len(found) == 0 {
			found = airportsNear(text, 1)
		}
		if len(found) == 0 || found[0].code != want {
			t.Errorf("%q finds %v, want %s", text, found, want)
		}
	}
	for _, text := range []string{"", "lo", " ", "nowhere", "qqqqqqqq", "\x1b[2J", "é"} {
		if found := append(airportsNamed(text, 5), airportsNear(text, 5)...); len(found) != 0 {
			t.Errorf("%q finds %v", text, found)
		}
	}
}

// A code that is in no table comes first in capitals, as it was typed, with those near it; beside destinations, small
// letters are no such code.
func TestSuggestAnUnlistedCode(t *testing.T) {
	groups := Suggest("LHX", nil, nil)
	if len(groups) != 2 || !groups[0].Items[0].Destination.Unlisted || groups[1].Title != "codes near it" {
		t.Errorf("%+v", groups)
	}
	for _, group := range Suggest("lhx", []api.Destination{{Name: "Nowhere", City: "Nowhere"}}, nil) {
		if group.Title != "destinations" {
			t.Errorf("%+v", group)
		}
	}
}

func TestRadius(t *testing.T) {
	around := Trip{Destination: CodeDestination("LHR")}
	q := around.HotelQuery()
	if q.Radius != 10 || q.RadiusUnit != "mi" || !strings.HasPrefix(around.SearchWords(), "LHR London Heathrow within 10 mi") {
		t.Errorf("%+v, %s", q, around.SearchWords())
	}
	for range 40 {
		wider, ok := around.Wider()
		if !ok {
			break
		}
		if wider.Radius.Number() <= around.Radius.Number() {
			t.Fatalf("%s is not wider than %s", wider.Radius, around.Radius)
		}
		around = wider
	}
	if around.Radius.Number() != MaxRadius || len(around.Problems(time.Time{})) != 4 {
		t.Errorf("the widest is %s, problems %v", around.Radius, around.Problems(time.Time{}))
	}
	for _, c := range []struct {
		from Radius
		by   int
		want string
	}{
		{Radius{}, 1, "15 mi"},
		{Radius{}, -1, "5 mi"},
		{Radius{12, unitKm}, 1, "15 km"},
		{Radius{12, unitKm}, -1, "10 km"},
		{Radius{1, unitMiles}, -1, "1 mi"},
		{Radius{900, unitMiles}, 1, "500 mi"},
		{DefaultRadius(), 1, "15 mi"},
	} {
		if got := c.from.Step(c.by).String(); got != c.want {
			t.Errorf("%s by %d is %s, want %s", c.from, c.by, got, c.want)
		}
	}
	area := Trip{Destination: Destination{Kind: KindArea, Name: "London"}}
	if _, ok := area.Wider(); ok || area.HotelQuery().Radius != 0 || strings.Contains(area.SearchWords(), "within") {
		t.Error("a destination by name has a radius")
	}
}

func FuzzSuggest(f *testing.F) {
	for _, seed := range []string{"LHR", "heathrow", "heatrow", "\x1b", "é", "   ", "o'hare", "XQZ", "aaaaaaaaaaaaaaaaaaaaaaaa"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, group := range Suggest(text, nil, nil) {
			for _, item := range group.Items {
				if d := item.Destination; d.Kind != KindCode || d.Code == "" || strings.ContainsRune(d.Name, '\x1b') {
					t.Fatalf("%q suggests %+v", text, d)
				}
			}
		}
	})
}

func BenchmarkSuggestAirports(b *testing.B) {
	for _, text := range []string{"lon", "heathrow", "heatrow", "LHX"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				Suggest(text, nil, nil)
			}
		})
	}
}
