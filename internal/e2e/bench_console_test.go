//go:build unix

package e2e

import (
	"bytes"
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
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// The figures of these benchmarks are in docs/performance.md, beside their
// budgets. They are looked at, not asserted: a machine may be busy.

// A Stamped runs a program in a pseudo-terminal of 120x40 and notes when its
// output arrives. Nothing parses it meanwhile, which would delay the notes.
type Stamped struct {
	b       *testing.B
	pty     *os.File
	cmd     *exec.Cmd
	started time.Time
	output  chan arrival // closed when the program lets go of the terminal
	all     []byte       // all that was taken of the output; kept until frames are counted
}

type arrival struct {
	at   time.Time
	text []byte
}

// startStamped runs the program in a home of its own, or in a given one.
func startStamped(b *testing.B, home, program string, env []string, args ...string) *Stamped {
	b.Helper()
	x := &Stamped{b: b, cmd: exec.CommandContext(b.Context(), program, args...), output: make(chan arrival, 4096)}
	x.cmd.Env = append(environment(home), append(env, "COLORTERM=truecolor")...)
	x.cmd.Dir = home
	x.started = time.Now()
	var err error
	if x.pty, err = pty.StartWithSize(x.cmd, winsize(120, 40)); err != nil {
		b.Fatalf("start %s in a pseudo-terminal: %v", program, err)
	}
	go func() {
		defer close(x.output)
		chunk := make([]byte, 64<<10)
		for {
			n, err := x.pty.Read(chunk)
			if n > 0 {
				x.output <- arrival{at: time.Now(), text: bytes.Clone(chunk[:n])}
				if bytes.Contains(chunk[:n], []byte("\x1b[5n")) {
					_, _ = x.pty.WriteString("\x1b[0n") // As terminals do.
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return x
}

// child runs a program of the test itself.
func (x childOf) start(b *testing.B, env ...string) *Stamped {
	b.Helper()
	program, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	return startStamped(b, b.TempDir(), program, append(env, childVariable+"="+string(x)))
}

type childOf string

// until waits for the text in the output and returns when it came, since the
// start. Text within one style stands in the output as it is.
func (x *Stamped) until(text string) time.Duration {
	x.b.Helper()
	took, _ := x.heard(text)
	return took
}

// heard is until, and gives all that came meanwhile.
func (x *Stamped) heard(text string) (took time.Duration, all string) {
	x.b.Helper()
	late := time.After(patience)
	var seen []byte
	for {
		select {
		case a, ok := <-x.output:
			x.all = append(x.all, a.text...)
			if seen = append(seen, a.text...); bytes.Contains(seen, []byte(text)) {
				return a.at.Sub(x.started), string(seen)
			}
			if !ok {
				x.b.Fatalf("the program ended without saying %q: %q", text, seen)
			}
		case <-late:
			x.b.Fatalf("waited %s for %q in vain: %q", patience, text, seen)
		}
	}
}

// frameEnd is how long nothing must come for a frame to be complete: three
// periods of a clock of 120 frames a second.
const frameEnd = 25 * time.Millisecond

// settle drops output until nothing comes any more, and then for up to two
// periods of a frame clock of 60 a second: a key that is pressed in step with
// such a clock would measure the step.
func (x *Stamped) settle() {
	for n := 1; n > 0; {
		_, n, _ = x.frame(frameEnd)
	}
	_, _, _ = x.frame(rand.N(34 * time.Millisecond))
}

// frame takes output until nothing comes for that long: when the last of it
// came, and how many bytes there were.
func (x *Stamped) frame(pause time.Duration) (last time.Time, n int, err error) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case a, ok := <-x.output:
			if !ok {
				return last, n, errors.New("the program has ended")
			}
			last, n = a.at, n+len(a.text)
			x.all = append(x.all, a.text...)
			timer.Reset(pause)
		case <-timer.C:
			return last, n, nil
		}
	}
}

// press sends a key and waits for the frame that it changes.
func (x *Stamped) press(code string) (took time.Duration, n int) {
	x.b.Helper()
	start := time.Now()
	if _, err := x.pty.WriteString(code); err != nil {
		x.b.Fatal(err)
	}
	var last time.Time
	for n == 0 {
		var err error
		if last, n, err = x.frame(frameEnd); err != nil {
			x.b.Fatal(err)
		}
		if time.Since(start) > patience {
			x.b.Fatalf("nothing came of the key %q in %s", code, patience)
		}
	}
	return last.Sub(start), n
}

// stop ends the program with its own key.
func (x *Stamped) stop(code string) {
	x.b.Helper()
	if _, err := x.pty.WriteString(code); err != nil {
		x.b.Fatal(err)
	}
	for range x.output { // until it has let go of the terminal
	}
	if err := x.cmd.Wait(); err != nil {
		x.b.Errorf("the program ended with %v", err)
	}
	_ = x.pty.Close()
}

// cpu returns the processor time that the program has had so far, to the
// nanosecond; 0 where the system does not say.
func (x *Stamped) cpu() time.Duration {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", x.cmd.Process.Pid))
	var sum time.Duration
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		first, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(first, 10, 64)
		sum += time.Duration(n)
	}
	return sum
}

// megabytes returns the program's resident memory; 0 where the system does not say.
func (x *Stamped) megabytes() float64 { return x.status("VmRSS:") }

// status returns an amount of memory in the program's status, in megabytes.
func (x *Stamped) status(name string) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", x.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(text), name)
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseFloat(fields[0], 64)
	return kib * 1024 / 1e6
}

