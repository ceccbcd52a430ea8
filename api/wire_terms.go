package api

import (
	"slices"
	"strings"
)

// amounts are the numbers of a price object. The currency may come after them,
// so that they become Money only when the object is over.
type amounts struct {
	total, base, taxes, fees, currency string
}

// read takes a member of a price object, if it is one of these.
func (a *amounts) read(r *reader, key string) {
	switch key {
	case "total_price":
		a.total = r.number()
	case "base_price":
		a.base = r.number()
	case "total_taxes":
		a.taxes = r.number()
	case "additional_fees":
		a.fees = r.number()
	case "currency_code":
		a.currency = r.text()
	}
}

// money makes an amount, which stays unset when no number was sent.
func money(number, currency string) Money {
	if number == "" {
		return Money{}
	}
	return NewMoney(number, currency)
}

// readTerms reads one terms object of section 2.5 or of section 2.9.
func readTerms(r *reader) Terms {
	var t Terms
	for key := range r.fields() {
		switch key {
		case "rate_payment_info":
			t.PaymentInfo = r.text()
		case "guarantee_type":
			t.Guarantee = r.texts(boundTexts)
		case "refundable":
			t.Refundable = r.flag()
		case "cancel_note":
			t.CancelNote = r.prose()
		case "cancel_penalties":
			t.Penalties = readPenalties(r)
		case "accepted_credit_cards":
			t.AcceptedCards = r.texts(boundTexts)
		case "deposit_policies":
			t.Deposit = r.facts()
		case "description":
			t.Description = r.textsWith(boundTexts, (*reader).prose)
		}
	}
	return t
}

// readTermsList reads terms as an array or as one bare object.
func readTermsList(r *reader) []Terms {
	var list []Terms
	for range r.items() {
		if r.is(kindObject) {
			list = add(r, boundTerms, list, readTerms(r))
		}
	}
	return list
}

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

func readPenalties(r *reader) []CancelPenalty {
	var list []CancelPenalty
	for range r.items() {
		if r.is(kindObject) {
			list = add(r, boundPenalties, list, readPenalty(r))
		}
	}
	return list
}

func readPenalty(r *reader) CancelPenalty {
	var p CancelPenalty
	for key := range r.fields() {
		switch key {
		case "deadline_local":
			p.Deadline = ParseDeadline(r.text())
		case "cancel_short_description":
			p.Description = r.text()
		case "refundable":
			p.Refundable = r.flag()
		case "penalty":
			readPenaltyAmount(r, &p)
		}
	}
	return p
}

func readPenaltyAmount(r *reader, p *CancelPenalty) {
	for key := range r.fields() {
		switch key {
		case "estimated_amount":
			p.Estimated = r.truth()
		case "currency_amount":
			p.Amount = readCurrencyAmount(r)
		case "original_penalty_info":
			p.Original = r.text()
		}
	}
}

func readCurrencyAmount(r *reader) Money {
	if !r.is(kindObject) {
		return money(r.number(), "")
	}
	var number, currency string
	for key := range r.fields() {
		switch key {
		case "amount":
			number = r.number()
		case "currency", "currency_code":
			currency = r.text()
		}
	}
	return money(number, currency)
}
