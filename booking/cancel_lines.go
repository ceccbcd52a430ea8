package booking

import (
	"strings"
	"time"

	"bellhop/api"
)

// CancelLines says what cancelling costs at a moment, until when, and what it
// costs from each later deadline on at which that changes. The first line is the
// state at the moment; a deadline is told as the hotel and as the agent, in the
// given zone, reads it.
func (c Conditions) CancelLines(now time.Time, zone *time.Location) []string {
	cost, changes := c.CostAt(now), c.changesAfter(now)
	lines := []string{costAlone(cost)}
	switch {
	case c.NoRefund(now):
		lines[0] = c.noRefundWords(now)
	case cost.Kind == CostPenalty:
		lines[0] += " now"
	case cost.Kind == CostFree && len(changes) > 0:
		first := changes[0].step
		lines[0] = "free until " + momentWords(first, zone) + ", " + LeftWords(first.From.Sub(now)) + " left"
	case cost.Kind == CostFree && len(c.Steps) == 0:
		lines[0] += ", no deadline named"
	}
	for i, change := range changes {
		line := "then " + change.cost.penaltyWords()
		if i > 0 || cost.Kind != CostFree {
			line += " from " + momentWords(change.step, zone) + ", in " + LeftWords(change.step.From.Sub(now))
		}
		lines = append(lines, line)
	}
	if cost.Assumed {
		lines = append(lines, "a deadline has no zone: the earliest moment it can mean is taken")
	}
	return lines
}

// noRefundWords is what cancelling costs where that is the same for ever.
func (c Conditions) noRefundWords(now time.Time) string {
	cost := c.CostAt(now)
	if cost.Kind != CostPenalty {
		return "not refundable"
	}
	return "not refundable: cancelling costs " + cost.Words() + ", now and later"
}

// A costStep is a step from whose instant on cancelling costs something else.
type costStep struct {
	step Step
	cost Cost
}

// changesAfter lists the steps after a moment at which the cost changes.
func (c Conditions) changesAfter(now time.Time) []costStep {
	var out []costStep
	cost := c.CostAt(now)
	for _, s := range c.Steps {
		if !s.From.After(now) {
			continue
		}
		if next := c.CostAt(s.From); compareCost(cost, next) != Neutral {
			out = append(out, costStep{s, next})
			cost = next
		}
	}
	return out
}

// penaltyWords is the cost from a later deadline on.
func (cost Cost) penaltyWords() string {
	if cost.Kind == CostUnknown {
		return "a penalty that is not said"
	}
	return cost.Words()
}

// Sentence is what cancelling costs as the answer to a question, for the moment
// before it is done and the one after.
func (cost Cost) Sentence() string {
	switch cost.Kind {
	case CostFree:
		return "nothing"
	case CostNoRefund:
		return "the whole price, because the rate is not refundable"
	case CostUnknown:
		return "not said by the service: ask the hotel before you cancel"
	default:
		return cost.Words()
	}
}

// momentWords is a step's deadline as the hotel and as the agent reads it:
// "Thu 10 Dec 18:00 (hotel) = 10:00 (you)".
func momentWords(s Step, zone *time.Location) string {
	words := DeadlineWords(s.Deadline)
	if s.From.IsZero() {
		return words
	}
	if s.Assumed {
		return words + " (hotel; zone not said)"
	}
	mine, hotel := s.From.In(zone), " (hotel)"
	if s.unplaced() {
		hotel = " UTC (hotel's zone not known)"
	}
	switch {
	case mine.Format(time.DateTime) == s.Deadline.Wall.Format(time.DateTime):
		return words + strings.Replace(hotel, "(hotel)", "(hotel and you)", 1)
	case api.DateOf(mine) == api.DateOf(s.Deadline.Wall):
		return words + hotel + " = " + mine.Format("15:04") + " (you)"
	default:
		return words + hotel + " = " + mine.Format("Mon 15:04") + " (you)"
	}
}

// unplaced says whether the deadline came in UTC and the hotel's zone is not
// known, so that its clock cannot be told.
func (s Step) unplaced() bool { return s.Deadline.InUTC() && !s.Local }
