package screens

import (
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/find"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// findCommand opens find from everywhere.
func findCommand(deps *Deps, open func() ui.Nav) ui.Command {
	return ui.Command{Key: deps.bind("go.reservations"), Run: func() (ui.Nav, tea.Cmd) { return open(), nil }}
}

// openFind goes to the list of all reservations with its find line open and empty. One that is open below nothing but
// the pages of its reservations is gone back to, so that a day of looking up leaves no heap of screens. One that shows
// some of them stays as it is, below: somebody chose those.
func (d *Deps) openFind() ui.Nav {
	if list := d.findOpen; list != nil && list.everything() {
		read := func(s ui.Screen) bool {
			_, page := s.(*Reservation)
			return page
		}
		return ui.Revisit(list, read, func() ui.Screen { return newFind(d) })
	}
	return ui.Push(newFind(d))
}

// newFind is the list of all reservations with its find line open.
func newFind(deps *Deps) *Reservations {
	s := NewReservations(deps, api.ReservationQuery{})
	s.openFind()
	s.enable()
	return s
}

// Revisited begins anew, with what is new among the reservations.
func (s *Reservations) Revisited() tea.Cmd {
	s.now = s.deps.Desk.Now()
	s.filtering, s.note = false, ""
	s.find.clear()
	s.openFind()
	s.arrange()
	return tea.Batch(s.Resume(), s.renew())
}

// everything reports whether nothing narrows the list but what is looked for.
func (s *Reservations) everything() bool { return s.allAsked() && !s.look.narrowed() }

// allAsked reports whether the list is read of all reservations, whatever of them it shows.
func (s *Reservations) allAsked() bool { return reflect.DeepEqual(s.query, api.ReservationQuery{}) }

// indexOf returns the session's index of all reservations, or a new one for a narrower question.
func (d *Deps) indexOf(q api.ReservationQuery) *find.Index {
	fresh := func() *find.Index {
		return find.NewIndex(find.Options{Context: d.Context, Desk: d.Desk, Zone: d.agentZone(), Query: q})
	}
	if !reflect.DeepEqual(q, api.ReservationQuery{}) {
		return fresh()
	}
	if d.index == nil || !d.index.Of(d.Desk) {
		d.index = fresh()
	}
	return d.index
}

// noteReservation takes what was read or written of a reservation anywhere.
func (d *Deps) noteReservation(r api.Reservation) {
	if d.index != nil {
		d.index.Put(r)
	}
}

// A reservationFind is the text that is looked for in a list, and the reservation that has it for its id.
type reservationFind struct {
	findLine
	limit int  // reservations; 0 is none
	began bool // what is read was begun by it, and goes on when the list is left
	// asking reads the one reservation whose id was typed: then nothing else need be read.
	asking load[api.Reservation]
	asked  *reservationLine // its answer
	// enter was pressed before it is known which reservation is meant: that is opened once it is.
	enter bool
}

func newReservationFind(deps *Deps) reservationFind {
	f := reservationFind{
		findLine: newFindLine(deps, "guest, hotel, day, id, locator, confirmation, data", "clear"),
		asking:   newLoad[api.Reservation](deps, "reading the reservation"), limit: find.Most,
	}
	f.done = deps.bind("find.list")
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

// failure explains why an id could not be asked for; nil where the service has no such id.
func (f *reservationFind) failure() *booking.Explanation {
	var refused *api.Error
	if errors.As(f.asking.err, &refused) && refused.Status == http.StatusNotFound {
		return nil
	}
	return f.asking.failure
}

func (f *reservationFind) escWord(reading bool) string {
	switch {
	case f.Value() == "":
		return "back"
	case reading:
		return "stop"
	default:
		return "clear"
	}
}

// openFind opens the find line, and begins to read all that it looks in.
func (s *Reservations) openFind() {
	s.find.open = true
	if !s.all {
		s.readAll()
		s.find.began = true
	}
}

// readAll goes on reading. The second time it goes beyond where a find stops by itself.
func (s *Reservations) readAll() {
	if s.find.far(len(s.list.Items)) {
		s.find.limit = 0
	}
	s.all, s.find.began, s.note, s.more.failure = true, false, "", nil
}

func (s *Reservations) reading() bool {
	return s.load.call.Busy() || s.more.call.Busy() || s.find.asking.call.Busy()
}

// unread reports whether the list may have what was not looked at yet.
func (s *Reservations) unread() bool { return !s.has || s.list.More() || s.find.asking.call.Busy() }

// stop ends what is being read, and keeps what was; false when nothing was.
func (s *Reservations) stop() bool {
	stopped := s.load.cancel()
	stopped = s.more.cancel() || stopped
	stopped = s.find.asking.cancel() || stopped
	if stopped {
		for _, index := range []*find.Index{s.index, s.next} {
			if index != nil {
				index.Stop()
			}
		}
		s.all, s.find.enter, s.note = false, false, s.stoppedWords()
	}
	return stopped
}

func (s *Reservations) stoppedWords() string {
	if s.find.shown() {
		return "Stopped: looked at " + s.list.CountWords() + s.deps.say(". {load_all} looks at the rest.")
	}
	return s.deps.say("Stopped. {reload!} reloads the list, {load_all} the rest of it.")
}

// findKey gives a key to the find line. A text that is pasted opens it.
func (s *Reservations) findKey(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	if !s.find.open {
		s.find.SetValue("")
		s.openFind()
	}
	switch {
	case key.Matches(msg, s.deps.typing("reload")):
		return ui.Stay(), s.reload()
	case key.Matches(msg, s.keys.all):
		s.readAll()
	case msg.Type == tea.KeyEnter:
		return s.enterFound(), nil
	case key.Matches(msg, s.find.back) && s.find.Value() != "" && s.stop():
	case s.find.key(msg, s.table):
		return ui.Stay(), s.typedOn()
	}
	return ui.Stay(), nil
}

// typedOn looks for what is typed now. A whole id that is not there is asked for.
func (s *Reservations) typedOn() tea.Cmd {
	s.find.asking.forget()
	s.find.enter, s.note = false, ""
	s.arrange()
	id := strings.TrimSpace(s.find.Value())
	if id == "" {
		s.find.asked = nil
		return nil
	}
	s.toTop()                   // The best match comes first.
	filtered := !s.everything() // Then it might be one that the filters leave out.
	if booking.CheckReservationID(id) != "" || len(s.rows) > 0 || filtered {
		return nil
	}
	return s.find.asking.start(s.deps.reading(id))
}

// enterFound opens the row under the cursor. A number of which no whole one was found yet may be of a reservation that
// was not looked at: enter waits for it, so that no other one is opened because its number has the same digits in it.
func (s *Reservations) enterFound() ui.Nav {
	sure := s.table.Cursor() > 0 || s.find.enter || !find.Number(s.find.Value()) || s.wholeNumber(0)
	if !s.unread() || len(s.rows) > 0 && sure {
		s.find.enter = false
		return s.openSelected()
	}
	began := s.find.began || !s.all
	s.readAll()
	s.find.enter, s.find.began = true, began
	return ui.Stay()
}

// jumpToFound opens what enter waits for once it is there. Of several, somebody chooses.
func (s *Reservations) jumpToFound() ui.Nav {
	switch {
	case !s.find.enter:
		return ui.Stay()
	case s.wholeNumber(0) && !s.wholeNumber(1):
		s.table.SetCursor(0)
	case s.unread() && !s.wholeNumber(0) && (len(s.rows) < 2 || find.Number(s.find.Value())):
		return ui.Stay()
	}
	s.find.enter = false
	if len(s.rows) == 1 || s.wholeNumber(0) && !s.wholeNumber(1) {
		return s.openSelected()
	}
	return ui.Stay()
}

// wholeNumber reports whether all of what is typed is the whole of a number of a row.
func (s *Reservations) wholeNumber(row int) bool {
	return row < len(s.rows) && s.find.Value() != "" && (s.rows[row] == s.find.asked || s.rows[row].match.Rank == 0)
}

func (s *Reservations) drawFindLine(width int) string {
	found := s.lookedWords()
	t, field := s.deps.Theme, max(min(width-ui.Width(found)-8, 30), 10)
	seen := masked(s.deps, dots, s.find.Value())
	text := ui.Fit(seen, field)
	if s.find.open {
		text = s.find.Draw(t, seen, field)
	}
	return t.Muted.Render("find") + "  " + text + "  " + t.Muted.Render(found)
}

// lookedWords says how much was found, and of how many.
func (s *Reservations) lookedWords() string {
	found := wording.Count(len(s.rows)) + " found · "
	if s.find.Value() == "" {
		found = ""
	}
	switch {
	case !s.has && s.load.failure != nil:
		return "nothing could be looked at"
	case !s.has:
		return "nothing is read yet"
	case s.find.asked != nil && len(s.rows) > 0 && s.rows[0] == s.find.asked:
		return found + "asked by its id"
	case !s.list.More() && !s.list.Incomplete():
		return found + "looked at all " + wording.Count(len(s.list.Items))
	case s.reading() || s.note != "" || !s.list.More():
		return found + "looked at " + s.list.CountWords()
	default:
		return found + "looked at " + s.list.CountWords() + s.deps.say(", {load_all} looks at the rest")
	}
}

// why returns in what the line was found: every field where it was asked for, masked as lists are.
func (s *reservationCells) why(line *reservationLine) []find.MatchText {
	if line == s.find.asked {
		return []find.MatchText{{Field: find.MatchID, Text: line.ID}}
	}
	finder := line.finder
	if finder == nil {
		finder = &s.list.Finder
	}
	list := finder.Why(line.match)
	for i, m := range list {
		switch {
		case s.deps.masking():
			list[i] = find.MatchText{Field: m.Field}
		case m.Field == find.MatchGuest && s.of.guests.open:
		default:
			list[i] = find.MaskMatch(m)
		}
	}
	return list
}

// escWord is what esc does in the list.
func (s *Reservations) escWord() string {
	switch {
	case len(s.look.marks) > 0:
		return "take marks off"
	case s.filtered():
		return "clear filter"
	default:
		return "back"
	}
}
