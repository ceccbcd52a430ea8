//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"bellhop/internal/gated"
)

// The first start of all: the sandbox is what enter takes.
func TestJourneyFirstStart(t *testing.T) {
	t.Parallel()
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, size)
			d.at("WELCOME", "welcome")
			d.WaitFor(`^ +› Try the sandbox$`)
			d.WaitFor(`^ +Add an account$`)
			d.WaitFor(`^ enter choose `)
			d.Press("enter")
			d.search("SANDBOX")
			d.quit()
			// The welcome is for the first start only.
			d = openConsole(t, home, size)
			d.search("SANDBOX")
			d.quit()
		})
	}
}

// Whatever ends the console, the terminal is as it was before and the reader
// knows where to look.
func TestJourneySignals(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(fmt.Sprint(signal), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
			d.search("SANDBOX")
			if !d.AltScreen() {
				t.Fatal("the console is not on a screen of its own")
			}
			d.Signal(signal)
			if code := d.WaitEnd(patience); code != 128+int(signal) {
				t.Errorf("exit code %d, want %d", code, 128+int(signal))
			}
			if d.AltScreen() {
				t.Error("the terminal is left on the console's screen")
			}
			if !cursorShown(d.Output()) {
				t.Error("the cursor is left hidden")
			}
			if !reflect.DeepEqual(lineState(t, d.pty), pristineLine(t)) {
				t.Error("the terminal's line is left raw: keys are not echoed")
			}
			said := strings.Join(strings.Fields(d.Screen()), " ")
			log := filepath.Join(home, "state", "bellhop", "bellhop.log")
			name := map[syscall.Signal]string{syscall.SIGTERM: "SIGTERM", syscall.SIGHUP: "SIGHUP"}[signal]
			if want := "bellhop: stopped by " + name + "; the log is "; !strings.Contains(said, want) {
				t.Errorf("the message is %q, want it to hold %q", said, want)
			}
			// A long path is wrapped by the terminal, so the blanks do not count.
			if !strings.Contains(strings.ReplaceAll(said, " ", ""), log) {
				t.Errorf("the message is %q, want it to name %s", said, log)
			}
			if _, err := os.Stat(log); err != nil {
				t.Error(err)
			}
		})
	}
}

// cursorShown reports whether the cursor is visible after all of the output.
func cursorShown(output []byte) bool {
	return bytes.LastIndex(output, []byte("\x1b[?25h")) > bytes.LastIndex(output, []byte("\x1b[?25l"))
}

// lineState returns how a terminal treats what is typed: echo, lines, signals.
func lineState(t *testing.T, terminal *os.File) *term.State {
	t.Helper()
	state, err := term.GetState(int(terminal.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// pristineLine returns the state of a terminal that nobody has used.
func pristineLine(t *testing.T) *term.State {
	t.Helper()
	master, user, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = errors.Join(user.Close(), master.Close()) }()
	return lineState(t, master)
}

// A console that nobody can see would wait for keys for ever.
func TestJourneyNoTerminal(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, command string }{
		{"pipe", `"$BELLHOP" demo | cat`},
		{"pipe, first start", `"$BELLHOP" | cat`},
		{"file", `"$BELLHOP" demo >out`},
		{"null device", `"$BELLHOP" demo >/dev/null`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			// A shell without a pipe's exit code would hide it: bash has one.
			x := StartTerminal(t, Setup{
				Program: "bash", Args: []string{"-o", "pipefail", "-c", test.command}, Cols: 200, Rows: 4,
				Env: []string{"BELLHOP=" + bellhop(t)},
			})
			if code := x.WaitEnd(10 * time.Second); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
			if want := "bellhop: the console needs a terminal, and the output is not one"; !strings.Contains(x.Screen(), want) {
				t.Errorf("%q does not say %q", x.Screen(), want)
			}
			if bytes.IndexByte(x.Output(), 0x1b) >= 0 {
				t.Errorf("an escape byte: %q", x.Output())
			}
		})
	}
}

// What is typed before the sandbox is open is the line of the search, and enter searches once it is. A world of that size takes
// a while to be made, so that there is something to wait for.
func TestJourneyTypingWhileItStarts(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{Cols: 80, Rows: 24}, "demo", "--hotels", "500000")
	d.at("SANDBOX", "starting")
	d.Type("lhr fri 2n")
	d.WaitFor(`^ › destination +lhr fri 2n`)
	d.Press("enter")
	d.WaitFor(`making the world: \d+ %|› hotels`)
	d.at("SANDBOX", "hotels")
	d.quit()
	if strings.Contains(string(d.Output()), "bellhop: making") {
		t.Error("something was written across the screen")
	}

	gone := openConsole(t, t.TempDir(), Setup{Cols: 80, Rows: 24}, "demo", "--hotels", "500000")
	gone.at("SANDBOX", "starting")
	gone.quit()
}

// Why the sandbox cannot be opened stands on the terminal that is given back, with the code of a failure.
func TestJourneySandboxThatDoesNotOpen(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{}, "demo")
	d.at("SANDBOX", "search")
	second := openConsole(t, home, Setup{Cols: 400, Rows: 24}, "demo", "--seed", "9") // The folder's name fits into the line, however long it is.
	if code := second.WaitEnd(patience); code != 1 || second.AltScreen() {
		t.Errorf("code %d, on the console's screen %v", code, second.AltScreen())
	}
	second.WaitFor(`(?s)bellhop: the data in .* is in use by another sandbox; leave the other demo first`)
	d.quit()
}
