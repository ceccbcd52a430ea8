//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startChild runs the small program of child in a terminal.
func startChild(t *testing.T, name string, s Setup) *Terminal {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s.Program = program
	s.Env = append(s.Env, childVariable+"="+name)
	return StartTerminal(t, s)
}

func TestTerminalKeys(t *testing.T) {
	t.Parallel()
	x := startChild(t, "echo", Setup{})
	x.WaitFor(`^size 80x24$`)
	for _, test := range []struct{ key, want string }{
		{"enter", `"\r"`},
		{"tab", `"\t"`},
		{"shift+tab", `"\x1b[Z"`},
		{"esc", `"\x1b"`},
		{"up", `"\x1b[A"`},
		{"pgdown", `"\x1b[6~"`},
		{"ctrl+b", `"\x02"`},
		{"backspace", `"\x7f"`},
		{"a", `"a"`},
		{"é", `"é"`},
		{"/", `"/"`},
	} {
		x.Press(test.key)
		x.WaitFor(`^read ` + quoteMeta(test.want) + `$`)
	}
	x.Type("Zoë 東京")
	x.WaitFor(`^read "Zoë 東京"$`)
	x.Press("c")
	x.WaitGone(`read`)
	x.Press("q")
	if code := x.WaitEnd(patience); code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	if x.AltScreen() {
		t.Error("the program gave the screen back, but it is not seen")
	}
}

func quoteMeta(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `?`, `\?`).Replace(s)
}

func TestTerminalKeysThatRunTogether(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		before, code string
		want         bool
	}{
		{"", "a", false},
		{"esc", "a", true},
		{"esc", "\x1b[A", true},
		{"a", "b", true},
		{"a", "東", true},
		{"a", "\r", false},
		{"a", "\x1b[A", false},
		{"a", "\x7f", false},
	} {
		if got := joins(test.before, test.code); got != test.want {
			t.Errorf("joins(%q, %q) = %t, want %t", test.before, test.code, got, test.want)
		}
	}
	for _, name := range []string{"", "entr", "ctrl+", "ctrl+ö", "ctrl+bb"} {
		if code, err := keyCode(name); err == nil {
			t.Errorf("keyCode(%q) = %q, want an error", name, code)
		} else if want := fmt.Sprintf("no key is called %q", name); err.Error() != want {
			t.Errorf("keyCode(%q): %q, want %q", name, err, want)
		}
	}
}

func TestTerminalSizes(t *testing.T) {
	t.Parallel()
	for _, size := range []Setup{{Cols: 120, Rows: 40}, {Cols: 80, Rows: 24}} {
		t.Run(fmt.Sprintf("%dx%d", size.Cols, size.Rows), func(t *testing.T) {
			t.Parallel()
			x := startChild(t, "echo", size)
			got := x.WaitFor(`^size (\d+)x(\d+)$`)
			if want := []string{strconv.Itoa(size.Cols), strconv.Itoa(size.Rows)}; !slices.Equal(got[1:], want) {
				t.Errorf("the program sees %s, want %s", got[1:], want)
			}
			if rows := strings.Count(x.Screen(), "\n") + 1; rows != size.Rows {
				t.Errorf("the screen has %d rows, want %d", rows, size.Rows)
			}
			if !x.AltScreen() {
				t.Error("the program took the whole screen, but it is not seen")
			}
			x.Resize(60, 20)
			x.WaitFor(`^size 60x20$`)
			x.Signal(syscall.SIGTERM)
			if code := x.WaitEnd(patience); code != 4 {
				t.Errorf("exit code %d, want 4", code)
			}
		})
	}
}

// A terminal answers questions, and a mute one does not: what the tests below
// say about a mute terminal would otherwise be worth nothing.
func TestTerminalAnswers(t *testing.T) {
	t.Parallel()
	x := startChild(t, "ask", Setup{})
	x.WaitFor(`^read "\\x1b\]11;rgb:`)

	mute := startChild(t, "ask", Setup{Mute: true})
	mute.WaitFor(`^size`)
	mute.Press("a")
	mute.WaitFor(`^read "a"$`)
	if strings.Contains(mute.Screen(), "rgb:") {
		t.Errorf("a mute terminal has answered:\n%s", mute.Screen())
	}
	if !bytes.Contains(mute.Output(), []byte("\x1b]11;?")) {
		t.Errorf("the question is not in the output: %q", mute.Output())
	}
}

