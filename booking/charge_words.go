package booking

import (
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// ChargeWords describes a tax or fee in one line.
func ChargeWords(c api.Charge) string {
	words, amount := c.Description, c.Amount.String()
	if words != "" && amount != "" {
		words += " · "
	}
	words += amount
	if c.IncludedInTotal == nil {
		words += " (not said whether it is in the total)"
	}
	return words
}

// DueNow returns in words what is paid with the booking, and whether anything is: nothing where a card only guarantees it, or
// where a deposit is due on a later day.
func (draft Draft) DueNow(now time.Time) (words string, paid bool) {
	charge := terms.PriceWords(draft.Charge())
	if v := draft.Verified; v != nil && draft.Trip.Rooms > 1 {
		charge += " for " + wording.Plural(draft.Trip.Rooms, "room") + ", " + v.Total.String() + " each"
	}
	switch due := draft.Terms().Due(); {
	case due == terms.DueAtHotel:
		return "nothing: guaranteed by card, paid at the hotel", false
	case draft.NoPrice() != "":
		return charge, true
	case due == terms.DueDeposit:
		return draft.depositNow(now)
	case due == terms.DueUnsaid:
		return charge + "; when it is charged is not said", true
	default:
		return charge + ", on the card", true
	}
}

// depositNow returns what is paid with the booking of a rate with a deposit.
func (draft Draft) depositNow(now time.Time) (words string, paid bool) {
	plan, ok := draft.DepositPlan(now)
	offered := draft.Terms()
	switch {
	case ok && plan.Now:
		return plan.Amount.String() + ", the deposit, on the card", true
	case ok:
		return "nothing today", false
	case len(offered.Deposit) == 0 && offered.Payment == "":
		return "a deposit; how much is not said", false
	default:
		return "a deposit: see below", false
	}
}

// StayAtHotel returns what of the price itself is paid at the hotel, empty for most rates.
func (draft Draft) StayAtHotel(now time.Time) string {
	if draft.Terms().Due() == terms.DueAtHotel {
		return terms.PriceWords(draft.Charge()) + ", the price of the stay"
	}
	plan, ok := draft.DepositPlan(now)
	switch {
	case !ok || !plan.RestAtHotel || plan.Rest.IsSet() && plan.Rest.Sign() == 0:
		return ""
	case !plan.Rest.IsSet():
		return "the rest of the price"
	default:
		return plan.Rest.String() + ", the rest of the price"
	}
}

// DueAtHotel returns what the hotel asks for, a line each. It never stands with what is charged now.
func (draft Draft) DueAtHotel(now time.Time) []string {
	var lines []string
	if stay := draft.StayAtHotel(now); stay != "" {
		lines = append(lines, stay)
	}
	for _, fee := range draft.AtHotel() {
		lines = append(lines, ChargeWords(fee))
	}
	if len(lines) == 0 {
		return []string{"no other fees are named"}
	}
	return lines
}
