package terms

import (
	"strings"
	"testing"
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
	} {
		terms := Terms{Payment: c.payment}
		if c.guarantee != "" {
			terms.Guarantee = []string{c.guarantee}
		}
		note := terms.DueNote()
		if (note != "") != c.contradicts || c.contradicts && !strings.Contains(note, "The payment says "+c.payment) {
			t.Errorf("%q beside %q: %q", c.payment, c.guarantee, note)
		}
	}
}
