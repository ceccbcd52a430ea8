package desk

import (
	"context"
	"errors"
	"fmt"
	"io"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

func datesCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	w := writing{}
	var accept bool
	cmd := &cobra.Command{
		Use:   "dates ID DAYS",
		Short: "Move a reservation to other dates, with the new price shown first",
		Long: `Dates moves a confirmed reservation. DAYS are as in a line: 14dec 3n, 14-17dec,
2026-12-14 3n. The rate of the reservation is searched and verified for the new days
first: what it costs then, and what is otherwise, is said before anything is sent.
Where price or terms are worse the exit code is 6; --accept-changes moves it all the
same. The cost that --at-most limits is the new price.
` + fmt.Sprintf(writeHelp, booking.WordDates) + costHelp,
		Example: "  bellhop reservation dates \"$id\" \"14dec 3n\"\n  bellhop reservation dates \"$id\" 14-17dec --yes --accept-changes",
		Args: func(cmd *cobra.Command, args []string) error {
			if err := w.checkCost(); err != nil {
				return err
			}
			if err := atLeast(2)(cmd, args); err != nil {
				return err
			}
			return checkIDs(args[:1])
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if w.dryRun {
				return h.printDates(cmd, &flags, args)
			}
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				if err := w.ready(cmd, s, booking.WordDates); err != nil {
					return err
				}
				change, err := pricedDates(ctx, cmd, s, args)
				if err != nil {
					return err
				}
				change.AtMost = w.atMost
				refused := refusedDates(change, accept)
				if w.preview {
					return errors.Join(s.previewDates(ctx, cmd, &format, change), refused)
				}
				head, err := s.writeHead(cmd, change.Reservation, refused == nil && !w.consents(s, booking.WordDates))
				if err != nil {
					return err
				}
				if err := s.announceDates(cmd.ErrOrStderr(), head, change); err != nil {
					return err
				}
				if refused != nil {
					return refused
				}
				if err := w.allowed(cmd, s, "Change the dates of "+head+"?", booking.WordDates); err != nil {
					return err
				}
				ctx, stop := exit.UntilSignal(ctx)
				defer stop()
				done, err := s.Desk.ChangeDates(ctx, change)
				return w.finish(ctx, cmd, s, &format, done, err, func(r api.Reservation) []terms.Change { return s.Desk.Moved(change, r) }, newMembers(change)...)
			})
		},
	}
	cmd.Flags().BoolVar(&accept, "accept-changes", false, "move it although price or terms are worse")
	w.flags(cmd, h, booking.WordDates)
	w.costFlags(cmd)
	format.NamedFlags(cmd, reservationFields("attempt", "otherwise_than_announced", "new_arrival", "new_departure", "new_total", "new_deadline", "changes"))
	h.Flags(cmd, &flags)
	return cmd
}

// newDays reads the days of a line that says nothing else.
func newDays(s *Session, words []string) (in, out api.Date, err error) {
	line, err := s.readLine(words, trip.WordDays)
	if err == nil && line.Destination != "" {
		err = exit.Wrong("%q are no days; say 14dec 3n, 14-17dec or 2026-12-14 3n", arguments.Line(words))
	}
	return line.Question.Trip.CheckIn, line.Question.Trip.CheckOut, err
}

// printDates prints the request that moves a reservation.
func (h Host) printDates(cmd *cobra.Command, flags *config.Flags, args []string) error {
	return h.dry(cmd, flags, func(ctx context.Context, client *api.Client, _ config.Profile) error {
		in, out, err := newDays(drySession(client), args[1:])
		if err != nil {
			return err
		}
		_, err = client.ModifyReservation(ctx, api.ModifyRequest{ID: args[0], CheckIn: in, CheckOut: out})
		return err
	})
}

