package app

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"bellhop/booking/wording"
	"bellhop/cli"
	"bellhop/cli/desk"
	"bellhop/config"
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
		Zone: deps.Zone, Miles: deps.Miles, Quotes: deps.Quotes, References: deps.References,
		Cancellations: deps.Batches, MarkupWords: deps.MarkupWords,
	})
}

// How long a demo waits for a command to release the demo's data, and how often it tries.
const (
	demoPatience = 30 * time.Second
	demoPause    = 25 * time.Millisecond
)

// demoForCommand returns a desk at the demo: at the one that another process has open, or
// else at one of its own.
func (s *session) demoForCommand() (*screens.Deps, error) {
	o := cli.DefaultDemo(s.cfg)
	o.Sandbox.Latency, o.Alone, o.Join = "none", true, true // A command needs no delay, and the sandbox ends with it.
	return s.startDemo(o)
}

// agentZone returns the agent's zone, or UnknownZone if TZ names none.
func agentZone(p config.Preferences) *time.Location {
	if p.ZoneTrouble != "" {
		return wording.UnknownZone()
	}
	return cmp.Or(p.Zone, time.UTC)
}
