package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"bellhop/api"
	"bellhop/cli"
	"bellhop/cli/desk"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/sandbox/store"
	"bellhop/screens"
)

// withDesk opens a desk at the service of the profile in use, for a command: it
// is the console's own desk, and no screen is drawn.
func (l launcher) withDesk(ctx context.Context, cfg config.Config, use func(context.Context, *desk.Session) error) error {
	log, closeLog, err := openLog(cfg.Paths.LogFile)
	if err != nil {
		// A command tells its errors itself, and reads where nothing can be written.
		log, closeLog = slog.New(slog.DiscardHandler), func() {}
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	s := &session{ctx: ctx, userAgent: l.userAgent, launcher: l, cfg: cfg, log: log}
	defer s.stop(cancel)
	var deps *screens.Deps
	if cfg.Profile.BuiltIn() {
		deps, err = s.demoForCommand()
	} else {
		deps, err = s.connect(cfg.Profile)
	}
	if err != nil {
		return err
	}
	return use(ctx, &desk.Session{
		Desk: deps.Desk, Raw: s.api.Raw, Environment: cfg.Profile.Environment, Profile: cfg.Profile.Name.Text, ReadOnly: cfg.Profile.ReadOnly,
		Zone: agentZone(deps.Zone), Miles: deps.Miles, Quotes: deps.Quotes, References: deps.References,
		Cancellations: deps.Batches, MarkupWords: deps.MarkupWords,
	})
}

// How long a command waits for another one to leave the demo's data, and how often it asks.
const (
	demoPatience = 30 * time.Second
	demoPause    = 25 * time.Millisecond
)

// demoForCommand returns a desk at the demo: at the one that another process has open, or
// else at one of its own.
func (s *session) demoForCommand() (*screens.Deps, error) {
	o := cli.DefaultDemo(s.cfg)
	o.Sandbox.Latency, o.Alone = "none", true // Nobody watches, and it ends with the command.
	var busy *store.InUseError
	deps, err := s.startDemo(o)
	running, found := cli.FindControl(s.cfg.Paths.DemoDir)
	// Another command holds the data for a moment, and serves nobody else; a console does, as long as it runs.
	for until := time.Now().Add(cmp.Or(s.launcher.patience, demoPatience)); errors.As(err, &busy) && !found && time.Now().Before(until); {
		if waited := api.Sleep(s.ctx, demoPause); waited != nil {
			return nil, waited
		}
		deps, err = s.startDemo(o)
		running, found = cli.FindControl(s.cfg.Paths.DemoDir)
	}
	if !errors.As(err, &busy) || !found {
		return deps, err
	}
	state, err := running.State(s.ctx)
	if err != nil {
		return nil, err
	}
	s.clock = movedClock(state.Clock)
	return s.demoDesk(running.Service(), running.Token, func() []string { return state.Lineage })
}

// movedClock goes by what another process's sandbox says of its clock.
func movedClock(c sandbox.ControlClock) func() time.Time {
	return func() time.Time {
		if c.Stopped {
			return c.Now
		}
		return time.Now().Add(time.Duration(c.OffsetSeconds) * time.Second)
	}
}

// agentZone is the agent's zone, and UTC where it is not known.
func agentZone(zone *time.Location) *time.Location { return cmp.Or(zone, time.UTC) }
