package ui

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
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

// A value that comes within the first pause is given whole: nobody sees its parts. Later ones are given no more often than
// a reader can follow.
const (
	firstPause = 10 * time.Millisecond
	nextPause  = 60 * time.Millisecond
)

// part carries what a call has of its value so far, and the command that waits for more.
type part[T any] struct {
	number uint64
	value  T
	next   tea.Cmd
}

// parts holds the newest part of a call until somebody takes it. Each holds what those before it did, so that one that
// was not taken in time is no loss.
type parts[T any] struct {
	mu     sync.Mutex
	newest T
	ready  chan struct{} // holds one while there is a part that was not taken
	done   chan struct{} // closed once there is an answer
	answer answer[T]
}

func (p *parts[T]) put(value T) {
	p.mu.Lock()
	p.newest = value
	p.mu.Unlock()
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

func (p *parts[T]) take() T {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.newest
}

// StartParts is Start for a function that says what it has of its value before it returns: Part receives that. The parts
// must not change any more.
func (c *Call[T]) StartParts(fn func(ctx context.Context, part func(T)) (T, error)) tea.Cmd {
	c.Cancel()
	ctx, cancel := c.context()
	c.number, c.cancel = callNumber.Add(1), cancel
	number := c.number
	p := &parts[T]{ready: make(chan struct{}, 1), done: make(chan struct{})}
	return func() tea.Msg {
		go func() {
			defer close(p.done)
			defer cancel()
			value, err := callAndCatch(ctx, func(ctx context.Context) (T, error) { return fn(ctx, p.put) })
			p.answer = answer[T]{number: number, value: value, err: err}
		}()
		return p.wait(number, firstPause)
	}
}

// wait returns the answer, or what there is of it after the pause.
func (p *parts[T]) wait(number uint64, pause time.Duration) tea.Msg {
	select {
	case <-p.done:
		return p.answer
	case <-p.ready:
	}
	over := time.NewTimer(pause)
	defer over.Stop()
	select {
	case <-p.done:
		return p.answer
	case <-over.C:
		return part[T]{number: number, value: p.take(), next: func() tea.Msg { return p.wait(number, nextPause) }}
	}
}

// Part reports whether the message is a part of the newest call's value, and unpacks it. The command waits for more.
func (c *Call[T]) Part(msg tea.Msg) (value T, next tea.Cmd, mine bool) {
	a, ok := msg.(part[T])
	if !ok || c.number == 0 || a.number != c.number {
		return value, nil, false
	}
	return a.value, a.next, true
}
