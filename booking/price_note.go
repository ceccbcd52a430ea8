package booking

import (
	"strings"

	"bellhop/booking/terms"
)

// A PriceNote says what the prices of a list hold, once for all of them. Where they differ in that, a price that may not be
// all that the guest pays has a sign.
type PriceNote struct{ whole, more, unsaid int }

// HotelPrices returns the note of the hotels of a list.
func HotelPrices(rows []HotelRow) PriceNote {
	var n PriceNote
	for i := range rows {
		if rate := rows[i].Rate; rate.number() != "" {
			n.add(terms.TaxKind(rate.taxes))
		}
	}
	return n
}

// RatePrices returns the note of some rates.
func RatePrices(rates []RoomRate) PriceNote {
	var n PriceNote
	for _, r := range rates {
		if r.Rate.Price.Total.IsSet() {
			n.add(r.Taxes(1).Kind)
		}
	}
	return n
}

func (n *PriceNote) add(kind terms.TaxKind) {
	switch kind {
	case terms.TaxIncluded, terms.TaxFeeDue:
		n.whole++
	case terms.TaxPart:
		n.more++
	case terms.TaxUnsaid:
		n.unsaid++
	}
}

// Mixed reports whether the prices differ in what they hold.
func (n PriceNote) Mixed() bool {
	all := n.whole + n.more + n.unsaid
	return n.whole < all && n.more < all && n.unsaid < all
}

// Sign returns "+" behind a price that leaves out taxes or fees whose amount is not said, and "?" where the service does not
// say whether they are included; empty behind a whole price and where all prices are alike.
func (n PriceNote) Sign(note terms.TaxNote) string {
	switch {
	case !n.Mixed():
		return ""
	case note.Kind == terms.TaxPart:
		return "+"
	case note.Kind == terms.TaxUnsaid:
		return "?"
	default:
		return ""
	}
}

// Column is Sign for a column of amounts, which stay aligned: a blank where another price of the list has a sign.
func (n PriceNote) Column(note terms.TaxNote) string {
	if sign := n.Sign(note); sign != "" || !n.Mixed() {
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
		return "stay total, plus taxes or fees whose amount is not said"
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
