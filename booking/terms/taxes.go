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

// Word returns the note for a narrow column: "incl", "+6.00", "+ ?", "n/a".
func (n TaxNote) Word() string {
	switch n.Kind {
	case TaxIncluded:
		return "incl"
	case TaxFeeDue:
		return "+" + n.Due.Digits()
	case TaxPart:
		return "+ ?"
	default:
		return "n/a"
	}
}

// Words returns the note in full.
func (n TaxNote) Words() string {
	switch n.Kind {
	case TaxIncluded:
		return "taxes included"
	case TaxFeeDue:
		return "fees of " + n.Due.String() + " more at the hotel"
	case TaxPart:
		return "taxes or fees come on top, how much is not named"
	default:
		return "taxes not said"
	}
}

// PaysWords tells what the guest pays for a room with this total, where that is more than the total or may be:
// "529.09 GBP in all: 6.00 GBP of fees are paid at the hotel".
func (n TaxNote) PaysWords(total api.Money) string {
	switch {
	case n.Kind != TaxFeeDue:
		return n.Words()
	case n.Due.Currency() != total.Currency():
		return "and " + n.Due.String() + " of fees at the hotel"
	default:
		return n.Pays(total).String() + " in all: " + n.Due.String() + " of fees are paid at the hotel"
	}
}
