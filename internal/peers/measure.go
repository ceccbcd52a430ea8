//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/term"
)

// The window of every program.
const (
	columns = 120
	rows    = 40
)

const (
	patience     = 30 * time.Second
	slowPatience = 3 * time.Minute
	// frameEnd is how long nothing comes after a frame: more than two periods of a clock of 100 frames a second.
	frameEnd = 25 * time.Millisecond
	// mostWait is how long a key may take that changes nothing.
	mostWait = 2 * time.Second
)

// floorVariable has the program be the floor.
const floorVariable = "BELLHOP_PEERS_FLOOR"

// floor echoes keys until q is pressed.
func floor() int {
	old, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		fmt.Fprintln(os.Stderr, "no terminal:", err)
		return 1
	}
	defer func() { _ = term.Restore(int(os.Stdin.Fd()), old) }()
	fmt.Print("\x1b[2J\x1b[Hready")
	key := make([]byte, 64)
	for n := 1; ; n++ {
		if _, err := os.Stdin.Read(key); err != nil || key[0] == 'q' {
			return 0
		}
		fmt.Printf("\x1b[1;1Hkey %d", n)
	}
}

// A running program is in a pseudo-terminal, and what it writes is noted with its time.
type running struct {
	pty     *os.File
	cmd     *exec.Cmd
	started time.Time
	output  chan arrival // closed when the program lets go of the terminal
	all     []byte
	tail    []byte               // of what the terminal showed last, where a question may have begun
	line    atomic.Pointer[line] // what is between; nil is nothing
}

type arrival struct {
	at   time.Time
	text []byte
}

// start runs the program over a line, nil for none.
func (p program) start(ctx context.Context, home string, l *line) (*running, error) {
	//nolint:gosec // One of the commands of main.
	x := &running{cmd: exec.CommandContext(ctx, p.command[0], p.command[1:]...), output: make(chan arrival, 4096)}
	x.line.Store(l)
	x.cmd.Dir = home
	x.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "TZ=UTC",
	}, p.env...)
	x.started = time.Now()
	var err error
	if x.pty, err = pty.StartWithSize(x.cmd, &pty.Winsize{Cols: columns, Rows: rows}); err != nil {
		return nil, err
	}
	go x.read()
	return x, nil
}

// answers are what terminals reply to the questions that programs ask before they go on.
var answers = map[string]string{"\x1b[5n": "\x1b[0n", "\x1b[c": "\x1b[?62;22c", "\x1b[6n": "\x1b[1;1R"}

// frame takes output until nothing comes for that long: when the last of it came, and how many bytes there were.
func (x *running) frame(pause time.Duration) (last time.Time, n int, err error) {
	return x.take(pause, nil)
}

// errOver means that output came until there was no more time for it.
var errOver = errors.New("it does not end")

// take is frame until a time is over.
func (x *running) take(pause time.Duration, over <-chan time.Time) (last time.Time, n int, err error) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case a, ok := <-x.output:
			if !ok {
				return last, n, errors.New("it has ended")
			}
			last, n = a.at, n+len(a.text)
			x.all = append(x.all, a.text...)
			timer.Reset(pause)
		case <-timer.C:
			return last, n, nil
		case <-over:
			return last, n, errOver
		}
	}
}

// until takes output until the screen, or what is written, shows a text, and returns when that came since the start.
func (x *running) until(text string) (time.Duration, error) {
	screen := newScreen()
	defer screen.close()
	screen.write(x.all)
	most := patience
	if x.line.Load() != nil {
		most = slowPatience
	}
	late := time.After(most)
	for !screen.shows(text) && !bytes.Contains(x.all, []byte(text)) {
		select {
		case a, ok := <-x.output:
			if !ok {
				return 0, fmt.Errorf("it ended without showing %q", text)
			}
			x.all = append(x.all, a.text...)
			screen.write(a.text)
			if screen.shows(text) {
				return a.at.Sub(x.started), nil
			}
		case <-late:
			return 0, fmt.Errorf("it did not show %q in %s", text, most)
		}
	}
	return time.Since(x.started), nil
}

// press sends keys and waits for the frame that they change.
func (x *running) press(keys string) (took time.Duration, n int, err error) {
	start := time.Now()
	if _, err := x.pty.WriteString(keys); err != nil {
		return 0, 0, err
	}
	last := start
	for n == 0 && time.Since(start) < mostWait {
		var at time.Time
		if at, n, err = x.frame(frameEnd); err != nil {
			return 0, 0, err
		}
		if n > 0 {
			last = at
		}
	}
	if n == 0 {
		return 0, 0, fmt.Errorf("nothing came of the key %q in %s", keys, mostWait)
	}
	return last.Sub(start), n, nil
}

// settle waits until nothing comes any more, and for a random part of a frame clock's period: a key in step with such a
// clock would measure the step.
func (x *running) settle() error {
	for n := 1; n > 0; {
		var err error
		if _, n, err = x.frame(frameEnd); err != nil {
			return err
		}
	}
	_, _, err := x.frame(rand.N(34 * time.Millisecond)) //nolint:gosec // Nobody guesses it.
	return err
}

