package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/mouse"
)

// A Calendar picks a range of days: enter takes the first and then the last.
// It shows two months where there is room, else one, with Monday first.
//
// Days are calendar dates. They go in and come out as midnight UTC of that
// date, whatever zone they were in: only year, month and day are looked at,
// and nothing is ever converted between zones.
type Calendar struct {
	theme         Theme
	today         time.Time
	first         time.Time // the first that may be chosen
	cursor        time.Time
	from, to      time.Time // zero is not chosen
	early         bool      // enter was pressed on a day not after the first
	width, height int
	keys          calendarKeys
	aimed         time.Time // where a click wants the next key to go
	note          func(day time.Time) (text string, style Style)
	noteWidth     int
}

type calendarKeys struct {
	left, right, up, down, prev, next, pick, today key.Binding
}

// A CalendarEvent is what a key did.
type CalendarEvent int

// What a key can do to a calendar.
const (
	CalendarNone   CalendarEvent = iota // not the calendar's key
	CalendarMoved                       // the cursor moved, or nothing changed
	CalendarFirst                       // the first day was chosen
	CalendarPicked                      // both days are chosen
)

// The size of one month, and of two beside each other.
const (
	monthWidth  = 3 * 7
	monthsWidth = 2*monthWidth + 3
)

// NewCalendar starts at the first day that may be chosen. Today is marked.
func NewCalendar(theme Theme, today, first time.Time) *Calendar {
	c := &Calendar{theme: theme, today: Day(today), first: Day(first)}
	c.cursor = c.first
	c.keys = calendarKeys{
		left: theme.Keys.Binding("calendar.left"), right: theme.Keys.Binding("calendar.right"),
		up: theme.Keys.Binding("calendar.up"), down: theme.Keys.Binding("calendar.down"),
		prev: theme.Keys.Binding("calendar.month_before"), next: theme.Keys.Binding("calendar.month_after"),
		pick: theme.Keys.Binding("calendar.pick"), today: theme.Keys.Binding("calendar.first"),
	}
	return c
}

// Day is midnight UTC of the calendar date that t shows in its own zone.
func Day(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// SetSize gives the calendar its size.
func (c *Calendar) SetSize(width, height int) { c.width, c.height = max(width, 0), max(height, 0) }

// SetNotes writes a few cells beside each day, the day in their style. They are words or numbers: a colour alone says
// nothing.
func (c *Calendar) SetNotes(width int, note func(day time.Time) (text string, style Style)) {
	c.noteWidth, c.note = max(width, 0), note
}

// SetRange shows these days as chosen, with the cursor on the first. A zero
// day is not chosen; a last day that is not after the first is left out.
func (c *Calendar) SetRange(from, to time.Time) {
	c.from, c.to = Day(from), Day(to)
	if !c.to.After(c.from) {
		c.to = time.Time{}
	}
	c.early = false
	if !c.from.IsZero() {
		c.move(c.from)
	}
}

// SetCursor puts the cursor on a day, or on the nearest that may be chosen.
func (c *Calendar) SetCursor(day time.Time) { c.move(Day(day)) }

// Range is the days chosen; ok reports whether both are.
func (c *Calendar) Range() (from, to time.Time, ok bool) {
	return c.from, c.to, !c.from.IsZero() && !c.to.IsZero()
}

// Nights is the number of nights of the range, up to the cursor while the
// last day is not chosen yet; 0 if there are none.
func (c *Calendar) Nights() int {
	from, to := c.shown()
	if from.IsZero() || to.IsZero() {
		return 0
	}
	return int(to.Sub(from) / (24 * time.Hour))
}

// shown is the range to draw: the cursor stands for a day not chosen yet.
func (c *Calendar) shown() (from, to time.Time) {
	if !c.from.IsZero() && c.to.IsZero() && c.cursor.After(c.from) {
		return c.from, c.cursor
	}
	return c.from, c.to
}

// Cursor is the day under the cursor.
func (c *Calendar) Cursor() time.Time { return c.cursor }

// Keys lists the bindings.
func (c *Calendar) Keys() []key.Binding {
	k := c.keys
	return []key.Binding{k.pick, k.left, k.right, k.up, k.down, k.prev, k.next, k.today}
}

// Picks reports whether a key takes a day.
func (c *Calendar) Picks(msg tea.KeyMsg) bool { return key.Matches(msg, c.keys.pick) }

// Update takes a key and returns what it did.
func (c *Calendar) Update(msg tea.Msg) CalendarEvent {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return CalendarNone
	}
	c.early = false
	switch {
	case !c.aimed.IsZero() && (k.Type == tea.KeyRight || key.Matches(k, c.keys.right)):
		c.move(c.aimed)
	case key.Matches(k, c.keys.left):
		c.move(c.cursor.AddDate(0, 0, -1))
	case key.Matches(k, c.keys.right):
		c.move(c.cursor.AddDate(0, 0, 1))
	case key.Matches(k, c.keys.up):
		c.move(c.cursor.AddDate(0, 0, -7))
	case key.Matches(k, c.keys.down):
		c.move(c.cursor.AddDate(0, 0, 7))
	case key.Matches(k, c.keys.prev):
		c.move(addMonths(c.cursor, -1))
	case key.Matches(k, c.keys.next):
		c.move(addMonths(c.cursor, 1))
	case key.Matches(k, c.keys.today):
		c.move(c.first)
	case key.Matches(k, c.keys.pick):
		return c.pick()
	default:
		return CalendarNone
	}
	return CalendarMoved
}

