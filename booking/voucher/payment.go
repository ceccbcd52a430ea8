package voucher

import (
	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// A payment is what of the price is paid when, in words, a line each.
type payment struct {
	paid, later, atHotel []string
}

// payments divides the price into what was paid with the booking, what follows, and what is paid at the hotel.
func (v Voucher) payments() payment {
	total := v.Reservation.Rate.Total
	var p payment
	switch v.Terms.Due() {
	case terms.DueNow:
		p.paid = []string{v.charged()}
	case terms.DueUnsaid:
		p.paid = []string{"when the price is charged is not said"}
	case terms.DueAtHotel:
		p.paid = []string{"nothing: a card only guarantees the room"}
		p.atHotel = []string{terms.PriceWords(total) + ", the price of the stay"}
	case terms.DueDeposit:
		p = v.deposit()
	}
	for _, fee := range v.AtHotel {
		p.atHotel = append(p.atHotel, feeWords(fee))
	}
	return p
}

// charged says what was paid with the booking of a rate that is paid at once.
func (v Voucher) charged() string {
	paid := v.Reservation.Payment
	switch {
	case paid == nil || !paid.Amount.IsSet():
		return "what was charged is not said"
	case v.Reservation.Status == api.StatusCreated:
		return paid.Amount.String() + ", not said to be charged yet"
	default:
		return paid.Amount.String() + ", with the booking"
	}
}

// deposit says how a rate with a deposit is paid.
func (v Voucher) deposit() payment {
	deposit, ok := v.Terms.ReadDeposit()
	total := v.Reservation.Rate.Total
	rest, err := total.Sub(deposit.Amount)
	if !ok || err == nil && rest.Sign() < 0 {
		return payment{paid: []string{joined(": ", "a deposit, and the rest later", wording.ClipTo(mostPayment, v.Terms.Payment))}}
	}
	var p payment
	made := v.Reservation.Created.Time
	if made.IsZero() {
		made = v.Now
	}
	if deposit.DueAt(made, v.Hotel.Zone) {
		p.paid = []string{deposit.Amount.String() + ", the deposit"}
	} else {
		p.paid = []string{"nothing with the booking"}
		p.later = []string{deposit.Words() + ", the deposit"}
	}
	words := "the rest of the price"
	if err == nil {
		if rest.Sign() == 0 {
			return p
		}
		words = rest.String() + ", " + words
	}
	if v.Terms.RestAtHotel() {
		p.atHotel = []string{words}
	} else {
		p.later = append(p.later, joined(": ", words, wording.ClipTo(mostPayment, v.Terms.Payment)))
	}
	return p
}

// mostPayment is how much of a hotel's own words on payment is quoted.
const mostPayment = 160

func feeWords(fee api.Charge) string {
	words := joined(", ", terms.PriceWords(fee.Amount), fee.Description)
	if fee.IncludedInTotal == nil {
		words += " (whether the price includes it is not said)"
	}
	return words
}
