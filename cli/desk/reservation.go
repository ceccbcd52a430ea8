package desk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// reservationJSON is a reservation as the service has it.
type reservationJSON struct {
	ID           string            `json:"id"`
	Status       string            `json:"status"`
	Hotel        string            `json:"hotel"`
	Name         string            `json:"name"`
	Guest        string            `json:"guest"` // masked, but for --guest
	Email        string            `json:"email"`
	Phone        string            `json:"phone"`
	CheckIn      string            `json:"check_in"`
	CheckOut     string            `json:"check_out"`
	DatesIn      string            `json:"dates_in"` // "hotel", or "UTC" where the hotel's zone is not known
	Rooms        int               `json:"rooms"`
	Adults       int               `json:"adults"`
	Children     int               `json:"children"`
	Total        *amount           `json:"total"`
	Charged      *amount           `json:"charged"`
	Confirmation string            `json:"hotel_confirmation"`
	Locator      string            `json:"record_locator"`
	Created      *time.Time        `json:"created"`
	BookingCode  string            `json:"booking_code"`
	CancelNow    costOf            `json:"cancel_now"`
	Deadline     *time.Time        `json:"next_deadline"` // when cancelling gets dearer next
	Terms        []string          `json:"terms"`
	CustomData   map[string]string `json:"custom_data"`
}

// reservationOf is a reservation, its guest masked where it is not to be shown.
func reservationOf(d *booking.Desk, r api.Reservation, shown bool) reservationJSON {
	now, stay, agreed := d.Now(), d.StayOf(r), d.TermsOf(r)
	out := reservationJSON{
		ID: r.ID, Status: r.Status, Hotel: r.Hotel.ID.Chain + r.Hotel.ID.Code, Name: r.Hotel.Name,
		CheckIn: stay.In.String(), CheckOut: stay.Out.String(), DatesIn: stay.Zone,
		Rooms: max(r.Rate.Rooms, 1), Adults: r.Adults, Children: r.Children, Total: amountOf(r.Rate.Total),
		BookingCode: r.Rate.BookingCode, Terms: agreed.AgreedLines(now), CancelNow: costJSON(agreed.CostAt(now)), CustomData: map[string]string{},
	}
	guest, custom := r.Guest, r.CustomData
	if !shown {
		masked := booking.MaskReservation(r)
		guest, custom = booking.MaskGuest(r.Guest), masked.CustomData
	}
	out.Guest, out.Email, out.Phone = booking.GuestName(guest), guest.Email, guest.Phone
	for _, field := range custom {
		out.CustomData[field.Key] = field.Text
	}
	if r.Payment != nil {
		out.Charged = amountOf(r.Payment.Amount)
	}
	if r.Confirmation != nil {
		out.Confirmation, out.Locator = r.Confirmation.HotelNumber, r.Confirmation.RecordLocator
	}
	if !r.Created.IsZero() {
		at := r.Created.Time.UTC()
		out.Created = &at
	}
	if next := agreed.CostAt(now).Next; next != nil && r.Status == api.StatusConfirmed {
		at := next.From.UTC()
		out.Deadline = &at
	}
	return out
}

// printReservation prints a reservation for people.
func printReservation(cmd *cobra.Command, d *booking.Desk, r api.Reservation, shown bool) error {
	one, now := reservationOf(d, r, shown), d.Now()
	out := output.NewTable(cmd.OutOrStdout())
	row := func(what, text string) {
		if text != "" {
			_, _ = fmt.Fprintf(out, "%s\t%s\n", what, text)
		}
	}
	row("status", r.Status+" ("+booking.StatusWords(r)+")")
	row("id", one.ID)
	row("confirmation", one.Confirmation)
	row("locator", one.Locator)
	row("hotel", r.Hotel.Name+", "+r.Hotel.ID.String())
	row("stay", d.StayOf(r).Words())
	row("party", trip.PartyWords(one.Adults, one.Children)+", "+wording.Plural(one.Rooms, "room"))
	row("guest", one.Guest)
	row("email", one.Email)
	row("phone", one.Phone)
	row("price", terms.PriceWords(r.Rate.Total))
	if r.Payment != nil && r.Payment.Amount.IsSet() {
		row("charged", r.Payment.Amount.String())
	}
	if r.Status == api.StatusConfirmed {
		row("cancelling now", d.TermsOf(r).CostAt(now).Sentence())
		for _, line := range one.Terms {
			row("", line)
		}
	}
	for _, field := range r.CustomData {
		if field.Key != recovery.AttemptKey {
			row(field.Key, one.CustomData[field.Key])
		}
	}
	return out.Flush()
}

func reservationCommand(h Host) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "reservation",
		Short: "List, read, change and cancel reservations",
		Long: `Reservation is the support desk's: it lists, reads, changes and cancels what the
service holds for the account. Guests are masked unless asked for, and showing one
is noted in the journal. A reservation is named by its id.`,
		Args: arguments.Subcommand,
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(showCommand(h), listCommand(h), cancelCommand(h), datesCommand(h), paymentCommand(h), unresolvedCommand(h))
	return cmd
}

func showCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var guest bool
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Print a reservation as the service has it now",
		Example: "  bellhop reservation show 0123456789abcdef0123456789abcdef\n  bellhop reservation show \"$id\" --json status,cancel_now",
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
				return format.Print(ctx, cmd.OutOrStdout(), reservationOf(s.Desk, r, guest), func() error {
					return printReservation(cmd, s.Desk, r, guest)
				})
			})
		},
	}
	guestFlag(cmd, &guest)
	format.Flags(cmd, reservationJSON{})
	h.Flags(cmd, &flags)
	return cmd
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
		return r, outcome(s, err)
	}
	if _, _, err := s.Desk.Directory.Facts(ctx, r.Hotel); err != nil && ctx.Err() != nil {
		return r, err
	}
	return r, nil
}

// writeHead is what a write is about: whose booking it is, in plain to somebody at a terminal who is asked, and masked
// where it ends in a log.
func writeHead(cmd *cobra.Command, d *booking.Desk, r api.Reservation) string {
	parts := []string{guestAsked(cmd, r.Guest), r.Hotel.Name, d.StayOf(r).Words()}
	if r.Confirmation != nil && r.Confirmation.HotelNumber != "" {
		parts = append(parts, r.Confirmation.HotelNumber)
	}
	return strings.Join(parts, " · ")
}

// guestAsked is a guest's name as a question has it.
func guestAsked(cmd *cobra.Command, g api.Guest) string {
	if _, shown := output.TerminalOf(cmd.ErrOrStderr()); shown {
		return booking.GuestName(g)
	}
	return booking.MaskName(g)
}
