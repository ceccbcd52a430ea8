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

// Spread works out the spread of the totals of the given hotels (indexes as
// Arrange returns them) in a number of steps. The second result is false when
// there is nothing to compare: no totals, or more than one currency.
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

// position is where an amount stands on the chart's axis. It is never shown
// and never calculated with as money.
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

// Shares are the positions of the nights' prices between nothing and the
// dearest night, from 0 to 1, for bars of their prices.
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
