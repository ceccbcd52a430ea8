package api

import (
	"slices"
	"strings"
)

// merged is mergeTerms within the bounds of one.
func (r *reader) merged(list []Terms) Terms {
	if len(list) < 2 {
		return mergeTerms(list)
	}
	var guarantees, cards, descriptions, penalties, facts int
	for i := range list {
		guarantees += len(list[i].Guarantee)
		cards += len(list[i].AcceptedCards)
		descriptions += len(list[i].Description)
		penalties += len(list[i].Penalties)
		facts += len(list[i].Deposit)
	}
	switch {
	case max(guarantees, cards, descriptions) > boundTexts.most:
		r.stop("the answer has more than %d elements in %s", boundTexts.most, "the texts of terms")
	case penalties > boundPenalties.most:
		r.stop("the answer has more than %d elements in %s", boundPenalties.most, boundPenalties.list)
	case facts > boundFacts.most:
		r.stop("the answer has more than %d elements in %s", boundFacts.most, boundFacts.list)
	}
	if r.err != nil {
		return Terms{}
	}
	return mergeTerms(list)
}

// mergeTerms makes one of several terms where only one has a place, without
// losing any: lists are joined, and what is said twice is said once. The rate
// is refundable only if none of them says that it is not.
func mergeTerms(list []Terms) Terms {
	if len(list) == 0 {
		return Terms{}
	}
	merged := list[0]
	for _, t := range list[1:] {
		merged.PaymentInfo = joinDistinct(merged.PaymentInfo, t.PaymentInfo)
		merged.CancelNote = joinDistinct(merged.CancelNote, t.CancelNote)
		merged.Guarantee = appendDistinct(merged.Guarantee, t.Guarantee)
		merged.AcceptedCards = appendDistinct(merged.AcceptedCards, t.AcceptedCards)
		merged.Description = appendDistinct(merged.Description, t.Description)
		merged.Penalties = slices.Concat(merged.Penalties, t.Penalties)
		merged.Deposit = slices.Concat(merged.Deposit, t.Deposit)
		if merged.Refundable == nil || t.Refundable != nil && !*t.Refundable {
			merged.Refundable = t.Refundable
		}
	}
	return merged
}

func joinDistinct(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "" || strings.Contains(a, b):
		return a
	}
	return cut(a+"; "+b, maxProse)
}

func appendDistinct(list, more []string) []string {
	list = slices.Clone(list)
	for _, text := range more {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// readCurrencyAmount reads the amount of a penalty, or a bare number in its place.
func (r *reader) readCurrencyAmount() Money {
	if !r.is(kindObject) {
		return Money{number: r.number()}
	}
	var m Money
	for key := range r.fields() {
		switch key {
		case "amount":
			m.number = r.number()
		case "currency", "currency_code":
			m.currency = r.text()
		}
	}
	return m.in("")
}
