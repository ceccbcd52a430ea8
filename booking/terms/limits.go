package terms

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"bellhop/api"
)

// Limits are the maximum cost of a write, one amount per currency. Empty Limits allow any cost.
type Limits []api.Money

// limitForm matches "50 GBP" and "50.00GBP". A leading zero is no number of JSON.
var limitForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((?:0|[1-9]\d{0,11})(?:\.\d{1,6})?) ?([A-Z]{3})$`)
})

// With returns the limits and one more, from its typed text.
func (l Limits) With(text string) (Limits, error) {
	parts := limitForm().FindStringSubmatch(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
	if parts == nil {
		return nil, errors.New(`not an amount with its currency; write it as in "50 GBP"`)
	}
	code := parts[2]
	if !api.IsCurrency(code) {
		return nil, fmt.Errorf("%s is not a currency", code)
	}
	for _, limit := range l {
		if limit.Currency() == code {
			return nil, fmt.Errorf("there are two amounts in %s; leave one of them out", code)
		}
	}
	return append(l[:len(l):len(l)], api.NewMoney(parts[1], code)), nil
}

// String returns the limits in words: "50.00 GBP, 20.00 EUR".
func (l Limits) String() string {
	words := make([]string, len(l))
	for i, limit := range l {
		words[i] = limit.String()
	}
	return strings.Join(words, ", ")
}

// Exceeded returns why an amount is not within the limits, or "". An unknown or estimated amount exceeds every limit, and
// amounts of two currencies are never compared.
func (l Limits) Exceeded(amount api.Money, estimated bool) string {
	known := amount.Valid() && !estimated
	switch {
	case len(l) == 0 || known && amount.Sign() == 0:
		return ""
	case !amount.Valid() || amount.Currency() == "":
		return "the cost is not known"
	case estimated:
		return "the cost is only estimated, about " + amount.String()
	}
	for _, limit := range l {
		if limit.Currency() != amount.Currency() {
			continue
		}
		if c, err := amount.Cmp(limit); err != nil || c > 0 {
			return amount.String() + " is more than " + limit.String()
		}
		return ""
	}
	return amount.String() + ", but there is no limit in " + amount.Currency()
}

// Charge returns the part of a total that cancelling at this cost charges; unset if unknown.
func (cost Cost) Charge(total api.Money) api.Money {
	switch cost.Kind {
	case CostFree:
		return api.NewMoney("0", total.Currency())
	case CostPenalty:
		return cost.Amount
	case CostNoRefund:
		return total
	default:
		return api.Money{}
	}
}
