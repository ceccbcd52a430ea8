package desk

import (
	"context"
	"fmt"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/recovery"
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

The exit code is 0 if every reservation that is named is cancelled in the end, by this
command or before it. Otherwise it is the gravest of 5 (an outcome is not known), 6 (a
cancellation was not sent) and 1 (a reservation is not found or cannot be cancelled, or
the service refused it). --json prints an array, also for one reservation.
` + fmt.Sprintf(writeHelp, booking.WordCancel) + costHelp,
		Example: "  bellhop reservation cancel 0123456789abcdef0123456789abcdef\n  bellhop reservation cancel \"$id\" --yes --free --json outcome,cost\n  bellhop reservation cancel $(cat ids.txt) --yes --word cancel",
		Args: func(cmd *cobra.Command, args []string) error {
			if err := w.checkCost(); err != nil {
				return err
			}
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
				plan, err := prepared(ctx, cmd, s, args, resume)
				if err != nil {
					return err
				}
				if w.preview {
					return w.previewed(ctx, cmd, s, plan, free, &format)
				}
				if several := resume || len(plan.Items)+len(plan.Left) > 1; several || len(plan.Items) == 0 {
					return w.run(ctx, cmd, s, plan, free, &format)
				}
				return w.cancel(ctx, cmd, s, plan, free, &format)
			})
		},
	}
	cmd.Flags().BoolVar(&free, "free", false, "only where cancelling costs nothing")
	cmd.Flags().BoolVar(&resume, "resume", false, "go on with several that were not all cancelled")
	w.flags(cmd, h, booking.WordCancel)
	w.costFlags(cmd)
	format.NamedFlags(cmd, reservationFields("attempt", "cost", "outcome", "cancelled_by", "why"))
	h.Flags(cmd, &flags)
	return cmd
}

// cancel cancels the one reservation of a plan.
func (w *writing) cancel(ctx context.Context, cmd *cobra.Command, s *Session, plan bulk.Plan, free bool, format *output.Format) error {
	r, cost := plan.Items[0].Shown.Reservation, plan.Items[0].Cost
	dearer := w.dearer(&plan, free)
	head, err := s.writeHead(cmd, r, dearer == nil && !w.consents(s, booking.WordCancel))
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\nCancelling costs %s.\n", s.environmentWords(), head, cost.Sentence())
	if dearer != nil {
		return s.ended(ctx, cmd, plan.Untried(), format, "", dearer)
	}
	if err := w.allowed(cmd, s, "Cancel it?", booking.WordCancel); err != nil {
		return err
	}
	ctx, stop := exit.UntilSignal(ctx)
	defer stop()
	done, err := s.Desk.Cancel(ctx, plan.Items[0].Shown)
	if err != nil {
		report := plan.Untried()
		_ = report.Results[0].Record(done, err)
		if report.Count(bulk.Already) > 0 {
			return s.finish(ctx, cmd, report, format)
		}
		lost := recovery.WriteIn(err, recovery.Unresolved)
		found, err := w.resolved(ctx, cmd, s, err)
		if err != nil {
			report = report.Renewed(s.Desk)
			if code, coded := exit.CodeOf(endOf(report)); coded && code != exit.Failed { // A refusal may have a code of its own.
				err = exit.With(code, err)
			}
			return s.ended(ctx, cmd, report, format, "", err)
		}
		lost.Reservation = found
		done = s.Desk.CanceledLater(*lost)
		done.Before = r.Confirmation
	}
	report := bulk.Report{Results: []bulk.Result{{Item: plan.Items[0], Outcome: bulk.Canceled, Canceled: &done}}}
	printed := s.printRows(ctx, cmd, s.manyOf(report), format, func() error {
		out := output.NewTable(cmd.OutOrStdout())
		out.Row(done.Reservation.Status)
		for _, line := range done.ReferenceLines(done.Reservation, done.Attempt) {
			out.Row(line)
		}
		out.Row("Cancelling cost " + done.Cost.Sentence() + ".")
		for _, row := range paymentRows(done.Paid) {
			out.Row(row[0], row[1])
		}
		return out.Flush()
	})
	return unprinted(printed, "cancelled", done.Attempt, done.Reservation)
}
