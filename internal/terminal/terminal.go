// Package terminal runs a program in a pseudo-terminal and keeps the screen that a person would see.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Setup says what a Terminal runs and where.
type Setup struct {
	Cols, Rows int
	Program    string
	Args       []string
	Dir        string
	Env        []string // all of it
}

// A Terminal is a program with its screen. What the program asks the terminal is answered, as terminals do.
type Terminal struct {
	pty    *os.File
	cmd    *exec.Cmd
	cancel context.CancelFunc

	mu      sync.Mutex // guards what follows
	screen  *vt.Emulator
	changed chan struct{} // closed, and replaced, at each change of the screen

	ended chan struct{} // closed once the program is gone and all it wrote is on the screen
}

// Start runs the program until it ends, the context does, or the Terminal is closed.
func Start(ctx context.Context, s Setup) (*Terminal, error) {
	ctx, cancel := context.WithCancel(ctx)
	x := &Terminal{
		cmd:     exec.CommandContext(ctx, s.Program, s.Args...), //nolint:gosec // The caller's own program.
		cancel:  cancel,
		screen:  vt.NewEmulator(s.Cols, s.Rows),
		changed: make(chan struct{}),
		ended:   make(chan struct{}),
	}
	x.cmd.Env, x.cmd.Dir = s.Env, s.Dir
	var err error
	x.pty, err = pty.StartWithSize(x.cmd, &pty.Winsize{Cols: uint16(s.Cols), Rows: uint16(s.Rows)}) //nolint:gosec // A terminal's size.
	if err != nil {
		cancel()
		return nil, fmt.Errorf("starting %s in a pseudo-terminal: %w", s.Program, err)
	}
	go x.answer()
	go x.watch()
	return x, nil
}

// watch copies the program's output to the screen. A pty can fail with EIO before its last output is read, so watch reads it
// again after the program has ended.
func (x *Terminal) watch() {
	defer close(x.ended)
	x.read()
	_ = x.cmd.Wait()
	x.read()
}

// read copies output to the screen until a read fails.
func (x *Terminal) read() {
	chunk := make([]byte, 32<<10)
	for {
		n, err := x.pty.Read(chunk)
		if n > 0 {
			x.mu.Lock()
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

// answer gives the program what the terminal replies to its questions. A program that is gone takes none; the emulator must
// still get rid of them, or it would stand still.
func (x *Terminal) answer() {
	if _, err := io.Copy(x.pty, x.screen); err != nil {
		_, _ = io.Copy(io.Discard, x.screen)
	}
}

// A Cell is what stands in a place of the screen. The second cell of a wide character has no text and no width.
type Cell struct {
	Text            string
	Width           int
	Fore, Back      color.Color // nil is the terminal's own
	Bold, Underline bool
}

// Cells returns what is on the screen, row by row.
func (x *Terminal) Cells() [][]Cell {
	x.mu.Lock()
	defer x.mu.Unlock()
	rows := make([][]Cell, x.screen.Height())
	for y := range rows {
		row := make([]Cell, x.screen.Width())
		for col := range row {
			row[col] = Cell{Text: " ", Width: 1}
			if c := x.screen.CellAt(col, y); c != nil {
				row[col] = Cell{
					Text: c.Content, Width: c.Width, Fore: c.Style.Fg, Back: c.Style.Bg,
					Bold: c.Style.Attrs&uv.AttrBold != 0, Underline: c.Style.Underline != 0,
				}
				if c.Style.Attrs&uv.AttrReverse != 0 {
					row[col].Fore, row[col].Back = c.Style.Bg, c.Style.Fg
				}
			}
		}
		rows[y] = row
	}
	return rows
}

// Text returns rows of cells as text, without blanks at the ends of the rows.
func Text(rows [][]Cell) string {
	lines := make([]string, len(rows))
	for y, row := range rows {
		var line strings.Builder
		for _, c := range row {
			line.WriteString(c.Text)
		}
		lines[y] = strings.TrimRight(line.String(), " ")
	}
	return strings.Join(lines, "\n")
}

// errEnded is returned where the program ended before what was waited for came.
var errEnded = errors.New("the program has ended")

// Wait waits until the screen is as it should be. It looks at each change of it.
func (x *Terminal) Wait(ctx context.Context, done func(screen string) bool) error {
	for {
		x.mu.Lock()
		changed := x.changed
		x.mu.Unlock()
		if done(Text(x.Cells())) {
			return nil
		}
		select {
		case <-changed:
		case <-x.ended:
			if done(Text(x.Cells())) {
				return nil
			}
			return errEnded
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Quiet waits until the screen has not changed for so long: a frame may come in parts.
func (x *Terminal) Quiet(ctx context.Context, long time.Duration) error {
	still := time.NewTimer(long)
	defer still.Stop()
	for {
		x.mu.Lock()
		changed := x.changed
		x.mu.Unlock()
		select {
		case <-changed:
			still.Reset(long)
		case <-still.C:
			return nil
		case <-x.ended:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Send writes what a key or a text is to the program.
func (x *Terminal) Send(code string) error {
	if _, err := x.pty.WriteString(code); err != nil {
		return fmt.Errorf("sending %q: %w", code, err)
	}
	return nil
}

// Close ends the program and lets go of the terminal.
func (x *Terminal) Close() {
	x.cancel()
	<-x.ended
	if replies, ok := x.screen.InputPipe().(io.Closer); ok {
		_ = replies.Close()
	}
	_ = x.pty.Close()
}
