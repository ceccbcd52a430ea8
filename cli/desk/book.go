package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/draftfile"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// envPaymentToken is the variable that a payment token is taken from.
const envPaymentToken = "BELLHOP_PAYMENT_TOKEN"

const bookLong = `Book sends a draft of "bellhop verify --draft". First it searches and verifies the
rate again, and compares price, deadlines, penalties and dates with those in the
draft: where one is worse, or cannot be compared, nothing is sent and the exit code
is 6; --accept-changes sends it all the same. What is better is said and sent.

The payment token comes from BELLHOP_PAYMENT_TOKEN, else from standard input, else
it is asked for at the terminal and not shown. It is never an argument, and never
on the disk. The draft's guest may come from a file of its own with --guest.

A similar booking that stands, or may stand, in the way holds this one back, with
exit code 6; --besides ATTEMPT says that this one is wanted besides it.
`

// A bookCommandLine is what book was given.
type bookCommandLine struct {
	writing
	from, guest, simulate string
	accept                bool
	besides               []string
}

func bookCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var b bookCommandLine
	cmd := &cobra.Command{
		Use:   "book --from DRAFT.json",
		Short: "Book what was verified, once",
		Long:  bookLong + fmt.Sprintf(writeHelp, booking.WordBook),
		Example: `  bellhop book --from draft.json
  bellhop book --from draft.json --guest guest.json --yes --json id,locator < token.txt
  bellhop book --from draft.json --dry-run`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && strings.HasSuffix(args[0], ".json") && b.from == "" {
				return exit.Wrong("the draft is named with --from: bellhop book --from %s", args[0])
			}
			return arguments.None(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := b.read(h)
			if err != nil {
				return err
			}
			if b.dryRun {
				if err := wrongUsage(file.CheckGuest()); err != nil {
					return err
				}
				return b.print(cmd, &flags, file)
			}
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				return b.book(ctx, cmd, s, file, &format)
			})
		},
	}
	cmd.Flags().StringVar(&b.from, "from", "", "the `FILE` of the draft; - is standard input")
	cmd.Flags().StringVar(&b.guest, "guest", "", "take the guest from a JSON `FILE`; - is standard input")
	cmd.Flags().StringVar(&b.simulate, "simulate", "", "only in a sandbox: `created|confirmed`, without a charge")
	cmd.Flags().BoolVar(&b.accept, "accept-changes", false, "book although price or terms are worse than in the draft")
	cmd.Flags().StringArrayVar(&b.besides, "besides", nil, "book besides what this `ATTEMPT` booked, or may have")
	_ = cmd.MarkFlagFilename("from", "json")
	_ = cmd.MarkFlagFilename("guest", "json")
	_ = cmd.RegisterFlagCompletionFunc("simulate", cobra.FixedCompletions([]string{"created", "confirmed"}, cobra.ShellCompDirectiveNoFileComp))
	b.flags(cmd, h, booking.WordBook)
	format.NamedFlags(cmd, reservationFields("attempt", "stored_otherwise"))
	h.Flags(cmd, &flags)
	return cmd
}

// read reads the draft and its guest, and says what is wrong with them.
func (b *bookCommandLine) read(h Host) (file draftfile.File, err error) {
	var wrong []error
	if b.from == "" {
		wrong = append(wrong, errors.New("no draft: --from takes a draft that bellhop verify --draft wrote"))
	}
	if b.from == "-" && b.guest == "-" {
		wrong = append(wrong, errors.New("standard input is either the draft or the guest; put one of the two into a file"))
	}
	if b.simulate != "" && api.Simulation(b.simulate) != api.SimulateCreated && api.Simulation(b.simulate) != api.SimulateConfirmed {
		// Misspelt, the service would ignore it and book for real.
		wrong = append(wrong, fmt.Errorf("--simulate %q is neither created nor confirmed", b.simulate))
	}
	if err := wrongUsage(wrong...); err != nil {
		return file, err
	}
	err = h.reading(b.from, func(r io.Reader) (err error) {
		file, err = draftfile.Read(r)
		return err
	})
	if err != nil {
		return file, err
	}
	if b.guest != "" {
		if file.Guest, err = h.guestOf(b.guest); err != nil {
			return file, err
		}
	}
	return file, nil
}

// print prints the request that books the draft as it stands.
func (b *bookCommandLine) print(cmd *cobra.Command, flags *config.Flags, file draftfile.File) error {
	return b.host.dry(cmd, flags, func(ctx context.Context, client *api.Client, p config.Profile) error {
		request := file.Preview(api.Simulation(b.simulate), p.SingleName.Text)
		request.Payment.Token = api.NewSecret(paymentVariable)
		request.CustomData = append(request.CustomData, api.CustomField{Key: recovery.AttemptKey, Text: "att-" + strings.Repeat("A", 26)})
		_, err := client.CreateReservation(ctx, request)
		return err
	})
}

func (b *bookCommandLine) book(ctx context.Context, cmd *cobra.Command, s *Session, file draftfile.File, format *output.Format) error {
	if err := b.ready(cmd, s, booking.WordBook); err != nil {
		return err
	}
	if err := wrongUsage(file.CheckGuest(), s.wrongReferences(file)); err != nil {
		return err
	}
	p := progress(cmd)
	p.Tell("verifying the rate again")
	opened, err := draftfile.Open(ctx, s.Desk, file)
	p.Done()
	switch {
	case err != nil:
		return s.outcome(err)
	case opened.Gone:
		return exit.With(exit.Changed, gone(opened))
	case !b.accept && terms.Stops(opened.Changes):
		return changedError("not booked: the rate is not what the draft agreed to; --accept-changes books it all the same", opened.Changes)
	}
	draft := opened.Draft
	draft.Simulate = api.Simulation(b.simulate)
	if err := b.readBack(cmd, s, draft, opened.Changes); err != nil {
		return err
	}
	if draft.Token, err = b.token(ctx, cmd); err != nil {
		return err
	}
	if err := b.allowed(cmd, s, "Book it?", booking.WordBook); err != nil {
		return err
	}
	return b.send(ctx, cmd, s, draft, format)
}