func pricedDates(ctx context.Context, cmd *cobra.Command, s *Session, args []string) (booking.DateChange, error) {
	in, out, err := newDays(s, args[1:])
	if err != nil {
		return booking.DateChange{}, err
	}
	p := progress(cmd)
	defer p.Done()
	p.Tell("reading the reservation")
	r, err := read(ctx, s, args[0])
	if err != nil {
		return booking.DateChange{}, err
	}
	if _, _, err := s.Desk.Directory.Facts(ctx, r.Hotel); err != nil { // The day may be past at the hotel.
		return booking.DateChange{}, err
	}
	if err := problemsError(s.Desk.CheckDates(r, in, out)); err != nil {
		return booking.DateChange{}, err
	}
	if off := s.Desk.DatesOff(); off != "" {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: "+off)
	}
	p.Tell("pricing the new dates")
	change, err := s.Desk.PriceDates(ctx, r, in, out)
	if err != nil {
		return change, s.outcome(err)
	}
	if !change.Possible() {
		title, text := change.Instead(s.Desk.Now(), "with bellhop reservation cancel "+args[0]+s.serviceFlags)
		lines := []string{"nothing was sent. " + title + ". " + text}
		if len(change.Nearest) > 0 {
			lines = append(lines, s.verifyLine(r.Hotel.ID, change.Nearest[0].Rate, change.Replacement(nil).Trip)+" verifies the nearest rate")
		}
		return change, exit.With(exit.Changed, exit.Tell(nil, lines...))
	}
	return change, nil
}

// refusedDates returns the error for new dates that are dearer or worse than the flags allow, or nil.
func refusedDates(change booking.DateChange, accept bool) error {
	if !accept && terms.Stops(change.Changes) {
		return exit.With(exit.Changed, errors.New("nothing was sent: price or terms would be worse; --accept-changes moves it all the same"))
	}
	if over := change.AtMost.Exceeded(change.Total, false); over != "" {
		return overLimit(over)
	}
	return nil
}

// newMembers returns the new dates with their price, next deadline and changes, as announced.
func newMembers(change booking.DateChange) []output.Member {
	deadline := output.Member{Name: "new_deadline"}
	if next := change.New.CostAt(change.VerifiedAt).Next; next != nil {
		deadline.Value = next.From.UTC()
	}
	return []output.Member{
		{Name: "new_arrival", Value: change.In.String()},
		{Name: "new_departure", Value: change.Out.String()},
		{Name: "new_total", Value: plainMoney(change.Total)},
		deadline,
		{Name: "changes", Value: changesOf(change.Changes)},
	}
}

// previewDates prints what moving the reservation means.
func (s *Session) previewDates(ctx context.Context, cmd *cobra.Command, format *output.Format, change booking.DateChange) error {
	sale, _ := s.saleOf(change.Reservation)
	head := headWords(s.Desk, change.Reservation, booking.MaskName(change.Reservation.Guest))
	also := append([]output.Member{{Name: "attempt", Value: ""}, {Name: "otherwise_than_announced", Value: []changeJSON{}}}, newMembers(change)...)
	answer, err := s.reservationObject(change.Reservation, sale, false, also...)
	if err != nil {
		return err
	}
	return format.Print(ctx, cmd.OutOrStdout(), answer, func() error { return s.announceDates(cmd.OutOrStdout(), head, change) })
}

// announceDates says what moving the reservation means.
func (s *Session) announceDates(w io.Writer, head string, change booking.DateChange) error {
	out := output.NewTable(w)
	out.Row("environment", s.environmentWords())
	out.Row("reservation", head)
	out.Row("new dates", trip.StayWords(change.In, change.Out))
	out.Row("new price", terms.PriceWords(change.Total))
	for _, row := range paymentRows(change.Payment()) {
		out.Row(row[0], row[1])
	}
	what := "cancelling then"
	for _, line := range change.New.AgreedLines(change.VerifiedAt) {
		out.Row(what, line)
		what = ""
	}
	for _, c := range change.Changes {
		out.Row(verdictWord(c.Verdict), changeWords(c))
	}
	return out.Flush()
}

