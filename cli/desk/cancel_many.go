package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/cli/exit"
	"bellhop/cli/output"

	"github.com/spf13/cobra"
)

// A manyRow is the outcome of one reservation that was named.
type manyRow struct {
	reservation *api.Reservation // nil if the service does not have it
	id, outcome string
	cost        string // of cancelling it, charged or not
	attempt     string
	by          string // the user who cancelled it earlier, if the journal has it
	why         string
}

// prepared reads the reservations with these ids, or with resume those of the newest interrupted run.
func prepared(ctx context.Context, cmd *cobra.Command, s *Session, ids []string, resume bool) (plan bulk.Plan, err error) {
	p := progress(cmd)
	defer p.Done()
	tell := func(have, total int) { p.Tell(fmt.Sprintf("reading %d of %d", have, total)) }
	if resume {
		pending, err := s.Cancellations.Pending()
		if err != nil || len(pending) == 0 {
			return plan, err
		}
		plan, err = bulk.Resume(ctx, s.Desk, pending[0], tell)
		return plan, s.outcome(err)
	}
	plan, err = bulk.Prepare(ctx, s.Desk, ids, tell)
	if errors.Is(err, bulk.ErrNone) || errors.Is(err, bulk.ErrTooMany) {
		return plan, exit.With(exit.Usage, err)
	}
	if len(plan.Items) == 1 { // One more request, for the zone. For several, a deadline without a zone counts at its earliest.
		if _, _, err := s.Desk.Directory.Facts(ctx, plan.Items[0].Shown.Reservation.Hotel); err != nil && ctx.Err() != nil {
			return plan, err
		}
		plan.Recount(s.Desk)
	}
	return plan, s.outcome(err)
}

// run says what a plan costs, asks for the word, and cancels.
func (w *writing) run(ctx context.Context, cmd *cobra.Command, s *Session, plan bulk.Plan, free bool, format *output.Format) error {
	dearer := w.dearer(&plan, free)
	if err := announceMany(cmd, s, plan, dearer == nil && !w.yes && !w.means()); err != nil {
		return err
	}
	if len(plan.Items) == 0 {
		if err := s.Cancellations.EndFinished(plan); err != nil {
			return s.outcome(err)
		}
		return s.finish(ctx, cmd, plan.Report(), format)
	}
	if dearer != nil {
		return s.ended(ctx, cmd, plan.Untried(), format, "", dearer)
	}
	if err := w.meant(cmd, "Cancel "+wording.Plural(len(plan.Items), "reservation")+"?"); err != nil {
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
	end := s.finish(ctx, cmd, report, format)
	stopped := new(exit.Stopped)
	if code, _ := exit.CodeOf(end); code == exit.Changed && errors.As(context.Cause(until), &stopped) {
		return &exit.Stopped{Signal: stopped.Signal, Message: end.Error()} // What is not known yet weighs more.
	}
	return end
}

// dearer returns the error for a plan that costs more than the flags allow, or nil.
func (w *writing) dearer(plan *bulk.Plan, free bool) error {
	over, costs := plan.Limit(w.atMost), plan.Costs()
	switch {
	case free && costs.Free < len(plan.Items):
		words := costs.Words()
		if len(plan.Items) == 1 {
			words = plan.Items[0].Cost.Sentence()
		}
		return notFree(words)
	case over != "":
		return overLimit(over)
	}
	return nil
}

// previewed prints the cost of a plan, and returns the error that sending it would return before the first request.
func (w *writing) previewed(ctx context.Context, cmd *cobra.Command, s *Session, plan bulk.Plan, free bool, format *output.Format) error {
	says, end := "", w.dearer(&plan, free) // Its error says that nothing was sent.
	if end == nil {
		says, end = "Nothing was sent.", endOf(plan.Report())
	}
	if len(plan.Items) > 0 {
		if err := s.announceSum(cmd, plan); err != nil {
			return err
		}
	}
	return s.ended(ctx, cmd, plan.Untried(), format, says, end)
}

// finish prints a report, and returns the error that its run ends with.
func (s *Session) finish(ctx context.Context, cmd *cobra.Command, report bulk.Report, format *output.Format) error {
	says := cmp.Or(report.Words(), "There is no interrupted cancellation to resume.")
	if report.Count(bulk.Canceled) > 0 {
		says += "; what it cost: " + report.Costs().Words()
	}
	return s.ended(ctx, cmd, report, format, says, endOf(report))
}

// ended prints a report, and says, unless it is empty, on standard error. It returns end or, if end is nil, the error of
// printing.
func (s *Session) ended(ctx context.Context, cmd *cobra.Command, report bulk.Report, format *output.Format, says string, end error) error {
	rows := s.manyOf(report)
	err := s.printRows(ctx, cmd, rows, format, func() error {
		cells, err := views.NewCells(s.Desk, s.Zone)
		if err != nil {
			return err
		}
		deadline, _ := views.ColumnNamed("deadline")
		out := output.NewList(cmd.OutOrStdout(), "ID", "OUTCOME", "COST", "WHY", "DEADLINE")
		for _, one := range rows {
			until := ""
			if one.reservation != nil {
				until = deadline.Text(cells, cells.Row(*one.reservation))
			}
			out.Row(one.id, one.outcome, one.cost, one.why, until)
		}
		return out.Flush()
	})
	if says != "" {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), says)
	}
	switch {
	case err == nil:
		return end
	case end == nil:
		return exit.Tell(err, "the run came to its end, but the answer could not be printed: "+err.Error())
	}
	_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: the answer could not be printed: "+err.Error())
	return end
}

