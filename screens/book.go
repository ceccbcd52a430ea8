package screens

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Book reads everything back and sends it, once. Only ctrl+b sends, and while
// the answer is awaited no key does anything.
type Book struct {
	deps  *Deps
	draft booking.Draft
	now   time.Time
	form  *ui.Form

	call    write[booking.Booking]
	failure *booking.Explanation
	// lost is the booking whose answer was lost. As long as its outcome is not
	// known nothing is sent from here.
	lost lost
	// similar are bookings that may be the same stay; nil unless asked about.
	similar *recovery.Write

	verify load[booking.Restored]
	// gone says that the service refused the rate, and refusals how often it did
	// so although the rate could be verified.
	gone     bool
	refusals int
	// priceMoved says that it was refused because of its price: what it costs now
	// is told by verifying it again.
	priceMoved bool
	// forbidden says that the account may not book this, whatever is typed;
	// answeredNo, that something was sent and the service answered that it did not
	// book it.
	forbidden, answeredNo bool
	// jumped says that the clock has jumped, as it does when a machine sleeps.
	jumped string
	// agreed are the changes that a person has accepted; asking, that there are
	// others.
	agreed []terms.Change
	asking bool

	note  string
	token int // the test token chosen last; -1 is none
	// refusal is what the service refused: it would refuse the same again.
	refusal *request
	// refuse hands problems back to the guest's form.
	refuse        func([]api.Problem)
	page          page
	width, height int
	keys          bookKeys
}

type bookKeys struct{ book, token, nearest, verify, accept, look, list, search, back key.Binding }

// The fields of the payment form.
const (
	fieldToken    = "token"
	fieldSimulate = "simulate"
	fieldWord     = "word"
	fieldAgain    = "again"
)

// The words that must be typed: in production for every booking, and anywhere
// to send once more what may have been booked already.
const (
	bookWord  = "book"
	againWord = "again"
)

// NewBook reads the draft back and waits for ctrl+b.
func NewBook(deps *Deps, draft booking.Draft) *Book {
	b := &Book{
		deps: deps, token: -1, page: newPage(false),
		call:   newWrite[booking.Booking](deps),
		verify: newLoad[booking.Restored](deps, "verifying the rate again"),
		keys: bookKeys{
			book:    ui.BindAs(bookKey, "book it", bookKey),
			token:   ui.BindAs("ctrl+t", "test token", "ctrl+t"),
			nearest: ui.BindAs("ctrl+e", "nearest rates", "ctrl+e"),
			verify:  ui.BindAs("ctrl+v", "verify again", "ctrl+v"),
			accept:  ui.BindAs(acceptKey, "accept", acceptKey),
			look:    ui.Bind("look now", "l"),
			list:    ui.BindAs("ctrl+r", "reservations", "ctrl+r"),
			search:  ui.BindAs("ctrl+n", "new search", "ctrl+n"),
			back:    ui.BindAs("esc", "back", "esc"),
		},
	}
	b.form = ui.NewForm(deps.Theme, ui.Section{Fields: paymentFields(deps)})
	b.renew(draft)
	return b
}

// paymentFields are the token, and what the environment asks for besides: the
// simulation option exists only in a sandbox, the typed word only outside one.
func paymentFields(deps *Deps) []ui.Field {
	token := ui.Field{
		Name: fieldToken, Label: "payment token", Kind: ui.FieldSecret, Required: true,
		Help: "The token of the stored payment method; it stays hidden.", Paths: []string{"payment.guest.token"},
	}
	again := wordField(fieldAgain, againWord, "It may be booked already: only this word sends it once more.")
	if !deps.Sandbox {
		return []ui.Field{token, productionWord(bookWord, bookKey), again}
	}
	if len(deps.TestTokens) > 0 {
		token.Help = "ctrl+t picks a test token; any other token is a good card."
	}
	return []ui.Field{token, {
		Name: fieldSimulate, Label: "simulation", Kind: ui.FieldChoice, Off: offWords(deps.Desk.Off().Simulation), Help: "Only in a sandbox: created only checks it, confirmed makes numbers up.",
		Options: []ui.Option{
			{Value: string(api.SimulateNothing), Label: "none: book it"},
			{Value: string(api.SimulateCreated), Label: "created: check it"},
			{Value: string(api.SimulateConfirmed), Label: "confirmed: made up"},
		},
	}, again}
}

