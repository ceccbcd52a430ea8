package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/safetext"

	"github.com/spf13/cobra"
)

// detailFields are the fields of one reservation beyond the columns of a list.
var detailFields = []string{"email", "phone", "guest_pays", "charged", "paid", "due_later", "due_at_hotel", "terms"}

// reservationFields returns the fields of one reservation: the columns of a list, then detailFields and also.
func reservationFields(also ...string) []string {
	return slices.Concat(views.ColumnNames(), detailFields, also)
}

// reservationObject is a reservation as the service has it, with further members.
func (s *Session) reservationObject(r api.Reservation, sale booking.Sale, shown bool, also ...output.Member) (output.Object, error) {
	cells, err := views.NewCells(s.Desk, s.Zone)
	if err != nil {
		return nil, err
	}
	cells.Guests = shown
	return s.reservationMembers(cells, r, sale, also...), nil
}

// reservationMembers are the members of a reservation, its guest as the cells have it.
func (s *Session) reservationMembers(cells views.Cells, r api.Reservation, sale booking.Sale, also ...output.Member) output.Object {
	out := rowObject(cells, views.Columns(), cells.Row(r))
	guest := r.Guest
	if !cells.Guests {
		guest = booking.MaskGuest(guest)
	}
	paid := s.Desk.PaymentOf(r, sale)
	due := paymentOf(paid)
	charged := ""
	if amount, known := paid.Charged(); known {
		charged = plainMoney(amount)
	}
	out = append(out, output.Member{Name: "email", Value: guest.Email}, output.Member{Name: "phone", Value: guest.Phone},
		output.Member{Name: "guest_pays", Value: due.GuestPays}, output.Member{Name: "charged", Value: charged},
		output.Member{Name: "paid", Value: terms.Words(paid.Now)}, output.Member{Name: "due_later", Value: due.Later},
		output.Member{Name: "due_at_hotel", Value: due.AtHotel}, output.Member{Name: "terms", Value: s.Desk.TermsOf(r).AgreedLines(s.Desk.Now())})
	return append(out, also...)
}

// rowObject is a row of a list with these columns.
func rowObject(cells views.Cells, columns []views.Column, row *views.Row) output.Object {
	out := make(output.Object, len(columns))
	for i, column := range columns {
		out[i] = output.Member{Name: column.Name, Value: column.Value(cells, row)}
	}
	return out
}

// printReservation prints a reservation, which may have been sold here, for people.
func printReservation(cmd *cobra.Command, d *booking.Desk, r api.Reservation, sale booking.Sale, sold, shown bool) error {
	now, guest := d.Now(), r.Guest
	if !shown {
		masked := booking.MaskReservation(r)
		guest, r.CustomData = booking.MaskGuest(guest), masked.CustomData
	}
	out := output.NewTable(cmd.OutOrStdout())
	row := func(what, text string) {
		if text != "" {
			out.Row(what, text)
		}
	}
	row("status", r.Status+" ("+booking.StatusWords(r)+")")
	row("id", r.ID)
	if c := r.Confirmation; c != nil {
		row("confirmation", c.HotelNumber)
		row("locator", c.RecordLocator)
	}
	row("hotel", r.Hotel.Name+", "+r.Hotel.ID.String())
	row("stay", d.StayOf(r).Words())
	row("party", trip.PartyWords(r.Adults, r.Children)+", "+wording.Plural(max(r.Rate.Rooms, 1), "room"))
	row("guest", booking.GuestName(guest))
	row("email", guest.Email)
	row("phone", guest.Phone)
	for _, one := range priceRows(d, r, sale) {
		row(one[0], one[1])
	}
	if r.Status == api.StatusConfirmed && !sale.State.Simulate {
		row("cancelling now", d.TermsOf(r).CostAt(now).Sentence())
		for _, line := range d.TermsOf(r).AgreedLines(now) {
			row("", line)
		}
	}
	if sold {
		row("agreed", sale.OnFile())
		for _, c := range sale.Deviations {
			row("", changeWords(c))
		}
	}
	for _, field := range r.CustomData {
		if !booking.OwnData(field.Key) {
			row(field.Key, field.Text)
		}
	}
	return out.Flush()
}

// priceRows returns the price of a reservation, its parts, and when it is paid, for people.
func priceRows(d *booking.Desk, r api.Reservation, sale booking.Sale) [][2]string {
	parts, note := booking.PartsOf(r, sale)
	rows := [][2]string{{"price", terms.PriceWords(r.Rate.Total)}, {"of that", parts}, {"note", note}}
	return append(rows, paymentRows(d.PaymentOf(r, sale))...)
}

func reservationCommand(h Host) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "reservation",
		Short: "List, read, change and cancel reservations",
		Long: `Reservation is the support desk's: it lists, reads, changes and cancels what the
service holds for the account. Guests are masked unless asked for, and showing one
is noted in the journal. A reservation is named by its id.`,
	}
	cmd.AddCommand(showCommand(h), listCommand(h), exportCommand(h), reportCommand(h), cancelCommand(h), datesCommand(h), paymentCommand(h), unresolvedCommand(h))
	return cmd
}

func showCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var guest bool
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Print a reservation as the service has it now",
		Example: "  bellhop reservation show 0123456789abcdef0123456789abcdef\n  bellhop reservation show \"$id\" --json status,cost_now",
		Args:    oneID,
		RunE: func(cmd *cobra.Command, args []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				r, err := read(ctx, s, args[0])
				if err != nil {
					return err
				}
				if guest {
					if err := s.Desk.NoteReveal(r.ID); err != nil {
						return err
					}
				}
				sale, sold, err := s.Desk.SaleOf(r)
				if err != nil {
					return err
				}
				return s.printSold(ctx, cmd, &format, r, sale, sold, guest, onFile(sale, sold)...)
			})
		},
	}
	guestFlag(cmd, &guest)
	format.NamedFlags(cmd, reservationFields("on_file", "stored_otherwise"))
	h.Flags(cmd, &flags)
	return cmd
}

// print prints a reservation as it is wanted, with further members.
func (s *Session) print(ctx context.Context, cmd *cobra.Command, format *output.Format, r api.Reservation, shown bool, also ...output.Member) error {
	sale, sold := s.saleOf(r)
	return s.printSold(ctx, cmd, format, r, sale, sold, shown, also...)
}

// saleOf returns the sale of a reservation; none if the journal cannot be read, so that at least the service's part is
// printed.
func (s *Session) saleOf(r api.Reservation) (booking.Sale, bool) {
	sale, sold, err := s.Desk.SaleOf(r)
	return sale, sold && err == nil
}

func (s *Session) printSold(
	ctx context.Context, cmd *cobra.Command, format *output.Format, r api.Reservation, sale booking.Sale, sold, shown bool, also ...output.Member,
) error {
	answer, err := s.reservationObject(r, sale, shown, also...)
	if err != nil {
		return err
	}
	return format.Print(ctx, cmd.OutOrStdout(), answer, func() error { return printReservation(cmd, s.Desk, r, sale, sold, shown) })
}

// onFile compares a reservation with what was sold. The list of differences is null if the reservation was not sold here, or
// if its terms cannot be compared and nothing else differs.
func onFile(sale booking.Sale, sold bool) []output.Member {
	words, differences := output.Member{Name: "on_file", Value: ""}, output.Member{Name: "stored_otherwise"}
	if sold {
		words.Value = sale.OnFile()
	}
	if sold && (len(sale.Deviations) > 0 || !sale.TermsUnknown) {
		differences.Value = changesOf(sale.Deviations)
	}
	return []output.Member{words, differences}
}

// guestFlag shows guests in plain; the journal notes it.
func guestFlag(cmd *cobra.Command, shown *bool) {
	cmd.Flags().BoolVar(shown, "guest", false, "show guests in plain; the journal notes that you did")
}

// oneID is the argument of what is about one reservation.
func oneID(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return exit.Wrong("%q takes one ID, and %s given; see %q", cmd.CommandPath(), arguments.WasWere(len(args)), cmd.CommandPath()+" --help")
	}
	return checkIDs(args)
}

func checkIDs(ids []string) error {
	for _, id := range ids {
		if problem := booking.CheckReservationID(id); problem != "" {
			return exit.Wrong("%q: %s; bellhop reservation list --find finds one by a number, a name or a date", id, problem)
		}
	}
	return nil
}

// read reads a reservation with its hotel's zone, without which days and deadlines are told in UTC.
func read(ctx context.Context, s *Session, id string) (api.Reservation, error) {
	r, found, err := s.Desk.Read(ctx, id)
	s.Desk.Recovery.Correct(found)
	if err != nil {
		return r, s.outcome(err)
	}
	if _, _, err := s.Desk.Directory.Facts(ctx, r.Hotel); err != nil && ctx.Err() != nil {
		return r, err
	}
	return r, nil
}

// writeHead returns the line that names a write's reservation. If the user is asked at a terminal, it names the guest, which the
// journal notes first; otherwise the guest is masked.
func (s *Session) writeHead(cmd *cobra.Command, r api.Reservation, asks bool) (string, error) {
	guest := booking.MaskName(r.Guest)
	if asks && atTerminal(cmd) {
		if err := s.Desk.NoteReveal(r.ID); err != nil {
			return "", fmt.Errorf("nothing was sent: %w", err)
		}
		guest = booking.GuestName(r.Guest)
	}
	return headWords(s.Desk, r, guest), nil
}

// headWords names a reservation in one line, with this text for its guest.
func headWords(d *booking.Desk, r api.Reservation, guest string) string {
	parts := []string{guest, r.Hotel.Name, d.StayOf(r).Words()}
	if r.Confirmation != nil && r.Confirmation.HotelNumber != "" {
		parts = append(parts, r.Confirmation.HotelNumber)
	}
	return safetext.Line(strings.Join(parts, " · "))
}

// atTerminal reports whether standard error is a terminal.
func atTerminal(cmd *cobra.Command) bool {
	_, shown := output.TerminalOf(cmd.ErrOrStderr())
	return shown
}
