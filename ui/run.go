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
	"bellhop/ui/picture"
	"bellhop/ui/restore"
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
	before := restore.Save(keys.File)
	shell := NewShell(o)
	shell.painter = paint.New(o.Output, paint.FPS)
	_ = shell.painter.SetMouse(o.Theme.Mouse.On()) // It is written once the screen is taken.
	shell.painter.Use(glyphs)
	if !keyboard.IsTerminal(keys.File) || !writesTerminal(o.Output) {
		shell.options.Adapt, shell.options.Graphics = nil, picture.Blocks
	} else {
		shell.painter.Answers()
		shell.graphics.window = keys.Window
	}
	program := tea.NewProgram(shell, programOptions(keys, shell.painter.Output())...)
	shell.job = newJob(program, keys, shell.painter)
	// What panics besides the program's own loop.
	besides := atomic.Pointer[PanicError]{}
	panicked := func(r any) {
		failed := newPanicError(r)
		if besides.CompareAndSwap(nil, failed) && o.OnPanic != nil {
			o.OnPanic(r, failed.Stack)
		}
		go program.Quit()
	}
	shell.painter.Panicked = panicked
	keys.Tell(listeners(program, panicked))
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
		defer catch(panicked)
		watch(ctx, shell.job, watched{signals: signals, continued: continued, done: done, caught: &caught})
	}()
	err = runProgram(program, panicked)
	close(done)
	settled := make(chan struct{})
	defer close(settled)
	go shell.job.stopAtOnce(settled)
	if failed := besides.Load(); failed != nil && shell.failed == nil {
		shell.failed = failed
	}
	if shell.failed != nil || errors.Is(err, tea.ErrProgramPanic) {
		putBack(before, shell, o.Output)
	}
	// A second signal does not end the program while it settles: what it has
	// to tell would be lost.
	if o.Settle != nil && len(shell.stack.unfinished()) > 0 {
		o.Settle()
	}
	unfinished := shell.stack.unfinished()
	signal.Stop(continued)
	signal.Stop(shell.job.stops)
	shell.stack.closeFrom(0)
	err = runError(ctx, shell.failed, caught.Load(), err)
	if len(unfinished) > 0 {
		return &UnfinishedError{Texts: unfinished, Cause: err}
	}
	return err
}

// What is watched while the program runs, and where a signal is noted that ends it.
type watched struct {
	signals   <-chan os.Signal
	continued <-chan os.Signal
	done      <-chan struct{}
	caught    *atomic.Pointer[StoppedError]
}

// watch has the program end with a signal or its context, and go on when it was continued.
func watch(ctx context.Context, j *job, w watched) {
	for {
		select {
		case s := <-w.signals:
			w.caught.Store(&StoppedError{Signal: s})
			j.end()
			return
		case <-ctx.Done():
			j.end()
			return
		case <-w.continued:
			j.noteContinued()
		case <-j.stops:
			j.noteStop()
		case <-w.done:
			return
		}
	}
}

func listeners(program *tea.Program, panicked func(any)) keyboard.Listeners {
	graphics := graphicsReports(func(answers []string) { go program.Send(graphicsAnswers(answers)) })
	return keyboard.Listeners{
		Panicked: panicked,
		Answer: func(text string) {
			if back, ok := parseBackground(text); ok {
				go program.Send(backgroundMsg{back})
			}
		},
		Report: func(text string) {
			if size, ok := readSize(text); ok {
				go program.Send(size)
				return
			}
			graphics(text)
		},
		Painted: func() { go program.Send(answeredMsg{}) },
		LeftOut: func(key byte) {
			go program.Send(flashMsg(tea.Key{Type: tea.KeyType(key)}.String() + " came with other keys: press it alone"))
		},
	}
}

// putBack puts the terminal back after a panic. The ordinary way out has done so, unless it was that which failed; a shell that
// has the terminal by now keeps it as it is.
func putBack(before *restore.Terminal, s *Shell, out io.Writer) {
	if s.job.foreground() {
		_ = before.Steps(out, s.painter.OnScreen()) // Nothing is left to do about what cannot be.
	}
}

// runProgram runs the program; a panic of its end, when the terminal is put back, is one like another.
func runProgram(program *tea.Program, panicked func(any)) (err error) {
	defer catch(panicked)
	_, err = program.Run()
	return err
}

func catch(panicked func(any)) {
	if r := recover(); r != nil {
		panicked(r)
	}
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
