package booking

import (
	"math"
	"slices"
	"strconv"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// PriceBounds returns the lowest and the highest price of the rows; ok is false without prices or with several currencies.
func PriceBounds(rows []HotelRow) (low, high api.Money, ok bool) {
	var least, most *ListedRate
	for i := range rows {
		rate := rows[i].Rate
		switch {
		case !rate.priced:
			continue
		case least == nil:
			least, most = rate, rate
		case rate.currency != least.currency:
			return api.Money{}, api.Money{}, false
		case rate.pays.cmp(&least.pays) < 0:
			least = rate
		case rate.pays.cmp(&most.pays) > 0:
			most = rate
		}
	}
	if least == nil {
		return api.Money{}, api.Money{}, false
	}
	return least.Pays(), most.Pays(), true
}

// A PriceRange is the lowest and the highest price of a list as whole numbers, and a round step between them.
type PriceRange struct{ Low, High, Step int }

// stepsOf is how many steps go through a range, about.
const stepsOf = 20

// PriceRange returns the range of what guests pay at the hotels that the filter keeps whatever they cost, with a
// step of about its twentieth part; false where PriceBounds is.
func (l HotelList) PriceRange(f trip.Filter) (PriceRange, bool) {
	f.MinPrice, f.MaxPrice = api.Money{}, api.Money{}
	least, most, ok := PriceBounds(l.Arrange(trip.Order{By: trip.SortService}, f, ""))
	if !ok {
		return PriceRange{}, false
	}
	low, high := position(least), position(most)
	if low < 0 || high > maxPosition {
		return PriceRange{}, false
	}
	return PriceRange{Low: int(math.Floor(low)), High: int(math.Ceil(high)), Step: roundStep((high - low) / stepsOf)}, true
}

// maxPosition keeps the whole numbers of a range far from overflowing.
const maxPosition = 1e12

// roundStep returns the largest of 1, 2, 5, 10, 20, 50 … that is not above the number, and 1 at least.
func roundStep(most float64) int {
	step := 1
	for power := 1; float64(power) <= most; power *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if float64(digit*power) <= most {
				step = digit * power
			}
		}
	}
	return step
}

// Next returns the highest total after this one, a step up or down: from none (zero) to the least that leaves a
// hotel or the greatest that leaves one out, and beyond both ends to none again.
func (r PriceRange) Next(most, by int) int {
	next := most + by*r.Step
	switch {
	case by > 0 && most < r.Low:
		next = (r.Low + r.Step) / r.Step * r.Step
	case by < 0 && (most == 0 || most > r.High):
		next = (r.High - 1) / r.Step * r.Step
	}
	if next < r.Low || next >= r.High {
		return 0
	}
	return next
}

