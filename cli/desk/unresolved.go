package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellhop/booking/recovery"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

func notFree(cost string) error {
	return exit.With(exit.Changed, fmt.Errorf("nothing was sent: cancelling costs %s, and --free was said", cost))
}

// unresolvedJSON is a write of which nobody knows yet what came of it.
type unresolvedJSON struct {
	Attempt     string     `json:"attempt"`
	What        string     `json:"what"`
	Kind        string     `json:"kind"` // create, cancel, modify
	State       string     `json:"state"`
	Reservation string     `json:"reservation"`
	Sent        time.Time  `json:"sent"`
	Until       *time.Time `json:"until"` // what was not found by then counts as not made
	Progress    string     `json:"progress"`
}

func unresolvedCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var wait bool
	cmd := &cobra.Command{
		Use:   "unresolved",
		Short: "List writes whose answer was lost, and find out what came of them",
		Long: `Unresolved lists what was sent from this machine and not answered: nobody knows yet
whether it happened. With --wait it looks until that is known of each. The exit code
is 5 as long as one is not known.`,
		Example: "  bellhop reservation unresolved\n  bellhop reservation unresolved --wait --json attempt,state",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				// The list is the journal's once it is open; each that nobody follows is followed from then on.
				unread := s.Desk.Recovery.Round(ctx)
				writes := s.Desk.Recovery.Writes()
				for i := range writes {
					var err error
					if wait && writes[i].State == recovery.Unresolved {
						if writes[i], err = follow(ctx, cmd, s, writes[i].Plan.Attempt, false); err != nil {
							return err
						}
					}
				}
				printed := s.printUnresolved(ctx, cmd, writes, &format)
				if unread != nil {
					return errors.Join(printed, fmt.Errorf("not all that was sent and not answered can be listed: %w", unread))
				}
				return printed
			})
		},
	}
	cmd.Flags().BoolVar(&wait, "wait", false, "look until it is known what came of each")
	format.Flags(cmd, []unresolvedJSON{})
	h.Flags(cmd, &flags)
	return cmd
}

func stateWord(s recovery.State) string {
	return [...]string{"unresolved", "held back", "made", "made late", "not made", "given up"}[s]
}

func (s *Session) printUnresolved(ctx context.Context, cmd *cobra.Command, writes []recovery.Write, format *output.Format) error {
	list, open, now := []unresolvedJSON{}, false, s.Desk.Now()
	for _, w := range writes {
		one := unresolvedJSON{
			Attempt: w.Plan.Attempt, What: w.What(), Kind: string(w.Plan.Kind), State: stateWord(w.State), Reservation: w.ReservationID(),
			Sent: w.Sent.UTC(), Progress: w.Progress(now, s.Zone),
		}
		if !w.Until.IsZero() {
			at := w.Until.UTC()
			one.Until = &at
		}
		open = open || w.State == recovery.Unresolved
		list = append(list, one)
	}
	err := format.Print(ctx, cmd.OutOrStdout(), list, func() error {
		out := output.NewList(cmd.OutOrStdout(), "ATTEMPT", "STATE", "WHAT", "PROGRESS")
		for _, one := range list {
			out.Row(one.Attempt, one.State, one.What, one.Progress)
		}
		if len(list) == 0 && out.AtTerminal() {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "Every answer has come.")
			return err
		}
		return out.Flush()
	})
	for _, w := range writes {
		if err == nil && w.Booked() {
			_ = s.Desk.Recovery.NoteShown(w.Plan.Attempt) // If this fails, the next start shows the booking again.
		}
	}
	if err == nil && open {
		return exit.With(exit.Unresolved, errors.New("of some it is not known yet what came of them"))
	}
	return err
}
