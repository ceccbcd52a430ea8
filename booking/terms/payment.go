package terms

import (
	"slices"
	"strings"
	"unicode"

	"bellhop/booking/wording"
)

// DueKind is when the total of a rate is paid.
type DueKind int

// The times of paying.
const (
	DueNow     DueKind = iota // on the card, with the booking
	DueDeposit                // a deposit is named, and the rest follows
	DueAtHotel                // a card only guarantees the room
	DueUnsaid                 // neither the guarantee nor the payment is said
)

// Due returns when the total is paid (section 2.5). The guarantee that asks for money soonest counts, and one
// that is not known counts as money now.
func (t Terms) Due() DueKind {
	switch {
	case len(t.Guarantee) == 0 && strings.TrimSpace(t.Payment) == "":
		return DueUnsaid
	case len(t.Guarantee) == 0:
		return DueNow
	}
	due := DueAtHotel
	for _, guarantee := range t.Guarantee {
		switch strings.ToUpper(strings.TrimSpace(guarantee)) {
		case "GUARANTEE":
		case "DEPOSIT":
			due = min(due, DueDeposit)
		default:
			due = DueNow
		}
	}
	return due
}

// payAtHotel and payNow list what services write, in small letters and without anything between them.
var (
	payAtHotel = []string{
		"payatproperty", "payattheproperty", "payathotel", "payatthehotel", "paymentathotel", "paymentatproperty",
		"payonarrival", "payatcheckin", "payatcheckout", "paylater", "postpaid",
	}
	payNow = []string{"prepaid", "prepay", "paynow", "payatbooking", "chargedatbooking"}
)

// maxQuoted is how much of what the service says is quoted.
const maxQuoted = 36

// DueNote returns a sentence where the payment contradicts the guarantee, and empty for most rates.
func (t Terms) DueNote() string {
	letters := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, t.Payment)
	said := func(words []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(letters, word) })
	}
	guarantee := strings.Join(t.Guarantee, ", ")
	if guarantee == "" {
		guarantee = NotSaid
	}
	contradicts := t.Due() == DueAtHotel && said(payNow) || t.Due() != DueAtHotel && said(payAtHotel) && (t.Due() != DueDeposit || !t.RestAtHotel())
	if !contradicts {
		return ""
	}
	return "The payment says " + wording.ClipTo(maxQuoted, t.Payment) + ", the guarantee " + wording.ClipTo(maxQuoted, guarantee) +
		": it is not clear when it is paid. Ask before you book."
}

// CardWords returns the cards that are taken, by name, empty where none is said.
func (t Terms) CardWords() string {
	names := make([]string, len(t.Cards))
	for i, code := range t.Cards {
		names[i] = wording.WithCode(wording.Card(code), code)
	}
	return strings.Join(names, ", ")
}
