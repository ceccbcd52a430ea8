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
	budget   int
	looks    int // made for this list
	stay     trip.Trip
	days     map[dates]booking.PriceList
	compared *compared
}

type dates struct{ in, out api.Date }

// compared is the last comparison. It is valid until another day is read or the filter changes.
type compared struct {
	filter trip.Filter
	past   int
	hotels int
	prices [2*reach + 1]booking.ListPrice
}

// New returns a strip that makes so many looks for each list.
func New(budget int) Strip { return Strip{budget: budget} }

// Begin begins with a new list of hotels: all looks are available again, and what is known of the same search
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
	s.stay, s.looks, s.compared = stay, 0, nil
}

// Learn takes the prices of the list itself, which needs no look. Other days are searched without hotels around the place.
func (s *Strip) Learn(list booking.HotelList) {
	if list.Around {
		list = list.WithAround(false)
	}
	if s.days != nil && reflect.DeepEqual(list.Trip, s.stay) {
		s.Take(list.Prices())
	}
}

// Next returns the next search to make, that of the nearest day of which nothing is known, and counts it; false when
// there is none, or no look is left.
func (s *Strip) Next(now time.Time) (trip.Trip, bool) {
	stay, ok := s.next(now)
	if ok {
		s.looks++
	}
	return stay, ok
}

func (s *Strip) next(now time.Time) (trip.Trip, bool) {
	if s.days == nil || s.looks >= s.budget {
		return trip.Trip{}, false
	}
	for away := 1; away <= reach; away++ {
		for _, by := range []int{away, -away} {
			stay := s.stay.Shift(by)
			if _, done := s.days[datesOf(stay)]; !done && len(stay.Problems(now)) == 0 {
				return stay, true
			}
		}
	}
	return trip.Trip{}, false
}

// Stop ends the looks of this list.
func (s *Strip) Stop() { s.looks = s.budget }

// Take takes the prices that a look found.
func (s *Strip) Take(prices booking.PriceList) {
	if s.days != nil {
		s.days[datesOf(prices.Trip())], s.compared = prices, nil
	}
}

// A Day is an arrival around the stay, for the same nights.
type Day struct {
	Trip  trip.Trip
	Price booking.ListPrice // the least that a guest pays; unset where none is known
	// AtMost reports whether a hotel not read on this day may be cheaper.
	AtMost bool
	Known  bool // there was a look, and it tells the price or that there is none
	Past   bool // the day cannot be searched
	// NoneOf is how many hotels were compared, if none of them has a price on this day and another hotel has one or may have
	// one; else 0.
	NoneOf int
	// Present marks the stay itself, and Cheapest the day with the lowest price of those compared. In a tie it is the stay
	// itself, or else the earliest.
	Present, Cheapest bool
}

// Around has the prices of the days around a stay.
type Around struct {
	Days []Day // the earliest first
	// Hotels is how many hotels were compared: those read on every day that was looked at. It is 0 until all looks are made
	// and if there are fewer than leastCompared; then no day is marked as the cheapest.
	Hotels      int
	Checked, Of int // how many of the other days were looked at, and how many can be
}

// leastCompared is the least number of hotels for a cheapest day.
const leastCompared = 5

// Cheapest returns the cheapest day; false if the days are not compared.
func (a Around) Cheapest() (Day, bool) {
	at := slices.IndexFunc(a.Days, func(day Day) bool { return day.Cheapest })
	if at < 0 {
		return Day{}, false
	}
	return a.Days[at], true
}

// NoCheapest returns why no day is the cheapest; empty if one is.
func (a Around) NoCheapest() string {
	priced := 0
	for _, day := range a.Days {
		priced += count(!day.Past && day.Price.IsSet())
	}
	_, there := a.Cheapest()
	switch {
	case there:
		return ""
	case a.Checked == 0:
		return "no other day was checked"
	case a.Hotels == 0:
		return "too few hotels were checked on every day"
	case priced == 1:
		return "only one day has a price"
	case PriceNote(a.Days).Mixed():
		return "the prices differ in the taxes and fees that they include"
	default:
		return "the prices are in different currencies"
	}
}

