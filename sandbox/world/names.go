package world

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is what sort of hotel it is. Its names are the categories of SPEC 2.7.
type kind int

const (
	luxury kind = iota
	boutique
	resort
	business
	airport
	budget
	apartments
	kinds
)

func (k kind) String() string {
	return [kinds]string{"Luxury", "Boutique", "Resort", "Business", "Airport", "Budget", "Apartments"}[k]
}

func (h hotel) drawKind() kind {
	n := h.key.below(factCategory, 100)
	switch {
	case h.city.No == scenarioCity:
		return business
	case len(h.city.Airports) > 0 && (n < 6 || strings.HasSuffix(h.brand(), " Airport")):
		return airport
	case h.stars <= 2:
		return budget
	case h.city.resort && n < 55, n < 10:
		return resort
	case h.stars == 5:
		return luxury
	case n >= 88:
		return apartments
	case len(h.chain.brands) == 0:
		return boutique
	}
	return business
}

func (h hotel) brand() string {
	if len(h.chain.brands) == 0 {
		return ""
	}
	return one(h.key, factBrand, h.chain.brands)
}

// Name returns the name and the chain code of the hotel with index i, cheaper than Property.
func (w *World) Name(i int) (name, chain string) {
	h := w.hotel(i)
	return h.name(), h.chain.code
}

// longName is a name of mostName characters, of one hotel of the first city.
const longName = "The Honourable Lamplighters Company Grand Hall Hotel & Baths"

// name is the hotel's name, different from that of every other hotel of its city.
func (h hotel) name() string {
	if h.city.No == 1 && h.k == longNameAt {
		return longName
	}
	if s := h.scenario(); s != nil {
		return s.Hotel
	}
	culture := h.city.country.culture
	first, second, number := h.ownName(len(culture.stems))
	if first < len(culture.native) && second < len(culture.native) && len(h.chain.brands) == 0 && h.key.chance(factNative, 700) {
		own := culture.native[first]
		if second >= 0 {
			own += culture.native[second]
		}
		return strings.ReplaceAll(one(h.key, factPattern, culture.nativePatterns), "{n}", own) + number
	}
	own := culture.stems[first]
	if second >= 0 {
		own += culture.joiner + culture.stems[second]
	}
	pattern := one(h.key, factPattern, culture.patterns)
	if brand := h.brand(); brand != "" {
		pattern = brand + " {c} {n}"
	}
	name := strings.Replace(strings.Replace(pattern, "{n}", own, 1), "{c}", h.city.Name, 1) + number
	if utf8.RuneCountInString(name) > mostName {
		// The own name alone tells it from its neighbours.
		name = strings.Replace(strings.Replace(pattern, "{n}", own, 1), " {c}", "", 1) + number
	}
	if h.key.chance(factLongName, 20) {
		return lengthen(name)
	}
	return name
}

// lengthen adds to a name what marketing people add, as far as there is room.
func lengthen(name string) string {
	left := mostName - utf8.RuneCountInString(name)
	for _, part := range []string{", a Conference Hotel", " with Thermal Baths", ", Orangery", " & Spa"} {
		if len(part) <= left {
			name += part
			left -= len(part)
		}
	}
	return name
}

const (
	mostName   = 60 // characters of a name
	longNameAt = 5
)

// ownName tells the hotels of a city apart: by one stem, then a pair of stems, then a
// number too. second is -1 when there is one stem.
func (h hotel) ownName(stems int) (first, second int, number string) {
	// The order of the stems differs from city to city: a walk with a step
	// that shares no factor with their number meets each of them once.
	city := key(mix(uint64(h.city.No) + golden)) //nolint:gosec // city numbers are not negative
	step := city.between(factName, 1, stems-1)
	for gcd(step, stems) != 1 {
		step = step%(stems-1) + 1
	}
	start := city.below(factPattern, stems)
	round, k := h.k/(stems*stems), h.k%(stems*stems)
	first = (start + k%stems*step) % stems
	second = -1
	if k >= stems {
		second = (first + k/stems) % stems
	}
	if round > 0 {
		number = " No. " + strconv.Itoa(round+1)
	}
	return first, second, number
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
