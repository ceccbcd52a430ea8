package world

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// sample lists every hotel of a number for which pick holds, at most n.
func sample(w *World, n int, pick func(h hotel) bool) []int {
	var list []int
	for i := 0; i < w.Len() && len(list) < n; i++ {
		if pick(w.hotel(i)) {
			list = append(list, i)
		}
	}
	return list
}

// priced is a stay as somebody sees it at a moment.
type priced struct {
	stay Stay
	now  time.Time
}

// night is one night for two, seen so many days before.
func night(in Day, lead int) priced {
	return priced{Stay{In: in, Out: in + 1, Adults: 2}, in.UTC().AddDate(0, 0, -lead).Add(12 * time.Hour)}
}

// ratio compares what the same rates cost the first night of two lists of
// stays, over all hotels. Pairs that are not both for sale are left out.
func ratio(t *testing.T, w *World, hotels []int, a, b []priced) float64 {
	t.Helper()
	sum, count := 0.0, 0
	for _, i := range hotels {
		h := w.hotel(i)
		plan := 0
		if !h.sells(h.sketch(0), plan) {
			plan = 1
		}
		code := bookingCode(w.seed, h.city.No, h.k, 0, plan)
		var costs [2]int64
		for n := range a {
			_, one, ok1 := w.Rate(i, code, a[n].stay, a[n].now)
			_, two, ok2 := w.Rate(i, code, b[n].stay, b[n].now)
			if ok1 && ok2 {
				costs[0] += one.Price.Nights[0].Total.Minor
				costs[1] += two.Price.Nights[0].Total.Minor
			}
		}
		if costs[1] > 0 {
			sum += float64(costs[0]) / float64(costs[1])
			count++
		}
	}
	if count < 20 {
		t.Fatalf("%d of %d hotels can be compared", count, len(hotels))
	}
	return sum / float64(count)
}

// nightsOf are the first four weeks of a month of 2027, night by night.
func nightsOf(m time.Month, lead int) []priced {
	list := make([]priced, 28)
	for n := range list {
		list[n] = night(DayOf(2027, m, 1)+Day(n), lead)
	}
	return list
}

// near fails unless a ratio is what it is to be, give or take the chance that a
// night's price has in it.
func near(t *testing.T, what string, got, want, slack float64) {
	t.Helper()
	if math.Abs(got-want) > slack {
		t.Errorf("%s: %.3f, want %.3f", what, got, want)
	}
}

func TestPricesFollowTheSeason(t *testing.T) {
	t.Parallel()
	w := varied(t)
	july, january := nightsOf(time.July, 30), nightsOf(time.January, 30)
	for _, c := range []struct {
		where string
		pick  func(lat float64) bool
		want  float64 // July to January
	}{
		{"north", func(lat float64) bool { return lat > 24 }, 1200.0 / 840},
		{"south", func(lat float64) bool { return lat < -24 }, 840.0 / 1200},
		{"tropics", func(lat float64) bool { return math.Abs(lat) < 23 }, 960.0 / 1160},
	} {
		hotels := sample(w, 60, func(h hotel) bool { return c.pick(h.city.At.Lat) && h.city.No != scenarioCity })
		near(t, c.where, ratio(t, w, hotels, july, january), c.want, 0.08)
	}
}

func TestPricesFollowTheWeekday(t *testing.T) {
	t.Parallel()
	w := varied(t)
	var tuesdays, saturdays []priced
	for n := range 25 {
		day := DayOf(2027, time.January, 5) + Day(7*n)
		tuesdays, saturdays = append(tuesdays, night(day, 30)), append(saturdays, night(day+4, 30))
	}
	for kind, want := range map[kind]float64{business: 1110.0 / 890, resort: 930.0 / 1190, airport: 1110.0 / 890, luxury: 930.0 / 1190} {
		hotels := sample(w, 60, func(h hotel) bool { return h.kind == kind && h.city.No != scenarioCity })
		near(t, kind.String(), ratio(t, w, hotels, tuesdays, saturdays), want, 0.05)
	}
}

// Only the day on which somebody looks differs, so only the lead time does.
func TestPricesFollowTheLeadTime(t *testing.T) {
	t.Parallel()
	w := varied(t)
	hotels := sample(w, 50, func(h hotel) bool { return h.city.country.taxes != nil })
	seen := func(lead int) []priced { return nightsOf(time.May, lead) }
	for lead, want := range map[int]float64{1: 1.08, 2: 1.08, 3: 1.04, 13: 1.04, 14: 1, 59: 1, 61: 0.96, 300: 0.96} {
		near(t, fmt.Sprint(lead, " days before"), ratio(t, w, hotels, seen(lead), seen(30)), want, 0.01)
	}
}

// Only the night of departure differs, so only the length of the stay does.
func TestPricesFollowTheLength(t *testing.T) {
	t.Parallel()
	w := varied(t)
	hotels := sample(w, 75, func(h hotel) bool { return h.kind != apartments })
	long := func(nights Day) []priced {
		list := nightsOf(time.May, 30)
		for n := range list {
			list[n].stay.Out = list[n].stay.In + nights
		}
		return list
	}
	for nights, want := range map[Day]float64{2: 1, 3: 1, 4: 0.965, 6: 0.965, 7: 0.93, 14: 0.93} {
		near(t, fmt.Sprint(nights, " nights"), ratio(t, w, hotels, long(nights), long(1)), want, 0.01)
	}
}

// Stars alone make the same room of the same hotel dearer, and a larger party does.
func TestPricesFollowTheClassAndTheParty(t *testing.T) {
	t.Parallel()
	w := varied(t)
	for i := 0; i < w.Len(); i += 7 {
		h := w.hotel(i)
		s := h.sketch(1)
		stay := Stay{In: DayAt(someday) + 40, Out: DayAt(someday) + 42, Adults: 2}
		total := func(stay Stay) int64 { return w.quote(h, s, stay, 40, someday).price(&plans[0]).Base.Minor }
		before := int64(0)
		for h.stars = 1; h.stars <= 5; h.stars++ {
			is := total(stay)
			if is <= before {
				t.Errorf("hotel %d costs %d with %d stars, %d with one less", i, is, h.stars, before)
			}
			before = is
		}
		h.stars = 3
		two, three, child := total(stay), total(Stay{stay.In, stay.Out, 3, 0}), total(Stay{stay.In, stay.Out, 2, 1})
		if alone := total(Stay{stay.In, stay.Out, 1, 0}); alone != two || child <= two || three <= child {
			t.Errorf("hotel %d costs %d alone, %d for two, %d with a child, %d for three", i, alone, two, child, three)
		}
	}
}
