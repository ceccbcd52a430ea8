package terms_test

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/terms/paytest"
)

// payment returns the payment of a case.
func payment(c paytest.Case, telling terms.Telling) terms.Payment {
	bill := terms.Bill{Total: c.Total.Times(c.Rooms), Rooms: c.Rooms, Room: c.Total, Telling: telling}
	for _, fee := range c.Fees {
		if fee.Amount.Valid() {
			fee.Amount = fee.Amount.Times(c.Rooms)
		}
		bill.Fees = append(bill.Fees, fee)
	}
	return terms.Of(c.Terms).Times(c.Rooms).Divide(bill, paytest.Made.In(time.UTC), time.UTC)
}

func rows(p terms.Payment) (rows []string) {
	for _, row := range p.Rows() {
		for _, line := range row.Lines {
			rows = append(rows, row.Name+": "+line)
		}
	}
	return rows
}

// The parts of a payment make up what the guest pays, each in words and under its name.
func TestTerms_Divide(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if got := rows(payment(c, terms.BeforeBooking)); !slices.Equal(got, c.Rows()) {
				t.Errorf("got %q\nwant %q", got, c.Rows())
			}
			p := payment(c, terms.BeforeBooking)
			sum, other := p.All.Sub(p.All)
			for _, due := range slices.Concat(p.Now, p.Later, p.AtHotel) {
				if more, err := sum.Add(due.Amount); err == nil {
					sum = more
				} else {
					other = err
				}
			}
			if order, err := sum.Cmp(p.All); other == nil && (err != nil || order != 0) {
				t.Errorf("the parts make %s, the guest pays %s", sum, p.All)
			}
		})
	}
}

// Charged is what is known to be paid with the booking: nothing where the card only guarantees the room.
func TestPayment_Charged(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"guaranteed at the hotel": "0.00 GBP", "guaranteed, and a fee": "0.00 GBP", "prepaid": "241.03 EUR", "prepaid, two rooms": "482.06 EUR",
		"deposit now, rest at the hotel": "100.00 GBP", "deposit later, rest as the payment says": "0.00 GBP",
		"deposit beyond the price": "", "deposit not said": "", "guarantee not said": "", "guaranteed, two rooms": "0 JPY",
	}
	seen := 0
	for _, c := range paytest.Cases() {
		expected, listed := want[c.Name]
		if !listed {
			continue
		}
		seen++
		if got, known := payment(c, terms.Booked).Charged(); known != (expected != "") || known && got.String() != expected {
			t.Errorf("%s: charged %s, %v", c.Name, got, known)
		}
	}
	if seen != len(want) {
		t.Errorf("only %d of the cases were seen", seen)
	}
}

// AtHotelSum includes the price of the stay if it is paid at the hotel.
func TestPayment_AtHotelSum(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"guaranteed at the hotel": "474.00 GBP", "guaranteed, and a fee": "480.00 GBP", "prepaid": "0.00 EUR", "prepaid, and a fee": "4.00 EUR",
		"deposit now, rest and a fee at the hotel": "25.742 KWD", "deposit in another currency": "", "fee whose amount is not said": "",
		"fee that the total may include": "", "fee in another currency": "",
	}
	seen := 0
	for _, c := range paytest.Cases() {
		expected, listed := want[c.Name]
		if !listed {
			continue
		}
		seen++
		if got, known := payment(c, terms.BeforeBooking).AtHotelSum(); known != (expected != "") || known && got.String() != expected {
			t.Errorf("%s: %s at the hotel, %v", c.Name, got, known)
		}
	}
	if seen != len(want) {
		t.Errorf("only %d of the cases were seen", seen)
	}
}

