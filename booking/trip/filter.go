package trip

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/wording"
)

// A Filter keeps of a search what an agent asked for; zero values keep everything. A hotel is kept where one of its rates
// meets all that is asked of a rate: FreeCancel, MinPrice and MaxPrice. Whatever is shown of the hotel is of such rates.
type Filter struct {
	FreeCancel bool // free of charge now, by the deadlines
	Accessible bool // ADA compliant
	MinStars   int
	// MinPrice and MaxPrice bound what the guest pays for all rooms of the trip, with what is due at the hotel. Where both are
	// set, their currency is the same. A rate in another currency does not meet them. Without a currency, as a line may have
	// it, no rate meets them; see InForce.
	MinPrice, MaxPrice api.Money

	Chain string // its code
	// ChainName is what people call the chain, for words only.
	ChainName string
	Amenity   string // part of an amenity's description
}

// InForce returns the filter that applies to a list with prices in the currencies. A price without a currency is in that of
// the list; with several it does not apply. The words say so, or that no price is in the currency that was asked for; they
// are empty otherwise.
func (f Filter) InForce(currencies []string) (applied Filter, words string) {
	prices := "prices are in " + strings.Join(currencies, ", ")
	code := cmp.Or(f.MinPrice.Currency(), f.MaxPrice.Currency())
	switch {
	case f.PriceWords() == "" || slices.Contains(currencies, code):
		return f, ""
	case code != "" && len(currencies) > 0:
		return f, "no price is in " + code + ": " + prices
	case code != "":
		return f, ""
	case len(currencies) == 1:
		return f.in(currencies[0]), ""
	case len(currencies) > 1:
		words = f.priceLine() + " is not applied: " + prices + "; name one, like " + f.in(currencies[0]).priceLine()
	}
	f.MinPrice, f.MaxPrice = api.Money{}, api.Money{}
	return f, words
}

// in returns the filter with its prices in the currency, if they have none.
func (f Filter) in(currency string) Filter {
	for _, price := range []*api.Money{&f.MinPrice, &f.MaxPrice} {
		if price.IsSet() && price.Currency() == "" {
			*price = api.NewMoney(price.Number(), currency)
		}
	}
	return f
}

// PriceWords returns the bounds of the price in words, empty without any: "up to 500.00 GBP", "300.00 to 500.00 GBP".
func (f Filter) PriceWords() string {
	switch {
	case f.MinPrice.IsSet() && f.MaxPrice.IsSet():
		return f.MinPrice.Digits() + " to " + f.MaxPrice.String()
	case f.MinPrice.IsSet():
		return "from " + f.MinPrice.String()
	case f.MaxPrice.IsSet():
		return "up to " + f.MaxPrice.String()
	default:
		return ""
	}
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
	add(f.PriceWords() != "", f.PriceWords(), func(f *Filter) { f.MinPrice, f.MaxPrice = api.Money{}, api.Money{} })
	add(f.Chain != "", "chain "+cmp.Or(f.ChainName, f.Chain), func(f *Filter) { f.Chain, f.ChainName = "", "" })
	add(f.Amenity != "", f.Amenity, func(f *Filter) { f.Amenity = "" })
	return out
}

// AsksOfRates reports whether a rate of a hotel that is kept may not meet the filter.
func (f Filter) AsksOfRates() bool { return f.OfRates() != Filter{} }

// OfRates returns what the filter asks of a rate, without what it asks of a hotel.
func (f Filter) OfRates() Filter {
	return Filter{FreeCancel: f.FreeCancel, MinPrice: f.MinPrice, MaxPrice: f.MaxPrice}
}
