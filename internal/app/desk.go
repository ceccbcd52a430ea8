package app

import (
	"context"

	"bellhop/booking"
	"bellhop/cli"
	"bellhop/config"
	"bellhop/screens"
)

// withDesk opens a desk at the service of the profile in use, for a command: it
// is the console's own desk, and no screen is drawn.
func (l launcher) withDesk(ctx context.Context, cfg config.Config, use func(context.Context, *booking.Desk) error) error {
	log, closeLog, err := openLog(cfg.Paths.LogFile)
	if err != nil {
		return err
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	s := &session{ctx: ctx, userAgent: l.userAgent, cfg: cfg, log: log}
	defer s.stop(cancel)
	var deps *screens.Deps
	if cfg.Profile.BuiltIn() {
		o := cli.DefaultDemo(cfg)
		o.Sandbox.Latency = "none" // Nobody watches.
		deps, err = s.startDemo(o)
	} else {
		deps, err = s.connect(cfg.Profile)
	}
	if err != nil {
		return err
	}
	return use(ctx, deps.Desk)
}
