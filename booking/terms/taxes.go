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

// LowestTotal returns the lowest total of a hotel's rates, unset when there is none, and where its taxes are.
func LowestTotal(hotel api.Hotel) (api.Money, TaxNote) {
	if lowest := hotel.Lowest; lowest != nil && lowest.Total.IsSet() {
		return lowest.Total, taxesOfLowest(hotel, *lowest)
	}
	rate, _ := cheapestOf(hotel)
	return rate.Price.Total, TaxesOf(rate.Price)
}

// taxesOfLowest is TaxesOf for a hotel's lowest rate, whose fees are those of the rate with the same total.
func taxesOfLowest(hotel api.Hotel, lowest api.LowestRate) TaxNote {
	own := TaxesOf(api.Price{Total: lowest.Total, Base: lowest.Base, Taxes: lowest.Taxes, TaxesIncluded: lowest.TaxesIncluded})
	if own.Kind != TaxPart {
		return own
	}
	rate, ok := cheapestOf(hotel)
	if c, err := rate.Price.Total.Cmp(lowest.Total); !ok || err != nil || c != 0 {
		return own
	}
	if note := TaxesOf(rate.Price); note.Kind == TaxFeeDue {
		return note
	}
	return own
}

func cheapestOf(hotel api.Hotel) (api.Rate, bool) {
	var rates []api.Rate
	for _, room := range hotel.Rooms {
		rates = append(rates, room.Rates...)
	}
	return cheapest(rates)
}

// Word returns the note for a narrow column: "incl", "+fee", "part", "n/a".
func (n TaxNote) Word() string { return [...]string{"n/a", "incl", "+fee", "part"}[n.Kind] }

// Words returns the note in full.
func (n TaxNote) Words() string {
	switch n.Kind {
	case TaxIncluded:
		return "taxes included"
	case TaxFeeDue:
		return "fees of " + n.Due.String() + " more at the hotel"
	case TaxPart:
		return "taxes or fees are not all included"
	default:
		return "taxes not said"
	}
}
