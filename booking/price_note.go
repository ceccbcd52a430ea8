package booking

import (
	"strings"

	"bellhop/booking/terms"
)

// A PriceNote says once for a list what its prices include. If they differ, a price that may be less than the guest pays
// has a sign.
type PriceNote struct{ whole, more, unsaid int }

// HotelPrices returns the note for the hotels of a list.
func HotelPrices(rows []HotelRow) PriceNote {
	var n PriceNote
	for i := range rows {
		if rate := rows[i].Rate; rate.number() != "" {
			n.Add(terms.TaxKind(rate.taxes))
		}
	}
	return n
}

// RatePrices returns the note for a list of rates.
func RatePrices(rates []RoomRate) PriceNote {
	var n PriceNote
	for _, r := range rates {
		if r.Rate.Price.Total.IsSet() {
			n.Add(r.Taxes(1).Kind)
		}
	}
	return n
}

// Add counts a price of the list.
func (n *PriceNote) Add(kind terms.TaxKind) {
	switch kind {
	case terms.TaxIncluded, terms.TaxFeeDue:
		n.whole++
	case terms.TaxPart:
		n.more++
	case terms.TaxUnsaid:
		n.unsaid++
	}
}

// Mixed reports whether the prices differ in what they include.
func (n PriceNote) Mixed() bool {
	all := n.whole + n.more + n.unsaid
	return n.whole < all && n.more < all && n.unsaid < all
}

// Sign returns "+" for a price without taxes or fees of an unknown amount, and "?" if the service does not say whether they
// are included. It is empty for a complete price, and if all prices are alike.
func (n PriceNote) Sign(kind terms.TaxKind) string {
	switch {
	case !n.Mixed():
		return ""
	case kind == terms.TaxPart:
		return "+"
	case kind == terms.TaxUnsaid:
		return "?"
	default:
		return ""
	}
}

// Column is Sign for a column of amounts: a blank keeps a price aligned if another price of the list has a sign.
func (n PriceNote) Column(kind terms.TaxKind) string {
	if sign := n.Sign(kind); sign != "" || !n.Mixed() {
		return sign
	}
	return " "
}

// Words returns the note as the footnote of its list; empty without prices.
func (n PriceNote) Words() string {
	switch {
	case n == PriceNote{}:
		return ""
	case !n.Mixed() && n.more > 0:
		return "stay total, plus taxes or fees (amount not said)"
	case !n.Mixed() && n.unsaid > 0:
		return "stay total, taxes not said"
	}
	parts := []string{"stay total, taxes and fees included"}
	if n.more > 0 {
		parts = append(parts, "+ more is due, amount not said")
	}
	if n.unsaid > 0 {
		parts = append(parts, "? taxes not said")
	}
	return strings.Join(parts, "; ")
}
