package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/desk"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/safetext"

	"github.com/spf13/cobra"
)

func auditShowCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	cmd := &cobra.Command{
		Use:   "show ATTEMPT|RESERVATION",
		Short: "Show everything that is known of one write or one reservation",
		Long: `Show prints the journal's lines about one attempt, or about all attempts at one
reservation and whom its guest was shown to, in the order in which they were
written. Of a reservation that was not booked from this machine it says so, and what
the service holds. With --json it prints the lines as they stand in the file.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Wrong("%q takes the id of one attempt or reservation, and %s given; see \"bellhop audit list\"", cmd.CommandPath(), arguments.WasWere(len(args)))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			var events []journal.Event
			err = reading(c.LocalState().JournalDir, func(j *journal.Journal) (err error) {
				events, err = j.Show(args[0])
				return err
			})
			unknown := errors.Is(err, journal.ErrNoAttempt) || errors.Is(err, errNoJournal)
			switch {
			case errors.Is(err, journal.ErrNoAttempt):
				err = fmt.Errorf("the journal in %s knows no attempt and no reservation %q; bellhop audit list lists them", c.LocalState().JournalDir, args[0])
			case err == nil && format.JSON():
				return format.Print(cmd.Context(), cmd.OutOrStdout(), events, nil)
			case err == nil:
				err = printEvents(cmd.OutOrStdout(), events, c.Preferences.Zone)
			}
			if bookedHere(events, args[0]) || format.JSON() || err != nil && !unknown {
				return err
			}
			if asked := a.showHeld(cmd, c, args[0]); asked == nil || !unknown {
				return asked
			}
			return err
		},
	}
	format.Flags(cmd, []journal.Event{})
	a.profileFlags(cmd, &flags)
	return cmd
}

// bookedHere reports whether the events have the booking of the reservation, or are those of an attempt.
func bookedHere(events []journal.Event, id string) bool {
	return slices.ContainsFunc(events, func(e journal.Event) bool {
		return e.Attempt == id || e.Plan != nil && e.Plan.Kind == journal.Create
	})
}

// showHeld prints what the service holds of a reservation that was not booked from this machine.
func (a *app) showHeld(cmd *cobra.Command, c config.Config, id string) error {
	if err := c.Ready(); err != nil {
		return err
	}
	return a.launch.Desk(cmd.Context(), c, func(ctx context.Context, at *desk.Session) error {
		desk := at.Desk
		r, found, err := desk.Read(ctx, id)
		desk.Recovery.Correct(found)
		if err != nil {
			return err
		}
		if _, _, err := desk.Directory.Facts(ctx, r.Hotel); err != nil && ctx.Err() != nil {
			return err // Without the hotel's zone the stay and the deadlines are told in UTC.
		}
		from := r.Created.Time
		if from.IsZero() {
			from = desk.Now()
		}
		lines := append([]string{
			"It was not booked from this machine: what was agreed to is not known here.",
			"The service holds: " + wording.Status(r.Status) + ", " + r.Hotel.Name + ", " + desk.StayOf(r).Words() + ", " + terms.PriceWords(r.Rate.Total),
		}, desk.TermsOf(r).AgreedLines(from)...)
		for i, line := range lines {
			if i > 1 {
				line = "  " + line
			}
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), safetext.Line(line)); err != nil {
				return err
			}
		}
		return nil
	})
}

// printEvents prints events under the attempt that each belongs to, and reveals under "read".
func printEvents(w io.Writer, events []journal.Event, zone *time.Location) error {
	attempt := ""
	for _, e := range events {
		if of := cmp.Or(e.Attempt, "read"); of != attempt {
			attempt = of
			if _, err := fmt.Fprintln(w, attempt); err != nil {
				return err
			}
		}
		at, text := e.At.In(zone).Format("2006-01-02 15:04:05.000 -0700"), recovery.EventWords(e)
		if _, err := fmt.Fprintf(w, "  %s  %s\n", at, safetext.Line(text)); err != nil {
			return err
		}
		if e.Plan == nil {
			continue
		}
		for _, line := range recovery.PlanLines(*e.Plan)[1:] {
			if _, err := fmt.Fprintf(w, "  %s  %s\n", blank(at), safetext.Line(line)); err != nil {
				return err
			}
		}
	}
	return nil
}

// blank is as wide as a text of plain letters.
func blank(text string) string { return fmt.Sprintf("%*s", len(text), "") }
