package quote

import (
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
)

// OutcomeKind is what became of an offer that was verified again. Of a price and terms that both changed, the dearer
// price names it, then terms for the worse, then the cheaper price.
type OutcomeKind int

// What can become of an offer.
const (
	NotAsked OutcomeKind = iota // the service could not be asked
	Same
	Dearer
	Cheaper
	TermsChanged
	Gone
)

// String returns the kind in words.
func (k OutcomeKind) String() string {
	return [...]string{"could not be asked", "same", "dearer", "cheaper", "terms changed", "gone"}[k]
}

// Priced reports whether the service still has the rate.
func (k OutcomeKind) Priced() bool { return k != NotAsked && k != Gone }

// An Outcome is what became of an offer that was verified again.
type Outcome struct {
	Kind OutcomeKind
	At   time.Time
	// By is how much dearer or cheaper all rooms are, never below zero; unset where the price is the same.
	By      api.Money
	Changes []terms.Change // of the terms and of the rest, but for the total where By tells it
	Offer   Offer          // as it is now; of one that is gone or was not asked, as it was
	Nearest []Offer        // in place of one that is gone, the nearest first; not verified
	NoOther bool           // of one that is gone: its hotel was searched and has no other rate
	Why     string         // the service could not be asked, in a few words
}

// NewOutcome compares an offer with its new verification, both in the hotel's time zone, which may have become known
// only with that verification.
func NewOutcome(before, now Offer) Outcome {
	changes := terms.CompareMoney(nil, totalRow, before.Total, now.Total)
	changes = append(changes, terms.Compare(now.VerifiedAt, before.Terms.In(now.Zone), now.Terms)...)
	changes = terms.CompareFees(changes, before.Bill, now.Bill)
	for _, c := range now.Changes {
		// Those from the search: a price has been compared, and what was so already at the last verification is no news.
		if !slices.Contains(priceRows, c.What) && !slices.Contains(before.Changes, c) && !named(changes, c.What) {
			changes = append(changes, c)
		}
	}
	return OutcomeOf(before.Total, now, changes)
}

// OutcomeOf returns the outcome of a new verification, from the offer's earlier total and all changes since.
func OutcomeOf(before api.Money, now Offer, changes []terms.Change) Outcome {
	out := Outcome{Kind: Same, At: now.VerifiedAt, Offer: now, Changes: changes}
	if more, err := now.Total.Sub(before); err == nil {
		switch more.Sign() {
		case 1:
			out.Kind, out.By = Dearer, more
		case -1:
			out.Kind = Cheaper
			out.By, _ = before.Sub(now.Total) // The currencies are the same as above, so there is no error.
		}
		out.Changes = slices.DeleteFunc(slices.Clone(changes), func(c terms.Change) bool { return c.What == totalRow })
	}
	if len(out.Changes) > 0 && (out.Kind == Same || out.Kind == Cheaper && terms.Stops(out.Changes)) {
		out.Kind = TermsChanged
	}
	return out
}

// totalRow names a change of the total, and priceRows those of its parts, as terms.ComparePrice does.
const totalRow = "total"

// priceRow names the price of the stay in a comparison. What the guest pays has a row of its own.
const priceRow = "price"

var priceRows = []string{totalRow, TrayTotalRow, "base price", "taxes", "additional fees"}

// TrayTotalRow names the change of the total since the tray last had it, apart from the change since the search.
const TrayTotalRow = "total in the tray"

func named(changes []terms.Change, what string) bool {
	return slices.ContainsFunc(changes, func(c terms.Change) bool { return c.What == what })
}

// A Note says how an offer differs from the one that was marked, or why it is left out of a quote.
type Note struct {
	Text    string
	Verdict terms.Verdict // from the guest's side
}

// Quotable returns the offers that can be quoted at a moment, as they are now. The notes name each that is left out because
// it is gone, has ended or has no price, and each that is not as it was.
func Quotable(outcomes []Outcome, now time.Time) (offers []Offer, notes []Note) {
	for _, o := range outcomes {
		name, words := joined(o.Offer.HotelName(), o.Offer.RoomName), o.Words()
		out := ""
		switch {
		case o.Kind == Gone:
			out = "not offered any more, left out"
		case o.Offer.NoPrice != "":
			out = o.Offer.NoPrice + ", left out"
		case o.Offer.Expired(now):
			out = "the offer " + o.Offer.EndsWords(now) + ", left out until it is verified again"
		case o.Kind == NotAsked:
			notes = append(notes, Note{name + ": " + words + "; it is quoted as it was", o.Verdict()})
		case o.Kind != Same:
			words = o.priced(func(c terms.Change) string { return c.What + ": " + c.Before + " → " + c.After }, "; ")
			notes = append(notes, Note{name + " is quoted as it is now: " + words, o.Verdict()})
		}
		if out != "" {
			notes = append(notes, Note{name + ": " + out, terms.Worse})
			continue
		}
		offers = append(offers, o.Offer)
	}
	return offers, notes
}

// Words returns the outcome in a line: "dearer by 12.00 GBP; terms changed: cancel penalties".
func (o Outcome) Words() string {
	switch o.Kind {
	case NotAsked:
		return strings.TrimSuffix(o.Kind.String()+": "+o.Why, ": ")
	case Gone:
		switch {
		case o.NoOther:
			return "gone, and the hotel has no other rate"
		case len(o.Nearest) == 0:
			return "gone"
		}
		near := o.Nearest[0]
		return "gone; nearest: " + near.RoomName + ", " + terms.PriceWords(near.Total)
	case Same:
		return "same price and terms"
	case Dearer, Cheaper, TermsChanged:
	}
	return o.priced(func(c terms.Change) string { return c.What }, ", ")
}

// priced returns the difference of the price, and each change in words.
func (o Outcome) priced(change func(terms.Change) string, between string) string {
	var parts []string
	if o.By.IsSet() {
		word := "dearer by "
		if o.Kind != Dearer {
			word = "cheaper by "
		}
		parts = append(parts, word+o.By.String())
	}
	if len(o.Changes) > 0 {
		names := make([]string, len(o.Changes))
		for i, c := range o.Changes {
			names[i] = change(c)
		}
		parts = append(parts, TermsChanged.String()+": "+strings.Join(names, between))
	}
	return strings.Join(parts, "; ")
}

// Verdict judges the outcome from the guest's side. One that cannot be judged, and a rate that is gone, are no better
// than a worse one.
func (o Outcome) Verdict() terms.Verdict {
	verdict := terms.Neutral
	switch o.Kind {
	case NotAsked:
		return terms.Unclear
	case Gone, Dearer:
		return terms.Worse
	case Cheaper, TermsChanged:
		if o.By.IsSet() {
			verdict = terms.Better
		}
	case Same:
	}
	for _, c := range o.Changes {
		verdict = max(verdict, c.Verdict)
	}
	return verdict
}
