// Package app puts the parts of Bellhop together. It is the only package that
// knows all of them. A file for each thing that can be started: console, demo,
// desk (for commands), serve, replay, check.
package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
	_ "time/tzdata" // Zones work on machines and in containers that have none.

	"bellhop/cli"
	"bellhop/config"
	"bellhop/config/keyring"
	_ "bellhop/ui/noquery" // Must be initialised before the terminal library, which would ask the terminal.
)

// Build is the release that runs.
type Build = cli.Build

// Run runs the whole program and returns its exit code.
func Run(ctx context.Context, build Build, args []string, in io.Reader, out, errOut io.Writer) int {
	return cli.Run(ctx, args, cli.Streams{In: in, Out: out, Err: errOut}, os.LookupEnv, build, Launchers(build))
}

// Launchers returns what the command line starts.
func Launchers(build Build) cli.Launchers {
	l := launcher{userAgent: "bellhop/" + build.Version, build: build, keyring: keyring.System{}}
	return cli.Launchers{
		Console: l.console, Demo: l.demo, Desk: l.withDesk, Check: l.check, Sandbox: serveSandbox, Team: l.team, Replay: serveReplay, Probe: l.probe, NoteSandbox: noteOwnSandbox, Keys: consoleKeys(), Keyring: keyring.System{Waiting: waiting},
	}
}

// launcher starts what talks to a service as a client.
type launcher struct {
	userAgent string
	build     Build
	keyring   config.Keyring
	patience  time.Duration // of a command for the demo's data; 0 is demoPatience
}

// waiting tells that a command waits for the keyring. A console that runs has the
// screen, and says itself what it waits for.
func waiting() {
	_, _ = fmt.Fprintln(os.Stderr, "bellhop: waiting for the keyring; it may ask for its password in a window of its own")
}
