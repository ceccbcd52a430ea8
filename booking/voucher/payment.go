package voucher

import (
	"bellhop/api"
	"bellhop/booking/terms"
)

// payments says what was paid with the booking, what follows, and what is paid at the hotel.
func (v Voucher) payments() terms.Paid {
	made := v.Reservation.Created.Time
	if made.IsZero() {
		made = v.Now
	}
	p := v.Terms.Paid(v.Reservation.Rate.Total, made, v.Hotel.Zone)
	if v.Terms.Due() == terms.DueNow {
		p.Now = []string{v.charged()}
	}
	for _, fee := range v.AtHotel {
		p.AtHotel = append(p.AtHotel, terms.FeeWords(fee))
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
