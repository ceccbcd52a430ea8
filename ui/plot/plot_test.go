package plot_test

import (
	"math"
	"strings"
	"testing"

	"bellhop/ui/plot"
)

func plain(kind int, text string) string {
	if kind == plot.Dots {
		return text
	}
	return "<" + text + ">"
}

func TestPictureOfDotsAndLabels(t *testing.T) {
	t.Parallel()
	p := plot.New(5, 3, plot.Window{Dot: 1})
	p.Dot(-4.5, 5.5) // The first dot of the first cell.
	p.Dot(4.5, -5.5) // The last of the last one.
	if !p.Label(0, 0, "12", 1) || p.Label(0, 0, "3", 1) {
		t.Error("the first text has the room, not the second")
	}
	want := "⠁    \n <12>  \n    ⢀"
	if got := strings.Join(p.Lines(plain), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLabelsStayInside(t *testing.T) {
	t.Parallel()
	p := plot.New(6, 2, plot.Window{Dot: 1})
	for name, at := range map[string][2]float64{
		"left": {-20, 0}, "right": {20, 0}, "above": {0, 20}, "far": {1e300, -1e300}, "nowhere": {math.NaN(), 0},
	} {
		if p.Label(at[0], at[1], "7", 1) {
			t.Errorf("%s: a text outside was drawn", name)
		}
		p.Dot(at[0], at[1])
		p.Ring(at[0], at[1], 3)
	}
	if p.Label(0, 0, "1234567", 1) {
		t.Error("a text wider than the picture was drawn")
	}
	if !p.Label(-5.5, 0, "888", 1) {
		t.Error("a text at the edge moves inside")
	}
	for _, line := range p.Lines(func(_ int, text string) string { return text }) {
		if n := len([]rune(line)); n != 6 {
			t.Errorf("a line of %d cells: %q", n, line)
		}
	}
}

func TestRingIsRound(t *testing.T) {
	t.Parallel()
	p := plot.New(7, 4, plot.Window{Dot: 1})
	p.Ring(0.5, -0.5, 5)
	left, right, top, bottom := 99, -1, 99, -1
	for y, line := range p.Lines(plain) {
		for x, letter := range []rune(line) {
			if letter != ' ' {
				left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
			}
		}
	}
	if right-left+1 != 6 || bottom-top+1 != 4 {
		t.Errorf("11 dots across and up stand in %d by %d cells", right-left+1, bottom-top+1)
	}
}

func TestAroundShowsAll(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{20, 8}, {60, 12}, {3, 3}} {
		w := plot.Around(-30, 2, 10, 14, size[0], size[1], 1, 0.01)
		x, y := w.Reach(size[0], size[1])
		if w.X != -10 || w.Y != 8 || x < 20 || y < 6 {
			t.Errorf("%v: %+v reaches %g, %g", size, w, x, y)
		}
	}
	if w := plot.Around(1, 1, 1, 1, 20, 8, 1, 0.01); w.Dot != 0.01 {
		t.Errorf("a single point: %+v", w)
	}
}

func FuzzPicture(f *testing.F) {
	f.Add(0.0, 0.0, 1.0, 3.0, 2.0, "5")
	f.Add(1e308, -1e308, 5e-324, 1e300, math.Inf(1), "\u200b")
	f.Fuzz(func(t *testing.T, x, y, dot, at, radius float64, text string) {
		p := plot.New(9, 4, plot.Window{X: x, Y: y, Dot: dot})
		p.Dot(at, y)
		p.Ring(x, at, radius)
		p.Label(at, at, text, 1)
		for _, line := range p.Lines(func(_ int, text string) string { return text }) {
			if n := len([]rune(line)); n != 9 {
				t.Fatalf("a line of %d cells: %q", n, line)
			}
		}
	})
}
