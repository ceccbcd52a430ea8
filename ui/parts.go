package ui

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

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
