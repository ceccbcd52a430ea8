package clipboard_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/ui/clipboard"
)

// A machine has some tools, of which some fail, and notes what they were given.
type machine struct {
	environment map[string]string
	tools       []string
	broken      []string
	ran         []string
	text        []byte
}

func (m *machine) system(goos string) clipboard.System {
	return clipboard.System{
		GOOS:   goos,
		Getenv: func(name string) string { return m.environment[name] },
		LookPath: func(tool string) (string, error) {
			if slices.Contains(m.tools, tool) {
				return "/bin/" + tool, nil
			}
			return "", errors.New("not found")
		},
		Run: func(_ context.Context, path string, args []string, text []byte) error {
			m.ran = append(m.ran, strings.TrimSpace(path+" "+strings.Join(args, " ")))
			if slices.Contains(m.broken, filepath.Base(path)) {
				return errors.New("exit status 1")
			}
			m.text = text
			return nil
		},
	}
}

func TestTheToolOfTheSession(t *testing.T) {
	t.Parallel()
	every := []string{"wl-copy", "xclip", "xsel", "pbcopy", "clip.exe", "termux-clipboard-set"}
	for name, x := range map[string]struct {
		goos        string
		environment map[string]string
		tools       []string
		broken      []string
		want, ran   string
	}{
		"Wayland":             {environment: map[string]string{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, tools: every, want: "wl-copy", ran: "/bin/wl-copy"},
		"X":                   {environment: map[string]string{"DISPLAY": ":0"}, tools: every, want: "xclip", ran: "/bin/xclip -selection clipboard"},
		"X without xclip":     {environment: map[string]string{"DISPLAY": ":0"}, tools: []string{"xsel"}, want: "xsel", ran: "/bin/xsel --clipboard --input"},
		"xclip fails":         {environment: map[string]string{"DISPLAY": ":0"}, tools: every, broken: []string{"xclip"}, want: "xsel", ran: "/bin/xclip -selection clipboard, /bin/xsel --clipboard --input"},
		"all fail":            {environment: map[string]string{"DISPLAY": ":0"}, tools: []string{"xclip"}, broken: []string{"xclip"}, ran: "/bin/xclip -selection clipboard"},
		"no display":          {tools: every},
		"a display, no tools": {environment: map[string]string{"DISPLAY": ":0"}},
		"macOS":               {goos: "darwin", tools: every, want: "pbcopy", ran: "/bin/pbcopy"},
		"Windows":             {goos: "windows", tools: every, want: "clip.exe", ran: "/bin/clip.exe"},
		"WSL":                 {environment: map[string]string{"WSL_DISTRO_NAME": "Ubuntu", "WAYLAND_DISPLAY": "wayland-0"}, tools: every, want: "clip.exe", ran: "/bin/clip.exe"},
		"Termux":              {environment: map[string]string{"TERMUX_VERSION": "1"}, tools: every, want: "termux-clipboard-set", ran: "/bin/termux-clipboard-set"},
		"SSH with a display":  {environment: map[string]string{"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22", "DISPLAY": "localhost:10.0"}, tools: every},
		"SSH to a Mac":        {goos: "darwin", environment: map[string]string{"SSH_TTY": "/dev/ttys1"}, tools: every},
	} {
		m := &machine{environment: x.environment, tools: x.tools, broken: x.broken}
		got, err := m.system(x.goos).Text(t.Context(), "HC-77120")
		if err != nil || got.Tool != x.want || (got.Sequence == "") != (x.want != "") || strings.Join(m.ran, ", ") != x.ran {
			t.Errorf("%s: %+v, %v, ran %q", name, got, err, m.ran)
		}
		want := "The number was copied with " + x.want + "."
		if x.want == "" {
			want = "The number was sent to the terminal's clipboard (OSC 52)"
			if len(x.broken) > 0 {
				want += ", because xclip failed"
			}
			want += ". If pasting brings nothing, v writes a file."
		}
		if words := got.Words("The number was", "v writes a file"); words != want {
			t.Errorf("%s says %q", name, words)
		}
	}
}

func TestClipOfWindowsIsGivenUTF16(t *testing.T) {
	t.Parallel()
	m := &machine{tools: []string{"clip.exe"}}
	if _, err := m.system("windows").Text(t.Context(), "é€𝄞"); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("% x", m.text); got != "ff fe e9 00 ac 20 34 d8 1e dd" {
		t.Errorf("it is given %s", got)
	}
}

func TestTheTerminalIsAsked(t *testing.T) {
	t.Parallel()
	text := "Löwe\nHC-77120"
	plain := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
	for name, x := range map[string]struct {
		environment map[string]string
		want        string
	}{
		"a terminal":        {nil, plain},
		"tmux":              {map[string]string{"TMUX": "/tmp/tmux-0/default,1,0", "TERM": "screen-256color"}, "\x1bPtmux;\x1b" + plain + "\x1b\\" + plain},
		"screen":            {map[string]string{"STY": "1.pts-0"}, "\x1bP" + plain + "\x1b\\"},
		"SSH out of tmux":   {map[string]string{"TERM": "tmux-256color", "SSH_TTY": "/dev/pts/1"}, "\x1bPtmux;\x1b" + plain + "\x1b\\" + plain},
		"SSH out of either": {map[string]string{"TERM": "screen", "SSH_TTY": "/dev/pts/1"}, "\x1bP" + plain + "\x1b\\" + plain},
	} {
		got, err := (&machine{environment: x.environment}).system("linux").Text(t.Context(), text)
		if err != nil || got.Sequence != x.want {
			t.Errorf("%s: %q, %v", name, got.Sequence, err)
		}
	}
	if _, err := (&machine{}).system("linux").Text(t.Context(), strings.Repeat("x", 70_001)); !errors.Is(err, clipboard.ErrTooLong) {
		t.Errorf("a long text gives %v", err)
	}
}

// A real tool gets the text, and one that hangs keeps nobody after the caller has gone.
func TestAToolOfThisMachine(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the tools are shell scripts")
	}
	dir := t.TempDir()
	system := clipboard.ThisSystem()
	system.GOOS, system.Getenv = "darwin", func(string) string { return "" }
	system.LookPath = func(name string) (string, error) { return filepath.Join(dir, name), nil }
	script := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "pbcopy"), []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script("cat > " + filepath.Join(dir, "copied") + "\n")
	if got, err := system.Text(t.Context(), "Löwe"); err != nil || got.Tool != "pbcopy" {
		t.Fatalf("%+v, %v", got, err)
	}
	if copied, err := os.ReadFile(filepath.Join(dir, "copied")); err != nil || string(copied) != "Löwe" {
		t.Errorf("it was given %q, %v", copied, err)
	}
	script("sleep 60\n")
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if _, err := system.Text(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a tool that hangs gives %v", err)
	}
}
