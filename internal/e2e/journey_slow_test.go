//go:build unix

package e2e

import (
	"bytes"
	"testing"
	"time"
)

// A slowLine is what stands between a terminal and a program far away: so many bytes a second, and the answers of the
// terminal late. Nil is no line at all.
type slowLine struct {
	rate  int // bytes a second
	delay time.Duration
}

// piece returns how much of a buffer is read at once: what the line carries in a 30th of a second.
func (l *slowLine) piece(size int) int {
	if l == nil {
		return size
	}
	return min(size, max(l.rate/30, 1))
}

// carry takes the time that the line needs for so many bytes.
func (l *slowLine) carry(n int) {
	if l != nil {
		<-time.After(time.Duration(n) * time.Second / time.Duration(l.rate))
	}
}

// lateAnswers are what a terminal answers, over the line that there is.
type lateAnswers struct{ x *Terminal }

func (w lateAnswers) Write(text []byte) (int, error) {
	line := w.x.line.Load()
	if line == nil {
		return w.x.pty.Write(text)
	}
	late := bytes.Clone(text)
	time.AfterFunc(line.delay, func() { _, _ = w.x.pty.Write(late) })
	return len(text), nil
}

// hold presses a key so many times, as fast as a keyboard repeats it.
func (x *Terminal) hold(name string, times int) {
	x.t.Helper()
	code, err := keyCode(name)
	if err != nil {
		x.t.Fatal(err)
	}
	repeats := time.NewTicker(time.Second / 30)
	defer repeats.Stop()
	for range times {
		if _, err := x.pty.WriteString(code); err != nil {
			x.t.Fatal(err)
		}
		<-repeats.C
	}
}

// cells returns what stands in each cell of the screen, with its style.
func (x *Terminal) cells() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return screenCells(x.screen)
}

// A key that is held over 960 bytes a second and 200 ms there and back shows on the way where it has got to. No frames are
// left over when it is let go, and the screen that it ends with is the one that a whole new frame draws.
func TestJourneyHeldKeyOnASlowLine(t *testing.T) {
	t.Parallel()
	d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo", "--seed", "1", "--latency", "none", "--changes", "0")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Type("lon fri")
	d.WaitFor(`London GB · .* 2 adults`)
	d.Press("enter")
	d.WaitFor(`^ +\d+ of \d+ hotels`)
	d.WaitFor(`^ enter rates `)
	before := len(d.Output())
	d.line.Store(&slowLine{rate: 960, delay: 200 * time.Millisecond})
	for range 3 {
		d.hold("down", 15)
		d.hold("up", 15)
	}
	// The last one leads to where the cursor has not been.
	d.hold("down", 18)
	sent := len(d.Output())
	d.WaitFor(`^ +19 of \d+ hotels`)
	// A frame of a move is up to a kilobyte and a half, and of more than two nothing was on its way.
	if rest := len(d.Output()) - sent; rest > 5_000 {
		t.Errorf("%d bytes came after the key was let go, of %d before", rest, sent-before)
	}
	if shown := sent - before; shown < 1_500 {
		t.Errorf("%d bytes came while the key was held: nobody saw where it was", shown)
	}
	d.line.Store(nil)
	settled := d.cells()
	d.Press("ctrl+l")
	whole := len(d.Output())
	d.wait("for the whole frame", func(string) bool { return bytes.Contains(d.Output()[min(sent, whole):], []byte("\x1b[2J")) })
	d.WaitFor(`^ +19 of \d+ hotels`)
	for at, cell := range d.cells() {
		if cell != settled[at] {
			t.Fatalf("row %d, column %d had %q, and a whole frame has %q there:\n%s", at/120+1, at%120+1, settled[at], cell, d.picture())
		}
	}
	d.quit()
}
