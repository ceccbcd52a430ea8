//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"syscall"
	"testing"

	"bellhop/internal/gated"
)

// What the terminal is told when the mouse is wanted, and when it is not any more.
const (
	mouseOn  = "\x1b[?1000h\x1b[?1006h"
	mouseOff = "\x1b[?1006l\x1b[?1000l"
)

func (x *Terminal) mouseIsOn() bool {
	output := x.Output()
	return bytes.LastIndex(output, []byte(mouseOn)) > bytes.LastIndex(output, []byte(mouseOff))
}

// With the mouse a list is selected in, scrolled and opened, and the footer is pressed; what sends something is not. The
// same key leaves the mouse to the terminal, at once.
func TestJourneyMouse(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo")
	d.search("SANDBOX")
	if bytes.Contains(d.Output(), []byte("\x1b[?1000h")) {
		t.Fatal("the mouse is on before anybody has asked for it")
	}
	d.WaitFor(`^ enter rates `)
	d.Press("f12")
	d.WaitFor(`the mouse clicks and scrolls; f12 selects text again`)
	// Several hotels begin with the same words.
	first := regexp.QuoteMeta(d.WaitFor(`^ +› (\S+(?: \S+)*)`)[1])
	d.Wheel(`^ +(›) \S+`, 1)
	d.WaitGone(`^ +›? +` + first + ` `)
	second := regexp.QuoteMeta(d.WaitFor(`^ +›  ?(\S+(?: \S+)*)`)[1])
	d.Click(`^ +› .*\n +([A-Z])`)
	d.WaitGone(`^ +›  ?` + second + ` `)
	d.Click(`(space) mark`)
	chosen := d.WaitFor(`^ +›\* (\S+ \S+)`)[1]
	d.Click(`^ +(›)`)
	d.at("SANDBOX", "rates")
	d.WaitFor(`^ enter terms `)
	d.Press("f12")
	d.WaitFor(`the mouse selects text; f12 clicks and scrolls`)
	if d.mouseIsOn() {
		t.Error("the mouse is off, and the terminal was not told")
	}
	d.Click(`(enter) terms`) // It is the terminal's now.
	d.Press("esc")
	d.at("SANDBOX", "hotels")
	d.WaitFor(chosen)
	d.quit()
}

// However the console ends with the mouse on, the terminal has it back.
func TestJourneyMouseAtTheEnd(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, signal := range []syscall.Signal{0, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(fmt.Sprint(signal), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			config := filepath.Join(home, "config", "bellhop")
			if err := os.MkdirAll(config, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte("[preferences]\nmouse = true\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			d := openConsole(t, home, Setup{}, "demo")
			d.at("SANDBOX", "search")
			d.WaitFor(`enter take .* nothing sent yet$`)
			if !d.mouseIsOn() {
				t.Fatal("the mouse is not on, as the file wants it")
			}
			d.Click(`(check-out) `)
			d.WaitFor(`› check-out`)
			if signal == 0 {
				d.quit()
			} else {
				d.Signal(signal)
				d.WaitEnd(patience)
			}
			if d.mouseIsOn() || d.AltScreen() || !cursorShown(d.Output()) {
				t.Errorf("the terminal is not as it was, at its end %q", d.Output()[max(0, len(d.Output())-200):])
			}
			if line := lineState(t, d.pty); !reflect.DeepEqual(line, pristineLine(t)) {
				t.Errorf("the line is not as it was: %+v", line)
			}
		})
	}
}

// A shell that the console is suspended to has the mouse, and the console has it again when it goes on.
func TestJourneyMouseSuspended(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d, _ := openJob(t, t.TempDir())
	d.Press("f12")
	d.WaitFor(`the mouse clicks and scrolls`)
	d.Press("ctrl+z")
	d.WaitFor(`(?s)Stopped.*^at the shell>`)
	if d.mouseIsOn() {
		t.Error("the shell does not have the mouse")
	}
	d.shell("fg")
	d.wait("for the console to take the screen again", func(string) bool {
		return bytes.Count(d.Output(), []byte("\x1b[?1049h")) == 2
	})
	d.at("SANDBOX", "search")
	d.WaitFor(`^ enter take `)
	d.Click(`(check-out) `)
	d.WaitFor(`› check-out`)
	d.Press("ctrl+c")
	d.WaitFor(`^at the shell>$`)
	if d.mouseIsOn() {
		t.Error("the shell does not have the mouse at the end")
	}
	d.shell("exit 0")
	d.WaitEnd(patience)
}
