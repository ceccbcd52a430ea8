package app

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/cli"
	"bellhop/config"
	"bellhop/screens"
)

// demoSession opens the demo as a console does, and returns what ends it.
func demoSession(t *testing.T, cfg config.Config, change func(*cli.DemoOptions)) (*screens.Deps, func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s := &session{ctx: ctx, cfg: cfg, log: slog.New(slog.DiscardHandler)}
	o := cli.DefaultDemo(cfg)
	o.Sandbox.Latency = "none"
	change(&o)
	deps, err := s.startDemo(o)
	if err != nil {
		t.Fatal(err)
	}
	return deps, func() { s.stop(cancel) }
}

// A second demo works on the sandbox of the first. If that one ends, the second knows it, sends nothing and keeps its draft.
func TestStartDemo_JoinsTheRunningOne(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	cfg := config.Config{Paths: config.PathsIn(root, root, root, root), Profile: config.Profile{Name: config.Setting{Text: config.Demo}}}
	first, end := demoSession(t, cfg, func(o *cli.DemoOptions) { o.Sandbox.Start = "2027-05-01 10:00" })
	second, endSecond := demoSession(t, cfg, func(*cli.DemoOptions) {})
	defer endSecond()
	if first.JoinedEnded != nil || second.JoinedEnded == nil || second.JoinedEnded() || second.Controls != nil {
		t.Fatalf("the second has not joined: %v, %v", second.JoinedEnded != nil, second.Controls)
	}
	here, _, err := first.Desk.OpenReservations(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	there, _, err := second.Desk.OpenReservations(t.Context(), nil)
	if err != nil || len(there.Items) == 0 || len(there.Items) != len(here.Items) {
		t.Fatalf("the first sees %d reservations, the second %d, %v", len(here.Items), len(there.Items), err)
	}
	if err := first.Controls.SetClock(t.Context(), "2027-06-01 12:00"); err != nil {
		t.Fatal(err)
	}
	await(t, "the second to follow the clock", func() bool {
		return second.Desk.Now().Format(time.DateTime) == "2027-06-01 12:00:00"
	})
	store := booking.NewDraftStore(cfg.Paths.DemoDraftsDir, config.Demo, second.Desk.Now)
	draft := booking.Draft{Guest: api.Guest{GivenName: "Xenia", Surname: "Quist"}}
	draft.Trip.CheckIn, draft.Trip.CheckOut = api.NewDate(2027, 7, 1), api.NewDate(2027, 7, 3)
	if err := store.Save(draft); err != nil {
		t.Fatal(err)
	}

	end()
	_, _, err = second.Desk.OpenReservations(t.Context(), nil)
	if x := booking.Explain(err); !errors.Is(err, api.ErrEnded) || x.Title != "The demo that this console shares has ended" || x.Text != "Nothing was sent. Leave this console and start bellhop demo again: your draft is kept." {
		t.Errorf("after its end: %v, %+v", err, x)
	}
	await(t, "the second to see the end", second.JoinedEnded)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	third, endThird := demoSession(t, cfg, func(*cli.DemoOptions) {})
	defer endThird()
	if third.JoinedEnded != nil {
		t.Error("the third has joined a demo that has ended")
	}
	if kept := booking.NewDraftStore(cfg.Paths.DemoDraftsDir, config.Demo, second.Desk.Now).Drafts(); len(kept) != 1 {
		t.Errorf("kept are %+v", kept)
	}
}

// await polls until a condition holds.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain for " + what)
		}
	}
}

// A demo that asks for a sandbox of its own joins none.
func TestServeDemo_WithItsOwnWorld(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	cfg := config.Config{Paths: config.PathsIn(root, root, root, root), Profile: config.Profile{Name: config.Setting{Text: config.Demo}}}
	_, end := demoSession(t, cfg, func(*cli.DemoOptions) {})
	defer end()
	s := &session{ctx: t.Context(), cfg: cfg, log: slog.New(slog.DiscardHandler)}
	o := cli.DefaultDemo(cfg)
	o.Join = false
	want := "the data in " + cfg.Paths.DemoDir + " is in use by another sandbox; leave the other demo first"
	if _, err := s.serveDemo(o); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
