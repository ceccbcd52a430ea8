//go:build unix

package e2e

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/internal/gated"
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

// A key that is held over 960 bytes a second and 200 ms there and back shows on the way where it has got to. No frames are
// left over when it is let go, and the screen that it ends with is the one that a whole new frame draws.
func TestJourneyHeldKeyOnASlowLine(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo", "--seed", "1", "--latency", "none", "--changes", "0")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Type("lon 12dec 3n")
	d.WaitFor(`London GB · .* 2 adults`)
	d.Press("enter")
	d.WaitFor(`^ enter rates `)
	counts := regexp.MustCompile(`(?m)^ +(\d+) of (\d+) hotels`)
	d.wait("for all hotels", func(screen string) bool {
		found := counts.FindStringSubmatch(screen)
		return found != nil && found[1] == found[2]
	})
	_, list, _ := strings.Cut(d.Screen(), " total ")
	aim := `^ +› ` + regexp.QuoteMeta(strings.TrimSpace(string([]rune(strings.Split(list, "\n")[20])[3:25])))
	before := len(d.Output())
	d.line.Store(&slowLine{rate: 960, delay: 200 * time.Millisecond})
	for range 3 {
		d.hold("down", 15)
		d.hold("up", 15)
	}
	// The last one leads to where the cursor has not been.
	d.hold("down", 18)
	sent := len(d.Output())
	d.WaitFor(aim)
	// A frame of a move is up to a kilobyte and a half, and there is one on its way at most; the calls of the details bring more.
	if rest := len(d.Output()) - sent; rest > 8_000 {
		t.Errorf("%d bytes came after the key was let go, of %d before", rest, sent-before)
	}
	if shown := sent - before; shown < 1_500 {
		t.Errorf("%d bytes came while the key was held: nobody saw where it was", shown)
	}
	d.line.Store(nil)
	d.Press("up")
	d.WaitGone(aim)
	d.Press("down")
	d.WaitFor(aim)
	// What these calls bring would change the screen later.
	d.WaitFor(`by arrival +of these (?:\d+ of )?\d+ hotels`)
	d.intact("a key that was held on a slow line", d.Cells())
	d.quit()
}
