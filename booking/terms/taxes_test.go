package terms

import (
	"testing"

	"bellhop/api"
)

// priceOf has taxes of 20.00 GBP.
func priceOf(total, base, fees string, included *bool) api.Price {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	return api.Price{Total: gbp(total), Base: gbp(base), Taxes: gbp("20.00"), Fees: gbp(fees), TaxesIncluded: included}
}

func TestTaxesOf(t *testing.T) {
	other := priceOf("120.00", "100.00", "4.00", ref(false))
	other.Fees = api.NewMoney("4.00", "EUR")
	for name, c := range map[string]struct {
		price api.Price
		word  string
		words string
	}{
		"not said":                      {priceOf("120.00", "100.00", "4.00", nil), "n/a", "taxes not said"},
		"included":                      {priceOf("120.00", "100.00", "0", ref(true)), "incl", "taxes included"},
		"a fee at the hotel":            {priceOf("120.00", "100.00", "4.00", ref(false)), "+fee", "fees of 4.00 GBP more at the hotel"},
		"one fee inside, one outside":   {priceOf("121.50", "100.00", "4.00", ref(false)), "+fee", "fees of 2.50 GBP more at the hotel"},
		"taxes are missing":             {priceOf("100.00", "100.00", "4.00", ref(false)), "part", "taxes or fees are not all included"},
		"taxes are missing, no fees":    {priceOf("100.00", "100.00", "0", ref(false)), "part", "taxes or fees are not all included"},
		"the parts make the total":      {priceOf("124.00", "100.00", "4.00", ref(false)), "part", "taxes or fees are not all included"},
		"the total is above the parts":  {priceOf("130.00", "100.00", "4.00", ref(false)), "part", "taxes or fees are not all included"},
		"fees are not said":             {priceOf("120.00", "100.00", "", ref(false)), "part", "taxes or fees are not all included"},
		"fees are no number":            {priceOf("120.00", "100.00", "some", ref(false)), "part", "taxes or fees are not all included"},
		"fees are in another currency":  {other, "part", "taxes or fees are not all included"},
		"a fee below nothing is no fee": {priceOf("120.00", "100.00", "-4.00", ref(false)), "part", "taxes or fees are not all included"},
	} {
		t.Run(name, func(t *testing.T) {
			note := TaxesOf(c.price)
			if note.Word() != c.word || note.Words() != c.words {
				t.Errorf("got %q, %q; want %q, %q", note.Word(), note.Words(), c.word, c.words)
			}
		})
	}
}

// A hotel's lowest rate has no fees: those of the rate with its total count.
func TestTaxesOfTheLowestRate(t *testing.T) {
	hotel := func(lowest *api.LowestRate, prices ...api.Price) api.Hotel {
		h := api.Hotel{Lowest: lowest, Rooms: []api.Room{{}, {}}}
		for i, p := range prices {
			room := &h.Rooms[i%2]
			room.Rates = append(room.Rates, api.Rate{Price: p})
		}
		return h
	}
	lowest := func(total string, included *bool) *api.LowestRate {
		p := priceOf(total, "100.00", "", included)
		return &api.LowestRate{Total: p.Total, Base: p.Base, Taxes: p.Taxes, TaxesIncluded: included}
	}
	withFee := priceOf("120.00", "100.00", "4.00", ref(false))
	dearer := priceOf("150.00", "130.00", "9.00", ref(false))
	for name, c := range map[string]struct {
		hotel api.Hotel
		want  string
	}{
		"the rate with the same total":   {hotel(lowest("120.00", ref(false)), dearer, withFee), "fees of 4.00 GBP more at the hotel"},
		"no rate has that total":         {hotel(lowest("110.00", ref(false)), dearer, withFee), "taxes or fees are not all included"},
		"no rates at all":                {hotel(lowest("120.00", ref(false))), "taxes or fees are not all included"},
		"its own flag says included":     {hotel(lowest("120.00", ref(true)), withFee), "taxes included"},
		"its own flag is missing":        {hotel(lowest("120.00", nil), withFee), "taxes not said"},
		"no lowest rate: the cheapest":   {hotel(nil, dearer, withFee), "fees of 4.00 GBP more at the hotel"},
		"no prices":                      {hotel(nil), "taxes not said"},
		"the rate says what it does not": {hotel(lowest("120.00", ref(false)), priceOf("120.00", "100.00", "", ref(true))), "taxes or fees are not all included"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, note := LowestTotal(c.hotel); note.Words() != c.want {
				t.Errorf("got %q, want %q", note.Words(), c.want)
			}
		})
	}
}
