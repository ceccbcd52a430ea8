//go:build unix

package e2e

import (
	"regexp"
	"testing"

	"bellhop/internal/gated"
)

// An agent marks rates over two searches, compares them, verifies them all again and books one of them.
func TestJourneyTray(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, "demo")
			d.search("SANDBOX")
			d.Press("space")
			d.WaitFor(`^ bellhop .* tray 1$`)
			d.toRates("SANDBOX")
			d.Press("space")
			d.WaitFor(`^ bellhop .* tray 2\b`)
			wanted := d.WaitFor(`^ +›\* (\S.*?) {2,}[\d.,]+ `)[1]
			d.Press("esc")
			d.at("SANDBOX", "hotels")
			d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
			d.Press(")") // What may not follow esc at once is a bracket.
			d.WaitFor(`\+/- to `)
			d.WaitFor(`^ +\d+ of \d+ hotels`)
			d.Press("space")
			d.WaitFor(`^ bellhop .* tray 3$`)

			d.Press("f4")
			d.at("SANDBOX", "tray")
			d.WaitFor(`^ +3 rates marked · 1 to 3 are compared$`)
			d.WaitFor(`^ +price +(?:1 )?[\d.,]+ [A-Z]{3}`)
			d.WaitFor(`[\d.,]+ (?:more|less)|, same`)
			d.Press("ctrl+v")
			d.WaitFor(`Verified: 3 rates\.`)
			d.WaitFor(`^ +› 1 .* same$`)
			d.WaitFor(`verified just now: same price and terms`)
			d.moveTo(`^› 2 `)
			d.WaitFor(regexp.QuoteMeta(wanted))

			d.toGuest("SANDBOX")
			d.toBook("SANDBOX", xenia())
			d.chooseToken("card_good")
			d.book("SANDBOX")
			// It stays in the tray: the caller may want another one.
			d.Press("f4")
			d.at("SANDBOX", "tray")
			d.WaitFor(`^ +3 rates marked`)
			d.quit()
		})
	}
}
