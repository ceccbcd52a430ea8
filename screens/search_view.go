package screens

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// formLines draws the fields, the notes and the reading below them, and an empty line.
func (s *Search) formLines() []string {
	form := formView{&s.form, s.width}
	lines := []string{
		form.row(fieldDestination, "destination", s.destinationValue()),
	}
	lines = append(append(lines, s.lineReading()...),
		form.row(fieldCheckIn, "check-in", form.dayValue(fieldCheckIn)),
		form.row(fieldCheckOut, "check-out", form.dayValue(fieldCheckOut)),
		form.row(fieldAdults, "guests", form.numberValues()),
	)
	return slices.Concat(lines, form.radiusRows(), form.underFields(s.destinationNote()), s.wholeReading(), []string{""})
}

func (s *Search) renewNotes() {
	s.notes.renew()
	s.fit()
}

func (s *Search) fit() {
	s.suggestions.list.follow(s.belowHeight())
	s.form.fitCalendar(max(1, s.width-6), max(1, s.height-len(s.notes.lines)-len(s.formLines())-1))
}

func (s *Search) View() string {
	return ui.Block(slices.Concat(s.notes.lines, s.formLines(), s.below()), s.width, s.height)
}

func (s *Search) belowHeight() int {
	return max(1, s.height-len(s.notes.lines)-len(s.formLines())-len(s.aboveSuggestions()))
}

// aboveSuggestions draws what stands between the form and the suggestions: why there are none, what is wrong, and what is asked.
func (s *Search) aboveSuggestions() []string {
	lines := indent(s.suggestions.failure(s.width))
	if problem := s.form.problems[fieldDestination]; problem != "" {
		lines = append(lines, indent(styled(s.deps.Theme.Bad.Render, ui.Wrap("! "+problem, max(1, s.width-4))))...)
	}
	if s.suggestions.answers(s.line.where()) {
		lines = append(lines, s.suggestions.question(s.width)...)
	}
	return lines
}

// destinationNote returns what is wrong with a destination that was left. While it has the focus that stands below.
func (s *Search) destinationNote() fieldNote {
	if s.form.focus == fieldDestination {
		return fieldNote{}
	}
	return formView{&s.form, s.width}.problemNote(s.form.problems[fieldDestination], "")
}

func (s *Search) destinationValue() string {
	t := s.deps.Theme
	text := s.line.Value()
	if note := s.destinationNote(); note.text != "" {
		return valueOr(note.beside(s.width), text)
	}
	if s.form.focus == fieldDestination {
		return s.line.Draw(t, text, lineWidth(s.width))
	}
	if text == "" {
		return t.Muted.Render("anywhere you like: type a city, a hotel or an airport code")
	}
	if s.take {
		return text + t.Muted.Render("  is being looked up …")
	}
	return text
}

// below draws what belongs to the field: suggestions, the calendar, or a hint.
func (s *Search) below() []string {
	switch s.form.focus {
	case fieldDestination:
		return append(s.aboveSuggestions(), s.suggestions.lines(s.width, s.belowHeight())...)
	case fieldCheckIn, fieldCheckOut:
		return s.form.calendarLines()
	case fieldRadius:
		return indent(hintLines(s.deps.Theme, s.width-4,
			"Digits or left and right set how far from it hotels are searched.", "Enter searches."))
	default:
		return indent(hintLines(s.deps.Theme, s.width-4,
			"Digits or left and right set the number; tab goes to the next one.",
			"Prices are for one room, that of the largest share; "+wording.Plural(trip.GroupRooms+1, "room")+" or more count as a group at most hotels.",
			"Enter searches."))
	}
}

func hintLines(t ui.Theme, width int, texts ...string) []string {
	var lines []string
	for _, text := range texts {
		lines = append(lines, styled(t.Muted.Render, ui.Wrap(text, max(1, width)))...)
	}
	return lines
}

type searchKeys struct {
	enter, next, previous, up, down, search, calendar, reservations, back, lineHelp key.Binding
}

func newSearchKeys(deps *Deps) searchKeys {
	return searchKeys{
		enter: deps.bind("take"), next: deps.bind("form.next"), previous: deps.bind("form.previous", "field before"),
		up: deps.bind("form.up"), down: deps.bind("form.down"), search: deps.bind("form.done", "search"),
		calendar: deps.bind("calendar"), reservations: deps.bind("go.reservations"), back: deps.bind("back"),
		lineHelp: deps.bind("line_help"),
	}
}

