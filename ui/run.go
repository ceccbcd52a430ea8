package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/keyboard"
	"bellhop/ui/paint"
)

// Run shows the console until the user leaves it, and restores the terminal by
// every way out. It returns nil after an ordinary end, *StoppedError after a
// signal, *PanicError after a panic, and the context's error when that ended
// first; where something was unfinished, an *UnfinishedError around that. The
// parent context of the calls should be cancelled afterwards.
func Run(ctx context.Context, o Options) error {
	keys, err := keyboard.Open(o.Input, controlBytes(o.Alone))
	if err != nil {
		return err
	}
	defer keys.End()
	if o.Output == nil {
		o.Output = os.Stdout
	}
	shell := NewShell(o)
	shell.painter = paint.New(o.Output, o.FPS)
	_ = shell.painter.SetMouse(o.Theme.Mouse.On()) // It is written once the screen is taken.
	if !keyboard.IsTerminal(keys.File) || !writesTerminal(o.Output) {
		shell.options.Adapt = nil
	} else {
		shell.painter.Answers()
	}
	program := tea.NewProgram(shell, programOptions(keys, shell.painter.Output())...)
	shell.job = newJob(program, keys, shell.painter)
	keys.Tell(keyboard.Listeners{
		Answer: func(text string) {
			if light, ok := parseBackground(text); ok {
				go program.Send(backgroundMsg{light})
			}
		},
		Painted: func() { go program.Send(answeredMsg{}) },
		LeftOut: func(key byte) {
			go program.Send(flashMsg(tea.Key{Type: tea.KeyType(key)}.String() + " came with other keys: press it alone"))
		},
	})
	// Every way out is the ordinary one: a program that is killed does not
	// wait for the goroutine that reads the terminal. Sending waits for the
	// loop to take the message, so the loop itself must not do it.
	shell.stop = func() { go program.Quit() }

	signals := o.Signals
	if signals == nil {
		caught, stop := Signals()
		defer stop()
		signals = caught
	}
	continued := make(chan os.Signal, 1)
	notifyContinued(continued)
	done, caught := make(chan struct{}), atomic.Pointer[StoppedError]{}
	go func() {
		for {
			select {
			case s := <-signals:
				caught.Store(&StoppedError{Signal: s})
				shell.job.end()
				return
			case <-ctx.Done():
				shell.job.end()
				return
			case <-continued:
				shell.job.noteContinued()
			case <-done:
				return
			}
		}
	}()
	_, err = program.Run()
	close(done)
	// A second signal does not end the program while it settles: what it has
	// to tell would be lost.
	if o.Settle != nil && len(shell.stack.unfinished()) > 0 {
		o.Settle()
	}
	unfinished := shell.stack.unfinished()
	signal.Stop(continued)
	shell.stack.closeFrom(0)
	err = runError(ctx, shell.failed, caught.Load(), err)
	if len(unfinished) > 0 {
		return &UnfinishedError{Texts: unfinished, Cause: err}
	}
	return err
}

func runError(ctx context.Context, failed *PanicError, stopped *StoppedError, err error) error {
	switch {
	case failed != nil:
		return failed
	case stopped != nil:
		return stopped
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("%w: %w", ErrPanic, err)
	case err != nil:
		return fmt.Errorf("running the console: %w", err)
	}
	return nil
}

// Signals catches the signals that end a program until stop.
func Signals() (signals <-chan os.Signal, stop func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT)
	return caught, func() { signal.Stop(caught) }
}

func writesTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	return ok && keyboard.IsTerminal(file)
}

// controlBytes are those that the control keys of these names send.
func controlBytes(names []string) []byte {
	var list []byte
	for _, name := range names {
		if k, ok := ParseKey(name); ok && k.Type >= 0 && k.Type < ' ' {
			list = append(list, byte(k.Type))
		}
	}
	return list
}

func programOptions(input io.Reader, output io.Writer) []tea.ProgramOption {
	// Signals are ours: Bubble Tea takes SIGTERM for an ordinary end and does
	// not know SIGHUP. Frames are the painter's, so its clock may stand still.
	return []tea.ProgramOption{
		tea.WithAltScreen(), tea.WithInput(input), tea.WithOutput(output), tea.WithFPS(1), tea.WithoutSignalHandler(),
	}
}

// StoppedError is returned when a signal ended the program. The terminal is
// restored by then.
type StoppedError struct{ Signal os.Signal }

func (e *StoppedError) Error() string {
	name, known := signalNames[e.Signal]
	if !known {
		name = fmt.Sprint(e.Signal)
	}
	return "stopped by " + name
}

var signalNames = map[os.Signal]string{
	syscall.SIGTERM: "SIGTERM", syscall.SIGHUP: "SIGHUP", syscall.SIGQUIT: "SIGQUIT", syscall.SIGINT: "SIGINT",
}

// UnfinishedError is returned when the console ended although something was
// under way. It must reach the user: what was sent is not undone by leaving.
type UnfinishedError struct {
	Texts []string // whole sentences, of the top screen first
	Cause error    // how the console ended; nil after an ordinary end
}

func (e *UnfinishedError) Error() string {
	text := strings.Join(e.Texts, " ")
	if e.Cause != nil {
		text = e.Cause.Error() + ". " + text
	}
	return text
}

func (e *UnfinishedError) Unwrap() error { return e.Cause }
