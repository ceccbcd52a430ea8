package terms

import (
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// Paid is when a price is paid, in words, a line each; what is not said of it says so.
type Paid struct {
	Now     []string // with the booking
	Later   []string // after it, and not at the hotel
	AtHotel []string
}

// mostPayment is how much of a hotel's own words on payment is quoted.
const mostPayment = 160

// Paid divides a total by when it is paid, of a booking made at a moment at a hotel in the zone, which may be nil. Fees
// at the hotel are no part of it.
func (t Terms) Paid(total api.Money, made time.Time, zone *time.Location) Paid {
	switch t.Due() {
	case DueAtHotel:
		return Paid{
			Now:     []string{"nothing: a card only guarantees the room"},
			AtHotel: []string{PriceWords(total) + ", the price of the stay"},
		}
	case DueUnsaid:
		return Paid{Now: []string{"when the price is charged is not said"}}
	case DueDeposit:
		return t.paidDeposit(total, made, zone)
	case DueNow:
	}
	return Paid{Now: []string{PriceWords(total)}}
}

// paidDeposit divides the total of a rate with a deposit.
func (t Terms) paidDeposit(total api.Money, made time.Time, zone *time.Location) Paid {
	deposit, ok := t.ReadDeposit()
	rest, err := total.Sub(deposit.Amount)
	if !ok || err == nil && rest.Sign() < 0 {
		return Paid{Now: []string{asSaid("a deposit, and the rest later", t.Payment)}}
	}
	var p Paid
	if deposit.DueAt(made, zone) {
		p.Now = []string{deposit.Amount.String() + ", the deposit"}
	} else {
		p.Now = []string{"nothing with the booking"}
		p.Later = []string{deposit.Words() + ", the deposit"}
	}
	words := "the rest of the price"
	if err == nil {
		if rest.Sign() == 0 {
			return p
		}
		words = rest.String() + ", " + words
	}
	if t.RestAtHotel() {
		p.AtHotel = []string{words}
	} else {
		p.Later = append(p.Later, asSaid(words, t.Payment))
	}
	return p
}

// asSaid adds the hotel's own words on payment, where there are some.
func asSaid(words, payment string) string {
	if payment == "" {
		return words
	}
	return words + ": " + wording.ClipTo(mostPayment, payment)
}

// FeeWords tells of a fee that is paid at the hotel: "2.50 GBP, City charge".
func FeeWords(fee api.Charge) string {
	words := PriceWords(fee.Amount)
	if fee.Description != "" {
		words += ", " + fee.Description
	}
	if fee.IncludedInTotal == nil {
		words += " (whether the price includes it is not said)"
	}
	return words
}
