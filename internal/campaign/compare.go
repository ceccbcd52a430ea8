package campaign

import (
	"fmt"
	"math/big"

	"bellhop/booking/journal"
)

// maxViolations is how many violations are named.
const maxViolations = 40

// compare holds the truth of the service against what the journal and the
// consoles said.
//
//   - doubled: a create that was sent twice, and two reservations for one attempt, or for one stay that somebody
//     wanted once;
//   - lost: the journal or a console says that something was done, and the
//     service does not have it, or not at the hotel, for the days or at the price
//     that they say;
//   - unexplained: the service has something that the journal does not know or
//     calls not done, an attempt has no outcome, or a stay had a second create
//     although nothing says that the first had come to nothing.
func (r *Report) compare(truth []stored, states []journal.AttemptState, sent []create, acknowledged []ack) {
	c := newComparison(r, truth, states)
	c.doubles()
	c.countCreates(sent)
	for _, s := range states {
		c.attempt(s)
	}
	for _, one := range truth {
		c.reservation(one)
	}
	for _, a := range acknowledged {
		c.acknowledged(a)
	}
}

// A comparison is the two sides, each with its indexes.
type comparison struct {
	report  *Report
	truth   []stored
	byID    map[string]stored
	creates map[string]journal.AttemptState // by attempt
	// What the journal says was done to a reservation, the last such attempt.
	canceled, moved map[string]journal.AttemptState
}

func newComparison(r *Report, truth []stored, states []journal.AttemptState) *comparison {
	c := &comparison{
		report: r, truth: truth, byID: map[string]stored{}, creates: map[string]journal.AttemptState{},
		canceled: map[string]journal.AttemptState{}, moved: map[string]journal.AttemptState{},
	}
	for _, one := range truth {
		c.byID[one.id] = one
	}
	for _, s := range states {
		switch {
		case s.Kind == journal.Create:
			c.creates[s.Attempt] = s
		case s.Outcome.Result == journal.Canceled:
			c.canceled[s.Reservation] = s
		case s.Outcome.Result == journal.Modified && s.CheckIn != "":
			// The list is newest first, and the newest counts.
			if _, later := c.moved[s.Reservation]; !later {
				c.moved[s.Reservation] = s
			}
		}
	}
	return c
}

func (c *comparison) found(figure *int, format string, args ...any) {
	*figure++
	if len(c.report.Violations) < maxViolations {
		c.report.Violations = append(c.report.Violations, fmt.Sprintf(format, args...))
	}
}

func (c *comparison) lost(format string, args ...any) {
	c.found(&c.report.Missing, "lost: "+format, args...)
}

func (c *comparison) unexplained(format string, args ...any) {
	c.found(&c.report.Unexplained, "unexplained: "+format, args...)
}

func (c *comparison) doubles() {
	attempts, guests := map[string]string{}, map[string]string{}
	for _, one := range c.truth {
		first, again := attempts[one.attempt]
		if other, same := guests[one.guest]; same && !again {
			first, again = other, true
		}
		if again {
			c.found(&c.report.Doubled, "doubled: %s and %s are both for %s (attempt %s)", first, one.id, one.guest, one.attempt)
			continue
		}
		if one.attempt != "" {
			attempts[one.attempt] = one.id
		}
		guests[one.guest] = one.id
	}
}

// truth counts the contradictions in what the service answers.
func (r *Report) truth(problems []string) {
	c := comparison{report: r}
	for _, text := range problems {
		c.unexplained("%s", text)
	}
}

