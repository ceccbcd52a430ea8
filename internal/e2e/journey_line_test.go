//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"bellhop/internal/gated"
)

// mostKeysToAPrice is how many keys a verified price takes after the line's own letters.
const mostKeysToAPrice = 12

// One line from the start screen leads to a priced list and a verified price, comes back as the whole question, and is
// recalled after the next start.
func TestJourneyOneLine(t *testing.T) {
	t.Parallel()
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			start := func() *counting {
				c := &counting{fixture: openConsole(t, home, size, "demo", "--clock", "2026-11-21 12:00")}
				c.WaitFor(`enter take .* nothing sent yet$`)
				return c
			}
			c := start()
			c.Type("london 12dec 3n 2a by total <9000")
			c.WaitFor(`12dec → Sat 12 Dec 2026`)
			c.WaitFor(`<9000 → up to 9,?000`)
			c.WaitFor(`london → which of those below\?`)
			// Two places are called that, and nobody is sent to one of them unasked.
			c.press("enter")
			c.WaitFor(`\? "london" may be 2 places`)
			c.press("enter")
			c.WaitFor(`^ +\d+ of \d+ .*by total`)
			c.WaitFor(`up to 9,000.00 GBP`)
			c.WaitFor(`^ enter rates `)
			c.press("enter")
			c.WaitFor(`^ enter terms .* nothing sent yet$`)
			c.press("enter")
			c.WaitFor(`Verified: price and terms are as searched`)
			if c.keys > mostKeysToAPrice {
				t.Errorf("a verified price takes %d keys after its line, more than %d", c.keys, mostKeysToAPrice)
			}
			c.Press("esc")
			c.WaitFor(`^ bellhop .* › rates\b`)
			c.Press("esc")
			c.WaitFor(`^ enter rates `)
			// What the list is filtered and sorted by from here on is a part of the question, too.
			c.Press("f")
			c.WaitFor(`› free to cancel +\[ \]`)
			c.Press("space")
			c.WaitFor(`› free to cancel +\[x\]`)
			c.Press("enter")
			c.WaitFor(`^ enter rates .* f filter  s sort`)
			c.WaitGone(`› free to cancel`)
			c.Press("s")
			c.WaitFor(`› total +cheapest first · now`)
			c.Press("down")
			c.WaitFor(`› class +most stars first`)
			c.Press("enter")
			c.WaitFor(`^ +\d+ of \d+ hotels · by class · free to cancel`)
			c.Press("esc")
			c.WaitFor(`^ › destination +\S.* England, United Kingdom 12dec 3n 2a ref <9000gbp by class`)
			c.WaitFor(`ref → free to cancel`)
			c.quit()

			recent := filepath.Join(home, "data", "bellhop", "demo", "recent.txt")
			if info, err := os.Stat(recent); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", recent, info, err)
			}
			again := start()
			again.Press("up")
			again.WaitFor(`^ › destination +London, England, United Kingdom 12dec 3n 2a by total <9000`)
			again.press("enter")
			again.WaitFor(`^ +\d+ of \d+ .*by total`)
			again.quit()
		})
	}
}

// Entries of three other desktops are read as they stand there, searched, and come back as the one line of this desk. What is
// not read is pointed at where it stands, and a key explains what could stand there.
func TestJourneyEntries(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, clock()...)
			for _, entry := range []struct{ typed, desktop, read, line string }{
				{"HALON12DEC-15DEC/QU-120/FCGBP", "Amadeus", `! up to 120 a night means up to 360.00 GBP for the stay`, `LON 12dec 3n 1a 10mi <360gbp`},
				{"HOA12DEC-15DECLHR2/RM-1", "Travelport", `RM-1 → 1 room`, `LHR 12dec 3n 2a 10mi`},
				{"HOTLON/12DEC-3NT2‡D-5M ref", "Sabre", `D-5M → within 5 mi`, `LON 12dec 3n 2a 5mi ref`},
			} {
				d.at(noted, "search")
				d.WaitFor(`^ enter (?:take|search) .* nothing sent yet$`)
				d.Press("ctrl+u")
				d.WaitFor(`^ › destination    city, hotel or code`)
				d.Type(entry.typed)
				d.WaitFor(`read as an entry of ` + entry.desktop)
				d.WaitFor(entry.read)
				d.WaitFor(`Sat 12 Dec – Tue 15 Dec 2026 · 3 nights`)
				d.WaitFor(`^ enter search .* nothing sent yet$`)
				d.Press("enter")
				d.at(noted, "hotels")
				d.listed()
				d.Press("esc")
				d.WaitFor(`^ › destination   ` + regexp.QuoteMeta(entry.line) + ` _`)
			}

			d.Press("ctrl+u")
			d.WaitFor(`^ › destination    city, hotel or code`)
			d.Type("LHR 12dec 3n 2q")
			d.WaitFor(`^ {30}\^\^$`) // Below the word.
			d.WaitFor(`! "2q" is not read; quote it if it is a name\. f8 explains nights\.`)
			d.Press("enter") // It is not searched for, and not lost.
			d.WaitFor(`destination +LHR 12dec 3n 2q`)
			d.at(noted, "search")
			d.Press("f8")
			d.at(noted, "one line")
			d.WaitFor(`^ +! "2q" is not read`)
			d.WaitFor(`^ +nights +3n +3 nights`)
			d.Press("esc")
			d.WaitFor(`^ › destination +LHR 12dec 3n 2q`)
			d.quit()
		})
	}
}
