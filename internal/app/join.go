package app

import (
	"context"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/cli"
	"bellhop/internal/guard"
	"bellhop/sandbox"
	"bellhop/screens"
)

// joinedPause is how often a console polls the state of a joined sandbox.
const joinedPause = time.Second

// A joined demo is the sandbox of another process, found by the control file in the demo's folder.
type joined struct {
	dir     string
	control cli.Control
	state   atomic.Pointer[sandbox.ControlState]
	over    atomic.Bool // watch saw its end
}

// joinDemo returns a function that makes a desk at another process's demo; ok is false if no demo is running.
func (s *session) joinDemo(flags []string) (begin func() (*screens.Deps, error), ok bool) {
	running, found := cli.FindControl(s.cfg.Paths.DemoDir)
	if !found {
		return nil, false
	}
	state, err := running.State(s.ctx)
	if err != nil {
		return nil, false
	}
	j := &joined{dir: s.cfg.Paths.DemoDir, control: running}
	j.state.Store(&state)
	s.joined.Store(j)
	go func() {
		defer guard.Catch()
		j.watch(s.ctx)
	}()
	return func() (*screens.Deps, error) {
		deps, err := s.demoDesk(running.Service(), running.Token, func() []string { return j.state.Load().Lineage })
		if err == nil {
			deps.JoinedEnded, deps.JoinedWithout = j.over.Load, flags
		}
		return deps, err
	}, true
}

// ended reports whether the process has stopped serving the demo.
func (j *joined) ended() bool {
	now, found := cli.FindControl(j.dir)
	return !found || now != j.control
}

// watch follows the sandbox's clock and lineage until its end.
func (j *joined) watch(ctx context.Context) {
	for api.Sleep(ctx, joinedPause) == nil {
		if j.ended() {
			j.over.Store(true)
			return
		}
		if state, err := j.control.State(ctx); err == nil {
			j.state.Store(&state)
		}
	}
}

// now returns the time by the sandbox's clock.
func (j *joined) now() time.Time {
	clock := j.state.Load().Clock
	if clock.Stopped {
		return clock.Now
	}
	return time.Now().Add(time.Duration(clock.OffsetSeconds) * time.Second)
}
