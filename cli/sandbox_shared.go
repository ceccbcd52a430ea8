package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/sandbox"
	"bellhop/sandbox/accountfile"

	"github.com/spf13/cobra"
)

// envData names the data in place of --data, so that an address of a database need
// not stand on a command line.
const envData = "BELLHOP_SANDBOX_DATA"

// dataPlace is where the data is: what --data says, or else its variable.
func (a *app) dataPlace(cmd *cobra.Command, data string) string {
	if value := a.variable(envData); value != "" && !cmd.Flags().Changed("data") {
		return value
	}
	return data
}

// serverFlags are what a server for a team has beside the others.
type serverFlags struct {
	accounts  string
	cert, key string
	metrics   string
	drain     time.Duration
	format    string
	requests  bool
}

const (
	textLines = "text"
	jsonLines = "json"
)

func (f *serverFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.accounts, "accounts", "", "a `FILE` of accounts, which is read again when it changes; see \"bellhop sandbox account\"")
	flags.StringVar(&f.cert, "tls-cert", "", "speak TLS with the certificate of this `FILE` of PEM, which is read again when it changes")
	flags.StringVar(&f.key, "tls-key", "", "the `FILE` of its key")
	flags.StringVar(&f.metrics, "metrics", "", "serve /metrics for Prometheus on a `HOST:PORT` of its own")
	flags.DurationVar(&f.drain, "drain", 0, "when it is to end, say so at /readyz and go on for a `TIME`, such as 10s")
	flags.StringVar(&f.format, "log-format", textLines, "write the log as `text|json`")
	flags.BoolVar(&f.requests, "log-requests", false, "write a line for each request into the log")
	for _, name := range []string{"accounts", "tls-cert", "tls-key"} {
		_ = cmd.MarkFlagFilename(name)
	}
	for _, name := range []string{"metrics", "drain"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	_ = cmd.RegisterFlagCompletionFunc("log-format", cobra.FixedCompletions([]string{textLines, jsonLines}, cobra.ShellCompDirectiveNoFileComp))
}

// mostDrain is less than what ends a process that was asked to end.
const mostDrain = 10 * time.Minute

// into checks the flags, and puts them into the options.
func (f serverFlags) into(cmd *cobra.Command, o *SandboxOptions) error {
	for _, name := range []string{"accounts", "tls-cert", "tls-key", "metrics"} {
		if cmd.Flags().Changed(name) && cmd.Flags().Lookup(name).Value.String() == "" {
			return exit.Wrong("--%s is empty; give it a value or leave it out", name)
		}
	}
	switch {
	case (f.cert == "") != (f.key == ""):
		return exit.Wrong("--tls-cert and --tls-key go together: the certificate, and its key")
	case f.format != textLines && f.format != jsonLines:
		return exit.Wrong("--log-format is %s or %s", textLines, jsonLines)
	case f.drain < 0 || f.drain > mostDrain:
		return exit.Wrong("--drain is 0s to %s", mostDrain)
	}
	if f.metrics != "" {
		if _, err := checkListen(f.metrics); err != nil {
			return exit.Wrong("%s", strings.Replace(err.Error(), "--listen", "--metrics", 1))
		}
	}
	if f.accounts != "" {
		var mistake *accountfile.Error
		var err error
		o.AccountsFile, o.Accounts, err = accountfile.Follow(f.accounts)
		if errors.As(err, &mistake) || errors.Is(err, fs.ErrNotExist) {
			return exit.Wrong("%w", err)
		}
		if err != nil {
			return err
		}
	}
	o.TLSCert, o.TLSKey, o.Metrics, o.Drain = f.cert, f.key, f.metrics, f.drain
	o.LogRequests, o.LogJSON = f.requests, f.format == jsonLines
	return nil
}

func migrateCommand(a *app) *cobra.Command {
	var data string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the tables of a shared database up to date",
		Long: `A database that many servers share gets its tables from the first one. Those
of an earlier Bellhop are brought up to date by this command alone, because
servers of that one may still work with them: stop them first. It can be run
again, and by several at once: one does the work. "bellhop sandbox status
--data postgres://..." says what it would do.`,
		Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			place, err := sharedPlace(a.dataPlace(cmd, data))
			if err != nil {
				return err
			}
			before, err := sandbox.Migrate(cmd.Context(), place)
			if err != nil {
				return err
			}
			if asJSON {
				return output.JSON(cmd.OutOrStdout(), map[string]any{"database": before.Name, "before": before.Version, "now": before.Newest})
			}
			text := fmt.Sprintf("%s was up to date: its tables have version %d.", before.Name, before.Newest)
			if before.Version != before.Newest {
				text = fmt.Sprintf("%s now has tables of version %d; before, it had version %d.", before.Name, before.Newest, before.Version)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().StringVar(&data, "data", "", "the database, as a `postgres://` address")
	_ = cmd.RegisterFlagCompletionFunc("data", cobra.NoFileCompletions)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func sharedPlace(place string) (string, error) {
	if place == "" {
		return "", exit.Wrong("say which database with --data postgres://... or %s", envData)
	}
	if !sandbox.SharedData(place) {
		return "", exit.Wrong("--data %s is no database that servers share: its address begins with postgres://. A folder is brought up to date by itself", place)
	}
	return place, nil
}

// sharedStatus tells how far the tables of a shared database are made. What runs on
// them each server tells itself.
func (c *controller) sharedStatus(place string) error {
	at, err := sandbox.SharedStatus(c.Context(), place)
	if err != nil {
		return err
	}
	if c.asJSON {
		return output.JSON(c.OutOrStdout(), map[string]any{"database": at.Name, "tables": at.Version, "newest": at.Newest})
	}
	t := output.NewTable(c.OutOrStdout())
	words := "up to date"
	switch at.Version {
	case at.Newest:
	case 0:
		words = "none yet: the first server makes them"
	default:
		words = fmt.Sprintf("this bellhop needs %d: run bellhop sandbox migrate", at.Newest)
	}
	_, _ = fmt.Fprintf(t, "database\t%s\n", at.Name)
	_, _ = fmt.Fprintf(t, "tables\tversion %d, %s\n", at.Version, words)
	_, _ = fmt.Fprintf(t, "servers\teach tells its own: set %s and %s\n", envControlURL, envControlToken)
	return t.Flush()
}

const passwordWarning = `bellhop: warning: every user of this machine can read the password in --data on
the command line: leave it to PGPASSWORD, ~/.pgpass or ` + envData + `.
`
