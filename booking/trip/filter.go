package trip

import (
	"cmp"
	"strings"

	"bellhop/api"
	"bellhop/booking/wording"
)

// A Filter keeps of a search what an agent asked for; zero values keep everything. A hotel is kept where one of its rates
// meets all that is asked of a rate: FreeCancel and MaxPrice. Whatever is shown of the hotel is of such rates.
type Filter struct {
	FreeCancel bool // free of charge now, by the deadlines
	Accessible bool // ADA compliant
	MinStars   int
	// MaxPrice is the most that the guest pays for all rooms of the trip, with what is due at the hotel; a rate in
	// another currency does not meet it. Without a currency, as a line may have it, no rate meets it; see In.
	MaxPrice api.Money
	Chain    string // its code
	// ChainName is what people call the chain, for words only.
	ChainName string
	Amenity   string // part of an amenity's description
}

// In returns the filter with its price in a currency, that of the list, where it has none.
func (f Filter) In(currency string) Filter {
	if f.MaxPrice.IsSet() && f.MaxPrice.Currency() == "" {
		f.MaxPrice = api.NewMoney(f.MaxPrice.Number(), currency)
	}
	return f
}

// Words returns the filter in words, empty when it keeps everything.
func (f Filter) Words() string {
	return strings.Join(f.Parts(), " · ")
}

// Parts returns in words each of the things that are asked for.
func (f Filter) Parts() []string {
	var parts []string
	for _, part := range f.Asked() {
		parts = append(parts, part.Words)
	}
	return parts
}

// A FilterPart is one thing that a filter asks for, and the filter without it.
type FilterPart struct {
	Words   string
	Without Filter
}

// Asked lists the things that are asked for.
func (f Filter) Asked() []FilterPart {
	var out []FilterPart
	add := func(on bool, words string, drop func(*Filter)) {
		if on {
			without := f
			drop(&without)
			out = append(out, FilterPart{Words: words, Without: without})
		}
	}
	add(f.FreeCancel, "free to cancel", func(f *Filter) { f.FreeCancel = false })
	add(f.Accessible, "accessible", func(f *Filter) { f.Accessible = false })
	add(f.MinStars > 0, wording.Stars(f.MinStars)+" and up", func(f *Filter) { f.MinStars = 0 })
	add(f.MaxPrice.IsSet(), "up to "+f.MaxPrice.String(), func(f *Filter) { f.MaxPrice = api.Money{} })
	add(f.Chain != "", "chain "+cmp.Or(f.ChainName, f.Chain), func(f *Filter) { f.Chain, f.ChainName = "", "" })
	add(f.Amenity != "", f.Amenity, func(f *Filter) { f.Amenity = "" })
	return out
}

// AsksOfRates reports whether a rate of a hotel that is kept may not meet the filter.
func (f Filter) AsksOfRates() bool { return f.FreeCancel || f.MaxPrice.IsSet() }

// OfRates returns what the filter asks of a rate, without what it asks of a hotel.
func (f Filter) OfRates() Filter {
	return Filter{FreeCancel: f.FreeCancel, MaxPrice: f.MaxPrice}
}
