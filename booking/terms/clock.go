package terms

import (
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// A Phase is a stretch of time in which cancelling costs the same.
type Phase struct {
	Cost Cost
	// From is the step with which it begins, Until the one with which it ends; nil when there is none.
	From, Until *Step
}

// phasesFrom lists the phases from a moment on. There is always at least one; the first has no From. Once nothing is
// refunded, a later penalty changes nothing.
func (t Terms) phasesFrom(at time.Time) []Phase {
	phases := []Phase{{Cost: t.CostAt(at)}}
	for _, s := range t.Steps {
		last := &phases[len(phases)-1]
		if cost := t.CostAt(s.From); s.From.After(at) && compareCost(last.Cost, cost) != Neutral && last.Cost.Kind != CostNoRefund {
			last.Until = &s
			phases = append(phases, Phase{Cost: cost, From: &s})
		}
	}
	return phases
}

// NextChange returns the first step after a moment at which the cost changes, and the cost from there on; nil
// when it never does.
func (t Terms) NextChange(now time.Time) (*Step, Cost) {
	phases := t.phasesFrom(now)
	if len(phases) == 1 {
		return nil, Cost{}
	}
	return phases[1].From, phases[1].Cost
}

// Holds reports whether the moment is in the phase.
func (p Phase) Holds(at time.Time) bool {
	return (p.From == nil || !at.Before(p.From.From)) && (p.Until == nil || at.Before(p.Until.From))
}

// Words returns the phase in a line: its cost, until when in the hotel's time, in UTC and in the agent's, and
// how long that is from now.
func (p Phase) Words(now time.Time, zone *time.Location) string {
	words := p.Cost.toCancel()
	switch {
	case p.Until != nil && !now.Before(p.Until.From):
		return "past: " + words + " until " + DeadlineLong(p.Until.Deadline)
	case p.Holds(now) && p.Until == nil:
		return "now: " + words + ", and so it stays"
	case p.Holds(now):
		return "now: " + words + " until " + p.Until.stepMoments(zone) + ", " + wording.Left(p.Until.From.Sub(now)) + " left"
	default:
		return "then: " + words + " from " + p.From.stepMoments(zone) + ", in " + wording.Left(p.From.From.Sub(now))
	}
}

// A ClockLine is a line of the penalty clock; Holds marks the one of now.
type ClockLine struct {
	Text  string
	Cost  Cost
	Holds bool
}

// ClockLines returns the penalty clock of a reservation from when it was made, or from now where that is not known.
func (t Terms) ClockLines(made, now time.Time, zone *time.Location) []ClockLine {
	if made.IsZero() {
		made = now
	}
	if t.NoRefund(made) {
		return []ClockLine{{Text: t.noRefundWords(made), Cost: t.CostAt(now), Holds: true}}
	}
	phases := t.phasesFrom(made)
	lines := make([]ClockLine, len(phases))
	for i, phase := range phases {
		lines[i] = ClockLine{Text: phase.Words(now, zone), Cost: phase.Cost, Holds: phase.Holds(now)}
	}
	return lines
}

// stepMoments returns a step's instant in the hotel's time, in UTC and in the agent's: "Thu 10 Dec 2026 18:00
// (UTC+01:00) = 17:00 UTC = 12:00 (you)".
func (s Step) stepMoments(zone *time.Location) string {
	words := DeadlineLong(s.Deadline)
	if s.From.IsZero() {
		return words
	}
	at := func(in *time.Location) string {
		t := s.From.In(in)
		if api.DateOf(t) == api.DateOf(s.Deadline.Wall) {
			return t.Format("15:04")
		}
		return t.Format("Mon 2 Jan 15:04")
	}
	if s.Assumed {
		words += ", at the earliest"
	}
	words += " = " + at(time.UTC) + " UTC"
	if zone == wording.UnknownZone() {
		return words
	}
	if _, offset := s.From.In(zone).Zone(); offset == 0 {
		return words + " (and you)"
	}
	return words + " = " + at(zone) + " (you)"
}