// Bounded reports whether a price is only an upper bound.
func (a Around) Bounded() bool {
	return slices.ContainsFunc(a.Days, func(day Day) bool { return day.Known && day.AtMost && day.Price.IsSet() })
}

// Around returns the days around the stay with the cheapest prices that match the filter. They are of the hotels read on all
// of these days, or, while those cannot be compared, of the hotels read on each day.
func (s *Strip) Around(f trip.Filter, now time.Time) Around {
	around := Around{Days: s.daysBy(now, func(prices booking.PriceList) (booking.ListPrice, bool) { return prices.Cheapest(f) })}
	var lists []booking.PriceList
	past := 0
	for _, day := range around.Days {
		prices, read := s.days[datesOf(day.Trip)]
		switch {
		case day.Past:
			past++
			continue
		case read:
			lists = append(lists, prices)
		}
		if !day.Present {
			around.Of++
			around.Checked += count(read)
		}
	}
	if _, more := s.next(now); more || len(lists) < 2 {
		return around
	}
	c := s.compare(lists, f, past)
	if c.hotels < leastCompared {
		return around
	}
	around.Hotels = c.hotels
	for i := range around.Days {
		day := &around.Days[i]
		if _, read := s.days[datesOf(day.Trip)]; read {
			if !c.prices[i].IsSet() && (day.Price.IsSet() || !day.Known) {
				day.NoneOf = c.hotels
			}
			day.Price, day.Known, day.AtMost = c.prices[i], true, false
		}
	}
	markCheapest(around.Days)
	return around
}

// compare compares the hotels that are known on all days of the lists. past is how many of the days around are over.
func (s *Strip) compare(lists []booking.PriceList, f trip.Filter, past int) *compared {
	if c := s.compared; c != nil && c.filter == f && c.past == past {
		return c
	}
	hotels := booking.Compared(lists, f)
	c := &compared{filter: f, past: past, hotels: len(hotels)}
	for i := range c.prices {
		if prices, read := s.days[datesOf(s.stay.Shift(i-reach))]; read {
			c.prices[i], _ = prices.CheapestOf(hotels, f)
		}
	}
	s.compared = c
	return c
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// DaysOf returns the days around the stay with what one hotel costs, from the same looks.
func (s *Strip) DaysOf(hotel api.PropertyID, f trip.Filter, now time.Time) []Day {
	days := s.daysBy(now, func(prices booking.PriceList) (booking.ListPrice, bool) { return prices.Of(hotel, f) })
	for i := range days {
		days[i].AtMost = false // Its own price is what it is.
	}
	if !slices.ContainsFunc(days, func(day Day) bool { return !day.Known && !day.Past }) {
		markCheapest(days) // A day that is not known may be cheaper.
	}
	return days
}

func (s *Strip) daysBy(now time.Time, price func(booking.PriceList) (booking.ListPrice, bool)) []Day {
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
	return out
}

// PriceNote returns what the prices of the days include.
func PriceNote(days []Day) (note booking.PriceNote) {
	for _, day := range days {
		if day.Price.IsSet() && !day.Past {
			note.Add(day.Price.Taxes)
		}
	}
	return note
}

// markCheapest marks the cheapest day. It marks none with fewer than two prices, with several currencies, or if the prices
// differ in the taxes and fees that they include.
func markCheapest(days []Day) {
	if PriceNote(days).Mixed() {
		return
	}
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
		c, err := day.Price.Cmp(days[best].Price.Money)
		if err != nil {
			return
		}
		if c < 0 || c == 0 && day.Present {
			best = i
		}
	}
	if priced > 1 {
		days[best].Cheapest = true
	}
}

func datesOf(t trip.Trip) dates { return dates{t.CheckIn, t.CheckOut} }
