// Package accessible is the console as a conversation by lines, for a screen reader, a braille line, a terminal that can do
// nothing but scroll, or a pipe. It does what the screens do with the same functions of package booking: what is right or
// wrong is decided there. A file for each errand; a place of the conversation is a value that says where to go next.
package accessible

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/find"
	"bellhop/booking/guests"
	"bellhop/booking/lines"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
	"bellhop/booking/references"
	"bellhop/booking/views"
	"bellhop/booking/wording"
)

// Deps are what a conversation needs of the program.
type Deps struct {
	Desk *booking.Desk
	// Profile names the account; Sandbox says that nothing there is for real, ReadOnly that nothing is written.
	Profile           string
	Sandbox, ReadOnly bool
	Zone              *time.Location // the agent's; nil is UTC
	ZoneTrouble       string         // why Zone is unknown; empty if it is known
	// Clock measures the time between answers; nil is time.Now.
	Clock func() time.Time
	Miles bool
	Log   *slog.Logger // nil logs nothing
	// Joined is the sentence for a sandbox that another demo serves; empty at every other service.
	Joined string
	// Drafts keeps the booking that is being made against a crash; nil keeps none.
	Drafts *booking.DraftStore
	// Exports is the folder for files that are written on demand; empty writes none.
	Exports string
	// Copy copies a text with a tool of this machine, which it names; nil, and an empty name, copy nothing.
	Copy       func(ctx context.Context, text string) (tool string, err error)
	Recent     *lines.Recent // nil keeps no line that was searched
	References []references.Reference
	GuestBook  *guests.Book // nil keeps nobody
	// Batches keeps which cancellations of several are not done yet; a nil one keeps none.
	Batches *bulk.Store
	// Stored is the file of the lines that were stored under a name; a nil one has none.
	Stored *lines.StoredFile
	// Views is the file of views of reservations; a nil one has none but those that come with the program.
	Views *views.File
	// RebookThreshold is how much a rebooking must save to be offered.
	RebookThreshold rebook.Threshold
	// Ended says how the last console ended where that was not as it should be, and Report names the file that says more.
	Ended, Report string
	// Retired names the settings and files of earlier versions that this one ignores; "" where there are none to name.
	Retired string
	// TestTokens are the payment tokens that Bellhop's own sandbox knows by name.
	TestTokens []TestToken
	// TryToken reads something harmless with another API key, and SetToken keeps it; nil ones ask for no other key.
	TryToken func(context.Context, api.Secret) error
	SetToken func(api.Secret) error
}

// A TestToken is a payment token of the sandbox, and its effect.
type TestToken struct{ Name, Does string }

// A console is one conversation.
type console struct {
	Deps
	*dialogue.Dialogue
	stack []place
	// sent are the attempts of this conversation whose answer was lost.
	sent        []string
	told        []string // attempts of bookings read out, until an answer proves that the line is up
	guestsShown bool     // the current place names its guests
	oneShown    bool     // the last reveal was of one reservation
	answeredAt  time.Time
	index       *find.Index // all reservations; nil until they are first looked in
	people      guests.Index
	peopleList  booking.ReservationList // how far it was read
	bookRead    bool                    // the guest book is among the people
}

// A place is where a conversation is: it tells, asks, and says where to go.
type place interface {
	// name says in a few words where this is.
	name(c *console) string
	run(ctx context.Context, c *console) (move, error)
}

// A move is where a conversation goes from a place.
type move func(stack []place) []place

func stay() move      { return func(stack []place) []place { return stack } }
func to(p place) move { return func(stack []place) []place { return append(stack, p) } }
func back() move      { return func(stack []place) []place { return stack[:max(len(stack)-1, 1)] } }
func instead(p place) move {
	return func(stack []place) []place { return append(stack[:max(len(stack)-1, 1)], p) }
}

// home goes to the beginning, and from there to these places.
func home(on ...place) move { return func(stack []place) []place { return append(stack[:1:1], on...) } }

// An UnresolvedError is of a conversation that ended while it was not known what came of something it sent.
type UnresolvedError struct{ Lines []string }

func (e *UnresolvedError) Error() string { return strings.Join(e.Lines, "\n") }

// Run holds the conversation until its end. The error is an *UnresolvedError where it is not known what came of something
// that was sent, and else the context's cause where that ended it.
func Run(ctx context.Context, d *dialogue.Dialogue, deps Deps) error {
	if deps.Zone == nil {
		deps.Zone = time.UTC
	}
	if deps.Clock == nil {
		deps.Clock = time.Now
	}
	c := &console{Deps: deps, Dialogue: d}
	c.stack = []place{&menu{}}
	d.Name(c.way)
	d.OnAnswer(c.maskIdle)
	for {
		told, at := len(c.told), c.stack[len(c.stack)-1]
		next, err := at.run(ctx, c)
		if ctx.Err() == nil && !errors.Is(err, dialogue.ErrEnd) { // An answer came: the line was up.
			c.dismiss(c.told[:told]...)
			c.told = c.told[told:]
		}
		switch {
		case err == nil:
			c.stack = next(c.stack)
		case ctx.Err() != nil, isOver(err):
			return c.end(ctx, err)
		case !errors.Is(err, dialogue.ErrBack):
			if err := c.explain(ctx, err); err != nil && !errors.Is(err, dialogue.ErrBack) {
				return c.end(ctx, err)
			}
			c.stack = back()(c.stack)
		case len(c.stack) == 1:
			c.Say("This is the beginning. Quit ends the program.")
		default:
			c.stack = back()(c.stack)
		}
		if c.stack[len(c.stack)-1] != at {
			c.guestsShown = false
		}
	}
}

