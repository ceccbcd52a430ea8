package app

import (
	"context"

	"bellhop/cli"
	"bellhop/sandbox"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
	"bellhop/sandbox/world"
	"bellhop/screens"
)

// offeredTokens returns the sandbox's payment tokens as the console offers them. A
// sandbox that is somebody else's has its own, which only its owner knows.
func offeredTokens() []screens.Described {
	var out []screens.Described
	for _, t := range service.TestTokens() {
		out = append(out, screens.Described{Name: t.Token, Does: t.Meaning})
	}
	return out
}

// controls are a sandbox as the console's panel works it.
type controls struct{ *sandbox.Sandbox }

// State returns how the sandbox behaves now.
func (c controls) State() screens.SandboxState {
	clock := c.Clock()
	state := screens.SandboxState{
		Now: clock.Now, Offset: clock.Offset, Stopped: clock.Stopped, Latency: c.Training().Latency.String(), Usual: cli.DemoLatency,
	}
	for _, l := range fault.Profiles() {
		state.Latencies = append(state.Latencies, l.String())
	}
	for _, f := range c.Training().Faults.List() {
		state.Faults = append(state.Faults, screens.SandboxFault{Rule: f.Rule, Matched: int(f.Matched), Fired: int(f.Fired)})
	}
	return state
}

// SetLatency takes a profile or a duration.
func (c controls) SetLatency(ctx context.Context, to string) error {
	return c.Training().Latency.Set(ctx, to)
}

// AddFaults takes rules, one a line.
func (c controls) AddFaults(ctx context.Context, rules string) error {
	return c.Training().Faults.Add(ctx, rules)
}

// ClearFaults removes all rules.
func (c controls) ClearFaults(ctx context.Context) error { return c.Training().Faults.Clear(ctx) }

// Snapshots returns the saved states.
func (c controls) Snapshots(ctx context.Context) ([]screens.SandboxSnapshot, error) {
	list, err := c.Sandbox.Snapshots(ctx)
	var out []screens.SandboxSnapshot
	for _, s := range list {
		out = append(out, screens.SandboxSnapshot{Name: s.Name, Saved: s.SavedAt, Reservations: s.Reservations, Damaged: s.Damaged})
	}
	return out, err
}

// SaveSnapshot saves the state under a name.
func (c controls) SaveSnapshot(ctx context.Context, name string) error { return c.Save(ctx, name) }

// LoadSnapshot goes back to a saved state.
func (c controls) LoadSnapshot(ctx context.Context, name string) error { return c.Load(ctx, name) }

// Scenarios returns the hotels that do something on purpose.
func (c controls) Scenarios() []screens.SandboxScenario {
	var out []screens.SandboxScenario
	for _, s := range world.Scenarios() {
		out = append(out, screens.SandboxScenario{Described: screens.Described{Name: s.Key, Does: s.Does}, Hotel: s.Hotel, Room: s.Room})
	}
	return out
}
