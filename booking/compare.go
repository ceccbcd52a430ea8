package booking

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"bellhop/api"
)

// Verdict judges a change from the guest's side.
type Verdict int

// A change that cannot be judged counts as worse.
const (
	Neutral Verdict = iota
	Better
	Unclear
	Worse
)

// String is the verdict in a word.
func (v Verdict) String() string { return [...]string{"changed", "better", "unclear", "worse"}[v] }

// A Change is one difference between what was searched and what was verified.
type Change struct {
	What    string
	Before  string
	After   string
	Verdict Verdict
}

// Stops says whether any of the changes must stop the flow until a person
// agrees.
func Stops(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Verdict == Worse || c.Verdict == Unclear })
}

// Compare lists every difference between the rate that was searched and its
// verification: price, dates, hotel, occupancy, refundability, penalties,
// guarantee and payment. Amounts are compared exactly.
// Penalties are compared from the given moment on: what was before it is past.
func Compare(now time.Time, trip Trip, hotel api.PropertyID, rate api.Rate, v api.Verification) []Change {
	var out []Change
	out = append(out, comparePrice(rate.Price, v)...)
	out = append(out, compareStay(trip, hotel, rate, v)...)
	return append(out, compareConditions(now, ConditionsOf(rate.Terms), VerifiedConditions(v))...)
}

func comparePrice(p api.Price, v api.Verification) []Change {
	out := compareMoney(nil, "total", p.Total, v.Total)
	if len(out) > 0 {
		return out
	}
	// With an equal total a shift between base and taxes costs nobody anything.
	for _, part := range []struct {
		what          string
		before, after api.Money
	}{{"base price", p.Base, v.Base}, {"taxes", p.Taxes, v.Taxes}, {"additional fees", p.Fees, v.Fees}} {
		if c, err := part.before.Cmp(part.after); part.before.IsSet() && part.after.IsSet() && (err != nil || c != 0) {
			out = append(out, Change{What: part.what, Before: part.before.String(), After: part.after.String()})
		}
	}
	return out
}

func compareMoney(out []Change, what string, before, after api.Money) []Change {
	change := Change{What: what, Before: before.String(), After: after.String(), Verdict: Unclear}
	c, err := after.Cmp(before)
	if err == nil {
		switch {
		case c == 0:
			return out
		case c > 0:
			change.Verdict = Worse
		default:
			change.Verdict = Better
		}
		if diff, err := after.Sub(before); err == nil {
			change.After += " (" + signed(diff) + ")"
		}
	}
	return append(out, change)
}

func signed(m api.Money) string {
	if m.Sign() > 0 {
		return "+" + m.Digits()
	}
	return m.Digits()
}

func compareStay(trip Trip, hotel api.PropertyID, rate api.Rate, v api.Verification) []Change {
	var out []Change
	differs := func(what, before, after string) {
		if after != "" && before != after {
			out = append(out, Change{What: what, Before: before, After: after, Verdict: Worse})
		}
	}
	differs("arrival", trip.CheckIn.String(), v.CheckIn.String())
	differs("departure", trip.CheckOut.String(), v.CheckOut.String())
	if v.Hotel.ID != (api.PropertyID{}) {
		differs("property", hotel.String(), v.Hotel.ID.String())
	}
	differs("booking code", api.Clean(rate.BookingCode), api.Clean(v.BookingCode))
	if party := trip.Adults + trip.Children; v.MaxOccupancy > 0 && v.MaxOccupancy < party {
		differs("occupancy", Plural(party, "guest"), "at most "+strconv.Itoa(v.MaxOccupancy))
	}
	return out
}

// penaltiesRow names a change of what cancelling costs.
const penaltiesRow = "cancel penalties"

func compareConditions(now time.Time, before, after Conditions) []Change {
	var out []Change
	if a, b := before.RefundableAt(now), after.RefundableAt(now); a != nil && b != nil && *a != *b {
		verdict := Worse
		if *b {
			verdict = Better
		}
		out = append(out, Change{What: "refundable", Before: before.RefundableWords(now), After: after.RefundableWords(now), Verdict: verdict})
	}
	if verdict, differs := compareSteps(now, before, after); differs {
		was, is := costChange(now, before, after)
		out = append(out, Change{What: penaltiesRow, Before: was, After: is, Verdict: verdict})
	}
	if !sameWords(before.Guarantee, after.Guarantee) {
		out = append(out, Change{What: "guarantee", Before: strings.Join(before.Guarantee, ", "), After: strings.Join(after.Guarantee, ", "), Verdict: Unclear})
	}
	if before.Payment != "" && after.Payment != "" && !strings.EqualFold(before.Payment, after.Payment) {
		out = append(out, Change{What: "payment", Before: before.Payment, After: after.Payment, Verdict: Unclear})
	}
	return out
}

func sameWords(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return true // One of the two shapes leaves it out.
	}
	fold := func(in []string) []string {
		out := make([]string, len(in))
		for i, s := range in {
			out[i] = strings.ToLower(s)
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(fold(a), fold(b))
}

// compareSteps compares what cancelling costs now and at every later moment at
// which either side changes. Dearer at any moment is worse, whatever is cheaper
// elsewhere.
func compareSteps(now time.Time, before, after Conditions) (Verdict, bool) {
	moments := []time.Time{now}
	for _, s := range append(slices.Clone(before.Steps), after.Steps...) {
		if s.From.After(now) {
			moments = append(moments, s.From)
		}
	}
	worse, better, unclear := false, false, false
	for _, at := range moments {
		switch compareCost(before.CostAt(at), after.CostAt(at)) {
		case Worse:
			worse = true
		case Better:
			better = true
		case Unclear:
			unclear = true
		case Neutral:
		}
	}
	switch {
	case worse:
		return Worse, true
	case unclear:
		return Unclear, true
	case better:
		return Better, true
	default:
		return Neutral, false
	}
}

func compareCost(before, after Cost) Verdict {
	if before.Kind == CostPenalty && after.Kind == CostPenalty {
		c, err := after.Amount.Cmp(before.Amount)
		switch {
		case err != nil:
			return Unclear
		case c > 0:
			return Worse
		case c < 0:
			return Better
		default:
			return Neutral
		}
	}
	if before.Kind == after.Kind {
		return Neutral
	}
	// What is left: one is free and the other is not, or one is not known.
	switch {
	case before.Kind == CostFree && after.Kind != CostUnknown, after.Kind == CostNoRefund && before.Kind == CostPenalty:
		return Worse
	case after.Kind == CostFree && before.Kind != CostUnknown, before.Kind == CostNoRefund && after.Kind == CostPenalty:
		return Better
	default:
		return Unclear
	}
}
