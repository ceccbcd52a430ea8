//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"testing"
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
			c.Press("esc")
			c.WaitFor(`^ › destination +London, England, United Kingdom 12dec 3n 2a <9000gbp`)
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