// printRows prints the rows of a report: the table, or as JSON an array of reservations and outcomes, even for one.
func (s *Session) printRows(ctx context.Context, cmd *cobra.Command, rows []manyRow, format *output.Format, table func() error) error {
	if !format.JSON() {
		return table()
	}
	cells, err := views.NewCells(s.Desk, s.Zone)
	if err != nil {
		return err
	}
	answer := []output.Object{}
	for _, one := range rows {
		also := []output.Member{
			{Name: "attempt", Value: one.attempt},
			{Name: "cost", Value: one.cost},
			{Name: "outcome", Value: one.outcome},
			{Name: "cancelled_by", Value: one.by},
			{Name: "why", Value: one.why},
		}
		if one.reservation == nil {
			answer = append(answer, append(output.Object{{Name: "id", Value: one.id}}, also...))
			continue
		}
		sale, _ := s.saleOf(*one.reservation)
		answer = append(answer, s.reservationMembers(cells, *one.reservation, sale, also...))
	}
	return format.Print(context.WithoutCancel(ctx), cmd.OutOrStdout(), answer, nil)
}

// means reports whether the command line agrees to several cancellations, with their word.
func (w *writing) means() bool { return w.agreed() && w.word == bulk.Word }

// meant asks for the word that several cancellations need at every service.
func (w *writing) meant(cmd *cobra.Command, question string) error {
	person := w.host.person(cmd)
	switch _, asked := person.Terminal(); {
	case w.means():
		return nil
	case asked && !w.yes:
		return person.Word(question, bulk.Word, "nothing was sent")
	default:
		return exit.Wrong("nothing was sent: several cancellations need --word %s, with --yes or --at-most AMOUNT", bulk.Word)
	}
}

// announceMany prints to standard error each booking, its cost, and the sum. With asks it names the guests.
func announceMany(cmd *cobra.Command, s *Session, plan bulk.Plan, asks bool) error {
	out := output.NewTable(cmd.ErrOrStderr())
	for _, item := range plan.Items {
		head, err := s.writeHead(cmd, item.Shown.Reservation, asks)
		if err != nil {
			return err
		}
		out.Row(item.Shown.Reservation.ID, head, "cancelling costs "+item.Cost.Sentence())
	}
	for _, result := range plan.Earlier {
		r := result.Shown.Reservation
		out.Row(r.ID, headWords(s.Desk, r, booking.MaskName(r.Guest)), "cancelled by the interrupted run")
	}
	for _, left := range plan.Left {
		out.Row(left.ID, left.Outcome().String(), left.Why)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if len(plan.Items) == 0 {
		return nil
	}
	return s.announceSum(cmd, plan)
}

// announceSum prints to standard error what cancelling all of a plan costs.
func (s *Session) announceSum(cmd *cobra.Command, plan bulk.Plan) error {
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "%s: cancelling %s costs: %s\n", s.environmentWords(), wording.Plural(len(plan.Items), "reservation"), plan.Costs().Words())
	return err
}

func (s *Session) manyOf(r bulk.Report) []manyRow {
	var list []manyRow
	for _, result := range r.Results {
		shown := result.Shown.Reservation
		one := manyRow{reservation: &shown, id: shown.ID, outcome: result.Outcome.String(), cost: plainCost(result.Cost), attempt: result.Attempt}
		if result.Err != nil {
			x := booking.Explain(result.Err)
			one.why = x.Title + ". " + x.Text
		}
		switch {
		case result.Outcome == bulk.NotTried && result.Lost.Estimated:
			one.why = "The cost is only estimated."
		case result.Outcome == bulk.Already:
			here, err := s.Desk.CancellationOf(shown)
			if err != nil {
				here = nil // It is certainly cancelled; the journal only adds the details.
			}
			s.already(&one, here)
		case result.Canceled != nil:
			one.reservation, one.attempt, one.cost = &result.Canceled.Reservation, result.Canceled.Attempt, plainCost(result.Canceled.Cost)
		}
		list = append(list, one)
	}
	for _, left := range r.Left {
		one := manyRow{reservation: left.Reservation, id: left.ID, outcome: left.Outcome().String(), why: left.Why}
		if left.Canceled {
			s.already(&one, left.Here)
		}
		list = append(list, one)
	}
	return list
}

// already describes a reservation that was cancelled earlier; here is the journal's record of that, or nil.
func (s *Session) already(one *manyRow, here *booking.Cancellation) {
	one.cost, one.why = "", "It was already cancelled."
	if here == nil {
		return
	}
	one.cost, one.attempt, one.by = plainCost(here.Cost), here.Attempt, here.By
	words := []string{"It was already cancelled: from here"}
	if here.By != "" {
		words = append(words, "by", here.By)
	}
	one.why = strings.Join(words, " ") + ", " + wording.Stopped(here.Words(s.Desk.Directory.Zone(one.reservation.Hotel.ID), s.Zone))
}

// endOf returns the error with a run's exit code, or nil if every reservation that was named is cancelled.
func endOf(r bulk.Report) error {
	words := cmp.Or(strings.TrimSuffix(r.Stopped, "."), r.Words())
	const resume = "bellhop reservation cancel --resume goes on"
	switch {
	case r.CountAll(bulk.Unresolved) > 0:
		words += "; bellhop reservation unresolved --wait finds out"
		if !r.Finished() {
			words += ", and then " + resume
		}
		return exit.With(exit.Unresolved, errors.New(words))
	case !r.Finished():
		return exit.With(exit.Changed, errors.New(words+"; "+resume))
	case r.CountAll(bulk.Refused)+r.CountAll(bulk.LeftOut) > 0:
		return exit.With(exit.Failed, errors.New(words))
	}
	return nil
}
