package booking

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/bojanz/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"bellhop/booking/wording"
)

// A countryEntry is a code of ISO 3166-1 alpha-2, as it is sent (SPEC 2.2), and its English name.
type countryEntry struct{ Code, Name string }

// readCountry reads a country as an agent writes it: its two or three letters, its name, what people call it, or
// a beginning of its name that no other country has. The problem says what is wrong, or nothing.
func readCountry(text string) (country countryEntry, problem string) {
	typed := plainName(text)
	if code := strings.ToUpper(strings.TrimSpace(text)); isCountry(code) {
		return countryOf(code), ""
	}
	if code := wording.CountryCalled(typed); code != "" {
		return countryOf(code), ""
	}
	if code, ok := countries().codes[typed]; ok {
		return countryOf(code), ""
	}
	var found []countryEntry
	if len(typed) >= minCountry {
		found = slices.DeleteFunc(slices.Clone(countries().all), func(c countryEntry) bool {
			return !strings.HasPrefix(plainName(c.Name), typed)
		})
	}
	switch n := len(found); {
	case n == 1:
		return found[0], ""
	case n == 2 || n == 3:
		names := []string{found[0].Name, found[1].Name, found[n-1].Name}[:n]
		return countryEntry{}, "which one: " + strings.Join(names[:n-1], ", ") + " or " + names[n-1] + "?"
	case n > 3:
		return countryEntry{}, "several countries begin so: write more of the name"
	case len(typed) <= 2:
		return countryEntry{}, "a country by its name, or two letters like GB"
	}
	return countryEntry{}, "no country is called so: write its name, or two letters like GB"
}

// minCountry is how many letters of a name can stand for it.
const minCountry = 3

func countryOf(code string) countryEntry {
	region, err := language.ParseRegion(code)
	if err != nil {
		return countryEntry{Code: code, Name: code}
	}
	return countryEntry{Code: code, Name: display.English.Regions().Name(region)}
}

// isCountry reports whether a code is assigned by ISO 3166-1, or is Kosovo's, which passports and banks use. The currencies'
// list leaves out Antarctica and has codes that ISO only reserves.
func isCountry(code string) bool {
	switch code {
	case "AQ", "XK":
		return true
	case "AC", "DG", "IC", "TA":
		return false
	}
	_, found := currency.ForCountryCode(code)
	return found
}

// A countryIndex finds the codes of countries by what they may be called.
type countryIndex struct {
	all   []countryEntry
	codes map[string]string
}

var countries = sync.OnceValue(func() countryIndex {
	index := countryIndex{codes: map[string]string{}}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string(a) + string(b)
			if !isCountry(code) {
				continue
			}
			one := countryOf(code)
			index.all = append(index.all, one)
			index.codes[plainName(one.Name)] = code
			if region, err := language.ParseRegion(code); err == nil {
				index.codes[strings.ToLower(region.ISO3())] = code
			}
		}
	}
	return index
})

// plainName is a name in small plain letters, without what is written in several ways: "Côte d’Ivoire" is
// "cote d ivoire", and the "the" before a name is dropped.
func plainName(name string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(wording.Fold(name), "&", " and "), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	return strings.Join(words, " ")
}
