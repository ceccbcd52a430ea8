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

// Phases lists what cancelling cost, costs and will cost, from the beginning on. There is always at least one.
func (t Terms) Phases() []Phase { return t.phasesFrom(time.Time{}) }

// phasesFrom lists the phases from a moment on; the first has no From.
func (t Terms) phasesFrom(at time.Time) []Phase {
	phases := []Phase{{Cost: t.CostAt(at)}}
	for _, s := range t.Steps {
		last := &phases[len(phases)-1]
		if cost := t.CostAt(s.From); s.From.After(at) && compareCost(last.Cost, cost) != Neutral {
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

// ClockLines returns the penalty clock of a reservation: its phases but for those that were over before it was
// made.
func (t Terms) ClockLines(made, now time.Time, zone *time.Location) []ClockLine {
	if t.Refundable != nil && !*t.Refundable && t.NoRefund(now) {
		return []ClockLine{{Text: t.noRefundWords(now), Cost: t.CostAt(now), Holds: true}}
	}
	var lines []ClockLine
	for _, phase := range t.Phases() {
		if !made.IsZero() && phase.Until != nil && !made.Before(phase.Until.From) {
			continue
		}
		lines = append(lines, ClockLine{Text: phase.Words(now, zone), Cost: phase.Cost, Holds: phase.Holds(now)})
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
	if _, offset := s.From.In(zone).Zone(); offset == 0 {
		return words + " (and you)"
	}
	return words + " = " + at(zone) + " (you)"
}
