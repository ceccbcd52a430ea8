package exchange_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellhop/api"
	"bellhop/booking/exchange"
)

func factors() []api.ExchangeRate {
	return []api.ExchangeRate{
		{Factor: "1.16279070", Source: "GBP", Target: "EUR"},
		{Factor: "200", Source: "GBP", Target: "JPY"},
		{Factor: "0.41", Source: "GBP", Target: "KWD"},
		{Factor: "1.1", Source: "EUR", Target: "USD"},
		{Factor: "0", Source: "GBP", Target: "CHF"},
		{Factor: "-1", Source: "GBP", Target: "SEK"},
		{Factor: "many", Source: "GBP", Target: "NOK"},
		{Factor: "1", Source: "GBP", Target: "GBP"},
		{Factor: "1", Source: "", Target: "DKK"},
		{Factor: "1e19", Source: "GBP", Target: "VND"},
	}
}

// An amount is multiplied exactly and rounded once, to the digits of the other currency; without a factor for it nothing
// is made up.
func TestConvert(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		number, currency, target string
		want                     string
	}{
		"by the factor":          {"193.07", "GBP", "EUR", "≈224.50 EUR at the service's factor 1.1627907; it is booked in GBP"},
		"without digits":         {"100.014", "GBP", "JPY", "≈20,003 JPY at the service's factor 200; it is booked in GBP"},
		"with three":             {"10", "GBP", "KWD", "≈4.100 KWD at the service's factor 0.41; it is booked in GBP"},
		"noise":                  {"0.04999999999999", "EUR", "USD", "≈0.06 USD at the service's factor 1.1; it is booked in EUR"},
		"half up":                {"0.05", "EUR", "USD", "≈0.06 USD at the service's factor 1.1; it is booked in EUR"},
		"the other way round":    {"10", "USD", "EUR", ""},
		"into its own":           {"10", "GBP", "GBP", ""},
		"a factor of zero":       {"10", "GBP", "CHF", ""},
		"a factor below zero":    {"10", "GBP", "SEK", ""},
		"a factor that is none":  {"10", "GBP", "NOK", ""},
		"an unknown currency":    {"10", "XXQ", "EUR", ""},
		"an amount that is none": {"ten", "GBP", "EUR", ""},
		"no amount":              {"", "GBP", "EUR", ""},
		"too long an amount":     {"1234567890123456789012345678.99", "GBP", "VND", ""},
	} {
		got, ok := exchange.Convert(factors(), api.NewMoney(c.number, c.currency), c.target)
		if ok != (c.want != "") || ok && got.Words() != c.want {
			t.Errorf("%s: %q (%t), want %q", name, got.Words(), ok, c.want)
		}
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{"GBP": "EUR JPY KWD VND", "EUR": "USD", "USD": "", "": "EUR JPY KWD USD VND"} {
		if got := strings.Join(exchange.Targets(factors(), source), " "); got != want {
			t.Errorf("%q: %s, want %s", source, got, want)
		}
	}
	for target, want := range map[string]string{"EUR": "≈ EUR at 1.1627907 per GBP", "CHF": "", "USD": ""} {
		if got := exchange.FactorWords(factors(), "GBP", target); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The factors of each page are kept; of one pair the newest counts.
func TestMerge(t *testing.T) {
	t.Parallel()
	known := factors()[:2]
	merged := exchange.Merge(known, []api.ExchangeRate{{Factor: "1.2", Source: "GBP", Target: "EUR"}, {Factor: "1.1", Source: "EUR", Target: "USD"}})
	if got := exchange.FactorWords(merged, "GBP", "EUR"); len(merged) != 3 || got != "≈ EUR at 1.2 per GBP" || known[0].Factor != "1.16279070" {
		t.Errorf("%v of %v", merged, known)
	}
}

// Whatever comes as a factor, a converted amount is one that can be read, in the currency that was asked for.
func TestAnyFactor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`-?[0-9]{1,25}(\.[0-9]{1,25})?(e[0-9]{1,3})?`))
		rate := api.ExchangeRate{Factor: text.Draw(t, "factor"), Source: "GBP", Target: rapid.SampledFrom([]string{"EUR", "JPY", "ZZZ"}).Draw(t, "target")}
		got, ok := exchange.Convert([]api.ExchangeRate{rate}, api.NewMoney(text.Draw(t, "amount"), "GBP"), rate.Target)
		if ok && (!got.Valid() || got.Currency() != rate.Target) {
			t.Fatalf("%+v", got)
		}
	})
}
