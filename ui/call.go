package ui

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// callNumber numbers all calls of the program, so that no screen can take
// another's answer for its own.
var callNumber atomic.Uint64

// A Call is one kind of request of a screen: numbered, limited in time and
// cancellable. Starting again cancels the one before; an answer to anything
// but the newest is nobody's and is dropped. Zero is not usable: NewCall.
type Call[T any] struct {
	parent context.Context
	limit  time.Duration
	number uint64
	cancel context.CancelFunc
}

// An answer carries value and error of one call together.
type answer[T any] struct {
	number uint64
	value  T
	err    error
}

// ErrPanic is wrapped by the error of a call that panicked.
var ErrPanic = errors.New("internal error")

// PanicError is what a panic in a call becomes. Stack is for the log.
type PanicError struct {
	Value string
	Stack []byte
}

func (e *PanicError) Error() string { return "internal error: " + e.Value }

// Unwrap lets errors.Is find ErrPanic.
func (e *PanicError) Unwrap() error { return ErrPanic }

// newPanicError keeps the type of what was panicked with and not its text,
// which may name a guest.
func newPanicError(r any) *PanicError {
	return &PanicError{Value: fmt.Sprintf("%T", r), Stack: debug.Stack()}
}

// NewCall returns an idle call under the parent context; limit 0 is none.
func NewCall[T any](parent context.Context, limit time.Duration) Call[T] {
	return Call[T]{parent: parent, limit: limit}
}

// Start cancels what runs and returns the command that runs fn.
func (c *Call[T]) Start(fn func(ctx context.Context) (T, error)) tea.Cmd {
	c.Cancel()
	ctx, cancel := c.context()
	c.number, c.cancel = callNumber.Add(1), cancel
	number := c.number
	return func() tea.Msg {
		defer cancel()
		value, err := callAndCatch(ctx, fn)
		return answer[T]{number: number, value: value, err: err}
	}
}

func (c *Call[T]) context() (context.Context, context.CancelFunc) {
	if c.limit > 0 {
		return context.WithTimeout(c.parent, c.limit)
	}
	return context.WithCancel(c.parent)
}

// Receive reports whether the message is the answer to the newest call, and
// unpacks it; the call is idle afterwards.
func (c *Call[T]) Receive(msg tea.Msg) (value T, err error, mine bool) { //nolint:revive // The error belongs to the answer; mine reports whether there is one.
	a, ok := msg.(answer[T])
	if !ok || c.number == 0 || a.number != c.number {
		return value, nil, false
	}
	c.number, c.cancel = 0, nil
	return a.value, a.err, true
}

// Busy reports whether an answer is awaited.
func (c *Call[T]) Busy() bool { return c.number != 0 }

// Cancel ends the call; its answer will be dropped.
func (c *Call[T]) Cancel() {
	if c.cancel != nil {
		c.cancel()
	}
	c.number, c.cancel = 0, nil
}

// callAndCatch runs fn and turns a panic into an error: Bubble Tea would print its
// trace inside the alternate screen, where it is lost.
func callAndCatch[T any](ctx context.Context, fn func(ctx context.Context) (T, error)) (value T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = newPanicError(r)
		}
	}()
	return fn(ctx)
}
