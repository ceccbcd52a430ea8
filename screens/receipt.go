package screens

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/guests"
	"bellhop/booking/trip"
	"bellhop/booking/voucher"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A Receipt shows what came of a booking. From here a new search starts.
type Receipt struct {
	deps   *Deps
	result booking.Booking
	draft  booking.Draft
	now    time.Time
	read   load[api.Reservation]
	asked  bool // a screen above may have changed the reservation
	ticks  int  // since it was opened
	noted  bool // the journal has the booking as shown
	papers papers
	page   page
	width  int
	height int
	keys   receiptKeys
}

// ticksShown is how many ticks prove that a receipt was open for a second.
const ticksShown = 2

type receiptKeys struct{ next, open, old, list key.Binding }

// NewReceipt returns the receipt of a booking and the draft it was made from.
func NewReceipt(deps *Deps, result booking.Booking, draft booking.Draft) *Receipt {
	draft.Token = api.Secret{}
	read := newLoad[api.Reservation](deps, "reading the reservation")
	r := &Receipt{deps: deps, result: result, draft: draft, now: deps.Desk.Now(), read: read, papers: newPapers(deps), page: newPage(deps, true), keys: receiptKeys{
		// Enter keeps what was booked in sight: pressed once too often, it must not drop the numbers.
		open: deps.bind("open", "open reservation"),
		next: deps.bind("new_search"),
		list: deps.bind("go.reservations"),
		old:  ui.Enabled(deps.bind("cancel_question", "cancel the old one"), replaced(result, draft)),
	}}
	r.enable()
	return r
}

// enable takes what can be done with the reservation as it is now.
func (r *Receipt) enable() {
	r.keys.old.SetEnabled(replaced(r.result, r.draft))
	able, _ := voucher.Able(r.result.Reservation)
	deps, made, draft := r.deps, r.result.Reservation, r.draft
	r.papers.enable(able && !r.simulated(), func(ctx context.Context) (voucher.Voucher, error) {
		lookUpHotel(ctx, deps, made.Hotel)
		return voucher.OfBooking(deps.Desk, made, draft), nil
	})
}

// lookUpHotel has the desk know a hotel's zone and address, if the service tells them: a voucher says what is known.
func lookUpHotel(ctx context.Context, deps *Deps, hotel api.HotelRef) {
	if _, _, err := deps.Desk.Directory.Facts(ctx, hotel); err != nil {
		deps.logFailure("looking up the hotel", err)
	}
}

func (r *Receipt) Init() tea.Cmd {
	if r.result.Found == nil {
		return r.keepGuest()
	}
	deps := r.deps
	return tea.Batch(r.keepGuest(), func() tea.Msg {
		_, _ = deps.Drafts.saved(deps) // It discards the draft of this booking, and logs a failure.
		return nil
	})
}

// shown notes the booking as shown, and takes it off the start screen, at a key or the second tick: the console learns of a
// dropped line only a moment later.
func (r *Receipt) shown(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyMsg:
		r.ticks = ticksShown
	case ui.TickMsg:
		r.ticks++
	default:
		return nil
	}
	if r.noted || r.ticks < ticksShown {
		return nil
	}
	r.noted = true
	if w, told := r.deps.Desk.Recovery.Write(r.result.Attempt); told && r.result.Found != nil && len(w.Others) == 0 {
		return func() tea.Msg {
			r.deps.dismiss(w.Plan.Attempt)
			return nil
		}
	}
	return r.deps.noteShown(r.result.Attempt)
}

// Quit notes the booking as shown: the key that ends the program proves that it was seen.
func (r *Receipt) Quit() {
	if note := r.shown(tea.KeyMsg{}); note != nil {
		note()
	}
}

// keepGuest puts the guest into the guest book, if there is one.
func (r *Receipt) keepGuest() tea.Cmd {
	deps, draft := r.deps, r.draft
	if deps.GuestBook == nil || r.result.Reservation.Status != api.StatusConfirmed || r.simulated() {
		return nil
	}
	entry := guests.Entry{Guest: draft.Guest, Loyalty: draft.Loyalty, At: r.now}
	people(deps).AddBook([]guests.Entry{entry})
	return func() tea.Msg {
		if _, err := deps.GuestBook.Put(entry); err != nil {
			deps.logFailure("keeping the guest", err)
		}
		return nil
	}
}

