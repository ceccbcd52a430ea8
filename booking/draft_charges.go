package booking

import (
	"cmp"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// GuestPays returns what the guest pays in all: the charge for all rooms and the verified fees at the hotel, in the
// charge's currency. The note says what makes it more or less, and is empty where it is exact.
func (draft Draft) GuestPays() (sum api.Money, note string) {
	sum = draft.Charge()
	if draft.NoPrice() != "" {
		return api.Money{}, "not known: " + draft.NoPrice()
	}
	var notes []string
	for _, fee := range draft.AtHotel() {
		what := wording.ClipTo(maxFeeName, cmp.Or(fee.Description, "a fee"))
		more, err := sum.Add(fee.Amount)
		switch {
		case !fee.Amount.IsSet() || !fee.Amount.Valid():
			notes = append(notes, "and "+what+", whose amount is not said")
		case err != nil:
			notes = append(notes, "and "+fee.Amount.String()+", "+what)
		case fee.IncludedInTotal == nil:
			sum = more
			notes = append(notes, fee.Amount.String()+" less if the total includes "+what+", which is not said")
		default:
			sum = more
		}
	}
	return sum, strings.Join(notes, ", ")
}

// maxFeeName is how much of a fee's description is quoted beside a sum.
const maxFeeName = 36

// A DepositPlan is when a deposit and what it leaves are paid, for all rooms.
type DepositPlan struct {
	terms.Deposit
	Now         bool      // the deposit is due today at the hotel, or was before
	Rest        api.Money // what it leaves of the charge; unset where that cannot be told
	RestAtHotel bool      // the payment says that the rest is paid there
}

// DepositPlan returns how the rate is paid where it asks for a deposit and its facts can be read and agree with the
// charge.
func (draft Draft) DepositPlan(now time.Time) (DepositPlan, bool) {
	offered := draft.AllRooms()
	deposit, ok := offered.ReadDeposit()
	if !ok || offered.Due() != terms.DueDeposit {
		return DepositPlan{}, false
	}
	plan := DepositPlan{Deposit: deposit, Now: deposit.DueAt(now, draft.Zone), RestAtHotel: offered.RestAtHotel()}
	if rest, err := draft.Charge().Sub(deposit.Amount); err == nil {
		if rest.Sign() < 0 {
			return DepositPlan{}, false
		}
		plan.Rest = rest
	}
	return plan, true
}

// PaidLater says what is paid after the booking and not at the hotel, in words, a line each; it is "nothing" for most
// rates.
func (draft Draft) PaidLater(now time.Time) []string {
	switch offered := draft.Terms(); offered.Due() {
	case terms.DueDeposit:
		plan, ok := draft.DepositPlan(now)
		if !ok {
			return []string{"what the deposit leaves of it"}
		}
		var lines []string
		if !plan.Now {
			lines = append(lines, "deposit "+plan.Words())
		}
		switch {
		case plan.RestAtHotel:
		case !plan.Rest.IsSet():
			lines = append(lines, "the rest, as the payment says")
		case plan.Rest.Sign() > 0:
			lines = append(lines, "the rest, "+plan.Rest.String()+", as the payment says")
		}
		if len(lines) > 0 {
			return lines
		}
	case terms.DueUnsaid:
		return []string{terms.NotSaid}
	case terms.DueNow, terms.DueAtHotel:
	}
	return []string{"nothing"}
}
