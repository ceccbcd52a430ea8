package paint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// cellsOf is what a terminal shows, cell by cell with its style. Of a blank's style only
// what shows counts.
func cellsOf(screen *vt.Emulator) string {
	var b strings.Builder
	for y := range screen.Height() {
		for x := range screen.Width() {
			if c := screen.CellAt(x, y); c != nil {
				style := c.Style
				if c.Content == " " && style.Underline == 0 && style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) == 0 {
					style = uv.Style{Bg: style.Bg}
				}
				fmt.Fprintf(&b, "%q%v", c.Content, style)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// randomFrame is lines of pieces that screens are made of. Characters that
// join are not among them, because the emulator loses some.
func randomFrame(r *rand.Rand, width, height int) string {
	pieces := []string{
		"hotel ", "612.40", " ", "        ", "│ ", "Löwe · 3 nights", "\x1b[1mbold\x1b[0m", "\x1b[38;5;75mkey\x1b[m",
		"\x1b[1;38;2;255;0;7;48;5;24mboth \x1b[22;39mback  \x1b[m", "\x1b[9;91;44mstruck   \x1b[29m \x1b[0m", "             ",
		"\x1b[1m\x1b[4mtwo\x1b[0m", "▁▂▅", "東京", "\x1b[7m cursor \x1b[0m", "x", "…", "≤12 → ",
		"\x1b[1;38;5;231;48;5;24m› row     of the          cursor  \x1b[m",
	}
	lines := make([]string, height)
	for y := range lines {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		lines[y] = fit(b.String(), width)
		if r.IntN(4) == 0 {
			lines[y] = strings.TrimRight(lines[y], " ")
		}
	}
	return strings.Join(lines, "\n")
}

// fit makes the text exactly width cells wide.
func fit(text string, width int) string {
	text = ansi.Truncate(text, width, "…")
	return text + strings.Repeat(" ", width-ansi.StringWidth(text))
}

// Whatever frame follows whatever other, the terminal shows it as if it had
// been drawn on an empty screen.
func TestPainterShowsEachFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	width, height := 50, 6
	screen := vt.NewEmulator(width, height)
	go func() { _, _ = io.Copy(io.Discard, screen) }() // its answers
	p := New(screen, FPS)
	p.Resize(width, height)
	mustWrite(t, p, enterScreen)
	frame := randomFrame(r, width, height)
	for n := range 600 {
		next := strings.Split(randomFrame(r, width, height), "\n")
		old := strings.Split(frame, "\n")
		for y := range next { // Most lines stay, some change in the middle.
			switch {
			case y < len(old) && r.IntN(3) == 0:
				next[y] = old[y]
			case y < len(old) && r.IntN(3) == 0:
				next[y] = strings.Replace(old[y], "hotel", "hovel", 1)
			case y < len(old) && r.IntN(3) == 0:
				next[y] = strings.ReplaceAll(old[y], ";48;5;24m", "m") // the cursor goes elsewhere
			}
		}
		if r.IntN(20) == 0 {
			next = next[:1+r.IntN(height)]
		}
		if frame = strings.Join(next, "\n"); frame == "" {
			continue // None is drawn.
		}
		if err := p.draw(frame); err != nil {
			t.Fatal(err)
		}
		if r.IntN(10) == 0 {
			mustWrite(t, p, eraseScreen) // as ctrl+l does
		}
		fresh := vt.NewEmulator(width, height)
		_, _ = fresh.WriteString(strings.ReplaceAll(frame, "\n", "\x1b[m\r\n"))
		if got, want := cellsOf(screen), cellsOf(fresh); got != want {
			t.Fatalf("frame %d:\n%q\nis shown as\n%s\nand not as\n%s", n, frame, got, want)
		}
		_ = fresh.Close()
	}
}

func mustWrite(t *testing.T, p *Painter, text string) {
	t.Helper()
	if n, err := p.Write([]byte(text)); n != len(text) || err != nil {
		t.Fatalf("writing %q gave %d, %v", text, n, err)
	}
}

func TestPainterSendsOnlyWhatChanged(t *testing.T) {
	blank := strings.Repeat(" ", 40)
	for _, test := range []struct{ name, before, after, want string }{
		{"nothing", "same", "same", ""},
		{"a word", "total 100.00 GBP", "total 100.07 GBP", "\x1b[1;12H7"},
		{"two places", "one" + blank + "two", "ONE" + blank + "TWO", "\x1b[1HONE\x1b[40CTWO"},
		{"near places", "a-b-c", "A-B-C", "\x1b[1HA-B-C"},
		{"the rest", "hotel" + blank, "ho", "\x1b[1;3H\x1b[K"},
		{"a style", "one two", "one \x1b[1mtwo\x1b[0m", "\x1b[1;5H\x1b[1mtwo\x1b[m"},
		{"a wide character", "東京 1", "東京 2", "\x1b[1H東京 2\x1b[m\x1b[K"},
		{"characters that join", "e\u0301 1", "e\u0301 2", "\x1b[1He\u0301 2\x1b[m\x1b[K"},
		{"a line less", "a\nb", "a", "\x1b[2H\x1b[J"},
	} {
		var out bytes.Buffer
		p := New(&out, FPS)
		p.Resize(60, 5)
		mustWrite(t, p, enterScreen)
		if err := p.draw(test.before); err != nil {
			t.Fatal(err)
		}
		out.Reset()
		if err := p.draw(test.after); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("%s: %q, want %q", test.name, out.String(), test.want)
		}
	}
}

// Bubble Tea's frames, which are empty, do not reach the terminal; what
// controls it does, and outside the alternate screen nothing is drawn.
func TestPainterLeavesTheTerminalToTheLibrary(t *testing.T) {
	var out bytes.Buffer
	p := New(&out, FPS)
	p.Resize(20, 2)
	if err := p.draw("early"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"\x1b[H \x1b[K\x1b[1;1H", "\r", "plain", "\x1b[?25l", "\x1b[?2004h", enterScreen} {
		mustWrite(t, p, text)
	}
	if want := "\x1b[?25l\x1b[?2004h" + enterScreen; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	out.Reset()
	mustWrite(t, p, eraseScreen)
	if want := eraseScreen + "\x1b[1Hearly\x1b[K"; out.String() != want {
		t.Errorf("after the screen was erased: %q, want %q", out.String(), want)
	}
	out.Reset()
	mustWrite(t, p, leaveScreen)
	if err := p.draw("late"); err != nil || out.String() != leftScreen {
		t.Errorf("after leaving: %q, %v", out.String(), err)
	}
}

// The first frame is drawn at once, the ones right after it only as the last
// of them, and nothing more once the terminal is gone.
func TestPainterPace(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := New(&out, FPS)
	p.now = func() time.Time { return now }
	mustWrite(t, p, enterScreen)
	p.Resize(80, 24)
	show := func(text string) (time.Duration, error) { return p.Show(func() string { return text }) }
	if wait, err := show("still"); wait != 0 || err != nil || !strings.Contains(out.String(), "still") {
		t.Fatalf("the first frame is not there: %q, %v, %v", out.String(), wait, err)
	}
	out.Reset()
	if wait, err := show("first"); wait != time.Second/120 || err != nil || out.Len() > 0 {
		t.Errorf("the first was not put off: %q, %v, %v", out.String(), wait, err)
	}
	if wait, err := show("second"); wait != 0 || err != nil || out.Len() > 0 {
		t.Errorf("the second was not put off: %q, %v, %v", out.String(), wait, err)
	}
	now = now.Add(time.Second / 120)
	p.Due()
	if _, err := show("second"); err != nil || !strings.HasSuffix(out.String(), "econd") {
		t.Errorf("the frame put off is not there: %q, %v", out.String(), err)
	}
	p.out = gone{}
	now = now.Add(time.Second)
	if _, err := show("third"); err == nil {
		t.Error("a terminal that is gone gave no error")
	}
	if _, err := show("fourth"); err != nil {
		t.Errorf("a terminal that is gone gave a second error: %v", err)
	}
}

// Whoever has the screen drawn anew sees what stands now: the frame that was put off, and at once.
func TestPainterDrawsAnewWhatIsNewest(t *testing.T) {
	var out bytes.Buffer
	p := New(&out, FPS)
	p.now = func() time.Time { return time.Unix(0, 0) }
	mustWrite(t, p, enterScreen)
	p.Resize(80, 24)
	show := func(text string) time.Duration {
		wait, err := p.Show(func() string { return text })
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
	show("first")
	if show("second") == 0 {
		t.Fatal("the second was not put off")
	}
	out.Reset()
	p.Erase()
	if wait := show("third"); wait != 0 || !strings.HasPrefix(out.String(), "\x1b[m"+eraseScreen) || !strings.Contains(out.String(), "third") {
		t.Errorf("waited %v for %q", wait, out.String())
	}
	if p.Due() {
		t.Error("the second is still due")
	}
	out.Reset()
	if wait := show("fourth"); wait == 0 || strings.Contains(out.String(), eraseScreen) {
		t.Errorf("the next is not put off, or erased: %q", out.String())
	}
}

type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.New("gone") }

func FuzzPainterCells(f *testing.F) {
	for _, line := range []string{"", "plain", "\x1b[1mbold\x1b[0m", "\x1b[", "\x1b]8;;x\x07", "東京", "\xff", "\x1b[38:2::1:2:3mx"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, sure := cells(nil, line, 20)
		if sure && len(got) != 20 {
			t.Errorf("%d cells", len(got))
		}
		for _, c := range got {
			if !oneCell(c.char) {
				t.Errorf("%q is sure to take one cell", c.char)
			}
		}
	})
}

