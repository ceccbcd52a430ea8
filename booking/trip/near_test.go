package trip

import (
	"testing"

	"bellhop/api"
)

// A destination is searched around its own city's code, or else the airport nearest to it, as far as it takes.
func TestJoined(t *testing.T) {
	t.Parallel()
	at := func(latitude, longitude float64) *api.Coordinates {
		return &api.Coordinates{Latitude: latitude, Longitude: longitude}
	}
	for _, c := range []struct {
		name, country string
		at            *api.Coordinates
		near          string
		radius        Radius
	}{
		{"London, England, United Kingdom", "GB", at(51.51, -0.12), "LON", Radius{15, "mi"}},
		{"London, England, United Kingdom", "GB", nil, "LON", Radius{10, "mi"}},
		{"London, Ontario, Canada", "CA", nil, "YXU", Radius{10, "mi"}},
		{"Windsor, England, United Kingdom", "GB", at(51.48, -0.61), "LHR", Radius{20, "mi"}},
		{"Windsor, England, United Kingdom", "GB", nil, "", Radius{}},
		{"San José, Costa Rica", "CR", at(9.93, -84.08), "SYQ", Radius{15, "mi"}},
		{"Nowhere, Ocean", "XX", at(-48.9, -123.4), "", Radius{}},
	} {
		trip := Trip{Destination: Destination{Kind: KindArea, Name: c.name, CountryCode: c.country, At: c.at}}
		got, ok := trip.Joined()
		if ok != (c.near != "") || got.Destination.Near != c.near || got.Radius != c.radius {
			t.Errorf("%s: near %q within %v, %v; want %q within %v", c.name, got.Destination.Near, got.Radius, ok, c.near, c.radius)
		}
		if q := got.HotelQuery(); ok && ((q.Code != c.near) == (q.Around == nil) || len(q.Properties) > 0 || got.Destination.Centre() == nil) {
			t.Errorf("%s is searched as %+v", c.name, q)
		}
		if again, ok := got.Joined(); ok && c.near != "" {
			t.Errorf("%s is joined twice: %+v", c.name, again.Destination)
		}
	}
	if _, ok := (Trip{Destination: CodeDestination("LHR")}).Joined(); ok {
		t.Error("a code is joined")
	}
}

// What belongs to a destination is what the service lists there and, where that is not all, what is in the city.
func TestWhatBelongsToADestination(t *testing.T) {
	t.Parallel()
	listed, other := api.PropertyID{Chain: "LX", Code: "1"}, api.PropertyID{Chain: "LX", Code: "2"}
	d := Destination{Kind: KindArea, Name: "Zürich, Switzerland", CountryCode: "CH", Properties: []api.PropertyID{listed}, Near: "ZRH"}
	if !d.Has(listed, "Kloten") || d.Has(other, "Zurich") {
		t.Error("of a whole list the others are not in it")
	}
	if d.Left = 3; !d.Has(other, "Zurich") || d.Has(other, "Kloten") {
		t.Error("of a list of the best the city decides")
	}
	if d.Near = ""; !d.Has(other, "Kloten") {
		t.Error("what is searched by codes is all of it")
	}
	if words := (Trip{Destination: Destination{Kind: KindArea, Name: "Windsor, England", CountryCode: "GB", Near: "LHR"}}).SearchWords(); words != "Windsor GB by LHR within 10 mi · 0 adults" {
		t.Errorf("in words: %q", words)
	}
}

// Areas of cities are where their properties are.
func TestWhereAreasAre(t *testing.T) {
	t.Parallel()
	here := &api.Coordinates{Latitude: 51.48, Longitude: -0.61}
	groups := Suggest("win", []api.Destination{
		{Name: "Windsor, England, United Kingdom", City: "Windsor", CountryCode: "GB", Hotels: []string{"LX1", "LX2"}},
		{Name: "Windsor, Ontario, Canada", City: "Windsor", CountryCode: "CA"},
		{Name: "United Kingdom", CountryCode: "GB", Hotels: []string{"LX2"}},
	}, []api.Property{{ID: api.PropertyID{Chain: "LX", Code: "2"}, Name: "The Lantern", City: "Windsor", CountryCode: "GB", Location: here}})
	for _, group := range groups {
		for _, item := range group.Items {
			d := item.Destination
			want := d.Name == "Windsor, England, United Kingdom" || d.Kind == KindHotel
			if got := d.At != nil; d.Kind != KindCode && got != want {
				t.Errorf("%s is at %v", d.Name, d.At)
			}
		}
	}
}
