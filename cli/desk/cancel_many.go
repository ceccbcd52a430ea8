package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/views"
	"bellhop/cli/exit"
	"bellhop/cli/output"

	"github.com/spf13/cobra"
)

// A manyRow is what became of one reservation of several.
type manyRow struct {
	reservation *api.Reservation // nil where it was left out
	id, outcome string
	cost        string // what cancelling it cost, or would have
	attempt     string
	why         string
}

// cancelMany cancels several reservations: the sum of what it costs first, one typed word, one after the other.
func (w *writing) cancelMany(ctx context.Context, cmd *cobra.Command, s *Session, ids []string, free bool, format *output.Format) error {
	plan, err := prepared(ctx, cmd, s, ids)
	if err != nil {
		return err
	}
	return w.run(ctx, cmd, s, plan, free, format)
}

// resume goes on with the newest run that was ended before its end.
func (w *writing) resume(ctx context.Context, cmd *cobra.Command, s *Session, free bool, format *output.Format) error {
	pending, err := s.Cancellations.Pending()
	if err != nil {
		return err
	}
	if len(pending) == 0 {
		return exit.Wrong("there is no run of several cancellations to go on with")
	}
	p := progress(cmd)
	defer p.Done()
	plan, err := bulk.Resume(ctx, s.Desk, s.Cancellations, pending[0], func(have, total int) { p.Tell(fmt.Sprintf("reading %d of %d", have, total)) })
	if err != nil {
		return s.outcome(err)
	}
	p.Done()
	return w.run(ctx, cmd, s, plan, free, format)
}

func prepared(ctx context.Context, cmd *cobra.Command, s *Session, ids []string) (bulk.Plan, error) {
	p := progress(cmd)
	defer p.Done()
	plan, err := bulk.Prepare(ctx, s.Desk, ids, func(have, total int) { p.Tell(fmt.Sprintf("reading %d of %d", have, total)) })
	switch {
	case errors.Is(err, bulk.ErrNone) || errors.Is(err, bulk.ErrTooMany):
		return plan, exit.With(exit.Usage, err)
	case err != nil:
		return plan, s.outcome(err)
	}
	return plan, nil
}

// run says what a plan costs, asks for the word, and cancels.
func (w *writing) run(ctx context.Context, cmd *cobra.Command, s *Session, plan bulk.Plan, free bool, format *output.Format) error {
	if err := announceMany(cmd, s, plan); err != nil {
		return err
	}
	switch {
	case len(plan.Items) > 0:
	case len(plan.Earlier)+len(plan.Unknown()) > 0:
		return finishMany(ctx, cmd, s, plan.Report(), format)
	default:
		return errors.New("nothing was sent: none of them can be cancelled")
	}
	if costs := plan.Costs(); free && costs.Free < len(plan.Items) {
		return notFree(costs.Words())
	}
	if err := w.meant(cmd, fmt.Sprintf("Cancel %d reservations?", len(plan.Items))); err != nil {
		return err
	}
	until, stop := exit.UntilSignal(ctx)
	defer stop()
	// The notice comes after Stop is closed, so that no cancellation begins after it, and only while the run lasts.
	unwatched := context.AfterFunc(until, func() {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: ends after the reservation that is being cancelled; ctrl+c again ends at once")
	})
	p := progress(cmd)
	report, err := bulk.Run(ctx, bulk.Options{
		Desk: s.Desk, Store: s.Cancellations, Plan: plan, Stop: until.Done(),
		Told: func(r bulk.Report) { p.Tell(r.Words()) },
	})
	unwatched()
	p.Done()
	if err != nil {
		return s.outcome(err)
	}
	end := finishMany(ctx, cmd, s, report, format)
	stopped := new(exit.Stopped)
	if code, _ := exit.CodeOf(end); code == exit.Changed && errors.As(context.Cause(until), &stopped) {
		return &exit.Stopped{Signal: stopped.Signal, Message: end.Error()} // What is not known yet weighs more.
	}
	return end
}

// finishMany tells what became of each, and ends as the run did.
func finishMany(ctx context.Context, cmd *cobra.Command, s *Session, report bulk.Report, format *output.Format) error {
	err := printMany(ctx, cmd, s, manyOf(report), format)
	_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%s; what it cost: %s\n", report.Words(), report.Costs().Words())
	end := endOf(report)
	switch {
	case err == nil:
		return end
	case end == nil:
		return exit.Tell(err, "the run came to its end, but the answer could not be printed: "+err.Error())
	}
	_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: the answer could not be printed: "+err.Error())
	return end
}

