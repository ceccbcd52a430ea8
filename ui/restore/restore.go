// Package restore puts a terminal back as it was after something went wrong, step by step: each step is tried, whatever became
// of the one before.
package restore

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// Modes turn off what a console may have turned on, in this order; each is harmless where it is off already. A terminal that
// does not know one passes over it.
var Modes = []string{
	"\x1b[?1000l", "\x1b[?1002l", "\x1b[?1003l", "\x1b[?1006l", // the mouse, and how it is told
	"\x1b[?1004l", // focus events
	"\x1b[?2004l", // bracketed paste
	"\x1b[0m",     // colours
	"\x1b[?25h",   // the cursor
}

// LeaveScreen leaves the alternate screen. It moves the cursor of one that is not there, so it is no part of Modes.
const LeaveScreen = "\x1b[?1049l"

// A Terminal is one as it was before the program changed it.
type Terminal struct {
	in    *os.File
	state *term.State // nil where there is none to go back to
}

// Save remembers the modes of a terminal's line. What is no terminal has none.
func Save(in *os.File) *Terminal {
	t := &Terminal{in: in}
	if state, err := term.GetState(int(in.Fd())); err == nil {
		t.state = state
	}
	return t
}

// Steps puts the terminal back: the alternate screen, if the program is still on it, the modes, and the line. The error joins
// those of all steps.
func (t *Terminal) Steps(out io.Writer, onScreen bool) error {
	steps := Modes
	if onScreen {
		steps = append([]string{LeaveScreen}, steps...)
	}
	var failed []error
	for _, step := range steps {
		failed = append(failed, try(func() error { _, err := io.WriteString(out, step); return err }))
	}
	if t.state != nil {
		failed = append(failed, try(func() error { return term.Restore(int(t.in.Fd()), t.state) }))
	}
	return errors.Join(failed...)
}

// try makes a step. A panic of one must not keep the next from being tried.
func try(step func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %T", r)
		}
	}()
	return step()
}
