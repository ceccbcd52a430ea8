package terms

import (
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// Verdict judges a change from the guest's side.
type Verdict int

// The verdicts from the mildest to the gravest. A change that cannot be judged stops as a worse one does.
const (
	Neutral Verdict = iota
	Better
	Unclear
	Worse
)

// String returns the verdict in a word.
func (v Verdict) String() string { return [...]string{"changed", "better", "unclear", "worse"}[v] }

// A Change is one difference between what was searched and what was verified.
type Change struct {
	What    string
	Before  string
	After   string
	Verdict Verdict
}

// Stops reports whether a change must stop the flow until a person agrees.
func Stops(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Verdict == Worse || c.Verdict == Unclear })
}

// NotSaid is in a Change what one of the two answers leaves out; it never equals what the other says.
const NotSaid = "not said"

// Unsaid reports whether the later answer leaves out what the earlier one said.
func (c Change) Unsaid() bool { return c.After == NotSaid && c.Before != NotSaid }

// CompareSaid compares two texts, empty for what is not said. What is said for the first time is judged by the
// caller.
func CompareSaid(out []Change, what, before, after string, same bool, differs, first Verdict) []Change {
	switch {
	case before == after || before != "" && after != "" && same:
		return out
	case after == "":
		return append(out, Change{What: what, Before: before, After: NotSaid, Verdict: Unclear})
	case before == "":
		return append(out, Change{What: what, Before: NotSaid, After: after, Verdict: first})
	default:
		return append(out, Change{What: what, Before: before, After: after, Verdict: differs})
	}
}

// AdditionalFeesRow names a change of the fees that a price names in one sum.
const AdditionalFeesRow = "additional fees"

// ComparePrice compares the price of a search with that of a verification.
func ComparePrice(p api.Price, v api.Verification) []Change {
	out := CompareMoney(nil, "total", p.Total, v.Total)
	another := len(out) > 0
	for _, part := range []struct {
		what          string
		before, after api.Money
		worse         Verdict // where it is more than it was
	}{{"base price", p.Base, v.Base, Neutral}, {"taxes", p.Taxes, v.Taxes, Neutral}, {AdditionalFeesRow, p.Fees, v.Fees, feesVerdict(v)}} {
		c, err := part.after.Cmp(part.before)
		differs, first := Neutral, Neutral
		if err != nil || c > 0 {
			differs = part.worse
		}
		if part.after.Sign() > 0 {
			first = part.worse
		}
		changes := CompareSaid(nil, part.what, saidMoney(part.before), saidMoney(part.after), err == nil && c == 0, differs, first)
		// Beside another total the parts are no changes of their own, and with an equal one they cost nobody
		// anything.
		for _, change := range changes {
			if !another || change.Unsaid() || change.Verdict != Neutral {
				out = append(out, change)
			}
		}
	}
	return out
}

// feesVerdict judges more fees than before: neutral where the total holds them, worse where the hotel asks for
// them.
func feesVerdict(v api.Verification) Verdict {
	sum, err := v.Base.Add(v.Taxes)
	if err == nil {
		sum, err = sum.Add(v.Fees)
	}
	if c, errTotal := sum.Cmp(v.Total); err == nil && errTotal == nil && c <= 0 {
		return Neutral
	}
	return Worse
}

// CompareMoney compares two amounts.
func CompareMoney(out []Change, what string, before, after api.Money) []Change {
	change := Change{What: what, Before: PriceWords(before), After: PriceWords(after), Verdict: Unclear}
	c, err := after.Cmp(before)
	if err == nil {
		switch {
		case c == 0:
			return out
		case c > 0:
			change.Verdict = Worse
		case after.Sign() >= 0:
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

// penaltiesRow names a change of what cancelling costs.
const penaltiesRow = "cancel penalties"

// The changes of how it is paid.
const (
	guaranteeRow = "guarantee"
	paymentRow   = "payment"
)

// Compare lists the differences between two terms, penalties from the moment on. Two spellings of the same
// terms are equal.
func Compare(now time.Time, before, after Terms) []Change {
	earlier, later := before.settled(now), after.settled(now)
	was, is := earlier.RefundableAt(now), later.RefundableAt(now)
	wasWords, isWords := earlier.RefundableWords(now), later.RefundableWords(now)
	refundable := Worse
	if is != nil && *is {
		refundable = Better
	}
	same := is != nil && was != nil && *is == *was
	out := CompareSaid(nil, "refundable", wasWords, isWords, same, refundable, refundable)
	if verdict := compareSteps(now, earlier, later); verdict != Neutral {
		was, is := costChange(now, before, after)
		out = append(out, Change{What: penaltiesRow, Before: was, After: is, Verdict: verdict})
	}
	out = CompareSaid(out, guaranteeRow, before.GuaranteeWords(), after.GuaranteeWords(),
		sameWords(before.Guarantee, after.Guarantee), Unclear, Neutral)
	return CompareSaid(out, paymentRow, before.Payment, after.Payment, strings.EqualFold(before.Payment, after.Payment), Unclear, Neutral)
}

// NoWorse reports whether terms are in no respect worse for the guest than others, from the moment on: refund,
// deadlines and penalties. What one of the two does not say is worse; how it is paid and guaranteed is another matter.
func NoWorse(now time.Time, before, after Terms) bool {
	return !Stops(slices.DeleteFunc(Compare(now, before, after), Change.HowPaid))
}

// HowPaid reports whether a change is about the payment or its guarantee.
func (c Change) HowPaid() bool { return c.What == guaranteeRow || c.What == paymentRow }

// GuaranteeWords returns the kinds of guarantee in words, each with its code: "paid in advance (PREPAY)". It is empty
// where none is said.
func (t Terms) GuaranteeWords() string {
	said := make([]string, len(t.Guarantee))
	for i, code := range t.Guarantee {
		said[i] = wording.WithCode(wording.Guarantee(code), code)
	}
	return strings.Join(said, ", ")
}

func sameWords(a, b []string) bool {
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

// settled returns the terms in the form in which they are compared. Services have three ways to say that the whole price
// is lost: a flag of the rate, a flag of a penalty, and a penalty of that amount. Terms without a price are returned
// unchanged.
func (t Terms) settled(now time.Time) Terms {
	if !t.Price.Valid() || t.Price.Sign() <= 0 {
		return t
	}
	t.Steps = slices.Clone(t.Steps)
	charged := false
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.NoRefund && !s.Amount.IsSet() {
			s.Amount = t.Price
		}
		if c, err := s.Amount.Cmp(t.Price); err == nil && c >= 0 {
			s.NoRefund = true
		}
		charged = charged || s.Amount.Sign() > 0 && !s.From.After(now)
	}
	if t.Refundable != nil && !*t.Refundable && !charged {
		t.Steps = slices.Insert(t.Steps, 0, Step{Amount: t.Price, NoRefund: true})
	}
	return t
}

// compareSteps compares the costs now and at every later step: dearer at any moment is worse. Once nothing is refunded,
// a later penalty changes nothing.
func compareSteps(now time.Time, before, after Terms) Verdict {
	was, is := before.CostAt(now), after.CostAt(now)
	verdict := compareCost(was, is)
	for _, s := range append(slices.Clone(before.Steps), after.Steps...) {
		if !s.From.After(now) {
			continue
		}
		then, later := was, is
		if was.Kind != CostNoRefund {
			then = before.CostAt(s.From)
		}
		if is.Kind != CostNoRefund {
			later = after.CostAt(s.From)
		}
		verdict = max(verdict, compareCost(then, later))
	}
	return verdict
}