// printMany prints of each what one alone has: the fields of the reservation, and what became of it.
func printMany(ctx context.Context, cmd *cobra.Command, s *Session, list []manyRow, format *output.Format) error {
	cells, err := views.NewCells(s.Desk, s.Zone)
	if err != nil {
		return err
	}
	answer := make([]output.Object, len(list))
	for i, one := range list {
		also := []output.Member{{Name: "attempt", Value: one.attempt}, {Name: "cost", Value: one.cost}, {Name: "outcome", Value: one.outcome}, {Name: "why", Value: one.why}}
		if one.reservation == nil {
			answer[i] = append(output.Object{{Name: "id", Value: one.id}}, also...)
			continue
		}
		sale, _ := s.saleOf(*one.reservation)
		answer[i] = s.reservationMembers(cells, *one.reservation, sale, also...)
	}
	return format.Print(ctx, cmd.OutOrStdout(), answer, func() error {
		out := output.NewList(cmd.OutOrStdout(), "ID", "OUTCOME", "COST", "WHY")
		for _, one := range list {
			out.Row(one.id, one.outcome, one.cost, one.why)
		}
		return out.Flush()
	})
}

// meant asks for the word that several cancellations need at every service.
func (w *writing) meant(cmd *cobra.Command, question string) error {
	person := w.host.person(cmd)
	switch _, asked := person.Terminal(); {
	case w.yes && w.word == bulk.Word:
		return nil
	case asked && !w.yes:
		return person.Word(question, bulk.Word, "nothing was sent")
	default:
		return exit.Wrong("nothing was sent: several cancellations need --yes --word %s", bulk.Word)
	}
}

// announceMany says on standard error whose bookings they are, what each costs, and the sum.
func announceMany(cmd *cobra.Command, s *Session, plan bulk.Plan) error {
	out := output.NewTable(cmd.ErrOrStderr())
	for _, item := range plan.Items {
		_, _ = fmt.Fprintf(out, "%s\t%s\tcancelling costs %s\n", item.Shown.Reservation.ID, writeHead(cmd, s.Desk, item.Shown.Reservation), item.Cost.Sentence())
	}
	for _, result := range plan.Earlier {
		_, _ = fmt.Fprintf(out, "%s\t%s\tcancelled by the interrupted run\n", result.Shown.Reservation.ID, writeHead(cmd, s.Desk, result.Shown.Reservation))
	}
	for _, left := range plan.Left {
		_, _ = fmt.Fprintf(out, "%s\tleft out\t%s\n", left.ID, left.Why)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if len(plan.Items) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "%s: what cancelling %d costs: %s\n", s.environmentWords(), len(plan.Items), plan.Costs().Words())
	return err
}

func manyOf(r bulk.Report) []manyRow {
	list := []manyRow{}
	for _, result := range r.Results {
		shown := result.Shown.Reservation
		one := manyRow{reservation: &shown, id: shown.ID, outcome: result.Outcome.String(), cost: plainCost(result.Cost), attempt: result.Attempt}
		if result.Canceled != nil {
			one.reservation, one.attempt, one.cost = &result.Canceled.Reservation, result.Canceled.Attempt, plainCost(result.Canceled.Cost)
		}
		if result.Err != nil {
			x := booking.Explain(result.Err)
			one.why = x.Title + ". " + x.Text
		}
		list = append(list, one)
	}
	for _, left := range r.Left {
		list = append(list, manyRow{id: left.ID, outcome: "left out", why: left.Why})
	}
	return list
}

// endOf is the exit code of a run.
func endOf(r bulk.Report) error {
	why := strings.TrimSuffix(r.Stopped, ".")
	if why == "" {
		why = r.Words()
	}
	switch {
	case r.Count(bulk.Unresolved)+len(r.Unknown) > 0:
		return exit.With(exit.Unresolved, fmt.Errorf("%s; bellhop reservation unresolved --wait finds out, and then bellhop reservation cancel --resume goes on", why))
	case !r.Finished():
		return exit.With(exit.Changed, fmt.Errorf("%s; bellhop reservation cancel --resume goes on", why))
	case r.Count(bulk.Refused) > 0:
		return errors.New(why)
	}
	return nil
}
