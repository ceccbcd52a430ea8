//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"bellhop/internal/gated"
)

// Where the console leads its session nobody could continue it: ctrl+z says so,
// and keys and signals do what they always do.
func TestJourneySuspendWithoutAShell(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(fmt.Sprint(signal), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{}, "demo")
			d.at("SANDBOX", "search")
			d.WaitFor(`enter take .* nothing sent yet$`)
			d.Press("ctrl+z")
			d.WaitFor(`^ .*no shell here to suspend to$`)
			// Sent from outside it does as little.
			d.Signal(syscall.SIGTSTP)
			d.Type("London")
			d.WaitFor(`^ +› destination +London`)
			d.WaitFor(`nothing sent yet$`)
			d.Press("ctrl+z")
			// Read once it is answered. At the line of a program that has ended it would
			// throw away what the terminal has not shown yet.
			d.WaitFor(`^ .*no shell here to suspend to$`)
			d.Signal(signal)
			if code := d.WaitEnd(10 * time.Second); code != 128+int(signal) {
				t.Errorf("exit code %d, want %d", code, 128+int(signal))
			}
			if d.AltScreen() || !cursorShown(d.Output()) {
				t.Errorf("the screen is not as it was, at its end %q", d.Output()[max(0, len(d.Output())-200):])
			}
			if line := lineState(t, d.pty); !reflect.DeepEqual(line, pristineLine(t)) {
				t.Errorf("the line is not as it was: %+v", line)
			}
		})
	}
}

// openJob starts the demo from a shell with job control and returns its process.
func openJob(t *testing.T, home string) (d fixture, process int) {
	t.Helper()
	program := bellhop(t)
	d = fixture{StartTerminal(t, Setup{
		Program: "bash", Args: []string{"--norc", "--noprofile", "-i"}, Home: home,
		Env: []string{"PS1=at the shell> ", "BELLHOP=" + program},
	})}
	d.WaitFor(`^at the shell>$`)
	d.shell(`sh -c 'echo process $$; exec "$BELLHOP" demo --latency none --changes 0'`)
	d.at("SANDBOX", "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	process, err := strconv.Atoi(found(t, d.Output(), `process (\d+)`))
	if err != nil {
		t.Fatal(err)
	}
	return d, process
}

// shell types a command at the shell's prompt.
func (d fixture) shell(command string) {
	d.t.Helper()
	d.Type(command)
	d.Press("enter")
}

// Under a shell ctrl+z stops the console and fg brings it back as it was, in a
// window that has another size by now; so it goes when the stop comes from
// outside, and again.
func TestJourneySuspendUnderAShell(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, stop := range map[string]func(d fixture, process int){
		"ctrl+z": func(d fixture, _ int) { d.Press("ctrl+z") },
		"SIGTSTP": func(d fixture, process int) {
			if err := syscall.Kill(process, syscall.SIGTSTP); err != nil {
				d.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, process := openJob(t, t.TempDir())
			for i, cols := range []int{100, 80} {
				stop(d, process)
				d.WaitFor(fmt.Sprintf(`(?s)(Stopped.*){%d}^at the shell>$`, 1+i)) // The screen holds the one before.
				if d.AltScreen() || !cursorShown(d.Output()) {
					t.Error("the shell does not have its screen")
				}
				d.Resize(cols, 30)
				d.shell("fg")
				// What was there before may still be seen.
				d.wait("for the console to take the screen again", func(string) bool {
					return bytes.Count(d.Output(), []byte("\x1b[?1049h")) == i+2
				})
				d.at("SANDBOX", "search")
				d.WaitFor(`enter take .* nothing sent yet$`)
				if !d.AltScreen() {
					t.Error("the console does not have its screen")
				}
			}
			d.search("SANDBOX")
			d.Press("ctrl+c")
			d.WaitFor(`^at the shell>$`)
			d.shell("exit 7")
			if code := d.WaitEnd(patience); code != 7 {
				t.Errorf("the shell ended with code %d", code)
			}
		})
	}
}

// A console that is stopped, or continued where it has no terminal, is ended by
// the shell's kill like any job, and lets go of what it holds.
func TestJourneyEndWhileSuspended(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, before := range map[string]string{"stopped": "", "in the background": "bg"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, process := openJob(t, t.TempDir())
			d.Press("ctrl+z")
			d.WaitFor(`(?s)Stopped.*^at the shell>$`)
			if before != "" {
				d.shell(before)
				d.WaitFor(`(?s)\[1\]\+ .*&$.*^at the shell>$`)
			}
			d.shell("kill %1")
			d.WaitFor(`bellhop: stopped by SIGTERM`)
			if d.AltScreen() || !cursorShown(d.Output()) {
				t.Error("the shell does not have its screen")
			}
			awaitTrue(t, "the console's end", func() bool { return errors.Is(syscall.Kill(process, 0), syscall.ESRCH) })
			d.Press("enter")
			d.WaitFor(`^\[1\]\+  Exit 143 `)
			// One that asks for the colours may end before the answer comes, which the shell then takes for typing.
			d.shell(`"$BELLHOP" demo --theme dark`)
			d.at("SANDBOX", "search")
			d.Press("ctrl+c")
			d.WaitFor(`^at the shell>$`)
			d.shell("exit 0")
			d.WaitEnd(patience)
		})
	}
}

// found returns the first group of a pattern in what the terminal was sent.
func found(t *testing.T, output []byte, pattern string) string {
	t.Helper()
	match := regexp.MustCompile(pattern).FindSubmatch(output)
	if match == nil {
		t.Fatalf("%s is not in the output: %q", pattern, output)
	}
	return string(match[1])
}