// finish prints what a change came to.
func (w *writing) finish(
	ctx context.Context, cmd *cobra.Command, s *Session, format *output.Format, done booking.Modified, err error, moved func(api.Reservation) []terms.Change,
	also ...output.Member,
) error {
	if err != nil {
		r, err := w.resolved(ctx, cmd, s, err)
		if err != nil {
			return err
		}
		done.Reservation, done.Deviations = *r, moved(*r)
	}
	for _, c := range booking.MaskChanges(done.Deviations) {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: differs from what was agreed: "+changeWords(c))
	}
	also = append([]output.Member{{Name: "attempt", Value: done.Attempt}, {Name: "otherwise_than_announced", Value: changesOf(done.Deviations)}}, also...)
	return unprinted(s.print(context.WithoutCancel(ctx), cmd, format, done.Reservation, false, also...),
		"changed", done.Attempt, done.Reservation)
}

// envCVV is the variable that a card's code is taken from.
const envCVV = "BELLHOP_CVV"

func paymentCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	w := writing{}
	cmd := &cobra.Command{
		Use:   "payment ID",
		Short: "Set another payment method for a reservation",
		Long: `Payment sets another payment token for a confirmed reservation. The token comes from
BELLHOP_PAYMENT_TOKEN, and the card's code from BELLHOP_CVV where one is needed; else
both are read from standard input, the token in the first line and the code in the
second, or asked for at the terminal and not shown. They are never arguments.
` + fmt.Sprintf(writeHelp, booking.WordPayment),
		Example: "  bellhop reservation payment \"$id\"\n  bellhop reservation payment \"$id\" --yes < token.txt",
		Args:    oneID,
		RunE: func(cmd *cobra.Command, args []string) error {
			if w.dryRun {
				return h.dry(cmd, &flags, func(ctx context.Context, client *api.Client, _ config.Profile) error {
					request := api.ModifyRequest{ID: args[0], Token: api.NewSecret(paymentVariable)}
					if code, _ := h.Env(envCVV); code != "" {
						request.CVV = api.NewSecret(cvvVariable)
					}
					_, err := client.ModifyReservation(ctx, request)
					return err
				})
			}
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				if err := w.ready(cmd, s, booking.WordPayment); err != nil {
					return err
				}
				r, err := read(ctx, s, args[0])
				if err != nil {
					return err
				}
				if able, why := booking.CanChange(r); !able {
					return errors.New("nothing was sent: " + why)
				}
				shown := s.Desk.ShownNow(r)
				head, err := s.writeHead(cmd, r, !w.consents(s, booking.WordPayment))
				if err != nil {
					return err
				}
				_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", s.environmentWords(), head)
				token, cvv, err := h.card(ctx, cmd)
				if err != nil {
					return err
				}
				if err := w.allowed(cmd, s, "Set the payment method?", booking.WordPayment); err != nil {
					return err
				}
				ctx, stop := exit.UntilSignal(ctx)
				defer stop()
				done, err := s.Desk.ChangePayment(ctx, shown, token, cvv)
				return w.finish(ctx, cmd, s, &format, done, err, func(api.Reservation) []terms.Change { return nil })
			})
		},
	}
	w.flags(cmd, h, booking.WordPayment)
	format.NamedFlags(cmd, reservationFields("attempt", "otherwise_than_announced"))
	h.Flags(cmd, &flags)
	return cmd
}

// card is a payment token with the card's code, which may be none.
func (h Host) card(ctx context.Context, cmd *cobra.Command) (token, cvv api.Secret, err error) {
	text, set := h.Env(envPaymentToken)
	code, coded := h.Env(envCVV)
	person := h.person(cmd)
	const not = "nothing was sent"
	if !set || text == "" {
		if text, err = person.Secret(ctx, "Payment token (not shown): ", "nothing was sent: no payment token; give it on standard input, or set "+envPaymentToken, not); err != nil {
			return token, cvv, err
		}
		if text == "" {
			return token, cvv, errNoToken()
		}
		if !coded {
			if code, err = person.Secret(ctx, "The card's code, empty for none (not shown): ", "", not); err != nil {
				return token, cvv, err
			}
		}
	}
	if problem := booking.CheckCVV(code); code != "" && problem != "" {
		return token, cvv, exit.Wrong("nothing was sent: the card's code: %s", problem)
	}
	if code != "" {
		cvv = api.NewSecret(code)
	}
	return api.NewSecret(text), cvv, nil
}
