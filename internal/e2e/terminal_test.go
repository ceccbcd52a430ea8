//go:build unix

package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"bellhop/screens/keys"
)

// patience is how long a Terminal waits for something that must come. It only
// passes when a test fails, so it is generous: a loaded machine is no error.
const patience = time.Minute

// A Terminal runs a program in a real pseudo-terminal and shows what a person
// would see. What the program asks the terminal is answered, as terminals do.
// Nothing here sleeps, but for the moment before a key that sends something: every
// wait is on a condition of the screen.
type Terminal struct {
	t   *testing.T
	pty *os.File
	cmd *exec.Cmd
	// pixels says that the line tells the window's size in pixels too.
	pixels bool

	mu      sync.Mutex // guards what follows
	screen  *vt.Emulator
	output  bytes.Buffer
	changed chan struct{} // closed, and replaced, at each change of the screen

	ended chan struct{} // closed once the program has ended and all of its output is on the screen
	code  int           // its exit code, after ended

	copied int // how many copies a test has looked at

	// line carries what the program writes; nil does so at once.
	line atomic.Pointer[slowLine]

	// unread is a key that runs together with what comes next if the program
	// has not read it yet; empty after a wait.
	unread string
	// last is what was sent last, empty after a wait: a key that sends something
	// counts only when nothing is read together with it.
	last string
	// pause is what must stand before such a key.
	pause time.Duration
}

// Setup says what a Terminal runs and where.
type Setup struct {
	Cols, Rows int // 0: 80 x 24
	Program    string
	Args       []string
	// Home is the only place that the program knows: its home, with the XDG
	// directories in it. Two programs with one home see each other's files.
	Home string
	Env  []string
	// Mute is a terminal that answers no question, like a recorder's.
	Mute bool
	// Light is one with a white background.
	Light bool
	// Kitty says that it has kitty's graphics, in cells of 8 by 16 pixels whose size only the line tells.
	Kitty bool
}

// StartTerminal runs the program until it ends or the test does.
func StartTerminal(t *testing.T, s Setup) *Terminal {
	t.Helper()
	if s.Cols == 0 {
		s.Cols, s.Rows = 80, 24
	}
	if s.Home == "" {
		s.Home = t.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	x := &Terminal{
		t:       t,
		cmd:     exec.CommandContext(ctx, s.Program, s.Args...),
		screen:  vt.NewEmulator(s.Cols, s.Rows),
		changed: make(chan struct{}),
		ended:   make(chan struct{}),
	}
	x.cmd.Env = append(environment(s.Home), s.Env...)
	x.cmd.Dir = s.Home
	if s.Light {
		x.screen.SetDefaultBackgroundColor(color.White)
	}
	if s.Kitty {
		x.kitty()
	}
	var err error
	x.pty, err = pty.StartWithSize(x.cmd, x.window(s.Cols, s.Rows))
	if err != nil {
		cancel()
		t.Fatalf("start %s in a pseudo-terminal: %v", s.Program, err)
	}

	replies := x.screen.InputPipe().(io.Closer)
	go x.answer(s.Mute)
	go x.watch()
	t.Cleanup(func() {
		cancel()
		<-x.ended
		_ = replies.Close()
		_ = x.pty.Close()
	})
	return x
}

// environment holds nothing of the machine that the test runs on but where its
// programs are.
func environment(home string) []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + home,
		"XDG_CONFIG_HOME=" + home + "/config",
		"XDG_DATA_HOME=" + home + "/data",
		"XDG_STATE_HOME=" + home + "/state",
		"XDG_CACHE_HOME=" + home + "/cache",
		"XDG_RUNTIME_DIR=" + home + "/run",
		"TERM=xterm-256color",
		"LANG=C.UTF-8",
		"TZ=UTC",
	}
}

func winsize(cols, rows int) *pty.Winsize {
	return &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)} //nolint:gosec // Tests choose sizes of a terminal.
}

