package screens

import (
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// formHeight is the number of lines that the form and the reading below it
// take.
const formHeight = 7

// renewNotes takes over what the desk knows by now.
func (s *Search) renewNotes() {
	s.notes.renew()
	s.fit()
}

// fit gives the suggestions and the calendar what the notes and the form leave.
func (s *Search) fit() {
	s.suggestions.list.follow(s.belowHeight())
	s.form.calendar.SetSize(max(1, s.width-6), max(1, s.height-len(s.notes.lines)-formHeight-2))
}

// View draws the form, its reading, and what belongs to the field in focus.
func (s *Search) View() string {
	t := s.deps.Theme
	lines := append(s.notes.lines[:len(s.notes.lines):len(s.notes.lines)],
		s.form.row(fieldDestination, "destination", s.destinationValue()),
		s.form.row(fieldCheckIn, "check-in", s.form.dayValue(fieldCheckIn)),
		s.form.row(fieldCheckOut, "check-out", s.form.dayValue(fieldCheckOut)),
		s.form.row(fieldAdults, "guests", s.form.numberValues()),
		s.form.wholeProblem(s.width),
		margin+t.Accent.Render(ui.Truncate(s.form.reading(), s.width-4)),
		"",
	)
	return ui.Block(append(lines, s.below()...), s.width, s.height)
}

// belowHeight is what is left below the form.
func (s *Search) belowHeight() int {
	return max(1, s.height-len(s.notes.lines)-formHeight-len(s.suggestions.failure(s.width)))
}

func (s *Search) destinationValue() string {
	t := s.deps.Theme
	if problem := s.form.problems[fieldDestination]; problem != "" && s.form.focus != fieldDestination {
		return t.Bad.Render("! " + problem)
	}
	if s.form.focus == fieldDestination {
		return s.destination.Draw(t, s.destination.Value(), max(8, min(s.width-labelWidth-4, 60)))
	}
	if s.destination.Value() == "" {
		return t.Muted.Render("anywhere you like: type a city, a hotel or an airport code")
	}
	return s.destination.Value()
}

// below is what belongs to the field: suggestions, the calendar, or a hint.
func (s *Search) below() []string {
	switch s.form.focus {
	case fieldDestination:
		lines := indent(s.suggestions.failure(s.width))
		if problem := s.form.problems[fieldDestination]; problem != "" {
			return append(lines, margin+s.deps.Theme.Bad.Render(ui.Truncate("! "+problem, s.width-4)))
		}
		return append(lines, s.suggestions.lines(s.width, s.belowHeight())...)
	case fieldCheckIn, fieldCheckOut:
		return s.form.calendarLines()
	default:
		return indent(hintLines(s.deps.Theme, s.width-4,
			"Digits or left and right set the number; tab goes to the next one.",
			"Prices are for one room; "+wording.Plural(trip.GroupRooms+1, "room")+" or more count as a group at most hotels.",
			"Enter searches."))
	}
}

// hintLines are muted lines of help.
func hintLines(t ui.Theme, width int, texts ...string) []string {
	var lines []string
	for _, text := range texts {
		for _, line := range ui.Wrap(text, max(1, width)) {
			lines = append(lines, t.Muted.Render(line))
		}
	}
	return lines
}
