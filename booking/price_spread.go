package booking

import (
	"math"
	"strconv"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// A Spread says how the prices of a list are distributed, for a small chart.
type Spread struct {
	Low, High api.Money // what the guest pays
	// Counts are the hotels in each of the equal steps from Low to High.
	Counts []int
	Fees   bool // some of the prices hold what is due at the hotel
}

// SpreadOf distributes what the guest pays over a number of steps; false when there is nothing to compare: no
// prices, or several currencies.
func SpreadOf(rows []HotelRow, steps int) (Spread, bool) {
	var low, high *ListedRate
	var s Spread
	for i := range rows {
		rate := rows[i].Rate
		switch {
		case !rate.priced:
			continue
		case low == nil:
			low, high = rate, rate
		case rate.currency != low.currency:
			return Spread{}, false
		case rate.pays.cmp(&low.pays) < 0:
			low = rate
		case rate.pays.cmp(&high.pays) > 0:
			high = rate
		}
		s.Fees = s.Fees || rate.due() != ""
	}
	if low == nil || steps < 1 {
		return Spread{}, false
	}
	s.Low, s.High, s.Counts = low.Pays(), high.Pays(), make([]int, steps)
	first := low.position()
	width := high.position() - first
	for i := range rows {
		if rate := rows[i].Rate; rate.priced {
			s.Counts[step(rate.position()-first, width, steps)]++
		}
	}
	return s, true
}

// A PriceRange is the lowest and the highest price of a list as whole numbers, and a round step between them.
type PriceRange struct{ Low, High, Step int }

// stepsOf is how many steps go through a range, about.
const stepsOf = 20

// PriceRange returns the range of what guests pay at the hotels that the filter keeps whatever they cost, with a
// step of about its twentieth part; false where SpreadOf is.
func (l HotelList) PriceRange(f trip.Filter) (PriceRange, bool) {
	f.MaxPrice = api.Money{}
	spread, ok := SpreadOf(l.Arrange(trip.SortService, f, ""), 1)
	if !ok {
		return PriceRange{}, false
	}
	low, high := position(spread.Low), position(spread.High)
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

// position is where an amount stands on the chart's axis; it is no money.
func position(m api.Money) float64 {
	f, err := strconv.ParseFloat(m.Number(), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

func (r *ListedRate) position() float64 {
	f, err := r.pays.decimal().Float64()
	if err != nil || math.IsInf(f, 0) {
		return 0
	}
	return f
}

func step(at, width float64, steps int) int {
	if width <= 0 {
		return 0
	}
	return max(0, min(steps-1, int(at/width*float64(steps))))
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
	p.longest, _ = Longest(l.Arrange(trip.SortService, trip.Filter{}, ""))
	return p
}

// Trip returns what was searched.
func (p PriceList) Trip() trip.Trip { return p.trip }

// ReadAt returns when the prices came.
func (p PriceList) ReadAt() time.Time { return p.readAt }

// More reports whether the search found hotels that are not in the list.
func (p PriceList) More() bool { return p.more }

// Cheapest returns the least that the guest pays at a hotel that the filter keeps; false where there is no price, and
// where there are several currencies.
func (p PriceList) Cheapest(f trip.Filter) (api.Money, bool) {
	test, least := newRateTest(f), &noRate
	for i := range p.items {
		rate, ok := best(&f, &p.items[i], &test)
		switch {
		case !ok || !rate.priced:
		case !least.priced:
			least = rate
		case rate.currency != least.currency:
			return api.Money{}, false
		case rate.pays.cmp(&least.pays) < 0:
			least = rate
		}
	}
	return least.Pays(), least.priced
}

// Of returns the least that the guest pays at one hotel; false where it has no price that the filter keeps.
func (p PriceList) Of(hotel api.PropertyID, f trip.Filter) (api.Money, bool) {
	at, ok := p.at[hotel]
	if !ok {
		return api.Money{}, false
	}
	test := newRateTest(f)
	rate, ok := best(&f, &p.items[at], &test)
	return rate.Pays(), ok && rate.priced
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
// the list that meets the filter, or in the order by the worst case with the one that is the cheapest then. Both are in one
// currency, and both say alike what they leave out.
func (p PriceList) Difference(row HotelRow, by trip.Sort, f trip.Filter) Difference {
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
		if days, ok := by.Worst(); ok {
			then = leastWorst(p.items[at].rates, &test, then, days)
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

// A loss is what a rate loses, for all rooms, by being cancelled so many days before arrival, and later up to the days of
// the next one.
type loss struct {
	cost      amount
	days      int16
	known     bool // what is lost is said, in the currency of the total
	other     bool // it is said in another currency
	estimated bool
}

// addLosses works out what the rates of a hotel lose by being cancelled.
func addLosses(rates []ListedRate, hotel api.Hotel, stay trip.Trip, now time.Time, zone *time.Location) {
	today := stay.Today(now, time.UTC)
	if zone != nil {
		today = api.DateOf(now.In(zone))
	}
	for i := range rates {
		r := &rates[i]
		if offer, ok := r.Of(hotel); ok && r.priced {
			r.losses = losses(terms.Of(offer.Rate.Terms).Times(max(stay.Rooms, 1)).Losses(stay.CheckIn, today, zone), r.Total())
		}
	}
}

func losses(all []terms.Loss, total api.Money) []loss {
	out := make([]loss, len(all))
	for i, l := range all {
		out[i].days, out[i].estimated = int16(min(l.Days, math.MaxInt16)), l.Cost.Estimated //nolint:gosec // It fits.
		lost, known := l.Cost.LossOf(total)
		out[i].other = !known && l.Cost.Kind == terms.CostPenalty
		if known {
			out[i].cost, out[i].known = amountOf(lost)
		}
	}
	return out
}

// lossAt returns what is lost by cancelling so many days before arrival, or today where that is later.
func (r *ListedRate) lossAt(days int) loss {
	var at loss
	for i, l := range r.losses {
		if i > 0 && int(l.days) < days {
			break
		}
		at = l
	}
	return at
}

// losesNoMore reports whether no more is lost by this rate than by another one, whenever that is known.
func (r *ListedRate) losesNoMore(other *ListedRate) bool {
	for _, both := range [][]loss{r.losses, other.losses} {
		for _, l := range both {
			mine, theirs := r.lossAt(int(l.days)), other.lossAt(int(l.days))
			if theirs.known && (!mine.known || mine.cost.cmp(&theirs.cost) > 0) {
				return false
			}
		}
	}
	return true
}

// worstAmount is the worst case as an amount that can be compared; false where it is not known.
func (r *ListedRate) worstAmount(days int) (amount, bool) {
	lost := r.lossAt(days)
	if !lost.known {
		return amount{}, false
	}
	return r.pays.plus(&lost.cost), true
}

// leastWorst returns that of the rates that meet a filter which is the best in the worst case, of those in the currency of
// the first one that meets it; that one where no worst case is known.
func leastWorst(rates []ListedRate, test *rateTest, first *ListedRate, days int) *ListedRate {
	least, best := first, amount{}
	known := false
	for i := range rates {
		r := &rates[i]
		if r.currency != first.currency || !test.meets(r) {
			continue
		}
		if sum, ok := r.worstAmount(days); ok && (!known || sum.cmp(&best) < 0) {
			least, best, known = r, sum, true
		}
	}
	return least
}

// Worst returns the worst case of a rate that is cancelled so many days before arrival, or today where that is later.
func (r ListedRate) Worst(days int) terms.WorstCase {
	lost := r.lossAt(days)
	sum, known := r.worstAmount(days)
	if !known {
		return terms.WorstCase{Other: lost.other}
	}
	return terms.WorstCase{Sum: sum.money(r.code()), Lost: lost.cost.money(r.code()), Estimated: lost.estimated}
}

// LongestWorst returns the worst case of some rows that takes the most room when it is written.
func LongestWorst(rows []HotelRow, days int) terms.WorstCase {
	most, best := terms.WorstCase{}, noAmount
	for i := range rows {
		if sum, ok := rows[i].Rate.worstAmount(days); ok && (!most.Sum.IsSet() || sum.cmp(&best) > 0) {
			best, most = sum, rows[i].Rate.Worst(days)
		}
	}
	most.Estimated = true
	return most
}
