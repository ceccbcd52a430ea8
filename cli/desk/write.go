package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/draftfile"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/cli/exit"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// writing are the flags of what writes at a service, and the rules for it.
type writing struct {
	host   Host
	yes    bool
	word   string
	dryRun bool
	wait   bool
	// preview and atMost are set by costFlags, for writes that have a cost.
	preview bool
	atMost  terms.Limits
}

// writeHelp is the part of the help that every such command has.
const writeHelp = `
Without a terminal --yes is needed, and in production --word %s too.
--dry-run prints the request and sends nothing. What is sent is noted in the
journal first and sent once. Where the answer is lost the exit code is 5: then
nobody knows yet whether it happened, and --wait looks for it until that is known.`

func (w *writing) flags(cmd *cobra.Command, h Host, word string) {
	w.host = h
	cmd.Flags().BoolVar(&w.yes, "yes", false, "send it without asking")
	cmd.Flags().StringVar(&w.word, "word", "", "the `WORD` that production wants: "+word)
	cmd.Flags().BoolVar(&w.dryRun, "dry-run", false, "print the request and send nothing, without a connection")
	cmd.Flags().BoolVar(&w.wait, "wait", false, "where the answer is lost, look for what came of it until that is known")
	_ = cmd.RegisterFlagCompletionFunc("word", cobra.FixedCompletions([]string{word}, cobra.ShellCompDirectiveNoFileComp))
}

// costHelp is the part of the help for writes that have a cost.
const costHelp = `
--preview reads, prints the cost and the deadline, and sends nothing. --at-most "50 GBP"
stands in place of --yes, never of --word: it is sent if it costs no more, compared
right before it is sent. Give it once for each currency. A higher, unknown or only
estimated cost sends nothing (exit code 6). Without a terminal it is enough.`

// costFlags adds the flags with which a script previews a cost and agrees to it.
func (w *writing) costFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&w.preview, "preview", false, "read, print the cost and the deadline, and send nothing")
	cmd.Flags().Var(limitsValue{&w.atMost}, "at-most", "send it without asking if it costs no more than this `AMOUNT`; once a currency")
	_ = cmd.RegisterFlagCompletionFunc("at-most", cobra.NoFileCompletions)
}

// checkCost refuses flags that exclude each other.
func (w *writing) checkCost() error {
	if w.preview && w.dryRun {
		return exit.Wrong("--preview reads the reservation, and --dry-run opens no connection; leave one of them out")
	}
	return nil
}

// limitsValue is the flag --at-most.
type limitsValue struct{ limits *terms.Limits }

func (v limitsValue) String() string {
	if v.limits == nil {
		return ""
	}
	return v.limits.String()
}

func (v limitsValue) Type() string { return "AMOUNT" }

func (v limitsValue) Set(text string) error {
	more, err := v.limits.With(text)
	if err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	*v.limits = more
	return nil
}

// agreed reports whether the command line agrees to the write without a question.
func (w *writing) agreed() bool { return w.yes || len(w.atMost) > 0 }

// overLimit returns the error for a cost that is not within --at-most.
func overLimit(over string) error {
	return exit.With(exit.Changed, fmt.Errorf("nothing was sent: %s (--at-most)", over))
}

// ready refuses early what can never be sent: nothing is to be asked or read in vain.
func (w *writing) ready(cmd *cobra.Command, s *Session, word string) error {
	person := w.host.person(cmd)
	_, asked := person.Terminal()
	switch {
	case w.preview:
		return nil
	case s.ReadOnly:
		return exit.Wrong("nothing was sent: the profile %s is read-only here", s.Profile)
	case w.word != "" && w.word != word:
		return exit.Wrong("nothing was sent: --word %q is not the word; it is %s", w.word, word)
	case !asked && !w.agreed():
		agree := "--yes"
		if cmd.Flags().Lookup("at-most") != nil {
			agree = "--yes, or --at-most AMOUNT,"
		}
		return exit.Wrong("nothing was sent: nobody can be asked, because the input is not a terminal; say %s to send it without asking", agree)
	case !asked && s.Environment == config.Production && w.word == "":
		return exit.Wrong("nothing was sent: this is production; say --yes --word %s", word)
	}
	return nil
}

// consents reports whether the command line answers the question for a write.
func (w *writing) consents(s *Session, word string) bool {
	return w.agreed() && (s.Environment != config.Production || w.word == word)
}

// allowed asks whoever is at the terminal, and in production for the word.
func (w *writing) allowed(cmd *cobra.Command, s *Session, question, word string) error {
	person := w.host.person(cmd)
	switch _, asked := person.Terminal(); {
	case w.consents(s, word):
		return nil
	case asked && s.Environment == config.Production:
		return person.Word("PRODUCTION. "+question, word, "nothing was sent")
	default:
		return person.Confirm(question, "nothing was sent")
	}
}

