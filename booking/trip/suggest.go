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
// properties, and last the codes that a misspelt text was perhaps meant to be. For no text the destinations are cities.
func Suggest(text string, destinations []api.Destination, properties []api.Property) []SuggestionGroup {
	if text == "" {
		destinations = withoutAreas(destinations)
	}
	groups := destinationGroups(text, destinations, zonesOf(properties))
	locate(groups, destinations, properties)
	near := slices.IndexFunc(groups, func(g SuggestionGroup) bool { return g.Title == nearTitle })
	if near < 0 {
		return append(groups, propertyGroups(properties)...)
	}
	return slices.Insert(groups, near, propertyGroups(properties)...)
}

// Line returns the line that means the suggestion and no other: its name, or the code of a hotel, whose name others may have.
func (s Suggestion) Line() string {
	q := Question{Trip: Trip{Destination: s.Destination}}
	if d := s.Destination; d.Kind == KindHotel && len(d.Properties) == 1 {
		q.Where = d.Properties[0].Chain + d.Properties[0].Code
		if (LineReader{}).Read(q.Where).Destination == q.Where {
			return q.Where // No quotes are needed.
		}
	}
	return LineReader{}.Write(q)
}

// NamesAny reports whether there is a suggestion that is known, and no code that may be one.
func NamesAny(groups []SuggestionGroup) bool {
	return slices.ContainsFunc(groups, func(g SuggestionGroup) bool {
		return slices.ContainsFunc(g.Items, func(s Suggestion) bool { return !s.Destination.Unlisted })
	})
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
	code, isCode := ParseCode(text)
	begun := func(dest api.Destination) bool {
		return strings.HasPrefix(wording.Fold(dest.Name), wording.Fold(text)) || strings.HasPrefix(wording.Fold(dest.City), wording.Fold(text))
	}
	codes := codeGroups(text, len(destinations) > 0)
	switch {
	case isCode && text != code && slices.ContainsFunc(destinations, begun):
		destinations = slices.Clone(destinations)
		slices.SortStableFunc(destinations, func(a, b api.Destination) int {
			return cmp.Compare(boolRank(!begun(a)), boolRank(!begun(b)))
		})
		return append(areaGroup(destinations, zones), codes...)
	case len(destinations) == 0:
		return codes
	case isCode:
		return append(codes, areaGroup(destinations, zones)...)
	default:
		return append(areaGroup(destinations, zones), codes...)
	}
}

// How many airports are suggested: beside destinations, without any, and in place of a misspelt one.
const (
	fewAirports  = 4
	mostAirports = 8
	mostNear     = 4
)

// nearTitle heads the codes that a misspelt text was perhaps meant to be.
const nearTitle = "codes near it"

// codeGroups suggests the code that the text is, and the airports that it names. A code that nobody knows is suggested
// in capitals, or where there is nothing else, with those that it was perhaps meant to be.
func codeGroups(text string, others bool) []SuggestionGroup {
	most := mostAirports
	if others {
		most = fewAirports
	}
	var items, near []Suggestion
	if code, ok := ParseCode(text); ok {
		if d := CodeDestination(code); !d.Unlisted || text == code || !others {
			items = append(items, d.codeSuggestion())
		}
	}
	for _, a := range airportsNamed(text, most) {
		if len(items) == 0 || items[0].Destination.Code != a.code {
			items = append(items, a.destination().codeSuggestion())
		}
	}
	if len(items) == 0 && !others || len(items) == 1 && items[0].Destination.Unlisted {
		for _, a := range airportsNear(text, mostNear) {
			near = append(near, a.destination().codeSuggestion())
		}
	}
	var groups []SuggestionGroup
	if len(items) > 0 {
		groups = append(groups, SuggestionGroup{Title: "airport or city code", Items: items})
	}
	if len(near) > 0 {
		groups = append(groups, SuggestionGroup{Title: nearTitle, Items: near})
	}
	return groups
}

func (d Destination) codeSuggestion() Suggestion {
	detail := "hotels around it, " + d.CountryCode
	if d.Unlisted {
		detail = "not a code that is known"
	}
	return Suggestion{Destination: d, Detail: detail}
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