// position returns an amount as a number for charts and steps, never for money; 0 where it is not finite.
func position(m api.Money) float64 {
	f, err := strconv.ParseFloat(m.Number(), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// Shares returns the nights' prices as parts of the dearest night, from 0 to 1.
func Shares(nights []api.NightPrice) []float64 {
	out, top := make([]float64, len(nights)), 0.0
	for i, n := range nights {
		out[i] = max(0, position(n.Total))
		top = max(top, out[i])
	}
	for i := range out {
		if top > 0 {
			out[i] /= top
		}
	}
	return out
}

// A PriceList is what the hotels of a search cost, by the rates that any filter may want. The zero value has none.
type PriceList struct {
	trip    trip.Trip
	items   []Listing
	at      map[api.PropertyID]int
	longest api.Money
	more    bool
	readAt  time.Time
}

// Prices returns what the list's hotels cost, without what else is known of them.
func (l HotelList) Prices() PriceList {
	p := PriceList{trip: l.Trip, items: make([]Listing, len(l.Items)), at: make(map[api.PropertyID]int, len(l.Items))}
	p.more, p.readAt = !l.Whole(), l.ReadAt
	copy(p.items, l.Items)
	for i := range p.items {
		p.items[i].packed = api.PackedHotel{}
		p.at[p.items[i].ID] = i
	}
	p.longest = Longest(l.Arrange(trip.Order{By: trip.SortService}, trip.Filter{}, ""))
	return p
}

// Trip returns what was searched.
func (p PriceList) Trip() trip.Trip { return p.trip }

// ReadAt returns when the prices came.
func (p PriceList) ReadAt() time.Time { return p.readAt }

// More reports whether the search found hotels that are not in the list.
func (p PriceList) More() bool { return p.more }

// A ListPrice is what the guest pays, and how much of the taxes and fees is in it.
type ListPrice struct {
	api.Money
	Taxes terms.TaxKind
}

func (r *ListedRate) price() ListPrice { return ListPrice{r.Pays(), terms.TaxKind(r.taxes)} }

// Cheapest returns the least that the guest pays at a hotel that the filter keeps; false where there is no price, and
// where there are several currencies.
func (p PriceList) Cheapest(f trip.Filter) (ListPrice, bool) {
	test, least := newRateTest(f), &noRate
	for i := range p.items {
		rate, ok := best(&f, &p.items[i], &test)
		switch {
		case !ok || !rate.priced:
		case !least.priced:
			least = rate
		case rate.currency != least.currency:
			return ListPrice{}, false
		case rate.pays.cmp(&least.pays) < 0:
			least = rate
		}
	}
	return least.price(), least.priced
}

// Compared returns the hotels that can be compared across the lists. A hotel counts if each list has it or is complete, and
// if it matches the filter with a price in at least one.
func Compared(lists []PriceList, f trip.Filter) []api.PropertyID {
	var hotels []api.PropertyID
	seen := map[api.PropertyID]bool{}
	for _, list := range lists {
		for i := range list.items {
			id := list.items[i].ID
			if seen[id] {
				continue
			}
			seen[id] = true
			known := !slices.ContainsFunc(lists, func(p PriceList) bool { return p.more && !p.has(id) })
			if known && slices.ContainsFunc(lists, func(p PriceList) bool { _, ok := p.Of(id, f); return ok }) {
				hotels = append(hotels, id)
			}
		}
	}
	return hotels
}

func (p PriceList) has(hotel api.PropertyID) bool {
	_, ok := p.at[hotel]
	return ok
}

// CheapestOf is Cheapest among the given hotels.
func (p PriceList) CheapestOf(hotels []api.PropertyID, f trip.Filter) (ListPrice, bool) {
	some := PriceList{}
	for _, id := range hotels {
		if at, ok := p.at[id]; ok {
			some.items = append(some.items, p.items[at])
		}
	}
	return some.Cheapest(f)
}

// Of returns the least that the guest pays at one hotel; false where it has no price that the filter keeps.
func (p PriceList) Of(hotel api.PropertyID, f trip.Filter) (ListPrice, bool) {
	at, ok := p.at[hotel]
	if !ok {
		return ListPrice{}, false
	}
	test := newRateTest(f)
	rate, ok := best(&f, &p.items[at], &test)
	return rate.price(), ok && rate.priced
}

// Stay returns the days of the search: "12–15 Dec"; empty for the zero value.
func (p PriceList) Stay() string {
	if p.trip.CheckIn.IsZero() {
		return ""
	}
	return trip.BriefStay(p.trip.CheckIn, p.trip.CheckOut)
}

// Longest returns the amount that takes the most room when it is written.
func (p PriceList) Longest() api.Money { return p.longest }

// A Difference is what a hotel costs more, or less if below zero, than in another search; unset where the two prices
// cannot be compared.
type Difference struct{ api.Money }

// Words returns the difference with its sign: "+12.40", "-3.00", "same"; empty where there is none.
func (d Difference) Words() string {
	switch {
	case !d.IsSet():
		return ""
	case d.Sign() > 0:
		return "+" + d.Digits()
	case d.Sign() == 0:
		return "same"
	default:
		return d.Digits()
	}
}

// Difference compares what the guest pays at a hotel, by the row's rate, with the cheapest rate of the same hotel in
// the list that meets the filter. Both are in one currency, and both say alike what they leave out.
func (p PriceList) Difference(row HotelRow, f trip.Filter) Difference {
	at, ok := p.at[row.ID]
	if !ok || !row.Rate.priced {
		return Difference{}
	}
	test, now := newRateTest(f), row.Rate
	for i := range p.items[at].rates {
		then := &p.items[at].rates[i]
		if !then.priced || then.currency != now.currency || !test.meets(then) {
			continue
		}
		if then.whole() != now.whole() || !now.whole() && then.taxes != now.taxes {
			return Difference{}
		}
		change, err := now.Pays().Sub(then.Pays())
		if err != nil {
			return Difference{}
		}
		return Difference{change}
	}
	return Difference{}
}

// whole reports whether the amount is known to be all that the guest pays.
func (r *ListedRate) whole() bool {
	kind := terms.TaxKind(r.taxes)
	return kind == terms.TaxIncluded || kind == terms.TaxFeeDue
}
