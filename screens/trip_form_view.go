package screens

import (
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

const labelWidth = 14

const dayWidth = 21

// row draws a line of the form. The three numbers share one.
func (e *tripForm) row(f searchField, label, value string) string {
	t := e.deps.Theme
	mark, style := "  ", t.Muted
	if e.focus == f || f == fieldAdults && e.focus > fieldAdults && e.focus < fieldRadius {
		mark, style = "› ", t.Accent
	}
	return style.Render(mark+ui.Fit(label, labelWidth)) + value
}

// dayValue returns a date in words, or what is being typed with its reading.
func (e *tripForm) dayValue(f searchField) string {
	t := e.deps.Theme
	day, note := e.trip.CheckIn, e.arrivalNote()
	if f == fieldCheckOut {
		day, note = e.trip.CheckOut, e.nightsNote()
	}
	problem := e.problems[f]
	typed := e.typedDay(f)
	if typed == "" && e.focus != f {
		value := ui.Fit(trip.DayWords(day), 22)
		if problem != "" {
			return value + t.Bad.Render("! "+problem)
		}
		return value + t.Muted.Render(note)
	}
	in := e.days[f-fieldCheckIn]
	in.Placeholder = trip.DayWords(day)
	value := in.Draw(t, typed, dayWidth) + " "
	switch {
	case problem != "":
		return value + t.Bad.Render("! "+problem)
	case typed == "":
		return value + t.Muted.Render("type "+dayHelp(f))
	}
	read, err := e.parseDay(f)
	if err != nil {
		return value + t.Muted.Render(err.Error())
	}
	if problem := e.dayProblem(f, read); problem != "" {
		return value + t.Bad.Render(e.wrongDay(f, read, problem))
	}
	return value + t.Accent.Render("= "+e.readWords(f, read))
}

func dayHelp(f searchField) string {
	if f == fieldCheckOut {
		return trip.DepartureHelp
	}
	return trip.ArrivalHelp
}

// readWords returns the days that were read, with the nights where they follow from what is typed.
func (e *tripForm) readWords(f searchField, read trip.TypedStay) string {
	switch {
	case read.Whole():
		return trip.StayWords(read.In, read.Out) + e.yearWords(read.In)
	case f == fieldCheckOut:
		nights, known := trip.Nights(e.trip.CheckIn, read.Out)
		return trip.DayWords(read.Out) + e.yearWords(read.Out) + when(known, " · "+wording.Plural(nights, "night"))
	default:
		return trip.DayWords(read.In) + e.yearWords(read.In)
	}
}

// wrongDay puts the days before their problem, unless that names them.
func (e *tripForm) wrongDay(f searchField, read trip.TypedStay, problem string) string {
	day := read.In
	if f == fieldCheckOut && !read.Whole() {
		day = read.Out
	}
	if words := trip.DayWords(day); !strings.Contains(problem, words) {
		return "= " + words + e.yearWords(day) + " ! " + problem
	}
	return "! " + problem
}

// yearWords tells of another year, which a day typed without one may be in unawares.
func (e *tripForm) yearWords(day api.Date) string {
	switch years := day.Year - e.today().Year; {
	case years == 1:
		return " (next year)"
	case years > 1:
		return " (in " + wording.Plural(years, "year") + ")"
	default:
		return ""
	}
}

// underFields returns a problem that its line is too short for, or else how the party is divided over several rooms.
func (e *tripForm) underFields(width int) string {
	if problem := e.wholeProblem(width); problem != "" {
		return problem
	}
	t, room := e.deps.Theme, max(1, width-4)
	for f := fieldAdults; f <= fieldRooms; f++ {
		problem := problemAt(e.trip, f, e.now)
		if problem == "" {
			continue
		}
		if e.problems[f] != "" && ui.Width(e.row(f, "", e.numberValues())) <= width {
			return "" // It stands beside the number.
		}
		return margin + t.Bad.Render(ui.Truncate("! "+problem, room))
	}
	return margin + t.Muted.Render(ui.Truncate(e.trip.DivisionWords(), room))
}

// wholeProblem returns a day's problem where the field's line is too short for it.
func (e *tripForm) wholeProblem(width int) string {
	if e.focus != fieldCheckIn && e.focus != fieldCheckOut {
		return ""
	}
	problem := e.problems[e.focus]
	shown := "! " + problem
	if problem == "" && e.typedDay(e.focus) != "" {
		if read, err := e.parseDay(e.focus); err == nil {
			problem = e.dayProblem(e.focus, read)
			shown = e.wrongDay(e.focus, read, problem)
		}
	}
	if problem == "" || 2+labelWidth+dayWidth+1+ui.Width(shown) <= width {
		return ""
	}
	return margin + e.deps.Theme.Bad.Render(ui.Truncate("! "+problem, max(1, width-4)))
}

func (e *tripForm) arrivalNote() string {
	switch days := e.today().DaysUntil(e.trip.CheckIn); {
	case days == 0:
		return "today"
	case days > 0:
		return "in " + wording.Plural(days, "day")
	default:
		return ""
	}
}

func (e *tripForm) nightsNote() string {
	nights := e.trip.Nights()
	return when(nights > 0, wording.Plural(nights, "night"))
}

// numberValue draws a number, between arrows where they change it.
func (e *tripForm) numberValue(f searchField, value string) string {
	if f == e.focus {
		return e.deps.Theme.Cursor.Render("‹ " + value + " ›")
	}
	return "  " + value + "  "
}

// radiusRows draws the radius, of a destination that has one.
func (e *tripForm) radiusRows() []string {
	if !e.trip.HasRadius() {
		return nil
	}
	t := e.deps.Theme
	value := e.numberValue(fieldRadius, e.trip.Radius.String()) + t.Muted.Render(" of "+e.trip.Destination.Short())
	if problem := e.problems[fieldRadius]; problem != "" {
		value += t.Bad.Render("  ! " + problem)
	}
	return []string{e.row(fieldRadius, "within", value)}
}

func (e *tripForm) numberValues() string {
	t := e.deps.Theme
	var parts []string
	problem := ""
	for i, word := range []string{"adults", "children", "rooms"} {
		f := fieldAdults + searchField(i)
		parts = append(parts, t.Muted.Render(word)+" "+e.numberValue(f, strconv.Itoa(*e.number(f))))
		if problem == "" && e.problems[f] != "" {
			problem = t.Bad.Render("! " + e.problems[f])
		}
	}
	return strings.Join(append(parts, problem), " ")
}

// reading returns the trip as it is understood, or what is missing.
func (e *tripForm) reading() string {
	words := e.trip.SearchWords()
	if e.trip.Destination.Kind == trip.KindNone {
		return "no destination yet · " + words
	}
	if left := e.trip.Destination.Left; left > 0 {
		words += " · " + wording.Plural(left, "hotel") + " beyond one search"
	}
	return words
}

func utc(d api.Date) time.Time {
	if d.IsZero() {
		return time.Time{}
	}
	return d.In(time.UTC)
}

func (e *tripForm) showCalendar() { e.calendar.SetRange(utc(e.trip.CheckIn), utc(e.trip.CheckOut)) }

// openCalendar gives the calendar the keys. For a departure the arrival stands already.
func (e *tripForm) openCalendar() {
	e.picking = true
	if e.focus == fieldCheckOut && !e.trip.CheckIn.IsZero() {
		e.askDeparture()
		return
	}
	e.showCalendar()
}

// askDeparture puts the cursor on the day that keeps the nights.
func (e *tripForm) askDeparture() {
	e.calendar.SetRange(utc(e.trip.CheckIn), time.Time{})
	if e.trip.CheckOut.IsZero() || e.trip.Nights() < 1 {
		return
	}
	e.calendar.SetCursor(utc(e.trip.CheckOut))
}

// pick gives a key to the calendar. With both days chosen it closes.
func (e *tripForm) pick(msg tea.KeyMsg) {
	switch e.calendar.Update(msg) {
	case ui.CalendarFirst:
		from, _, _ := e.calendar.Range()
		e.trip = e.trip.WithCheckIn(api.DateOf(from))
		e.days[0].SetValue("")
		e.said[0] = ""
		e.setFocus(fieldCheckOut)
		e.askDeparture()
		e.checkDays()
	case ui.CalendarPicked:
		from, to, _ := e.calendar.Range()
		e.trip.CheckIn, e.trip.CheckOut = api.DateOf(from), api.DateOf(to)
		e.picking = false
		for i := range e.days {
			e.days[i].SetValue("")
			e.said[i] = ""
		}
		e.setFocus(fieldAdults)
		if e.checkDays(); e.problems[fieldCheckOut] != "" {
			e.setFocus(fieldCheckOut)
		}
	default:
	}
}

func (e *tripForm) calendarLines() []string {
	lines := indent(indent(e.calendar.Lines()))
	help := "enter or ctrl+d opens the calendar"
	if e.takesDay() {
		help = "enter takes the day, ctrl+d opens the calendar"
	}
	if e.picking {
		help = "arrows move, enter takes the day, esc closes the calendar"
	}
	return append([]string{margin + e.deps.Theme.Muted.Render(help), ""}, lines...)
}
