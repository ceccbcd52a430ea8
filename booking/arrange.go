package booking

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"bellhop/api"
)

// HotelSort names an order of a hotel list.
type HotelSort int

// The orders that a list can be put in. SortService is the service's own.
const (
	SortTotal HotelSort = iota
	SortDistance
	SortStars
	SortName
	SortService
)

// HotelSorts lists the orders in the order in which a key goes round them.
var hotelSortWords = [...]string{"total", "distance", "class", "name", "service order"}

// String is the order in words.
func (s HotelSort) String() string { return hotelSortWords[s] }

// Next is the order after this one, going round.
func (s HotelSort) Next() HotelSort { return (s + 1) % HotelSort(len(hotelSortWords)) }

// A HotelFilter keeps what an agent asked for. Zero values keep everything;
// all that is set must hold.
type HotelFilter struct {
	FreeCancel bool
	Accessible bool // ADA compliant
	MinStars   int
	MaxTotal   api.Money // of one room; compared within its currency only
	Chain      string
	Amenity    string // part of an amenity's description
}

// Words is the filter in words, empty when it keeps everything.
func (f HotelFilter) Words() string {
	var parts []string
	if f.FreeCancel {
		parts = append(parts, "free to cancel")
	}
	if f.Accessible {
		parts = append(parts, "accessible")
	}
	if f.MinStars > 0 {
		parts = append(parts, StarWords(f.MinStars)+" and up")
	}
	if f.MaxTotal.IsSet() {
		parts = append(parts, "up to "+f.MaxTotal.String())
	}
	if f.Chain != "" {
		parts = append(parts, "chain "+f.Chain)
	}
	if f.Amenity != "" {
		parts = append(parts, f.Amenity)
	}
	return strings.Join(parts, " · ")
}

// Keeps says whether the filter keeps the hotel.
func (f HotelFilter) Keeps(item Listing) bool {
	if f.FreeCancel && !item.FreeCancel || f.Accessible && !item.Accessible {
		return false
	}
	if item.Stars < float64(f.MinStars) {
		return false
	}
	if f.Chain != "" && !strings.EqualFold(f.Chain, item.ID.Chain) {
		return false
	}
	if f.MaxTotal.IsSet() {
		if c, err := item.Total.Cmp(f.MaxTotal); err != nil || c > 0 {
			return false
		}
	}
	return f.Amenity == "" || hasAmenity(item, f.Amenity)
}

func hasAmenity(item Listing, part string) bool {
	part = Fold(part)
	return slices.ContainsFunc(item.Amenities(), func(a string) bool { return strings.Contains(Fold(a), part) })
}

// Count says how many of the list the filter keeps.
func (l HotelList) Count(f HotelFilter) int {
	n := 0
	for _, item := range l.Items {
		if f.Keeps(item) {
			n++
		}
	}
	return n
}

// Arrange returns the indexes of the hotels that the filter keeps and whose
// name, code or address holds the text, in the given order. Hotels without
// what the order needs come last; the service's order breaks ties.
func (l HotelList) Arrange(by HotelSort, f HotelFilter, find string) []int {
	find = Fold(find)
	out := make([]int, 0, len(l.Items))
	for i, item := range l.Items {
		if f.Keeps(item) && (find == "" || strings.Contains(item.haystack(), find)) {
			out = append(out, i)
		}
	}
	compare := map[HotelSort]func(a, b Listing) int{
		SortTotal: compareTotals,
		SortDistance: func(a, b Listing) int {
			return cmp.Or(cmp.Compare(boolRank(a.Km < 0), boolRank(b.Km < 0)), cmp.Compare(a.Km, b.Km))
		},
		SortStars: func(a, b Listing) int { return cmp.Compare(b.Stars, a.Stars) },
		SortName:  func(a, b Listing) int { return cmp.Compare(Fold(a.Name), Fold(b.Name)) },
	}[by]
	if compare != nil {
		slices.SortStableFunc(out, func(i, j int) int { return compare(l.Items[i], l.Items[j]) })
	}
	return out
}

func (item Listing) haystack() string {
	return Fold(item.Name + " " + item.ID.Chain + item.ID.Code + " " + item.ID.String() + " " + item.Street + " " + item.City)
}

// compareTotals orders by currency first: amounts of two currencies have no
// order among themselves.
func compareTotals(a, b Listing) int {
	if c := cmp.Compare(boolRank(!a.Total.Valid()), boolRank(!b.Total.Valid())); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Total.Currency(), b.Total.Currency()); c != 0 {
		return c
	}
	c, err := a.Total.Cmp(b.Total)
	if err != nil {
		return 0
	}
	return c
}

// Mixed says in words when a list's totals cannot be compared with each other:
// several currencies, or taxes or fees in some and not in others. Totals of
// which nothing is said do not count.
func (l HotelList) Mixed() string {
	currencies, taxes := map[string]bool{}, map[TaxKind]bool{}
	for _, item := range l.Items {
		if item.Total.IsSet() {
			currencies[item.Total.Currency()] = true
			taxes[item.Taxes.Kind] = true
		}
	}
	switch {
	case len(currencies) > 1:
		return "several currencies: sorted within each"
	case taxes[TaxPart] && (taxes[TaxIncluded] || taxes[TaxFeeDue]):
		return "some totals leave out taxes or fees"
	case taxes[TaxIncluded] && taxes[TaxFeeDue]:
		return "some totals leave out a fee that the hotel asks for"
	default:
		return ""
	}
}

// Fold makes text comparable: lower case without diacritics, so that "zurich"
// finds "Zürich".
func Fold(text string) string {
	ascii := true
	for i := range len(text) {
		if text[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(text)
	}
	out := strings.Builder{}
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß':
			out.WriteString("ss")
		case r == 'ø':
			out.WriteString("o")
		case r == 'æ':
			out.WriteString("ae")
		case r == 'ł':
			out.WriteString("l")
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
