package terms

import (
	"strings"
	"testing"

	"bellhop/booking/wording"
)

// What is said of the payment and what is due with the booking can contradict
// each other, and then that is said.
func TestDueThatContradictsThePayment(t *testing.T) {
	for _, c := range []struct {
		payment, guarantee string
		contradicts        bool
	}{
		{"PayAtProperty", "", true},
		{"PayAtProperty", "PREPAY", true},
		{"Pay at the hotel", "Deposit", true},
		{"pay_on_arrival", "", true},
		{"PayAtProperty", "Guarantee", false},
		{"Prepaid", "Guarantee", true},
		{"Prepaid", "", false},
		{"Charged at booking", "card", false},
		{"", "", false},
		{"Pay on arrival: the balance is due on arrival", "Deposit", false},
		{"Pay on arrival: the balance is due on arrival", "PREPAY", true},
	} {
		terms := Terms{Payment: c.payment}
		if c.guarantee != "" {
			terms.Guarantee = []string{c.guarantee}
		}
		note := terms.DueNote()
		if (note != "") != c.contradicts || c.contradicts && !strings.Contains(note, "The payment says "+wording.ClipTo(maxQuoted, c.payment)) {
			t.Errorf("%q beside %q: %q", c.payment, c.guarantee, note)
		}
	}
	for want, terms := range map[string]Terms{
		"The payment says PayAtProperty, the guarantee not said: it is not clear when it is paid. Ask before you book.":     {Payment: "PayAtProperty"},
		"The payment says PayAtProperty, the guarantee card, PREPAY: it is not clear when it is paid. Ask before you book.": {Payment: "PayAtProperty", Guarantee: []string{"card", "PREPAY"}},
	} {
		if got := terms.DueNote(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
