package service

import (
	"context"
	"net/http"
	"time"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/world"
)

// Bounds of a request that the specification leaves open. They only keep a
// typing error from becoming very much work.
const (
	maxNights   = 365
	MaxPerson   = 99
	farthestDay = 12 * time.Hour // how far behind UTC the last place on earth is
)

// readStay reads the two dates of a request and checks them against each other
// and against the calendar (SPEC 4, WIRE 3 and 3a).
func readStay(f *jsontree.Fields, now time.Time, checkIn, checkOut string) (in, out world.Day) {
	a, okA := f.Day(checkIn, jsontree.Required)
	b, okB := f.Day(checkOut, jsontree.Required)
	in, out = world.Day(a), world.Day(b)
	checkDates(f, now, in, out, okA, okB, checkIn)
	return in, out
}

// checkDates checks the dates that could be read.
func checkDates(f *jsontree.Fields, now time.Time, in, out world.Day, okIn, okOut bool, checkIn string) {
	if okIn && in < world.DayAt(now.UTC().Add(-farthestDay)) {
		if checkIn == "" { // It cannot be sent, so that no field is to blame.
			f.Problems.Add(nil, "The check-in date is in the past.")
		} else {
			f.Problem(checkIn, "is in the past")
		}
	}
	if !okIn || !okOut {
		return
	}
	if in >= out {
		f.Problems.Add(nil, "The check-in date must be before the check-out date.")
	} else if out-in > maxNights {
		f.Problems.Add(nil, "The stay must not be longer than %d nights.", maxNights)
	}
}

// verification is SPEC 4.3.
type verification struct {
	rates  rates
	stock  stock
	offers *offers
}

func (v verification) verify(ctx context.Context, c *call) (result, error) {
	f := c.fields()
	code, channel := f.Text("booking_code", jsontree.Required), f.Text("channel_code", jsontree.Required)
	chain, property := f.Text("chain_code", jsontree.Required), f.Text("property_code", jsontree.Required)
	in, out := readStay(f, c.Now, "check_in_date", "check_out_date")
	guests := f.Object("guests", jsontree.Required)
	stay := world.Stay{
		In: in, Out: out,
		Adults:   int(guests.Integer("adults", jsontree.Required, 1, MaxPerson)),
		Children: int(guests.Integer("children", jsontree.Optional, 0, MaxPerson)),
	}
	guests.Done()
	f.Done()
	if err := c.rejection(); err != nil {
		return result{}, err
	}
	hotel, ok := v.rates.world.Find(chain, property)
	if !ok {
		return result{}, RejectBooking("There is no hotel with this chain and property code.", "property_code")
	}
	room, rate, ok := v.rates.agreed(hotel, code, stay, c.Now)
	if !ok || rate.ChannelCode != channel {
		return result{}, RejectBooking("The rate is not offered for this stay.", "booking_code")
	}
	offer := v.offers.of(c, hotel, code, stay)
	if expired, err := offer.expired(ctx); err != nil {
		return result{}, err
	} else if expired {
		return result{}, RejectBooking("The rate has expired: search again.", "booking_code")
	}
	free, err := v.stock.free(ctx, hotel, room.No, stay)
	if err != nil {
		return result{}, err
	}
	if !free {
		return result{}, RejectBooking("The room is sold out for this stay.", "booking_code")
	}
	if err := offer.renew(ctx); err != nil {
		return result{}, err
	}
	return result{http.StatusOK, wireVerified(v.rates.world.Property(hotel), room, rate, stay)}, nil
}

func wireVerified(p world.Property, r world.Room, o world.Rate, stay world.Stay) verifiedRate {
	return verifiedRate{
		BookingCode: o.BookingCode, ChannelCode: o.ChannelCode, CheckIn: stay.In.String(), CheckOut: stay.Out.String(),
		Hotel: hotelName{ChainCode: p.Chain, Name: p.Name, PropertyCode: p.Code}, MaxOccupancy: r.MaxOccupancy,
		Price: verifiedPrice{
			BasePrice: o.Price.Base, TotalPrice: o.Price.Total, TotalTaxes: o.Price.Taxes, AdditionalFees: o.Price.Fees,
			CurrencyCode: o.Price.Total.Currency,
			Fees: lists.Map(o.Price.FeeLines, func(l world.Fee) fee {
				return fee{l.Amount, l.Amount.Currency, l.Description, l.InBase, l.InTotal}
			}),
			Taxes: lists.Map(o.Price.TaxLines, func(l world.Tax) tax {
				return tax{l.Amount, l.Amount.Currency, l.Description, l.InBase}
			}),
		},
		Terms: []verifiedTerms{wireVerifiedTerms(o.Terms)},
	}
}

func wireVerifiedTerms(t world.Terms) verifiedTerms {
	deposit := map[string]any{}
	if t.Deposit != nil {
		deposit["amount"], deposit["currency_code"] = t.Deposit.Amount, t.Deposit.Amount.Currency
		deposit["due_date"], deposit["description"] = t.Deposit.Due.String(), t.Deposit.Description
	}
	return verifiedTerms{
		Cards: orEmpty(t.Cards), Deposit: deposit, Description: orEmpty(t.Description),
		Guarantee: []string{t.Guarantee}, PaymentInfo: t.PaymentInfo,
		Penalties: lists.Map(t.Penalties, func(p world.Penalty) verifiedPenalty {
			return verifiedPenalty{
				Short: p.Short, Deadline: p.Local(), Refundable: p.Refundable,
				Penalty: verifiedCosts{Amount: wireMoney(p.Amount), Estimated: p.Estimated},
			}
		}),
	}
}
