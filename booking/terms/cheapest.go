package terms

import "bellhop/api"

// CheapestRate returns the cheapest rate of a room among those in the currency of the first; with a first one
// without a total none can be compared.
func CheapestRate(room api.Room) (api.Rate, bool) {
	if len(room.Rates) == 0 {
		return api.Rate{}, false
	}
	if first := room.Rates[0]; !first.Price.Total.IsSet() {
		return first, true
	}
	return cheapest(room.Rates)
}

// cheapest returns the cheapest rate among those in the currency of the first that has a total; false when none has.
func cheapest(rates []api.Rate) (best api.Rate, found bool) {
	for _, rate := range rates {
		if c, err := rate.Price.Total.Cmp(best.Price.Total); !found || err == nil && c < 0 {
			best, found = rate, rate.Price.Total.IsSet()
		}
	}
	return best, found
}
