//go:build unix

package e2e

import (
	"regexp"
	"testing"

	"bellhop/internal/gated"
)

// A stay with a fee at the hotel: the tray, the terms, the read-back, the receipt and the reservation show the same payment,
// the reservation among its first lines.
func TestJourneyPayment(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, "demo")
			d.at("SANDBOX", "search")
			d.WaitFor(`enter take .* nothing sent yet$`)
			d.Type("reykjavik +30 3n 2a ref")
			d.WaitFor(`\+30 → `)
			d.Press("enter")
			d.at("SANDBOX", "hotels")
			d.WaitFor(`^ enter rates `)
			d.Press("enter")
			d.at("SANDBOX", "rates")
			d.WaitFor(`^ enter terms .* nothing sent yet$`)
			d.moveTo(`Flexible Rate`)
			d.Press("space")
			d.WaitFor(`^ bellhop .* tray 1\b`)
			d.Press("f4")
			d.at("SANDBOX", "tray")
			d.Press("ctrl+v")
			d.WaitFor(`Verified: 1 rate\.`)
			pays := d.WaitFor(`^ +guest pays +([\d,]+ ISK) at the hotel$`)[1]
			d.WaitFor(`^ +charged now +Nothing\. The card guarantees the room\.$`)
			price := d.WaitFor(`^ +due at the hotel +([\d,]+ ISK), the price of the stay`)[1]
			fee := d.WaitFor(`([\d,]+ ISK), *(?:Accommodation tax)?$`)[1]
			waitForPayment := func(now string) {
				t.Helper()
				d.WaitFor(`guest pays +` + regexp.QuoteMeta(pays) + ` at the hotel`)
				d.WaitFor(now + ` +Nothing\. The card guarantees the room\.`)
				d.WaitFor(`due at the hotel +` + regexp.QuoteMeta(price) + `, the price of the stay`)
				d.WaitFor(regexp.QuoteMeta(fee) + `, *(?:Accommodation tax)?`)
			}
			d.Press("enter")
			d.at("SANDBOX", "terms")
			d.WaitFor(`^ enter go on to the guest .* nothing sent yet$`)
			waitForPayment("charged now")
			d.Press("enter")
			d.at("SANDBOX", "guest")
			d.WaitFor(`ctrl\+s go on .* nothing sent yet$`)
			d.toBook("SANDBOX", xenia())
			waitForPayment("charged now")
			d.chooseToken("card_good")
			d.book("SANDBOX")
			d.WaitFor(`^ +guest pays +` + regexp.QuoteMeta(pays) + ` at the hotel$`)
			d.WaitFor(`^ +paid +Nothing\. The card guarantees the room\.$`)
			d.Press("enter")
			d.at("SANDBOX", "reservation")
			waitForPayment("paid")
			d.quit()
		})
	}
}
