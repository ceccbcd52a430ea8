package booking

import (
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// agreementOf returns what the agent agrees to by booking the draft, for the journal: nothing of it is from the guest.
func agreementOf(now time.Time, draft Draft) *journal.Agreement {
	a, rooms := agreedTo(now, draft.AllRooms()), max(draft.Trip.Rooms, 1)
	a.Room = RoomRate{Room: draft.Room, Rate: draft.Rate}.RoomName()
	v := draft.Verified
	if v == nil {
		return a
	}
	base, taxes := v.Base.Times(rooms), v.Taxes.Times(rooms)
	a.Currency, a.Base, a.Taxes = v.Total.Currency(), terms.PlainAmount(base), terms.PlainAmount(taxes)
	price := draft.Charge().String() + " for " + wording.Plural(draft.Trip.Nights(), "night") + ", " + wording.Plural(rooms, "room")
	if base.Valid() && taxes.Valid() {
		price += ": " + base.String() + " and taxes of " + taxes.String()
	}
	a.Price = append(a.Price, price)
	for _, fee := range draft.AtHotel() {
		a.AtHotel = append(a.AtHotel, journal.Charge{
			Name: fee.Description, Amount: terms.PlainAmount(fee.Amount), Currency: fee.Amount.Currency(),
		})
		a.Price = append(a.Price, "besides, at the hotel: "+terms.PriceWords(fee.Amount)+" "+fee.Description)
	}
	return a
}

// agreedChange returns what the agent agrees to by moving a reservation to other dates.
func (c DateChange) agreedChange() *journal.Agreement {
	a := agreedTo(c.VerifiedAt, c.New)
	a.Price = append(a.Price, c.Total.String()+" for "+wording.Plural(c.trip().Nights(), "night")+
		", instead of "+terms.PriceWords(c.Reservation.Rate.Total))
	return a
}

// agreedCancel returns what the agent agrees to by cancelling now.
func agreedCancel(now time.Time, stored terms.Terms, total api.Money) *journal.Agreement {
	a := agreedTo(now, stored)
	a.Cancelling = []string{"cancelling costs " + stored.CostAt(now).Sentence() + ", of " + terms.PriceWords(total)}
	return a
}

func agreedTo(now time.Time, t terms.Terms) *journal.Agreement {
	a := journal.NewAgreement(now)
	a.Cancelling = t.AgreedLines(now)
	if t.Payment != "" {
		a.Payment = append(a.Payment, "payment: "+t.Payment)
	}
	if words := t.GuaranteeWords(); words != "" {
		a.Payment = append(a.Payment, "guarantee: "+words)
	}
	for _, step := range t.Steps {
		one := journal.Penalty{
			Amount: terms.PlainAmount(step.Amount), Currency: step.Amount.Currency(), Estimated: step.Estimated, NoRefund: step.NoRefund,
		}
		if !step.From.IsZero() {
			one.From = step.From.UTC().Format(time.RFC3339)
		}
		a.Penalties = append(a.Penalties, one)
	}
	return a
}