// report adds the middle and the worst hundredth of the times, in milliseconds.
func report(b *testing.B, times []time.Duration) {
	b.ReportMetric(0, "ns/op") // would count the pauses
	reportAs(b, "", times)
}

// reportAs reports times of another thing beside them.
func reportAs(b *testing.B, what string, times []time.Duration) {
	slices.Sort(times)
	at := func(share float64) float64 {
		return times[min(len(times)-1, int(share*float64(len(times))))].Seconds() * 1e3
	}
	b.ReportMetric(at(0.5), "ms-p50"+what)
	b.ReportMetric(at(0.99), "ms-p99"+what)
}

// BenchmarkConsoleKey measures from a key to its frame in a list of 10,000
// hotels with a detail pane beside it, and a program that only echoes.
func BenchmarkConsoleKey(b *testing.B) {
	for _, c := range []struct {
		name, ready string
		keys        []string
	}{
		{"floor", "ready", []string{"\x1b[B"}},
		{"hotels-move", "nothing sent yet", downAndUp(24)},
		{"hotels-scroll", "nothing sent yet", []string{"\x1b[B"}},
		{"hotels-page", "nothing sent yet", []string{"\x1b[6~"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			child, end := childOf("hotels"), "\x03"
			if c.name == "floor" {
				child, end = "floor", "q"
			}
			x := child.start(b)
			defer x.stop(end)
			x.until(c.ready)
			x.settle()
			var times []time.Duration
			var sent, n int
			frames := []int{len(x.all)} // where in the output each ends
			before := x.cpu()
			for b.Loop() {
				var took time.Duration
				took, n = x.press(c.keys[len(times)%len(c.keys)])
				times, sent = append(times, took), sent+n
				x.settle()
				frames = append(frames, len(x.all))
			}
			report(b, times)
			cells := float64(changedCells(x.all, frames)) / float64(len(times))
			b.ReportMetric(cells, "cells/key")
			b.ReportMetric(1.3*cells+60, "B-budget/key")
			b.ReportMetric((x.cpu()-before).Seconds()*1e3/float64(len(times)), "ms-cpu/key")
			b.ReportMetric(float64(sent)/float64(len(times)), "B/key")
			b.ReportMetric(x.megabytes(), "MB-resident")
		})
	}
}

// changedCells returns how many cells of the screen differ before and after each
// frame, all frames together. The output ends with the last of them.
func changedCells(output []byte, ends []int) (changed int) {
	screen := vt.NewEmulator(120, 40)
	defer func() { _ = screen.Close() }()
	go func() { _, _ = io.Copy(io.Discard, screen) }() // its answers
	_, _ = screen.Write(output[:ends[0]])
	before := screenCells(screen)
	for i, end := range ends[1:] {
		_, _ = screen.Write(output[ends[i]:end])
		after := screenCells(screen)
		for at := range after {
			if after[at] != before[at] {
				changed++
			}
		}
		before = after
	}
	return changed
}

// screenCells returns what stands in each cell, with its style.
func screenCells(screen *vt.Emulator) []string {
	var all []string
	for y := range screen.Height() {
		for x := range screen.Width() {
			text := ""
			if c := screen.CellAt(x, y); c != nil {
				text = c.Content + c.Style.String()
			}
			all = append(all, text)
		}
	}
	return all
}

// downAndUp returns a cursor that goes so many rows down and up again, so that the
// list never scrolls.
func downAndUp(rows int) []string {
	return slices.Concat(slices.Repeat([]string{"\x1b[B"}, rows), slices.Repeat([]string{"\x1b[A"}, rows))
}

// BenchmarkConsoleStart measures from before exec to the first frame of the
// demo on a world that exists, to its list of destinations, to the end of "bellhop version", and to the end
// of a program that does nothing.
func BenchmarkConsoleStart(b *testing.B) {
	program, err := build()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("floor", func(b *testing.B) { measureRuns(b, "true") })
	b.Run("version", func(b *testing.B) { measureRuns(b, program, "version") })
	b.Run("demo", func(b *testing.B) {
		home := b.TempDir()
		const ready = "nothing sent yet"
		start := func() (frame, list time.Duration, megabytes float64) {
			x := startStamped(b, home, program, nil, "demo", "--latency", "none", "--changes", "0")
			frame, seen := x.heard("starting")
			if list = frame; !strings.Contains(seen, ready) {
				list = x.until(ready)
			}
			megabytes = x.megabytes()
			x.stop("\x03")
			return frame, list, megabytes
		}
		start() // makes the world
		var frames, lists []time.Duration
		var megabytes float64
		for b.Loop() {
			var frame, list time.Duration
			frame, list, megabytes = start()
			frames, lists = append(frames, frame), append(lists, list)
		}
		report(b, lists)
		reportAs(b, "-frame", frames)
		b.ReportMetric(megabytes, "MB-resident")
	})
}

// measureRuns measures a program from before exec to its end.
func measureRuns(b *testing.B, program string, args ...string) {
	home := b.TempDir()
	var times []time.Duration
	for b.Loop() {
		x := startStamped(b, home, program, nil, args...)
		for range x.output {
		}
		times = append(times, time.Since(x.started))
		if err := x.cmd.Wait(); err != nil {
			b.Fatal(err)
		}
		_ = x.pty.Close()
	}
	report(b, times)
}
