package terms

import "bellhop/api"

// TaxKind is what of the taxes and fees a total holds.
type TaxKind int

// What a total can hold.
const (
	TaxUnsaid   TaxKind = iota // the service does not say
	TaxIncluded                // taxes and fees are in the total
	TaxFeeDue                  // the taxes are in the total, and a known amount of fees is due at the hotel
	TaxPart                    // something is left out of the total, and nothing tells what
)

// A TaxNote tells where the taxes and fees of a total are. The service has one flag for both (section 2.8), so
// that "plus taxes" would be wrong of a total that leaves out a fee only.
type TaxNote struct {
	Kind TaxKind
	// Due is what the hotel asks for besides, for one room; set for TaxFeeDue.
	Due api.Money
}

// TaxesOf works out where the taxes and fees of a price are. What the parts make beyond the total is due at the
// hotel, if it is no more than the fees.
func TaxesOf(p api.Price) TaxNote {
	switch {
	case p.TaxesIncluded == nil:
		return TaxNote{Kind: TaxUnsaid}
	case *p.TaxesIncluded:
		return TaxNote{Kind: TaxIncluded}
	}
	part := TaxNote{Kind: TaxPart}
	for _, m := range []api.Money{p.Total, p.Base, p.Taxes, p.Fees} {
		if !m.Valid() {
			return part
		}
	}
	due, err := p.Base.Add(p.Taxes)
	if err == nil {
		due, err = due.Add(p.Fees)
	}
	if err == nil {
		due, err = due.Sub(p.Total)
	}
	if err != nil || due.Sign() <= 0 {
		return part
	}
	if c, err := due.Cmp(p.Fees); err != nil || c > 0 {
		return part
	}
	return TaxNote{Kind: TaxFeeDue, Due: due}
}

// LowestTaxes is TaxesOf for a hotel's lowest rate, which comes without its fees. A service may list no other.
func LowestTaxes(lowest api.LowestRate) TaxNote {
	return TaxesOf(api.Price{Total: lowest.Total, Base: lowest.Base, Taxes: lowest.Taxes, TaxesIncluded: lowest.TaxesIncluded})
}

// Pays returns what the guest pays for a room with this total: the total and what the hotel asks for besides. A
// fee whose amount is not named, or is in another currency, is left out.
func (n TaxNote) Pays(total api.Money) api.Money {
	if n.Kind != TaxFeeDue {
		return total
	}
	if pays, err := total.Add(n.Due); err == nil {
		return pays
	}
	return total
}

// Words returns the note in full.
func (n TaxNote) Words() string {
	switch n.Kind {
	case TaxIncluded:
		return "taxes and fees included"
	case TaxFeeDue:
		return n.Due.String() + " in fees at the hotel"
	case TaxPart:
		return "plus taxes or fees (amount not said)"
	default:
		return "taxes not said"
	}
}

// PaysWords returns what the guest pays for a room with this total, and what that includes: "529.09 GBP, of which 6.00 GBP
// in fees at the hotel".
func (n TaxNote) PaysWords(total api.Money) string {
	if !total.IsSet() {
		return PriceWords(total)
	}
	return n.After(n.Pays(total).String())
}

// After appends to the words of a price what it includes.
func (n TaxNote) After(price string) string {
	if n.Kind == TaxFeeDue {
		return price + ", of which " + n.Words()
	}
	return price + ", " + n.Words()
}
