package terms

import (
	"regexp"
	"strings"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// CancelLines tells what cancelling costs now and from each later deadline at which that changes, in the
// hotel's time and in that of the agent's zone. Each later line names the deadline and its amount.
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
		lines[0] = "free until " + first.momentWords(zone) + ", " + wording.Left(first.From.Sub(now)) + " left"
	case cost.Kind == CostFree && len(t.Steps) == 0:
		lines[0] += ", no deadline named"
	}
	for i, phase := range later {
		line := "then " + phase.Cost.PenaltyWords() + " from "
		if i > 0 || cost.Kind != CostFree {
			line += phase.From.momentWords(zone) + ", in " + wording.Left(phase.From.From.Sub(now))
		} else { // The line before has it in full.
			line += phase.From.hotelMoment()
		}
		lines = append(lines, line)
	}
	if cost.Assumed {
		lines = append(lines, "a deadline has no zone: the earliest moment it can mean is taken")
	}
	return lines
}

// PenaltyLines lists what cancelling costs from a moment on where it costs something, in the hotel's time: "204.13 GBP from
// Thu 10 Dec 18:00". It is "nothing" where nothing is ever charged.
func (t Terms) PenaltyLines(now time.Time) (lines []string) {
	for _, phase := range t.phasesFrom(now) {
		words := phase.Cost.PenaltyWords()
		if phase.Cost.Kind == CostNoRefund {
			words = "the whole price"
		}
		switch {
		case phase.Cost.Kind == CostFree:
		case phase.Cost.Kind == CostUnknown && phase.From == nil:
			lines = append(lines, NotSaid)
		case phase.From == nil:
			lines = append(lines, words+" from now on")
		default:
			lines = append(lines, words+" from "+phase.From.hotelMoment())
		}
	}
	if len(lines) == 0 {
		return []string{"nothing"}
	}
	return lines
}

// Wording returns the hotel's own sentences on cancelling and their label. A hotel writes about one room.
func (t Terms) Wording(rooms int) (name string, lines []string) {
	name = "hotel's wording"
	if rooms > 1 {
		name = "hotel, per room"
	}
	for _, s := range t.Steps {
		line := strings.TrimSpace(s.Text)
		if line == "" {
			continue
		}
		if s.Estimated && s.namesAmount(max(rooms, 1)) {
			line = wording.Stopped(line) + " (The hotel states the amount; the service calls it estimated.)"
		}
		lines = append(lines, line)
	}
	return name, lines
}

var writtenAmount = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d[\d,]*(\.\d+)?`) })

// namesAmount reports whether the hotel's words state the amount of the step, which is for all rooms.
func (s Step) namesAmount(rooms int) bool {
	for _, number := range writtenAmount().FindAllString(s.Text, -1) {
		named := api.NewMoney(strings.ReplaceAll(number, ",", ""), s.Amount.Currency())
		if order, err := named.Times(rooms).Cmp(s.Amount); named.Valid() && err == nil && order == 0 {
			return true
		}
	}
	return false
}

// A RefundKind tells rates apart by what is given back when one is cancelled right after it was booked.
type RefundKind int

// The kinds of refund.
const (
	RefundUnsaid   RefundKind = iota
	RefundAll                 // cancelling is free for now
	RefundDeducted            // a penalty is due from now on
	RefundNone                // nothing is given back
)

// Refund returns the kind of refund at a moment.
func (t Terms) Refund(now time.Time) RefundKind {
	refundable := t.RefundableAt(now)
	switch kind := t.CostAt(now).Kind; {
	case refundable != nil && !*refundable:
		return RefundNone
	case kind == CostFree:
		return RefundAll
	case kind == CostPenalty:
		return RefundDeducted
	default:
		return RefundUnsaid
	}
}

// Word returns the kind for a column: "refundable", "penalty now", "non-refundable", "not said".
func (k RefundKind) Word() string {
	return [...]string{NotSaid, "refundable", "penalty now", nonRefundable}[k]
}

// Short returns the kind for a column that is headed "refund": "yes", "part", "no", "n/a".
func (k RefundKind) Short() string { return [...]string{"n/a", "yes", "part", "no"}[k] }

// RefundDetail says beside the word of Refund until when, or at which cost, for a wide column and for a narrow one:
// "until Thu 10 Dec 18:00" and "until Thu 10 Dec", "204.13 GBP from now on" and "204.13 from now". Both are empty where
// the word says all.
func (t Terms) RefundDetail(now time.Time) (wide, narrow string) {
	cost := t.CostAt(now)
	switch t.Refund(now) {
	case RefundAll:
		next, _ := t.NextChange(now)
		if next == nil {
			return "free to cancel", "free to cancel"
		}
		wide, narrow = "until "+next.hotelMoment(), "until "+DeadlineWords(next.Deadline)
		if !next.Deadline.IsZero() {
			narrow = "until " + next.Deadline.Wall.Format("Mon 2 Jan")
		}
		return wide, narrow
	case RefundDeducted:
		narrow = cost.Amount.Digits() + " from now"
		if cost.Estimated {
			narrow = "about " + narrow
		}
		return cost.Words() + " from now on", narrow
	case RefundUnsaid:
		if t.Refundable != nil && *t.Refundable {
			return "no deadline named", "no deadline"
		}
	case RefundNone:
	}
	return "", ""
}

// OfferLines is CancelLines for a rate that is not booked yet: its first line says whether the rate is refundable, and
// warns of a penalty that is due from now on.
func (t Terms) OfferLines(now time.Time, zone *time.Location) []string {
	lines := t.CancelLines(now, zone)
	switch t.Refund(now) {
	case RefundAll:
		lines[0] = "refundable, " + lines[0]
	case RefundDeducted:
		lines[0] = "! cancelling costs " + t.CostAt(now).Words() + " from now on"
	case RefundNone, RefundUnsaid:
	}
	return lines
}

// The words for terms without a refund, and for a cost that no deadline changes.
const (
	nonRefundable = "non-refundable"
	whenever      = " whenever it is cancelled"
)

func (t Terms) noRefundWords(now time.Time) string {
	switch cost := t.CostAt(now); {
	case cost.Kind == CostPenalty:
		return nonRefundable + ": " + cost.Words() + whenever
	case t.Price.Valid() && t.Price.Sign() > 0:
		return nonRefundable + ": " + t.Price.String() + whenever
	default:
		return nonRefundable
	}
}

// hotelMoment returns a step's deadline in the hotel's time alone: "Thu 10 Dec 18:00".
func (s Step) hotelMoment() string {
	words := DeadlineWords(s.Deadline)
	if s.unplaced() {
		words += " UTC"
	}
	return words
}

// momentWords returns a step's deadline in the hotel's time and in the agent's: "Thu 10 Dec 18:00 (hotel) = 10:00
// (you)".
func (s Step) momentWords(zone *time.Location) string {
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
		return words + strings.Replace(hotel, "(hotel)", wording.AndYours(zone), 1)
	case api.DateOf(mine) == api.DateOf(s.Deadline.Wall):
		return words + hotel + " = " + mine.Format("15:04") + " " + wording.Yours(zone)
	default:
		return words + hotel + " = " + mine.Format("Mon 15:04") + " " + wording.Yours(zone)
	}
}

// unplaced reports whether the deadline came in UTC and the hotel's zone is not known.
func (s Step) unplaced() bool { return s.Deadline.InUTC() && !s.Local }
