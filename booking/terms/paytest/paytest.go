// Package paytest has the hard cases of when a price is paid. Every screen, command and document that shows a payment is
// tested with them.
package paytest

import (
	"slices"
	"strings"

	"bellhop/api"
)

// A Case is a rate and the words for its payment.
type Case struct {
	Name  string
	Terms api.Terms
	// Total and Fees are of one room.
	Total api.Money
	Fees  []api.Charge
	Rooms int

	Pays, Now      string
	Later, AtHotel []string
}

// Made is the day on which the cases are booked.
var Made = api.NewDate(2026, 12, 12)

// Verify sets the price, the fees and the terms of a verification to those of the case.
func (c Case) Verify(v *api.Verification) {
	v.Total, v.Base, v.Taxes, v.Fees = c.Total, c.Total, api.NewMoney("0", c.Total.Currency()), api.Money{}
	v.TaxLines, v.FeeLines = nil, c.Fees
	steps := []api.CancelPenalty(nil)
	if len(v.Terms) > 0 {
		steps = v.Terms[0].Penalties
	}
	t := c.Terms
	t.Penalties = steps
	v.Terms = []api.Terms{t}
}

// Booked returns the case with the words after booking: without "now", and with the one amount of the service's answer.
func (c Case) Booked() Case {
	c.Pays = strings.ReplaceAll(c.Pays, " now", "")
	c.Now, _, _ = strings.Cut(c.Now, " for 2 rooms")
	c.Now = strings.Replace(c.Now, "not said; the ", "not reported; the ", 1)
	return c
}

// Stored returns the terms as a reservation has them: the service leaves the deposit out.
func (c Case) Stored() api.Terms {
	t := c.Terms
	t.Deposit = nil
	return t
}

// Unsold returns the case with the words for a reservation that was not sold from this machine: a deposit is as the hotel's
// own words have it, and the fees at the hotel are not said.
func (c Case) Unsold() Case {
	c = c.Booked()
	if fees := len(c.Fees); fees > 0 {
		c.AtHotel = c.AtHotel[:len(c.AtHotel)-fees]
	} else if slices.Equal(c.AtHotel, nothing) {
		c.AtHotel = nil
	}
	if len(c.Terms.Deposit) > 0 {
		c.Now, c.Later, c.AtHotel = "not reported; the rate asks for a deposit", nil, restUnsaid
		if words := c.Terms.PaymentInfo; words != "" {
			c.Now += ". The hotel says: " + words
			if words == restThere {
				c.AtHotel = []string{"the price less the deposit"}
			}
		}
	}
	c.AtHotel = append(slices.Clone(c.AtHotel), "fees: not said")
	return c
}

// Rows returns the lines of the payment before booking, as "name: text".
func (c Case) Rows() []string {
	rows := []string{"guest pays: " + c.Pays, "charged now: " + c.Now}
	for _, line := range c.Later {
		rows = append(rows, "due later: "+line)
	}
	for _, line := range c.AtHotel {
		rows = append(rows, "due at the hotel: "+line)
	}
	return rows
}

func terms(guarantee, payment string, deposit ...string) api.Terms {
	t := api.Terms{PaymentInfo: payment}
	if guarantee != "" {
		t.Guarantee = []string{guarantee}
	}
	for i := 0; i+1 < len(deposit); i += 2 {
		t.Deposit = append(t.Deposit, api.Fact{Name: deposit[i], Value: deposit[i+1]})
	}
	return t
}

func fee(amount, currency, name string, inTotal *bool) api.Charge {
	return api.Charge{Amount: api.NewMoney(amount, currency), Description: name, IncludedInTotal: inTotal}
}

var gbp, eur, outside = api.NewMoney("474.00", "GBP"), api.NewMoney("241.03", "EUR"), new(bool)

var nothing, restUnsaid = []string{"No fees are named."}, []string{"not said whether the rest is paid there"}

const guaranteed, restThere = "Nothing. The card guarantees the room.", "The rest is paid at the hotel."

// Cases returns the cases. They are booked on Made, at a hotel in UTC.
func Cases() []Case { return slices.Concat(whole(), deposits(), oddFees()) }

// whole returns cases whose price is paid in one sum.
func whole() []Case {
	return []Case{
		{
			Name: "guaranteed at the hotel", Terms: terms("GUARANTEE", ""), Total: gbp, Rooms: 1,
			Pays: "474.00 GBP at the hotel", Now: guaranteed, AtHotel: []string{"474.00 GBP, the price of the stay"},
		},
		{
			Name: "guaranteed, and a fee", Terms: terms("GUARANTEE", ""), Total: gbp, Fees: []api.Charge{fee("6.00", "GBP", "City charge", outside)}, Rooms: 1,
			Pays: "480.00 GBP at the hotel", Now: guaranteed, AtHotel: []string{"474.00 GBP, the price of the stay", "6.00 GBP, City charge"},
		},
		{
			Name: "prepaid", Terms: terms("PREPAY", ""), Total: eur, Rooms: 1,
			Pays: "241.03 EUR on the card now", Now: "241.03 EUR on the card", AtHotel: nothing,
		},
		{
			Name: "prepaid, and a fee", Terms: terms("PREPAY", ""), Total: eur, Fees: []api.Charge{fee("4.00", "EUR", "City tax", outside)}, Rooms: 1,
			Pays: "245.03 EUR: 241.03 on the card now, 4.00 at the hotel", Now: "241.03 EUR on the card", AtHotel: []string{"4.00 EUR, City tax"},
		},
		{
			Name: "prepaid, two rooms", Terms: terms("PREPAY", ""), Total: eur, Fees: []api.Charge{fee("4.00", "EUR", "City tax", outside)}, Rooms: 2,
			Pays: "490.06 EUR: 482.06 on the card now, 8.00 at the hotel", Now: "482.06 EUR on the card for 2 rooms, 241.03 EUR each", AtHotel: []string{"8.00 EUR, City tax"},
		},
		{
			Name: "guaranteed, two rooms", Terms: terms("GUARANTEE", ""), Total: api.NewMoney("20755", "JPY"), Rooms: 2,
			Pays: "41,510 JPY at the hotel", Now: guaranteed, AtHotel: []string{"41,510 JPY, the price of the stay"},
		},
		{
			Name: "guarantee not said", Total: gbp, Rooms: 1,
			Pays: "474.00 GBP on an unstated date", Now: "not said; the price is 474.00 GBP", AtHotel: nothing,
		},
	}
}

