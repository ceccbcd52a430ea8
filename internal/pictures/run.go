package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"bellhop/internal/terminal"
)

// patience is how long a step waits for its screen. It passes only where a picture fails.
const patience = time.Minute

// A step waits for a screen, presses keys on it, and says what is kept of it.
type step struct {
	shows string   // a pattern of the screen that is waited for; "" is the one there is
	gone  string   // a pattern that must not be on it any more
	keys  []string // pressed then, one after the other
	text  string   // typed then, a letter at a time
	still string   // the name of the picture that is made of the screen that is waited for
	hold  time.Duration
}

// A frame is a screen of a picture, and how long it is shown.
type frame struct {
	cells [][]terminal.Cell
	hold  time.Duration
	// settled reports whether the frame is what a step waited for: it is the same in each run. What stands between, while
	// answers come, need not be.
	settled bool
}

// world is what the program is given: always the same hotels, at a clock that stands still, without waits.
func world() []string {
	return []string{"demo", "--fresh", "--seed", "1", "--hotels", "2000", "--clock", "2026-12-01 09:00", "--latency", "none", "--changes", "0", "--theme", "dark"}
}

// settings switch off what differs from run to run: what a person has used before.
const settings = "[preferences]\nlearning = \"off\"\nagent_zone = \"Europe/London\"\n"

// home makes a home for a run, with nothing in it but the settings, and returns the environment that knows no other.
func home(dir string) ([]string, error) {
	config := filepath.Join(dir, "config", "bellhop")
	if err := os.MkdirAll(config, 0o700); err != nil {
		return nil, fmt.Errorf("making a home: %w", err)
	}
	if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte(settings), 0o600); err != nil {
		return nil, fmt.Errorf("writing the settings: %w", err)
	}
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TERM=xterm-256color", "LANG=C.UTF-8", "TZ=UTC",
		"XDG_CONFIG_HOME=" + dir + "/config", "XDG_DATA_HOME=" + dir + "/data", "XDG_STATE_HOME=" + dir + "/state",
		"XDG_CACHE_HOME=" + dir + "/cache", "XDG_RUNTIME_DIR=" + dir + "/run",
	}, nil
}

// A film is a run of the program.
type film struct {
	terminal *terminal.Terminal
	frames   []frame
	stills   map[string][][]terminal.Cell
}

// shoot runs the program through the steps.
func shoot(ctx context.Context, program string, cols, rows int, steps []step) (*film, error) {
	dir, err := os.MkdirTemp("", "bellhop-pictures-")
	if err != nil {
		return nil, fmt.Errorf("making a home: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	env, err := home(dir)
	if err != nil {
		return nil, err
	}
	x, err := terminal.Start(ctx, terminal.Setup{Cols: cols, Rows: rows, Program: program, Args: world(), Dir: dir, Env: env})
	if err != nil {
		return nil, err
	}
	defer x.Close()
	f := &film{terminal: x, stills: map[string][][]terminal.Cell{}}
	for i, s := range steps {
		if err := f.take(ctx, s); err != nil {
			return nil, fmt.Errorf("step %d, %q: %w\n%s", i+1, s.shows, err, terminal.Text(x.Cells()))
		}
	}
	return f, nil
}

func (f *film) take(ctx context.Context, s step) error {
	if err := f.wait(ctx, s.shows, s.gone); err != nil {
		return err
	}
	if s.still != "" || s.hold > 0 {
		if err := f.terminal.Quiet(ctx, settled); err != nil {
			return err
		}
	}
	cells := f.terminal.Cells()
	if s.still != "" {
		f.stills[s.still] = cells
	}
	if s.hold > 0 {
		f.frames = append(f.frames, frame{cells: cells, hold: s.hold, settled: true})
	}
	typed := ""
	for _, letter := range s.text {
		typed += string(letter)
		if err := f.terminal.Send(string(letter)); err != nil {
			return err
		}
		if err := f.wait(ctx, regexp.QuoteMeta(strings.TrimRight(typed, " ")), ""); err != nil {
			return err
		}
		f.frames = append(f.frames, frame{cells: f.terminal.Cells(), hold: typing})
	}
	for _, name := range s.keys {
		code, ok := keyCodes[name]
		if !ok {
			code = name
		}
		time.Sleep(apart)
		if err := f.terminal.Send(code); err != nil {
			return err
		}
	}
	return nil
}

// apart is the pause before a key, as between two of a person: one that sends something counts only some time after another.
const apart = 30 * time.Millisecond

// settled is how long a screen stands still before it is taken.
const settled = 300 * time.Millisecond

// typing is how long a letter is shown before the next.
const typing = 70 * time.Millisecond

func (f *film) wait(ctx context.Context, shows, gone string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	want := regexp.MustCompile("(?m)" + shows)
	unwanted := regexp.MustCompile("(?m)" + gone)
	return f.terminal.Wait(ctx, func(screen string) bool {
		return want.MatchString(screen) && (gone == "" || !unwanted.MatchString(screen))
	})
}

// keyCodes is what a terminal sends for a key.
var keyCodes = map[string]string{
	"enter": "\r", "tab": "\t", "esc": "\x1b", "space": " ", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"pgdown": "\x1b[6~", "ctrl+b": "\x02", "ctrl+f": "\x06", "ctrl+g": "\x07", "ctrl+r": "\x12", "ctrl+s": "\x13", "ctrl+t": "\x14",
}
