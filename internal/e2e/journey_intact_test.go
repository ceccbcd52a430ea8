//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"bellhop/internal/gated"
)

// unlike returns the first row of two pictures of a screen that differs.
func unlike(a, b string) string {
	have, want := strings.Split(a, "\n"), strings.Split(b, "\n")
	for y := range want {
		if y >= len(have) || have[y] != want[y] {
			return fmt.Sprintf("row %d is %q, want %q", y, have[min(y, len(have)-1)], want[y])
		}
	}
	return ""
}

// intact waits until every cell of the screen is as it was, has it drawn anew, and looks again.
func (d fixture) intact(what, untouched string) {
	d.t.Helper()
	defer func() {
		if d.t.Failed() {
			d.t.Log(unlike(d.Cells(), untouched))
		}
	}()
	d.wait("for the screen as it was, after "+what, func(string) bool { return d.Cells() == untouched })
	erased := bytes.Count(d.Output(), []byte("\x1b[2J"))
	d.Press("ctrl+l")
	d.wait("for the screen to be erased", func(string) bool { return bytes.Count(d.Output(), []byte("\x1b[2J")) > erased })
	d.wait("for the screen to be drawn", func(string) bool { return d.Cells() == untouched })
	if diff := unlike(d.Cells(), untouched); diff != "" {
		d.t.Errorf("after %s %s", what, diff)
	}
}

// Whatever happens to the window and to the program, the screen is what it was, to the cell, once it has its size
// again; and drawing it anew changes nothing.
func TestJourneyScreenIsIntact(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const cols, rows = 100, 30
	for _, place := range []string{"search", "hotels"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{Cols: cols, Rows: rows}, "demo", "--theme", "dark")
			if place == "search" {
				d.at("SANDBOX", "search")
				d.WaitFor(`enter take .* nothing sent yet$`)
			} else {
				d.search("SANDBOX")
				d.WaitFor(`^ enter rates `)
				d.WaitFor(`by arrival +of these (?:\d+ of )?\d+ hotels`) // The last look would change the screen later.
				d.Press("down", "down")
				d.WaitFor(`^ +› `)
			}
			untouched := settledCells(d)

			for i := range 100 {
				d.Resize(20+(i*37)%150, 5+(i*13)%60)
			}
			d.Resize(cols, rows)
			d.intact("a storm of sizes", untouched)

			d.Resize(59, 19)
			d.WaitFor(`60x20 is the least, this is 59x19|Enlarge to 60x20`)
			d.Resize(1, 1)
			d.Resize(cols, rows)
			d.intact("a window below the least", untouched)

			for range 100 {
				d.Signal(syscall.SIGWINCH)
			}
			d.intact("signals of a size that is the same", untouched)

			for range 20 {
				d.write("\x1b[O\x1b[I")
			}
			d.intact("the focus, lost and found", untouched)

			taken := bytes.Count(d.Output(), []byte("\x1b[?1049h"))
			d.Signal(syscall.SIGSTOP)
			d.Resize(70, 22)
			d.Resize(cols, rows)
			d.Signal(syscall.SIGCONT)
			d.wait("for the screen to be taken again", func(string) bool {
				return bytes.Count(d.Output(), []byte("\x1b[?1049h")) > taken
			})
			d.intact("a stop from outside", untouched)
			d.quit()
		})
	}
}

// settledCells returns the screen once it does not change any more: what is loaded after the list has come.
func settledCells(d fixture) string {
	d.t.Helper()
	cells := ""
	for same := 0; same < 5; {
		drawn := bytes.Count(d.Output(), []byte("\x1b[2J"))
		d.Press("ctrl+l")
		d.wait("for the screen to be drawn anew", func(string) bool { return bytes.Count(d.Output(), []byte("\x1b[2J")) > drawn })
		next := d.Cells()
		if same++; next != cells {
			cells, same = next, 0
		}
	}
	return cells
}

// write gives the program what a terminal sends without a key.
func (x *Terminal) write(text string) {
	x.t.Helper()
	if _, err := x.pty.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

// Under a shell, and back from it in a window that was changed meanwhile, the screen is as it was.
func TestJourneyScreenIsIntactAfterAShell(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d, process := openJob(t, t.TempDir())
	untouched := settledCells(d)
	for i, stop := range []func(){
		func() { d.Press("ctrl+z") },
		func() {
			if err := syscall.Kill(process, syscall.SIGTSTP); err != nil {
				t.Fatal(err)
			}
		},
	} {
		stop()
		d.WaitFor(fmt.Sprintf(`(?s)(Stopped.*){%d}^at the shell>$`, 1+i)) // The screen holds the one before.
		d.Resize(100, 30)
		d.Resize(80, 24)
		taken := bytes.Count(d.Output(), []byte("\x1b[?1049h"))
		d.shell("fg")
		d.wait("for the console to take the screen again", func(string) bool {
			return bytes.Count(d.Output(), []byte("\x1b[?1049h")) > taken
		})
		d.intact(fmt.Sprint("stop ", i), untouched)
	}
	d.Press("ctrl+c")
	d.WaitFor(`^at the shell>$`)
	d.shell("exit 0")
	d.WaitEnd(patience)
}

// A console whose terminal goes away ends.
func TestJourneyTerminalGoesAway(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{}, "demo")
	d.at("SANDBOX", "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	if err := pty.Setsize(d.pty, winsize(90, 30)); err != nil {
		t.Fatal(err)
	}
	if err := d.pty.Close(); err != nil {
		t.Fatal(err)
	}
	if code := d.WaitEnd(10 * time.Second); code != 128+int(syscall.SIGHUP) && code != 1 {
		t.Errorf("exit code %d", code)
	}
}
