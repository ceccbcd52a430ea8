package terms

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

// The sums due with the booking, after it and at the hotel make up the total. An unknown sum is left out.
func TestPaid(t *testing.T) {
	made := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	const rest = "The rest is paid at the hotel"
	deposit := func(amount, due string) []api.Fact {
		return depositFacts("amount", amount, "currency_code", "GBP", "due_date", due)
	}
	for name, c := range map[string]struct {
		guarantee, payment  string
		deposit             []api.Fact
		total               api.Money
		now, later, atHotel string
	}{
		"prepaid":          {"PREPAY", "", nil, api.NewMoney("600", "GBP"), "600.00 GBP", "", ""},
		"at the hotel":     {"GUARANTEE", "", nil, api.NewMoney("600", "GBP"), "nothing: a card only guarantees the room", "", "600.00 GBP, the price of the stay"},
		"not said":         {"", "", nil, api.NewMoney("600", "GBP"), "when the price is charged is not said", "", ""},
		"deposit unread":   {"DEPOSIT", "20% on booking", nil, api.NewMoney("600", "GBP"), "a deposit, and the rest later: 20% on booking", "", ""},
		"deposit not told": {"DEPOSIT", "", nil, api.NewMoney("600", "GBP"), "a deposit, and the rest later", "", ""},
		"deposit due now":  {"DEPOSIT", "", deposit("200", "2026-11-27"), api.NewMoney("600", "GBP"), "200.00 GBP, the deposit", "400.00 GBP, the rest of the price", ""},
		"deposit due later, rest as said": {
			"DEPOSIT", "Then on 1 Dec", deposit("200", "2026-11-28"), api.NewMoney("600", "GBP"), "nothing with the booking",
			"200.00 GBP on Sat 28 Nov 2026, the deposit|400.00 GBP, the rest of the price: Then on 1 Dec", "",
		},
		"rest at the hotel":         {"DEPOSIT", rest, deposit("200", "2026-11-27"), api.NewMoney("600", "GBP"), "200.00 GBP, the deposit", "", "400.00 GBP, the rest of the price"},
		"deposit of the whole":      {"DEPOSIT", "", deposit("600", "2026-11-27"), api.NewMoney("600", "GBP"), "600.00 GBP, the deposit", "", ""},
		"deposit beyond the total":  {"DEPOSIT", rest, deposit("600.01", "2026-11-27"), api.NewMoney("600", "GBP"), "a deposit, and the rest later: " + rest, "", ""},
		"total in another currency": {"DEPOSIT", "", deposit("200", "2026-11-27"), api.NewMoney("600", "EUR"), "200.00 GBP, the deposit", "the rest of the price", ""},
	} {
		t.Run(name, func(t *testing.T) {
			terms := Terms{Payment: c.payment, Deposit: c.deposit}
			if c.guarantee != "" {
				terms.Guarantee = []string{c.guarantee}
			}
			got := terms.Paid(c.total, made, time.UTC)
			now, later, atHotel := strings.Join(got.Now, "|"), strings.Join(got.Later, "|"), strings.Join(got.AtHotel, "|")
			if now != c.now || later != c.later || atHotel != c.atHotel {
				t.Errorf("now %q, later %q, at the hotel %q", now, later, atHotel)
			}
		})
	}
}

func TestFeeWords(t *testing.T) {
	gbp := api.NewMoney("2.5", "GBP")
	for want, fee := range map[string]api.Charge{
		"2.50 GBP, City charge": {Amount: gbp, Description: "City charge", IncludedInTotal: ref(false)},
		"2.50 GBP":              {Amount: gbp, IncludedInTotal: ref(true)},
		"not said, City charge (whether the price includes it is not said)": {Description: "City charge"},
	} {
		if got := FeeWords(fee); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCardWords(t *testing.T) {
	if got := (Terms{Cards: []string{"VI", "ZZ"}}).CardWords(); got != "Visa (VI), ZZ" {
		t.Errorf("got %q", got)
	}
	if got := (Terms{}).CardWords(); got != "" {
		t.Errorf("none is %q", got)
	}
}
