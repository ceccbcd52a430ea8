package screens

import (
	"context"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// mostLooked is after how many reservations a find stops by itself: an account may have millions.
const mostLooked = 20_000

// A reservationFind is the text that is looked for in a list, and what it was found in.
type reservationFind struct {
	findLine
	finder booking.Finder
	limit  int // reservations; 0 is none
	// asking reads the one reservation whose id was typed: then nothing else need be read.
	asking load[api.Reservation]
	asked  *reservationLine // its answer
	enter  bool             // enter was pressed before the answer came
}

func newReservationFind(deps *Deps) reservationFind {
	f := reservationFind{
		findLine: newFindLine("guest, hotel, day, id, locator, confirmation, data", "clear"), finder: booking.Finder{Zone: agentZone(deps)},
		asking: newLoad[api.Reservation](deps, "reading the reservation"), limit: mostLooked,
	}
	f.done = ui.Bind("to the list", "tab")
	return f
}

// far reports whether so many were looked at that a find stops.
func (f *reservationFind) far(looked int) bool { return f.limit > 0 && looked >= f.limit }

func (f *reservationFind) clear() {
	f.findLine.clear()
	f.asking.forget()
	f.asked, f.enter = nil, false
}

// renew keeps the reservation that was asked for as a screen above has changed it.
func (f *reservationFind) renew(deps *Deps, r api.Reservation) {
	if f.asked != nil && f.asked.ID == r.ID {
		f.asked = newReservationLine(deps, r)
	}
}

// askedRow returns the row of the reservation that was asked for, unless the list has it.
func (f *reservationFind) askedRow(lines []*reservationLine) []*reservationLine {
	if f.asked == nil || f.asked.ID != strings.TrimSpace(f.Value()) {
		return nil
	}
	for _, line := range lines {
		if line.ID == f.asked.ID {
			return nil
		}
	}
	return []*reservationLine{f.asked}
}

func (f *reservationFind) escWord(reading bool) string {
	switch {
	case reading:
		return "stop"
	case f.Value() != "":
		return "clear"
	default:
		return "back"
	}
}

// openFind opens the find line, and begins to read all that it looks in.
func (s *Reservations) openFind() {
	s.find.open = true
	s.readAll()
}

// readAll goes on reading. The second time it goes beyond where a find stops by itself.
func (s *Reservations) readAll() {
	if s.find.far(len(s.list.Items)) {
		s.find.limit = 0
	}
	s.all, s.note, s.more.failure = true, "", nil
}

func (s *Reservations) reading() bool {
	return s.load.call.Busy() || s.more.call.Busy() || s.find.asking.call.Busy()
}

// stop ends what is being read, and keeps what was; false when nothing was.
func (s *Reservations) stop() bool {
	stopped := s.load.cancel()
	stopped = s.more.cancel() || stopped
	stopped = s.find.asking.cancel() || stopped
	if stopped {
		s.all, s.find.enter, s.note = false, false, s.stopped()
	}
	return stopped
}

func (s *Reservations) stopped() string {
	if s.find.shown() {
		return "Stopped: looked at " + s.list.CountWords() + ". ctrl+a looks at the rest."
	}
	return "Stopped. " + reloadName + " reloads the list, ctrl+a the rest of it."
}

// findKey gives a key to the find line. A text that is pasted opens it.
func (s *Reservations) findKey(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	if !s.find.open {
		s.find.SetValue("")
		s.openFind()
	}
	switch {
	case msg.String() == reloadName:
		return ui.Stay(), s.reload()
	case key.Matches(msg, s.keys.all):
		s.readAll()
	case msg.Type == tea.KeyEnter:
		s.find.enter = len(s.rows) == 0 && s.find.asking.call.Busy()
		return s.openSelected(), nil
	case key.Matches(msg, s.find.back) && s.stop():
	case s.find.key(msg, s.table):
		return ui.Stay(), s.typedOn()
	}
	return ui.Stay(), nil
}

// typedOn looks for what is typed now. A whole id is asked for, unless it was read already.
func (s *Reservations) typedOn() tea.Cmd {
	s.find.asking.forget()
	s.find.enter, s.note = false, ""
	s.arrange()
	id := strings.TrimSpace(s.find.Value())
	if id == "" {
		s.find.asked = nil
		return nil
	}
	s.table.SetCursor(0)                             // The best match is what somebody types for.
	filtered := len(booking.QueryChips(s.query)) > 0 // Then it might be one that the filters leave out.
	if booking.CheckReservationID(id) != "" || len(s.rows) > 0 || filtered || !s.list.More() {
		return nil
	}
	s.more.cancel()
	return s.find.asking.start(reading(s.deps, id))
}

// takeAsked shows the reservation whose id was typed; nothing else is looked for then.
func (s *Reservations) takeAsked(r api.Reservation) (ui.Nav, tea.Cmd) {
	s.find.asked, s.all = newReservationLine(s.deps, r), false
	s.arrange()
	if s.find.enter {
		s.find.enter = false
		return s.openSelected(), nil
	}
	return s.after(ui.Stay())
}

// A keptList is a list of reservations as its screen was left, for the session.
type keptList struct {
	list booking.ReservationList
	sort booking.ReservationSort
	at   string // the id of the reservation under the cursor
}

func (s *Reservations) keep() {
	if !s.has {
		return
	}
	s.deps.kept = &keptList{list: s.list, sort: s.sort}
	if line, ok := s.selected(); ok {
		s.deps.kept.at = line.ID
	}
}

// restore shows the list as it was left, if it was one of the same query.
func (s *Reservations) restore() {
	kept := s.deps.kept
	if kept == nil || !reflect.DeepEqual(kept.list.Query, s.query) {
		return
	}
	s.sort = kept.sort
	s.take(kept.list)
	for i, line := range s.rows {
		if line.ID == kept.at {
			s.table.SetCursor(i)
		}
	}
}

// A readCount tells how far a read is, from its own goroutine.
type readCount struct{ have, total atomic.Int64 }

func (c *readCount) tell(have, total int) {
	c.have.Store(int64(have))
	c.total.Store(int64(total))
}

// words adds to a text how far it is, once that is known.
func (c *readCount) words(text string) string {
	if c.total.Load() == 0 {
		return text
	}
	return text + ": " + wording.Count(int(c.have.Load())) + " of " + wording.Count(int(c.total.Load()))
}

// A reveal shows the guests of lists, who are masked, after the journal has noted it.
type reveal struct {
	deps *Deps
	call ui.Call[bool]
}

func newReveal(deps *Deps) reveal { return reveal{deps: deps, call: ui.NewCall[bool](deps.Context, 0)} }

func guestsKey() key.Binding { return ui.Bind("show guests", "u") }

func guestsWord(shown bool) string {
	if shown {
		return "mask guests"
	}
	return "show guests"
}

// toggle masks the guests of lists again, or notes that they are shown, which comes first.
func (r *reveal) toggle() tea.Cmd {
	if r.deps.guestsShown {
		r.deps.guestsShown = false
		return nil
	}
	desk := r.deps.Desk
	return r.call.Start(func(context.Context) (bool, error) { return true, desk.NoteReveal("") })
}

// receive shows the guests of all lists, for the session, or says why they stay masked.
func (r *reveal) receive(msg tea.Msg) (problem string, mine bool) {
	shown, err, mine := r.call.Receive(msg)
	switch {
	case !mine:
		return "", false
	case err != nil:
		logFailure(r.deps, "noting that guests are shown", err)
		return wording.Sentence(api.Clean(err.Error())), true
	default:
		r.deps.guestsShown = shown
		return "", true
	}
}
