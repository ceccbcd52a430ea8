package desk

import (
	"cmp"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
)

// amount is money as JSON: an exact decimal as a text.
type amount struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

func amountOf(m api.Money) *amount {
	if !m.Valid() {
		return nil
	}
	return &amount{terms.PlainAmount(m), m.Currency()}
}

// stake is an amount that may be an estimate.
type stake struct {
	amount
	Estimated bool `json:"estimated"`
}

func stakeOf(s booking.Stake) *stake {
	m := amountOf(s.Money)
	if m == nil {
		return nil
	}
	return &stake{*m, s.Estimated}
}

type costOf struct {
	Kind      string  `json:"kind"` // free, penalty, not-refundable, unknown
	Amount    *amount `json:"amount"`
	Estimated bool    `json:"estimated"`
}

func costJSON(c terms.Cost) costOf {
	out := costOf{Kind: "unknown", Estimated: c.Estimated}
	switch c.Kind {
	case terms.CostFree:
		out.Kind = "free"
	case terms.CostPenalty:
		out.Kind, out.Amount = "penalty", amountOf(c.Amount)
	case terms.CostNoRefund:
		out.Kind = "not-refundable"
	case terms.CostUnknown:
	}
	return out
}

// plainMoney is an amount for programs: "612.40 GBP", without separators; empty for none.
func plainMoney(m api.Money) string {
	if !m.IsSet() {
		return ""
	}
	return strings.TrimSpace(cmp.Or(terms.PlainAmount(m), m.Number()) + " " + m.Currency())
}

// plainCost is what cancelling costs, for programs: "free", "204.13 GBP", "non-refundable", "not said".
func plainCost(c terms.Cost) string {
	if c.Kind == terms.CostPenalty {
		return plainMoney(c.Amount)
	}
	return c.Words()
}
