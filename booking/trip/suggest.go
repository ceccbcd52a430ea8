package trip

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/wording"
)

// A Suggestion is one line under the destination field.
type Suggestion struct {
	Destination Destination
	Detail      string // "48 hotels", "4* LX 20417"
	Rank        int
}

// A SuggestionGroup is the suggestions under one heading.
type SuggestionGroup struct {
	Title string
	Items []Suggestion
}

// Suggest groups what the service found for a text: destinations, an airport code where it could be one, then
// properties. For no text the destinations are cities.
func Suggest(text string, destinations []api.Destination, properties []api.Property) []SuggestionGroup {
	if text == "" {
		destinations = withoutAreas(destinations)
	}
	return append(destinationGroups(text, destinations, zonesOf(properties)), propertyGroups(properties)...)
}

// withoutAreas leaves out the states and countries of cities that are listed: nobody who asked for nothing wants London,
// England and the United Kingdom as three rows.
func withoutAreas(destinations []api.Destination) []api.Destination {
	type area struct{ country, state string }
	listed := map[area]bool{}
	for _, d := range destinations {
		if d.City != "" {
			listed[area{d.Country, ""}], listed[area{d.Country, d.State}] = true, true
		}
	}
	return slices.DeleteFunc(slices.Clone(destinations), func(d api.Destination) bool {
		return d.City == "" && listed[area{d.Country, d.State}]
	})
}

// zonesOf returns the zones of properties by their ids.
func zonesOf(properties []api.Property) map[api.PropertyID]string {
	zones := make(map[api.PropertyID]string, len(properties))
	for _, p := range properties {
		if p.Timezone != "" {
			zones[p.ID] = p.Timezone
		}
	}
	return zones
}

// destinationGroups puts the airport code first unless a destination begins with what was typed: "lon" is
// London more often than the code, "LON" is the code.
func destinationGroups(text string, destinations []api.Destination, zones map[api.PropertyID]string) []SuggestionGroup {
	var codes, named []SuggestionGroup
	code, isCode := ParseCode(text)
	if isCode {
		codes = []SuggestionGroup{{Title: "airport or city code", Items: []Suggestion{{
			Destination: CodeDestination(code),
			Detail:      "hotels near airport or city",
		}}}}
	}
	begun := func(dest api.Destination) bool {
		return strings.HasPrefix(wording.Fold(dest.Name), wording.Fold(text)) || strings.HasPrefix(wording.Fold(dest.City), wording.Fold(text))
	}
	if isCode && text != code && slices.ContainsFunc(destinations, begun) {
		destinations = slices.Clone(destinations)
		slices.SortStableFunc(destinations, func(a, b api.Destination) int {
			return cmp.Compare(boolRank(!begun(a)), boolRank(!begun(b)))
		})
		return append(areaGroup(destinations, zones), codes...)
	}
	if len(destinations) > 0 {
		named = areaGroup(destinations, zones)
	}
	return append(codes, named...)
}

func areaGroup(destinations []api.Destination, zones map[api.PropertyID]string) []SuggestionGroup {
	group := SuggestionGroup{Title: "destinations"}
	for _, dest := range destinations {
		group.Items = append(group.Items, Suggestion{Destination: areaDestination(dest, zones), Detail: wording.Plural(dest.HotelsCount, "hotel")})
	}
	return []SuggestionGroup{group}
}

// propertyGroups groups properties by category, each by rank; those without a category come last.
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
		groups[at].Items = append(groups[at].Items, Suggestion{Destination: PropertyDestination(p), Detail: propertyDetail(p), Rank: p.Rank})
	}
	for _, g := range groups {
		slices.SortStableFunc(g.Items, func(a, b Suggestion) int { return cmp.Compare(a.Rank, b.Rank) })
	}
	slices.SortStableFunc(groups, func(a, b SuggestionGroup) int {
		return cmp.Compare(boolRank(a.Title == "other hotels"), boolRank(b.Title == "other hotels"))
	})
	return groups
}

func propertyDetail(p api.Property) string {
	stars := "unrated"
	if p.Stars != nil {
		stars = wording.Stars(*p.Stars)
	}
	city := strings.TrimSpace(p.City + " " + p.CountryCode)
	return strings.TrimSpace(stars + " " + p.ID.String() + " " + city)
}

func boolRank(last bool) int {
	if last {
		return 1
	}
	return 0
}
