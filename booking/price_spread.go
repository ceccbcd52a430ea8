package booking

import (
	"math"
	"strconv"

	"bellhop/api"
)

// A Spread says how the totals of a list are distributed, for a small chart.
type Spread struct {
	Low, High api.Money
	// Counts are the hotels in each of the equal steps from Low to High.
	Counts []int
}

// Spread distributes the totals of the given hotels (indexes as of Arrange) over a number of steps; false when
// there is nothing to compare: no totals, or several currencies.
func (l HotelList) Spread(rows []int, steps int) (Spread, bool) {
	var s Spread
	for _, i := range rows {
		total := l.Items[i].Total
		if !total.Valid() {
			continue
		}
		if !s.Low.IsSet() {
			s.Low, s.High = total, total
			continue
		}
		low, err := total.Cmp(s.Low)
		if err != nil {
			return Spread{}, false
		}
		if low < 0 {
			s.Low = total
		}
		if high, err := total.Cmp(s.High); err == nil && high > 0 {
			s.High = total
		}
	}
	if !s.Low.IsSet() || steps < 1 {
		return Spread{}, false
	}
	s.Counts = make([]int, steps)
	low, width := position(s.Low), position(s.High)-position(s.Low)
	for _, i := range rows {
		if total := l.Items[i].Total; total.Valid() {
			s.Counts[step(position(total)-low, width, steps)]++
		}
	}
	return s, true
}

// A PriceRange is the lowest and the highest total of a list as whole numbers, and a round step between them.
type PriceRange struct{ Low, High, Step int }

// stepsOf is how many steps go through a range, about.
const stepsOf = 20

// PriceRange returns the range of the list's totals, with a step of about its twentieth part; false where
// Spread is.
func (l HotelList) PriceRange() (PriceRange, bool) {
	rows := make([]int, len(l.Items))
	for i := range rows {
		rows[i] = i
	}
	spread, ok := l.Spread(rows, 1)
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
