package screens

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
	"bellhop/booking/voucher"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Reservation shows one reservation as the service holds it.
type Reservation struct {
	deps        *Deps
	reservation api.Reservation
	now         time.Time
	read        load[api.Reservation]
	zone        load[api.Property]        // what is known of the hotel: its zone
	writing     interface{ stale() bool } // the screen above that may change it
	history     load[history]             // what the journal and the service know of it
	reveal      reveal
	known       history
	unresolved  []recovery.Write // writes to it whose answers were lost
	stay        trip.Stay        // for the header
	old         bool             // it is read again at once
	// changed tells the list below what was read or done.
	changed       func(api.Reservation)
	papers        papers
	page          page
	width, height int
	keys          reservationKeys
}

type reservationKeys struct{ cancel, dates, payment, rebook, look, reload, mask, fields, back key.Binding }

// NewReservation shows the reservation, and reads only the hotel's zone until asked to.
func NewReservation(deps *Deps, r api.Reservation) *Reservation {
	s := &Reservation{
		deps: deps, reservation: r, now: deps.Desk.Now(), papers: newPapers(deps), page: newPage(deps, true),
		read: newLoad[api.Reservation](deps, "reading the reservation"),
		zone: newLoad[api.Property](deps, "looking up the hotel"), history: newLoad[history](deps, "reading the journal"),
		reveal: newReveal(deps, r.ID),
		keys: reservationKeys{
			cancel: deps.bind("cancel_question"), dates: deps.bind("change_dates"), payment: deps.bind("change_payment"),
			rebook: deps.bind("rebook"),
			fields: deps.bind("copy", "copy a field"),
			look:   deps.bind("look"), reload: deps.bind("reload"), mask: deps.bind("guests", "show guest"),
			back: deps.bind("back"),
		},
	}
	s.enable()
	return s
}

func (s *Reservation) enable() {
	able, _ := booking.CanCancel(s.reservation)
	changeable, _ := booking.CanChange(s.reservation)
	able, changeable = able && !s.deps.ReadOnly, changeable && !s.deps.ReadOnly
	// While the outcome of a write is unknown, a second one may contradict it.
	waiting := len(s.unresolved) > 0
	s.keys.cancel.SetEnabled(able && !waiting)
	s.keys.dates.SetEnabled(changeable && !waiting)
	s.keys.payment.SetEnabled(changeable && !waiting)
	s.keys.rebook.SetEnabled(able && !waiting)
	s.keys.look.SetEnabled(waiting)
	ui.Reword(&s.keys.mask, s.reveal.word())
	handed, _ := voucher.Able(s.reservation)
	s.papers.enable(handed && !waiting, s.voucher())
}

// voucher returns what makes the voucher of the reservation as it is now. It names the guest, which the journal notes
// first where it does not know that they are shown.
func (s *Reservation) voucher() func(context.Context) (voucher.Voucher, error) {
	deps, r, named := s.deps, s.reservation, s.reveal.open || s.deps.masking()
	return func(ctx context.Context) (voucher.Voucher, error) {
		if !named {
			if err := deps.Desk.NoteReveal(r.ID); err != nil {
				return voucher.Voucher{}, err
			}
		}
		lookUpHotel(ctx, deps, r.Hotel)
		sale, _, err := deps.Desk.SaleOf(r)
		if err != nil {
			deps.logFailure("reading the journal", err) // A voucher says what is known.
		}
		return voucher.Of(deps.Desk, r, sale), nil
	}
}

// Init looks up the hotel's zone: without it the stay can only be shown in UTC.
func (s *Reservation) Init() tea.Cmd {
	hotel := s.reservation.Hotel
	var read, zone tea.Cmd
	if s.old {
		read = s.reload()
	}
	if _, known := s.deps.Desk.Directory.Known(hotel.ID); !known {
		zone = s.zone.start(s.deps.hotelFacts(hotel))
	}
	return tea.Batch(s.look(), zone, read)
}

func (s *Reservation) reload() tea.Cmd {
	return s.read.start(s.deps.reading(s.reservation.ID))
}

func (s *Reservation) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if r, ok, mine, nav := s.read.receive(msg); mine {
		var cmd tea.Cmd
		if ok {
			s.take(r)
			cmd = s.look()
		}
		s.refresh()
		return nav, cmd
	}
	if known, ok, mine, _ := s.history.receive(msg); mine {
		if ok {
			s.known = known
		}
		s.refresh()
		return ui.Stay(), nil
	}
	if _, _, mine, nav := s.zone.receive(msg); mine {
		// Without the zone the dates are marked as UTC; with it they can be compared with those sold.
		s.refresh()
		return nav, s.look()
	}
	if s.reveal.receive(msg) {
		s.refresh()
		return ui.Stay(), s.look() // Its line is part of the timeline.
	}
	if cmd, mine := s.papers.out.receive(msg); mine {
		s.page.top()
		s.refresh()
		return ui.Stay(), tea.Batch(cmd, s.look()) // That the guest was shown is part of the timeline.
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		s.now = s.deps.Desk.Now()
		cmd := tea.Batch(s.follow(), s.reveal.tick())
		s.refresh()
		return ui.Stay(), cmd
	case tea.KeyMsg:
		return s.key(msg)
	}
	return ui.Stay(), nil
}

