package screens

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/handover"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Book reads everything back and sends it, once. While the answer is awaited no key does anything.
type Book struct {
	deps *Deps
	draftHead
	guest reveal
	now   time.Time
	form  bookForm
	write write[booking.Booking]
	// similar are bookings that may be the same stay; nil unless asked about.
	similar *recovery.Write

	verify load[booking.RestoredDraft]
	rate   rateCheck
	// forbidden reports whether the account may not book this, whatever is typed.
	forbidden bool

	note string
	// refusedRequest would be refused again.
	refusedRequest *request
	// toGuest hands problems back to the guest's form.
	toGuest       func([]api.Problem)
	charges       []string // the block of what is charged
	page          page
	width, height int
	keys          bookKeys
}

type bookKeys struct{ book, token, nearest, verify, accept, look, list, search, back key.Binding }

// NewBook reads the draft back and waits for ctrl+b.
func NewBook(deps *Deps, draft booking.Draft) *Book {
	b := &Book{
		deps: deps, guest: newDraftReveal(deps, draft), form: newBookForm(deps), page: newPage(deps, false),
		write: newWrite[booking.Booking](deps, writeWords{
			name: "booking", doing: "booking", kind: journal.Create, first: "verifying the rate once more",
			refused: nothingBooked, undone: "nothing is booked", contradicted: "It was answered as not booked, and exists",
			signedIn:   deps.say("Nothing was booked. With a new key press {send} again."),
			unfinished: "It may be booked and charged. Bellhop looks for it at its next start; do not book it again before.",
			notMade:    "Not booked, as far as can be told",
			then:       "It was looked for as long as it could show late. To send it once more type the word " + againWord + deps.say(" below, then {send}."),
		}),
		verify: newLoad[booking.RestoredDraft](deps, "verifying the rate again"),
		keys: bookKeys{
			book: deps.bind("send"), token: deps.bind("token"), nearest: deps.bind("nearest"),
			verify: deps.bind("verify"), accept: deps.bind("accept", "accept"), look: deps.bind("look"),
			list: deps.bind("go.reservations"), search: deps.bind("go.search"), back: deps.bind("back"),
		},
	}
	b.renew(draft)
	return b
}

// renew takes a draft from the guest's form; token and choice stay.
func (b *Book) renew(draft booking.Draft) {
	b.draft, b.now = draft.Accepting(b.draft), b.deps.Desk.Now()
	b.rate = rateCheck{agreed: draft.Changes}
	b.write.clear()
	b.note, b.similar = "", nil
	b.refresh()
}

// needsAgain reports whether what ctrl+b would send may have been booked already.
func (b *Book) needsAgain() bool {
	return b.write.notMade() || b.similar != nil && b.similar.NeedsWord()
}

// asksSimilar reports whether ctrl+y is needed because the stay is booked already.
func (b *Book) asksSimilar() bool { return b.similar != nil && !b.similar.NeedsWord() }

// asks reports whether ctrl+y is needed before anything is sent.
func (b *Book) asks() bool { return b.rate.asking || b.asksSimilar() || b.write.since.stops() }

func (b *Book) enable() {
	k, state := &b.keys, b.write.state()
	unresolved, idle := state == writeUnresolved, b.write.idle()
	free := idle && !b.verify.call.Busy()
	stale, noPrice := b.rate.stale(b.draft, b.now), b.draft.NoPrice() != ""
	k.book.SetEnabled(free && !b.deps.ReadOnly && !noPrice && !stale && !b.asks() && !b.repeats())
	k.token.SetEnabled(idle && b.form.tokens.offered())
	k.nearest.SetEnabled(free && b.rate.offersNearest(b.draft, b.now))
	k.verify.SetEnabled(free && (stale || noPrice))
	k.accept.SetEnabled(free && b.asks())
	k.look.SetEnabled(unresolved && b.write.unresolved.followed)
	k.list.SetEnabled(unresolved || free && b.similar != nil)
	k.search.SetEnabled(unresolved || free && (stale || b.rate.asking || b.needsAgain() || b.forbidden))
	k.back.SetEnabled(state != writeSending)
	b.form.Show(fieldAgain, b.needsAgain())
	b.form.Show(fieldWord, !b.needsAgain())
}

// tick takes the time. After a jump of the clock what was agreed to may not hold any more.
func (b *Book) tick() {
	now := b.deps.Desk.Now()
	if words := wording.ClockJump(b.now, now); words != "" {
		b.rate.jumped = words
	}
	b.now = now
	b.write.contradict(b.draft.Attempt)
	if b.write.renew() {
		// The word is asked for now: typed into the hidden token it would become a part of it.
		b.enable()
		b.form.Focus(fieldAgain)
	}
}

func (b *Book) Init() tea.Cmd { return b.guest.ask(true) }