// renew takes a draft from the guest's form; token and choice stay.
func (b *Book) renew(draft booking.Draft) {
	b.draft, b.agreed, b.now = draft.Accepting(b.draft), draft.Changes, b.deps.Desk.Now()
	b.failure, b.note, b.similar = nil, "", nil
	b.gone, b.asking, b.jumped, b.refusals = false, false, "", 0
	b.refresh()
}

// sending reports whether the answer of the booking is awaited.
func (b *Book) sending() bool { return b.call.Busy() }

// unknown says that a booking was sent and may have happened.
func (b *Book) unknown() bool { return b.lost.on && !b.lost.notDone() }

// needsAgain says that what ctrl+b would send may have been booked already.
func (b *Book) needsAgain() bool {
	return b.lost.notDone() || b.similar != nil && b.similar.NeedsWord()
}

// asksSimilar says that ctrl+y is needed because the stay is booked already.
func (b *Book) asksSimilar() bool { return b.similar != nil && !b.similar.NeedsWord() }

// stale reports whether the rate must be verified again before it is booked.
func (b *Book) stale() bool { return b.gone || b.staleWords() != "" }

// expiring is how little time an offer may have left for a refusal to be taken
// for its end: clocks differ, and the way to the service takes time.
const expiring = 2 * time.Minute

// offersNearest reports whether other rates come before verifying this one again:
// the service refused it although it was verified and still holds, and not
// because of its price.
func (b *Book) offersNearest() bool {
	expires := b.draft.Rate.Expires
	ends := !expires.IsZero() && expires.Time.Sub(b.now) < expiring
	return b.gone && !b.priceMoved && !ends && b.staleWords() == ""
}

func (b *Book) staleWords() string { return valueOr(b.draft.Stale(b.now), b.jumped) }

// enable keeps the keys in step with what can be done.
func (b *Book) enable() {
	k := &b.keys
	idle := !b.sending() && !b.unknown()
	quiet := idle && !b.verify.call.Busy()
	k.book.SetEnabled(quiet && b.draft.NoPrice() == "" && !b.stale() && !b.asking && !b.asksSimilar() && !b.repeats())
	k.token.SetEnabled(idle && b.deps.Sandbox && len(b.deps.TestTokens) > 0)
	k.nearest.SetEnabled(quiet && b.offersNearest())
	k.verify.SetEnabled(quiet && (b.stale() || b.draft.NoPrice() != ""))
	k.accept.SetEnabled(quiet && (b.asking || b.asksSimilar()))
	k.look.SetEnabled(b.unknown() && b.lost.followed)
	k.list.SetEnabled(b.unknown() || quiet && b.similar != nil)
	k.search.SetEnabled(b.unknown() || quiet && (b.stale() || b.asking || b.needsAgain() || b.forbidden))
	k.back.SetEnabled(!b.sending())
	b.form.Show(fieldAgain, b.needsAgain())
	b.form.Show(fieldWord, !b.needsAgain())
}

// tick takes the time. One that comes minutes late has slept: what was agreed
// to meanwhile may not hold any more.
func (b *Book) tick() {
	now := b.deps.Desk.Now()
	if words := wording.ClockJump(b.now, now); words != "" {
		b.jumped = words
	}
	b.now = now
	before := b.unknown()
	if b.answeredNo && !b.lost.on {
		if b.lost = contradicted(b.deps, b.draft.Attempt); b.lost.on {
			b.failure = &booking.Explanation{Title: "It was answered as not booked, and exists"}
		}
	}
	b.lost.renew()
	if before && b.lost.notDone() {
		// The word is asked for now: typed into the hidden token it would spoil it.
		b.enable()
		b.form.Focus(fieldAgain)
	}
}

func (b *Book) Init() tea.Cmd { return nil }

// Update sends, takes answers, or edits the payment.
func (b *Book) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if made, err, mine := b.call.Receive(msg); mine {
		nav, cmd := b.answered(made, err)
		b.refresh()
		return nav, cmd
	}
	if draft, ok, mine, nav := b.verify.receive(msg); mine {
		b.now = b.deps.Desk.Now()
		if ok {
			nav = b.verified(draft)
		} else {
			b.verify.failure.Hint = "ctrl+v tries again, ctrl+n starts a new search."
		}
		b.refresh()
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		b.tick()
		b.refresh()
		return b.found(), nil
	case tea.KeyMsg:
		b.tick()
		b.enable()
		nav, cmd := b.key(msg)
		b.refresh()
		return nav, cmd
	}
	return ui.Stay(), nil
}

