package store

import (
	"math"
	"slices"
)

// Days is a range of calendar days, both ends included. AllDays is every day.
type Days struct{ From, Until int32 }

// AllDays returns the range that holds every day.
func AllDays() Days { return Days{From: math.MinInt32, Until: math.MaxInt32} }

// Filter says which reservations List returns. All that is given must hold.
type Filter struct {
	CheckIn, CheckOut Days
	IDs               []string // any of them; nil does not filter
	Values            []string // any of these normalised custom_data values; nil does not filter
	Limit, Offset     int64
}

// Night is one kind of room of one hotel on one night.
type Night struct {
	Hotel int64
	Night int32
	Room  int
}

// Hotels is a range of hotel keys, both ends included.
type Hotels struct{ From, Until int64 }

// nearby is how many keys may lie between two hotels of one range: cheaper than seeking again.
const nearby = 32

// Ranges joins hotel keys into few ranges, which can hold hotels that were not given.
func Ranges(keys []int64) []Hotels {
	sorted := slices.Sorted(slices.Values(keys))
	var list []Hotels
	for _, key := range sorted {
		if n := len(list); n > 0 && key-list[n-1].Until <= nearby {
			list[n-1].Until = key
			continue
		}
		list = append(list, Hotels{key, key})
	}
	return list
}
