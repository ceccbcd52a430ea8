//go:build unix

package ui_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"

	"bellhop/ui"
	"bellhop/ui/scheme"
	"bellhop/ui/uitest"
)

// A terminal is a console that runs on a pseudo-terminal of 80x24.
type terminal struct {
	t    *testing.T
	file *os.File
	seen strings.Builder
	end  chan error
}

func start(t *testing.T, ctx context.Context, first ui.Screen, change ...func(*ui.Options)) *terminal { //nolint:revive // A test's t goes first.
	t.Helper()
	file, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(file, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, file: file, end: make(chan error, 1)}
	go func() {
		options := ui.Options{
			Product: "bellhop", Environment: ui.Environment{Name: "SANDBOX"}, First: first,
			Now: uitest.Now, Theme: uitest.Theme(), Input: tty, Output: tty,
		}
		for _, f := range change {
			f(&options)
		}
		err := ui.Run(ctx, options)
		x.end <- err
		_ = tty.Close()
	}()
	t.Cleanup(func() { _ = file.Close() })
	return x
}

// untilDrawn reads until the terminal has been sent the first frame.
func (x *terminal) untilDrawn() {
	x.t.Helper()
	x.until("search body")
}

// until reads until the terminal has been sent the text.
func (x *terminal) until(text string) {
	x.t.Helper()
	buffer := make([]byte, 4096)
	for !strings.Contains(x.seen.String(), text) {
		n, err := x.file.Read(buffer)
		x.seen.Write(buffer[:n])
		if err != nil {
			x.t.Fatalf("the terminal ended before %q: %v\n%q", text, err, x.seen.String())
		}
	}
}

// result reads to the end and gives what Run returned. Whatever the way out,
// the terminal must be as it was.
func (x *terminal) result() error {
	x.t.Helper()
	for range 2 { // A pty can fail with EIO before its last output is read.
		_, _ = io.Copy(&x.seen, x.file)
	}
	for what, sequence := range map[string]string{
		"alternate screen": "\x1b[?1049l", "cursor": "\x1b[?25h", "paste": "\x1b[?2004l",
	} {
		if !strings.Contains(x.seen.String(), sequence) {
			x.t.Errorf("%s is not restored", what)
		}
	}
	if strings.Contains(x.seen.String(), "Lovelace") {
		x.t.Error("the value of a panic reached the terminal")
	}
	return <-x.end
}

func TestRunEnds(t *testing.T) {
	screen := &fakeScreen{title: "search"}
	x := start(t, t.Context(), screen)
	x.untilDrawn()
	if _, err := x.file.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	if err := x.result(); err != nil || screen.closes != 1 {
		t.Errorf("ctrl+c gave %v, the screen was closed %d times", err, screen.closes)
	}
}

