package training

import (
	"context"
	"sync/atomic"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// Latency is how long every answer takes.
type Latency struct {
	seed     uint64
	first    fault.Latency // what a reset goes back to
	now      atomic.Pointer[fault.Latency]
	requests atomic.Uint64 // numbers them, those of this server
	board    *board
}

func newLatency(seed service.Seed, first fault.Latency) *Latency {
	l := &Latency{seed: uint64(seed), first: first}
	l.reset()
	return l
}

func (l *Latency) reset() {
	l.now.Store(&l.first)
	l.requests.Store(0)
}

// String is the profile in force, as Set takes it.
func (l *Latency) String() string { return l.now.Load().String() }

// Set sets how long every answer takes from now on: none, office, hotel-wifi,
// satellite, or a duration such as 250ms. Any other text is an *input.Error.
func (l *Latency) Set(ctx context.Context, to string) error {
	latency, err := fault.ParseLatency(to)
	if err != nil {
		return input.Errorf("%s", err)
	}
	if l.board != nil {
		return l.board.change(ctx, true, func(k *keptTraining) error {
			k.Now.Latency = latency.String()
			return nil
		})
	}
	l.now.Store(&latency)
	return nil
}

// delay holds each request before it arrives.
func (l *Latency) delay(next Handler) Handler {
	return func(ctx context.Context, e *Exchange) Answer {
		e.Gone = !e.Pause(l.now.Load().Of(l.seed, l.requests.Add(1)))
		return next(ctx, e)
	}
}
