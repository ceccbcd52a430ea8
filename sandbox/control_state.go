package sandbox

import (
	"context"
	"time"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/store"
	"bellhop/sandbox/training/fault"
)

// ControlState is the answer to almost every request of the control path. Its
// times are of whole seconds.
type ControlState struct {
	Clock        ControlClock     `json:"clock"`
	Latency      string           `json:"latency"`
	Quirks       []string         `json:"quirks"`
	Faults       []fault.Status   `json:"faults"`
	Snapshots    []store.Snapshot `json:"snapshots"`
	Seed         uint64           `json:"seed"`
	Hotels       int              `json:"hotels"`
	Reservations int64            `json:"reservations"`
	Lineage      []string         `json:"lineage"` // as Sandbox.Lineage returns it
}

// ControlClock is the Clock as the control path has it.
type ControlClock struct {
	Now           time.Time `json:"now"`
	OffsetSeconds int64     `json:"offset_seconds"`
	Stopped       bool      `json:"stopped"`
}

func (s *Sandbox) controlState(ctx context.Context) (ControlState, error) {
	if s.shared != nil {
		s.reread(ctx) // How often each fault met a request is told to nobody.
	}
	clock := s.Clock()
	state := ControlState{
		Clock:   ControlClock{wholeSeconds(clock.Now), int64(clock.Offset.Round(time.Second) / time.Second), clock.Stopped},
		Latency: s.training.Latency.String(), Quirks: s.training.Quirks.Names(), Faults: s.training.Faults.List(),
		Seed: uint64(s.seed), Hotels: s.world.Len(), Lineage: s.Lineage(),
	}
	snapshots, err := s.Snapshots(ctx)
	if err != nil {
		return state, err
	}
	state.Snapshots = lists.Map(snapshots, func(one store.Snapshot) store.Snapshot {
		one.SavedAt = wholeSeconds(one.SavedAt)
		return one
	})
	if state.Reservations, err = s.store.Reservations(ctx); err != nil {
		return state, err
	}
	return state, nil
}

func wholeSeconds(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
