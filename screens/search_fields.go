package screens

import (
	"strconv"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/ui"
)

type searchKeys struct {
	enter, next, previous, up, down, less, more, search, calendar, reservations, back key.Binding
	pending, goOn, throwAway, other                                                   key.Binding
}

func newSearchKeys() searchKeys {
	return searchKeys{
		enter:        ui.Bind("take", "enter"),
		next:         ui.Bind("next field", "tab"),
		previous:     ui.Bind("field before", "shift+tab"),
		up:           ui.Bind("up", "up"),
		down:         ui.Bind("down", "down"),
		less:         ui.Bind("fewer", "left"),
		more:         ui.Bind("more", "right"),
		search:       ui.Bind("search", "ctrl+s"),
		calendar:     ui.Bind("calendar", "ctrl+d"),
		reservations: ui.Bind("reservations", "ctrl+r"),
		back:         ui.Bind("back", "esc"),
		pending:      ui.Bind("lost answers", "ctrl+p"),
		goOn:         ui.Bind("continue", "ctrl+g"),
		throwAway:    ui.Bind("throw it away", cancelKey),
		other:        ui.Bind("next draft", "ctrl+y"),
	}
}

// Keys are the bindings that mean something at the field with the focus.
func (s *Search) Keys() []key.Binding {
	s.enableNotes()
	k := s.keys
	day := s.focus == fieldCheckIn || s.focus == fieldCheckOut
	number := s.focus >= fieldAdults
	k.enter.SetHelp("enter", s.enterWord())
	k.calendar.SetEnabled(day && !s.picking)
	k.less.SetEnabled(number)
	k.more.SetEnabled(number)
	if s.picking {
		keys := s.calendar.Keys()
		return append([]key.Binding{keys[0], k.back}, keys[1:]...)
	}
	return []key.Binding{
		k.enter, k.goOn, k.pending, k.calendar, k.search, k.reservations, ui.Enabled(sandboxKey(), s.deps.Controls != nil),
		k.less, k.more, k.throwAway, k.other, k.next, k.previous, k.up, k.down, k.back,
	}
}

func (s *Search) enterWord() string {
	switch {
	case s.focus == fieldPlace:
		return "take"
	case s.focus >= fieldAdults:
		return "search"
	case s.takesDay():
		return "take"
	default:
		return "calendar"
	}
}

// key handles one key: the calendar's while it is open, then the screen's, and
// what is left is typed into the field.
func (s *Search) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.enableNotes()
	if nav, cmd, mine := s.noteKey(msg); mine {
		return nav, cmd
	}
	k := s.keys
	switch {
	case key.Matches(msg, k.back):
		return s.back(), nil
	case s.picking:
		s.pick(msg)
	case key.Matches(msg, k.search):
		return s.goOnWith()
	case key.Matches(msg, k.reservations):
		return ui.Push(NewReservations(s.deps, api.ReservationQuery{})), nil
	case key.Matches(msg, k.enter):
		return s.enter()
	case key.Matches(msg, k.next):
		s.focusOn((s.focus + 1) % searchFields)
	case key.Matches(msg, k.previous):
		s.focusOn((s.focus + searchFields - 1) % searchFields)
	case key.Matches(msg, k.up):
		s.vertical(-1)
	case key.Matches(msg, k.down):
		s.vertical(1)
	case s.focus == fieldPlace:
		return ui.Stay(), s.typePlace(msg)
	case s.focus >= fieldAdults:
		s.typeNumber(msg)
	case key.Matches(msg, k.calendar):
		s.openCalendar()
	default:
		s.typeDay(msg)
	}
	return ui.Stay(), nil
}

// back stops a question, closes the calendar, returns to the destination, and
// only then leaves.
func (s *Search) back() ui.Nav {
	switch {
	case s.restore.cancel():
	case s.places.cancel():
		s.take, s.goOn = false, false
	case s.picking:
		s.picking = false
	case s.focus != fieldPlace:
		s.focusOn(fieldPlace)
	default:
		return ui.Pop()
	}
	return ui.Stay()
}

// takesDay reports whether enter takes what is typed at a day. Once it has said
// what is wrong with it, it opens the calendar instead.
func (s *Search) takesDay() bool { return s.typedDay(s.focus) != "" && s.problems[s.focus] == "" }

// enter takes what is typed at the field and goes on; on an untouched or wrong
// day it opens the calendar, on the numbers it searches.
func (s *Search) enter() (ui.Nav, tea.Cmd) {
	switch {
	case s.focus == fieldPlace:
		return ui.Stay(), s.enterPlace()
	case s.focus >= fieldAdults:
		return s.goOnWith()
	case s.takesDay():
		s.leave(s.focus)
		if s.problems[s.focus] == "" {
			s.setFocus(s.focus + 1)
		}
	default:
		s.openCalendar()
	}
	return ui.Stay(), nil
}

