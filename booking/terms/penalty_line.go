package terms

import (
	"time"

	"bellhop/api"
)

// A Stretch is a phase as it is drawn on a line of time.
type Stretch struct {
	Cost Cost
	// From is when it begins; zero for the first one.
	From time.Time
	// Words is the cost: "free", "204.13 GBP", "about 204.13 GBP"; Short leaves the currency out.
	Words, Short string
	// At is when it begins in the hotel's time: "Thu 10 Dec 18:00", with "?" where the zone is not said; Day leaves the hour
	// out. Both are empty for the first one.
	At, Day string
	// All reports whether the whole price is lost.
	All bool
}

// Stretches returns the phases to draw, from when a reservation was made, or from now if made is zero. A rate that costs
// the same whenever it is cancelled is one stretch. A rate that is always free, or whose cost is unknown, has none.
func (t Terms) Stretches(made, now time.Time) []Stretch {
	if made.IsZero() {
		made = now
	}
	phases := t.phasesFrom(made)
	out := make([]Stretch, len(phases))
	for i, phase := range phases {
		s := Stretch{Cost: phase.Cost, Words: phase.Cost.Brief(), Short: phase.Cost.Brief(), All: phase.Cost.Kind == CostNoRefund}
		if phase.Cost.Kind == CostPenalty {
			s.Short = phase.Cost.Amount.Digits()
			if phase.Cost.Estimated {
				s.Short = "about " + s.Short
			}
			more, err := phase.Cost.Amount.Cmp(t.Price)
			s.All = err == nil && more >= 0
		}
		if phase.From != nil {
			s.From, s.At, s.Day = phase.From.From, phase.From.hotelMoment(), phase.From.Deadline.Wall.Format("Mon 2 Jan")
			if phase.From.Assumed {
				s.At, s.Day = s.At+"?", s.Day+"?"
			}
		}
		out[i] = s
	}
	if len(out) > 1 {
		return out
	}
	switch only := &out[0]; {
	case t.NoRefund(made):
		only.Words, only.Short, only.All = t.noRefundWords(made), nonRefundable, true
	case only.Cost.Kind == CostPenalty:
		only.Words += whenever
	default:
		return nil
	}
	return out
}

// A Night is a night of a rate with what is to be said of its price.
type Night struct {
	Date    api.Date
	Total   api.Money
	Weekend bool
	// Change is by how much it costs more than the night before, or less; unset for the first one and where that cannot be
	// told.
	Change api.Money
}

// NightsOf returns the nights of a price.
func NightsOf(p api.Price) []Night {
	out := make([]Night, len(p.Nights))
	for i, n := range p.Nights {
		out[i] = Night{Date: n.Date, Total: n.Total, Weekend: weekendNight(n.Date)}
		if i == 0 {
			continue
		}
		if change, err := n.Total.Sub(p.Nights[i-1].Total); err == nil {
			out[i].Change = change
		}
	}
	return out
}

// weekendNight reports whether a night is one of those that a weekend of a search has: from Friday and from Saturday.
func weekendNight(d api.Date) bool {
	return d.Weekday() == time.Friday || d.Weekday() == time.Saturday
}

// ChangeWords returns the change with its sign, empty where there is none: "+6.00", "-12.00".
func (n Night) ChangeWords() string {
	switch {
	case !n.Change.IsSet() || n.Change.Sign() == 0:
		return ""
	case n.Change.Sign() > 0:
		return "+" + n.Change.Digits()
	default:
		return n.Change.Digits()
	}
}

// RangeWords tells what the nights cost, those of weekends apart: "weekend nights 210.14 to 241.00, others 170.00".
func RangeWords(nights []Night) string {
	var weekend, others priceRange
	for _, n := range nights {
		if n.Weekend {
			weekend.add(n.Total)
		} else {
			others.add(n.Total)
		}
	}
	switch {
	case weekend.words() == "":
		return others.words()
	case others.words() == "":
		return "weekend nights " + weekend.words()
	default:
		return "weekend nights " + weekend.words() + ", others " + others.words()
	}
}

// A priceRange is the least and the most of amounts in one currency.
type priceRange struct {
	low, high api.Money
	broken    bool // another currency was among them
}

func (r *priceRange) add(m api.Money) {
	if !r.low.IsSet() {
		r.low, r.high = m, m
		return
	}
	below, err := m.Cmp(r.low)
	above, other := m.Cmp(r.high)
	switch {
	case err != nil || other != nil:
		r.broken = true
	case below < 0:
		r.low = m
	case above > 0:
		r.high = m
	}
}

func (r *priceRange) words() string {
	switch {
	case !r.low.IsSet() || r.broken:
		return ""
	case r.low == r.high:
		return r.low.Digits()
	default:
		return r.low.Digits() + " to " + r.high.Digits()
	}
}