func (b *Book) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	k := b.keys
	switch {
	case key.Matches(msg, k.book):
		return ui.Stay(), b.send()
	case key.Matches(msg, k.back):
		return b.leave(), nil
	case key.Matches(msg, k.verify):
		return ui.Stay(), b.verifyAgain(b.refusals > 1)
	case key.Matches(msg, k.nearest):
		return ui.Stay(), b.verifyAgain(true)
	case key.Matches(msg, k.accept):
		b.accept()
	case key.Matches(msg, k.look):
		b.lost.lookNow()
	case key.Matches(msg, k.list):
		day := b.draft.Trip.CheckIn
		return ui.Push(NewReservations(b.deps, api.ReservationQuery{CheckIn: api.DateRange{On: day}})), nil
	case key.Matches(msg, k.search):
		return ui.Root(NewSearch(b.deps, b.draft.Trip)), nil
	case b.sending() || b.unknown():
		b.page.key(msg)
	case key.Matches(msg, k.token):
		b.nextToken()
	case b.page.key(msg):
	default:
		b.note = ""
		if b.form.Update(msg) == ui.FormSubmitted {
			b.note = "Nothing is sent by enter. ctrl+b books."
		}
	}
	return ui.Stay(), nil
}

// leave goes back to the guest, or, when it is not known whether the booking
// happened, to a new search, so that the same draft is not sent twice.
func (b *Book) leave() ui.Nav {
	switch {
	case b.verify.cancel():
		return ui.Stay()
	case b.unknown():
		return ui.Root(NewSearch(b.deps, b.draft.Trip))
	default:
		return ui.Pop()
	}
}

// nextToken puts the next test token into the field and says what it does.
func (b *Book) nextToken() {
	b.token = (b.token + 1) % len(b.deps.TestTokens)
	chosen := b.deps.TestTokens[b.token]
	b.form.SetValue(fieldToken, chosen.Token)
	b.form.Focus(fieldToken)
	b.note = "test token " + chosen.Token + ": " + chosen.Meaning
}

func (b *Book) Title() string   { return "book" }
func (b *Book) Context() string { return b.draft.Trip.Words() }
func (b *Book) Brief() []string { return b.draft.Trip.Brief() }
func (b *Book) Side() string    { return hotelClock(b.draft.Zone, b.now) }

func (b *Book) Busy() string {
	if b.sending() {
		return "booking; sent once"
	}
	return b.verify.busy()
}

func (b *Book) State() string {
	switch {
	case b.sending():
		return "sent, waiting for the answer"
	case b.unknown():
		return "outcome unknown"
	case b.lost.notDone():
		return "sent once, not found"
	case b.answeredNo:
		return nothingBooked
	default:
		return nothingSent
	}
}

func (b *Book) Guard() string {
	if b.sending() {
		return "A booking is being sent."
	}
	return ""
}

func (b *Book) Typing() bool   { return !b.sending() && !b.unknown() && b.form.Typing() }
func (b *Book) Echo() ui.Echo  { return b.form.Echo() }
func (b *Book) Undoable() bool { return !b.sending() && !b.unknown() && b.form.Undoable() }

// Ticking keeps the rate's expiry and the deadlines in step with the clock.
func (b *Book) Ticking() bool { return true }

// Close stops a verification. A booking that was sent is not stopped.
func (b *Book) Close() { b.verify.cancel() }

// Resume repeats a verification that a refused key had stopped; a booking is
// never repeated by itself.
func (b *Book) Resume() tea.Cmd {
	b.now = b.deps.Desk.Now() // Nothing has told it the time below another screen.
	b.lost.lookNow()
	return b.verify.resume()
}

func (b *Book) Keys() []key.Binding {
	k := b.keys
	keys := []key.Binding{k.book, k.accept, k.nearest, k.verify, k.look, k.search, k.list, k.token, k.back, b.page.down, b.page.up}
	if b.sending() || b.unknown() {
		return keys
	}
	return append(keys, b.form.Keys()...)
}
