package terms

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bellhop/api"
)

// Terms are what a rate or a reservation obliges to, in one shape for search, verification and reservation.
type Terms struct {
	// Refundable is the rate's flag, nil when there is none. The deadlines decide: see RefundableAt.
	Refundable *bool
	Steps      []Step // by deadline, the earliest first
	Payment    string
	Guarantee  []string
	Note       string
	Cards      []string
	Deposit    []api.Fact
	Text       []string
	Price      api.Money // the amount lost without a refund; unset if unknown
	// RestThere is set with a deposit from the journal if the rest is paid at the hotel; Payment may say it as well.
	RestThere bool
}

// A Step is what cancelling costs from an instant on.
type Step struct {
	Deadline api.Deadline
	// From is the instant; for a wall clock without an offset the earliest that it can mean, and then Assumed
	// is set. Zero when the deadline cannot be read: such a step counts from the beginning.
	From      time.Time
	Assumed   bool
	Local     bool      // the deadline is by the clock of the hotel's zone, which is known
	Amount    api.Money // unset when not said
	Estimated bool
	// NoRefund is the step's own flag: from here on nothing is given back.
	NoRefund bool
	Text     string

	sent api.Deadline // as the service sent it
}

// earliestOffset is the zone in which any wall clock comes first.
const earliestOffset = 14 * time.Hour

// Of normalises the terms of a search result or a reservation.
func Of(t api.Terms) Terms { return merge([]api.Terms{t}) }

// Verified normalises the terms of a verification; of several the strictest counts, because all their steps do.
func Verified(v api.Verification) Terms { return merge(v.Terms).For(v.Total) }

// For returns the terms of a rate or a reservation with this price.
func (t Terms) For(price api.Money) Terms {
	t.Price = price
	return t
}

func merge(all []api.Terms) Terms {
	var c Terms
	for _, t := range all {
		c.Refundable = stricter(c.Refundable, t.Refundable)
		for _, p := range t.Penalties {
			c.Steps = append(c.Steps, stepOf(p))
		}
		c.Payment = cmp.Or(c.Payment, t.PaymentInfo)
		c.Note = cmp.Or(c.Note, t.CancelNote)
		c.Guarantee = union(c.Guarantee, t.Guarantee)
		c.Cards = union(c.Cards, t.AcceptedCards)
		c.Text = union(c.Text, t.Description)
		c.Deposit = append(c.Deposit, t.Deposit...)
	}
	slices.SortStableFunc(c.Steps, func(a, b Step) int { return a.From.Compare(b.From) })
	return c
}

// stricter keeps a "not refundable" over a "refundable" over nothing.
func stricter(a, b *bool) *bool {
	if a == nil || b != nil && !*b {
		return b
	}
	return a
}

func union(into, more []string) []string {
	for _, text := range more {
		if text != "" && !slices.Contains(into, text) {
			into = append(into, text)
		}
	}
	return into
}

func stepOf(p api.CancelPenalty) Step {
	s := Step{
		Deadline: p.Deadline, sent: p.Deadline, Amount: p.Amount, Estimated: p.Estimated, Text: p.Description,
		NoRefund: p.Refundable != nil && !*p.Refundable,
	}
	s.From, s.Assumed = earliest(p.Deadline)
	return s
}

// earliest returns the instant of a deadline, or the earliest that one without an offset can mean, which is
// assumed.
func earliest(d api.Deadline) (at time.Time, assumed bool) {
	switch {
	case d.IsZero():
		return time.Time{}, false
	case d.HasOffset:
		return d.Wall.UTC(), false
	default:
		return d.Wall.UTC().Add(-earliestOffset), true
	}
}