// window is the size of the window as the line tells it.
func (x *Terminal) window(cols, rows int) *pty.Winsize {
	size := winsize(cols, rows)
	if x.pixels {
		size.X, size.Y = 8*size.Cols, 16*size.Rows
	}
	return size
}

// kitty has the terminal answer that it has kitty's graphics. What it is given to draw stands in its output alone.
func (x *Terminal) kitty() {
	x.pixels = true
	x.screen.RegisterApcHandler(func(data []byte) bool {
		if !bytes.HasPrefix(data, []byte("Gi=7102,")) || !bytes.Contains(data, []byte("a=q")) {
			return true
		}
		_, err := io.WriteString(x.screen.InputPipe(), "\x1b_Gi=7102;OK\x1b\\")
		return err == nil
	})
}

// watch copies the program's output to the screen. A pty can fail with EIO before its last output is read, so watch reads it
// again after the program has ended.
func (x *Terminal) watch() {
	defer close(x.ended)
	x.read()
	_ = x.cmd.Wait()
	x.read()
	x.code = x.cmd.ProcessState.ExitCode()
}

// read copies output to the screen until a read fails.
func (x *Terminal) read() {
	chunk := make([]byte, 32<<10)
	for {
		line := x.line.Load()
		n, err := x.pty.Read(chunk[:line.piece(len(chunk))])
		if n > 0 {
			line.carry(n)
			x.mu.Lock()
			x.output.Write(chunk[:n])
			_, _ = x.screen.Write(chunk[:n])
			close(x.changed)
			x.changed = make(chan struct{})
			x.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// answer gives the program what the terminal replies to its questions. A mute
// terminal swallows it.
func (x *Terminal) answer(mute bool) {
	to := io.Writer(lateAnswers{x})
	if mute {
		to = io.Discard
	}
	// A program that is gone takes no answers; the emulator must still get
	// rid of them, or it would stand still.
	if _, err := io.Copy(to, x.screen); err != nil {
		_, _ = io.Copy(io.Discard, x.screen)
	}
}

// Screen returns the text on the screen, row by row, without blanks at the ends.
func (x *Terminal) Screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	rows := make([]string, x.screen.Height())
	for y := range rows {
		var row, whole strings.Builder
		for col := 0; col < x.screen.Width(); {
			cell := x.screen.CellAt(col, y)
			if cell == nil || cell.Width == 0 {
				row.WriteByte(' ')
				whole.WriteByte(' ')
				col++
				continue
			}
			whole.WriteString(cell.Content)
			if dimmed(cell.Style.Fg) {
				row.WriteString(strings.Repeat(" ", cell.Width))
			} else {
				row.WriteString(cell.Content)
			}
			col += cell.Width
		}
		if rows[y] = strings.TrimRight(row.String(), " "); rows[y] == "" {
			// With few colours a rule has that of the keys. It is all of its line, and they never are.
			rows[y] = strings.TrimRight(whole.String(), " ")
		}
	}
	return strings.Join(rows, "\n")
}

// dimmed reports whether what is written in this colour does nothing now: a key in the last line.
// A screen's text is without it.
func dimmed(fore color.Color) bool {
	if fore == nil {
		return false
	}
	const dim = 0x8080
	r, g, b, _ := fore.RGBA()
	return r == dim && g == dim && b == dim
}

// Output returns every byte that the program has written so far.
func (x *Terminal) Output() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return bytes.Clone(x.output.Bytes())
}

// AltScreen reports whether the program has taken the whole screen. After its end
// it must not have.
func (x *Terminal) AltScreen() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.IsAltScreen()
}

// WaitFor waits until the pattern is on the screen and returns it with its
// groups. ^ and $ match at the rows' ends.
func (x *Terminal) WaitFor(pattern string) []string {
	x.t.Helper()
	want := regexp.MustCompile("(?m)" + pattern)
	var found []string
	x.wait("for "+pattern, func(screen string) bool {
		found = want.FindStringSubmatch(screen)
		return found != nil
	})
	return found
}

