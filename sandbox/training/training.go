// Package training bends the service from outside, for those who learn to use it
// and for tests: latency, faults, bookings that are made late, quirks, and the
// scenarios of one invented city. Each is a middleware in a file of its own;
// order.go has the order in which a request passes them.
package training

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
	"bellhop/sandbox/world"
)

// Settings are what a training starts with, and goes back to at a reset.
type Settings struct {
	latency fault.Latency
	rules   []fault.Rule
	quirks  quirkSet
}

// ReadSettings reads a profile as Latency.Set does, rules as Faults.Add does, and
// quirks as Quirks.Set does; each may be empty.
func ReadSettings(latency, faults, quirks string) (s Settings, err error) {
	if s.latency, err = fault.ParseLatency(latency); err != nil {
		return s, err
	}
	if s.rules, err = fault.Parse(faults); err != nil {
		return s, fmt.Errorf("fault rules, %w", err)
	}
	if quirks != "" {
		s.quirks, err = readQuirks(quirks)
	}
	return s, err
}

// Options are what a training works with.
type Options struct {
	Seed    service.Seed
	World   *world.World
	Changes int // how many of 1000 ordinary rates cost something else than the search says
	Facts   Facts
	Shared  Shared // what servers share; nil for one alone
	Logger  *slog.Logger
}

// Training is a training in force. It is safe for concurrent use.
type Training struct {
	Latency   *Latency
	Faults    *Faults
	Quirks    *Quirks
	late      *lateBookings
	scenarios *scenarios
	board     *board // nil for one server alone
}

// New starts a training.
func New(s Settings, o Options) *Training {
	t := &Training{
		Latency: newLatency(o.Seed, s.latency), Faults: newFaults(o.Seed, s.rules), Quirks: newQuirks(o.Seed, s.quirks),
		late: &lateBookings{facts: o.Facts, log: o.Logger}, scenarios: newScenarios(o),
	}
	if o.Shared != nil {
		t.board = &board{shared: o.Shared, apply: t.put}
		t.Latency.board, t.Faults.board, t.Quirks.board = t.board, t.board, t.board
	}
	return t
}

// Policy returns how the scenarios have a hotel depart from its search.
func (t *Training) Policy(hotel int, code string, stay world.Stay) service.Policy {
	return t.scenarios.policy(hotel, code, stay)
}

// Reset goes back to the settings of the start, and counts from nothing.
func (t *Training) Reset(ctx context.Context) error {
	if t.board != nil {
		t.Latency.requests.Store(0)
		return t.board.change(ctx, true, func(k *keptTraining) error {
			k.Now = k.First
			return nil
		})
	}
	t.Latency.reset()
	t.Faults.set.Reset()
	t.Quirks.reset()
	return nil
}

// Forget drops what is remembered of requests: the late bookings, and what
// happens only once. Nobody may be served meanwhile.
func (t *Training) Forget() {
	t.scenarios.forget()
	t.late.replace(nil)
}

// Recall makes the late bookings that the data holds the ones to come.
func (t *Training) Recall(ctx context.Context) error { return t.late.recall(ctx) }

// Reread makes what other servers have changed that of this one.
func (t *Training) Reread(ctx context.Context) error {
	if t.board == nil {
		return nil
	}
	return errors.Join(t.board.read(ctx), t.late.recall(ctx))
}
