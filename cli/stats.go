package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"bellhop/booking/pace"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

const statsLong = `Stats prints what your bookings of the last seven days took, in keys, time and
calls to the service, from the first key of a search to the confirmation: the
booking in the middle, and the best. The calls are all that the console made in
that time, the list of destinations as you type included. The searches are those
for hotels, also the ones that led to no booking, for each booking.

The numbers stay on this machine and hold nothing of a guest, of a hotel or of
what was typed. pace = "off" under [preferences] of the config file stops the
counting, and --forget removes what was counted. The demo has numbers of its own.`

const statsExample = `  bellhop stats
  bellhop stats --profile demo
  bellhop stats --json
  bellhop stats --forget`

// statsWeek is how far back the summary goes.
const statsWeek = 7 * 24 * time.Hour

// statsJSON is what is printed for scripts. Times are milliseconds.
type statsJSON struct {
	Days    int          `json:"days"`
	Counted bool         `json:"counted"` // whether bookings are counted now
	Week    pace.Summary `json:"week"`
	All     pace.Summary `json:"all"`
}

func statsCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var forget bool
	cmd := &cobra.Command{
		Use:     "stats",
		Short:   "Print how many keys, seconds and calls your bookings took",
		Long:    statsLong,
		Example: statsExample,
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if forget && format.JSON() {
				return exit.Wrong("--forget prints no JSON; leave one of the two out")
			}
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			store := pace.NewStore(c.LocalState().PaceFile)
			if forget {
				if err := store.Remove(); err != nil {
					return err
				}
				_, err := fmt.Fprintln(cmd.OutOrStdout(), "What bookings took is forgotten.")
				return err
			}
			kept, damaged, err := store.Bookings()
			if err != nil {
				return err
			}
			if damaged > 0 {
				unread := fmt.Sprintf("%s of %s cannot be read; bellhop stats --forget begins anew", wording.Plural(damaged, "line"), store.Path())
				if len(kept) == 0 {
					return errors.New(unread)
				}
				cmd.PrintErrln("bellhop: " + unread)
			}
			counted := c.Preferences.Pace.Text != "off"
			week, all := pace.Since(kept, time.Now().Add(-statsWeek)), pace.Since(kept, time.Time{})
			if format.JSON() {
				return format.Print(cmd.Context(), cmd.OutOrStdout(), statsJSON{Days: 7, Counted: counted, Week: week, All: all}, nil)
			}
			return printStats(cmd.OutOrStdout(), week, all, counted)
		},
	}
	cmd.Flags().BoolVar(&forget, "forget", false, "remove what was counted")
	format.Flags(cmd, statsJSON{})
	a.profileFlags(cmd, &flags)
	return cmd
}

func printStats(w io.Writer, week, all pace.Summary, counted bool) error {
	lines := []string{wording.Plural(week.Count, "booking") + " in the last seven days"}
	for _, line := range week.Words() {
		lines = append(lines, "  "+line)
	}
	if all.Count > week.Count {
		lines = append(lines, wording.Plural(all.Count, "booking")+" since counting began")
		for _, line := range all.Words() {
			lines = append(lines, "  "+line)
		}
	}
	if !counted {
		lines = append(lines, "Bookings are not counted: pace is off in the config file.")
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
