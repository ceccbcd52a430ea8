package booking

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
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

// hotelSortWords are the orders in words, as a key goes round them.
var hotelSortWords = [...]string{"total", "distance", "class", "name", "service order"}

// String returns the order in words.
func (s HotelSort) String() string { return hotelSortWords[s] }

// Next returns the order after this one, going round.
func (s HotelSort) Next() HotelSort { return (s + 1) % HotelSort(len(hotelSortWords)) }

// A HotelFilter keeps what an agent asked for; zero values keep everything.
type HotelFilter struct {
	FreeCancel bool
	Accessible bool // ADA compliant
	MinStars   int
	MaxTotal   api.Money // of one room; compared within its currency only
	Chain      string
	Amenity    string // part of an amenity's description
}

// Words returns the filter in words, empty when it keeps everything.
func (f HotelFilter) Words() string {
	var parts []string
	if f.FreeCancel {
		parts = append(parts, "free to cancel")
	}
	if f.Accessible {
		parts = append(parts, "accessible")
	}
	if f.MinStars > 0 {
		parts = append(parts, wording.Stars(f.MinStars)+" and up")
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

// Keeps reports whether the filter keeps the hotel.
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
	part = wording.Fold(part)
	return slices.ContainsFunc(item.Amenities(), func(a string) bool { return strings.Contains(wording.Fold(a), part) })
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

// Arrange returns the indexes of the hotels that the filter keeps and whose name, code or address holds the
// text, in the given order. Hotels without what the order needs come last.
func (l HotelList) Arrange(by HotelSort, f HotelFilter, find string) []int {
	find = wording.Fold(find)
	out := make([]int, 0, len(l.Items))
	for i, item := range l.Items {
		if f.Keeps(item) && (find == "" || strings.Contains(item.haystack(), find)) {
			out = append(out, i)
		}
	}
	if by != SortService {
		keys := make([]sortKey, len(l.Items)) // Worked out once: a list of thousands is compared a hundred thousand times.
		for _, i := range out {
			keys[i] = l.Items[i].sortKey(by)
		}
		slices.SortStableFunc(out, func(i, j int) int { return keys[i].compare(&keys[j]) })
	}
	return out
}

// A sortKey is what a hotel is ordered by: its parts in this order.
type sortKey struct {
	last   bool // without what the order needs
	text   string
	number float64
	amount apd.Decimal
}

// sortKey orders totals by currency first: amounts of two currencies have no order among themselves.
func (item Listing) sortKey(by HotelSort) sortKey {
	switch by {
	case SortTotal:
		if amount, _, err := apd.NewFromString(item.Total.Number()); err == nil && item.Total.Valid() {
			return sortKey{text: item.Total.Currency(), amount: *amount}
		}
		return sortKey{last: true, text: item.Total.Currency()}
	case SortDistance:
		return sortKey{last: item.Km < 0, number: item.Km}
	case SortStars:
		return sortKey{number: -item.Stars}
	case SortName:
		return sortKey{text: wording.Fold(item.Name)}
	case SortService:
	}
	return sortKey{}
}

func (k *sortKey) compare(other *sortKey) int {
	if k.last != other.last {
		if k.last {
			return 1
		}
		return -1
	}
	return cmp.Or(
		cmp.Compare(k.text, other.text),
		cmp.Compare(k.number, other.number), k.amount.Cmp(&other.amount),
	)
}

func (item Listing) haystack() string {
	return wording.Fold(item.Name + " " + item.ID.Chain + item.ID.Code + " " + item.ID.String() + " " + item.Street + " " + item.City)
}

// Mixed says why a list's totals cannot be compared with each other; it is empty when they can.
func (l HotelList) Mixed() string {
	currencies, taxes := map[string]bool{}, map[terms.TaxKind]bool{}
	for _, item := range l.Items {
		if item.Total.IsSet() {
			currencies[item.Total.Currency()] = true
			taxes[item.Taxes.Kind] = true
		}
	}
	switch {
	case len(currencies) > 1:
		return "several currencies: sorted within each"
	case taxes[terms.TaxPart] && (taxes[terms.TaxIncluded] || taxes[terms.TaxFeeDue]):
		return "some totals leave out taxes or fees"
	case taxes[terms.TaxIncluded] && taxes[terms.TaxFeeDue]:
		return "some totals leave out a fee that the hotel asks for"
	default:
		return ""
	}
}

// Page returns the number of the newest page that was read, from 1 on.
func (l HotelList) Page() int { return l.page }

// Choices returns a list's chains by code, and its amenities, the most frequent first.
func (l HotelList) Choices() (chains, amenities []string) {
	byChain, byAmenity := map[string]int{}, map[string]int{}
	for _, item := range l.Items {
		if chain := item.ID.Chain; chain != "" {
			byChain[chain]++
		}
		for _, a := range item.Amenities() {
			byAmenity[a]++
		}
	}
	chains, amenities = slices.Sorted(maps.Keys(byChain)), slices.Sorted(maps.Keys(byAmenity))
	slices.SortStableFunc(amenities, func(a, b string) int { return cmp.Compare(byAmenity[b], byAmenity[a]) })
	return chains, amenities
}
