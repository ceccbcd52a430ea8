package desk

import (
	"context"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/find"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// A selection is which reservations of the account are meant.
type selection struct {
	in, out, status, find string
	ids, custom           []string
	limit                 int
}

func (l *selection) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.in, "check-in", "", "that arrive in these `DAYS`: 12dec, 12-15dec, 2026-12-12")
	cmd.Flags().StringVar(&l.out, "check-out", "", "that leave in these `DAYS`")
	cmd.Flags().StringVar(&l.status, "status", "", "only `CONFIRMED|CANCELED|CREATED`")
	cmd.Flags().StringVar(&l.find, "find", "", "that hold this `TEXT`: a name, a number, a date, a reference")
	cmd.Flags().StringArrayVar(&l.custom, "custom", nil, "with this `VALUE` under any key of their data; up to five")
	cmd.Flags().StringArrayVar(&l.ids, "id", nil, "only this `ID`; several times for several")
	limitFlag(cmd, &l.limit)
	_ = cmd.RegisterFlagCompletionFunc("status", cobra.FixedCompletions([]string{api.StatusConfirmed, api.StatusCanceled, api.StatusCreated}, cobra.ShellCompDirectiveNoFileComp))
}

// query is what the service is asked.
func (l *selection) query(s *Session) (q api.ReservationQuery, err error) {
	for _, r := range []struct {
		flag, text string
		into       *api.DateRange
	}{{"--check-in", l.in, &q.CheckIn}, {"--check-out", l.out, &q.CheckOut}} {
		if r.text == "" {
			continue
		}
		typed, err := trip.ListDays(trip.SpanField, s.Desk.Now(), s.Zone).Read(r.text)
		if err != nil {
			return q, exit.Wrong("%s %q: %s", r.flag, r.text, err)
		}
		if typed.Whole() {
			r.into.From, r.into.Until = typed.In, typed.Out
		} else {
			r.into.On = typed.In
		}
	}
	if len(l.custom) > booking.MaxCustomFilter {
		return q, exit.Wrong("--custom is given %d times, and one list takes at most %d", len(l.custom), booking.MaxCustomFilter)
	}
	for _, value := range l.custom {
		if problem := booking.CheckCustomValue(value); problem != "" {
			return q, exit.Wrong("--custom: %s", problem)
		}
	}
	if err := checkIDs(l.ids); err != nil {
		return q, err
	}
	l.status = strings.ToUpper(l.status)
	q.IDs, q.CustomValues = l.ids, l.custom
	return q, nil
}

// reservations reads all that are meant. Complete says that none was missed.
func (l *selection) reservations(ctx context.Context, cmd *cobra.Command, s *Session) (list []api.Reservation, complete bool, err error) {
	q, err := l.query(s)
	if err != nil {
		return nil, false, err
	}
	p := progress(cmd)
	defer p.Done()
	all, found, err := s.Desk.ReadReservations(ctx, q, l.least(), func(have, total int) {
		p.Tell("reading reservations: " + wording.Count(have) + " of " + wording.Count(total))
	})
	s.Desk.Recovery.Correct(found)
	if err != nil {
		return nil, false, outcome(s, err)
	}
	list = all.Items
	if l.find != "" {
		list = l.found(s, list)
	}
	if l.status != "" {
		list = slices.DeleteFunc(slices.Clone(list), func(r api.Reservation) bool { return r.Status != l.status })
	}
	return limited(list, l.limit), !all.More() || l.limit > 0, nil
}

// least is how many must be read: where the service does the choosing no more than are printed.
func (l *selection) least() int {
	if l.limit > 0 && l.find == "" && l.status == "" {
		return l.limit
	}
	return int(^uint(0) >> 1)
}

func (l *selection) found(s *Session, all []api.Reservation) []api.Reservation {
	finder := find.Finder{Zone: s.Zone}
	for _, r := range all {
		finder.Add(r, s.Desk.StayOf(r))
	}
	var out []api.Reservation
	for _, m := range finder.Find(booking.SortCreated, l.find) {
		out = append(out, all[m.Index])
	}
	return out
}

func listCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var which selection
	var guest bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List reservations, the most recent first",
		Long: `List prints the reservations of the account. Dates are the hotels'. The service
chooses by dates, ids and data; status and --find are looked for in all that it has.
Guests are masked; --guest shows them, and the journal notes it.`,
		Example: "  bellhop reservation list --check-in 12-15dec\n  bellhop reservation list --find 'rossi, ada' --json id,status\n  bellhop reservation list --status canceled --limit 20",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				list, complete, err := which.reservations(ctx, cmd, s)
				if err != nil {
					return err
				}
				if guest && len(list) > 0 {
					if err := s.Desk.NoteReveal(""); err != nil {
						return err
					}
				}
				answer := make([]reservationJSON, len(list))
				for i, r := range list {
					answer[i] = reservationOf(s.Desk, r, guest)
				}
				if err := format.Print(ctx, cmd.OutOrStdout(), answer, func() error { return printList(cmd, s, list, answer) }); err != nil {
					return err
				}
				if !complete {
					return incomplete()
				}
				return nil
			})
		},
	}
	which.flags(cmd)
	guestFlag(cmd, &guest)
	format.Flags(cmd, []reservationJSON{})
	h.Flags(cmd, &flags)
	return cmd
}

func printList(cmd *cobra.Command, s *Session, list []api.Reservation, answer []reservationJSON) error {
	out := output.NewList(cmd.OutOrStdout(), "ID", "STATUS", "GUEST", "HOTEL", "STAY", "TOTAL", "CONFIRMATION")
	out.Spare("CONFIRMATION", "TOTAL", "STAY")
	for i, r := range list {
		out.Row(r.ID, r.Status, answer[i].Guest, r.Hotel.Name, s.Desk.StayOf(r).Words(), terms.PriceWords(r.Rate.Total), answer[i].Confirmation)
	}
	return out.Flush()
}