func TestTerminalEnvironment(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	x := StartTerminal(t, Setup{Program: "env", Home: home, Cols: 200, Rows: 40, Env: []string{"EXTRA=yes"}})
	if code := x.WaitEnd(patience); code != 0 {
		t.Fatalf("exit code %d, want 0", code)
	}
	got := map[string]string{}
	for line := range strings.Lines(string(x.Output())) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		got[name] = value
	}
	for name, want := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_STATE_HOME": home + "/state",
		"TERM": "xterm-256color", "TZ": "UTC", "EXTRA": "yes",
	} {
		if got[name] != want {
			t.Errorf("%s=%q, want %q", name, got[name], want)
		}
	}
	for _, name := range []string{"BELLHOP_TOKEN", "CI", "COLORTERM", "NO_COLOR"} {
		if value, ok := got[name]; ok {
			t.Errorf("%s=%q came through", name, value)
		}
	}
}

// The shell closes the terminal, so that a read fails with EIO, and opens it again for its last output.
func TestTerminalReadsToTheEnd(t *testing.T) {
	t.Parallel()
	x := StartTerminal(t, Setup{Program: "sh", Args: []string{"-c", "exec <&- >&- 2>&-; sleep 0.2; echo last words >/dev/tty"}})
	x.WaitEnd(patience)
	if got := string(x.Output()); got != "last words\r\n" {
		t.Errorf("the output is %q", got)
	}
}

// The libraries of the console ask the terminal for its background as soon as
// they are loaded, in every command. On a terminal that answers nothing that
// would stall each one for five seconds and leave escape bytes in its output.
func TestTerminalCommandsAskNothing(t *testing.T) {
	t.Parallel()
	program := bellhop(t)
	for _, args := range [][]string{{"version"}, {"--help"}, {"completion", "bash"}, {"paths"}} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			x := StartTerminal(t, Setup{Program: program, Args: args, Mute: true})
			if code := x.WaitEnd(4 * time.Second); code != 0 {
				t.Fatalf("exit code %d, want 0:\n%s", code, x.Output())
			}
			if at := bytes.IndexByte(x.Output(), 0x1b); at >= 0 {
				t.Errorf("an escape byte at %d: %q", at, x.Output())
			}
			if len(x.Output()) == 0 {
				t.Error("nothing was printed")
			}
		})
	}
}

// Nor does a console that was told its theme. One that was not asks for the background
// alone, once, and behind its first frame, which does not wait for an answer.
func TestTerminalConsoleAsksForTheBackgroundAlone(t *testing.T) {
	t.Parallel()
	const background = "\x1b]11;?"
	for theme, asks := range map[string]int{"dark": 0, "none": 0, "auto": 1} {
		x := StartTerminal(t, Setup{Program: bellhop(t), Args: []string{"demo", "--theme", theme}, Mute: true})
		x.WaitFor(`London, England`)
		out := x.Output()
		for what, question := range map[string]string{"text": "\x1b]10", "cursor": "\x1b[6n", "attributes": "\x1b[c", "settings": "\x1bP"} {
			if bytes.Contains(out, []byte(question)) {
				t.Errorf("%s: the terminal was asked for its %s: %q", theme, what, out)
			}
		}
		if n := bytes.Count(out, []byte(background)); n != asks {
			t.Errorf("%s: the terminal was asked for its background %d times, want %d: %q", theme, n, asks, out)
		}
		if at := bytes.Index(out, []byte(background)); at >= 0 && !bytes.Contains(out[:at], []byte("destination")) {
			t.Errorf("%s: the question comes before the first frame: %q", theme, out[:at])
		}
		x.Press("ctrl+c")
		if code := x.WaitEnd(patience); code != 0 {
			t.Errorf("%s: exit code %d, want 0", theme, code)
		}
	}
}

// What the release sets is what version prints.
func TestTerminalVersion(t *testing.T) {
	t.Parallel()
	x := StartTerminal(t, Setup{Program: bellhop(t), Args: []string{"version"}})
	if code := x.WaitEnd(patience); code != 0 {
		t.Fatalf("exit code %d, want 0", code)
	}
	for _, want := range []string{"1.2.3", "0123456789abcdef"[:7], "2026-11-21"} {
		if !strings.Contains(x.Screen(), want) {
			t.Errorf("version does not say %q:\n%s", want, x.Screen())
		}
	}
}
