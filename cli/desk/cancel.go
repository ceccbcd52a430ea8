package desk

import (
	"context"
	"errors"
	"fmt"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

func cancelCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	w := writing{}
	var free, resume bool
	cmd := &cobra.Command{
		Use:   "cancel ID …",
		Short: "Cancel reservations, with what it costs shown first",
		Long: `Cancel reads the reservation, says what cancelling costs now, and cancels it once. It
is cancelled only when the service answers with CANCELED. With --free nothing is sent
where cancelling costs something, or the service does not say, and the exit code is 6.

Of several the sum of what it costs is said first, by currency; they are cancelled one
after the other, and need the word at every service. The first whose outcome is not
known, or that is not any more as it was read, ends the run. --resume goes on with a run
that was ended before its end: what is cancelled by then is not sent again.
` + fmt.Sprintf(writeHelp, booking.WordCancel),
		Example: "  bellhop reservation cancel 0123456789abcdef0123456789abcdef\n  bellhop reservation cancel \"$id\" --yes --free --json status,cost\n  bellhop reservation cancel $(cat ids.txt) --yes --word cancel",
		Args: func(cmd *cobra.Command, args []string) error {
			if resume && w.dryRun {
				return exit.Wrong("--dry-run prints the requests of the ids that are given; leave --resume out")
			}
			if resume && len(args) == 0 {
				return nil
			}
			if resume {
				return exit.Wrong("--resume goes on with the reservations of the earlier run; leave the ids out")
			}
			if err := atLeast(1)(cmd, args); err != nil {
				return err
			}
			return checkIDs(args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if w.dryRun {
				return h.dry(cmd, &flags, func(ctx context.Context, client *api.Client, _ config.Profile) error {
					var err error
					for _, id := range args {
						_, err = client.CancelReservation(ctx, id)
					}
					return err
				})
			}
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				if err := w.ready(cmd, s, booking.WordCancel); err != nil {
					return err
				}
				switch {
				case resume:
					return w.resume(ctx, cmd, s, free, &format)
				case len(args) > 1:
					return w.cancelMany(ctx, cmd, s, args, free, &format)
				}
				r, err := read(ctx, s, args[0])
				if err != nil {
					return err
				}
				return w.cancel(ctx, cmd, s, r, free, &format)
			})
		},
	}
	cmd.Flags().BoolVar(&free, "free", false, "only where cancelling costs nothing")
	cmd.Flags().BoolVar(&resume, "resume", false, "go on with several that were not all cancelled")
	w.flags(cmd, h, booking.WordCancel)
	format.NamedFlags(cmd, reservationFields("attempt", "cost", "outcome", "why"))
	h.Flags(cmd, &flags)
	return cmd
}

// cancel cancels a reservation that was just read.
func (w *writing) cancel(ctx context.Context, cmd *cobra.Command, s *Session, r api.Reservation, free bool, format *output.Format) error {
	if able, why := booking.CanCancel(r); !able {
		return errors.New("nothing was sent: " + why)
	}
	shown := s.Desk.ShownNow(r)
	cost := s.Desk.TermsOf(r).CostAt(shown.At)
	_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\nCancelling costs %s.\n", s.environmentWords(), writeHead(cmd, s.Desk, r), cost.Sentence())
	if free && cost.Kind != terms.CostFree {
		return notFree(cost.Sentence())
	}
	if err := w.allowed(cmd, s, "Cancel it?", booking.WordCancel); err != nil {
		return err
	}
	ctx, stop := exit.UntilSignal(ctx)
	defer stop()
	done, err := s.Desk.Cancel(ctx, shown)
	if err != nil {
		lost := recovery.WriteIn(err, recovery.Unresolved)
		found, err := w.resolved(ctx, cmd, s, err)
		if err != nil {
			return err
		}
		lost.Reservation = found
		done = s.Desk.CanceledLater(*lost)
		done.Before = r.Confirmation
	}
	sale, _ := s.saleOf(done.Reservation)
	answer, err := s.reservationObject(done.Reservation, sale, false,
		output.Member{Name: "attempt", Value: done.Attempt}, output.Member{Name: "cost", Value: plainCost(done.Cost)},
		output.Member{Name: "outcome", Value: bulk.Canceled.String()}, output.Member{Name: "why", Value: ""})
	if err != nil {
		return err
	}
	printed := format.Print(context.WithoutCancel(ctx), cmd.OutOrStdout(), answer, func() error {
		out := output.NewTable(cmd.OutOrStdout())
		_, _ = fmt.Fprintln(out, done.Reservation.Status)
		for _, line := range done.ReferenceLines(done.Reservation, done.Attempt) {
			_, _ = fmt.Fprintln(out, line)
		}
		_, _ = fmt.Fprintf(out, "Cancelling cost %s.\n", done.Cost.Sentence())
		for _, row := range paymentRows(done.Paid) {
			_, _ = fmt.Fprintf(out, "%s\t%s\n", row[0], row[1])
		}
		return out.Flush()
	})
	return unprinted(printed, "cancelled", done.Attempt, done.Reservation)
}
