package terms

import (
	"fmt"

	"bellhop/api"
)

// PriceWords is an amount, or that it is not said.
func PriceWords(m api.Money) string {
	if !m.IsSet() {
		return NotSaid
	}
	return m.String()
}

// saidMoney is an amount, empty where none was sent.
func saidMoney(m api.Money) string {
	if !m.IsSet() {
		return ""
	}
	return m.String()
}

// cheapest is the price with the lowest total among a hotel's rates. Those in
// another currency than the first are left out, because they cannot be compared.
// It is false when no rate has a total.
func cheapest(hotel api.Hotel) (best api.Price, found bool) {
	for _, room := range hotel.Rooms {
		for _, rate := range room.Rates {
			if !found {
				best, found = rate.Price, rate.Price.Total.IsSet()
				continue
			}
			if c, err := rate.Price.Total.Cmp(best.Total); err == nil && c < 0 {
				best = rate.Price
			}
		}
	}
	return best, found
}

// CheapestRate is the cheapest rate of a room among those in the currency of the
// first, because others cannot be compared with it.
func CheapestRate(room api.Room) (api.Rate, bool) {
	if len(room.Rates) == 0 {
		return api.Rate{}, false
	}
	best := room.Rates[0]
	for _, rate := range room.Rates[1:] {
		if c, err := rate.Price.Total.Cmp(best.Price.Total); err == nil && c < 0 {
			best = rate
		}
	}
	return best, true
}

// NightsTotal adds up the nightly prices. The note says that they cannot be added
// or do not make up the total; it is empty when they do.
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
