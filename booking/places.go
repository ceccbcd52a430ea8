package booking

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"bellhop/api"
)

// MaxProperties is how many properties of a destination one search names. A
// larger destination is cut, and its Place says by how many.
const MaxProperties = 1000

// A Suggestion is one line under the destination field: a place and a word
// about it.
type Suggestion struct {
	Place  Place
	Detail string // "48 hotels", "4* LX 20417"
	Rank   int
}

// A SuggestionGroup is what stands under one heading: codes, destinations, or
// the properties of one category.
type SuggestionGroup struct {
	Title string
	Items []Suggestion
}

// Places suggests where to go for a text: destinations and, where the text could
// be one, an airport code, then properties by category and rank (sections 2.6,
// 2.7, 4.1). An empty text gives the service's most prominent ones.
func (d *Desk) Places(ctx context.Context, text string) ([]SuggestionGroup, error) {
	text = strings.TrimSpace(text)
	found, err := d.service.SearchDestinations(ctx, api.DestinationQuery{Text: text})
	if err != nil {
		return nil, err
	}
	d.remember(found.Properties)
	groups := placeGroups(text, found.Destinations)
	return append(groups, propertyGroups(found.Properties)...), nil
}

// placeGroups are the destinations and, where the text could be one, the
// airport code. The code comes first unless a destination begins with what was
// typed: "lon" is London more often than the code, "LON" is the code.
func placeGroups(text string, destinations []api.Destination) []SuggestionGroup {
	var codes, named []SuggestionGroup
	code, isCode := ParseCode(text)
	if isCode {
		codes = []SuggestionGroup{{Title: "airport or city code", Items: []Suggestion{{
			Place:  CodePlace(code),
			Detail: "hotels near airport or city",
		}}}}
	}
	begun := func(dest api.Destination) bool {
		return strings.HasPrefix(Fold(dest.Name), Fold(text)) || strings.HasPrefix(Fold(dest.City), Fold(text))
	}
	if isCode && text != code && slices.ContainsFunc(destinations, begun) {
		destinations = slices.Clone(destinations)
		slices.SortStableFunc(destinations, func(a, b api.Destination) int {
			return cmp.Compare(boolRank(!begun(a)), boolRank(!begun(b)))
		})
		return append(destinationGroup(destinations), codes...)
	}
	if len(destinations) > 0 {
		named = destinationGroup(destinations)
	}
	return append(codes, named...)
}

func destinationGroup(destinations []api.Destination) []SuggestionGroup {
	group := SuggestionGroup{Title: "destinations"}
	for _, dest := range destinations {
		group.Items = append(group.Items, Suggestion{Place: destinationPlace(dest), Detail: Plural(dest.HotelsCount, "hotel")})
	}
	return []SuggestionGroup{group}
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
func CodePlace(code string) Place { return Place{Kind: PlaceCode, Name: code, Code: code} }

func destinationPlace(dest api.Destination) Place {
	place := Place{Kind: PlaceDestination, Name: dest.Name, CountryCode: dest.CountryCode}
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
func PropertyPlace(p api.Property) Place {
	return Place{
		Kind: PlaceProperty, Name: p.Name, CountryCode: p.CountryCode,
		Properties: []api.PropertyID{p.ID}, Zone: p.Timezone,
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

// propertyGroups groups properties by category, in the order in which the
// categories first appear, each by rank; those without a category come last.
func propertyGroups(properties []api.Property) []SuggestionGroup {
	var groups []SuggestionGroup
	index := map[string]int{}
	for _, p := range properties {
		title := cmp.Or(p.Category, "other hotels")
		at, ok := index[title]
		if !ok {
			at = len(groups)
			index[title] = at
			groups = append(groups, SuggestionGroup{Title: title})
		}
		groups[at].Items = append(groups[at].Items, Suggestion{Place: PropertyPlace(p), Detail: propertyDetail(p), Rank: p.Rank})
	}
	for _, g := range groups {
		slices.SortStableFunc(g.Items, func(a, b Suggestion) int { return cmp.Compare(a.Rank, b.Rank) })
	}
	slices.SortStableFunc(groups, func(a, b SuggestionGroup) int {
		return cmp.Compare(boolRank(a.Title == "other hotels"), boolRank(b.Title == "other hotels"))
	})
	return groups
}

func boolRank(last bool) int {
	if last {
		return 1
	}
	return 0
}

func propertyDetail(p api.Property) string {
	place := p.City
	if p.CountryCode != "" {
		place = strings.TrimSpace(place + " " + p.CountryCode)
	}
	stars := "unrated"
	if p.Stars != nil {
		stars = StarWords(*p.Stars)
	}
	return strings.TrimSpace(stars + " " + p.ID.String() + " " + place)
}

// StarWords is "4*": a plain glyph that is one cell wide everywhere.
func StarWords(stars int) string { return string(rune('0'+stars%10)) + "*" }

// Facts returns what the service knows of a property apart from prices: zone,
// description, category. The second result is false when it does not know it.
// Answers are remembered for the life of the desk.
func (d *Desk) Facts(ctx context.Context, ref api.HotelRef) (api.Property, bool, error) {
	if p, ok := d.KnownFacts(ref.ID); ok {
		return p, true, nil
	}
	for _, text := range []string{ref.ID.Chain + ref.ID.Code, ref.Name} {
		if text == "" {
			continue
		}
		found, err := d.service.SearchDestinations(ctx, api.DestinationQuery{Text: text, Type: "hotels"})
		if err != nil {
			return api.Property{}, false, err
		}
		d.remember(found.Properties)
		if p, ok := d.KnownFacts(ref.ID); ok {
			return p, true, nil
		}
	}
	return api.Property{}, false, nil
}

// KnownFacts is Facts without asking the service.
func (d *Desk) KnownFacts(id api.PropertyID) (api.Property, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.facts[id]
	return p, ok
}

// maxFacts bounds what a desk remembers of properties in a long session.
const maxFacts = 20000

func (d *Desk) remember(properties []api.Property) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.facts) > maxFacts {
		clear(d.facts)
	}
	for _, p := range properties {
		d.facts[p.ID] = p
	}
}