// pick takes the first day, or the last one if it comes after the first. With
// both chosen it starts over.
func (c *Calendar) pick() CalendarEvent {
	if c.from.IsZero() || !c.to.IsZero() {
		c.from, c.to = c.cursor, time.Time{}
		return CalendarFirst
	}
	if !c.cursor.After(c.from) {
		c.early = true
		return CalendarMoved
	}
	c.to = c.cursor
	return CalendarPicked
}

func (c *Calendar) move(to time.Time) {
	c.cursor = to
	if to.Before(c.first) {
		c.cursor = c.first
	}
}

// addMonths is the same day n months on, or the last day of a shorter month.
func addMonths(day time.Time, n int) time.Time {
	first := time.Date(day.Year(), day.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day.Day(), last)-1)
}

// View draws exactly the size that SetSize gave.
func (c *Calendar) View() string { return strings.Join(c.Lines(), "\n") }

// Lines is View as lines: the months, and below them the range in words.
func (c *Calendar) Lines() []string {
	month := time.Date(c.cursor.Year(), c.cursor.Month(), 1, 0, 0, 0, 0, time.UTC)
	var lines []string
	if c.width >= monthsWidth {
		// The month of the first day stays in view while the last is looked for.
		if !c.from.IsZero() && c.to.IsZero() && addMonths(month, -1).Month() == c.from.Month() && month.After(c.from) {
			month = addMonths(month, -1)
		}
		lines = Columns(c.month(month), monthWidth, "   ", c.month(addMonths(month, 1)), monthWidth, 8)
	} else {
		lines = c.month(month)
	}
	lines = append(append(lines, ""), Wrap(c.words(), c.width)...)
	return PadBlock(lines, c.width, c.height)
}

// words is the range in words, so that it can be read without colour.
func (c *Calendar) words() string {
	const short, long = "Mon 2 Jan", "Mon 2 Jan 2006"
	from, to := c.shown()
	switch {
	case from.IsZero():
		return "in " + c.cursor.Format(long) + "?"
	case to.IsZero() && c.early:
		return "in " + from.Format(long) + "; choose a later day"
	case to.IsZero():
		return "in " + from.Format(long) + ", out?"
	}
	unit, question, first := "nights", "", short
	if c.Nights() == 1 {
		unit = "night"
	}
	if c.to.IsZero() {
		question = "?"
	}
	if from.Year() != to.Year() {
		first = long
	}
	return fmt.Sprintf("in %s, out %s%s, %d %s", from.Format(first), to.Format(long), question, c.Nights(), unit)
}

// MonthWidth returns how wide Month is.
func (c *Calendar) MonthWidth() int { return monthWidth + 7*c.noteWidth }

// Month draws the month of the cursor alone, in its title, the names of the days and six weeks.
func (c *Calendar) Month() []string {
	return c.month(time.Date(c.cursor.Year(), c.cursor.Month(), 1, 0, 0, 0, 0, time.UTC))
}

func (c *Calendar) month(first time.Time) []string {
	var names strings.Builder
	for _, name := range []string{" Mo", " Tu", " We", " Th", " Fr", " Sa", " Su"} {
		names.WriteString(name + Spaces(c.noteWidth))
	}
	lines := []string{
		c.theme.Title.Render(Fit(first.Format("January 2006"), c.MonthWidth())),
		c.theme.Muted.Render(names.String()),
	}
	// Go's week starts on Sunday.
	day := first.AddDate(0, 0, -(int(first.Weekday())+6)%7)
	for range 6 {
		var b strings.Builder
		for range 7 {
			if day.Month() == first.Month() {
				b.WriteString(c.theme.Mouse.Tag(c.day(day), c.target(day)))
			} else {
				b.WriteString(Spaces(3 + c.noteWidth))
			}
			day = day.AddDate(0, 0, 1)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// target is what a click does at a day: it takes the cursor there, and on the cursor's own day is enter.
func (c *Calendar) target(day time.Time) mouse.Target {
	return mouse.Target{Click: func(press mouse.Press, _ int) {
		if day.Equal(c.cursor) {
			press("enter")
			return
		}
		c.aimed = day
		press("right")
		c.aimed = time.Time{}
	}}
}

// day draws one day in three cells, and its note in others. The sign before it carries what the
// colour does: "›" the cursor, "=" the range, "." not to be chosen, "'" today.
func (c *Calendar) day(day time.Time) string {
	from, to := c.shown()
	inside := !from.IsZero() && (day.Equal(from) || !to.IsZero() && day.After(from) && !day.After(to))
	number, note, style := fmt.Sprintf("%2d", day.Day()), "", c.theme.Plain
	if c.note != nil {
		note, style = c.note(day)
	}
	if c.noteWidth > 0 {
		note = Fit(note, c.noteWidth)
	}
	switch {
	case day.Equal(c.cursor):
		return c.theme.Cursor.Render("›" + number + note)
	case day.Before(c.first):
		return c.theme.Muted.Render(" " + Fit(".", 2+c.noteWidth))
	case inside:
		return c.theme.Accent.Render("=" + number + note)
	case day.Equal(c.today) && strings.TrimSpace(note) == "":
		return c.theme.Title.Render("'" + number + note)
	case day.Equal(c.today):
		return style.Render("'" + number + note)
	case c.note != nil:
		return style.Render(" " + number + note)
	default:
		return " " + number
	}
}
