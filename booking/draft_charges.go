package booking

import (
	"cmp"
	"strings"

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

// PaidLater says what is paid after the booking and not at the hotel, in words; it is "nothing" for most rates.
func (draft Draft) PaidLater() string {
	switch offered := draft.Terms(); offered.Due() {
	case terms.DueDeposit:
		return "what the deposit leaves of it"
	case terms.DueUnsaid:
		return terms.NotSaid
	case terms.DueNow, terms.DueAtHotel:
	}
	return "nothing"
}
