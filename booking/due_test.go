package booking_test

import (
	"testing"

	"bellhop/booking"
)

// A rate that is paid at the hotel is told only where every kind of guarantee
// says so: money on the card is never kept quiet.
func TestDue(t *testing.T) {
	for _, tt := range []struct {
		guarantee []string
		want      booking.DueKind
	}{
		{nil, booking.DueUnsaid},
		{[]string{"PREPAY"}, booking.DueNow},
		{[]string{"card"}, booking.DueNow},
		{[]string{"GUARANTEE"}, booking.DueAtHotel},
		{[]string{" guarantee "}, booking.DueAtHotel},
		{[]string{"GUARANTEE, DEPOSIT"}, booking.DueNow},
		{[]string{"DEPOSIT"}, booking.DueDeposit},
		{[]string{"GUARANTEE", "DEPOSIT"}, booking.DueDeposit},
		{[]string{"DEPOSIT", "PREPAY", "GUARANTEE"}, booking.DueNow},
	} {
		if got := (booking.Conditions{Guarantee: tt.guarantee}).Due(); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.guarantee, got, tt.want)
		}
	}
	for payment, want := range map[string]booking.DueKind{"": booking.DueUnsaid, " ": booking.DueUnsaid, "Prepaid": booking.DueNow, "PayAtProperty": booking.DueNow} {
		if got := (booking.Conditions{Payment: payment}).Due(); got != want {
			t.Errorf("payment %q: %v, want %v", payment, got, want)
		}
	}
}
