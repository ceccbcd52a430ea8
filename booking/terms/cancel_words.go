package terms

import (
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// CancelLines tells what cancelling costs now and from each later deadline at which that changes, in the
// hotel's time and in that of the agent's zone.
func (t Terms) CancelLines(now time.Time, zone *time.Location) []string {
	phases := t.phasesFrom(now)
	cost, later := phases[0].Cost, phases[1:]
	lines := []string{cost.toCancel()}
	switch {
	case t.NoRefund(now):
		lines[0] = t.noRefundWords(now)
	case cost.Kind == CostPenalty:
		lines[0] += " now"
	case cost.Kind == CostFree && len(later) > 0:
		first := *later[0].From
		lines[0] = "free until " + momentWords(first, zone) + ", " + wording.Left(first.From.Sub(now)) + " left"
	case cost.Kind == CostFree && len(t.Steps) == 0:
		lines[0] += ", no deadline named"
	}
	for i, phase := range later {
		line := "then " + phase.Cost.PenaltyWords()
		if i > 0 || cost.Kind != CostFree {
			line += " from " + momentWords(*phase.From, zone) + ", in " + wording.Left(phase.From.From.Sub(now))
		}
		lines = append(lines, line)
	}
	if cost.Assumed {
		lines = append(lines, "a deadline has no zone: the earliest moment it can mean is taken")
	}
	return lines
}

func (t Terms) noRefundWords(now time.Time) string {
	cost := t.CostAt(now)
	if cost.Kind != CostPenalty {
		return "not refundable"
	}
	return "not refundable: cancelling costs " + cost.Words() + ", now and later"
}

// momentWords returns a step's deadline in the hotel's time and in the agent's: "Thu 10 Dec 18:00 (hotel) = 10:00
// (you)".
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

// unplaced reports whether the deadline came in UTC and the hotel's zone is not known.
func (s Step) unplaced() bool { return s.Deadline.InUTC() && !s.Local }
