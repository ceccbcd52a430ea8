//go:build unix

package e2e

import (
	"regexp"
	"testing"

	"bellhop/internal/gated"
)

// The deadlines are a month of days: which have some is seen without colours too, what a day has stands beside it, and enter
// goes to the rows of that day.
func TestJourneyMonthOfDeadlines(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, clock()...)
			d.WaitFor(`enter take .* nothing sent yet$`)
			d.Press("ctrl+f")
			d.at(noted, "deadlines")
			d.WaitFor(`^ enter open .* \d+ of \d+ open$`)
			d.Press("ctrl+d")
			d.at(noted, "calendar")
			d.WaitFor(`^ +November 2026\b`)
			d.WaitFor(`\d+ deadlines$`)
			d.WaitFor(`'21|›21`) // today
			day := d.WaitFor(` 23·(\d)`)[1]
			for range 31 { // to the 23rd, from wherever the first deadline is
				if regexp.MustCompile(`›23·`).MatchString(d.Screen()) {
					break
				}
				before := d.WaitFor(`›(\d+)`)[1]
				key := "right"
				if before > "23" {
					key = "left"
				}
				d.Press(key)
				d.WaitGone(`›` + before + `\b`)
			}
			d.WaitFor(`\bMon 23 Nov 2026$`)
			d.WaitFor(`\b` + day + ` deadlines by the hotel's time$`)
			d.WaitFor(`at stake: .*\d+ [A-Z]{3}\b`)
			d.WaitFor(`in November 2026: \d+ deadlines$`)
			d.Press("enter")
			d.at(noted, "deadlines")
			d.WaitFor(`^ +› .*Mon 23 Nov`)
			d.Press("ctrl+d")
			d.at(noted, "calendar")
			d.WaitFor(`›23·`)
			d.Press("pgdown")
			d.WaitFor(`^ +December 2026\b`)
			d.WaitFor(`in December 2026: \d+ deadlines?$`)
			d.Press("esc")
			d.at(noted, "deadlines")
			d.quit()
		})
	}
}
