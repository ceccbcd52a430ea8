package nearby_test

import (
	"context"
	"slices"
	"strconv"
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
	if a := s.Around(trip.Filter{}, now); a.Checked != 5 || a.Of != 5 {
		t.Errorf("%d of %d days checked", a.Checked, a.Of)
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
	few.Begin(stay(), now)
	few.Stop()
	wants(t, "stopped", asked(&few, now))
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
	days := s.Around(trip.Filter{}, now).Days
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
	if day := s.Around(trip.Filter{}, now).Days[4]; day.Known || !day.AtMost || day.Price.IsSet() {
		t.Errorf("%+v", day)
	}
	s.Take(found(stay().Shift(1)).Prices())
	if day := s.Around(trip.Filter{}, now).Days[4]; !day.Known || day.AtMost || day.Price.IsSet() {
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

// A priced hotel of a day; a price of 0 is no rate.
type priced struct{ hotel, pounds int }

// A daily service has its own hotels for each day, a number of them on a page.
type daily struct {
	booking.Service
	hotels map[int][]priced // by the day of the month
	euros  int              // the day whose prices are in another currency
	whole  int              // the day whose prices include taxes and fees, which is not said of the others
	page   int
}

func (daily) Skew() time.Duration { return 0 }

func (d daily) SearchHotels(_ context.Context, q api.HotelQuery) (api.HotelPage, error) {
	all := d.hotels[q.CheckIn.Day]
	out := api.HotelPage{Page: 1, TotalItems: len(all), TotalPages: (len(all) + d.page - 1) / d.page, NextToken: "more"}
	for _, one := range all[:min(d.page, len(all))] {
		h := api.Hotel{ID: api.PropertyID{Chain: "LX", Code: strconv.Itoa(one.hotel)}, Name: "House " + strconv.Itoa(one.hotel), Rating: api.Rating{Value: strconv.Itoa(3 + one.hotel%2)}}
		currency := "GBP"
		if d.euros == q.CheckIn.Day {
			currency = "EUR"
		}
		if one.pounds > 0 {
			price := api.Price{Total: api.NewMoney(strconv.Itoa(one.pounds), currency)}
			if whole := true; d.whole == q.CheckIn.Day {
				price.TaxesIncluded = &whole
			}
			h.Rooms = []api.Room{{Rates: []api.Rate{{BookingCode: "a", Price: price}}}}
		}
		out.Hotels = append(out.Hotels, h)
	}
	return out, nil
}

// upTo returns the hotels 1 to n at a price each.
func upTo(n, pounds int) (out []priced) {
	for i := range n {
		out = append(out, priced{i + 1, pounds + i})
	}
	return out
}

// The cheapest day is found among the hotels read on every day that was looked at, of which there must be at least five.
func TestAround_ComparesTheSameHotels(t *testing.T) {
	t.Parallel()
	// The stay's own list is complete, and its cheapest hotel is on a page that no look reads.
	late := append(upTo(20, 286), priced{21, 104})
	for name, c := range map[string]struct {
		own, other []priced // on the 12th and on each other day
		others     map[int][]priced
		page       int
		filter     trip.Filter
		hotels     int
		cheapest   int // the day; 0 for none
		own12      string
		bounded    bool
	}{
		"the cheapest hotel was read today alone": {own: late, other: append(upTo(20, 280), priced{21, 90}), page: 20, hotels: 20, cheapest: 10, own12: "286.00"},
		"all days whole":              {own: upTo(6, 300), other: upTo(6, 310), others: map[int][]priced{14: upTo(6, 200)}, page: 20, hotels: 6, cheapest: 14, own12: "300.00"},
		"full on a whole day":         {own: upTo(6, 300), other: upTo(6, 310), others: map[int][]priced{14: upTo(5, 320)}, page: 20, hotels: 6, cheapest: 12, own12: "300.00"},
		"as cheap as the stay itself": {own: upTo(6, 300), other: upTo(6, 300), page: 20, hotels: 6, cheapest: 12, own12: "300.00"},
		"four hotels in all":          {own: upTo(4, 300), other: upTo(4, 200), page: 20, own12: "300.00"},
		"five hotels in all":          {own: upTo(5, 300), other: upTo(5, 200), page: 20, hotels: 5, cheapest: 10, own12: "300.00"},
		"four were read on every day": {own: upTo(9, 300), other: upTo(9, 200), page: 4, own12: "300.00", bounded: true},
		"other hotels on one day":     {own: upTo(9, 300), other: upTo(9, 200), others: map[int][]priced{15: {{7, 1}, {8, 1}, {9, 1}, {10, 1}, {11, 1}, {12, 1}, {13, 1}, {14, 1}, {15, 1}}}, page: 8, own12: "300.00", bounded: true},
		"the filter leaves four":      {own: upTo(8, 300), other: upTo(8, 200), page: 20, filter: trip.Filter{MinStars: 4}, own12: "300.00"},
		"the filter leaves ten":       {own: upTo(20, 300), other: upTo(20, 200), page: 20, filter: trip.Filter{MinStars: 4}, hotels: 10, cheapest: 10, own12: "300.00"},
		"no prices anywhere":          {own: []priced{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}, other: nil, page: 20, own12: ""},
	} {
		service := daily{hotels: map[int][]priced{12: c.own}, page: c.page}
		for _, day := range []int{10, 11, 13, 14, 15} {
			service.hotels[day] = c.other
			if some, ok := c.others[day]; ok {
				service.hotels[day] = some
			}
		}
		desk := booking.NewDesk(booking.Options{Service: service, Now: func() time.Time { return now }})
		list := func(t *testing.T, stay trip.Trip, whole bool) booking.HotelList {
			t.Helper()
			list, err := desk.Hotels(t.Context(), stay)
			if err != nil {
				t.Fatal(err)
			}
			if whole {
				service.page = 1000
				list, err = booking.NewDesk(booking.Options{Service: service, Now: func() time.Time { return now }}).Hotels(t.Context(), stay)
				if err != nil {
					t.Fatal(err)
				}
			}
			return list
		}
		s := nearby.New(nearby.Looks)
		s.Begin(stay(), now)
		s.Learn(list(t, stay(), true))
		for next, ok := s.Next(now); ok; next, ok = s.Next(now) {
			if a := s.Around(c.filter, now); a.Hotels != 0 {
				t.Errorf("%s: compared after %d of %d days", name, a.Checked, a.Of)
			}
			s.Take(list(t, next, false).Prices())
		}
		a := s.Around(c.filter, now)
		day, ok := a.Cheapest()
		if a.Hotels != c.hotels || ok != (c.cheapest > 0) || ok && day.Trip.CheckIn.Day != c.cheapest || a.Bounded() != c.bounded {
			t.Errorf("%s: of %d hotels the %d (%t), bounded %t; want of %d the %d, %t", name, a.Hotels, day.Trip.CheckIn.Day, ok, a.Bounded(), c.hotels, c.cheapest, c.bounded)
		}
		if own := a.Days[3].Price; own.IsSet() != (c.own12 != "") || own.IsSet() && own.Digits() != c.own12 {
			t.Errorf("%s: the stay itself costs %s, want %s", name, own, c.own12)
		}
	}
}

// around returns the days around the stay once all were looked at.
func (d daily) around(t *testing.T, f trip.Filter) nearby.Around {
	t.Helper()
	desk := booking.NewDesk(booking.Options{Service: d, Now: func() time.Time { return now }})
	s := nearby.New(nearby.Looks)
	s.Begin(stay(), now)
	for next, more := stay(), true; more; next, more = s.Next(now) {
		list, err := desk.Hotels(t.Context(), next)
		if err != nil {
			t.Fatal(err)
		}
		s.Take(list.Prices())
	}
	return s.Around(f, now)
}

// A day on which no compared hotel has a price is not a day without one if another hotel has a price, or may have one.
func TestAround_NoneOfTheCompared(t *testing.T) {
	t.Parallel()
	full := func(from int, others ...priced) []priced { return append(upTo(5, from), others...) }
	service := daily{page: 6, hotels: map[int][]priced{
		10: full(280, priced{10, 500}, priced{11, 500}), 11: full(280, priced{10, 500}, priced{11, 500}), 12: full(280, priced{10, 500}, priced{11, 500}),
		13: full(310), 14: full(310, priced{10, 500}, priced{11, 200}), 15: full(310, priced{6, 250}, priced{7, 500}),
	}}
	a := service.around(t, trip.Filter{MaxPrice: api.NewMoney("300", "GBP")})
	if a.Hotels != 5 {
		t.Fatalf("%d hotels are compared", a.Hotels)
	}
	for day, want := range map[int]int{12: 0, 13: 0, 14: 5, 15: 5} {
		if got := a.Days[day-9]; got.NoneOf != want || got.Price.IsSet() != (day == 12) || !got.Known {
			t.Errorf("on the %d there is none of %d, want %d: %+v", day, got.NoneOf, want, got)
		}
	}
}

// Without a cheapest day the cause is named.
func TestAround_NoCheapest(t *testing.T) {
	t.Parallel()
	all := func(hotels []priced) map[int][]priced {
		return map[int][]priced{10: hotels, 11: hotels, 12: hotels, 13: hotels, 14: hotels, 15: hotels}
	}
	for name, c := range map[string]struct {
		service daily
		want    string
	}{
		"there is one":   {daily{hotels: all(upTo(5, 280)), page: 20}, ""},
		"four hotels":    {daily{hotels: all(upTo(4, 280)), page: 20}, "too few hotels were checked on every day"},
		"two currencies": {daily{hotels: all(upTo(5, 280)), euros: 14, page: 20}, "the prices are in different currencies"},
		"taxes":          {daily{hotels: all(upTo(5, 280)), whole: 14, page: 20}, "the prices differ in the taxes and fees that they include"},
		"one day priced": {daily{hotels: map[int][]priced{12: upTo(5, 280)}, page: 20}, "only one day has a price"},
	} {
		a := c.service.around(t, trip.Filter{})
		if got := a.NoCheapest(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if _, there := a.Cheapest(); there != (c.want == "") {
			t.Errorf("%s: a cheapest day: %t", name, there)
		}
	}
	var s nearby.Strip
	s.Begin(stay(), now)
	if got := s.Around(trip.Filter{}, now).NoCheapest(); got != "no other day was checked" {
		t.Errorf("without looks: %q", got)
	}
}
