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
		word  string
		words string
	}{
		"not said":                      {priceOf("120.00", "4.00", nil), "n/a", "taxes not said"},
		"included":                      {priceOf("120.00", "0", ref(true)), "incl", "taxes included"},
		"a fee at the hotel":            {priceOf("120.00", "4.00", ref(false)), "+4.00", "fees of 4.00 GBP more at the hotel"},
		"one fee inside, one outside":   {priceOf("121.50", "4.00", ref(false)), "+2.50", "fees of 2.50 GBP more at the hotel"},
		"taxes are missing":             {priceOf("100.00", "4.00", ref(false)), "+ ?", "taxes or fees come on top, how much is not named"},
		"taxes are missing, no fees":    {priceOf("100.00", "0", ref(false)), "+ ?", "taxes or fees come on top, how much is not named"},
		"the parts make the total":      {priceOf("124.00", "4.00", ref(false)), "+ ?", "taxes or fees come on top, how much is not named"},
		"the total is above the parts":  {priceOf("130.00", "4.00", ref(false)), "+ ?", "taxes or fees come on top, how much is not named"},
		"fees are not said":             {priceOf("120.00", "", ref(false)), "+ ?", "taxes or fees come on top, how much is not named"},
		"fees are no number":            {priceOf("120.00", "some", ref(false)), "+ ?", "taxes or fees come on top, how much is not named"},
		"fees are in another currency":  {other, "+ ?", "taxes or fees come on top, how much is not named"},
		"a fee below nothing is no fee": {priceOf("120.00", "-4.00", ref(false)), "+ ?", "taxes or fees come on top, how much is not named"},
	} {
		t.Run(name, func(t *testing.T) {
			note := TaxesOf(c.price)
			if note.Word() != c.word || note.Words() != c.words {
				t.Errorf("got %q, %q; want %q, %q", note.Word(), note.Words(), c.word, c.words)
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
		{ref(true), "taxes included"},
		{ref(false), "taxes or fees come on top, how much is not named"},
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
		{TaxNote{Kind: TaxFeeDue, Due: api.NewMoney("4.5", "GBP")}, "124.50 GBP", "124.50 GBP in all: 4.50 GBP of fees are paid at the hotel"},
		{TaxNote{Kind: TaxFeeDue, Due: api.NewMoney("4.5", "EUR")}, "120.00 GBP", "and 4.50 EUR of fees at the hotel"},
		{TaxNote{Kind: TaxIncluded}, "120.00 GBP", "taxes included"},
		{TaxNote{Kind: TaxPart}, "120.00 GBP", "taxes or fees come on top, how much is not named"},
	} {
		if got := c.note.Pays(total).String(); got != c.pays {
			t.Errorf("%+v: the guest pays %s, want %s", c.note, got, c.pays)
		}
		if got := c.note.PaysWords(total); got != c.words {
			t.Errorf("%+v: %q, want %q", c.note, got, c.words)
		}
	}
}
