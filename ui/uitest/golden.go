package uitest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/internal/gated"
	"bellhop/internal/safetext"
	"bellhop/ui"
)

var style = regexp.MustCompile(`\x1b\[[0-9;]*m`)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// Golden compares a text with testdata/<name>.golden, or writes that file if
// the test runs with -update. Goldens hold plain text, so that colours can
// change without them.
func Golden(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	text = Plain(text) + "\n"
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the test with -update to write it)", err)
	}
	if string(want) != text {
		t.Errorf("%s differs (run with -update if that is right)\n--- want\n%s\n--- got\n%s", path, want, text)
	}
}

// Sizes returns the window sizes that Sweep tries, as columns and lines: in the gate each from 40x12 to 200x60, in a plain run
// both sides of the sizes at which the layout changes most.
func Sizes() [][2]int {
	var sizes [][2]int
	if gated.All() {
		for w := 40; w <= 200; w++ {
			for h := 12; h <= 60; h++ {
				sizes = append(sizes, [2]int{w, h})
			}
		}
		return sizes
	}
	widths := []int{40, 59, 60, 79, 80, 97, 99, 109, 110, 120, 200}
	heights := []int{12, 19, 20, 24, 40, 60}
	for _, w := range widths {
		for _, h := range heights {
			sizes = append(sizes, [2]int{w, h})
		}
	}
	return sizes
}

// Sweep is SweepSizes, and fails the test unless the footer ends with the screen's state where the window is that of a usual
// terminal and nothing is going on or asked: keys give way to it.
func Sweep(t testing.TB, p *Pump) {
	t.Helper()
	SweepSizes(t, p)
	// What was told meanwhile stands no longer in its place.
	footer := p.Resize(80, 24).Advance(10 * time.Second).Footer()
	screen, has := p.Top().(ui.Stater)
	working, is := p.Top().(ui.Busier)
	if !has || is && working.Busy() != "" || !strings.Contains(footer, " help") {
		return
	}
	if state := screen.State(); !strings.HasSuffix(footer, state) {
		t.Errorf("the footer does not end with %q:\n%s", state, p.View())
	}
}

// SweepSizes resizes the window of a pump through all Sizes and fails the test
// where the frame is not exactly its size. The screen stays the same one, so
// this also tests that it survives being resized.
func SweepSizes(t testing.TB, p *Pump) {
	t.Helper()
	for _, size := range Sizes() {
		p.Resize(size[0], size[1])
		CheckSize(t, p.Raw(), size[0], size[1])
	}
}

// CheckSize fails the test unless the view is exactly height lines of exactly
// width cells, of characters that draw something.
func CheckSize(t testing.TB, view string, width, height int) {
	t.Helper()
	lines := strings.Split(view, "\n")
	if len(lines) != height {
		t.Fatalf("at %dx%d the view has %d lines:\n%s", width, height, len(lines), Plain(view))
	}
	for i, line := range lines {
		if got := ui.Width(line); got != width {
			t.Fatalf("at %dx%d line %d is %d cells wide: %q\n%s", width, height, i+1, got, line, Plain(view))
		}
		for _, r := range style.ReplaceAllString(line, "") {
			if !safetext.Drawn(r) {
				t.Fatalf("at %dx%d line %d holds %U: %q", width, height, i+1, r, line)
			}
		}
	}
}