// WaitGone waits until the pattern is no longer on the screen.
func (x *Terminal) WaitGone(pattern string) {
	x.t.Helper()
	unwanted := regexp.MustCompile("(?m)" + pattern)
	x.wait("until gone: "+pattern, func(screen string) bool { return !unwanted.MatchString(screen) })
}

// wait looks at the screen at each change until done says so.
func (x *Terminal) wait(what string, done func(screen string) bool) {
	x.t.Helper()
	x.unread, x.last = "", ""
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		x.mu.Lock()
		changed := x.changed
		x.mu.Unlock()
		if done(x.Screen()) {
			return
		}
		select {
		case <-changed:
		case <-x.ended:
			if done(x.Screen()) {
				return
			}
			x.t.Fatalf("waited %s, but the program ended with code %d:\n%s", what, x.code, x.picture())
		case <-late.C:
			x.t.Fatalf("waited %s %s in vain:\n%s", patience, what, x.picture())
		}
	}
}

// picture returns the screen in a frame, for the message of a failed test.
func (x *Terminal) picture() string {
	var b strings.Builder
	line := strings.Repeat("-", x.screen.Width())
	fmt.Fprintf(&b, "+%s\n", line)
	for row := range strings.Lines(x.Screen()) {
		fmt.Fprintf(&b, "|%s\n", strings.TrimSuffix(row, "\n"))
	}
	fmt.Fprintf(&b, "+%s", line)
	return b.String()
}

// Type enters text, as into a field. Text that stands for several keys goes
// through Press, one at a time.
func (x *Terminal) Type(text string) {
	x.t.Helper()
	x.send(text, text)
	x.unread = text
}

// Press presses keys by name: "enter", "ctrl+b", "shift+tab", "f1" or a single
// character. A program reads what lies ready in one go and takes characters
// that lie together for one text, and esc with what follows for alt; so a wait
// must stand between such a key and the next. Press insists on it.
func (x *Terminal) Press(keys ...string) {
	x.t.Helper()
	for _, name := range keys {
		code, err := keyCode(name)
		if err != nil {
			x.t.Fatal(err)
		}
		x.send(name, code)
		if name == "esc" || len([]rune(name)) == 1 {
			x.unread = name
		}
	}
}

// Click clicks at the first cell of what a pattern finds on the screen, or of its first group. A program that has not
// asked for the mouse is told nothing of it, as by any terminal.
func (x *Terminal) Click(pattern string) {
	x.t.Helper()
	col, row := x.place(pattern)
	x.mouse(vt.MouseClick{X: col, Y: row, Button: vt.MouseLeft}, vt.MouseRelease{X: col, Y: row, Button: vt.MouseLeft})
}

// Wheel turns the wheel there by a notch; below zero is up.
func (x *Terminal) Wheel(pattern string, notch int) {
	x.t.Helper()
	col, row := x.place(pattern)
	button := vt.MouseWheelDown
	if notch < 0 {
		button = vt.MouseWheelUp
	}
	x.mouse(vt.MouseWheel{X: col, Y: row, Button: button})
}

func (x *Terminal) place(pattern string) (col, row int) {
	x.t.Helper()
	x.WaitFor(pattern)
	screen := x.Screen()
	found := regexp.MustCompile("(?m)" + pattern).FindStringSubmatchIndex(screen)
	if found == nil {
		x.t.Fatalf("%s is gone:\n%s", pattern, x.picture())
	}
	at := found[0]
	if len(found) > 2 {
		at = found[2]
	}
	before := screen[:at]
	row = strings.Count(before, "\n")
	return ansi.StringWidth(before[strings.LastIndex(before, "\n")+1:]), row
}

// mouse has the emulator send what it sends of the mouse in the mode that the program has asked for, which it may just
// be changing. Whoever passes it on holds no screen, as with every answer; the empty one is read once the last has been
// passed on.
func (x *Terminal) mouse(events ...vt.Mouse) {
	x.mu.Lock()
	for _, event := range events {
		x.screen.SendMouse(event)
	}
	x.mu.Unlock()
	_, _ = x.screen.InputPipe().Write(nil) // It fails for a program that is gone, as any answer does.
	x.unread, x.last = "", ""
}