// outcome tells what became of a write that is not made, in words and an exit code.
func (s *Session) outcome(err error) error {
	var unresolved *recovery.Write
	var changed *booking.ChangedError
	var rooms *booking.RoomsError
	var other *draftfile.OtherHotelError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unresolved) && unresolved.State == recovery.HeldBack:
		return exit.With(exit.Changed, heldBack(unresolved))
	case errors.As(err, &unresolved):
		known := *unresolved
		if w, also := s.Desk.Recovery.Write(known.Plan.Attempt); also {
			known = w // The error itself does not tell when it was sent.
		}
		now := s.Desk.Now()
		return exit.With(exit.Unresolved, exit.Tell(nil, known.What(), known.Story(now, s.Zone), known.Progress(now, s.Zone),
			"Do not send it again. bellhop reservation unresolved --wait finds out; the attempt is "+unresolved.Plan.Attempt))
	case errors.As(err, &other):
		return exit.Wrong("nothing was sent: %w", err)
	case errors.As(err, &changed):
		return changedError(changed.Error(), changed.Changes)
	case errors.As(err, &rooms):
		fewer := rooms.Fewer
		return explained(err, s.verifyLine(fewer.Hotel.ID, fewer.Rate, trip.Trip{
			CheckIn: fewer.Trip.CheckIn, CheckOut: fewer.Trip.CheckOut, Adults: fewer.Trip.Adults, Children: fewer.Trip.Children, Rooms: fewer.Trip.Rooms,
		})+" verifies "+rooms.Words())
	}
	return explained(err)
}

// explained returns an error with the words of the screens for it, followed by more lines.
func explained(err error, more ...string) error {
	x := booking.Explain(err)
	lines := []string{x.Title, x.Line()}
	for _, p := range x.Problems {
		lines = append(lines, booking.ProblemWords(p))
	}
	return exit.Tell(err, append(append(lines, x.Hint), more...)...)
}

func heldBack(w *recovery.Write) error {
	x := booking.Explain(w)
	lines := []string{x.Title, x.Line()}
	if w.Plan.Kind != journal.Create {
		return exit.Tell(nil, append(lines, x.Hint)...)
	}
	for _, other := range w.Others {
		lines = append(lines, "--besides "+other.Attempt+" sends it all the same: "+strings.Join(recovery.PlanLines(other.Plan)[:1], ""))
	}
	return exit.Tell(nil, lines...)
}

// changedError names what is otherwise; guests stay masked.
func changedError(title string, changes []terms.Change) error {
	lines := []string{title}
	for _, c := range booking.MaskChanges(changes) {
		lines = append(lines, verdictWord(c.Verdict)+": "+changeWords(c))
	}
	return exit.With(exit.Changed, exit.Tell(nil, lines...))
}

// resolved follows a write whose answer was lost: for some looks, which mostly tell, and where that is wanted until it is
// known what came of it. The error is nil once it is made.
func (w *writing) resolved(ctx context.Context, cmd *cobra.Command, s *Session, err error) (*api.Reservation, error) {
	lost := recovery.WriteIn(err, recovery.Unresolved)
	if stopped := new(exit.Stopped); lost == nil && errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &stopped) {
		return nil, &exit.Stopped{Signal: stopped.Signal, Message: "nothing was sent"}
	}
	if lost == nil {
		return nil, s.outcome(err)
	}
	found, ferr := follow(ctx, cmd, s, lost.Plan.Attempt, !w.wait)
	if ferr != nil { // It may have been found at the last moment, and is not to be told as unknown then.
		s.Desk.Recovery.Stop()
		if known, there := s.Desk.Recovery.Write(lost.Plan.Attempt); there && known.State != recovery.Unresolved {
			found, ferr = known, nil
		}
	}
	switch {
	case ferr != nil || found.State == recovery.Unresolved:
		return nil, s.outcome(err) // Whatever ended the waiting: it was sent.
	default:
		return s.verdictOf(found)
	}
}

// unprinted is the error of a write that was made and whose answer did not get out, by a full disk or a wrong expression: a
// script must not take it for one that was not made.
func unprinted(err error, made, attempt string, r api.Reservation) error {
	if err == nil {
		return nil
	}
	line := "reservation " + r.ID
	if r.Confirmation != nil && r.Confirmation.RecordLocator != "" {
		line += ", locator " + r.Confirmation.RecordLocator
	}
	return exit.Tell(err, "it was "+made+", but the answer could not be printed: "+err.Error(), line+", attempt "+attempt, "Do not send it again.")
}

// verdictOf is what a write came to that is followed no more.
func (s *Session) verdictOf(w recovery.Write) (*api.Reservation, error) {
	now := s.Desk.Now()
	switch {
	case w.Made() && w.Reservation != nil:
		return w.Reservation, nil
	case w.State == recovery.NotMade:
		return nil, fmt.Errorf("%s: %s", w.What(), w.Progress(now, s.Zone))
	default:
		return nil, exit.With(exit.Unresolved, fmt.Errorf("%s: %s", w.What(), w.Progress(now, s.Zone)))
	}
}

// firstLooks are those that a command makes by itself: a service can take a moment to show what it has made.
const firstLooks = 3

// follow waits until a write is not unresolved any more, or until the first looks for it are over.
func follow(ctx context.Context, cmd *cobra.Command, s *Session, attempt string, first bool) (recovery.Write, error) {
	p := progress(cmd)
	defer p.Done()
	for {
		changed := s.Desk.Recovery.Changed()
		w, known := s.Desk.Recovery.Write(attempt)
		if !known {
			return w, fmt.Errorf("the journal has no attempt %s", attempt)
		}
		if w.State != recovery.Unresolved || first && !w.Looking && (w.LookFailed || w.Looks >= firstLooks) {
			return w, nil
		}
		p.Tell(w.Progress(s.Desk.Now(), s.Zone))
		select {
		case <-changed:
		case <-ctx.Done():
			return w, ctx.Err()
		}
	}
}
