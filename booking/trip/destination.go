package trip

import (
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/api"
)

// A Kind is how a Destination is searched.
type Kind int

// The ways to search a destination.
const (
	KindNone  Kind = iota
	KindCode       // by the IATA code of a city or an airport
	KindArea       // by the properties of a destination that the service found
	KindHotel      // by one property
)

// A Destination is what a search goes to.
type Destination struct {
	Kind Kind
	// Name is what people read: "London, England, United Kingdom".
	Name        string
	Code        string // IATA, for KindCode
	CountryCode string
	// Properties are searched by their codes, for KindArea and KindHotel.
	Properties []api.PropertyID
	// At is where an area or a hotel is; nil where that is not known.
	At *api.Coordinates `json:",omitempty"`
	// Near is the IATA code that an area or a hotel is searched around, where that cannot be done by Properties.
	Near string `json:",omitempty"`
	// Left counts properties beyond those that one search can name.
	Left int
	// Zone is the IANA zone where it is known.
	Zone string
	// Unlisted reports whether Code is none that Bellhop knows; the service may know it.
	Unlisted bool
}

// zone returns the zone; nil where it is not known.
func (d Destination) zone() *time.Location {
	zone, err := time.LoadLocation(d.Zone)
	if d.Zone == "" || err != nil {
		return nil
	}
	return zone
}

// Short returns the name for a header: "London GB" for "London, England, United Kingdom", "LHR London Heathrow" for
// its airport.
func (d Destination) Short() string {
	if d.Kind == KindCode {
		return strings.TrimSuffix(strings.Replace(d.Name, " Airport,", ",", 1), " Airport")
	}
	city, _, several := strings.Cut(d.Name, ",")
	if d.Kind != KindArea || !several || d.CountryCode == "" {
		return d.Name
	}
	return city + " " + d.CountryCode
}

// ParseCode reads an IATA code, which is three letters.
func ParseCode(text string) (string, bool) {
	code := strings.ToUpper(strings.TrimSpace(text))
	if len(code) != 3 {
		return "", false
	}
	for _, r := range code {
		if r < 'A' || r > 'Z' {
			return "", false
		}
	}
	return code, true
}

// code returns the IATA code that hotels are searched around; empty if they are searched by their own codes.
func (d Destination) code() string {
	if d.Kind == KindCode {
		return d.Code
	}
	return d.Near
}

// CodeDestination returns the destination of an IATA code, by name where it is known.
func CodeDestination(code string) Destination {
	a, known := findAirport(code)
	if !known {
		return Destination{Kind: KindCode, Name: code, Code: code, Unlisted: true}
	}
	return a.destination()
}

func (a airport) destination() Destination {
	return Destination{Kind: KindCode, Name: a.title(), Code: a.code, CountryCode: a.country, Zone: a.zone}
}

// NearCodes names the codes that an unlisted one was perhaps meant to be: "XQP Quepos Airport".
func (d Destination) NearCodes() []string {
	var names []string
	for _, a := range codesNear(d.Code, mostNear) {
		names = append(names, a.title())
	}
	return names
}

// maxProperties is how many properties of a destination one search names; Left says how many are cut.
const maxProperties = 1000

func areaDestination(found api.Destination, zones map[api.PropertyID]string) Destination {
	d := Destination{Kind: KindArea, Name: found.Name, CountryCode: found.CountryCode}
	d.Properties = make([]api.PropertyID, 0, min(len(found.Hotels), maxProperties))
	for _, id := range found.Hotels {
		property, ok := splitPropertyID(id)
		if !ok || len(d.Properties) == maxProperties {
			d.Left++
			continue
		}
		d.Properties = append(d.Properties, property)
	}
	// The service may list only the best hotels of a large destination.
	d.Left = max(d.Left, found.HotelsCount-len(d.Properties))
	d.Zone = d.commonZone(found.City != "", zones)
	return d
}

// commonZone returns the zone of a destination's properties. One of them tells that of a city; a larger destination has
// one only if all its properties are known to be in it.
func (d Destination) commonZone(city bool, zones map[api.PropertyID]string) string {
	if !city && d.Left > 0 {
		return ""
	}
	common := ""
	for _, id := range d.Properties {
		zone, known := zones[id]
		switch {
		case known && city:
			return zone
		case !city && (!known || common != "" && zone != common):
			return ""
		}
		common = zone
	}
	return common
}

// PropertyDestination returns the destination that is one property.
func PropertyDestination(p api.Property) Destination {
	return Destination{
		Kind: KindHotel, Name: p.Name, CountryCode: p.CountryCode,
		Properties: []api.PropertyID{p.ID}, Zone: p.Timezone, At: p.Location,
	}
}

// HotelDestination is one hotel of a search, to search it again.
func HotelDestination(hotel api.Hotel) Destination {
	return Destination{
		Kind: KindHotel, Name: hotel.Name, CountryCode: hotel.Address.CountryCode,
		Properties: []api.PropertyID{hotel.ID}, At: hotel.Location,
	}
}

// splitPropertyID splits a property id after the chain's two characters.
func splitPropertyID(id string) (api.PropertyID, bool) {
	_, first := utf8.DecodeRuneInString(id)
	_, second := utf8.DecodeRuneInString(id[first:])
	at := first + second
	if at == len(id) {
		return api.PropertyID{}, false
	}
	return api.PropertyID{Chain: id[:at], Code: strings.TrimLeft(id[at:], " -:")}, true
}
