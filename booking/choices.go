package booking

import (
	"cmp"
	"maps"
	"slices"

	"bellhop/api"
)

// Page is the number of the newest page that was read, from 1 on.
func (l HotelList) Page() int { return l.page }

// Choices are what a filter of a list can name: its chains by code, and its
// amenities, the most frequent first.
func (l HotelList) Choices() (chains, amenities []string) {
	byChain, byAmenity := map[string]int{}, map[string]int{}
	for _, item := range l.Items {
		if chain := item.ID.Chain; chain != "" {
			byChain[chain]++
		}
		for _, a := range item.Amenities() {
			byAmenity[a]++
		}
	}
	chains, amenities = slices.Sorted(maps.Keys(byChain)), slices.Sorted(maps.Keys(byAmenity))
	slices.SortStableFunc(amenities, func(a, b string) int { return cmp.Compare(byAmenity[b], byAmenity[a]) })
	return chains, amenities
}

// Cheapest is the cheapest rate of a room among those in the first one's
// currency; others cannot be compared with it.
func Cheapest(room api.Room) (api.Rate, bool) {
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