func deposits() []Case {
	deposit := func(amount, currency, due string) []string {
		return []string{"amount", amount, "currency_code", currency, "due_date", due}
	}
	return []Case{
		{
			Name: "deposit now, rest at the hotel", Terms: terms("DEPOSIT", restThere, deposit("100.00", "GBP", "2026-12-12")...), Total: gbp, Rooms: 1,
			Pays: "474.00 GBP: 100.00 on the card now, 374.00 at the hotel", Now: "100.00 GBP on the card, the deposit", AtHotel: []string{"374.00 GBP, the rest of the price"},
		},
		{
			Name: "deposit now, rest and a fee at the hotel", Terms: terms("DEPOSIT", restThere, deposit("10.000", "KWD", "2026-12-01")...), Total: api.NewMoney("34.492", "KWD"),
			Fees: []api.Charge{fee("1.250", "KWD", "Service", outside)}, Rooms: 1,
			Pays: "35.742 KWD: 10.000 on the card now, 25.742 at the hotel", Now: "10.000 KWD on the card, the deposit", AtHotel: []string{"24.492 KWD, the rest of the price", "1.250 KWD, Service"},
		},
		{
			Name: "deposit later, rest as the payment says", Terms: terms("DEPOSIT", "Balance by 14 December", deposit("100.00", "GBP", "2026-12-13")...), Total: gbp, Rooms: 1,
			Pays: "474.00 GBP: 100.00 on Sun 13 Dec 2026, 374.00 later", Now: "Nothing. The deposit is due later.",
			Later: []string{"100.00 GBP on Sun 13 Dec 2026, the deposit", "374.00 GBP, the rest of the price: Balance by 14 December"}, AtHotel: nothing,
		},
		{
			Name: "deposit of the whole price", Terms: terms("DEPOSIT", "", deposit("474.00", "GBP", "2026-12-12")...), Total: gbp, Rooms: 1,
			Pays: "474.00 GBP on the card now", Now: "474.00 GBP on the card, the deposit", AtHotel: nothing,
		},
		{
			Name: "deposit in another currency", Terms: terms("DEPOSIT", restThere, deposit("100.00", "EUR", "2026-12-12")...), Total: gbp, Rooms: 1,
			Pays: "474.00 GBP: 100.00 EUR on the card now, the rest at the hotel", Now: "100.00 EUR on the card, the deposit", AtHotel: []string{"the rest of the price"},
		},
		{
			Name: "deposit beyond the price", Terms: terms("DEPOSIT", "A third now", deposit("474.01", "GBP", "2026-12-12")...), Total: gbp, Rooms: 1,
			Pays: "474.00 GBP: a deposit as the hotel says, the rest later", Now: "not said; the rate asks for a deposit. The hotel says: A third now", AtHotel: restUnsaid,
		},
		{
			Name: "deposit not said", Terms: terms("DEPOSIT", ""), Total: gbp, Rooms: 1,
			Pays: "474.00 GBP: a deposit on an unstated date, the rest later", Now: "not said; the rate asks for a deposit", AtHotel: restUnsaid,
		},
	}
}

// oddFees returns cases with fees that cannot be added to the price.
func oddFees() []Case {
	return []Case{
		{
			Name: "fee whose amount is not said", Terms: terms("PREPAY", ""), Total: eur, Fees: []api.Charge{fee("", "", "City tax", outside)}, Rooms: 1,
			Pays: "241.03 EUR on the card now, and City tax (amount not said)", Now: "241.03 EUR on the card", AtHotel: []string{"City tax (amount not said)"},
		},
		{
			Name: "fee that the total may include", Terms: terms("GUARANTEE", ""), Total: gbp, Fees: []api.Charge{fee("6.00", "GBP", "City charge", nil)}, Rooms: 1,
			Pays: "480.00 GBP at the hotel, 6.00 GBP less if the total includes City charge (not said)", Now: guaranteed,
			AtHotel: []string{"474.00 GBP, the price of the stay", "6.00 GBP, City charge (may be included in the price)"},
		},
		{
			Name: "fee in another currency", Terms: terms("PREPAY", ""), Total: eur, Fees: []api.Charge{fee("12.00", "USD", "Resort fee", outside)}, Rooms: 1,
			Pays: "241.03 EUR on the card now, and 12.00 USD, Resort fee", Now: "241.03 EUR on the card", AtHotel: []string{"12.00 USD, Resort fee"},
		},
	}
}
