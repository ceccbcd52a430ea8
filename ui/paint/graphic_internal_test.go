package paint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
)

// A graphic is drawn after its frame and once, anew when the screen is, and is taken away before another frame and when the
// screen is left.
func TestAGraphicOnTheScreen(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	p := New(&out, FPS)
	p.Resize(20, 5)
	mustWrite(t, p, enterScreen)
	written := func() string { return strings.ReplaceAll(out.String(), statusQuery, "") }
	frames := func(g *Graphic, lines ...string) string {
		t.Helper()
		out.Reset()
		p.Place(g)
		if err := p.draw(strings.Join(lines, "\n")); err != nil {
			t.Fatal(err)
		}
		return written()
	}
	kitty := &Graphic{Name: "a", Y: 1, X: 2, Rows: 2, Draw: "<draw>", Erase: "<erase>"}
	if got := frames(kitty, "head", "", "", "words", "foot"); !strings.HasSuffix(got, "\x1b[2;3H<draw>") || strings.Contains(got, "<erase>") {
		t.Errorf("at first %q", got)
	}
	if got := frames(kitty, "head", "", "", "words", "tock"); strings.Contains(got, "<") || got == "" {
		t.Errorf("below it a line changes: %q", got)
	}
	if got := frames(kitty, "head", "x", "", "words", "tock"); !strings.HasSuffix(got, "<draw>") {
		t.Errorf("a line of its rows changes: %q", got)
	}
	other := *kitty
	other.Name = "b"
	if got := frames(&other, "head", "x", "", "words", "tock"); !strings.HasPrefix(got, "<erase>") || !strings.HasSuffix(got, "<draw>") {
		t.Errorf("another one: %q", got)
	}
	out.Reset()
	mustWrite(t, p, eraseScreen)
	if got := written(); !strings.Contains(got, "<erase>") || !strings.HasSuffix(got, "<draw>") {
		t.Errorf("the screen was erased: %q", got)
	}
	if got := frames(nil, "head", "x", "", "words", "tock"); got != "<erase>" {
		t.Errorf("it goes: %q", got)
	}
	frames(kitty, "head", "x", "", "words", "tock")
	out.Reset()
	mustWrite(t, p, leaveScreen)
	if got := written(); !strings.HasPrefix(got, "<erase>") || !strings.HasSuffix(got, leaveScreen) {
		t.Errorf("the screen is left with %q", got)
	}
	mustWrite(t, p, enterScreen)
	if got := frames(kitty, "head", "x", "", "words", "tock"); strings.Contains(got, "<erase>") || !strings.HasSuffix(got, "<draw>") {
		t.Errorf("the screen is back: %q", got)
	}
	frames(nil, "head", "x", "", "words", "tock")
	low := &Graphic{Name: "d", Y: 4, X: 0, Rows: 2, Draw: "<low>"}
	if got := frames(low, "head", "x", "", "words", "tock"); got != "" {
		t.Errorf("what does not fit is drawn: %q", got)
	}
}

// A frame in which every cell has a look of its own is drawn as any other.
func TestAFrameOfManyLooks(t *testing.T) {
	t.Parallel()
	const width, height = 60, 20
	drawn, whole := vt.NewEmulator(width, height), vt.NewEmulator(width, height)
	p := New(drawn, FPS)
	p.Resize(width, height)
	mustWrite(t, p, enterScreen)
	for round := range 3 {
		lines := make([]string, height)
		for y := range lines {
			for x := range width {
				lines[y] += fmt.Sprintf("\x1b[38;2;%d;%d;%d;48;2;%d;7;%dm▀", x*4, y*9, (x^y)+round, 255-x, y)
			}
			lines[y] += plainStyle
		}
		lines[round] = strings.Repeat("plain ", width/6)
		if err := p.draw(strings.Join(lines, "\n")); err != nil {
			t.Fatal(err)
		}
		for y, line := range lines {
			if _, err := fmt.Fprintf(whole, "\x1b[%d;1H%s", y+1, line); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := cellsOf(drawn), cellsOf(whole); got != want {
			t.Fatalf("the frame %d is drawn as\n%.300s\nand not as\n%.300s", round, got, want)
		}
	}
}
