// Package serve has the command that lets a team reach the console.
package serve

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"time"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// Options are what is served, and where.
type Options struct {
	Listen    string // host:port
	Keys      string // the file of who may enter
	Idle      time.Duration
	Sessions  int // at most, at once
	OfOne     int // of one person
	Failed    int // connections of one address that prove no key, in a minute
	LogJSON   bool
	Errors    io.Writer
	Paths     config.Paths
	Ready     func(address, fingerprint string) error // must be called once connections are accepted
	UsersDir  string                                  // has a folder for each person
	HostKey   string
	LookEvery time.Duration // at the file of who may enter
}

// The usual bounds.
const (
	usualIdle     = 30 * time.Minute
	usualSessions = 200
	usualOfOne    = 5
	usualFailed   = 30
	leastIdle     = time.Second
)

const long = `Serve lets the people of a team reach the console with an SSH client: each opens
it with "ssh -p 2222 HOST". Nobody needs Bellhop, a profile or the service's key on
their own machine.

Who may enter stands in a file of public keys, by default ssh_keys beside
config.toml. A line is one of OpenSSH's authorized_keys, whose options say whose
key it is and what that person may do:

  user="anna",profile="agency" ssh-ed25519 AAAA... anna@desk
  user="ben",profile="live",production,read-only ssh-ed25519 AAAA... ben@desk

The profile is one of this machine's, or demo: a sandbox of the person's own.
Without "production" nobody enters a profile in production, and with "read-only"
nothing is written. The file is read again when it changes.

There are no passwords, no shell, no commands and no forwarding. Each person has
a folder of their own, with the journal, drafts and quotes. A line that drops
loses nothing: the next console offers what was begun.`

// Command is "serve". Run serves until its context ends.
func Command(paths config.Paths, ready func() error, until func(*cobra.Command, func(context.Context) error) error, run func(context.Context, Options) error) *cobra.Command {
	o := Options{Paths: paths, UsersDir: filepath.Join(paths.StateDir, "users"), HostKey: filepath.Join(paths.StateDir, "ssh_host_ed25519_key"), LookEvery: time.Second}
	var format string
	cmd := &cobra.Command{
		Use:     "serve --ssh HOST:PORT",
		Short:   "Let a team reach the console over SSH",
		Long:    long,
		Example: "  bellhop serve --ssh :2222\n  bellhop serve --ssh 127.0.0.1:2222 --keys team.keys --idle 15m",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := ready(); err != nil {
				return err
			}
			if err := check(cmd, &o, format); err != nil {
				return err
			}
			o.Errors = cmd.ErrOrStderr()
			o.Ready = func(address, fingerprint string) error {
				_, err := io.WriteString(cmd.OutOrStdout(), "listening on ssh://"+address+"\nhost key "+fingerprint+"\nkeys "+o.Keys+"\nusers "+o.UsersDir+"\n")
				return err
			}
			return until(cmd, func(ctx context.Context) error { return run(ctx, o) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Listen, "ssh", "", "the `HOST:PORT` to listen on, such as :2222")
	flags.StringVar(&o.Keys, "keys", filepath.Join(paths.ConfigDir, "ssh_keys"), "the `FILE` of who may enter")
	flags.DurationVar(&o.Idle, "idle", usualIdle, "end a console in which nothing was typed for this `TIME`")
	flags.IntVar(&o.Sessions, "max-sessions", usualSessions, "how many consoles there may be at once, as a `NUMBER`")
	flags.IntVar(&o.OfOne, "max-sessions-per-user", usualOfOne, "how many consoles one person may have at once, as a `NUMBER`")
	flags.IntVar(&o.Failed, "connects-per-minute", usualFailed, "how many failed logins one address may have in a minute, as a `NUMBER`")
	flags.StringVar(&format, "log-format", "text", "write the log as `text|json`")
	flags.Lookup("keys").DefValue = "" // It depends on the user's folders and is told in words instead.
	for _, name := range []string{"ssh", "idle", "max-sessions", "max-sessions-per-user", "connects-per-minute"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	_ = cmd.RegisterFlagCompletionFunc("log-format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.MarkFlagFilename("keys")
	return cmd
}

func check(cmd *cobra.Command, o *Options, format string) error {
	_, port, err := net.SplitHostPort(o.Listen)
	n, notNumber := strconv.Atoi(port)
	switch {
	case o.Listen == "":
		return exit.Wrong("say where to listen with --ssh HOST:PORT, such as --ssh :2222")
	case err != nil || notNumber != nil || n < 0 || n > 65535:
		return exit.Wrong("--ssh %q is not HOST:PORT, such as :2222 or 127.0.0.1:2222", o.Listen)
	case o.Keys == "":
		return exit.Wrong("--keys is empty; name the file of who may enter")
	case o.Idle < leastIdle || o.Idle > 24*time.Hour:
		return exit.Wrong("--idle is %s to 24h", leastIdle)
	case o.Sessions < 1 || o.Sessions > 10_000 || o.OfOne < 1 || o.OfOne > 10_000:
		return exit.Wrong("--max-sessions and --max-sessions-per-user are 1 to 10000")
	case o.Failed < 1 || o.Failed > 10_000:
		return exit.Wrong("--connects-per-minute is 1 to 10000")
	case format != "text" && format != "json":
		return exit.Wrong("--log-format is text or json")
	}
	o.LogJSON = format == "json"
	if !cmd.Flags().Changed("keys") {
		return nil
	}
	o.Keys, err = filepath.Abs(o.Keys)
	return err
}
