package terms

import (
	"strings"
	"time"

	"bellhop/api"
)

// CostKind is what cancelling costs at a moment.
type CostKind int

// The kinds of cost.
const (
	CostUnknown  CostKind = iota // the terms do not say
	CostFree                     // nothing is charged
	CostPenalty                  // Cost.Amount is charged
	CostNoRefund                 // the rate is not refundable and no amount is named
)

// A Cost is what cancelling costs at a moment, and when that changes next.
type Cost struct {
	Kind      CostKind
	Amount    api.Money
	Estimated bool
	Assumed   bool  // a deadline had no zone: the earliest instant was taken
	Next      *Step // the next step; nil when none follows
}

// with returns the cost once a step has begun.
func (cost Cost) with(s Step) Cost {
	if !s.Amount.IsSet() || !s.Amount.Valid() {
		switch {
		case cost.Kind == CostPenalty:
		case s.NoRefund:
			cost.Kind = CostNoRefund
		default:
			cost.Kind = CostUnknown
		}
		return cost
	}
	if s.Amount.Sign() == 0 {
		return cost // A penalty of zero raises no cost, whatever its currency.
	}
	if c, err := s.Amount.Cmp(cost.Amount); err == nil && c <= 0 {
		return cost
	}
	cost.Kind, cost.Amount, cost.Estimated = CostPenalty, s.Amount, s.Estimated
	cost.Assumed = cost.Assumed || s.Assumed
	return cost
}

// CostAt returns what cancelling costs at a moment: the dearest of all steps that have begun.
func (t Terms) CostAt(at time.Time) Cost {
	cost := Cost{Kind: CostUnknown}
	if len(t.Steps) > 0 {
		// A flag alone promises nothing: without steps the terms do not say.
		cost.Kind = CostFree
	}
	for i, s := range t.Steps {
		if s.From.After(at) {
			cost.Next = &t.Steps[i]
			cost.Assumed = cost.Assumed || s.Assumed
			break
		}
		cost = cost.with(s)
	}
	if cost.Kind != CostPenalty && t.Refundable != nil && !*t.Refundable {
		cost.Kind = CostNoRefund
	}
	return cost
}

// Brief is Words where "about" says enough of what is estimated.
func (cost Cost) Brief() string {
	if cost.Kind == CostPenalty && cost.Estimated {
		return "about " + cost.Amount.String()
	}
	return cost.Words()
}

// Words returns the cost in a few words: "free", "204.13 GBP", "non-refundable", "not said".
func (cost Cost) Words() string {
	switch cost.Kind {
	case CostFree:
		return "free"
	case CostPenalty:
		if cost.Estimated {
			return "about " + cost.Amount.String() + " (estimated)"
		}
		return cost.Amount.String()
	case CostNoRefund:
		return nonRefundable
	default:
		return "not said"
	}
}

// Sentence returns what cancelling costs, as the answer to that question.
func (cost Cost) Sentence() string {
	switch cost.Kind {
	case CostFree:
		return "nothing"
	case CostNoRefund:
		return "the whole price, because the rate is non-refundable"
	case CostUnknown:
		return "not said by the service: ask the hotel before you cancel"
	default:
		return cost.Words()
	}
}

// PenaltyWords returns the cost from a later deadline on.
func (cost Cost) PenaltyWords() string {
	if cost.Kind == CostUnknown {
		return "a penalty that is not said"
	}
	return cost.Words()
}

// toCancel is Words with what it is the cost of.
func (cost Cost) toCancel() string {
	switch cost.Kind {
	case CostFree, CostPenalty:
		return cost.Words() + " to cancel"
	case CostNoRefund:
		return cost.Words()
	default:
		return "what cancelling costs is not said"
	}
}

// DearerBy says how much more a later cost is, unset where that cannot be told.
func (cost Cost) DearerBy(then Cost) api.Money {
	switch {
	case then.Kind != CostPenalty:
		return api.Money{}
	case cost.Kind == CostFree:
		return then.Amount
	case cost.Kind != CostPenalty:
		return api.Money{}
	}
	more, err := then.Amount.Sub(cost.Amount)
	if err != nil {
		return api.Money{}
	}
	return more
}

func compareCost(before, after Cost) Verdict {
	if before.Kind == after.Kind {
		c, err := after.Amount.Cmp(before.Amount)
		switch {
		case before.Kind != CostPenalty || err == nil && c == 0:
			return Neutral
		case err != nil:
			return Unclear
		case c > 0:
			return Worse
		default:
			return Better
		}
	}
	// Otherwise one is free and the other is not, or one is not known.
	switch {
	case before.Kind == CostFree && after.Kind != CostUnknown, after.Kind == CostNoRefund && before.Kind == CostPenalty:
		return Worse
	case after.Kind == CostFree && before.Kind != CostUnknown, before.Kind == CostNoRefund && after.Kind == CostPenalty:
		return Better
	default:
		return Unclear
	}
}

// costChange describes for both sides what cancelling costs, with deadlines as exact as it takes for the texts
// to differ.
func costChange(now time.Time, before, after Terms) (was, is string) {
	exactly := func(d api.Deadline) string { return d.Wall.Format(time.RFC3339) }
	for _, words := range []func(api.Deadline) string{DeadlineWords, DeadlineLong, exactly} {
		was, is = before.costWords(now, words), after.costWords(now, words)
		if was != is {
			break
		}
	}
	switch {
	case after.CostAt(now).Kind == CostUnknown && len(after.Steps) == 0:
		is = NotSaid
	case before.CostAt(now).Kind == CostUnknown && len(before.Steps) == 0:
		was = NotSaid
	case before.CostAt(now).Kind == CostFree && after.CostAt(now).Kind != CostFree && after.CostAt(now).Kind != CostUnknown:
		is = "no longer free: " + is
	}
	return was, is
}

// costWords returns what cancelling costs: "free until Thu 10 Dec 18:00, then 204.13 GBP".
func (t Terms) costWords(now time.Time, deadline func(api.Deadline) string) string {
	phases := t.phasesFrom(now)
	parts := []string{phases[0].Cost.toCancel()}
	for i, phase := range phases[1:] {
		when := deadline(phase.From.Deadline)
		if i == 0 && phases[0].Cost.Kind == CostFree {
			parts = []string{"free until " + when, "then " + phase.Cost.Words()}
		} else {
			parts = append(parts, phase.Cost.Words()+" from "+when)
		}
	}
	return strings.Join(parts, ", ")
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