// In returns the terms at a hotel in the zone, unchanged when that is nil. A deadline with an offset is told by
// the hotel's clock; one without is the hotel's local time (WIRE 4).
func (t Terms) In(zone *time.Location) Terms {
	if zone == nil {
		return t
	}
	steps := slices.Clone(t.Steps)
	for i := range steps {
		s := &steps[i]
		wall := s.Deadline.Wall
		switch {
		case s.Deadline.IsZero():
			continue
		case !s.Deadline.HasOffset:
			wall = api.DateOf(wall).At(wall.Hour(), wall.Minute(), wall.Second(), zone)
			s.From, s.Assumed = wall.UTC(), false
		}
		_, offset := wall.In(zone).Zone()
		s.Deadline.Wall, s.Deadline.HasOffset, s.Local = wall.In(time.FixedZone("", offset)), true, true
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return a.From.Compare(b.From) })
	t.Steps = steps
	return t
}

// RefundableAt reports whether anything is given back when the stay is cancelled at a moment: by the flag where
// it says no, else by the steps that have begun; nil when nothing is said.
func (t Terms) RefundableAt(at time.Time) *bool {
	refundable := true
	for _, s := range t.Steps {
		if s.NoRefund && !s.From.After(at) {
			refundable = false
		}
	}
	switch kind := t.CostAt(at).Kind; {
	case !refundable || kind == CostNoRefund || t.Refundable != nil && !*t.Refundable:
		refundable = false
	case kind == CostUnknown && (t.Refundable == nil || len(t.Steps) > 0):
		return nil
	}
	return &refundable
}

// RefundableWords is RefundableAt in words, empty where nothing is said.
func (t Terms) RefundableWords(at time.Time) string {
	switch refundable := t.RefundableAt(at); {
	case refundable == nil:
		return ""
	case !*refundable:
		return "no"
	case len(t.Steps) == 0:
		return "the service says yes, no deadlines sent"
	default:
		return "yes"
	}
}

// NoRefund reports whether nothing is given back at a moment and no later deadline changes the cost.
func (t Terms) NoRefund(at time.Time) bool {
	refundable := t.RefundableAt(at)
	return refundable != nil && !*refundable && len(t.phasesFrom(at)) == 1
}

// Short returns the terms in one phrase: "free until Thu 10 Dec 18:00", "204.13 GBP now", "non-refundable".
func (t Terms) Short(now time.Time) string {
	cost := t.CostAt(now)
	switch {
	case t.NoRefund(now):
		return nonRefundable
	case cost.Kind == CostFree && cost.Next != nil:
		return "free until " + cost.Next.hotelMoment()
	case cost.Kind == CostFree:
		return "free to cancel"
	case cost.Kind == CostPenalty:
		return cost.Words() + " to cancel"
	default:
		return "cancellation not said"
	}
}

// ShortSaid is Short, empty where nothing is said of what cancelling costs.
func (t Terms) ShortSaid(now time.Time) string {
	if t.CostAt(now).Kind == CostUnknown && len(t.Steps) == 0 {
		return ""
	}
	return t.Short(now)
}

// DeadlineWords returns a deadline in the hotel's own time: "Thu 10 Dec 18:00". A text that is no date-time is shown
// as sent.
func DeadlineWords(d api.Deadline) string {
	if d.IsZero() {
		return cmp.Or(strings.TrimSpace(d.Text), "not said")
	}
	return d.Wall.Format("Mon 2 Jan 15:04")
}

// DeadlineLong returns a deadline with year and offset: "Thu 10 Dec 2026 18:00 (UTC+01:00)".
func DeadlineLong(d api.Deadline) string {
	if d.IsZero() {
		return DeadlineWords(d)
	}
	words := d.Wall.Format("Mon 2 Jan 2006 15:04")
	if !d.HasOffset {
		return words + " (zone not said)"
	}
	return words + " (UTC" + d.Wall.Format("-07:00") + ")"
}

// Times multiplies every penalty and a deposit that can be read: the terms of one room become those of all rooms.
func (t Terms) Times(rooms int) Terms {
	steps := make([]Step, len(t.Steps))
	for i, s := range t.Steps {
		if s.Amount.Valid() {
			s.Amount = s.Amount.Times(rooms)
		}
		steps[i] = s
	}
	t.Steps, t.Deposit = steps, t.timesDeposit(rooms)
	if t.Price.Valid() {
		t.Price = t.Price.Times(rooms)
	}
	return t
}
