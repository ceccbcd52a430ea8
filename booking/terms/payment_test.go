package terms_test

import (
	"testing"

	"bellhop/booking/terms"
)

// A rate that is paid at the hotel is told only where every kind of guarantee
// says so: money on the card is never kept quiet.
func TestDue(t *testing.T) {
	for _, tt := range []struct {
		guarantee []string
		want      terms.DueKind
	}{
		{nil, terms.DueUnsaid},
		{[]string{"PREPAY"}, terms.DueNow},
		{[]string{"card"}, terms.DueNow},
		{[]string{"GUARANTEE"}, terms.DueAtHotel},
		{[]string{" guarantee "}, terms.DueAtHotel},
		{[]string{"GUARANTEE, DEPOSIT"}, terms.DueNow},
		{[]string{"DEPOSIT"}, terms.DueDeposit},
		{[]string{"GUARANTEE", "DEPOSIT"}, terms.DueDeposit},
		{[]string{"DEPOSIT", "PREPAY", "GUARANTEE"}, terms.DueNow},
	} {
		if got := (terms.Terms{Guarantee: tt.guarantee}).Due(); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.guarantee, got, tt.want)
		}
	}
	for payment, want := range map[string]terms.DueKind{"": terms.DueUnsaid, " ": terms.DueUnsaid, "Prepaid": terms.DueNow, "PayAtProperty": terms.DueNow} {
		if got := (terms.Terms{Payment: payment}).Due(); got != want {
			t.Errorf("payment %q: %v, want %v", payment, got, want)
		}
	}
}
