package booking

import (
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
)

// Payment tells when the price of the draft and the fees at the hotel are paid, for all rooms, if it is booked at a moment.
func (draft Draft) Payment(now time.Time) terms.Payment {
	return draft.AllRooms().Divide(draft.Bill(terms.BeforeBooking), now, draft.Zone)
}

// Paid is Payment of a draft that was booked as the reservation.
func (draft Draft) Paid(r api.Reservation, now time.Time) terms.Payment {
	made := r.Created.Time
	if made.IsZero() {
		made = now
	}
	return paidBy(r, draft.AllRooms().Divide(draft.Bill(terms.Booked), made, draft.Zone), draft.Simulate != api.SimulateNothing)
}

// paidBy tells of a payment what the service has of it.
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

// PaymentOf tells when the price of a reservation is paid, and which fees at the hotel are known from its sale. A zero sale
// is none: then the fees are not known.
func (d *Desk) PaymentOf(r api.Reservation, sale Sale) terms.Payment {
	made := r.Created.Time
	if made.IsZero() {
		made = d.Now()
	}
	bill := terms.Bill{Total: r.Rate.Total, Unsaid: terms.NotSaid, Telling: terms.Booked}
	if agreed := sale.Agreed(); agreed != nil {
		bill.Unsaid = ""
		besides := false
		for _, fee := range agreed.AtHotel {
			bill.Fees = append(bill.Fees, api.Charge{Description: fee.Name, Amount: api.NewMoney(fee.Amount, fee.Currency), IncludedInTotal: &besides})
		}
	}
	return paidBy(r, d.TermsOf(r).Divide(bill, made, d.Directory.Zone(r.Hotel.ID)), sale.State.Simulate)
}

// PartsOf tells what the total of a reservation is made of, and what of it the service does not break down. The fees in it
// are known where this machine sold it.
func PartsOf(r api.Reservation, sale Sale) (words, note string) {
	var fees api.Money
	if agreed := sale.Agreed(); agreed != nil && agreed.Fees != "" {
		fees = api.NewMoney(agreed.Fees, agreed.Currency)
	}
	return terms.PartsWords(r.Rate.Total, r.Rate.Base, r.Rate.Taxes, fees)
}

// PaidOf is PaymentOf with what the journal knows of the sale, where it can be read.
func (d *Desk) PaidOf(r api.Reservation) terms.Payment {
	sale, _, err := d.SaleOf(r)
	if err != nil {
		sale = Sale{} // What the service has of it is told.
	}
	return d.PaymentOf(r, sale)
}

// Bill returns what there is to pay for the draft: the verified price and fees, or those of the search as long as nothing
// is verified.
func (draft Draft) Bill(telling terms.Telling) terms.Bill {
	bill := terms.Bill{Total: draft.Charge(), Rooms: draft.Trip.Rooms, Fees: draft.AtHotel(), Telling: telling}
	if draft.Verified != nil {
		bill.Room, bill.NoPrice = draft.Verified.Total, draft.NoPrice()
		return bill
	}
	bill.Room = draft.Rate.Price.Total
	switch taxes := terms.TaxesOf(RoomRate{Room: draft.Room, Rate: draft.Rate}.Price(draft.Trip.Rooms)); taxes.Kind {
	case terms.TaxFeeDue:
		besides := false
		bill.Fees = []api.Charge{{Amount: taxes.Due, Description: "fees", IncludedInTotal: &besides}}
	case terms.TaxPart:
		bill.Unsaid = terms.Something
	case terms.TaxUnsaid:
		bill.Unsaid = terms.NotSaid
	case terms.TaxIncluded:
	}
	return bill
}
