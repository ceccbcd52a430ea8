package app

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"

	"bellhop/booking"
	"bellhop/cli"
	"bellhop/config"
	"bellhop/internal/campaign"
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
		training := cli.DemoTraining()
		training.Latency = "none" // Nobody watches.
		deps, err = s.startDemo(cli.DemoOptions{Seed: cli.DefaultSeed, Training: training})
	} else {
		deps, err = s.connect(cfg.Profile)
	}
	if err != nil {
		return err
	}
	return use(ctx, deps.Desk)
}

// journalPlace is where the writes of the profile in use are recorded.
func journalPlace(cfg config.Config) cli.JournalPlace {
	at := placeOf(cfg.Paths, cfg.Profile)
	if cfg.Profile.BuiltIn() {
		at = demoPlace(cfg.Paths)
	}
	return cli.JournalPlace{Dir: at.journal, Service: at.service}
}

// runCampaign runs a campaign, or one of its processes.
func runCampaign(ctx context.Context, o cli.CampaignOptions) error {
	switch {
	case o.Console:
		return campaign.Work(ctx, o.In, o.Out)
	case o.Service:
		return campaign.Serve(ctx, o.In, o.Out)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	report, err := campaign.Run(ctx, campaign.Options{
		Bookings: o.Bookings, Seed: o.Seed, Workers: o.Workers, Dir: o.Dir, Progress: o.Err,
		// A process that is to end is killed: the context has no part in it.
		Program: func(role campaign.Role) *exec.Cmd {
			process := exec.CommandContext(context.WithoutCancel(ctx), self, "campaign")
			process.Args = append(process.Args, "--"+string(role))
			return process
		},
	})
	if err != nil {
		return err
	}
	if o.JSON {
		err = json.NewEncoder(o.Out).Encode(report)
	} else {
		err = report.Print(o.Out)
	}
	if err == nil && !report.OK() {
		err = errors.New(report.Figures())
	}
	return err
}
