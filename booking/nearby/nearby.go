// Package nearby tells what the days around a stay cost: for each of them the cheapest price that meets a filter, from
// a limited number of searches.
package nearby

import (
	"reflect"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
)

const (
	// reach is how many days before and after a stay are looked at.
	reach = 3
	// Looks is how many searches a list makes at most for its days around.
	Looks = 2 * reach
	// known is how long a price is not asked for again.
	known = 15 * time.Minute
)

// A Strip is what is known of the days around a stay. Prices of other days and nights are kept while the same is
// searched for, so that going back and forth asks for nothing twice. The zero value makes no look.
type Strip struct {
	budget int
	looks  int // made for this list
	stay   trip.Trip
	days   map[dates]booking.PriceList
}

type dates struct{ in, out api.Date }

// New returns a strip that makes so many looks for each list.
func New(budget int) Strip { return Strip{budget: budget} }

// Begin is told that a list of hotels has come: it has the whole number of looks, and what is known of the same search
// at other days holds.
func (s *Strip) Begin(stay trip.Trip, now time.Time) {
	if s.days == nil || !reflect.DeepEqual(stay, s.stay) && !stay.OtherDays(s.stay) {
		s.days = map[dates]booking.PriceList{}
	}
	for day, prices := range s.days {
		if now.Sub(prices.ReadAt()) > known {
			delete(s.days, day)
		}
	}
	s.stay, s.looks = stay, 0
}

// Learn takes what the list itself costs, which takes no look.
func (s *Strip) Learn(list booking.HotelList) {
	if s.days != nil && reflect.DeepEqual(list.Trip, s.stay) {
		s.days[datesOf(list.Trip)] = list.Prices()
	}
}

// Next returns the next search to make, that of the nearest day of which nothing is known, and counts it; false when
// there is none, or no look is left.
func (s *Strip) Next(now time.Time) (trip.Trip, bool) {
	if s.days == nil || s.looks >= s.budget {
		return trip.Trip{}, false
	}
	for away := 1; away <= reach; away++ {
		for _, by := range []int{away, -away} {
			stay := s.stay.Shift(by)
			if _, done := s.days[datesOf(stay)]; !done && len(stay.Problems(now)) == 0 {
				s.looks++
				return stay, true
			}
		}
	}
	return trip.Trip{}, false
}

// Take takes the prices that a look found.
func (s *Strip) Take(prices booking.PriceList) {
	if s.days != nil {
		s.days[datesOf(prices.Trip())] = prices
	}
}

// Looks returns how many looks this list has made, and how many it may make.
func (s *Strip) Looks() (made, most int) { return s.looks, s.budget }

// A Day is an arrival around the stay, for the same nights.
type Day struct {
	Trip  trip.Trip
	Price api.Money // the least that a guest pays; unset where none is known
	// AtMost reports whether there are hotels that the look has not read: one of them may be cheaper.
	AtMost bool
	Known  bool // there was a look, and it tells the price or that there is none
	Past   bool // the day cannot be searched
	// Present is the stay itself, and Cheapest the earliest of the days whose price is the lowest of all known ones.
	Present, Cheapest bool
}

// Days returns the days around the stay, the earliest first, with the cheapest prices that meet the filter.
func (s *Strip) Days(f trip.Filter, now time.Time) []Day {
	return s.daysBy(now, func(prices booking.PriceList) (api.Money, bool) { return prices.Cheapest(f) })
}

// DaysOf returns the days around the stay with what one hotel costs, from the same looks.
func (s *Strip) DaysOf(hotel api.PropertyID, f trip.Filter, now time.Time) []Day {
	days := s.daysBy(now, func(prices booking.PriceList) (api.Money, bool) { return prices.Of(hotel, f) })
	for i := range days {
		days[i].AtMost = false // Its own price is what it is.
	}
	if slices.ContainsFunc(days, func(day Day) bool { return !day.Known && !day.Past }) {
		for i := range days {
			days[i].Cheapest = false // One that is not known may be cheaper.
		}
	}
	return days
}

func (s *Strip) daysBy(now time.Time, price func(booking.PriceList) (api.Money, bool)) []Day {
	out := make([]Day, 0, 2*reach+1)
	for by := -reach; by <= reach; by++ {
		day := Day{Trip: s.stay.Shift(by), Present: by == 0}
		day.Past = len(day.Trip.Problems(now)) > 0
		if prices, ok := s.days[datesOf(day.Trip)]; ok {
			day.AtMost = prices.More()
			day.Price, _ = price(prices)
			day.Known = day.Price.IsSet() || !day.AtMost // Without one it may be among those that were not read.
		}
		out = append(out, day)
	}
	if at := cheapest(out); at >= 0 {
		out[at].Cheapest = true
	}
	return out
}

// cheapest returns the index of the cheapest day; -1 where there are no two prices, or several currencies.
func cheapest(days []Day) int {
	best, priced := -1, 0
	for i, day := range days {
		if !day.Price.IsSet() || day.Past {
			continue
		}
		priced++
		if best < 0 {
			best = i
			continue
		}
		c, err := day.Price.Cmp(days[best].Price)
		if err != nil {
			return -1
		}
		if c < 0 {
			best = i
		}
	}
	if priced < 2 {
		return -1
	}
	return best
}

func datesOf(t trip.Trip) dates { return dates{t.CheckIn, t.CheckOut} }
