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

// A formView draws a form in a width.
type formView struct {
	*tripForm
	width int
}

// row draws a line of the form. The three numbers share one.
func (e formView) row(f searchField, label, value string) string {
	t := e.deps.Theme
	mark, style := "  ", t.Muted
	if e.focus == f || f == fieldAdults && e.focus > fieldAdults && e.focus < fieldRadius {
		mark, style = "› ", t.Accent
	}
	line := style.Render(mark+ui.Fit(label, labelWidth)) + value
	if f >= fieldAdults {
		return line // Its numbers are clicked one by one.
	}
	return t.Mouse.Tag(line, e.target(f))
}

// A fieldNote is what is told of a field: how it is read, what it takes or what is wrong. It stands beside the field, or
// under all of them where it is too long for that.
type fieldNote struct {
	from  int // the cells of its line before it
	style ui.Style
	text  string
}

func (n fieldNote) fits(width int) bool { return n.from+ui.Width(n.text) <= width }

func (n fieldNote) beside(width int) string {
	if n.text == "" || !n.fits(width) {
		return ""
	}
	return n.style.Render(n.text)
}

// noteLines is how many lines a note has at most: it may quote what was typed.
const noteLines = 3

func (n fieldNote) under(width int) []string {
	if n.text == "" || n.fits(width) {
		return nil
	}
	return indent(styled(n.style.Render, ui.WrapShort(n.text, inner(width), noteLines)))
}

func (e formView) problemNote(problem, before string) fieldNote {
	from := 2 + labelWidth + ui.Width(before)
	return fieldNote{from, e.deps.Theme.Bad, when(problem != "", "! "+problem)}
}

// dayValue draws a date in words, or what is being typed, with its note. Only the field with the focus has a cursor.
func (e formView) dayValue(f searchField) string {
	typed, note := e.typedDay(f), e.dayNote(f).beside(e.width)
	in := e.days[f-fieldCheckIn]
	in.Placeholder = trip.DayWords([...]api.Date{e.trip.CheckIn, e.trip.CheckOut}[f-fieldCheckIn])
	switch {
	case e.focus == f:
		return in.Draw(e.deps.Theme, typed, dayWidth) + " " + note
	case typed != "":
		return ui.Fit(typed, dayWidth) + " " + note
	default:
		return ui.Fit(in.Placeholder, dayWidth) + " " + note
	}
}

// dayNote returns how what is typed is read, or what the field tells of its day.
func (e formView) dayNote(f searchField) fieldNote {
	t, typed := e.deps.Theme, e.typedDay(f)
	const from = 2 + labelWidth + dayWidth + 1
	switch {
	case e.problems[f] != "":
		return fieldNote{from, t.Bad, "! " + e.problems[f]}
	case typed == "" && e.focus == f:
		return fieldNote{from, t.Muted, "type " + dayHelp(f)}
	case typed == "" && f == fieldCheckOut:
		return fieldNote{from, t.Muted, e.nightsNote()}
	case typed == "":
		return fieldNote{from, t.Muted, e.arrivalNote()}
	}
	read, err := e.parseDay(f)
	if err != nil {
		return fieldNote{from, t.Muted, err.Error()}
	}
	if problem := e.dayProblem(f, read); problem != "" {
		return fieldNote{from, t.Bad, e.wrongDay(f, read, problem)}
	}
	return fieldNote{from, t.Accent, "= " + e.readWords(f, read)}
}

func dayHelp(f searchField) string {
	if f == fieldCheckOut {
		return trip.DepartureHelp
	}
	return trip.ArrivalHelp
}

