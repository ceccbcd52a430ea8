package app

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"bellhop/cli"
	"bellhop/cli/desk"
	"bellhop/config"
)

// A command works on the demo that is open elsewhere: at the same reservations, by the
// same clock. Nothing needs a log for it.
func TestCommandOnTheRunningDemo(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	cfg := config.Config{Paths: config.PathsIn(root, root, root, root), Profile: config.Profile{Name: config.Setting{Text: config.Demo}}}
	cfg.Paths.LogFile = os.DevNull + "/bellhop.log" // It cannot be written.
	ctx, cancel := context.WithCancel(t.Context())
	console := &session{ctx: ctx, cfg: cfg, log: slog.New(slog.DiscardHandler)}
	o := cli.DefaultDemo(cfg)
	o.Sandbox.Latency, o.Sandbox.Start = "none", "2027-05-01 10:00"
	deps, err := console.startDemo(o)
	if err != nil {
		t.Fatal(err)
	}
	defer console.stop(cancel)
	here, _, err := deps.Desk.OpenReservations(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = launcher{}.withDesk(t.Context(), cfg, func(ctx context.Context, at *desk.Session) error {
		there, _, err := at.Desk.OpenReservations(ctx, nil)
		if err != nil {
			return err
		}
		if len(there.Items) == 0 || len(there.Items) != len(here.Items) || there.Incomplete() {
			t.Errorf("the command sees %d reservations, the console %d", len(there.Items), len(here.Items))
		}
		if now, want := at.Desk.Now(), deps.Desk.Now(); !now.Equal(want) || want.Format(time.DateTime) != "2027-05-01 10:00:00" {
			t.Errorf("the command goes by %s, the console by %s", now, want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Commands at the demo take turns: none joins the sandbox of another, which ends with it.
func TestCommandsOnTheDemoTakeTurns(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	cfg := config.Config{Paths: config.PathsIn(root, root, root, root), Profile: config.Profile{Name: config.Setting{Text: config.Demo}}}
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			err := launcher{patience: 10 * time.Minute}.withDesk(t.Context(), cfg, func(ctx context.Context, at *desk.Session) error {
				_, _, err := at.Desk.OpenReservations(ctx, nil)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
}
