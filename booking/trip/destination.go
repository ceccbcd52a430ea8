package trip

import (
	"strings"

	"bellhop/api"
)

// PlaceKind says how a Place is searched.
type Kind int

// A place is an IATA code of a city or an airport, a destination that the
// service found, or one property.
const (
	KindNone Kind = iota
	KindCode
	KindArea
	KindHotel
)

// A Place is where a trip goes.
type Destination struct {
	Kind Kind
	// Name is what people read: "London, England, United Kingdom".
	Name        string
	Code        string // IATA, for PlaceCode
	CountryCode string
	// Properties are searched by their codes, for the other two kinds.
	Properties []api.PropertyID
	// Left counts properties of the destination beyond those that one search
	// can name.
	Left int
	// Zone is the IANA zone where it is known.
	Zone string
}

// Short is the name for a header: "London GB" for a city of which the service
// says "London, England, United Kingdom".
func (p Destination) Short() string {
	city, _, several := strings.Cut(p.Name, ",")
	if p.Kind != KindArea || !several || p.CountryCode == "" {
		return p.Name
	}
	return city + " " + p.CountryCode
}

// ParseCode says whether the text is an IATA code: three letters.
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

// CodePlace is the place of an IATA code.
func CodeDestination(code string) Destination {
	return Destination{Kind: KindCode, Name: code, Code: code}
}

// MaxProperties is how many properties of a destination one search names. A
// larger destination is cut, and its Place says by how many.
const MaxProperties = 1000

func areaDestination(dest api.Destination) Destination {
	place := Destination{Kind: KindArea, Name: dest.Name, CountryCode: dest.CountryCode}
	for _, id := range dest.Hotels {
		property, ok := splitPropertyID(id)
		if !ok || len(place.Properties) == MaxProperties {
			place.Left++
			continue
		}
		place.Properties = append(place.Properties, property)
	}
	// The service may list only the best hotels of a large place.
	place.Left = max(place.Left, dest.HotelsCount-len(place.Properties))
	return place
}

// PropertyPlace is the place of one property.
func PropertyDestination(p api.Property) Destination {
	return Destination{
		Kind: KindHotel, Name: p.Name, CountryCode: p.CountryCode,
		Properties: []api.PropertyID{p.ID}, Zone: p.Timezone,
	}
}

// HotelPlace is the place of one hotel of a search, for searching it again.
func HotelDestination(hotel api.Hotel) Destination {
	return Destination{
		Kind: KindHotel, Name: hotel.Name, CountryCode: hotel.Address.CountryCode,
		Properties: []api.PropertyID{hotel.ID},
	}
}

// splitPropertyID takes a chain-prefixed property id apart. Chain codes are
// two characters in the trade.
func splitPropertyID(id string) (api.PropertyID, bool) {
	letters := []rune(id)
	if len(letters) < 3 {
		return api.PropertyID{}, false
	}
	return api.PropertyID{Chain: string(letters[:2]), Code: strings.TrimLeft(string(letters[2:]), " -:")}, true
}