// The service's answer, a simulation and a cancellation each change the payment.
func TestPayment_AfterBooking(t *testing.T) {
	t.Parallel()
	cases := map[string]paytest.Case{}
	for _, c := range paytest.Cases() {
		cases[c.Name] = c
	}
	at := func(name string) terms.Payment { return payment(cases[name], terms.Booked) }
	readOn := func(name string, day api.Date) terms.Payment {
		c := cases[name]
		bill := terms.Bill{Total: c.Total, Telling: terms.Booked, Read: day.In(time.UTC)}
		return terms.Of(c.Terms).Divide(bill, paytest.Made.In(time.UTC), time.UTC)
	}
	eur := func(amount string) api.Money { return api.NewMoney(amount, "EUR") }
	for name, c := range map[string]struct {
		got  terms.Payment
		want []string
	}{
		"answered": {at("prepaid").Answered(eur("241.03"), true), []string{"guest pays: 241.03 EUR on the card", "paid: 241.03 EUR on the card", "due at the hotel: No fees are named."}},
		"a partner pays a part": {
			at("prepaid").Answered(eur("200.00"), true),
			[]string{"guest pays: 200.00 EUR on the card", "paid: 200.00 EUR on the card", "due at the hotel: No fees are named."},
		},
		"not confirmed": {
			at("prepaid").Answered(eur("241.03"), false),
			[]string{"guest pays: 241.03 EUR, charge not reported yet", "paid: not reported yet; the price is 241.03 EUR", "due at the hotel: No fees are named."},
		},
		"not answered": {
			at("prepaid").Answered(api.Money{}, true),
			[]string{"guest pays: 241.03 EUR, charge not reported", "paid: not reported; the price is 241.03 EUR", "due at the hotel: No fees are named."},
		},
		"guaranteed, answered with the price": {
			at("guaranteed at the hotel").Answered(api.NewMoney("474.00", "GBP"), true),
			[]string{"guest pays: 474.00 GBP at the hotel", "paid: Nothing. The card guarantees the room.", "due at the hotel: 474.00 GBP, the price of the stay"},
		},
		"guaranteed, not confirmed": {
			at("guaranteed at the hotel").Answered(api.NewMoney("474.00", "GBP"), false),
			[]string{"guest pays: 474.00 GBP at the hotel", "paid: Nothing. The card guarantees the room once it is confirmed.", "due at the hotel: 474.00 GBP, the price of the stay"},
		},
		"deposit, not confirmed": {
			at("deposit now, rest at the hotel").Answered(api.NewMoney("474.00", "GBP"), false),
			[]string{"guest pays: 474.00 GBP: 100.00 on the card, 374.00 at the hotel", "paid: not reported yet: 100.00 GBP on the card, the deposit", "due at the hotel: 374.00 GBP, the rest of the price"},
		},
		"deposit later, read on its day": {
			readOn("deposit later, rest as the payment says", api.NewDate(2026, 12, 13)),
			[]string{
				"guest pays: 474.00 GBP: 100.00 on Sun 13 Dec 2026, 374.00 later",
				"paid: not reported; the deposit of 100.00 GBP was due on Sun 13 Dec 2026", "due later: 374.00 GBP, the rest of the price: Balance by 14 December",
				"due at the hotel: No fees are named.",
			},
		},
		"deposit not said, cancelled": {at("deposit not said").Canceled(), []string{"paid: not reported; the rate asks for a deposit"}},
		"deposit later, cancelled":    {at("deposit later, rest as the payment says").Canceled(), []string{"paid: Nothing. The deposit was due later."}},
		"simulated":                   {at("prepaid, and a fee").Simulated(), []string{"paid: Nothing. This is simulated; the price is 241.03 EUR."}},
		"cancelled":                   {at("prepaid, and a fee").Canceled(), []string{"paid: 241.03 EUR on the card; the service does not say what is refunded or when"}},
		"when is not said, cancelled": {at("guarantee not said").Canceled(), []string{"paid: not reported; the price is 474.00 GBP"}},
		"guaranteed, cancelled":       {at("guaranteed, and a fee").Canceled(), []string{"paid: Nothing. The card only guaranteed the room."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := rows(c.got); !slices.Equal(got, c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}

// After the dates were changed, what was charged with the booking stays paid, and its difference from the new price is named.
func TestTerms_DivideMoved(t *testing.T) {
	t.Parallel()
	cases := map[string]paytest.Case{}
	for _, c := range paytest.Cases() {
		cases[c.Name] = c
	}
	for name, c := range map[string]struct {
		of, charged string
		want        []string
	}{
		"dearer": {"prepaid, and a fee", "200.00", []string{
			"guest pays: 245.03 EUR: 200.00 on the card, 41.03 on an unstated date, 4.00 at the hotel", "paid: 200.00 EUR on the card",
			"due later: 41.03 EUR more than was paid; the service does not say when it is charged", "due at the hotel: 4.00 EUR, City tax",
		}},
		"cheaper": {"prepaid, and a fee", "250.00", []string{
			"guest pays: 245.03 EUR: 250.00 on the card, 4.00 at the hotel, 8.97 EUR overpaid (refund not said)", "paid: 250.00 EUR on the card",
			"paid: 8.97 EUR of this exceeds the price; the service does not say whether it is refunded", "due at the hotel: 4.00 EUR, City tax",
		}},
		"same price": {"prepaid", "241.03", []string{
			"guest pays: 241.03 EUR on the card", "paid: 241.03 EUR on the card", "due at the hotel: No fees are named.",
		}},
		"at the hotel": {"guaranteed at the hotel", "0.00", []string{
			"guest pays: 474.00 GBP at the hotel", "paid: Nothing. The card guarantees the room.", "due at the hotel: 474.00 GBP, the price of the stay",
		}},
		"deposit was charged": {"deposit now, rest at the hotel", "80.00", []string{
			"guest pays: 474.00 GBP: 80.00 on the card, 394.00 at the hotel", "paid: 80.00 GBP on the card", "due at the hotel: 394.00 GBP, the rest of the price",
		}},
		"deposit beyond the new price": {"deposit now, rest at the hotel", "500.00", []string{
			"guest pays: 474.00 GBP: 500.00 on the card, 26.00 GBP overpaid (refund not said)", "paid: 500.00 GBP on the card",
			"paid: 26.00 GBP of this exceeds the price; the service does not say whether it is refunded", "due at the hotel: No fees are named.",
		}},
		"deposit is still due": {"deposit later, rest as the payment says", "0.00", []string{
			"guest pays: 474.00 GBP: 100.00 on Sun 13 Dec 2026, 374.00 later", "paid: Nothing. The deposit is due later.",
			"due later: 100.00 GBP on Sun 13 Dec 2026, the deposit", "due later: 374.00 GBP, the rest of the price: Balance by 14 December", "due at the hotel: No fees are named.",
		}},
		"deposit is due with the new dates": {"deposit now, rest at the hotel", "0.00", []string{
			"guest pays: 474.00 GBP: 100.00 on an unstated date, 374.00 at the hotel", "paid: not reported; a deposit of 100.00 GBP is due with the new dates",
			"due at the hotel: 374.00 GBP, the rest of the price",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := cases[c.of]
			bill := terms.Bill{Total: one.Total, Fees: one.Fees, Telling: terms.Booked, Charged: api.NewMoney(c.charged, one.Total.Currency())}
			p := terms.Of(one.Terms).Divide(bill, paytest.Made.In(time.UTC), time.UTC)
			if got := rows(p); !slices.Equal(got, c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
			if canceled := p.Canceled(); len(canceled.Now) != 1 {
				t.Errorf("cancelled, it is paid %q", terms.Words(canceled.Now))
			}
		})
	}
}

// A bill may lack a price that can be booked, or the fees at the hotel.
func TestTerms_DivideUnknown(t *testing.T) {
	t.Parallel()
	gbp := api.NewMoney("474.00", "GBP")
	guaranteed := terms.Of(api.Terms{Guarantee: []string{"GUARANTEE"}})
	for name, c := range map[string]struct {
		terms terms.Terms
		bill  terms.Bill
		want  []string
	}{
		"no price": {guaranteed, terms.Bill{NoPrice: "the verification names no total"}, []string{
			"guest pays: not known: the verification names no total", "charged now: not known: the verification names no total",
		}},
		"all included": {terms.Of(api.Terms{Guarantee: []string{"PREPAY"}}), terms.Bill{Total: gbp, AllIncluded: true}, []string{
			"guest pays: 474.00 GBP on the card now", "charged now: 474.00 GBP on the card", "due at the hotel: Nothing. The price includes taxes and fees.",
		}},
		"nothing said, quoted": {terms.Terms{}, terms.Bill{Total: gbp, Telling: terms.InQuote}, []string{
			"guest pays: 474.00 GBP on an unstated date", "due with the booking: not said; the price is 474.00 GBP", "due at the hotel: No fees are named.",
		}},
		"fees not said": {guaranteed, terms.Bill{Total: gbp, Unsaid: terms.NotSaid}, []string{
			"guest pays: 474.00 GBP at the hotel, fees at the hotel: not said", "charged now: Nothing. The card guarantees the room.",
			"due at the hotel: 474.00 GBP, the price of the stay", "due at the hotel: fees: not said",
		}},
		"prepaid, something on top": {terms.Of(api.Terms{Guarantee: []string{"PREPAY"}}), terms.Bill{Total: gbp, Unsaid: terms.Something}, []string{
			"guest pays: 474.00 GBP on the card now, fees at the hotel: amount not said", "charged now: 474.00 GBP on the card",
			"due at the hotel: fees: amount not said",
		}},
		"nothing said": {terms.Terms{}, terms.Bill{Telling: terms.Booked, Unsaid: terms.NotSaid}, []string{
			"paid: not reported", "due at the hotel: fees: not said",
		}},
		"guaranteed, with a mark-up": {guaranteed, terms.Bill{Total: gbp, Markup: api.NewMoney("47.40", "GBP"), Telling: terms.InQuote}, []string{
			"guest pays: 521.40 GBP: 47.40 with the booking, 474.00 at the hotel", "due with the booking: 47.40 GBP", "due at the hotel: 474.00 GBP, the price of the stay",
		}},
		"guaranteed, with a mark-up by name": {guaranteed, terms.Bill{Total: gbp, Markup: api.NewMoney("47.40", "GBP"), MarkupWords: "booking fee", Telling: terms.InQuote}, []string{
			"guest pays: 521.40 GBP: 47.40 with the booking, 474.00 at the hotel", "due with the booking: 47.40 GBP, booking fee", "due at the hotel: 474.00 GBP, the price of the stay",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := rows(c.terms.Divide(c.bill, paytest.Made.In(time.UTC), time.UTC)); !slices.Equal(got, c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}

// A change of the fees at the hotel is shown by their sums, or by their words if a sum is unknown. Fees that were not
// named before are not a change.
func TestCompareFees(t *testing.T) {
	t.Parallel()
	bill := func(amount string, inTotal *bool) terms.Bill {
		return terms.Bill{Total: api.NewMoney("300.00", "GBP"), Fees: []api.Charge{{Amount: api.NewMoney(amount, "GBP"), Description: "City charge", IncludedInTotal: inTotal}}}
	}
	none := terms.Bill{Total: api.NewMoney("300.00", "GBP")}
	unsaid := terms.Bill{Total: none.Total, Unsaid: terms.NotSaid}
	outside := new(bool)
	const unclear = " (may be included in the price)"
	for name, c := range map[string]struct {
		before, now terms.Bill
		want        string // "before → after verdict"; empty for no change
	}{
		"nothing":                {none, none, ""},
		"same fee":               {bill("6.00", outside), bill("6", outside), ""},
		"higher fee":             {bill("6.00", outside), bill("7.50", outside), "6.00 GBP → 7.50 GBP (+1.50) worse"},
		"fee is gone":            {bill("6.00", outside), none, "6.00 GBP → 0.00 GBP (-6.00) better"},
		"may be in the total":    {bill("6.00", outside), bill("6.00", nil), "6.00 GBP, City charge → 6.00 GBP, City charge" + unclear + " unclear"},
		"was unclear, as before": {bill("6.00", nil), bill("6.00", nil), ""},
		"was unclear, and more":  {bill("6.00", nil), bill("7.00", nil), "6.00 GBP, City charge" + unclear + " → 7.00 GBP, City charge" + unclear + " unclear"},
		"not said, and none now": {unsaid, none, ""},
		"not said, and a fee":    {unsaid, bill("6.00", nil), ""},
		"none, and not said now": {none, unsaid, "nothing → not said unclear"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			for _, change := range terms.CompareFees(nil, c.before, c.now) {
				got += change.Before + " → " + change.After + " " + change.Verdict.String()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A hotel's own words on payment are about one room: for several an amount in them is marked.
func TestTerms_PaymentWords(t *testing.T) {
	t.Parallel()
	for payment, marked := range map[string]bool{
		"A deposit of the first night, VND 476182, is charged on 26 Feb 2027.": true, "20.50 EUR on arrival": true, "€20 now": true,
		"Balance by 14 December": false, "PayAtProperty": false, "": false,
	} {
		want := payment
		if marked {
			want = "(for one room) " + payment
		}
		if got := (terms.Terms{Payment: payment}).PaymentWords(3); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := (terms.Terms{Payment: payment}).PaymentWords(1); got != payment {
			t.Errorf("for one room it is %q, want %q", got, payment)
		}
	}
}

func TestFeeWords(t *testing.T) {
	t.Parallel()
	gbp := api.NewMoney("2.5", "GBP")
	yes, no := true, false
	for want, fee := range map[string]api.Charge{
		"2.50 GBP, City charge": {Amount: gbp, Description: "City charge", IncludedInTotal: &no},
		"2.50 GBP":              {Amount: gbp, IncludedInTotal: &yes},
		"City charge (amount not said) (may be included in the price)": {Description: "City charge"},
		"a fee (amount not said)":                                      {IncludedInTotal: &no},
	} {
		if got := terms.FeeWords(fee); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCardWords(t *testing.T) {
	t.Parallel()
	if got := (terms.Terms{Cards: []string{"VI", "ZZ"}}).CardWords(); got != "Visa (VI), ZZ" {
		t.Errorf("got %q", got)
	}
	if got := (terms.Terms{}).CardWords(); got != "" {
		t.Errorf("none is %q", got)
	}
}
