package sandbox

import (
	"context"
	"net/http"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// Bounds of a request that the specification leaves open. They only keep a
// typing error from becoming very much work.
const (
	maxNights   = 365
	maxPerson   = 99
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

// verifyRate is SPEC 4.3.
func (s *Sandbox) verifyRate(ctx context.Context, c *call) (answer, error) {
	f := c.fields()
	code, channel := f.Text("booking_code", jsontree.Required), f.Text("channel_code", jsontree.Required)
	chain, property := f.Text("chain_code", jsontree.Required), f.Text("property_code", jsontree.Required)
	in, out := readStay(f, c.now, "check_in_date", "check_out_date")
	guests := f.Object("guests", jsontree.Required)
	stay := world.Stay{
		In: in, Out: out,
		Adults:   int(guests.Integer("adults", jsontree.Required, 1, maxPerson)),
		Children: int(guests.Integer("children", jsontree.Optional, 0, maxPerson)),
	}
	guests.Done()
	f.Done()
	if err := rejectProblems(c.problems); err != nil {
		return answer{}, err
	}
	index, ok := s.world.Find(chain, property)
	if !ok {
		return answer{}, rejectBooking("There is no hotel with this chain and property code.", "property_code")
	}
	room, offer, ok := s.agreed(index, code, stay, c.now)
	if !ok || offer.ChannelCode != channel {
		return answer{}, rejectBooking("The rate is not offered for this stay.", "booking_code")
	}
	if s.expired(c, index, code, stay) {
		return answer{}, rejectBooking("The rate has expired: search again.", "booking_code")
	}
	free, err := s.free(ctx, index, room.No, stay, 1)
	if err != nil {
		return answer{}, err
	}
	if !free {
		return answer{}, rejectBooking("The room is sold out for this stay.", "booking_code")
	}
	if a := s.script(index).verification; s.disturbs(c, index, stay, a) {
		if err := c.suffer(a); err != nil {
			return answer{}, err
		}
	}
	s.offered(c, index, code, stay, c.now)
	return answer{http.StatusOK, wireVerified(s.world.Property(index), room, offer, stay)}, nil
}

// free says whether so many rooms of a kind are left for every night.
func (s *Sandbox) free(ctx context.Context, hotel, roomNo int, stay world.Stay, rooms int) (bool, error) {
	key := s.world.Key(hotel)
	sold, err := s.store.Sold(ctx, []store.Hotels{{From: key, Until: key}}, int32(stay.In), int32(stay.Out))
	if err != nil {
		return false, err
	}
	return s.left(sold, hotel, roomNo, stay) >= rooms, nil
}

// left is how many rooms of a kind remain on the stay's scarcest night.
func (s *Sandbox) left(sold map[store.Night]int, hotel, roomNo int, stay world.Stay) int {
	key, least := s.world.Key(hotel), 0
	for night := stay.In; night < stay.Out; night++ {
		n := s.world.Allotment(hotel, roomNo, night) - sold[store.Night{Hotel: key, Night: int32(night), Room: roomNo}]
		if night == stay.In || n < least {
			least = n
		}
	}
	return least
}

func wireVerified(p world.Property, r world.Room, o world.Rate, stay world.Stay) verifiedRate {
	return verifiedRate{
		BookingCode: o.BookingCode, ChannelCode: o.ChannelCode, CheckIn: stay.In.String(), CheckOut: stay.Out.String(),
		Hotel: hotelName{ChainCode: p.Chain, Name: p.Name, PropertyCode: p.Code}, MaxOccupancy: r.MaxOccupancy,
		Price: verifiedPrice{
			BasePrice: o.Price.Base, TotalPrice: o.Price.Total, TotalTaxes: o.Price.Taxes, AdditionalFees: o.Price.Fees,
			CurrencyCode: o.Price.Total.Currency,
			Fees: convert(o.Price.FeeLines, func(l world.Fee) fee {
				return fee{l.Amount, l.Amount.Currency, l.Description, l.InBase, l.InTotal}
			}),
			Taxes: convert(o.Price.TaxLines, func(l world.Tax) tax {
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
		Penalties: convert(t.Penalties, func(p world.Penalty) verifiedPenalty {
			return verifiedPenalty{
				Short: p.Short, Deadline: p.Local(), Refundable: p.Refundable,
				Penalty: verifiedCosts{Amount: wireMoney(p.Amount), Estimated: p.Estimated},
			}
		}),
	}
}