func (s *Reservation) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.reveal.touch()
	if key.Matches(msg, s.keys.fields) {
		return ui.Push(NewFields(s.deps, s.reservation, s.papers.able())), nil
	}
	if nav, cmd, mine := s.papers.key(msg); mine {
		return nav, cmd
	}
	switch {
	case key.Matches(msg, s.keys.back):
		if s.read.cancel() {
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case key.Matches(msg, s.keys.reload):
		return ui.Stay(), s.reload()
	case key.Matches(msg, s.keys.mask):
		cmd := s.reveal.toggle()
		s.refresh()
		return ui.Stay(), cmd
	case key.Matches(msg, s.keys.cancel):
		screen := NewCancel(s.deps, s.reservation)
		screen.target.changed, s.writing = s.take, screen
		return ui.Push(screen), nil
	case key.Matches(msg, s.keys.dates):
		screen := NewDates(s.deps, s.reservation)
		screen.target.changed, s.writing = s.take, screen
		return ui.Push(screen), nil
	case key.Matches(msg, s.keys.payment):
		screen := NewPayment(s.deps, s.reservation)
		s.writing = screen
		return ui.Push(screen), nil
	case key.Matches(msg, s.keys.rebook):
		screen := NewRebook(s.deps, s.reservation)
		screen.changed, s.writing = s.take, screen
		return ui.Push(screen), nil
	case key.Matches(msg, s.keys.look):
		for _, p := range s.unresolved {
			s.deps.Desk.Recovery.LookNow(p.Plan.Attempt)
		}
	default:
		s.page.key(msg)
	}
	return ui.Stay(), nil
}

// take keeps a newer state of the reservation and passes it on.
func (s *Reservation) take(r api.Reservation) {
	s.reservation = r
	s.deps.noteReservation(r)
	if s.changed != nil {
		s.changed(r)
	}
	s.refresh()
}

// Resume reads the reservation again when something above may have changed it.
func (s *Reservation) Resume() tea.Cmd {
	s.reveal.mask() // Whoever comes back asks again.
	asked := s.writing != nil && s.writing.stale()
	_, payment := s.writing.(*Payment)
	written := s.writing != nil && !payment
	s.writing = nil
	s.unresolved = s.deps.unresolvedOf(s.reservation.ID)
	s.refresh()
	if asked || len(s.unresolved) > 0 {
		return s.reload()
	}
	if written {
		return tea.Batch(s.look(), s.read.resume(), s.zone.resume()) // A refusal stands in the journal.
	}
	return tea.Batch(s.read.resume(), s.zone.resume())
}

func (s *Reservation) refresh() {
	s.enable()
	s.stay = s.deps.Desk.StayOf(s.reservation)
	page := newSheet(s.deps.Theme)
	page.charts = s.height >= chartLeast
	page.Gap()
	page.explain(s.read.failure, s.deps.say("{reload!}"))
	page.explain(s.reveal.note.failure, s.keys.mask.Help().Key)
	s.papers.out.say(page)
	s.unresolvedFacts(page)
	s.lateFacts(page)
	page.reservationFacts(s.deps, s.reservation, s.reveal.name(s.reservation.Guest), s.reveal.open, s.known, s.now)
	s.clockFacts(page)
	s.historyFacts(page)
	s.page.set(page.Lines(inner(s.width)), s.width, s.height)
}

func (s *Reservation) SetSize(width, height int) {
	s.width, s.height = width, height
	s.refresh()
}

func (s *Reservation) View() string  { return s.page.view() }
func (s *Reservation) Title() string { return "reservation" }

func (s *Reservation) Context() string { return stayContext(s.reservation, s.stay) }

func (s *Reservation) Brief() []string { return stayBrief(s.reservation, s.stay) }

func (s *Reservation) Busy() string {
	if words := s.read.busy(); words != "" {
		return words
	}
	return joined(s.zone.busy(), s.history.busy(), s.reveal.note.busy(), s.papers.out.busy())
}

func (s *Reservation) State() string { return wording.Status(s.reservation.Status) }

func (s *Reservation) Close() {
	s.read.cancel()
	s.zone.cancel()
	s.history.cancel()
	s.reveal.note.cancel()
	s.papers.out.cancel()
}

func (s *Reservation) Ticking() bool {
	able, _ := booking.CanCancel(s.reservation)
	return able || len(s.unresolved) > 0 || s.reveal.open
}

func (s *Reservation) Keys() []key.Binding {
	keys := append(ui.Offered(s.keys.look, s.keys.cancel, s.keys.dates, s.keys.payment), s.keys.mask)
	keys = append(append(append(keys, s.keys.fields), s.papers.offeredBesides()...), ui.Offered(s.keys.rebook)...)
	return append(append(keys, s.keys.reload, s.keys.back), s.page.keys()...)
}
