//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// A rate that was gone when the tray was verified is in none of the three forms of its quote, and the screen names it.
func TestJourneyQuoteWithoutWhatIsGone(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, size, "demo")
			d.at("SANDBOX", "search")
			d.WaitFor(`enter take .* nothing sent yet$`)
			d.Type("scenario +30 2n 2a")
			d.WaitFor(`\+30 → `)
			d.Press("enter")
			d.at("SANDBOX", "hotels")
			d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
			for _, marked := range []string{"1", "2"} {
				d.moveTo(`Scenario: (?:rate is gone|not conf)`)
				d.Press("space")
				d.WaitFor(`^ bellhop .* tray ` + marked + `\b`)
				d.down()
			}
			d.Press("f4")
			d.at("SANDBOX", "tray")
			d.Press("ctrl+v")
			d.WaitFor(`Verified: 2 rates\.`)
			d.WaitFor(`^ +(?:› )?[12] .* gone$`)
			d.Press("q")
			d.at("SANDBOX", "quote")
			d.WaitFor(`^ +! Scenario: rate is gone, `)
			d.WaitFor(`offered any more, left out`)
			d.WaitFor(`│ Scenario: not confirmed yet$`)
			d.Press("v")
			d.WaitFor(`\.txt, \.md and\s`)
			d.quit()
			forms, err := filepath.Glob(filepath.Join(home, "data", "bellhop", "exports", "*-quote-*"))
			if err != nil || len(forms) != 3 {
				t.Errorf("the forms are %q, %v", forms, err)
			}
			for _, path := range forms {
				text, err := os.ReadFile(path)
				if err != nil || strings.Contains(string(text), "rate is gone") || !strings.Contains(string(text), "not confirmed yet") {
					t.Errorf("%s, %v:\n%s", path, err, text)
				}
			}
		})
	}
}
