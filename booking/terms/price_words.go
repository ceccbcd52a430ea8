package terms

import (
	"fmt"

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
