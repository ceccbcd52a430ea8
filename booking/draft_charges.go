package booking

import (
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
)

// Payment returns the payment for all rooms of the draft if it is booked at that time. Nothing is charged for a simulation.
func (draft Draft) Payment(now time.Time) terms.Payment {
	p := draft.AllRooms().Divide(draft.Bill(terms.BeforeBooking), now, draft.Zone)
	if draft.Simulate != api.SimulateNothing {
		return p.Simulated()
	}
	return p
}

// Paid returns the payment of the draft after it was booked as the reservation.
func (draft Draft) Paid(r api.Reservation, now time.Time) terms.Payment {
	made := r.Created.Time
	if made.IsZero() {
		made = now
	}
	bill := draft.Bill(terms.Booked)
	bill.Read = now
	return paidBy(r, draft.AllRooms().Divide(bill, made, draft.Zone), draft.Simulate != api.SimulateNothing)
}

// paidBy adjusts a payment to the amount and the status of the reservation.
func paidBy(r api.Reservation, p terms.Payment, simulated bool) terms.Payment {
	if simulated {
		return p.Simulated()
	}
	var answer api.Money
	if r.Payment != nil {
		answer = r.Payment.Amount
	}
	p = p.Answered(answer, r.Status != api.StatusCreated)
	if r.Status == api.StatusCanceled {
		return p.Canceled()
	}
	return p
}

// PaymentOf returns the payment of a reservation, with the fees at the hotel and the deposit that its sale names. Without a
// sale, which is a zero one, they are unknown.
func (d *Desk) PaymentOf(r api.Reservation, sale Sale) terms.Payment {
	made := r.Created.Time
	if made.IsZero() {
		made = d.Now()
	}
	bill := sale.Bill(r)
	bill.Read = d.Now()
	if sale.Moved != nil {
		bill.Charged = d.chargedAtSale(r, sale, made)
		if a := sale.Moved.Agreement; a != nil {
			made = a.At.Time
		}
	}
	return paidBy(r, d.soldTerms(r, sale).Divide(bill, made, d.Directory.Zone(r.Hotel.ID)), sale.State.Simulate)
}

// chargedAtSale returns what was charged with the booking of a reservation whose dates were changed later. It is unset if it
// is unknown.
func (d *Desk) chargedAtSale(r api.Reservation, sale Sale, made time.Time) api.Money {
	plan, zone := sale.State.Plan, d.Directory.Zone(r.Hotel.ID)
	bill := terms.Bill{Total: api.NewMoney(plan.Total, plan.Currency), Telling: terms.Booked, Read: d.Now()}
	if a := sale.Moved.Agreement; a != nil {
		bill.Read = a.At.Time
	}
	charged, known := d.filledFrom(r, plan).Divide(bill, made, zone).Charged()
	if !known {
		return api.Money{}
	}
	return charged
}

// Bill returns the bill of a reservation with the fees at the hotel that the sale names. Without a sale, which is a zero
// one, they are unknown.
func (s Sale) Bill(r api.Reservation) terms.Bill {
	bill := terms.Bill{Total: r.Rate.Total, Rooms: r.Rate.Rooms, Unsaid: terms.NotSaid, Telling: terms.Booked}
	agreed := s.Agreed()
	if agreed == nil {
		return bill
	}
	bill.Unsaid = ""
	for _, fee := range agreed.AtHotel {
		charge := api.Charge{Description: fee.Name, Amount: api.NewMoney(fee.Amount, fee.Currency)}
		if !fee.MaybeInTotal {
			charge.IncludedInTotal = new(bool)
		}
		bill.Fees = append(bill.Fees, charge)
	}
	return bill
}

// PartsOf lists the parts of a reservation's total, with a note if the service does not break all of it down. The fees in it
// are known if this machine sold it.
func PartsOf(r api.Reservation, sale Sale) (words, note string) {
	var fees api.Money
	if agreed := sale.Agreed(); agreed != nil && agreed.Fees != "" {
		fees = api.NewMoney(agreed.Fees, agreed.Currency)
	}
	return terms.PartsWords(r.Rate.Total, r.Rate.Base, r.Rate.Taxes, fees)
}

// PaidOf is PaymentOf with the sale from the journal, if the journal can be read.
func (d *Desk) PaidOf(r api.Reservation) terms.Payment {
	sale, _, err := d.SaleOf(r)
	if err != nil {
		sale = Sale{} // Show at least what the service has.
	}
	return d.PaymentOf(r, sale)
}

// Bill returns the bill of the draft: the verified price and fees, or those of the search until it is verified.
func (draft Draft) Bill(telling terms.Telling) terms.Bill {
	bill := terms.Bill{Total: draft.Charge(), Rooms: draft.Trip.Rooms, Fees: draft.AtHotel(), Telling: telling}
	if draft.Verified != nil {
		bill.Room, bill.NoPrice = draft.Verified.Total, draft.NoPrice()
		return bill
	}
	bill.Room = draft.Rate.Price.Total
	switch taxes := terms.TaxesOf(RoomRate{Room: draft.Room, Rate: draft.Rate}.Price(draft.Trip.Rooms)); taxes.Kind {
	case terms.TaxFeeDue:
		inTotal := false
		bill.Fees = []api.Charge{{Amount: taxes.Due, Description: "fees", IncludedInTotal: &inTotal}}
	case terms.TaxPart:
		bill.Unsaid = terms.Something
	case terms.TaxUnsaid:
		bill.Unsaid = terms.NotSaid
	case terms.TaxIncluded:
		bill.AllIncluded = true
	}
	return bill
}