// attempt checks what the journal says of one attempt.
func (c *comparison) attempt(s journal.AttemptState) {
	switch {
	case s.Open():
		c.unexplained("attempt %s (%s) is still at %q", s.Attempt, s.Kind, s.Step)
	case s.Outcome.Result == journal.GivenUp:
		c.unexplained("attempt %s (%s) was given up", s.Attempt, s.Kind)
	case s.Outcome.Result == journal.Booked:
		one, there := c.byID[s.Outcome.Reservation]
		if !there || one.attempt != s.Attempt {
			c.lost("attempt %s says that %s is booked, and the service does not have it", s.Attempt, s.Outcome.Reservation)
			return
		}
		who := "attempt " + s.Attempt
		if one.hotel != s.Chain+s.Property || one.rate != s.BookingCode {
			c.lost("%s booked %s at %s%s, and %s is %s at %s", who, s.BookingCode, s.Chain, s.Property, one.id, one.rate, one.hotel)
		}
		if c.stands(one, s.CheckIn) {
			c.price(one, who+", as planned,", told{Total: s.Total, Currency: s.Currency})
			c.price(one, who, told{Total: s.Outcome.Total, Currency: s.Outcome.Currency})
		}
	case s.Outcome.Result == journal.Canceled:
		if one, there := c.byID[s.Reservation]; !there || !one.canceled {
			c.lost("attempt %s says that %s is canceled, and it is not", s.Attempt, s.Reservation)
		}
	case s.Outcome.Result == journal.Modified && c.moved[s.Reservation].Attempt == s.Attempt:
		one := c.byID[s.Reservation]
		if one.in != s.CheckIn || one.out != s.CheckOut {
			c.lost("attempt %s says that %s was moved to %s, and it is at %s", s.Attempt, s.Reservation, s.CheckIn, one.in)
			return
		}
		c.price(one, "attempt "+s.Attempt, told{Total: s.Outcome.Total, Currency: s.Outcome.Currency})
	}
}

// stands reports whether a reservation has the price at which it was booked: it was
// not moved since.
func (c *comparison) stands(one stored, in string) bool {
	_, moved := c.moved[one.id]
	return !moved && one.in == in
}

// price checks a price that somebody said a reservation has.
func (c *comparison) price(one stored, who string, t told) {
	if t.Total != "" && (!sameNumber(t.Total, one.total) || t.Currency != one.currency) {
		c.lost("%s says that %s costs %s %s, and it costs %s %s", who, one.id, t.Total, t.Currency, one.total, one.currency)
	}
}

// sameNumber compares two decimal numbers by their value.
func sameNumber(a, b string) bool {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}

// reservation checks that the journal explains what the service has.
func (c *comparison) reservation(one stored) {
	s, known := c.creates[one.attempt]
	switch {
	case !known:
		c.unexplained("%s carries the attempt %q, which the journal does not know", one.id, one.attempt)
		return
	case s.Outcome.Result != journal.Booked || s.Outcome.Reservation != one.id:
		c.unexplained("%s is stored, and its attempt %s says %q (%s) of %q",
			one.id, s.Attempt, s.Outcome.Result, s.Outcome.Cause, s.Outcome.Reservation)
	}
	if !sameNumber(one.charged, one.total) && c.stands(one, s.CheckIn) {
		c.unexplained("%s costs %s, and %s is charged", one.id, one.total, one.charged)
	}
	if _, said := c.canceled[one.id]; one.canceled && !said {
		c.unexplained("%s is canceled, and the journal has no cancellation of it that took place", one.id)
	}
	if _, said := c.moved[one.id]; !said && (one.in != s.CheckIn || one.out != s.CheckOut) {
		c.unexplained("%s was sold for %s to %s and is at %s to %s, and the journal has no change of it",
			one.id, s.CheckIn, s.CheckOut, one.in, one.out)
	}
}

// acknowledged checks what a console told its user.
func (c *comparison) acknowledged(a ack) {
	const who = "a console"
	one, there := c.byID[a.reservation]
	_, moved := c.moved[a.reservation]
	switch {
	case !there:
		c.lost("%s said that %s is %s, and the service does not have it", who, a.reservation, a.what)
	case a.what == outcomeCanceled && !one.canceled:
		c.lost("%s said that %s is canceled, and it is not", who, a.reservation)
	case a.what == outcomeCanceled, moved && a.what != outcomeMoved:
		// What it was before does not show any more.
	default:
		if a.told.In != "" && (a.told.In != one.in || a.told.Out != one.out) {
			c.lost("%s said that %s is from %s to %s, and it is from %s to %s", who, one.id, a.told.In, a.told.Out, one.in, one.out)
			return
		}
		c.price(one, who, a.told)
	}
}
