package trip

import (
	"slices"
	"strings"
	"unicode"

	"bellhop/booking/wording"
)

// A Meant is which of the suggestions for a text it means.
type Meant struct {
	// Index is that of the suggestion, counted through all groups.
	Index int
	Destination
	// Same counts the places that the text may mean as well as this one, which is one of them: San Jose in California and in
	// Costa Rica. Somebody has to choose where there are several.
	Same int
	// Elsewhere names a code of a place of the same name that the service has no destination for; empty without one.
	Elsewhere string
}

// Sure reports whether the text means this destination and no other.
func (m Meant) Sure() bool { return m.Same == 1 }

// MeantBy finds the suggestion that a text means, in this order: an exactly typed code, a place or hotel of that name,
// a destination with the text as whole words (first at its beginning), and a name that begins with the text. The
// service's order breaks ties. It returns false if nothing matches.
func MeantBy(text string, groups []SuggestionGroup) (Meant, bool) {
	all := namesOf(groups)
	folded := foldedName(text)
	if folded == "" {
		return Meant{}, false
	}
	if code, ok := ParseCode(text); ok {
		at := slices.IndexFunc(all, func(n placeName) bool { return n.Kind == KindCode && n.Code == code })
		areas := slices.ContainsFunc(all, func(n placeName) bool { return n.Kind == KindArea && n.begins(folded) })
		if at >= 0 && (strings.TrimSpace(text) == code || !areas) {
			return Meant{Index: at, Destination: all[at].Destination, Same: 1}, true
		}
	}
	named, areas := 0, 0
	for _, n := range all {
		named += boolRank(!n.guessed)
		areas += boolRank(n.Kind == KindArea)
	}
	// The names here are Latin: what a city is called in another script only the service knows.
	foreign := !strings.ContainsFunc(folded, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	for _, matches := range []func(placeName) bool{
		func(n placeName) bool { return n.full == folded },
		func(n placeName) bool { return n.Kind == KindArea && n.is(folded) },
		func(n placeName) bool { return n.Kind == KindCode && n.is(folded) },
		func(n placeName) bool { return n.Kind == KindArea && n.begins(folded) && n.hasWords(folded) },
		func(n placeName) bool { return n.Kind == KindArea && n.hasWords(folded) },
		func(n placeName) bool { return n.Kind == KindArea && n.begins(folded) },
		func(n placeName) bool { return n.Kind == KindCode && n.begins(folded) },
		func(n placeName) bool { return n.Kind == KindHotel && n.begins(folded) },
		func(n placeName) bool {
			return (named == 1 || foreign && areas == 1 && n.Kind == KindArea) && !n.guessed
		},
	} {
		if at := slices.IndexFunc(all, matches); at >= 0 {
			m := meant(folded, all, at, matches)
			if all[at].Kind == KindArea && codeOf(text, all[at]) {
				m.Same = 1 // LON is London in England, whatever else is called London.
			}
			return m, true
		}
	}
	return Meant{}, false
}

// codeOf reports whether a text is the code of a city, or of an airport of it.
func codeOf(text string, city placeName) bool {
	code, ok := ParseCode(text)
	if !ok {
		return false
	}
	a, known := findAirport(code)
	return known && foldedName(a.city) == city.city && a.country == city.CountryCode
}

// meant counts the places that match a text as well as the chosen one does: those of the same name and, if the chosen
// one has the text only as later words, those that have it as words or at their beginning.
func meant(folded string, all []placeName, at int, matches func(placeName) bool) Meant {
	chosen := all[at]
	m := Meant{Index: at, Destination: chosen.Destination, Same: 1}
	for i, other := range all {
		switch {
		case i == at:
		case matches(other) && (other.city == chosen.city || !chosen.begins(folded)),
			chosen.hasWords(folded) && !chosen.begins(folded) && other.Kind == KindArea && other.begins(folded):
			m.Same++
		case other.city != chosen.city:
		case other.Kind == KindCode && other.CountryCode != chosen.CountryCode && m.Elsewhere == "":
			m.Elsewhere = other.Short() + " " + other.CountryCode
		}
	}
	if chosen.Kind == KindCode && chosen.full != folded || chosen.Kind == KindArea && !chosen.is(folded) {
		m.Same += boolRank(firstHasOtherName(folded, all, chosen))
	}
	return m
}

// firstHasOtherName reports whether the service's first destination has no word of the text, so that the service knows
// it by another name: it returns Rome for "roma", which is also a town in Australia.
func firstHasOtherName(folded string, all []placeName, chosen placeName) bool {
	at := slices.IndexFunc(all, func(n placeName) bool { return n.Kind == KindArea })
	return at >= 0 && all[at].full != chosen.full &&
		!slices.ContainsFunc(strings.Fields(folded), func(word string) bool { return strings.Contains(all[at].full, word) })
}

// A placeName is a suggestion by the names that it is found by, folded.
type placeName struct {
	Destination
	full, city string
	guessed    bool // it is none that the text names
}

func namesOf(groups []SuggestionGroup) []placeName {
	var all []placeName
	for _, group := range groups {
		for _, item := range group.Items {
			n := placeName{Destination: item.Destination, full: foldedName(item.Destination.Name), guessed: group.Title == nearTitle}
			switch n.Kind {
			case KindCode:
				a, known := findAirport(n.Code)
				if n.city = foldedName(a.city); !known {
					n.city = foldedName(n.Code)
				}
			case KindArea:
				city, _, _ := strings.Cut(n.Name, ",")
				n.city = foldedName(city)
			default:
				n.city = n.full
			}
			all = append(all, n)
		}
	}
	return all
}

func foldedName(text string) string {
	return strings.Join(strings.Fields(strings.Map(spaceApart, wording.Fold(text))), " ")
}

// is reports whether a text is the name: that of the city, or all of it with the state or the country cut short, or the
// city with its country: "london uk". A country is its other names too: "uk".
func (n placeName) is(folded string) bool {
	country, more := strings.CutPrefix(folded, n.city+" ")
	switch {
	case !more:
		return n.city == folded || n.Kind == KindArea && n.city == n.full && wording.CountryCalled(folded) == n.CountryCode
	case strings.HasPrefix(n.full, folded):
		return true
	}
	return n.Kind == KindArea && n.inCountry(country)
}

// inCountry reports whether a folded text is the place's country: its code, its name, or what people call it.
func (n placeName) inCountry(folded string) bool {
	return folded == strings.ToLower(n.CountryCode) || strings.HasSuffix(n.full, " "+folded) ||
		n.CountryCode != "" && wording.CountryCalled(folded) == n.CountryCode
}

// InCountry returns the suggestions in the country that a text names; none where it names none of theirs.
func InCountry(text string, groups []SuggestionGroup) []SuggestionGroup {
	var out []SuggestionGroup
	for _, group := range groups {
		var items []Suggestion
		for _, item := range group.Items {
			name := namesOf([]SuggestionGroup{{Items: []Suggestion{item}}})[0]
			if name.inCountry(foldedName(text)) {
				items = append(items, item)
			}
		}
		if len(items) > 0 {
			out = append(out, SuggestionGroup{Title: group.Title, Items: items})
		}
	}
	return out
}

// hasWords reports whether a text is among the words of the city's name: "john" of "St. John's".
func (n placeName) hasWords(folded string) bool {
	return strings.Contains(" "+n.city+" ", " "+folded+" ")
}

func (n placeName) begins(folded string) bool {
	return strings.HasPrefix(n.full, folded) || strings.HasPrefix(n.city, folded)
}
