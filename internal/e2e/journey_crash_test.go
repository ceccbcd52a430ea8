//go:build unix

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"bellhop/internal/gated"
	"bellhop/internal/program"
)

// buildCrashable builds the program with a panic in it once for all tests.
var buildCrashable = sync.OnceValues(func() (string, error) { return program.BuildCrashable(scratch) })

// openCrashable opens a demo that panics, in this way, once the file is there that it returns.
func openCrashable(t *testing.T, home, kind string, s Setup, args ...string) (d fixture, now func()) {
	t.Helper()
	path, err := buildCrashable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "now")
	s.Program, s.Home, s.Args = path, home, append([]string{"demo", "--latency", "none", "--changes", "0"}, args...)
	s.Env = append(s.Env, "BELLHOP_TEST_PANIC="+kind+":"+file)
	return fixture{StartTerminal(t, s)}, func() {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// modesOn lists the private modes that the program has turned on and not off again.
func modesOn(output []byte) []string {
	on := map[string]bool{}
	for _, found := range regexp.MustCompile(`\x1b\[\?(\d+)([hl])`).FindAllSubmatch(output, -1) {
		on[string(found[1])] = string(found[2]) == "h"
	}
	var list []string
	for mode, is := range on {
		if is != (mode == "25") { // The cursor is shown to begin with.
			list = append(list, mode)
		}
	}
	slices.Sort(list)
	return list
}

// asBefore fails where the terminal is not as it was before the program.
func (d fixture) asBefore() {
	d.t.Helper()
	if d.AltScreen() || !cursorShown(d.Output()) {
		d.t.Errorf("the screen is not as it was:\n%s", d.picture())
	}
	if left := modesOn(d.Output()); len(left) > 0 {
		d.t.Errorf("these modes are not as they were: %s", left)
	}
	if line := lineState(d.t, d.pty); !reflect.DeepEqual(line, pristineLine(d.t)) {
		d.t.Errorf("the line is not as it was: %+v", line)
	}
}

// crashReport reads the report that the terminal names, and the only one that there is.
func (d fixture) crashReport(home string) string {
	d.t.Helper()
	reports, err := filepath.Glob(filepath.Join(home, "state", "bellhop", "crashes", "*"))
	if err != nil || len(reports) != 1 {
		d.t.Fatalf("the reports are %q, %v:\n%s", reports, err, d.picture())
	}
	if said := strings.ReplaceAll(d.Screen(), "\n", ""); !strings.Contains(said, "The console ended by itself. Its report is "+reports[0]+": it holds no guest, card or key") {
		d.t.Errorf("the report %s is not named:\n%s", reports[0], d.picture())
	}
	info, err := os.Stat(reports[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		d.t.Errorf("%v, %v", info, err)
	}
	text, err := os.ReadFile(reports[0])
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// marks counts the consoles that are marked as running.
func marks(t *testing.T, home string) int {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(home, "state", "bellhop", "running", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// The console panics while a guest is typed, in its own loop and beside it. The terminal is as it was, a report is named that
// holds nothing of the guest, and the next start goes on with what was typed.
func TestJourneyCrash(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, kind := range []string{"key", "goroutine"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d, now := openCrashable(t, home, kind, Setup{Cols: 120, Rows: 40})
			d.search(noted)
			d.toRates(noted)
			d.toGuest(noted)
			d.Type("Xenia")
			d.Press("tab")
			d.Type("Quist")
			d.WaitFor(`surname \* +Quist`)
			waitForFile(t, home, "Quist")
			now()
			if kind == "key" {
				d.Press("tab")
			}
			if code := d.WaitEnd(patience); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
			d.asBefore()
			report := d.crashReport(home)
			for _, want := range []string{"1.2.3", "xterm-256color, 120x40", "C.UTF-8", "sandbox", "panic      string", "  search: text\n", "  guest: tab\n", "onDemand"} {
				if !strings.Contains(report, want) {
					t.Errorf("no %q in\n%s", want, report)
				}
			}
			for _, typed := range []string{"Xenia", "Quist", "London", "Lovelace"} {
				if strings.Contains(report, typed) || strings.Contains(d.Screen(), typed) {
					t.Errorf("%q is in the report or on the terminal:\n%s\n%s", typed, report, d.picture())
				}
			}
			searchFiles(t, filepath.Join(home, "state"), func(string) bool { return false }, "Xenia", "Quist", "Lovelace")

			d = openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
			d.WaitFor(`The console ended by itself at \d\d:\d\d\. Go on with the booking below: f3\. up recalls what was searched\.`)
			d.WaitFor(`Its report is(?: /|$)`)
			d.WaitFor(`f3 continues the booking of \d\d:\d\d: .* · X··· Q··· · `)
			d.WaitFor(`^ enter take +f3 continue `)
			d.Press("f3")
			d.at(noted, "terms")
			d.WaitFor(`^ enter go on to the guest .* nothing sent yet$`)
			d.Press("enter")
			d.WaitFor(`surname \* +Quist`)
			d.quit()

			d = openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo") // It is told once.
			d.WaitFor(`f3 continues the booking`)
			d.WaitGone(`The console ended by itself`)
			d.quit()
			if n := marks(t, home); n != 0 {
				t.Errorf("%d consoles are marked as running", n)
			}
		})
	}
}

// The console panics while a booking is sent: the answer is waited for, nothing is sent again, and there is one booking.
func TestJourneyCrashDuringAWrite(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d, now := openCrashable(t, home, "goroutine", Setup{Cols: 120, Rows: 40}, "--fault", "slow POST /rest/v1/reservation delay=5s")
	d.bookable()
	d.Press("ctrl+b")
	d.WaitFor(`booking; sent once`)
	now()
	if code := d.WaitEnd(patience); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	d.asBefore()
	if report := d.crashReport(home); !strings.Contains(report, "  book: ctrl+b\n") || strings.Contains(report, "card_good") {
		t.Errorf("the report is\n%s", report)
	}
	d = openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	d.WaitFor(`The console ended by itself at `)
	d.all("241")
	d.quit()
}

// With the mouse on the console panics at a click, and beside the loop: the terminal has its mouse back, and sends nothing that a
// shell would take for typing.
func TestJourneyCrashWithTheMouse(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, kind := range []string{"key", "goroutine"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d, now := openCrashable(t, home, kind, Setup{Cols: 120, Rows: 40})
			d.search(noted)
			d.Press("f12")
			d.WaitFor(`the mouse clicks and scrolls`)
			if !d.mouseIsOn() || len(modesOn(d.Output())) < 3 {
				t.Fatalf("the mouse is not on: %s", modesOn(d.Output()))
			}
			d.Click(`(space) mark`)
			d.WaitFor(`^ +›\* \S+`)
			now()
			if kind == "key" {
				d.Click(`(space) mark`)
			}
			if code := d.WaitEnd(patience); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
			d.asBefore()
			if report := d.crashReport(home); !strings.Contains(report, "  hotels: text\n") {
				t.Errorf("the click is not in the report:\n%s", report)
			}
		})
	}
}

// A console in the background of its shell panics: the shell keeps its screen, and the report is named.
func TestJourneyCrashInTheBackground(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	path, err := buildCrashable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "now")
	d := fixture{StartTerminal(t, Setup{
		Program: "bash", Args: []string{"--norc", "--noprofile", "-i"}, Home: home, Cols: 120, Rows: 40,
		Env: []string{"PS1=at the shell> ", "BELLHOP=" + path, "BELLHOP_TEST_PANIC=goroutine:" + file},
	})}
	d.WaitFor(`^at the shell>$`)
	d.shell(`"$BELLHOP" demo --latency none --changes 0 --theme dark`)
	d.at("SANDBOX", "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Press("down") // From the first key on it may panic.
	d.Press("ctrl+z")
	d.WaitFor(`(?s)Stopped.*^at the shell>$`)
	d.shell("bg")
	d.WaitFor(`(?s)\[1\]\+ .*&$.*^at the shell>$`)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.WaitFor(`The console ended by itself\. Its report is `)
	if d.AltScreen() || !cursorShown(d.Output()) {
		t.Error("the shell does not have its screen")
	}
	d.shell("exit 0")
	d.WaitEnd(patience)
}

// Killed, a console can put nothing back, and a script that started it does not either. The next one in that terminal finds the
// line as the first had found it, and says that the other was ended.
func TestJourneyTerminalAfterAKill(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := fixture{StartTerminal(t, Setup{
		Program: "sh", Home: home, Cols: 120, Rows: 40, Env: []string{"BELLHOP=" + bellhop(t)},
		Args: []string{"-c", `sh -c 'echo process $$; exec "$BELLHOP" demo --latency none'; exec "$BELLHOP" demo --latency none`},
	})}
	d.at("SANDBOX", "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	var process int
	if _, err := fmt.Sscan(found(t, d.Output(), `process (\d+)`), &process); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(process, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	d.WaitFor(`The console that began at \d\d:\d\d was ended from outside\. No booking was being filled in\.`)
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.quit()
	d.asBefore()
	if n := marks(t, home); n != 0 {
		t.Errorf("%d consoles are marked as running", n)
	}
}

// A signal is an end that the console knows of: nothing is told of it at the next start.
func TestJourneySignalsLeaveNoMark(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, end := range map[string]func(d fixture){
		"SIGTERM": func(d fixture) { d.Signal(syscall.SIGTERM) },
		"SIGHUP":  func(d fixture) { d.Signal(syscall.SIGHUP) },
		"SIGQUIT": func(d fixture) { d.Signal(syscall.SIGQUIT) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, Setup{}, "demo")
			d.at("SANDBOX", "search")
			d.WaitFor(`enter take .* nothing sent yet$`)
			if marks(t, home) != 1 {
				t.Error("a console that runs is not marked")
			}
			end(d)
			d.WaitEnd(patience)
			d.asBefore()
			if n := marks(t, home); n != 0 {
				t.Errorf("%d consoles are marked as running", n)
			}
		})
	}
}
