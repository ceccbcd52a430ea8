// Package exchange converts prices into other currencies by the factors of the service. What it returns is for display
// only: a booking is in the currency of its rate.
package exchange

import (
	"slices"
	"strings"

	"github.com/bojanz/currency"
	"github.com/cockroachdb/apd/v3"

	"bellhop/api"
)

// Merge adds newer factors to those that are known: of two for one pair of currencies the newer one counts.
func Merge(known, newer []api.ExchangeRate) []api.ExchangeRate {
	merged := slices.Clone(known)
	for _, rate := range newer {
		same := func(k api.ExchangeRate) bool { return k.Source == rate.Source && k.Target == rate.Target }
		if at := slices.IndexFunc(merged, same); at >= 0 {
			merged[at] = rate
		} else {
			merged = append(merged, rate)
		}
	}
	return merged
}

// Targets lists the currencies that prices can be converted into, in the service's order; with a source only those for
// prices in it.
func Targets(factors []api.ExchangeRate, source string) []string {
	var targets []string
	for _, rate := range factors {
		if _, ok := factorOf(rate); ok && (source == "" || source == rate.Source) && !slices.Contains(targets, rate.Target) {
			targets = append(targets, rate.Target)
		}
	}
	return targets
}

// factorOf returns a factor that can be calculated with: a number above zero, between two currencies.
func factorOf(rate api.ExchangeRate) (*apd.Decimal, bool) {
	factor := api.NewMoney(rate.Factor, "")
	if factor.Sign() <= 0 || rate.Source == "" || rate.Target == "" || rate.Source == rate.Target {
		return nil, false
	}
	d, _, err := apd.NewFromString(rate.Factor)
	return d, err == nil
}

// A Price is an amount that was converted, with the factor as the service wrote it.
type Price struct {
	api.Money
	Factor string
	Source string // the currency of the rate
}

// precision is enough for an exact product.
const precision = 200

// Convert converts an amount, rounded to the digits of the other currency; false where the service gives no factor for it.
// It never divides: what a factor means the other way round nobody says.
func Convert(factors []api.ExchangeRate, m api.Money, target string) (Price, bool) {
	at := slices.IndexFunc(factors, func(rate api.ExchangeRate) bool { return rate.Source == m.Currency() && rate.Target == target })
	if at < 0 || !m.Valid() {
		return Price{}, false
	}
	factor, ok := factorOf(factors[at])
	amount, _, err := apd.NewFromString(m.WithoutNoise().Number())
	if !ok || err != nil {
		return Price{}, false
	}
	digits, known := currency.GetDigits(target)
	if !known {
		digits = 2
	}
	exact := apd.BaseContext.WithPrecision(precision)
	exact.Rounding = apd.RoundHalfUp
	var product, rounded apd.Decimal
	if _, err := exact.Mul(&product, amount, factor); err != nil {
		return Price{}, false
	}
	if _, err := exact.Quantize(&rounded, &product, -int32(digits)); err != nil {
		return Price{}, false
	}
	out := api.NewMoney(rounded.Text('f'), target)
	return Price{Money: out, Factor: plain(factors[at].Factor), Source: m.Currency()}, out.Valid()
}

// plain returns a factor without zeros at its end.
func plain(factor string) string {
	if !strings.Contains(factor, ".") || strings.ContainsAny(factor, "eE") {
		return factor
	}
	return strings.TrimSuffix(strings.TrimRight(factor, "0"), ".")
}

// Digits returns the amount as converted ones are marked: "≈224.50".
func (p Price) Digits() string { return "≈" + p.Money.Digits() }

// Words returns the amount with its factor and what it is good for.
func (p Price) Words() string {
	return "≈" + p.String() + " at the service's factor " + p.Factor + "; it is booked in " + p.Source
}

// FactorWords tells by which factor prices of a currency are converted into another: "≈ EUR at 1.1628 per GBP"; empty where
// there is none.
func FactorWords(factors []api.ExchangeRate, source, target string) string {
	for _, rate := range factors {
		if _, ok := factorOf(rate); ok && rate.Source == source && rate.Target == target {
			return "≈ " + target + " at " + plain(rate.Factor) + " per " + source
		}
	}
	return ""
}
