package trip

import (
	"cmp"
	_ "embed"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bellhop/api"
	"bellhop/booking/wording"
	"bellhop/internal/spelling"
)

//go:embed data/airports.tsv
var airportsTSV string

// An airport is what an IATA code stands for: an airport with scheduled flights, or a city with a code of its own.
type airport struct {
	code, name, city, country, zone string
	class                           byte             // '4' is a city, then '3' for a large airport down to '1'
	at                              *api.Coordinates // nil when not known
	words                           string           // folded, with a space before each
}

// classCity is the class of a city.
const classCity = '4'

// airports returns the table, in the order of its codes. It is read at the first question about a code or a name.
var airports = sync.OnceValue(func() []airport {
	list := make([]airport, 0, strings.Count(airportsTSV, "\n"))
	for line := range strings.Lines(airportsTSV) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 8 || strings.HasPrefix(line, "#") {
			continue
		}
		a := airport{code: f[0], name: f[1], city: f[2], country: f[3], zone: f[4], class: f[5][0], at: coordinates(f[6], f[7])}
		a.words = strings.Map(spaceApart, " "+wording.Fold(a.code+" "+a.name+" "+a.city))
		list = append(list, a)
	}
	return list
})

// coordinates reads a latitude and a longitude in degrees; nil when they are none.
func coordinates(latitude, longitude string) *api.Coordinates {
	lat, err1 := strconv.ParseFloat(latitude, 64)
	lon, err2 := strconv.ParseFloat(longitude, 64)
	if errors.Join(err1, err2) != nil {
		return nil
	}
	return &api.Coordinates{Latitude: lat, Longitude: lon}
}

func spaceApart(r rune) rune {
	if strings.ContainsRune("-/.,'", r) {
		return ' '
	}
	return r
}

func findAirport(code string) (airport, bool) {
	list := airports()
	at, known := slices.BinarySearchFunc(list, code, func(a airport, code string) int { return strings.Compare(a.code, code) })
	if !known {
		return airport{}, false
	}
	return list[at], true
}

// leastWord is how many letters a name is looked for by.
const leastWord = 3

// airportsNamed lists at most so many airports of which every word of the text begins a word: those of a
// city that begins so first, and of them the larger.
func airportsNamed(text string, most int) []airport {
	terms := strings.Fields(strings.Map(spaceApart, wording.Fold(text)))
	if len(strings.Join(terms, "")) < leastWord {
		return nil
	}
	var found []airport
	for _, a := range airports() {
		if !slices.ContainsFunc(terms, func(term string) bool { return !strings.Contains(a.words, " "+term) }) {
			found = append(found, a)
		}
	}
	begun := func(a airport) bool { return strings.HasPrefix(wording.Fold(a.city), terms[0]) }
	slices.SortStableFunc(found, func(a, b airport) int {
		return cmp.Or(boolRank(!begun(a))-boolRank(!begun(b)), int(b.class)-int(a.class))
	})
	return found[:min(most, len(found))]
}

// airportsNear lists at most so many airports that a misspelt text was probably meant to be: by its code if it looks
// like one, else by a word of its name.
func airportsNear(text string, most int) []airport {
	if code, ok := ParseCode(text); ok {
		return codesNear(code, most)
	}
	text = wording.Fold(text)
	if len(text) <= leastWord || strings.Contains(text, " ") {
		return nil
	}
	if near := nameNear(text); near != "" {
		return airportsNamed(near, most)
	}
	return nil
}

// nameNear returns the word of an airport's name that begins like a misspelt one and is a letter away from it, or two if
// it is long; empty when there is none.
func nameNear(text string) string {
	misspelt := []rune(text)
	best, least := "", 2+len(misspelt)/longWord
	for _, a := range airports() {
		for word := range strings.FieldsSeq(a.words) {
			if a.class < '2' || word[0] != text[0] || len(word) <= leastWord {
				continue
			}
			if d := spelling.Distance(misspelt, []rune(word)); d < least {
				best, least = word, d
			}
		}
	}
	return best
}

// longWord is from how many letters on two may be wrong.
const longWord = 8

// codesNear lists codes that are one letter or two swapped ones away: those that begin alike first, and of them the
// larger airports.
func codesNear(code string, most int) []airport {
	var near []airport
	for _, a := range airports() {
		if a.class >= '2' && spelling.Distance([]rune(a.code), []rune(code)) == 1 {
			near = append(near, a)
		}
	}
	slices.SortStableFunc(near, func(a, b airport) int {
		return cmp.Or(boolRank(a.code[0] != code[0])-boolRank(b.code[0] != code[0]), int(b.class)-int(a.class))
	})
	return near[:min(most, len(near))]
}

// title names the airport for a list and for the field of the destination: "LHR London Heathrow Airport".
func (a airport) title() string {
	if strings.Contains(wording.Fold(a.name), wording.Fold(a.city)) {
		return a.code + " " + a.name
	}
	return a.code + " " + a.name + ", " + a.city
}