func TestRunAfterAPanic(t *testing.T) {
	for name, screen := range map[string]ui.Screen{
		"view":    &brokenView{},
		"update":  (&fakeScreen{title: "search"}).does("x", func() (ui.Nav, tea.Cmd) { panic("Ada Lovelace") }),
		"command": (&fakeScreen{title: "search"}).does("x", func() (ui.Nav, tea.Cmd) { return ui.Stay(), func() tea.Msg { panic("Ada Lovelace") } }),
	} {
		x := start(t, t.Context(), screen)
		if name != "view" {
			x.untilDrawn()
			if _, err := x.file.WriteString("x"); err != nil {
				t.Fatal(err)
			}
		}
		var failed *ui.PanicError
		err := x.result()
		if !errors.As(err, &failed) || !errors.Is(err, ui.ErrPanic) || err.Error() != "internal error: string" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRunAfterASignal(t *testing.T) {
	for signal, text := range map[syscall.Signal]string{syscall.SIGTERM: "stopped by SIGTERM", syscall.SIGHUP: "stopped by SIGHUP", syscall.SIGQUIT: "stopped by SIGQUIT"} {
		x := start(t, t.Context(), &fakeScreen{title: "search"})
		x.untilDrawn()
		if err := syscall.Kill(os.Getpid(), signal); err != nil {
			t.Fatal(err)
		}
		var stopped *ui.StoppedError
		if err := x.result(); !errors.As(err, &stopped) || err.Error() != text {
			t.Errorf("%v gave %v", signal, err)
		}
	}
}

// A busyScreen is a screen with something under way. It learns of its end only
// after the console's.
type busyScreen struct {
	*fakeScreen
	text, later string
}

func (l *busyScreen) Unfinished() string { return l.text }

// What was under way is told whatever the way out, after it has had its time.
func TestRunTellsWhatIsUnfinished(t *testing.T) {
	const text = "A booking was being sent."
	for name, tt := range map[string]struct {
		leave func(x *terminal)
		later string
		want  string
		inner error
	}{
		"quit": {
			leave: func(x *terminal) { x.quitAnyway() },
			later: text, want: text,
		},
		"quit, and then it was answered": {
			leave: func(x *terminal) { x.quitAnyway() },
			later: "It was answered.", want: "It was answered.",
		},
		"quit, and then there is nothing to tell": {
			leave: func(x *terminal) { x.quitAnyway() },
		},
		"signal": {
			leave: func(x *terminal) {
				if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
					x.t.Fatal(err)
				}
			},
			later: text, want: "stopped by SIGTERM. " + text,
		},
		"panic": {
			leave: func(x *terminal) { x.write("x") },
			later: text, want: "internal error: string. " + text, inner: ui.ErrPanic,
		},
	} {
		t.Run(name, func(t *testing.T) {
			screen := &busyScreen{fakeScreen: &fakeScreen{title: "search", guard: text}, text: text, later: tt.later}
			screen.does("x", func() (ui.Nav, tea.Cmd) { panic("Ada Lovelace") })
			settled := 0
			x := start(t, t.Context(), screen, func(o *ui.Options) {
				o.Settle = func() { settled, screen.text = settled+1, screen.later }
			})
			x.untilDrawn()
			tt.leave(x)
			err := x.result()
			if settled != 1 {
				t.Errorf("it settled %d times", settled)
			}
			if tt.want == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			var unfinished *ui.UnfinishedError
			if !errors.As(err, &unfinished) || err.Error() != tt.want || len(unfinished.Texts) != 1 {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if tt.inner != nil && !errors.Is(err, tt.inner) {
				t.Errorf("%v hides %v", err, tt.inner)
			}
			var stopped *ui.StoppedError
			if errors.As(err, &stopped) != (name == "signal") {
				t.Errorf("%v is of a signal: %t", err, stopped != nil)
			}
		})
	}
}

func (x *terminal) write(text string) {
	x.t.Helper()
	if _, err := x.file.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

// quitAnyway quits although the screen asks.
func (x *terminal) quitAnyway() {
	x.t.Helper()
	x.write("\x03")
	x.until("Quit anyway?")
	x.write("y")
}

func TestRunAfterItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	x := start(t, ctx, &fakeScreen{title: "search"})
	x.untilDrawn()
	cancel()
	if err := x.result(); !errors.Is(err, context.Canceled) {
		t.Errorf("the end of the context gave %v", err)
	}
}

// A program whose theme follows the terminal asks for its background once a frame is shown, and takes the
// answer in pieces too; none of it is typed.
func TestRunAsksForTheBackground(t *testing.T) {
	screen := &fakeScreen{title: "search", typing: true}
	adapt := func(o *ui.Options) {
		o.Theme = ui.NewThemeIn(ui.ThemeDark, ui.Colors256)
		o.Adapt = func(back scheme.RGB) (ui.Theme, string) {
			if back.Light() {
				return ui.NewThemeIn(ui.ThemeLight, ui.Colors256), "accent cannot be read on " + back.String()
			}
			return ui.NewThemeIn(ui.ThemeDark, ui.Colors256), ""
		}
	}
	const dark, light = "38;5;75m", "38;5;25m"
	x := start(t, t.Context(), screen, adapt)
	x.until("\x1b]11;?\x1b\\")
	if seen := x.seen.String(); !strings.Contains(seen, "search body") || !strings.Contains(seen, dark) || strings.Contains(seen, light) {
		t.Errorf("the question came before the first frame, or the frame is not dark: %q", seen)
	}
	x.write("\x1b]11;rgb:ffff/ff")
	x.write("ff/eeee\x1b")
	x.write("\\")
	x.until(light)
	x.until("accent cannot be read on #ffffee")
	x.write("\x03")
	if err := x.result(); err != nil {
		t.Error(err)
	}
	screen.wants(t, "")
	if n := strings.Count(x.seen.String(), "\x1b]11;?"); n != 1 {
		t.Errorf("the terminal was asked %d times", n)
	}
}

func TestRunAsksNothingWhereTheThemeIsSaid(t *testing.T) {
	x := start(t, t.Context(), &fakeScreen{title: "search"})
	x.untilDrawn()
	x.write("\x1b]11;rgb:ffff/ffff/eeee\x07\x03")
	if err := x.result(); err != nil || strings.Contains(x.seen.String(), "\x1b]11") || strings.Contains(x.seen.String(), "38;5;25m") {
		t.Errorf("%v, %q", err, x.seen.String())
	}
}

// What a screen sends to the terminal arrives whole, and the frames go on.
func TestToTerminal(t *testing.T) {
	const sequence = "\x1bPtmux;\x1b\x1b]52;c;SEMtNzcxMjA=\a\x1b\\"
	screen := (&fakeScreen{title: "search"}).does("x", func() (ui.Nav, tea.Cmd) { return ui.Stay(), tea.Batch(ui.ToTerminal(sequence), ui.Flash("copied")) })
	x := start(t, t.Context(), screen)
	x.untilDrawn()
	if _, err := x.file.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	x.until(sequence)
	x.until("copied")
	if _, err := x.file.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	if err := x.result(); err != nil {
		t.Error(err)
	}
}

// A line that says 0x0 is drawn on as 80x24 until the terminal answers how large it is.
func TestRun_WindowOfNoSize(t *testing.T) {
	t.Parallel()
	const question = "\x1b[18t"
	ctx, cancel := context.WithCancel(t.Context())
	first := &sizedScreen{sizes: make(chan [2]int, 8)}
	x := start(t, ctx, first, func(o *ui.Options) {
		if err := pty.Setsize(o.Output.(*os.File), &pty.Winsize{}); err != nil {
			t.Error(err)
		}
	})
	x.until(question)
	if got := <-first.sizes; got != [2]int{80 - ui.FrameWidth, 20} {
		t.Errorf("before the answer the screen has %v", got)
	}
	if _, err := x.file.WriteString("\x1b[8;40;132t"); err != nil {
		t.Fatal(err)
	}
	if got := <-first.sizes; got != [2]int{132 - ui.FrameWidth, 36} {
		t.Errorf("after the answer the screen has %v", got)
	}
	cancel()
	if err := x.result(); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
}

// A sizedScreen reports the sizes that it is given.
type sizedScreen struct{ sizes chan [2]int }

func (s *sizedScreen) Init() tea.Cmd                    { return nil }
func (s *sizedScreen) Update(tea.Msg) (ui.Nav, tea.Cmd) { return ui.Stay(), nil }
func (s *sizedScreen) View() string                     { return "search body" }
func (s *sizedScreen) Title() string                    { return "search" }
func (s *sizedScreen) Keys() []key.Binding              { return nil }
func (s *sizedScreen) SetSize(width, height int)        { s.sizes <- [2]int{width, height} }
