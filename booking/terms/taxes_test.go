package terms

import (
	"testing"

	"bellhop/api"
)

// priceOf has a base of 100.00 and taxes of 20.00 GBP.
func priceOf(total, fees string, included *bool) api.Price {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	return api.Price{Total: gbp(total), Base: gbp("100.00"), Taxes: gbp("20.00"), Fees: gbp(fees), TaxesIncluded: included}
}

func TestTaxesOf(t *testing.T) {
	other := priceOf("120.00", "4.00", ref(false))
	other.Fees = api.NewMoney("4.00", "EUR")
	for name, c := range map[string]struct {
		price api.Price
		words string
	}{
		"not said":                      {priceOf("120.00", "4.00", nil), "taxes not said"},
		"included":                      {priceOf("120.00", "0", ref(true)), "taxes and fees included"},
		"a fee at the hotel":            {priceOf("120.00", "4.00", ref(false)), "4.00 GBP in fees at the hotel"},
		"one fee inside, one outside":   {priceOf("121.50", "4.00", ref(false)), "2.50 GBP in fees at the hotel"},
		"taxes are missing":             {priceOf("100.00", "4.00", ref(false)), "plus taxes or fees (amount not said)"},
		"taxes are missing, no fees":    {priceOf("100.00", "0", ref(false)), "plus taxes or fees (amount not said)"},
		"the parts make the total":      {priceOf("124.00", "4.00", ref(false)), "plus taxes or fees (amount not said)"},
		"the total is above the parts":  {priceOf("130.00", "4.00", ref(false)), "plus taxes or fees (amount not said)"},
		"fees are not said":             {priceOf("120.00", "", ref(false)), "plus taxes or fees (amount not said)"},
		"fees are no number":            {priceOf("120.00", "some", ref(false)), "plus taxes or fees (amount not said)"},
		"fees are in another currency":  {other, "plus taxes or fees (amount not said)"},
		"a fee below nothing is no fee": {priceOf("120.00", "-4.00", ref(false)), "plus taxes or fees (amount not said)"},
	} {
		t.Run(name, func(t *testing.T) {
			note := TaxesOf(c.price)
			if note.Words() != c.words {
				t.Errorf("got %q, want %q", note.Words(), c.words)
			}
		})
	}
}

// A hotel's lowest rate has no fees: without its rates nothing tells how much is left out.
func TestTaxesOfTheLowestRate(t *testing.T) {
	for _, c := range []struct {
		included *bool
		want     string
	}{
		{ref(true), "taxes and fees included"},
		{ref(false), "plus taxes or fees (amount not said)"},
		{nil, "taxes not said"},
	} {
		p := priceOf("120.00", "", c.included)
		got := LowestTaxes(api.LowestRate{Total: p.Total, Base: p.Base, Taxes: p.Taxes, TaxesIncluded: c.included})
		if got.Words() != c.want {
			t.Errorf("got %q, want %q", got.Words(), c.want)
		}
	}
}

func TestWhatTheGuestPays(t *testing.T) {
	total := api.NewMoney("120.00", "GBP")
	for _, c := range []struct {
		note        TaxNote
		pays, words string
	}{
		{TaxNote{Kind: TaxFeeDue, Due: api.NewMoney("4.5", "GBP")}, "124.50 GBP", "124.50 GBP, of which 4.50 GBP in fees at the hotel"},
		{TaxNote{Kind: TaxIncluded}, "120.00 GBP", "120.00 GBP, taxes and fees included"},
		{TaxNote{Kind: TaxPart}, "120.00 GBP", "120.00 GBP, plus taxes or fees (amount not said)"},
	} {
		if got := c.note.Pays(total).String(); got != c.pays {
			t.Errorf("%+v: the guest pays %s, want %s", c.note, got, c.pays)
		}
		if got := c.note.PaysWords(total); got != c.words {
			t.Errorf("%+v: %q, want %q", c.note, got, c.words)
		}
	}
}
