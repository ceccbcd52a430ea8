package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/cli"
	"bellhop/config"
	"bellhop/internal/guard"
	"bellhop/sandbox"
	"bellhop/sandbox/store"
	"bellhop/screens"
	"bellhop/ui"
)

// demoAccount is the account of the sandbox inside the program.
const demoAccount = "demo"

// demo opens the console on the sandbox inside the program.
func (l launcher) demo(ctx context.Context, o cli.DemoOptions) error {
	if !o.Play && !o.Present { // Those are a screen or nothing.
		switch lines, err := byLines(ctx, o.Config); {
		case err != nil:
			return err
		case lines:
			return l.talkDemo(ctx, o)
		}
	}
	return l.inSession(ctx, o.Config, func(s *session) (ui.Screen, ui.Environment, error) {
		s.theme.Presenter = ui.NewPresenter(o.Present)
		if o.Play {
			return s.startPlay(o)
		}
		return s.openingDemo(o)
	})
}

// openingDemo returns a screen at once, and opens the demo behind it: a world takes longer than a frame.
func (s *session) openingDemo(o cli.DemoOptions) (ui.Screen, ui.Environment, error) {
	// The terminal is the console's by then: what takes long is told on its screen, and what is to be noticed at the end.
	var doing atomic.Value
	doing.Store("")
	far := func(what string) func(done, total int) {
		return func(done, total int) { doing.Store(fmt.Sprintf("%s: %d %%", what, 100*done/max(total, 1))) }
	}
	o.Sandbox.Progress, o.Sandbox.Filling = far("making the world"), far("making the reservations")
	if notice := o.Notice; notice != nil {
		o.Notice = func(text string) { s.stops = append(s.stops, func() { notice(text) }) }
	}
	environment := ui.Environment{Name: "SANDBOX", Profile: config.Demo, ReadOnly: s.cfg.Profile.ReadOnly}
	s.opened = make(chan struct{})
	return screens.NewOpening(screens.Opening{
		Context: s.ctx, Theme: s.theme, Environment: environment, Doing: func() string { return doing.Load().(string) },
		Open:   func(context.Context) (func() (*screens.Deps, error), error) { return s.openBehind(o) },
		Failed: func(err error) { s.failed = err },
	}), environment, nil
}

// openBehind is serveDemo beside the screen. What goes wrong is known also where the screen has gone meanwhile.
func (s *session) openBehind(o cli.DemoOptions) (begin func() (*screens.Deps, error), err error) {
	defer close(s.opened)
	defer func() {
		if value := recover(); value != nil {
			s.panicked(value, debug.Stack())
			err = ui.ErrPanic
		} else if err != nil {
			s.log.Error("the demo is not opened", "error", err)
		}
	}()
	if err := s.ctx.Err(); err != nil {
		return nil, err // The console has ended already.
	}
	return s.serveDemo(o)
}

// startDemo is a desk at the sandbox of this process.
func (s *session) startDemo(o cli.DemoOptions) (*screens.Deps, error) {
	begin, err := s.serveDemo(o)
	if err != nil {
		return nil, err
	}
	return begin()
}

// serveDemo serves the demo's sandbox, or joins that of another process, and returns a function that makes a desk at it. A
// command holds the data for a moment and cannot be joined; a console can, as long as it runs.
func (s *session) serveDemo(o cli.DemoOptions) (begin func() (*screens.Deps, error), err error) {
	var busy *store.InUseError
	for until := time.Now().Add(cmp.Or(s.launcher.patience, demoPatience)); ; {
		begin, err = s.serveOwn(o)
		if !o.Join || !errors.As(err, &busy) {
			return begin, demoError(err)
		}
		if begin, ok := s.joinDemo(o.Training); ok {
			return begin, nil
		}
		if !time.Now().Before(until) {
			return nil, demoError(err)
		}
		if waited := api.Sleep(s.ctx, demoPause); waited != nil {
			return nil, waited
		}
	}
}