// stop ends the program with its keys, and kills it where they do not.
func (x *running) stop(keys string) {
	_, _ = x.pty.WriteString(keys)
	late := time.AfterFunc(mostWait, func() { _ = x.cmd.Process.Kill() })
	defer late.Stop()
	for range x.output { // until it has let go of the terminal
	}
	_ = x.cmd.Wait()
	_ = x.pty.Close()
}

// measure starts a program some times, and presses keys in the last of these.
func (p program) measure(ctx context.Context, folder string, keys, starts int) (result, error) {
	home := filepath.Join(folder, p.name+"-home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return result{}, err
	}
	r := result{name: p.name}
	for i := range starts + 1 {
		x, err := p.start(ctx, home, nil)
		if err != nil {
			return r, err
		}
		took, err := x.until(p.ready)
		if err == nil && i == starts {
			err = p.press(x, &r, keys)
		}
		x.stop(p.end)
		if err != nil {
			return r, err
		}
		if i > 0 { // The first makes what later ones find.
			r.starts = append(r.starts, took)
		}
	}
	slices.Sort(r.starts)
	slices.Sort(r.times)
	return r, nil
}

// turned returns the key that is pressed after so many, there and back.
func (p program) turned(keys int) string {
	if keys/turn%2 == 1 {
		return p.back
	}
	return p.there
}

// list leads to the program's list.
func (p program) list(x *running) error {
	for _, s := range p.prepare {
		if _, err := x.until(s.shows); err != nil {
			return err
		}
		if _, err := x.pty.WriteString(s.keys); err != nil {
			return err
		}
	}
	if _, err := x.until(p.listed); err != nil {
		return err
	}
	return x.settle()
}

// press measures the keys.
func (p program) press(x *running, r *result, keys int) error {
	if err := p.list(x); err != nil {
		return err
	}
	ends, before, sent := []int{len(x.all)}, x.cpu(), 0
	for i := range keys {
		took, n, err := x.press(p.turned(i))
		if err != nil {
			return err
		}
		r.times, sent = append(r.times, took), sent+n
		if err := x.settle(); err != nil {
			return err
		}
		ends = append(ends, len(x.all))
	}
	r.cpu = (x.cpu() - before) / time.Duration(keys)
	r.megabytes = x.megabytes()
	r.bytes, r.cells = float64(sent)/float64(keys), float64(changedCells(x.all, ends))/float64(keys)
	return nil
}

// processes returns the program's and those that it started.
func (x *running) processes() []int {
	all := []int{x.cmd.Process.Pid}
	for i := 0; i < len(all); i++ {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", all[i], all[i]))
		for _, field := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(field); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// cpu returns the processor time that the program has had so far; 0 where the system does not say.
func (x *running) cpu() (sum time.Duration) {
	for _, pid := range x.processes() {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
		for _, task := range tasks {
			text, _ := os.ReadFile(task)
			first, _, _ := strings.Cut(string(text), " ")
			n, _ := strconv.ParseInt(first, 10, 64)
			sum += time.Duration(n)
		}
	}
	return sum
}

// megabytes returns the program's resident memory.
func (x *running) megabytes() (sum float64) {
	for _, pid := range x.processes() {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, rest, _ := strings.Cut(string(text), "VmRSS:")
		if fields := strings.Fields(rest); len(fields) > 0 {
			kib, _ := strconv.ParseFloat(fields[0], 64)
			sum += kib * 1024 / 1e6
		}
	}
	return sum
}

// changedCells returns how many cells differ before and after each frame, all frames together.
func changedCells(output []byte, ends []int) (changed int) {
	screen := newScreen()
	defer screen.close()
	screen.write(output[:ends[0]])
	before := screen.cells()
	for i, end := range ends[1:] {
		screen.write(output[ends[i]:end])
		after := screen.cells()
		for at := range after {
			if after[at] != before[at] {
				changed++
			}
		}
		before = after
	}
	return changed
}

// A screen is what a terminal shows.
type screen struct{ *vt.Emulator }

func newScreen() screen {
	s := screen{vt.NewEmulator(columns, rows)}
	go func() { _, _ = io.Copy(io.Discard, s.Emulator) }() // its answers
	return s
}

// close ends the reader of answers. The emulator's own way to close races with that.
func (s screen) close() {
	if answers, ok := s.InputPipe().(io.Closer); ok {
		_ = answers.Close()
	}
}

func (s screen) write(text []byte)   { _, _ = s.Write(text) }
func (s screen) shows(t string) bool { return strings.Contains(s.String(), t) }

// cells returns what stands in each cell, with its style.
func (s screen) cells() []string {
	all := make([]string, 0, columns*rows)
	for y := range rows {
		for x := range columns {
			text := ""
			if c := s.CellAt(x, y); c != nil {
				text = c.Content + c.Style.String()
			}
			all = append(all, text)
		}
	}
	return all
}
