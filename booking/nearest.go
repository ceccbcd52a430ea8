package booking

import (
	"cmp"
	"math"
	"slices"

	"bellhop/api"
)

// Nearest lists what a hotel offers in place of a rate that is gone, at most so
// many: first the rates of the same room, then those of rooms that hold the
// party, each by how little its total differs from the price of before. Totals
// in another currency come last, because they cannot be compared.
func Nearest(hotel api.Hotel, room string, before api.Money, party, most int) []Offer {
	offers := slices.DeleteFunc(Offers(hotel), func(o Offer) bool {
		return o.Room.MaxOccupancy > 0 && o.Room.MaxOccupancy < party
	})
	distance := func(o Offer) float64 {
		if _, err := o.Rate.Price.Total.Cmp(before); err != nil {
			return math.Inf(1)
		}
		return math.Abs(position(o.Rate.Price.Total) - position(before))
	}
	slices.SortStableFunc(offers, func(a, b Offer) int {
		if same := (a.RoomName() == room); same != (b.RoomName() == room) {
			if same {
				return -1
			}
			return 1
		}
		return cmp.Compare(distance(a), distance(b))
	})
	return offers[:min(most, len(offers))]
}
