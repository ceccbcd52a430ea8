//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// The palette leads from one screen to another by some letters and enter, stores the line of a search, asks for its
// placeholder when it is used, and sends nothing. What it stores is the owner's alone.
func TestJourneyPalette(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, size, "demo")
			d.at("SANDBOX", "search")
			d.Press("ctrl+k")
			d.WaitFor("enter does it")
			d.Type("lost an")
			d.WaitFor(`everywhere +lost answers`)
			d.Press("enter")
			d.at("SANDBOX", "lost answers")
			d.Press("esc")
			d.at("SANDBOX", "search")
			d.Type("lon 12dec 3n ref")
			d.WaitFor("12dec → Sat 12 Dec")
			d.Press("ctrl+k")
			d.WaitFor("enter does it")
			d.Type("store this")
			d.WaitFor("1 command")
			d.Press("enter")
			d.WaitFor("name \\*")
			d.Type("free in ${city}")
			d.Press("enter", "home", "delete", "delete", "delete")
			d.Type("${city}")
			d.Press("enter")
			d.WaitFor("stored; ctrl\\+k finds free in")
			d.Press("ctrl+k")
			d.WaitFor("enter does it")
			d.Type("free in")
			d.WaitFor("stored lines")
			d.Press("enter")
			d.WaitFor("city \\*")
			d.Type("tokyo")
			d.Press("enter")
			d.WaitFor("destination +tokyo 12dec 3n ref")
			d.quit()
			path := filepath.Join(home, "config", "bellhop", "lines.txt")
			text, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(text), "free in ${city} = ${city} 12dec 3n ref") {
				t.Errorf("stored %q, %v", text, err)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info, err)
			}
		})
	}
}
