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

// Hash returns a digest of what the terms cost the guest, the same for terms that mean the same in whatever
// shape they came. Prose is left out, because services rewrite it.
func (t Terms) Hash() string {
	type step struct {
		From      string `json:"from"`
		Amount    string `json:"amount"`
		Currency  string `json:"currency"`
		Estimated bool   `json:"estimated"`
	}
	digest := struct {
		Refundable *bool    `json:"refundable"`
		Steps      []step   `json:"steps"`
		Payment    string   `json:"payment"`
		Guarantee  []string `json:"guarantee"`
	}{Payment: wording.Fold(t.Payment)}
	// The rate's flag and those of its steps are two shapes of the same: whether anything is given back before
	// all steps.
	digest.Refundable = t.RefundableAt(time.Time{})
	// As they were sent, so that instants and order stay the same once the zone is known.
	steps := slices.SortedStableFunc(slices.Values(t.Steps), func(a, b Step) int {
		first, _ := earliest(a.sent)
		second, _ := earliest(b.sent)
		return first.Compare(second)
	})
	for _, s := range steps {
		from := ""
		if at, _ := earliest(s.sent); !at.IsZero() {
			from = at.UTC().Format(time.RFC3339)
		}
		digest.Steps = append(digest.Steps, step{from, PlainAmount(s.Amount), s.Amount.Currency(), s.Estimated})
	}
	for _, g := range t.Guarantee {
		digest.Guarantee = append(digest.Guarantee, wording.Fold(g))
	}
	slices.Sort(digest.Guarantee)
	text, err := json.Marshal(digest)
	if err != nil {
		return "" // Strings and flags always encode.
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// AgreedLines returns what cancelling costs from a moment on, in lines that stay true: by the hotel's calendar, not
// by how long is left.
func (t Terms) AgreedLines(at time.Time) []string {
	if t.NoRefund(at) {
		return []string{t.noRefundWords(at)}
	}
	var lines []string
	for i, phase := range t.phasesFrom(at) {
		words := phase.Cost.toCancel()
		if i > 0 {
			words = phase.Cost.PenaltyWords() + " to cancel from " + DeadlineLong(phase.From.Deadline)
		}
		if i == 0 && phase.Until != nil {
			words += " until " + DeadlineLong(phase.Until.Deadline)
		}
		lines = append(lines, words)
	}
	return lines
}

// PlainAmount returns an amount without separators and with the currency's own digits: 204.10 and 204.1 are the
// same money. It is empty for what is not a number.
func PlainAmount(m api.Money) string {
	if !m.Valid() {
		return ""
	}
	return strings.ReplaceAll(m.Digits(), ",", "")
}

// StoredOtherwise lists where a reservation's terms differ from those agreed. A term missing from the reservation is
// not a difference, except for penalties; an added term is one only if it is worse. Stored terms without a price take
// the agreed price.
func StoredOtherwise(now time.Time, agreed, stored Terms) []Change {
	stored.Price = cmp.Or(stored.Price, agreed.Price)
	return slices.DeleteFunc(Compare(now, agreed, stored), func(c Change) bool {
		return c.Unsaid() && c.What != penaltiesRow || c.Before == NotSaid && c.Verdict != Worse
	})
}

// Filled returns the terms with what they leave out as others have it.
func (t Terms) Filled(from Terms) Terms {
	if len(t.Steps) == 0 && t.Refundable == nil {
		t.Steps, t.Refundable = from.Steps, from.Refundable
	}
	t.Payment, t.Price = cmp.Or(t.Payment, from.Payment), cmp.Or(t.Price, from.Price)
	if len(t.Guarantee) == 0 {
		t.Guarantee = from.Guarantee
	}
	if len(t.Deposit) == 0 {
		t.Deposit, t.RestThere = from.Deposit, from.RestAtHotel()
	}
	return t
}

// CostsNowRow names a change of what cancelling costs at once.
const CostsNowRow = "cancelling now costs"

// Since lists what became of terms since they were shown: what cancelling costs by now where a deadline has passed
// meanwhile, and every difference between the terms themselves.
func Since(shownAt time.Time, shown Terms, now time.Time, is Terms) []Change {
	var out []Change
	if verdict := compareCost(shown.settled(shownAt).CostAt(shownAt), is.settled(now).CostAt(now)); verdict != Neutral {
		out = append(out, Change{
			What: CostsNowRow, Before: shown.CostAt(shownAt).Sentence(), After: is.CostAt(now).Sentence(), Verdict: verdict,
		})
	}
	return append(out, Compare(now, shown, is)...)
}
