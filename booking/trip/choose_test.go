package trip

import (
	"testing"

	"bellhop/api"
)

// A text means the place of that name, and a code what it stands for; places of one name are counted.
func TestMeantBy(t *testing.T) {
	t.Parallel()
	area := func(name, country string) api.Destination {
		return api.Destination{Name: name, City: name, CountryCode: country, HotelsCount: 3}
	}
	london := []api.Destination{area("London, England, United Kingdom", "GB"), area("Londonderry, Northern Ireland, United Kingdom", "GB")}
	sanJose := []api.Destination{area("San José, Costa Rica", "CR"), area("San Jose, California, United States", "US"), area("San José del Cabo, Mexico", "MX")}
	york := []api.Destination{area("New York, New York, United States", "US"), area("York, England, United Kingdom", "GB")}
	johns := []api.Destination{area("St. John's, Newfoundland and Labrador, Canada", "CA")}
	saints := append(johns, area("Fort St. John, British Columbia, Canada", "CA"))
	creeks := append([]api.Destination{area("Johns Creek, Georgia, United States", "US"), area("Johnstown, Pennsylvania, United States", "US")}, saints...)
	hams := []api.Destination{area("Hamburg, Germany", "DE"), area("West Ham, England, United Kingdom", "GB")}
	tokyo := []api.Destination{area("Tokyo, Japan", "JP")}
	kingdom := []api.Destination{area("Ukraine", "UA"), area("United Kingdom", "GB")}
	londons := append(london[:1:1], area("London, Ontario, Canada", "CA"))
	// The service knows cities by other names than its own.
	romes := []api.Destination{area("Rome, Lazio, Italy", "IT"), area("Romania", "RO"), area("Parma, Emilia-Romagna, Italy", "IT")}
	viennas := []api.Destination{area("Vienna, Austria", "AT"), area("Wiener Neustadt, Austria", "AT")}
	florence := []api.Destination{area("Florence, Tuscany, Italy", "IT")}
	hotels := []api.Property{{Name: "The Lantern"}, {Name: "The Lantern"}, {Name: "Pelham & Rowe"}}
	for _, c := range []struct {
		text  string
		areas []api.Destination
		want  string
		same  int
	}{
		{"lon", london, "London, England, United Kingdom", 1},
		{"LON", london, "LON London", 1},
		{"london", london, "London, England, United Kingdom", 1},
		{"London, England", london, "London, England, United Kingdom", 1},
		{"lonodn", london, "", 0},
		{"san jose", sanJose, "San José, Costa Rica", 2},
		{"san jose cr", sanJose, "San José, Costa Rica", 1},
		{"San Jose, California", sanJose, "San Jose, California, United States", 1},
		{"san jose d", sanJose, "San José del Cabo, Mexico", 1},
		{"SJC", sanJose, "SJC Norman Y. Mineta San Jose Airport", 1},
		{"york", york, "York, England, United Kingdom", 1},
		{"london", nil, "LON London", 7}, // Its airports, and one in Canada.
		{"lhr", nil, "LHR London Heathrow Airport", 1},
		{"heathrow", nil, "LHR London Heathrow Airport", 1},
		{"heatrow", nil, "", 0}, // Perhaps Heathrow.
		{"the lantern", london, "The Lantern", 2},
		{"pelham", london, "Pelham & Rowe", 1},
		{"", london, "", 0},
		{"john", johns, "St. John's, Newfoundland and Labrador, Canada", 1}, // Not Johnstown, whose airport bears John Murtha's name.
		{"john", saints, "St. John's, Newfoundland and Labrador, Canada", 2},
		{"john", creeks, "St. John's, Newfoundland and Labrador, Canada", 4}, // Johns Creek has other words.
		{"johns", creeks, "Johns Creek, Georgia, United States", 1},
		{"ham", hams, "West Ham, England, United Kingdom", 2},
		{"hamb", hams, "Hamburg, Germany", 1},
		{"london, uk", londons, "London, England, United Kingdom", 1},
		{"london gb", londons, "London, England, United Kingdom", 1},
		{"London, United Kingdom", londons, "London, England, United Kingdom", 1},
		{"london, canada", londons, "London, Ontario, Canada", 1},
		{"uk", kingdom, "United Kingdom", 1},
		{"roma", romes, "RMA Roma Airport", 2}, // Roma in Australia, or Rome.
		{"roma", nil, "RMA Roma Airport", 1},
		{"RMA", romes, "RMA Roma Airport", 1},
		{"rma roma airport", romes, "RMA Roma Airport", 1},
		{"rome", romes, "Rome, Lazio, Italy", 1},
		{"firenze", florence, "FLR Peretola Airport, Firenze", 2},
		{"wien", viennas, "Wiener Neustadt, Austria", 2}, // Or Vienna.
		{"wiener", viennas[1:], "Wiener Neustadt, Austria", 1},
		{"東京", tokyo, "Tokyo, Japan", 1},
	} {
		properties := hotels
		if c.areas == nil {
			properties = nil
		}
		groups := Suggest(c.text, c.areas, properties)
		got, ok := MeantBy(c.text, groups)
		if ok != (c.want != "") || got.Name != c.want || got.Same != c.same {
			t.Errorf("%q means %q, one of %d, %v; want %q, one of %d", c.text, got.Name, got.Same, ok, c.want, c.same)
			continue
		}
		at := got.Index
		for _, group := range groups {
			if ok && at >= 0 && at < len(group.Items) && group.Items[at].Destination.Name != c.want {
				t.Errorf("%q: suggestion %d is %q", c.text, got.Index, group.Items[at].Destination.Name)
			}
			at -= len(group.Items)
		}
	}
	birmingham := []api.Destination{area("Birmingham, England, United Kingdom", "GB")}
	if got, _ := MeantBy("birmingham", Suggest("birmingham", birmingham, nil)); got.Elsewhere != "BHM Birmingham-Shuttlesworth US" {
		t.Errorf("elsewhere is %q", got.Elsewhere)
	}
}