func (r *Receipt) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	noted := r.shown(msg)
	nav, cmd := r.update(msg)
	return nav, tea.Batch(noted, cmd)
}

func (r *Receipt) update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if read, ok, mine, nav := r.read.receive(msg); mine {
		if ok {
			r.take(read)
		}
		r.layout()
		return nav, nil
	}
	if cmd, mine := r.papers.out.receive(msg); mine {
		r.page.top()
		r.layout()
		return ui.Stay(), cmd
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		r.now = r.deps.Desk.Now()
		r.layout()
	case tea.KeyMsg:
		if nav, cmd, mine := r.papers.key(msg); mine {
			return nav, cmd
		}
		switch {
		case key.Matches(msg, r.keys.next):
			return ui.Root(NewSearch(r.deps, r.draft.Trip)), nil
		case key.Matches(msg, r.keys.open):
			screen := NewReservation(r.deps, r.result.Reservation)
			screen.changed = r.take
			return ui.Push(screen), nil
		case key.Matches(msg, r.keys.old):
			return ui.Push(r.cancelOld()), nil
		}
		r.page.key(msg)
	}
	return ui.Stay(), nil
}

// take keeps a newer state of what was booked, with what the answer said was charged.
func (r *Receipt) take(now api.Reservation) {
	if now.Payment == nil {
		now.Payment = r.result.Reservation.Payment
	}
	r.result.Reservation = now
	r.enable()
	r.layout()
}

// Resume reads what was booked again after the list, where it may have been changed.
func (r *Receipt) Resume() tea.Cmd {
	if !r.asked {
		return r.read.resume()
	}
	r.asked = false
	return r.read.start(r.deps.reading(r.result.Reservation.ID))
}

func (r *Receipt) Busy() string { return r.read.busy() + r.papers.out.busy() }

func (r *Receipt) Close() {
	r.read.cancel()
	r.papers.out.cancel()
}

func (r *Receipt) SetSize(width, height int) {
	r.width, r.height = width, height
	r.layout()
}

func (r *Receipt) layout()      { r.page.set(r.facts(inner(r.width)), r.width, r.height) }
func (r *Receipt) View() string { return r.page.view() }

func (r *Receipt) facts(width int) []string {
	s := newSheet(r.deps.Theme)
	s.Short(shortTrouble)
	made, draft := r.deps.mask(r.result.Reservation), masked(r.deps, booking.MaskDraft, r.draft)
	s.Gap()
	s.explain(r.read.failure, r.deps.say("{reload!}"))
	r.papers.out.say(s)
	s.text(statusStyle(r.deps.Theme, made.Status).Bold(), r.headline())
	switch {
	case r.result.MadeLate():
		s.text(r.deps.Theme.Warn, "It had counted as not booked, and exists.")
	case r.result.Found != nil:
		s.text(r.deps.Theme.Warn, "Found after its answer was lost: it was sent once and exists once.")
	}
	r.deviations(s)
	r.oldFacts(s)
	if made.Status == api.StatusCreated && !r.simulated() {
		s.text(r.deps.Theme.Warn, "The service has taken it and the hotel has not confirmed it yet: there is no confirmation number. "+
			r.deps.say("Do not book it again. Look it up in reservations ({go.reservations}) later."))
	}
	s.Gap()
	if c := made.Confirmation; c != nil {
		s.AddStyled("hotel confirmation", valueOr(c.HotelNumber, "not given"), r.deps.Theme.Title)
		s.AddStyled("record locator", valueOr(c.RecordLocator, "not given"), r.deps.Theme.Title)
	}
	s.Add("reservation id", made.ID)
	s.Gap()
	search := r.draft.Trip
	s.Short(shortLines)
	s.Add("hotel", hotelWords(api.HotelRef{ID: r.draft.Hotel.ID, Name: r.draft.Hotel.Name}))
	s.Short(shortTrouble)
	s.Add("stay", joined(trip.StayWords(search.CheckIn, search.CheckOut), clockTimes(r.draft.Hotel.CheckInTime, r.draft.Hotel.CheckOutTime)))
	paid := r.draft.Paid(r.result.Reservation, r.now)
	rows := paid.Rows()
	above := len(rows)
	if r.height < framed {
		above = min(above, 1) // The rest stands below the cost of cancelling.
	}
	s.paymentRows(paid, rows[:above])
	agreed := r.draft.AllRooms()
	if made.Status == api.StatusConfirmed {
		s.cost("cancelling", r.deps.penaltyClock(agreed, r.now), agreed.CostAt(r.now).Kind)
		s.facts("rooms", r.draft.RoomsLines())
	}
	s.Short(shortLines)
	s.Add("guest", guestWords(booking.TidyGuest(draft.Guest), true))
	s.paymentRows(paid, rows[above:])
	s.Gap()
	s.Add("room", joined(roomWords(r.draft), trip.PartyWords(search.Adults, search.Children)))
	s.Add("address", addressWords(r.draft.Hotel.Address))
	return s.Lines(width)
}

