package terms

import (
	"strings"
	"testing"

	"bellhop/api"
)

func limits(t *testing.T, texts ...string) (l Limits) {
	t.Helper()
	for _, text := range texts {
		var err error
		if l, err = l.With(text); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestLimits_With(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"50 GBP": "50.00 GBP", " 50.5  gbp ": "50.50 GBP", "0 JPY": "0 JPY", "0.5EUR": "0.50 EUR",
		"50": "not an amount", "GBP": "not an amount", "-5 GBP": "not an amount", "007 GBP": "not an amount", "1,000 GBP": "not an amount",
		"1e9 GBP": "not an amount", "50 XQQ": "XQQ is not a currency", "5 EUR": "two amounts in EUR",
	} {
		before := Limits{}
		if text == "5 EUR" {
			before = limits(t, "20 EUR")
		}
		got, err := before.With(text)
		switch {
		case err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%q: %v", text, err)
		case err == nil && got.String() != want:
			t.Errorf("%q is %q", text, got)
		}
	}
}

// Amounts of two currencies are never compared, and an unknown or estimated amount is within no limit.
func TestLimits_Exceeded(t *testing.T) {
	t.Parallel()
	both := limits(t, "50 GBP", "20 EUR")
	for name, c := range map[string]struct {
		limits    Limits
		amount    api.Money
		estimated bool
		want      string
	}{
		"without limits":   {nil, api.NewMoney("900", "GBP"), true, ""},
		"at the limit":     {both, api.NewMoney("50.00", "GBP"), false, ""},
		"above":            {both, api.NewMoney("50.01", "GBP"), false, "50.01 GBP is more than 50.00 GBP"},
		"in the second":    {both, api.NewMoney("20.5", "EUR"), false, "20.50 EUR is more than 20.00 EUR"},
		"another currency": {both, api.NewMoney("1", "USD"), false, "1.00 USD, but there is no limit in USD"},
		"free":             {both, api.NewMoney("0", "USD"), false, ""},
		"free, unnamed":    {both, api.NewMoney("0", ""), false, ""},
		"unknown":          {both, api.Money{}, false, "the cost is not known"},
		"unnamed":          {both, api.NewMoney("1", ""), false, "the cost is not known"},
		"estimated":        {both, api.NewMoney("1", "GBP"), true, "the cost is only estimated, about 1.00 GBP"},
	} {
		if got := c.limits.Exceeded(c.amount, c.estimated); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
