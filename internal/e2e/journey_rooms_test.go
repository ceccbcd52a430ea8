//go:build unix

package e2e

import (
	"regexp"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// nonRefundable matches a row of a non-refundable rate.
const nonRefundable = `\d  +non-refundable`

// searchLine types a line on the start screen and searches.
func (d fixture) searchLine(line string) {
	d.t.Helper()
	d.at("SANDBOX", "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Type(line)
	d.WaitFor(`^ +› \S.*$`)
	d.Press("enter")
	d.at("SANDBOX", "hotels")
	d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
}

// onFile opens the reservation from its receipt, and waits for "On file as agreed".
func (d fixture) onFile() {
	d.t.Helper()
	d.Press("enter")
	d.at("SANDBOX", "reservation")
	d.WaitFor(`^ c cancel it .* confirmed$`)
	d.Press("pgdown")
	d.WaitFor(`^ +On file as agreed$`)
}

// A non-refundable rate shows what cancelling costs, is never called free, and is on file as agreed.
func TestJourneyNonRefundable(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo")
	d.search("SANDBOX")
	d.toRate("SANDBOX", nonRefundable)
	d.Press("enter")
	d.at("SANDBOX", "terms")
	d.WaitFor(`^ +non-refundable: [\d,.]+ GBP whenever it is cancelled ━━`)
	if screen := d.Screen(); regexp.MustCompile(`\bfree\b`).MatchString(screen) {
		t.Errorf("a non-refundable rate is called free:\n%s", screen)
	}
	d.Press("esc")
	d.at("SANDBOX", "rates")
	d.WaitFor(`enter terms .* nothing sent yet$`)
	d.toGuest("SANDBOX")
	d.toBook("SANDBOX", xenia())
	d.chooseToken("card_good")
	d.book("SANDBOX")
	d.onFile()
	if screen := d.Screen(); strings.Contains(screen, "Differs") {
		t.Errorf("it differs from what was agreed:\n%s", screen)
	}
	d.quit()
}

// Two rooms are verified and booked. At the hotel of the last-room scenario they are refused, and one is booked instead.
func TestJourneyTwoRooms(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for line, there := range map[string]bool{"lon sat 2n 4a 2r": true, `"scenario: last room" sat 2n 4a 2r`: false} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo")
			d.searchLine(line)
			d.toRate("SANDBOX", refundable)
			d.toGuest("SANDBOX")
			d.toBook("SANDBOX", xenia())
			d.WaitFor(`only booking confirms both rooms`)
			d.chooseToken("card_good")
			if !there {
				d.Press("ctrl+b")
				d.WaitFor(`^ +! Not booked$`)
				d.WaitFor(`1 room for 2 adults may still be available: ctrl\+v verifies\.`)
				d.Press("ctrl+v")
				d.WaitFor(`^ +rooms +worse: 2 rooms → 1 room$`)
				d.WaitFor(`^ ctrl\+y accept `)
				d.Press("ctrl+y")
				d.WaitFor(`^ ctrl\+b book it `)
			}
			d.book("SANDBOX")
			d.onFile()
			d.quit()
		})
	}
}
