// Package clipboard copies a text: with a tool of the machine that the user sits at, or by asking the terminal
// (OSC 52), which reaches that machine from a session on another one too. It says which of them it was.
package clipboard

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/aymanbagabas/go-osc52/v2"
)

const (
	// toolTime is how long a tool may take: one that waits for a display that is gone must not keep anybody.
	toolTime = 3 * time.Second
	// mostBytes is the longest text that is sent to a terminal. Several of them take no sequence of over 100,000
	// bytes, of which a text fills four for each three of its own.
	mostBytes = 70_000
)

// ErrTooLong is of a text that no terminal is sure to take.
var ErrTooLong = fmt.Errorf("it is longer than the %d bytes that every terminal takes", mostBytes)

// A System is what is known of the machine and the session.
type System struct {
	Getenv   func(name string) string
	LookPath func(tool string) (path string, err error)
	Run      func(ctx context.Context, path string, args []string, text []byte) error
	GOOS     string
}

// ThisSystem is the one that the program runs on.
func ThisSystem() System {
	return System{Getenv: os.Getenv, LookPath: exec.LookPath, Run: run, GOOS: runtime.GOOS}
}

// run gives the text to a tool. Tools that own the clipboard stay behind as another process: nothing of theirs is
// read, because that would wait for its end.
func run(ctx context.Context, path string, args []string, text []byte) error {
	cmd := exec.CommandContext(ctx, path, args...) //nolint:gosec // G204: the path is that of a tool of the table below.
	cmd.Stdin, cmd.WaitDelay = bytes.NewReader(text), time.Second
	return cmd.Run()
}

// A tool copies what it reads.
type tool struct {
	name string
	args []string
	// wide is set for a tool that reads UTF-16.
	wide bool
}

// tools returns what may copy in the session, the likeliest first. A session from another machine has none: what
// runs here would fill a clipboard that is not the user's.
func (s System) tools() []tool {
	set := func(name string) bool { return s.Getenv(name) != "" }
	clip := tool{name: "clip.exe", wide: true}
	switch {
	case set("SSH_CONNECTION") || set("SSH_TTY") || set("SSH_CLIENT"):
		return nil
	case s.GOOS == "windows":
		return []tool{clip}
	case s.GOOS == "darwin":
		return []tool{{name: "pbcopy"}}
	}
	var list []tool
	if set("WSL_DISTRO_NAME") || set("WSL_INTEROP") {
		list = append(list, clip)
	}
	if set("WAYLAND_DISPLAY") {
		list = append(list, tool{name: "wl-copy"})
	}
	if set("DISPLAY") {
		list = append(list, tool{name: "xclip", args: []string{"-selection", "clipboard"}},
			tool{name: "xsel", args: []string{"--clipboard", "--input"}})
	}
	if set("TERMUX_VERSION") {
		list = append(list, tool{name: "termux-clipboard-set"})
	}
	return list
}

// A Copy is what was done with a text, or is still to be done.
type Copy struct {
	// Tool is what has copied it: "xclip". Empty, Sequence is to be written to the terminal.
	Tool     string
	Sequence string
	failed   []string // the tools that could not
}

// Words says where the text went, after what begins a sentence: "The line was". Nobody hears whether a terminal took
// it: instead is what to do if it did not.
func (c Copy) Words(what, instead string) string {
	if c.Tool != "" {
		return what + " copied with " + c.Tool + "."
	}
	words := what + " sent to the terminal's clipboard (OSC 52)"
	if len(c.failed) > 0 {
		words += ", because " + strings.Join(c.failed, " and ") + " failed"
	}
	return words + ". If pasting brings nothing, " + instead + "."
}

// Text copies a text with the first tool that does it. Without one it returns the sequence that asks the terminal to.
func (s System) Text(ctx context.Context, text string) (Copy, error) {
	var failed []string
	for _, t := range s.tools() {
		path, err := s.LookPath(t.name)
		if err != nil {
			continue
		}
		limited, stop := context.WithTimeout(ctx, toolTime)
		err = s.Run(limited, path, t.args, t.encode(text))
		stop()
		if err == nil {
			return Copy{Tool: t.name}, nil
		}
		if cause := ctx.Err(); cause != nil {
			return Copy{}, cause
		}
		failed = append(failed, t.name)
	}
	if len(text) > mostBytes {
		return Copy{}, ErrTooLong
	}
	return Copy{Sequence: s.sequence(text), failed: failed}, nil
}

// encode returns the text as the tool reads it. clip.exe takes other bytes for those of an old code page.
func (t tool) encode(text string) []byte {
	if !t.wide {
		return []byte(text)
	}
	units := utf16.Encode([]rune("\ufeff" + text))
	out := make([]byte, 0, 2*len(units))
	for _, unit := range units {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return out
}

// sequence asks the terminal. tmux and screen stand before it and keep what is not wrapped for them. A tmux takes the
// wrapped one where it lets sequences pass (allow-passthrough), and the plain one where it keeps the terminal's
// clipboard itself (set-clipboard on): it gets both, and the text is the same. So does a session whose name of the
// terminal may be that of either.
func (s System) sequence(text string) string {
	plain, term := osc52.New(text), s.Getenv("TERM")
	switch {
	case s.Getenv("TMUX") != "" || strings.HasPrefix(term, "tmux"):
		return plain.Tmux().String() + plain.String()
	case s.Getenv("STY") != "":
		return plain.Screen().String()
	case strings.HasPrefix(term, "screen"):
		return plain.Screen().String() + plain.String()
	default:
		return plain.String()
	}
}