// serveOwn serves the sandbox on a loopback port of this process, and returns how a desk
// is made at it. Its one secret is made anew each time and is worth nothing afterwards: it is
// the account's token and the control path's, so that a command of the same user,
// who can read the control file, can work on the demo that runs.
func (s *session) serveOwn(o cli.DemoOptions) (begin func() (*screens.Deps, error), err error) {
	token := rand.Text()
	record, err := recordingFile(o.Record)
	if err != nil {
		return nil, err
	}
	s.stops = append(s.stops, func() { _ = record.Close() })
	box, err := s.openDemo(o, token, record)
	if err != nil {
		return nil, err
	}
	s.stops = append(s.stops, func() { _ = box.Close() })
	noticeFixtures(box, o.Notice, "--fresh")
	s.sandbox.Store(box)
	listener, err := new(net.ListenConfig).Listen(s.ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting the sandbox: %w", err)
	}
	served := make(chan error, 1)
	go func() {
		defer guard.Catch()
		defer close(served) // Its end is awaited, however it comes.
		served <- box.Serve(s.ctx, listener)
	}()
	s.stops = append(s.stops, func() {
		if err := <-served; err != nil {
			s.log.Error("serving failed", "component", "sandbox", "error", err)
		}
	})
	if !o.Alone {
		forget, err := cli.WriteControl(s.cfg.Paths.DemoDir, cli.Control{
			Address: cli.ControlURL("http", listener.Addr().String()), Token: token, PID: os.Getpid(), Record: o.Record,
		})
		if err != nil {
			return nil, err
		}
		s.stops = append(s.stops, forget)
	}
	return func() (*screens.Deps, error) {
		deps, err := s.demoDesk("http://"+listener.Addr().String(), token, box.Lineage)
		if err == nil {
			deps.Controls = controls{box}
		}
		return deps, err
	}, nil
}

// demoDesk returns a desk at a demo's service, which is served at an address of this
// machine by this process or another.
func (s *session) demoDesk(base, token string, lineage func() []string) (*screens.Deps, error) {
	dialect := api.DefaultDialect()
	client, err := s.client(base, demoAccount, api.NewSecret(token), dialect, 0)
	if err != nil {
		return nil, err
	}
	s.stops = append(s.stops, client.Close) // Before the sandbox ends, which would wait for it.
	deps := s.deps(client, dialect, s.demoTarget(base, lineage))
	deps.TestTokens = offeredTokens()
	deps.OwnToken = api.NewSecret(token)
	// The demo's API key is another at each start, and a line of the last one is still to open.
	deps.HandOverKey = newHandOverKey(api.NewSecret(demoAccount), string(config.Sandbox)).key
	deps.TryToken = s.tryToken(base, demoAccount, dialect)
	deps.SetToken = func(token api.Secret) error { client.SetToken(token); return nil }
	return deps, nil
}

func (s *session) demoTarget(base string, lineage func() []string) target {
	return target{profile: config.Demo, environment: config.Sandbox, baseURL: base, LocalState: s.cfg.Paths.DemoState(), lineage: lineage}
}

// openDemo opens the demo's world, a new one where that is asked for. The old
// one is thrown away only while no other console is on it, and once there is a new
// one: a disk may have no room for that. That it cannot be read is no reason to keep it.
func (s *session) openDemo(o cli.DemoOptions, token string, record io.Writer) (*sandbox.Sandbox, error) {
	options := o.Sandbox
	options.Dir, options.Samples, options.Logger = s.cfg.Paths.DemoDir, samples, s.log
	options.Accounts, options.Control = []sandbox.Account{{ID: demoAccount, Token: token}}, token
	if o.Record != "" {
		options.Record = record
	}
	aside := options.Dir + ".old"
	var busy *store.InUseError
	box, err := sandbox.Open(s.ctx, options)
	if there(aside) && !errors.As(err, &busy) { // A new world was begun and not finished, and nobody is at it.
		if box != nil {
			_ = box.Close() // It is thrown away.
		}
		if err := errors.Join(os.RemoveAll(options.Dir), os.Rename(aside, options.Dir)); err != nil {
			return nil, fmt.Errorf("putting the demo back: %w", err)
		}
		box, err = sandbox.Open(s.ctx, options)
	}
	if !o.Fresh || errors.As(err, &busy) {
		return box, err
	}
	if err == nil {
		if err := box.Close(); err != nil {
			return nil, err
		}
	}
	options.Keep = false
	return s.renewed(options, aside)
}

// renewed puts a new world in the place of one, which stands aside until then: as long as it is there, the new one is not
// finished.
func (s *session) renewed(options sandbox.Options, aside string) (*sandbox.Sandbox, error) {
	if there(options.Dir) {
		if err := errors.Join(os.RemoveAll(aside), os.Rename(options.Dir, aside)); err != nil {
			return nil, fmt.Errorf("clearing the demo: %w", err)
		}
	}
	box, err := sandbox.Open(s.ctx, options)
	var busy *store.InUseError
	switch {
	case errors.As(err, &busy): // Another console was faster, and its world is none to touch.
		return nil, err
	case err != nil && there(aside):
		return nil, errors.Join(err, os.RemoveAll(options.Dir), os.Rename(aside, options.Dir))
	case err != nil:
		return nil, err
	}
	gone := aside + "-gone" // A removal may be broken off as well.
	if err := errors.Join(os.RemoveAll(gone), os.Rename(aside, gone)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("clearing the demo: %w", err), box.Close()) // The next start puts the old one back.
	}
	if err := os.RemoveAll(gone); err != nil {
		s.log.Warn("the demo before is not all gone", "error", err)
	}
	return box, nil
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