// maskIdle masks the guests again if the last answer is a minute old, and returns the sentence that says so.
func (c *console) maskIdle() string {
	now, before := c.Clock(), c.answeredAt
	c.answeredAt = now
	if !c.guestsShown || now.Sub(before) < booking.RevealedFor {
		return ""
	}
	c.guestsShown = false
	return booking.MaskedAgain(c.oneShown)
}

// reveal notes in the journal that guests are shown, and reports whether it did. If not, it says why.
func (c *console) reveal(reservations ...string) bool {
	c.oneShown = len(reservations) == 1
	err := c.Desk.NoteReveal(reservations...)
	if err != nil {
		c.Say("Error in show guests: " + sentence(err.Error()))
	}
	return err == nil
}

// way names the places from the first to the present one.
func (c *console) way() []string {
	names := make([]string, len(c.stack))
	for i, p := range c.stack {
		names[i] = p.name(c)
	}
	return names
}

// end tells what is left open.
func (c *console) end(ctx context.Context, err error) error {
	var open []string
	now := c.Desk.Now()
	for _, attempt := range c.sent {
		w, known := c.Desk.Recovery.Write(attempt)
		if known && w.State == recovery.Unresolved {
			open = append(open, wording.Sentence(whatWords(w)), w.Story(now, c.Zone), wording.Sentence(w.Progress(now, c.Zone)), "The attempt is "+attempt+".", "Spelled: "+dialogue.Spell(attempt)+".")
		} else if known && ctx.Err() != nil {
			// It became known while the conversation was ending: nobody has been told yet.
			c.Say(sentence(whatWords(w)))
			c.tellFound(w)
		}
	}
	switch {
	case len(open) > 0:
		open = append(open, "Do not send it again. The next start looks for it, and bellhop reservation unresolved --wait does.")
		heard := make([]string, len(open))
		for i, line := range open {
			heard[i] = dialogue.Speech(line)
		}
		return &UnresolvedError{heard}
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, dialogue.ErrEnd):
		c.Say("The input is over. Nothing more is sent.")
	default:
		c.Say("Bellhop ends.")
	}
	return c.Err()
}

// explain tells what went wrong. Where the key was refused it asks for another one.
func (c *console) explain(ctx context.Context, err error) error {
	c.logFailure(err)
	x := booking.Explain(err)
	c.tellExplanation(x)
	if x.SignIn && c.TryToken != nil && c.SetToken != nil {
		return c.signIn(ctx)
	}
	return nil
}

func (c *console) tellExplanation(x booking.Explanation) {
	text, request := x.Line(), ""
	if part := requestID().FindStringSubmatch(text); part != nil {
		text, request = strings.Replace(text, part[0], "", 1), part[1]
	}
	c.Say("Error. "+wording.Stopped(x.Title), sentence(daysInFull(text)))
	for _, p := range x.Problems {
		c.Say("Error in " + wording.Stopped(booking.ProblemWords(p)))
	}
	hint := x.Hint
	if hint == "" && x.Retry {
		hint = "Trying again may help."
	}
	c.Say(hint)
	c.Fact("request id, for the service", request)
}

// requestID is behind the text of an error. It is long, and has a line of its own that can be left out.
var requestID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` \(request ([^()]+)\)`) })

// logFailure logs the kind of an error: its words may quote a guest.
func (c *console) logFailure(err error) {
	if c.Log == nil || errors.Is(err, context.Canceled) {
		return
	}
	attrs := []any{"title", booking.Explain(err).Title}
	var service *api.Error
	if errors.As(err, &service) {
		attrs = append(attrs, "status", service.Status, "type", service.Type)
	}
	c.Log.Warn("a call of the conversation failed", attrs...)
}

// signIn asks for another API key, tries it and keeps it.
func (c *console) signIn(ctx context.Context) error {
	for {
		text, err := c.Ask(ctx, dialogue.Question{Field: "API key", Text: "API key, which is not shown", Secret: true, Help: []string{"The key of the account, as your provider gave it."}})
		if err != nil {
			return err
		}
		token := api.NewSecret(text)
		_, err = dialogue.During(ctx, c.Dialogue, "trying the key", func(ctx context.Context) (struct{}, error) { return struct{}{}, c.TryToken(ctx, token) })
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case api.Unauthorized(err):
			c.Say("Error in API key: it was refused as well. The old one is kept.")
			continue
		case err != nil:
			c.Say("Error in API key: it could not be tried. " + wording.Stopped(booking.Explain(err).Title))
			continue
		}
		if err := c.SetToken(token); err != nil {
			c.Say("Error in API key: it is good, but could not be kept. " + sentence(err.Error()))
			continue
		}
		c.Say("The key is taken. Do again what was refused.")
		return nil
	}
}

// reading reads from the service, and puts right what the journal has otherwise.
func reading[T any](ctx context.Context, c *console, what string, read func(context.Context) (T, []recovery.Finding, error)) (T, error) {
	return dialogue.During(ctx, c.Dialogue, what, func(ctx context.Context) (T, error) {
		value, found, err := read(ctx)
		c.Desk.Recovery.Correct(found)
		return value, err
	})
}

// where names the environment of a write.
func (c *console) where() string {
	if c.Sandbox {
		return "in the sandbox, not for real"
	}
	return "in production, for real"
}
