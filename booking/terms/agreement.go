package terms

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// Hash is a digest of what the conditions cost the guest: the steps, whether
// anything is given back, payment and guarantee. Two conditions that mean the
// same have the same hash, whatever the shape in which they came and the words
// around them; prose is left out, because services rewrite it.
func (c Terms) Hash() string {
	type step struct {
		From      string `json:"from"`
		Amount    string `json:"amount"`
		Currency  string `json:"currency"`
		Estimated bool   `json:"estimated"`
	}
	terms := struct {
		Refundable *bool    `json:"refundable"`
		Steps      []step   `json:"steps"`
		Payment    string   `json:"payment"`
		Guarantee  []string `json:"guarantee"`
	}{Payment: wording.Fold(c.Payment)}
	// The flag of the rate and the flags of its steps say the same in two
	// shapes: what counts is whether anything is given back before all steps.
	refundable := c.RefundableAt(time.Time{})
	terms.Refundable = refundable
	for _, s := range c.Steps {
		from := ""
		// As it was sent: what was agreed to does not change once the zone is known.
		if at, _ := earliest(s.sent); !at.IsZero() {
			from = at.UTC().Format(time.RFC3339)
		}
		terms.Steps = append(terms.Steps, step{from, PlainAmount(s.Amount), s.Amount.Currency(), s.Estimated})
	}
	for _, g := range c.Guarantee {
		terms.Guarantee = append(terms.Guarantee, wording.Fold(g))
	}
	slices.Sort(terms.Guarantee)
	text, err := json.Marshal(terms)
	if err != nil {
		return "" // Strings and flags always encode.
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// plainAmount is an amount as a decimal number without separators and with the
// currency's own digits: 204.10 and 204.1 are the same money. It is empty for
// what is not a number.
func PlainAmount(m api.Money) string {
	if !m.Valid() {
		return ""
	}
	return strings.ReplaceAll(m.Digits(), ",", "")
}

// storedOtherwise are the terms that a reservation has otherwise than they were
// agreed to. What it does not say beside the penalties was not stored otherwise,
// and what it says where nothing was agreed is no deviation for the better.
func StoredOtherwise(now time.Time, agreed, stored Terms) []Change {
	return slices.DeleteFunc(Compare(now, agreed, stored), func(c Change) bool {
		return c.Unsaid() && c.What != penaltiesRow || c.Before == NotSaid && c.Verdict != Worse
	})
}

// deviations lists the terms that a reservation at a total has otherwise than
// they were agreed to at a charge.
func Deviations(now time.Time, agreed Terms, charge api.Money, stored Terms, total api.Money) []Change {
	agreed, stored = wholePriceKept(agreed, charge), wholePriceKept(stored, total)
	changes := StoredOtherwise(now, agreed, stored)
	if _, differs := compareSteps(now, agreed.priced(charge), stored.priced(cmp.Or(total, charge))); !differs {
		changes = slices.DeleteFunc(changes, func(c Change) bool { return c.What == penaltiesRow })
	}
	return changes
}

// priced names the amount where the conditions say only that nothing is given
// back: it is the whole price. One service sends it as a penalty and another as
// a flag, and both cost the guest the same.
func (c Terms) priced(total api.Money) Terms {
	c.Steps = slices.Clone(c.Steps)
	for i, s := range c.Steps {
		if s.NoRefund && !s.Amount.IsSet() {
			c.Steps[i].Amount = total
		}
	}
	amount := func(s Step) bool { return s.Amount.IsSet() }
	if c.Refundable != nil && !*c.Refundable && !slices.ContainsFunc(c.Steps, amount) {
		c.Steps = []Step{{Amount: total, NoRefund: true}}
	}
	return c
}

// wholePriceKept marks the steps that cost the whole price: they give nothing
// back. A reservation's steps have no flag of their own that says so (section
// 2.5), so without this an agreement would read otherwise than what is stored.
func wholePriceKept(c Terms, total api.Money) Terms {
	c.Steps = slices.Clone(c.Steps)
	for i, s := range c.Steps {
		if more, err := s.Amount.Cmp(total); err == nil && more >= 0 && s.Amount.Sign() > 0 {
			c.Steps[i].NoRefund = true
		}
	}
	return c
}

// storedWords are the conditions of a reservation whose digest is not that of
// the terms agreed to. The journal keeps no more than the digest of those, so it
// is told what holds now and what the service leaves out, and with it what
// cannot be compared.
func (c Terms) StoredWords(now time.Time) string {
	var parts, unsaid []string
	if c.CostAt(now).Kind != CostUnknown || len(c.Steps) > 0 {
		parts = append(parts, c.costWords(now, DeadlineWords))
	}
	for _, part := range []struct {
		what string
		said bool
	}{{"cancel penalties", len(c.Steps) > 0}, {"payment", c.Payment != ""}, {"guarantee", len(c.Guarantee) > 0}} {
		if !part.said {
			unsaid = append(unsaid, part.what)
		}
	}
	if len(unsaid) > 0 {
		parts = append(parts, "not said by the service and so not compared: "+strings.Join(unsaid, ", "))
	}
	return strings.Join(parts, "; ")
}
