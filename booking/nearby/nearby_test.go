package nearby_test

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/nearby"
	"bellhop/booking/trip"
)

var now = time.Date(2026, 12, 10, 12, 0, 0, 0, time.UTC)

func stay() trip.Trip {
	return trip.Trip{
		Destination: trip.CodeDestination("LON"), CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 14), Adults: 2, Rooms: 1,
	}
}

func found(t trip.Trip) booking.HotelList { return booking.HotelList{Trip: t, ReadAt: now} }

// asked returns the days that are looked at, until none is left.
func asked(s *nearby.Strip, at time.Time) (days []int) {
	for {
		next, ok := s.Next(at)
		if !ok {
			return days
		}
		days = append(days, next.CheckIn.Day)
		s.Take(found(next).Prices())
	}
}

func wants(t *testing.T, what string, got []int, want ...int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

// The nearest days are asked for first, those that are past never, and none twice as long as its price is not old.
func TestLooks(t *testing.T) {
	t.Parallel()
	s := nearby.New(6)
	wants(t, "before a list", asked(&s, now))
	s.Begin(stay(), now)
	s.Learn(found(stay()))
	wants(t, "the first list", asked(&s, now), 13, 11, 14, 10, 15)
	if made, most := s.Looks(); made != 5 || most != 6 {
		t.Errorf("%d of %d looks", made, most)
	}
	s.Begin(stay().Shift(1), now)
	wants(t, "a day later", asked(&s, now), 16)
	s.Begin(stay().AddNights(1), now)
	wants(t, "a night more", asked(&s, now), 13, 11, 14, 10, 15)
	s.Begin(stay(), now)
	wants(t, "back", asked(&s, now))
	wider := stay()
	wider.Adults = 1
	s.Begin(wider, now)
	wants(t, "another party", asked(&s, now), 13, 11, 14, 10, 15)
	s.Begin(wider, now.Add(time.Hour))
	wants(t, "an hour later", asked(&s, now.Add(time.Hour)), 13, 11, 14, 10, 15)
	few := nearby.New(2)
	few.Begin(stay(), now)
	wants(t, "two looks", asked(&few, now), 13, 11)
	var none nearby.Strip
	none.Begin(stay(), now)
	wants(t, "no looks", asked(&none, now))
}

// Every day around is there, in order: the stay's own, those that are past, and those that nothing is known of.
func TestDays(t *testing.T) {
	t.Parallel()
	s := nearby.New(1)
	s.Begin(stay().Shift(-1), now)
	s.Learn(found(stay().Shift(-1)))
	days := s.Days(trip.Filter{}, now)
	if len(days) != 7 {
		t.Fatalf("%d days", len(days))
	}
	for i, day := range days {
		if day.Trip.CheckIn.Day != 8+i || day.Present != (i == 3) || day.Known != (i == 3) || day.Past != (day.Trip.CheckIn.Day < 10) ||
			day.Price.IsSet() || day.Cheapest {
			t.Errorf("day %d is %+v", i, day)
		}
	}
}

// A day of which a part was read, and no price in that, is not one without a price.
func TestDaysThatWereReadInPart(t *testing.T) {
	t.Parallel()
	s := nearby.New(1)
	s.Begin(stay(), now)
	part := found(stay().Shift(1))
	part.Total = 9
	s.Take(part.Prices())
	if day := s.Days(trip.Filter{}, now)[4]; day.Known || !day.AtMost || day.Price.IsSet() {
		t.Errorf("%+v", day)
	}
	s.Take(found(stay().Shift(1)).Prices())
	if day := s.Days(trip.Filter{}, now)[4]; !day.Known || day.AtMost || day.Price.IsSet() {
		t.Errorf("all of it was read: %+v", day)
	}
}

// What one hotel costs is told of the days on which it was read, and no day is its cheapest as long as one is not known.
func TestDaysOfOneHotel(t *testing.T) {
	t.Parallel()
	s := nearby.New(1)
	s.Begin(stay(), now)
	hotel := api.PropertyID{Chain: "LX", Code: "1"}
	s.Learn(found(stay()))
	part := found(stay().Shift(1))
	part.Total = 9
	s.Take(part.Prices())
	for i, day := range s.DaysOf(hotel, trip.Filter{}, now) {
		if day.Known != (i == 3) || day.Price.IsSet() || day.Cheapest || day.AtMost {
			t.Errorf("day %d is %+v", i, day)
		}
	}
}
