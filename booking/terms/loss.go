package terms

import (
	"time"

	"bellhop/api"
)

// A Loss is what cancelling costs by the end of a day that is so many days before arrival, and of the days after it up to
// that of the next Loss.
type Loss struct {
	Days int
	Cost Cost
}

// latestOffset is that of the zone in which any day ends last.
const latestOffset = -12 * time.Hour

// Losses lists what cancelling costs by the end of each day at the hotel from today to arrival, the earliest first. The
// first one is today's: a stay cannot be cancelled earlier. Where the hotel's zone is not known (nil), deadlines tell it,
// and where they do not, days end as late as they can.
func (t Terms) Losses(arrival, today api.Date, zone *time.Location) []Loss {
	if zone == nil {
		zone = t.zone()
	}
	t = t.In(zone)
	end := func(day api.Date) time.Time { return day.AddDays(1).In(zone).Add(-time.Nanosecond) }
	out := []Loss{{Days: max(0, today.DaysUntil(arrival)), Cost: t.CostAt(end(today))}}
	for _, s := range t.Steps {
		day := api.DateOf(s.From.In(zone))
		last := out[len(out)-1]
		if !day.After(today) || day.After(arrival) || day.DaysUntil(arrival) == last.Days {
			continue
		}
		if cost := t.CostAt(end(day)); cost.Estimated != last.Cost.Estimated || compareCost(last.Cost, cost) != Neutral {
			out = append(out, Loss{Days: day.DaysUntil(arrival), Cost: cost})
		}
	}
	return out
}

// zone is where the hotel is by its deadlines. In one without an offset days and deadlines are by the same clock, whatever
// that is.
func (t Terms) zone() *time.Location {
	zone := time.UTC
	for _, s := range t.Steps {
		switch d := s.Deadline; {
		case d.IsZero() || !d.HasOffset:
		case d.InUTC():
			zone = time.FixedZone("", int(latestOffset.Seconds()))
		default:
			_, offset := d.Wall.Zone()
			return time.FixedZone("", offset)
		}
	}
	return zone
}

// LossOf returns what is lost of a total by cancelling at this cost; false where that is not said, and where it is in
// another currency.
func (cost Cost) LossOf(total api.Money) (api.Money, bool) {
	switch cost.Kind {
	case CostFree:
		return api.NewMoney("0", total.Currency()), true
	case CostNoRefund:
		return total, total.Valid()
	case CostPenalty:
		return cost.Amount, cost.Amount.Currency() == total.Currency() && cost.Amount.Valid() && cost.Amount.Sign() > 0
	default:
		return api.Money{}, false
	}
}

// A WorstCase is what a rate costs the guest who cancels some days before arrival: what is paid, plus what is lost.
type WorstCase struct {
	Sum, Lost api.Money // unset where they are not known
	// Other reports whether what is lost is said, in another currency than the price.
	Other bool
	// Estimated reports whether the service only estimates what is lost.
	Estimated bool
}

// Words returns the worst case for a column, with its amount in these words: "816.53", "~816.53" of an estimate, "not said",
// "other cur." where it cannot be added.
func (w WorstCase) Words(amount func(api.Money) string) string {
	switch {
	case w.Other:
		return "other cur."
	case !w.Sum.IsSet():
		return NotSaid
	case w.Estimated:
		return "~" + amount(w.Sum)
	default:
		return amount(w.Sum)
	}
}

// Sentence returns the worst case in full, of a rate that is cancelled then.
func (w WorstCase) Sentence(before string) string {
	words := "cancelled " + before + ": "
	switch {
	case w.Other:
		return words + "what is lost is in another currency"
	case !w.Sum.IsSet():
		return words + "what is lost is not said"
	case w.Lost.Sign() == 0:
		return words + "nothing is lost"
	default:
		if w.Estimated {
			words += "about "
		}
		return words + w.Lost.String() + " lost, " + w.Sum.String() + " with the price"
	}
}