func (s *Search) Keys() []key.Binding {
	s.notes.enable()
	k := s.keys
	day := s.form.focus == fieldCheckIn || s.form.focus == fieldCheckOut
	number := s.form.focus >= fieldAdults
	ui.Reword(&k.enter, ui.Fit(s.enterWord(), len("calendar")))
	k.calendar.SetEnabled(day && !s.form.picking)
	undo := ui.Enabled(s.deps.bind("form.undo"), s.form.focus == fieldDestination && len(s.line.edits) > 0)
	n, start, rest := s.notes.keys, k.search, k.lineHelp
	if s.enterWord() == "search" { // One key for it is enough to be told of.
		start, rest = rest, start
	}
	if s.form.picking {
		keys := s.form.calendar.Keys()
		return append([]key.Binding{keys[0], k.back}, keys[1:]...)
	}
	var draft, drop []key.Binding
	if len(s.notes.saved) > 0 {
		draft, drop = []key.Binding{n.resume}, append([]key.Binding{n.throwAway}, ui.Offered(n.other)...)
	}
	sandbox := ui.Offered(ui.Enabled(s.deps.bind("go.sandbox"), s.deps.Controls != nil))
	return slices.Concat([]key.Binding{k.enter}, draft, ui.Offered(n.unresolved), []key.Binding{start, k.calendar, k.reservations}, sandbox,
		drop, []key.Binding{k.next, ui.HelpOnly(), k.back, ui.Enabled(s.form.less, number), ui.Enabled(s.form.more, number), k.previous, k.up, k.down, rest, undo, s.deps.bind("hand_over", "open a hand-over")})
}

func (s *Search) enterWord() string {
	switch {
	case s.form.focus == fieldDestination && s.line.whole():
		return "search"
	case s.form.focus == fieldDestination:
		return "take"
	case s.form.focus >= fieldAdults:
		return "search"
	case s.form.takesDay():
		return "take"
	default:
		return "calendar"
	}
}

// key gives a key to the open calendar, to the screen, or to the field.
func (s *Search) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.notes.enable()
	if nav, cmd, mine := s.notes.key(msg); mine {
		s.fit() // The notes may be fewer now.
		return nav, cmd
	}
	k := s.keys
	switch {
	case key.Matches(msg, k.back):
		return s.back(), nil
	case s.form.picking:
		s.form.pick(msg)
	case key.Matches(msg, k.search):
		return s.goOnWith()
	case key.Matches(msg, s.deps.bind("hand_over", "open a hand-over")):
		return ui.Push(NewOpenHandOver(s.deps)), nil
	case key.Matches(msg, k.lineHelp):
		return ui.Push(newLineHelp(s.deps, s.line.read)), nil
	case key.Matches(msg, k.enter):
		return s.enter()
	case key.Matches(msg, k.next):
		return ui.Stay(), s.focusOn(s.form.after(1))
	case key.Matches(msg, k.previous):
		return ui.Stay(), s.focusOn(s.form.after(-1))
	case key.Matches(msg, k.up):
		return ui.Stay(), s.vertical(-1)
	case key.Matches(msg, k.down):
		return ui.Stay(), s.vertical(1)
	case s.form.focus == fieldDestination:
		return s.typeLine(msg)
	case s.form.focus >= fieldAdults:
		s.form.typeNumber(msg)
	case key.Matches(msg, k.calendar):
		s.form.openCalendar()
	default:
		s.form.typeDay(msg)
	}
	return ui.Stay(), nil
}

// back stops a question, closes the calendar, returns to the destination, and only then leaves.
func (s *Search) back() ui.Nav {
	switch {
	case s.notes.restore.cancel():
	case s.suggestions.load.cancel():
		s.take, s.proceed = false, false
	case s.form.picking:
		s.form.picking = false
	case s.form.focus != fieldDestination:
		s.form.focusOn(fieldDestination)
	default:
		return ui.Pop()
	}
	return ui.Stay()
}

// enter takes what is typed at the field and goes on, opens the calendar, or searches.
func (s *Search) enter() (ui.Nav, tea.Cmd) {
	switch {
	case s.form.focus == fieldDestination:
		return s.enterDestination()
	case s.form.focus >= fieldAdults:
		return s.goOnWith()
	case s.form.takesDay():
		s.form.leave(s.form.focus)
		if s.form.problems[s.form.focus] == "" {
			s.form.setFocus(s.form.focus + 1)
		}
	default:
		s.form.openCalendar()
	}
	return ui.Stay(), nil
}

// vertical recalls lines, moves among the suggestions, or else among the fields.
func (s *Search) vertical(by int) tea.Cmd {
	if s.form.focus == fieldDestination {
		if cmd, mine := s.recallLine(-by); mine {
			return cmd
		}
	}
	if s.form.focus == fieldDestination && s.suggestions.list.total > 0 {
		s.suggestions.list.move(by)
		s.suggestions.moved = true
		s.suggestions.list.follow(s.belowHeight())
		return nil
	}
	return s.focusOn(s.form.after(searchField(by)))
}
