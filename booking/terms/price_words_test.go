package terms

import (
	"strings"
	"testing"

	"bellhop/api"
)

func TestNightsTotal(t *testing.T) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	p := api.Price{Total: gbp("30.00"), Nights: []api.NightPrice{{Total: gbp("10.00")}, {Total: gbp("20.00")}}}
	if sum, note := NightsTotal(p); note != "" || sum.Number() != "30.00" {
		t.Errorf("got %v %q", sum, note)
	}
	p.Total = gbp("31.00")
	if _, note := NightsTotal(p); note != "the nights add up to 30.00 GBP, the total is 31.00 GBP" {
		t.Errorf("got %q", note)
	}
	p.Total = api.NewMoney("30.00", "EUR")
	if _, note := NightsTotal(p); note != "the nights add up to 30.00 GBP, the total is 30.00 EUR" {
		t.Errorf("got %q", note)
	}
	p.Nights[1].Total = api.NewMoney("20.00", "EUR")
	if sum, note := NightsTotal(p); sum.IsSet() || !strings.HasPrefix(note, "the nightly prices cannot be added: ") {
		t.Errorf("got %v %q", sum, note)
	}
	if sum, note := NightsTotal(api.Price{Total: gbp("30.00")}); sum.IsSet() || note != "" {
		t.Errorf("got %v %q", sum, note)
	}
}

// The parts of a total add up, or a note gives the difference.
func TestPartsWords(t *testing.T) {
	t.Parallel()
	kwd := func(number string) api.Money { return api.NewMoney(number, "KWD") }
	for name, c := range map[string]struct {
		total, base, taxes, fees api.Money
		words, note              string
	}{
		"fees known from the journal": {kwd("34.492"), kwd("29.993"), kwd("0"), kwd("4.499"), "base price 29.993, taxes 0.000, fees and other charges in the total 4.499", ""},
		"fees not known":              {kwd("34.492"), kwd("29.993"), kwd("0"), api.Money{}, "base price 29.993, taxes 0.000", "4.499 KWD of the total is not broken down by the service"},
		"fees of another amount":      {kwd("34.492"), kwd("29.993"), kwd("0"), kwd("4.000"), "base price 29.993, taxes 0.000", "4.499 KWD of the total is not broken down by the service"},
		"fees in another currency":    {kwd("34.492"), kwd("29.993"), kwd("0"), api.NewMoney("4.499", "GBP"), "base price 29.993, taxes 0.000", "4.499 KWD of the total is not broken down by the service"},
		"the whole":                   {kwd("30"), kwd("29"), kwd("1"), api.Money{}, "base price 29.000, taxes 1.000", ""},
		"more than the total":         {kwd("29"), kwd("29"), kwd("1"), api.Money{}, "base price 29.000, taxes 1.000", "base price and taxes make 30.000 KWD, the total is 29.000 KWD"},
		"no decimals":                 {api.NewMoney("41510", "JPY"), api.NewMoney("37736", "JPY"), api.NewMoney("3774", "JPY"), api.Money{}, "base price 37,736, taxes 3,774", ""},
		"base price alone":            {kwd("30"), kwd("29"), api.Money{}, api.Money{}, "base price 29.000", ""},
		"two currencies":              {kwd("30"), kwd("29"), api.NewMoney("1", "GBP"), api.Money{}, "base price 29.000, taxes 1.00", "base price and taxes cannot be added"},
		"nothing said":                {kwd("30"), api.Money{}, api.Money{}, api.Money{}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if words, note := PartsWords(c.total, c.base, c.taxes, c.fees); words != c.words || !strings.HasPrefix(note, c.note) || note != "" && c.note == "" {
				t.Errorf("got %q, %q", words, note)
			}
		})
	}
}

// The hotel's own sentences are labelled as such: per room if the amounts are for several rooms, and with a note if the
// service calls an amount estimated that they state.
func TestTerms_Wording(t *testing.T) {
	t.Parallel()
	step := func(text, amount string, estimated bool) Terms {
		return Terms{Steps: []Step{{Text: text, Amount: api.NewMoney(amount, "JPY"), Estimated: estimated}}}
	}
	const both = " (The hotel states the amount; the service calls it estimated.)"
	const sentence = "Free until Thu, then the first night: JPY 20,755."
	for name, c := range map[string]struct {
		terms Terms
		rooms int
		label string
		want  string
	}{
		"exact on both sides":         {step(sentence, "20755", false), 1, "hotel's wording", sentence},
		"exact, called estimated":     {step(sentence, "20755", true), 1, "hotel's wording", sentence + both},
		"no amount, called estimated": {step("One night is charged", "20755", true), 1, "hotel's wording", "One night is charged"},
		"two rooms":                   {step(sentence, "41510", false), 2, "hotel, per room", sentence},
		"two rooms, called estimated": {step(sentence, "41510", true), 2, "hotel, per room", sentence + both},
		"nothing":                     {step(" ", "20755", true), 1, "hotel's wording", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if label, lines := c.terms.Wording(c.rooms); label != c.label || strings.Join(lines, "|") != c.want {
				t.Errorf("%s: %q", label, lines)
			}
		})
	}
}
