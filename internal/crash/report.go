// Package crash keeps what is known of consoles that ended by themselves: a report for each, and a mark of each console that
// runs, by which the next start learns of one that could not say that it ended.
package crash

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// reportsKept is how many reports are kept; the oldest go.
	reportsKept = 10
	reportStart = "crash-"
	reportEnd   = ".txt"
	// maxStack is how much of a stack is written, in bytes: what comes first says most.
	maxStack = 64 << 10
)

// A Report is what is written down when a console ends by itself. Nothing in it was typed, and nothing comes from a service.
type Report struct {
	At       time.Time
	Version  string
	Commit   string
	Began    time.Time
	Kind     string // the type of what was panicked with; its text may name a guest
	Stack    []byte
	Keys     []Key // the newest last
	Terminal Terminal
	// Profile is the environment in words, never a profile's name.
	Environment string
}

// A Key is one that was pressed, and the title of the screen that it went to. The name of a text is "text".
type Key struct{ Screen, Name string }

// A Terminal is what the environment says of one.
type Terminal struct {
	Term, Program, Locale string
	Cols, Rows            int
	Over                  []string // ssh, tmux, screen
}

// ThisTerminal returns what the environment says.
func ThisTerminal(env func(string) string, cols, rows int) Terminal {
	t := Terminal{Term: word(env("TERM")), Program: word(env("TERM_PROGRAM")), Cols: cols, Rows: rows}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if t.Locale = word(env(name)); t.Locale != "" {
			break
		}
	}
	for _, over := range []struct{ name, variable string }{{"ssh", "SSH_TTY"}, {"tmux", "TMUX"}, {"screen", "STY"}} {
		if env(over.variable) != "" {
			t.Over = append(t.Over, over.name)
		}
	}
	return t
}

// word keeps of a variable what a terminal's or a locale's name is made of.
func word(text string) string {
	text = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._@-+", r) {
			return r
		}
		return -1
	}, text)
	return text[:min(len(text), 60)]
}

// Write writes a report into a file of its own, which is the owner's alone, and returns its path. Old reports go.
func Write(dir string, r Report) (path string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	name := reportStart + r.At.UTC().Format("20060102-150405.000") + "-" + fmt.Sprint(os.Getpid()) + reportEnd
	path = filepath.Join(dir, name)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(r.text())
	err = errors.Join(err, file.Sync(), file.Close())
	reports := Reports(dir)
	for _, old := range reports[:max(0, len(reports)-reportsKept)] {
		_ = os.Remove(old) // The next report tries again.
	}
	return path, err
}

// Reports lists the reports of a folder, the oldest first.
func Reports(dir string) []string {
	var list []string
	entries, _ := os.ReadDir(dir) // What cannot be listed is none.
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, reportStart) && strings.HasSuffix(name, reportEnd) {
			list = append(list, filepath.Join(dir, name))
		}
	}
	slices.Sort(list) // By the time in the name.
	return list
}

func (r Report) text() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	b.WriteString("Bellhop ended by itself. This file holds no key, card or guest and nothing that was typed.\n\n")
	line("at", "%s, %s after the start", r.At.UTC().Format(time.RFC3339), r.At.Sub(r.Began).Round(time.Second))
	line("version", "%s (commit %s)", r.Version, r.Commit)
	line("system", "%s/%s, %s", runtime.GOOS, runtime.GOARCH, runtime.Version())
	t := r.Terminal
	line("terminal", "%s, %dx%d", strings.Join(slices.DeleteFunc(append([]string{t.Term, t.Program}, t.Over...), func(s string) bool { return s == "" }), ", "), t.Cols, t.Rows)
	line("locale", "%s", t.Locale)
	line("service", "%s", r.Environment)
	line("panic", "%s", r.Kind)
	b.WriteString("\nThe last keys, and the screens that they went to:\n")
	for _, key := range r.Keys {
		fmt.Fprintf(&b, "  %s: %s\n", key.Screen, key.Name)
	}
	b.WriteString("\n")
	b.WriteString(WithoutValues(string(r.Stack[:min(len(r.Stack), maxStack)])))
	return b.String()
}

var (
	argument  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\([^()]*\)$`) })
	goroutine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^goroutine \d+.*:$`) })
	function  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w./*()\[\]{}·…, -]+$`) })
	place     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\t[^\t]+\.(?:go|s):\d+(?: \+0x[0-9a-f]+)?$`) })
)

// WithoutValues returns a stack of Go without the values of arguments, which could be parts of what was typed, and without
// any line that is no part of a stack.
func WithoutValues(stack string) string {
	home, _ := os.UserHomeDir() // Without one nothing is shortened.
	var b strings.Builder
	for line := range strings.SplitSeq(stack, "\n") {
		switch {
		case goroutine().MatchString(line), place().MatchString(line):
			if home != "" {
				line = strings.Replace(line, home, "~", 1)
			}
		case strings.HasPrefix(line, "created by ") && function().MatchString(line):
		case argument().MatchString(line) && function().MatchString(argument().ReplaceAllString(line, "")):
			line = argument().ReplaceAllString(line, "(…)")
		default:
			continue
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
