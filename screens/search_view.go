package screens

import (
	"strconv"
	"strings"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// labelWidth is the width of the form's labels with their gap.
const labelWidth = 14

// dayWidth is the width of the field of a day.
const dayWidth = 21

// formHeight is the number of lines that the form and the reading below it
// take.
const formHeight = 7

// View draws the form, its reading, and what belongs to the field in focus.
func (s *Search) View() string {
	t := s.deps.Theme
	lines := append(s.notes[:len(s.notes):len(s.notes)],
		s.row(fieldPlace, "destination", s.placeValue()),
		s.row(fieldCheckIn, "check-in", s.dayValue(fieldCheckIn)),
		s.row(fieldCheckOut, "check-out", s.dayValue(fieldCheckOut)),
		s.row(fieldAdults, "guests", s.numberValues()),
		s.wholeProblem(),
		margin+t.Accent.Render(ui.Truncate(s.reading(), s.width-4)),
		"",
	)
	return ui.Block(append(lines, s.below()...), s.width, s.height)
}

func (s *Search) fieldWidth() int { return max(8, min(s.width-labelWidth-4, 60)) }

// belowHeight is what is left below the form.
func (s *Search) belowHeight() int { return max(1, s.height-len(s.notes)-formHeight-len(s.failure())) }

// row is a line of the form. The three numbers share one.
func (s *Search) row(f searchField, label, value string) string {
	t := s.deps.Theme
	mark, style := "  ", t.Muted
	if s.focus == f || f == fieldAdults && s.focus > fieldAdults {
		mark, style = "› ", t.Accent
	}
	return style.Render(mark+ui.Fit(label, labelWidth)) + value
}

func (s *Search) placeValue() string {
	t := s.deps.Theme
	if problem := s.problems[fieldPlace]; problem != "" && s.focus != fieldPlace {
		return t.Bad.Render("! " + problem)
	}
	if s.focus == fieldPlace {
		return s.place.Draw(t, s.place.Value(), s.fieldWidth())
	}
	if s.place.Value() == "" {
		return t.Muted.Render("anywhere you like: type a city, a hotel or an airport code")
	}
	return s.place.Value()
}

// dayValue is a date as words, or what is being typed with its reading.
func (s *Search) dayValue(f searchField) string {
	t := s.deps.Theme
	day, note := s.trip.CheckIn, s.arrivalNote()
	if f == fieldCheckOut {
		day, note = s.trip.CheckOut, s.nightsNote()
	}
	problem := s.problems[f]
	typed := s.typedDay(f)
	if typed == "" && s.focus != f {
		value := ui.Fit(trip.DayWords(day), 22)
		if problem != "" {
			return value + t.Bad.Render("! "+problem)
		}
		return value + t.Muted.Render(note)
	}
	in := s.days[f-fieldCheckIn]
	in.Placeholder = trip.DayWords(day)
	value := in.Draw(t, typed, dayWidth) + " "
	switch {
	case problem != "":
		return value + t.Bad.Render("! "+problem)
	case typed == "":
		return value + t.Muted.Render("type "+trip.DayHelp)
	}
	read, err := s.parseDay(f)
	if err != nil {
		return value + t.Muted.Render(err.Error())
	}
	if problem := s.dayProblem(f, read); problem != "" {
		return value + t.Bad.Render(s.wrongDay(read, problem))
	}
	return value + t.Accent.Render("= "+trip.DayWords(read)+s.yearWords(read))
}

// wrongDay is a problem with the day that it is about, unless it names it.
func (s *Search) wrongDay(day api.Date, problem string) string {
	if words := trip.DayWords(day); !strings.Contains(problem, words) {
		return "= " + words + s.yearWords(day) + " ! " + problem
	}
	return "! " + problem
}

// yearWords say that a day is in another year than today, which a day typed
// without its year may be unawares.
func (s *Search) yearWords(day api.Date) string {
	switch years := day.Year - s.today().Year; {
	case years == 1:
		return " (next year)"
	case years > 1:
		return " (in " + wording.Plural(years, "year") + ")"
	default:
		return ""
	}
}

// wholeProblem is the problem of the day with the focus where the field's line
// is too short for it.
func (s *Search) wholeProblem() string {
	if s.focus != fieldCheckIn && s.focus != fieldCheckOut {
		return ""
	}
	problem := s.problems[s.focus]
	shown := "! " + problem
	if problem == "" && s.typedDay(s.focus) != "" {
		if read, err := s.parseDay(s.focus); err == nil {
			problem = s.dayProblem(s.focus, read)
			shown = s.wrongDay(read, problem)
		}
	}
	if problem == "" || 2+labelWidth+dayWidth+1+ui.Width(shown) <= s.width {
		return ""
	}
	return margin + s.deps.Theme.Bad.Render(ui.Truncate("! "+problem, max(1, s.width-4)))
}

func (s *Search) arrivalNote() string {
	switch days := s.today().DaysUntil(s.trip.CheckIn); {
	case days == 0:
		return "today"
	case days > 0:
		return "in " + wording.Plural(days, "day")
	default:
		return ""
	}
}

func (s *Search) nightsNote() string {
	if nights := s.trip.Nights(); nights > 0 {
		return wording.Plural(nights, "night")
	}
	return ""
}

func (s *Search) numberValues() string {
	t := s.deps.Theme
	var parts []string
	problem := ""
	for i, word := range []string{"adults", "children", "rooms"} {
		f := fieldAdults + searchField(i)
		value := strconv.Itoa(*s.number(f))
		if f == s.focus {
			value = t.Cursor.Render("‹ " + value + " ›")
		} else {
			value = "  " + value + "  "
		}
		parts = append(parts, t.Muted.Render(word)+" "+value)
		if problem == "" && s.problems[f] != "" {
			problem = t.Bad.Render("! " + s.problems[f])
		}
	}
	return strings.Join(append(parts, problem), " ")
}

// reading is the trip as it is understood, or what is missing.
func (s *Search) reading() string {
	words := s.trip.Words()
	if s.trip.Destination.Kind == trip.KindNone {
		return "no destination yet · " + words
	}
	if left := s.trip.Destination.Left; left > 0 {
		words += " · " + wording.Plural(left, "hotel") + " beyond one search"
	}
	return words
}

func (s *Search) failure() []string {
	return failureBlock(s.deps.Theme, max(1, s.width-6), s.places.failure, "Press enter to try again.")
}

// below is what belongs to the field: suggestions, the calendar, or a hint.
func (s *Search) below() []string {
	switch s.focus {
	case fieldPlace:
		out := indent(s.failure())
		return append(out, s.suggestions()...)
	case fieldCheckIn, fieldCheckOut:
		return s.calendarLines()
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

// suggestions are the groups of places, each under its heading.
func (s *Search) suggestions() []string {
	t := s.deps.Theme
	problem := s.problems[fieldPlace]
	switch {
	case problem != "":
		return []string{margin + t.Bad.Render(ui.Truncate("! "+problem, s.width-4))}
	case !s.hasAny && s.places.failure != nil:
		return nil
	case !s.hasAny:
		return []string{margin + t.Muted.Render("looking up destinations …")}
	case s.list.total == 0:
		return indent(ui.Notice(t, max(1, s.width-4), ui.NoticeEmpty, "Nothing is called \""+s.answered+"\"",
			"Try fewer letters, the city instead of the hotel, or an airport code such as LHR."))
	}
	var out []string
	for _, line := range s.list.lines(s.belowHeight()) {
		group := s.groups[line.group]
		if line.item < 0 {
			title := group.Title
			switch {
			case s.asked == s.answered:
			case s.answered == "":
				// The prominent places are for no text at all.
				title += " …"
			default:
				title += " for \"" + s.answered + "\" …"
			}
			out = append(out, margin+t.Title.Render(ui.Truncate(title, s.width-4)))
			continue
		}
		out = append(out, s.suggestion(group.Items[line.item], line.selected))
	}
	return out
}

// suggestion is one place: its name, and what the service says about it.
func (s *Search) suggestion(item trip.Suggestion, selected bool) string {
	t := s.deps.Theme
	width := max(10, min(s.width-4, 100))
	detail := max(12, width*2/5)
	name := ui.Fit(item.Destination.Name, max(1, width-detail-2)) + "  "
	if selected {
		return "  " + t.Cursor.Render("› "+name+ui.Fit(item.Detail, detail))
	}
	return "    " + name + t.Muted.Render(ui.Fit(item.Detail, detail))
}
