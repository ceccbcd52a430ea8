// Package screens holds the console's screens, one file each, in the order in
// which an agent meets them. A screen shows and asks; what is right or wrong is
// decided in package booking.
package screens

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/activity"
	"bellhop/booking/bulk"
	"bellhop/booking/find"
	"bellhop/booking/guests"
	"bellhop/booking/handover"
	"bellhop/booking/lines"
	"bellhop/booking/quote"
	"bellhop/booking/quotestore"
	"bellhop/booking/rebook"
	"bellhop/booking/references"
	"bellhop/booking/views"
	"bellhop/ui"
	"bellhop/ui/clipboard"
)

// Deps are what every screen needs. They are built once and handed from screen to screen.
type Deps struct {
	// Context is the parent of every call; it ends with the program.
	Context context.Context
	Desk    *booking.Desk
	Theme   ui.Theme
	Log     *slog.Logger
	// Drafts keeps the booking that is being made against a crash; nil keeps none.
	Drafts *Drafts
	// Exports is the folder for files that are written on demand; empty writes none.
	Exports string
	// Quotes keeps what was quoted for thirty days; nil keeps nothing.
	Quotes *quotestore.Store
	// Copy puts a text into the clipboard, or returns how to ask the terminal for it; nil copies nothing.
	Copy func(ctx context.Context, text string) (clipboard.Copy, error)
	// Writes counts what is being sent, for the end of the program.
	Writes *Writes
	// Recent keeps the lines that were searched of late; a nil one keeps none.
	Recent *lines.Recent
	// Stored is the file of the lines that were stored under a name; a nil one has none.
	Stored *lines.StoredFile
	// Views is the file of views of reservations; a nil one has none but those that come with the program.
	Views *views.File
	// Batches keeps which cancellations of several are not done yet; a nil one keeps none.
	Batches *bulk.Store
	// Clock measures how long answers take; nil is time.Now.
	Clock func() time.Time
	Zone  *time.Location
	// ZoneTrouble is why Zone is unknown; empty if it is known.
	ZoneTrouble string
	Miles       bool
	// Looks is how many searches a list of hotels makes by itself for the prices of the days around; 0 shows none.
	Looks int
	// FollowEvery is how long it is between two reads of a list that is followed; 0 is half a minute.
	FollowEvery time.Duration
	// MarkupWords is what the agency calls a mark-up that a client pays apart from the hotel's price; empty is nothing.
	MarkupWords string
	// RebookThreshold is how much a rebooking must save to be offered.
	RebookThreshold rebook.Threshold
	Environment     ui.Environment
	// Raw sends a request as it is, for what is shown as the service sent it; nil sends none.
	Raw func(context.Context, api.RawRequest) (api.RawAnswer, error)
	// ReadOnly takes away what writes at the service.
	ReadOnly bool
	// Sandbox reports whether the service is one: only there the simulation option is offered.
	Sandbox bool
	// TestTokens are the payment tokens that Bellhop's own sandbox knows by name.
	TestTokens []Described
	// JoinedEnded reports whether the demo whose sandbox this console shares has ended; nil at every other service.
	JoinedEnded func() bool
	// JoinedWithout lists the given flags that the shared sandbox ignores.
	JoinedWithout []string
	joinedTold    bool // the agent was told, and has searched since
	// Controls are those of the console's own sandbox; nil at every other service.
	Controls SandboxControls
	// Photos fetches photos of hotels; nil shows none. PhotosHidden hides them while the console is presented.
	Photos       PhotoAlbum
	PhotosHidden bool
	// TryToken reads something harmless with another API key; nil means that the service takes it.
	TryToken func(context.Context, api.Secret) error
	// SetToken replaces the API key, once it was tried, for this and for later sessions of a stored profile.
	SetToken func(api.Secret) error
	// HandOverKey returns what drafts are signed with for colleagues at the same account; nil signs none.
	HandOverKey func() (handover.Key, error)
	// References are what the profile wants to stand in the custom data of each booking.
	References []references.Reference
	// GuestBook keeps guests on this machine; nil keeps none, which is how it is unless the operator wants it.
	GuestBook *guests.Book
	// Activity has what the session asked of its service; nil has nothing, and no screen.
	Activity *activity.Log
	// Ended tells how the last console ended where that was not as it should be; without words there is nothing to tell.
	Ended Ending
	// Retired names the settings and files of earlier versions that this one ignores; without words there are none to name.
	Retired Retired
	// OwnToken is the API key of the console's own sandbox: a refused one can only be this again.
	OwnToken api.Secret

	conversion conversion
	otherUnit  bool      // distances are told in the unit that Miles does not say, for the session
	kept       *keptList // the list of reservations as it was left
	// index has all reservations, for the session, once they were first looked in.
	index *find.Index
	// findOpen is the newest list of reservations that is open; find goes back to it.
	findOpen *Reservations
	people   *knownPeople

	// marks are the rates that were marked in this session.
	marks        quote.Tray
	activityOpen bool // it is one of the screens that are open
	// trayOpen is the tray as a screen, while it is one of those that are open.
	trayOpen *Tray
}

// An Ending is how a console ended, in words, and the file that says more; empty where there is none.
type Ending struct{ Words, Report string }

// Retired names what is no longer used, in words; the file names it too.
type Retired struct{ Words, File string }

// A Described is something of the sandbox by its name: a payment token, or a scenario.
type Described struct{ Name, Does string }

// Writes counts the writes under way in a session. A nil one counts nothing.
type Writes struct{ running sync.WaitGroup }

// Settle waits, after the console's end, until no write is under way or the limit is over.
func (w *Writes) Settle(limit time.Duration) {
	if w == nil {
		return
	}
	over := make(chan struct{})
	go func() {
		w.running.Wait()
		close(over)
	}()
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-over:
	case <-late.C:
	}
}

// begin counts a write; what it returns ends it.
func (w *Writes) begin() (end func()) {
	if w == nil {
		return func() {}
	}
	w.running.Add(1)
	return w.running.Done
}

// clock returns the time by which answers are measured, which nobody moves.
func (d *Deps) clock() time.Time {
	if d.Clock == nil {
		return time.Now()
	}
	return d.Clock()
}

// inMiles reports whether distances are told in miles now.
func (d *Deps) inMiles() bool { return d.Miles != d.otherUnit }

func (d *Deps) masking() bool { return d.Theme.Presenter.On() }

// masked returns a value as it may be drawn: without a guest's data while the console is presented.
func masked[T any](d *Deps, mask func(T) T, v T) T {
	if d.masking() {
		return mask(v)
	}
	return v
}

func (d *Deps) mask(r api.Reservation) api.Reservation { return masked(d, booking.MaskReservation, r) }

// dots returns a dot for each letter that is typed where it may be a guest's.
func dots(text string) string { return strings.Repeat("•", len([]rune(text))) }

// maskedWords stand where a service's own words would.
const maskedWords = "What it says is hidden from the audience: it may name a guest."

// maskExplanation masks the text and the problems: they may repeat what was sent.
func maskExplanation(t ui.Theme, x booking.Explanation) booking.Explanation {
	if !t.Presenter.On() || x.Text == "" && len(x.Problems) == 0 {
		return x
	}
	x.Text, x.Problems = maskedWords, nil
	return x
}