// readWords returns the days that were read, with the nights where they follow from what is typed.
func (e formView) readWords(f searchField, read trip.TypedStay) string {
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
func (e formView) wrongDay(f searchField, read trip.TypedStay, problem string) string {
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

// underFields returns the notes that their lines are too short for, or else how the party is divided over several
// rooms. It has a line at least, so that what is below seldom moves.
func (e formView) underFields(destination fieldNote) []string {
	var lines []string
	for _, note := range []fieldNote{destination, e.dayNote(fieldCheckIn), e.dayNote(fieldCheckOut), e.numbersNote(), e.radiusNote()} {
		lines = append(lines, note.under(e.width)...)
	}
	if len(lines) > 0 {
		return lines
	}
	t := e.deps.Theme
	for f := fieldAdults; f <= fieldRooms; f++ {
		if problem := problemAt(e.trip, f, e.now); problem != "" {
			return indent(styled(t.Bad.Render, ui.Wrap(when(e.problems[f] == "", "! "+problem), inner(e.width))))
		}
	}
	return indent(styled(t.Muted.Render, ui.Wrap(e.trip.DivisionWords(), inner(e.width))))
}

func (e formView) arrivalNote() string {
	switch days := e.today().DaysUntil(e.trip.CheckIn); {
	case days == 0:
		return "today"
	case days > 0:
		return "in " + wording.Plural(days, "day")
	default:
		return ""
	}
}

func (e formView) nightsNote() string {
	nights := e.trip.Nights()
	return when(nights > 0, wording.Plural(nights, "night"))
}

// numberValue draws a number, between arrows where they change it.
func (e formView) numberValue(f searchField, value string) string {
	text := "  " + value + "  "
	if f == e.focus {
		text = e.deps.Theme.Cursor.Render("‹ " + value + " ›")
	}
	return e.deps.Theme.Mouse.Tag(text, e.target(f))
}

// radiusRows draws the radius, of a destination that has one.
func (e formView) radiusRows() []string {
	if !e.trip.HasRadius() {
		return nil
	}
	return []string{e.row(fieldRadius, "within", e.radiusValue()+e.radiusNote().beside(e.width))}
}

func (e formView) radiusValue() string {
	return e.numberValue(fieldRadius, e.trip.Radius.In(e.deps.inMiles())) + e.deps.Theme.Muted.Render(" of "+e.trip.Destination.Short()) + "  "
}

func (e formView) radiusNote() fieldNote {
	if !e.trip.HasRadius() {
		return fieldNote{}
	}
	return e.problemNote(e.problems[fieldRadius], e.radiusValue())
}

// numberValues draws the three numbers, with what is wrong with the first of them.
func (e formView) numberValues() string {
	return e.partyValues() + e.numbersNote().beside(e.width)
}

func (e formView) partyValues() string {
	var text strings.Builder
	for i, word := range []string{"adults", "children", "rooms"} {
		f := fieldAdults + searchField(i)
		text.WriteString(e.deps.Theme.Muted.Render(word) + " " + e.numberValue(f, strconv.Itoa(*e.number(f))) + " ")
	}
	return text.String()
}

func (e formView) numbersNote() fieldNote {
	for f := fieldAdults; f <= fieldRooms; f++ {
		if problem := e.problems[f]; problem != "" {
			return e.problemNote(problem, e.partyValues())
		}
	}
	return fieldNote{}
}

// readingLines draws the trip as it is understood. Its days and party are not cut.
func (e formView) readingLines() []string {
	return indent(styled(e.deps.Theme.Accent.Render, ui.WrapShort(e.reading(), inner(e.width), noteLines)))
}

// reading returns what is asked as it is understood, or what is missing.
func (e formView) reading() string {
	t := e.trip
	if t.Destination.Kind == trip.KindNone {
		t.Destination = e.likely
	}
	words := t.SearchWords()
	if t.Destination.Kind == trip.KindNone {
		words = "no destination yet · " + words
	}
	words = joined(append([]string{words}, e.asked...)...)
	if left := t.Destination.Left; left > 0 {
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

// fitCalendar gives the calendar its width and, with the line above it, its height.
func (e *tripForm) fitCalendar(width, height int) {
	e.room = [2]int{width, height}
	e.calendar.SetSize(width, height-e.calendarGap())
}

// calendarGap is one empty line above the calendar where all of it fits below that.
func (e *tripForm) calendarGap() int {
	if e.room[1] > calendarLines {
		return 1
	}
	return 0
}

func (e *tripForm) calendarLines() []string {
	lines := indent(indent(e.calendar.Lines()))
	help := e.deps.say("enter or {calendar} opens the calendar")
	if e.takesDay() {
		help = e.deps.say("enter takes the day, {calendar} opens the calendar")
	}
	if e.picking {
		help = "arrows move, enter takes the day, esc closes the calendar"
	}
	above := []string{margin + e.deps.Theme.Muted.Render(help), ""}
	return append(above[:1+e.calendarGap()], lines...)
}