// send books, and prints what came of it.
func (b *bookCommandLine) send(ctx context.Context, cmd *cobra.Command, s *Session, draft booking.Draft, format *output.Format) error {
	ctx, stop := exit.UntilSignal(ctx)
	defer stop()
	draft.Watched = true
	made, err := s.Desk.Book(ctx, draft)
	for held := recovery.WriteIn(err, recovery.HeldBack); held != nil && b.named(held); held = recovery.WriteIn(err, recovery.HeldBack) {
		draft = draft.Besides(*held)
		b.besides = nil // What is in the way besides those was not named.
		made, err = s.Desk.Book(ctx, draft)
	}
	if err != nil {
		lost := recovery.WriteIn(err, recovery.Unresolved)
		r, err := b.resolved(ctx, cmd, s, err)
		if err != nil {
			return err
		}
		made = s.Desk.Booked(draft, *r, lost)
		made.Attempt = lost.Plan.Attempt
	}
	for _, c := range booking.MaskChanges(made.Deviations) {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: differs from what was agreed: "+changeWords(c))
	}
	// The guest is in plain: it was in the draft.
	err = s.print(context.WithoutCancel(ctx), cmd, format, made.Reservation, true,
		output.Member{Name: "attempt", Value: made.Attempt}, output.Member{Name: "stored_otherwise", Value: changesOf(made.Deviations)})
	if err == nil {
		_ = s.Desk.Recovery.NoteShown(made.Attempt) // If this fails, the next console shows the booking again.
	}
	return unprinted(err, "booked", made.Attempt, made.Reservation)
}

// named reports whether all that holds a booking back was named.
func (b *bookCommandLine) named(held *recovery.Write) bool {
	for _, other := range held.Others {
		found := false
		for _, id := range b.besides {
			found = found || id == other.Attempt
		}
		if !found {
			return false
		}
	}
	return len(held.Others) > 0
}

// readBack says on standard error what is about to be sent.
func (b *bookCommandLine) readBack(cmd *cobra.Command, s *Session, draft booking.Draft, changes []terms.Change) error {
	out := output.NewTable(cmd.ErrOrStderr())
	draft.Changes = changes
	named := booking.MaskGuest(draft.Guest)
	guest := booking.MaskName(draft.Guest)
	if atTerminal(cmd) {
		named, guest = draft.Guest, booking.GuestName(draft.Guest)
	}
	rows := append([][2]string{{"environment", s.environmentWords()}, {"guest", guest}}, verifiedRows(draft, s.Desk.Now())...)
	if sent := s.Desk.NameReading(named); sent != "" {
		rows = append(rows, [2]string{"names", sent})
	}
	for _, row := range rows {
		out.Row(row[0], row[1])
	}
	return out.Flush()
}

// token is the payment token, from wherever it may come.
func (b *bookCommandLine) token(ctx context.Context, cmd *cobra.Command) (api.Secret, error) {
	if text, set := b.host.Env(envPaymentToken); set && text != "" {
		return api.NewSecret(text), nil
	}
	if b.from == "-" || b.guest == "-" {
		return api.Secret{}, exit.Wrong("nothing was sent: standard input was read already; set %s to the payment token", envPaymentToken)
	}
	text, err := b.host.person(cmd).Secret(ctx, "Payment token (not shown): ",
		"nothing was sent: no payment token; give it on standard input, or set "+envPaymentToken, "nothing was sent")
	if err != nil {
		return api.Secret{}, err
	}
	if text == "" {
		return api.Secret{}, errNoToken()
	}
	return api.NewSecret(text), nil
}

// errNoToken is what a mere enter at the prompt for the token ends with.
func errNoToken() error { return exit.Wrong("nothing was sent: no payment token was typed") }

func (s *Session) environmentWords() string {
	if s.Environment == config.Production {
		return "PRODUCTION " + s.Profile
	}
	return "SANDBOX " + s.Profile
}

// gone says that a rate is not offered any more, and what is.
func gone(opened draftfile.Opened) error {
	lines := []string{"not booked: the rate is not offered any more"}
	for _, r := range opened.Nearest {
		lines = append(lines, "instead: "+r.Rate.BookingCode+"  "+r.RoomName()+"  "+terms.PriceWords(r.Price(opened.Draft.Trip.Rooms).Total))
	}
	return exit.Tell(nil, lines...)
}

// wrongReferences says which references the profile wants and the draft has not, or has otherwise.
func (s *Session) wrongReferences(file draftfile.File) error {
	var wrong []error
	for _, r := range s.References {
		if problem := r.Problem(file.CustomData[r.Key]); problem != "" {
			wrong = append(wrong, fmt.Errorf("custom_data.%s: %s: %s", r.Key, r.Label, problem))
		}
	}
	return errors.Join(wrong...)
}

// wrongUsage returns the problems of a command line and of its files together, or nil if there are none.
func wrongUsage(problems ...error) error {
	if err := errors.Join(problems...); err != nil {
		return exit.With(exit.Usage, err)
	}
	return nil
}
