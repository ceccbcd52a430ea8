package terms

import (
	"fmt"
	"strings"

	"bellhop/api"
)

// PriceWords returns an amount, or that it is not said.
func PriceWords(m api.Money) string {
	if !m.IsSet() {
		return NotSaid
	}
	return m.String()
}

// saidMoney returns an amount, empty where none was sent.
func saidMoney(m api.Money) string {
	if !m.IsSet() {
		return ""
	}
	return m.String()
}

// NightsTotal adds up the nightly prices. The note says that they do not make up the total; it is empty when
// they do.
func NightsTotal(p api.Price) (sum api.Money, note string) {
	if len(p.Nights) == 0 {
		return api.Money{}, ""
	}
	sum = p.Nights[0].Total
	for _, night := range p.Nights[1:] {
		next, err := sum.Add(night.Total)
		if err != nil {
			return api.Money{}, "the nightly prices cannot be added: " + err.Error()
		}
		sum = next
	}
	if c, err := sum.Cmp(p.Total); err != nil || c != 0 {
		return sum, fmt.Sprintf("the nights add up to %s, the total is %s", sum, p.Total)
	}
	return sum, ""
}

// PartsWords lists the parts of a total: "base price 29.993, taxes 0.000, fees and other charges in the total 4.499". The
// fees are those known to be in the total, or unset. The note gives the amount that the parts do not explain; it is empty if
// they add up to the total. Both are empty if the service sent no parts.
func PartsWords(total, base, taxes, fees api.Money) (words, note string) {
	if !base.IsSet() && !taxes.IsSet() {
		return "", ""
	}
	var parts []string
	for _, part := range []struct {
		name   string
		amount api.Money
	}{{"base price ", base}, {"taxes ", taxes}} {
		if part.amount.IsSet() {
			parts = append(parts, part.name+part.amount.Digits())
		}
	}
	sum, err := base.Add(taxes)
	if err != nil {
		return strings.Join(parts, ", "), cannotAdd(total, base, taxes, err)
	}
	rest, err := total.Sub(sum)
	known, errFees := rest.Cmp(fees)
	switch {
	case err != nil:
		return strings.Join(parts, ", "), cannotAdd(total, base, taxes, err)
	case rest.Sign() < 0:
		note = fmt.Sprintf("base price and taxes make %s, the total is %s", sum, total)
	case rest.Sign() > 0 && errFees == nil && known == 0:
		parts = append(parts, "fees and other charges in the total "+rest.Digits())
	case rest.Sign() > 0:
		note = rest.String() + " of the total is not broken down by the service"
	}
	return strings.Join(parts, ", "), note
}

// cannotAdd returns why the parts of a total cannot be added; empty if one of them is missing.
func cannotAdd(total, base, taxes api.Money, err error) string {
	if !total.Valid() || !base.Valid() || !taxes.Valid() {
		return ""
	}
	return "base price and taxes cannot be added: " + err.Error()
}