// deviations draws the differences of the booking on file from what was agreed.
func (r *Receipt) deviations(s *sheet) {
	if len(r.result.Deviations) == 0 || r.simulated() {
		return
	}
	s.Gap()
	s.text(r.deps.Theme.Bad, "! Differs from what was agreed:")
	for _, c := range r.result.Deviations {
		s.Add(c.What, "agreed "+valueOr(c.Before, "nothing")+", on file "+valueOr(c.After, "nothing"))
	}
}

func (r *Receipt) simulated() bool {
	return r.deps.Sandbox && r.draft.Simulate != api.SimulateNothing
}

// headline says what it is now and, where that is more, what it means.
func (r *Receipt) headline() string {
	status, means := r.result.Reservation.Status, r.statusWords()
	words := wording.Capital(statusWords(r.result.Reservation))
	if means == wording.Status(status) {
		return words
	}
	return words + " · " + means
}

func (r *Receipt) statusWords() string {
	switch status := r.result.Reservation.Status; {
	case r.simulated() && status == api.StatusConfirmed:
		return "simulated: no hotel knows of it and nothing was charged"
	case r.simulated() && status == api.StatusCreated:
		return "simulated, not booked"
	}
	return booking.StatusWords(r.result.Reservation)
}

func (r *Receipt) Environment() ui.Environment { return r.deps.here() }

// Commands are those of everywhere. Who looks the reservation up has it read again on coming back.
func (r *Receipt) Commands() []ui.Command {
	return r.deps.commandsFinding(func() ui.Nav {
		r.asked = !r.simulated()
		return r.deps.openFind()
	})
}

func (r *Receipt) Title() string { return "receipt" }

func (r *Receipt) State() string {
	if r.simulated() {
		return "simulated"
	}
	return booking.StatusWords(r.result.Reservation)
}

func (r *Receipt) Ticking() bool { return r.result.Reservation.Status == api.StatusConfirmed }

func (r *Receipt) Keys() []key.Binding {
	keys := append([]key.Binding{r.keys.open}, ui.Offered(r.keys.old)...)
	keys = append(append(keys, r.keys.next), r.papers.offered()...)
	return append(append(keys, r.keys.list), r.page.keys()...)
}

// replaced reports whether a booking stands in the place of a reservation that can be cancelled now.
func replaced(made booking.Booking, draft booking.Draft) bool {
	return draft.Replaces != nil && draft.Replaces.Status == api.StatusConfirmed && made.Reservation.Status == api.StatusConfirmed &&
		draft.Simulate == api.SimulateNothing
}

// cancelOld asks about the reservation in whose place this one was booked.
func (r *Receipt) cancelOld() *Cancel {
	ask := NewCancel(r.deps, *r.draft.Replaces)
	ask.target.changed = func(old api.Reservation) {
		r.draft.Replaces = &old
		r.enable()
		r.layout()
	}
	return ask
}

// oldFacts tells of the reservation in whose place this one was booked.
func (r *Receipt) oldFacts(s *sheet) {
	old := r.draft.Replaces
	switch {
	case old == nil:
	case old.Status == api.StatusCanceled:
		s.text(s.theme.Good, "The old reservation is cancelled.")
	case replaced(r.result, r.draft):
		s.text(s.theme.Warn, "! The old reservation stands beside this one: "+joined(r.deps.Desk.StayOf(*old).Words(), joined(referenceLines(r.deps.mask(*old))...))+
			". c says what cancelling it costs, and asks.")
	default:
		s.text(s.theme.Warn, "The old reservation stands: "+r.deps.Desk.StayOf(*old).Words()+".")
	}
}