// Cells returns what every cell of the screen shows, and how; of a blank only what can be seen of it.
func (x *Terminal) Cells() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var b strings.Builder
	for y := range x.screen.Height() {
		for col := range x.screen.Width() {
			if cell := x.screen.CellAt(col, y); cell != nil {
				style := cell.Style
				if strings.TrimSpace(cell.Content) == "" {
					style.Fg, style.Attrs = nil, style.Attrs&uv.AttrReverse
				}
				fmt.Fprintf(&b, "%s%v ", cell.Content, style)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (x *Terminal) send(name, code string) {
	x.t.Helper()
	if joins(x.unread, code) {
		x.t.Fatalf("%q right after %q may be read as one key: wait for something between them", name, x.unread)
	}
	if x.last != "" && slices.Contains(writeKeys(), name) {
		x.t.Fatalf("%q right after %q may not count: wait for something between them", name, x.last)
	}
	if slices.Contains(writeKeys(), name) {
		time.Sleep(x.pause) // As a person does: such a key counts only some time after another.
	}
	if _, err := x.pty.WriteString(code); err != nil {
		x.t.Fatalf("press %q: %v\n%s", name, err, x.picture())
	}
	x.unread, x.last, x.pause = "", name, 20*time.Millisecond
	if len(code) > 10 { // More than a key.
		x.pause = 300 * time.Millisecond
	}
}

// joins reports whether the code, read together with the key before it, would be
// another key.
func joins(before, code string) bool {
	switch before {
	case "":
		return false
	case "esc":
		return true
	default: // text: only more text joins it
		return code >= " " && code[0] != 0x7f
	}
}

// keyCode returns what a terminal sends for a key.
func keyCode(name string) (string, error) {
	named := map[string]string{
		"enter": "\r", "tab": "\t", "shift+tab": "\x1b[Z", "esc": "\x1b", "space": " ", "backspace": "\x7f",
		"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
		"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~", "delete": "\x1b[3~",
		"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "f10": "\x1b[21~", "f11": "\x1b[23~", "f12": "\x1b[24~",
	}
	if code, ok := named[name]; ok {
		return code, nil
	}
	if letter, ok := strings.CutPrefix(name, "alt+"); ok && len(letter) == 1 {
		return "\x1b" + letter, nil
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok && len(letter) == 1 && letter[0] >= 'a' && letter[0] <= 'z' {
		return string(rune(letter[0] - 'a' + 1)), nil
	}
	if len([]rune(name)) == 1 {
		return name, nil
	}
	return "", fmt.Errorf("no key is called %q", name)
}

// Resize changes the window's size; the program is told by the system.
func (x *Terminal) Resize(cols, rows int) {
	x.t.Helper()
	x.mu.Lock()
	x.screen.Resize(cols, rows)
	x.mu.Unlock()
	if err := pty.Setsize(x.pty, x.window(cols, rows)); err != nil {
		x.t.Fatalf("resize to %dx%d: %v", cols, rows, err)
	}
}

// Signal sends the program a signal, as the system does at its end.
func (x *Terminal) Signal(s syscall.Signal) {
	x.t.Helper()
	if err := x.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		x.t.Fatalf("signal %s: %v", s, err)
	}
}

// WaitEnd waits at most so long for the program to end and returns its exit
// code. All that it wrote is on the screen then.
func (x *Terminal) WaitEnd(limit time.Duration) int {
	x.t.Helper()
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-x.ended:
	case <-late.C:
		x.t.Fatalf("the program has not ended after %s:\n%s", limit, x.picture())
	}
	return x.code
}

// writeKeys are the keys that count only when they are pressed by themselves, as long as nobody has others.
func writeKeys() []string { return keys.Default().WriteKeys() }