// What is sent to the terminal besides frames stands between two of them, and waits for the first.
func TestPainterSendsBetweenFrames(t *testing.T) {
	const sequence = "\x1b]52;c;eA==\a"
	var out bytes.Buffer
	p := New(&out, FPS)
	p.Resize(20, 2)
	send := func() {
		t.Helper()
		if err := p.Send(sequence); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(text string) {
		t.Helper()
		if err := p.draw(text); err != nil {
			t.Fatal(err)
		}
	}
	send()
	mustWrite(t, p, enterScreen)
	send()
	if out.String() != enterScreen {
		t.Errorf("before the first frame: %q", out.String())
	}
	draw("first")
	if want := "\x1b[1Hfirst\x1b[K" + sequence + sequence; out.String() != enterScreen+want {
		t.Errorf("with the first frame: %q", out.String())
	}
	out.Reset()
	send()
	draw("first")
	draw("other")
	if !strings.HasPrefix(out.String(), sequence+"\x1b[1") || strings.Count(out.String(), sequence) != 1 {
		t.Errorf("between frames: %q", out.String())
	}
	out.Reset()
	mustWrite(t, p, leaveScreen)
	send()
	if out.String() != leftScreen {
		t.Errorf("after leaving: %q", out.String())
	}
}

// What a terminal without another screen keeps of the frame is erased before the screen is given up.
const leftScreen = "\x1b[m\x1b[H\x1b[J" + leaveScreen

// The terminal tells of the mouse while the screen is ours, and at no other time; it is told so at once.
func TestPainterSwitchesTheMouse(t *testing.T) {
	var out strings.Builder
	p := New(&out, FPS)
	set := func(on bool) {
		t.Helper()
		if err := p.SetMouse(on); err != nil {
			t.Fatal(err)
		}
	}
	wrote := func(what, want string) {
		t.Helper()
		if out.String() != want {
			t.Errorf("%s: %q, want %q", what, out.String(), want)
		}
		out.Reset()
	}
	set(true)
	wrote("before there is a screen", "")
	mustWrite(t, p, enterScreen)
	wrote("with the screen", enterScreen+mouseOn)
	set(false)
	wrote("off", mouseOff)
	set(false)
	wrote("off again", "")
	set(true)
	wrote("on", mouseOn)
	mustWrite(t, p, leaveScreen)
	wrote("given up", mouseOff+leftScreen)
	mustWrite(t, p, enterScreen)
	wrote("back", enterScreen+mouseOn)
	set(false)
	out.Reset()
	mustWrite(t, p, leaveScreen)
	wrote("given up without it", leftScreen)
}
