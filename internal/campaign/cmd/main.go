// Command cmd runs a fault campaign: it serves the sandbox with random faults,
// lets consoles without a screen book, cancel and change dates at it in processes
// of their own, kills these and the service at random moments, fills the disk
// under the journal, and compares what the service has in the end with the
// journal and with what the consoles said.
//
//	go run ./internal/campaign/cmd --bookings 10000 --seed 7
//
// The exit code is 1 unless nothing was doubled, lost or left unexplained.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	_ "time/tzdata" // The hotels' days on machines that have no zones.

	"bellhop/internal/campaign"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "campaign:", err)
		os.Exit(1)
	}
}

// options are what the command line asks for.
type options struct {
	campaign.Options
	json bool
	role campaign.Role // of a process that the campaign has started; "" is the campaign
}

func parse(args []string, errOut io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("campaign", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.Usage = func() {
		_, _ = fmt.Fprint(errOut, "Books under faults and kills, and counts what was doubled, lost or left unexplained: see docs/campaign.md.\n\n"+
			"  go run ./internal/campaign/cmd --bookings 10000 --seed 7\n\n")
		flags.PrintDefaults()
	}
	flags.IntVar(&o.Bookings, "bookings", 150, "how many stays to book, as a `NUMBER`")
	flags.Uint64Var(&o.Seed, "seed", 1, "choose stays, faults and kills by this `NUMBER`")
	flags.IntVar(&o.Workers, "workers", 8, "how many consoles at a time, as a `NUMBER`")
	flags.StringVar(&o.Dir, "dir", "", "keep the journal and the database in a new folder, as a `DIR`")
	flags.IntVar(&o.Servers, "servers", 0, "let so many servers share a PostgreSQL with a standby, behind haproxy, as a `NUMBER`; 0 is one on a database of its own")
	flags.BoolVar(&o.ReadFaults, "reads", false, "fault reads only; kill no console and fill no disk")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	console := flags.Bool("console", false, "be one of the consoles; only the campaign itself starts these")
	service := flags.Bool("service", false, "be the service; only the campaign itself starts this")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case *console:
		o.role = campaign.RoleConsole
	case *service:
		o.role = campaign.RoleService
	case o.Bookings < 1 || o.Workers < 1:
		return o, errors.New("--bookings and --workers must be 1 or more")
	}
	if o.Dir == "" {
		return o, nil
	}
	dir, err := filepath.Abs(o.Dir)
	o.Dir = dir
	return o, err
}

// run runs a campaign, or one of its processes, and prints what it found.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	o, err := parse(args, errOut)
	if err != nil {
		return err
	}
	switch o.role {
	case campaign.RoleConsole:
		return campaign.Work(ctx, in, out)
	case campaign.RoleService:
		return campaign.Serve(ctx, in, out)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	o.Progress = errOut
	// A process that is to end is killed: the context has no part in it.
	o.Program = func(role campaign.Role) *exec.Cmd {
		return exec.CommandContext(context.WithoutCancel(ctx), self, "--"+string(role)) //nolint:gosec // It is this program.
	}
	report, err := campaign.Run(ctx, o.Options)
	if err != nil {
		return err
	}
	if o.json {
		err = json.NewEncoder(out).Encode(report)
	} else {
		err = report.Print(out)
	}
	if err == nil && !report.OK() {
		err = errors.New(report.Figures())
	}
	return err
}