// vertical moves among the suggestions, or else among the fields.
func (s *Search) vertical(by int) {
	if s.focus == fieldPlace && s.list.total > 0 {
		s.list.move(by)
		s.list.follow(s.belowHeight())
		return
	}
	s.focusOn((s.focus + searchFields + searchField(by)) % searchFields)
}

// focusOn leaves the field, reading what was typed there, and goes to another.
func (s *Search) focusOn(f searchField) {
	s.leave(s.focus)
	s.setFocus(f)
}

func (s *Search) setFocus(f searchField) {
	s.focus = f
	s.showCalendar()
}

// leave reads what was typed at a field into the trip, or puts the problem
// beside it; the text stays then.
func (s *Search) leave(f searchField) {
	switch {
	case f == fieldCheckIn || f == fieldCheckOut:
		s.readDay(f)
	case f >= fieldAdults:
		s.readNumber(f)
	}
}

func (s *Search) typedDay(f searchField) string {
	if f != fieldCheckIn && f != fieldCheckOut {
		return ""
	}
	return s.days[f-fieldCheckIn].Value()
}

// parseDay reads the text at a day field: an arrival counts from today, a
// departure from the arrival.
func (s *Search) parseDay(f searchField) (api.Date, error) {
	base := s.today()
	if f == fieldCheckOut {
		base = s.trip.CheckIn
	}
	return trip.ParseDay(s.typedDay(f), base)
}

func (s *Search) readDay(f searchField) {
	if s.typedDay(f) == "" {
		return
	}
	day, err := s.parseDay(f)
	if err != nil {
		s.problems[f] = err.Error()
		return
	}
	if problem := s.dayProblem(f, day); problem != "" {
		s.problems[f] = problem
		return
	}
	s.days[f-fieldCheckIn].SetValue("")
	s.trip = s.withDay(f, day)
	s.checkDays()
	s.showCalendar()
}

// withDay is the trip with a day that was read at a field.
func (s *Search) withDay(f searchField, day api.Date) trip.Trip {
	trip := s.trip
	if f == fieldCheckIn {
		return trip.WithCheckIn(day)
	}
	trip.CheckOut = day
	return trip
}

// dayProblem is what keeps the trip from having this day, or nothing.
func (s *Search) dayProblem(f searchField, day api.Date) string {
	return problemAt(s.withDay(f, day), f, s.now)
}

// checkDays says of both days of the trip what is wrong with them now. What is
// still typed there keeps its own problem.
func (s *Search) checkDays() {
	for _, f := range []searchField{fieldCheckIn, fieldCheckOut} {
		if s.typedDay(f) != "" {
			continue
		}
		delete(s.problems, f)
		if problem := problemAt(s.trip, f, s.now); problem != "" {
			s.problems[f] = problem
		}
	}
}

func problemAt(trip trip.Trip, f searchField, now time.Time) string {
	for _, p := range trip.Problems(now) {
		if fieldOf(p.Field) == f {
			return p.Message
		}
	}
	return ""
}

func (s *Search) typeDay(msg tea.KeyMsg) {
	s.days[s.focus-fieldCheckIn].Type(msg)
	delete(s.problems, s.focus)
}

// number is where the trip keeps a number.
func (s *Search) number(f searchField) *int {
	switch f {
	case fieldChildren:
		return &s.trip.Children
	case fieldRooms:
		return &s.trip.Rooms
	default:
		return &s.trip.Adults
	}
}

// typeNumber counts up or down, or takes digits: the first one replaces the
// number, because it is what an agent means.
func (s *Search) typeNumber(msg tea.KeyMsg) {
	text := &s.numbers[s.focus-fieldAdults]
	n := s.number(s.focus)
	switch {
	case key.Matches(msg, s.keys.less):
		s.readNumber(s.focus)
		*n = max(lowest(s.focus), *n-1)
	case key.Matches(msg, s.keys.more):
		s.readNumber(s.focus)
		*n = min(highest(s.focus), *n+1)
	case msg.Type == tea.KeyBackspace && *text != "":
		*text = (*text)[:len(*text)-1]
	case msg.Type == tea.KeyRunes && len(*text) < 2:
		for _, r := range msg.Runes {
			if r >= '0' && r <= '9' && len(*text) < 2 {
				*text += string(r)
			}
		}
	}
	if v, err := strconv.Atoi(*text); err == nil {
		*n = v
	}
	delete(s.problems, s.focus)
}

// readNumber keeps what was typed, and says so when it is not possible.
func (s *Search) readNumber(f searchField) {
	s.numbers[f-fieldAdults] = ""
	if problem := problemAt(s.trip, f, s.now); problem != "" {
		s.problems[f] = problem
	}
}

func lowest(f searchField) int {
	if f == fieldChildren {
		return 0
	}
	return 1
}

func highest(f searchField) int {
	if f == fieldRooms {
		return trip.MaxRooms
	}
	return trip.MaxGuests
}
