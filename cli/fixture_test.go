package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/cli"
	"bellhop/cli/desk"
	"bellhop/config"
	"bellhop/config/keyring/keyringtest"
	"bellhop/internal/app"

	"github.com/adrg/xdg"
	"github.com/google/go-cmp/cmp"
)

var testBuild = cli.Build{Version: "1.2.3", Commit: "abc", Date: "2026-11-21"}

// fixture is a home of its own and the program's commands in it. They start what
// they start for users, but for the console, the demo and the check, which need a
// terminal or a partner: of these it notes the options.
type fixture struct {
	t    *testing.T
	home string
	env  map[string]string
	in   io.Reader
	ctx  context.Context
	// err is what every launcher returns; nil lets it start.
	err error
	// ring is the keyring of the machine.
	ring    *keyringtest.Ring
	console *config.Config
	demo    *cli.DemoOptions
	check   *cli.CheckOptions
	sandbox *cli.SandboxOptions // that was served last
	replay  *cli.ReplayOptions
	// service takes the place of the profile's where it must answer what the
	// sandbox never does; it is asked at the instant now.
	service booking.Service
	journal *journal.Journal // of the desk on service; nil for none
	now     time.Time
	miles   bool // distances are in miles
	// told, if it is not nil, is called with each piece of standard error.
	told func(text string)
	// serving is told the address of a sandbox that is to go on; nil ends each as
	// soon as it is ready.
	serving chan string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	home := t.TempDir()
	if err := os.Chmod(home, 0o700); err != nil { // Whatever the umask.
		t.Fatal(err)
	}
	t.Cleanup(xdg.Reload) // It runs after the variables are back.
	for name, dir := range map[string]string{"XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "s", "XDG_DATA_HOME": "d", "XDG_CACHE_HOME": "k"} {
		t.Setenv(name, filepath.Join(home, dir))
	}
	xdg.Reload()
	return &fixture{t: t, home: home, env: map[string]string{}, ring: &keyringtest.Ring{}, ctx: t.Context()}
}

// launchers are the program's own, with notes of what they are given.
func (f *fixture) launchers() cli.Launchers {
	l := app.Launchers(testBuild)
	l.Keyring = f.ring
	l.Console = func(_ context.Context, c config.Config) error { f.console = &c; return f.err }
	l.Demo = func(_ context.Context, o cli.DemoOptions) error { f.demo = &o; return f.err }
	l.Check = func(_ context.Context, o cli.CheckOptions) error { f.check = &o; return f.err }
	serve, replay, open := l.Sandbox, l.Replay, l.Desk
	l.Sandbox = func(ctx context.Context, o cli.SandboxOptions) error {
		f.sandbox = &o
		return f.untilReady(ctx, &o.Ready, func(ctx context.Context) error { return serve(ctx, o) })
	}
	l.Replay = func(ctx context.Context, o cli.ReplayOptions) error {
		f.replay = &o
		return f.untilReady(ctx, &o.Ready, func(ctx context.Context) error { return replay(ctx, o) })
	}
	l.Desk = func(ctx context.Context, c config.Config, use func(context.Context, *desk.Session) error) error {
		switch {
		case f.err != nil:
			return f.err
		case f.service != nil:
			return use(ctx, &desk.Session{Zone: time.UTC, Miles: f.miles, Desk: booking.NewDesk(booking.Options{
				Service: f.service, Now: func() time.Time { return f.now }, Journal: f.journal, Profile: "demo", Environment: "sandbox",
			})})
		default:
			return open(ctx, c, use)
		}
	}
	return l
}

// untilReady serves until the first lines are printed, or for as long as the test
// runs when it is to go on.
func (f *fixture) untilReady(ctx context.Context, ready *func(string) error, serve func(context.Context) error) error {
	if f.err != nil {
		return f.err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	first := *ready
	*ready = func(address string) error {
		err := first(address)
		if f.serving == nil {
			stop()
		} else {
			f.serving <- address
		}
		return err
	}
	return serve(ctx)
}

// serve serves a sandbox of a small world in the default folder until the test
// ends, and returns its address.
func (f *fixture) serve(args ...string) string {
	f.t.Helper()
	f.serving = make(chan string, 1)
	ctx, stop := context.WithCancel(f.ctx)
	ended := make(chan string, 1)
	go func() {
		var errOut bytes.Buffer
		code := cli.Run(ctx, append([]string{"sandbox", "--account", "partner:secret", "--hotels", "100"}, args...),
			cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &errOut}, nil, testBuild, f.launchers())
		ended <- fmt.Sprintf("exit %d, %s", code, errOut.String())
	}()
	f.t.Cleanup(func() {
		stop()
		if end := <-ended; end != "exit 0, " {
			f.t.Errorf("the sandbox ended with %s", end)
		}
	})
	select {
	case address := <-f.serving:
		f.serving = nil
		return address
	case end := <-ended:
		ended <- end
		f.t.Fatalf("the sandbox did not start: %s", end)
		return ""
	}
}

// run runs a command line; HOME stands for the home in what it prints.
func (f *fixture) run(args ...string) (code int, out, errOut string) {
	f.t.Helper()
	var o bytes.Buffer
	e := watched{told: f.told}
	if f.in == nil {
		f.in = strings.NewReader("")
	}
	lookup := func(name string) (string, bool) { v, ok := f.env[name]; return v, ok }
	code = cli.Run(f.ctx, args, cli.Streams{In: f.in, Out: &o, Err: &e}, lookup, testBuild, f.launchers())
	f.in = nil
	return code, strings.ReplaceAll(o.String(), f.home, "HOME"), strings.ReplaceAll(e.text.String(), f.home, "HOME")
}

// A watched buffer keeps the writes of several goroutines, and passes each to told first.
type watched struct {
	mu   sync.Mutex
	text bytes.Buffer
	told func(text string)
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.told != nil {
		w.told(string(p))
	}
	return w.text.Write(p)
}

// What is made anew each time: the token of the control path, and the port.
var (
	madeToken = regexp.MustCompile(`(?m)^(control \S+ )[a-z0-9]{26}$`)
	freePort  = regexp.MustCompile(`http://(127\.0\.0\.1|0\.0\.0\.0|\[::\]):\d+`)
)

// want runs a command line and compares everything it leaves.
func (f *fixture) want(args []string, code int, out, errOut string) {
	f.t.Helper()
	gotCode, gotOut, gotErr := f.run(args...)
	gotOut = madeToken.ReplaceAllString(gotOut, "${1}TOKEN")
	if strings.Contains(out, ":4711") {
		gotOut = freePort.ReplaceAllString(gotOut, "http://127.0.0.1:4711")
	}
	got := fmt.Sprintf("exit %d\n%s---\n%s", gotCode, gotOut, gotErr)
	if diff := cmp.Diff(fmt.Sprintf("exit %d\n%s---\n%s", code, out, errOut), got); diff != "" {
		f.t.Errorf("bellhop %s:\n%s", strings.Join(args, " "), diff)
	}
}

func words(line string) []string { return strings.Fields(line) }

// write writes a file of the configuration, with that mode whatever the umask is.
func (f *fixture) write(name, text string, mode os.FileMode) {
	f.t.Helper()
	dir := filepath.Join(f.home, "c", "bellhop")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		f.t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
		f.t.Fatal(err)
	}
}

// file writes a file into the home and returns its path.
func (f *fixture) file(name, text string) string {
	f.t.Helper()
	path := filepath.Join(f.home, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
	return path
}