func (b *Book) Update(msg tea.Msg) (_ ui.Nav, cmd tea.Cmd) {
	defer func() {
		b.refresh()
		cmd = tea.Batch(cmd, b.guest.ask(true))
	}()
	if b.guest.receive(msg) {
		return ui.Stay(), nil
	}
	if nav, mine, err := b.write.receive(msg); mine {
		return b.answered(nav, err), b.deps.Drafts.tellUntold()
	}
	if draft, ok, mine, nav := b.verify.receive(msg); mine {
		b.now = b.deps.Desk.Now()
		if ok {
			nav = b.verified(draft)
		} else {
			b.verify.failure.Hint = b.deps.say("{verify} tries again, {go.search} searches again.")
		}
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		b.tick()
		return b.receipt(), nil
	case tea.KeyMsg:
		b.tick()
		b.enable()
		return b.key(msg)
	}
	return ui.Stay(), nil
}

func (b *Book) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	k := b.keys
	b.page.reading = ""
	switch {
	case key.Matches(msg, k.book, k.accept) && b.page.unread(changesAndCosts):
	case key.Matches(msg, k.book):
		return ui.Stay(), b.send()
	case key.Matches(msg, k.back):
		return b.leave(), nil
	case key.Matches(msg, k.verify):
		return ui.Stay(), b.verifyAgain(b.rate.refusals > 1 && b.rate.fewer == nil)
	case key.Matches(msg, k.nearest):
		return ui.Stay(), b.verifyAgain(true)
	case key.Matches(msg, k.accept):
		b.accept()
	case key.Matches(msg, k.look):
		b.write.lookNow()
	case key.Matches(msg, k.search):
		return ui.Root(NewSearch(b.deps, b.draft.Trip)), nil
	case !b.write.idle():
		b.page.key(msg)
	case key.Matches(msg, b.deps.bind("hand_over")):
		return b.deps.handOver(handover.AtBook, b.draft), nil
	case key.Matches(msg, k.token):
		b.note = b.form.tokens.put(b.form.Form)
	case b.page.key(msg):
	default:
		b.note = ""
		if b.form.Update(msg) == ui.FormSubmitted {
			b.note = b.deps.say("Nothing is sent by enter. {send} books.")
		}
	}
	return ui.Stay(), nil
}

// leave goes back to the guest; a draft that may be booked is left for a new search.
func (b *Book) leave() ui.Nav {
	switch {
	case b.verify.cancel():
		return ui.Stay()
	case b.write.state() == writeUnresolved:
		return ui.Root(NewSearch(b.deps, b.draft.Trip))
	default:
		return ui.Pop()
	}
}

func (b *Book) Title() string { return "book" }

// Commands are those of everywhere. While it is not known whether the booking was made, what arrives on its day is
// listed.
func (b *Book) Commands() []ui.Command {
	return b.deps.commandsFinding(func() ui.Nav {
		if b.keys.list.Enabled() {
			return ui.Push(NewReservations(b.deps, api.ReservationQuery{CheckIn: api.DateRange{On: b.draft.Trip.CheckIn}}))
		}
		return b.deps.openFind()
	})
}
func (b *Book) Side() string  { return hotelClock(b.draft.Zone, b.now) }
func (b *Book) Busy() string  { return valueOr(b.write.busy(), b.verify.busy()) }
func (b *Book) Guard() string { return b.write.guard() }

func (b *Book) State() string {
	if b.write.notMade() {
		return "sent once, not found"
	}
	return b.write.inWords()
}

func (b *Book) Typing() bool  { return b.write.idle() && b.form.Typing() }
func (b *Book) Echo() ui.Echo { return b.form.Echo() }
func (b *Book) Ticking() bool { return true }

// Close does not stop a booking that was sent.
func (b *Book) Close() { b.verify.cancel() }

// Resume repeats a verification that a refused key had stopped, and never a booking.
func (b *Book) Resume() tea.Cmd {
	b.now = b.deps.Desk.Now() // Nothing has told it the time below another screen.
	b.write.lookNow()
	return b.verify.resume()
}

func (b *Book) Keys() []key.Binding {
	k := b.keys
	if !b.write.idle() {
		keys := ui.Offered(k.look, k.search, k.list)
		if b.write.sending() {
			keys = []key.Binding{k.book}
		}
		return append(append(keys, k.back), b.page.keys()...)
	}
	keys := []key.Binding{ui.Instead(k.book, k.accept, k.nearest, k.verify)}
	if b.rate.fewer != nil {
		keys = []key.Binding{ui.Instead(k.verify, k.nearest)}
	} else if k.nearest.Enabled() {
		keys = append(keys, ui.Offered(k.verify)...)
	}
	keys = append(keys, ui.Offered(k.search, k.list)...)
	if b.form.tokens.offered() {
		keys = append(keys, k.token)
	}
	keys = append(append(keys, k.back), b.page.keys()...)
	return append(append(keys, b.form.Keys()...), ui.HelpOnly(), b.deps.bind("hand_over"))
}
