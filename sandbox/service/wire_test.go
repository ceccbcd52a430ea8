package service

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/world"
)

func TestSpec_2_5_Terms(t *testing.T) {
	t.Parallel()
	t.Run("nothing to say", func(t *testing.T) {
		proves(t, "SPEC 2.5/3", "SPEC 2.5/4")
		raw, err := json.Marshal(wireTerms(world.Terms{}, 1))
		if got := string(raw); err != nil || !strings.Contains(got, `"cancel_note":null`) || !strings.Contains(got, `"cancel_penalties":[]`) {
			t.Errorf("no terms are %s, %v", raw, err)
		}
	})
}

func TestSpec_2_6_NoHotels(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.6/9")
	raw, err := json.Marshal(wireDestination(&world.Destination{ID: "x", Name: "X", Country: "X"}, nil))
	if want := `{"objectID":"x","type":"destination","name":"X","city":null,"state":null,"country":"X","country_code":null,"hotels_count":0,"hotels":[]}`; err != nil || string(raw) != want {
		t.Errorf("a place without hotels is %s, %v, want %s", raw, err, want)
	}
}

func TestSpec_2_7_Hotel(t *testing.T) {
	t.Parallel()
	t.Run("nothing known", func(t *testing.T) {
		proves(t, "SPEC 2.7/4", "SPEC 2.7/6", "SPEC 2.7/7", "SPEC 2.7/8", "SPEC 2.7/9", "SPEC 2.7/10", "SPEC 2.7/11", "SPEC 2.7/12",
			"SPEC 2.7/13", "SPEC 2.7/14", "SPEC 2.7/15", "SPEC 2.7/16", "SPEC 2.7/17", "SPEC 2.7/18")
		raw, err := json.Marshal(wireListed(world.Property{
			ID: "0f", Chain: "QX", Code: "1", Name: "The Bare", FullAddress: "Somewhere", Zone: "Europe/London", HideZone: true, HidePoint: true,
		}))
		if err != nil {
			t.Fatal(err)
		}
		const want = `{"objectID":"0f","type":"hotel","name":"The Bare","chain_code":"QX","property_code":"1","brand":null,"address_line1":null,` +
			`"address_line2":null,"full_address":"Somewhere","city":null,"state":null,"postal_code":null,"country":null,"country_code":null,` +
			`"description":null,"amenities":[],"phone":null,"email":null,"timezone":null,"rating":null,"check_in_time":null,` +
			`"check_out_time":null,"image_url":null,"images":[],"category":null,"priority_rank":null,"coordinates":null}`
		if string(raw) != want {
			t.Errorf("a hotel of which nothing is known is\n%s, want\n%s", raw, want)
		}
	})
}

func TestSpec_2_9_Verification(t *testing.T) {
	t.Parallel()
	t.Run("deposits", func(t *testing.T) {
		proves(t, "SPEC 2.9/11")
		none, some := wireVerifiedTerms(world.Terms{}), wireVerifiedTerms(world.Terms{Deposit: &world.Deposit{}})
		raw, err := json.Marshal(none)
		if want := `{"accepted_credit_cards":[],"cancel_penalties":[],"deposit_policies":{},"description":[],"guarantee_type":[""],"rate_payment_info":""}`; err != nil || string(raw) != want {
			t.Errorf("no terms are %s, %v", raw, err)
		}
		if len(some.Deposit) == 0 {
			t.Error("a deposit is not shown")
		}
	})
}

// Every currency that a hotel asks for can be converted, and at that rate a
// night costs what a night may cost.
func TestSpec_2_8_EveryCurrencyIsConverted(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.8/27")
	w, err := world.New(1, 6000)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	in := world.DayOf(2027, time.January, 12)
	dollars := map[string][]float64{}
	for i := range w.Len() {
		currency := w.Property(i).Currency
		units, known := perDollar(currency)
		if !known {
			t.Fatalf("there is no exchange rate for %s", currency)
		}
		if len(dollars[currency]) > 20 {
			continue
		}
		for _, offer := range w.Offers(i, world.Stay{In: in, Out: in + 1, Adults: 2}, now) {
			total, ok := new(big.Rat).SetString(offer.Rates[0].Price.Total.String())
			if !ok {
				t.Fatalf("%s is no number", offer.Rates[0].Price.Total)
			}
			cost, _ := total.Quo(total, units).Float64()
			dollars[currency] = append(dollars[currency], cost)
		}
	}
	for currency, costs := range dollars {
		sum := 0.0
		for _, cost := range costs {
			sum += cost
		}
		if mean := sum / float64(len(costs)); mean < 12 || mean > 1500 {
			t.Errorf("a night costs %.2f dollars where one pays in %s", mean, currency)
		}
		rates := exchangeRates([]pricedHotel{{LowestRate: lowestRate{CurrencyCode: currency}}})
		for _, rate := range rates {
			if factor, err := rate.Factor.Float64(); err != nil || factor <= 0 || rate.Source != currency || rate.Target == currency {
				t.Errorf("%s is converted by %+v", currency, rate)
			}
		}
		if len(rates) < 2 {
			t.Errorf("%s is converted into %d currencies", currency, len(rates))
		}
	}
	if len(dollars) < 120 {
		t.Errorf("hotels ask for %d currencies only", len(dollars))
	}
}
