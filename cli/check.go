package cli

import (
	"fmt"
	"io"
	"regexp"
	"sync"
	"time"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// EnvPaymentToken is the variable with the payment token that a check books
// with; as the API key, it has no flag.
const EnvPaymentToken = "BELLHOP_PAYMENT_TOKEN"

// CheckOptions are what to check.
type CheckOptions struct {
	Config config.Config
	City   string // the IATA code of a city that has hotels
	// Write books, changes and cancels as well; the profile is a sandbox then.
	Write bool
	// Card is the payment token to book with; without one it is up to the
	// launcher.
	Card config.Secret
	// Format is how the report is printed, with the fields of CheckFields.
	Format *output.Format
	Out    io.Writer
	// Progress is told of each request; never nil.
	Progress func(number int)
}

const checkLong = `Check plays a fixed script of some 40 requests against the service of a profile,
one at a time, and holds every answer against the specification. It lists each
rule with its section and what came of it:

  holds      the service does what the rule says
  tolerated  it does not, and the console copes all the same
  deviates   it does not; the request, the place, and what was expected and found
  not tried  and why

A section of WIRE is how Bellhop reads what the specification leaves open: where
a name differs there, the profile's dialect can be told. No guest, token or card
is printed.

Nothing is written without --write, which also books, changes and cancels, and
only at a sandbox. It books with the payment token in BELLHOP_PAYMENT_TOKEN; at
Bellhop's own sandbox on this machine with its test token; and without a token
simulated stays only. The specification has no way to remove what is CREATED: one such
reservation stays, and is named at the end.

Without a profile the sandbox inside this program is checked, in memory. The exit
code is 0 when nothing deviates, and 1 when something does or the check did not
come to its end.`

const checkExample = `  bellhop check
  bellhop check --profile work --place PAR
  bellhop check --profile work-sandbox --write --json
  bellhop check --jq '.rules[] | select(.verdict == "deviates") | .section'`

// CheckFields are the fields of a report in JSON.
func CheckFields() []string {
	return []string{"service", "wrote", "requests", "seconds", "counts", "rules", "left", "unknown", "stopped"}
}

var cityForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z]{3}$`) })

func checkCommand(a *app) *cobra.Command {
	var flags config.Flags
	var o CheckOptions
	o.Format = new(output.Format)
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Check a service against the specification",
		Long:    checkLong,
		Example: checkExample,
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cityForm().MatchString(o.City) {
				return exit.Wrong("--place %q is not the IATA code of a city, such as LON", o.City)
			}
			if err := o.Format.Check(); err != nil {
				return err
			}
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			if o.Write && c.Profile.Environment != config.Sandbox {
				return exit.Wrong("--write books and cancels, and %q is production: it is for a sandbox only", c.Profile.Name.Text)
			}
			if o.Write && c.Profile.ReadOnly {
				return exit.Wrong("--write books and cancels, and the profile %s is read-only here", c.Profile.Name.Text)
			}
			if err := c.Ready(); err != nil {
				return err
			}
			if a.env != nil {
				if card, ok := a.env(EnvPaymentToken); ok && card != "" {
					o.Card = config.NewSecret(card)
				}
			}
			o.Config, o.Out, o.Progress = c, cmd.OutOrStdout(), checkProgress(cmd.ErrOrStderr(), time.Now)
			// After the first signal, which lets it give back what it has booked,
			// the second one ends the program at once.
			ctx, stop := exit.UntilSignal(cmd.Context())
			defer stop()
			return exit.StoppedBy(ctx, a.launch.Check(ctx, o))
		},
	}
	cmd.Flags().BoolVar(&o.Write, "write", false, "book, change and cancel as well: at a sandbox only")
	cmd.Flags().StringVar(&o.City, "place", "LON", "search around this city, an IATA `CODE`")
	_ = cmd.RegisterFlagCompletionFunc("place", cobra.NoFileCompletions)
	o.Format.NamedFlags(cmd, CheckFields())
	a.profileFlags(cmd, &flags)
	return cmd
}

// checkProgress tells somebody at a terminal how far a check is, once it takes a
// while.
func checkProgress(w io.Writer, now func() time.Time) func(int) {
	if _, ok := output.TerminalOf(w); !ok {
		return func(int) {}
	}
	next := now().Add(progressEvery)
	return func(number int) {
		if at := now(); at.After(next) {
			next = at.Add(progressEvery)
			_, _ = fmt.Fprintf(w, "bellhop: checking: request %d\n", number)
		}
	}
}
