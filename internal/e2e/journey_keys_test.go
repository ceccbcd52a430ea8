//go:build unix

package e2e

import (
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// Keys of one's own and those of a preset work and are named, in the footer, the texts and the palette; what was their key does
// nothing any more. What sends is sent by its own key alone.
func TestJourneyKeys(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			writeFile(t, home, "config/bellhop/config.toml", "[keys]\npreset = \"vim\"\n\"sort\" = \"O\"\n\"form.done\" = [\"f11\"]\n\"go.reservations\" = \"alt+r\"\n\"global.quit\" = [\"f10\"]\n")
			d := openConsole(t, home, size, "demo")
			d.at("SANDBOX", "search")
			d.Type("lon 12dec 3n")
			d.WaitFor("12dec → Sat 12 Dec")
			d.Press("f11")
			d.at("SANDBOX", "hotels")
			d.WaitFor("O sort")
			d.Press("O")
			d.WaitFor(`60 of 60 hotels .*by [a-z]`)
			d.Press(":")
			d.WaitFor("enter does it")
			d.Type("reservations")
			d.WaitFor(`reservations +alt\+r`)
			d.Press("esc")
			d.WaitGone("enter does it")
			d.at("SANDBOX", "hotels")
			d.Press("alt+r")
			d.at("SANDBOX", "reservations")
			d.Press("f10")
			if code := d.WaitEnd(patience); code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// A conflict is told before there is a console.
func TestJourneyKeysThatConflict(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	writeFile(t, home, "config/bellhop/config.toml", "[keys]\n\n\"sort\" = \"f\"\n")
	d := openConsole(t, home, sizes()[0], "demo")
	if code := d.WaitEnd(patience); code != 3 {
		t.Errorf("exit %d, want 3", code)
	}
	said := string(d.Output())
	for _, want := range []string{"config.toml:3:1: ", "the key f is both sort (sort) and filter (filter)", "on one screen (hotels)"} {
		if !strings.Contains(strings.ReplaceAll(said, "\r\n", " "), want) {
			t.Errorf("it says %q, which lacks %q", said, want)
		}
	}
	if strings.Contains(said, "\x1b[?1049h") {
		t.Error("a screen was opened")
	}
}
