package screens

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// A load is a read that a screen shows: it runs, can be cancelled, fails with
// an explanation, and can be tried again. The data of the screen stays what it
// was until a newer answer comes. Writes never use it: they are not repeated.
type load[T any] struct {
	deps *Deps
	call ui.Call[T]
	what string // in words: "searching hotels"
	fn   func(ctx context.Context) (T, error)
	// failure explains the newest answer if it was an error; nil otherwise.
	failure *booking.Explanation
	err     error // what failure explains
	// signIn says that the key was refused: once there is a new one the read
	// is repeated.
	signIn bool
}

func newLoad[T any](deps *Deps, what string) load[T] {
	return load[T]{deps: deps, call: ui.NewCall[T](deps.Context, 0), what: what}
}

// start runs fn instead of what runs.
func (l *load[T]) start(fn func(ctx context.Context) (T, error)) tea.Cmd {
	l.fn, l.failure, l.err, l.signIn = fn, nil, nil, false
	return l.call.Start(fn)
}

// retry runs the newest fn again.
func (l *load[T]) retry() tea.Cmd {
	if l.fn == nil {
		return nil
	}
	return l.start(l.fn)
}

// receive unpacks the answer if the message is this load's. Then mine is true,
// and ok reports whether there is a value. A refused key asks for a new one by the
// Nav.
func (l *load[T]) receive(msg tea.Msg) (value T, ok, mine bool, nav ui.Nav) {
	value, err, mine := l.call.Receive(msg)
	if !mine || err == nil {
		return value, mine, mine, ui.Stay()
	}
	logFailure(l.deps, l.what, err)
	x := booking.Explain(err)
	l.failure, l.err = &x, err
	if api.Unauthorized(err) {
		l.signIn = true
		nav = ui.Push(NewSignIn(l.deps))
	}
	return value, false, true, nav
}

// forget stops the call and drops what came of the one before.
func (l *load[T]) forget() {
	l.cancel()
	l.failure, l.err = nil, nil
}

// resume repeats the read that a refused key had stopped.
func (l *load[T]) resume() tea.Cmd {
	if !l.signIn {
		return nil
	}
	return l.retry()
}

// cancel stops the call and reports whether there was one.
func (l *load[T]) cancel() bool {
	busy := l.call.Busy()
	l.call.Cancel()
	return busy
}

// busy is the call in words, or nothing.
func (l *load[T]) busy() string {
	if l.call.Busy() {
		return l.what
	}
	return ""
}
