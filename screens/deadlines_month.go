package screens

import (
	"strconv"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A deadlineMonth shows the deadlines as days of a month, by the hotels' time: how many each day has, and for the day under
// the cursor what is at stake. Enter goes to the rows of that day.
type deadlineMonth struct {
	deps   *Deps
	now    time.Time
	all    []booking.Due
	days   map[api.Date][]booking.Due
	chosen func(day api.Date)

	calendar      *ui.Calendar
	width, height int
	open, back    key.Binding
}

func newDeadlineMonth(deps *Deps, all []booking.Due) *deadlineMonth {
	m := &deadlineMonth{deps: deps, all: all, open: deps.bind("open", "its rows"), back: deps.bind("back"), chosen: func(api.Date) {}}
	m.pass()
	today := api.DateOf(m.now.In(deps.agentZone()))
	first := today
	for day := range m.days {
		if day.Before(first) {
			first = day
		}
	}
	m.calendar = ui.NewCalendar(deps.Theme, utc(today), utc(first))
	m.calendar.SetNotes(monthNote, m.day)
	m.calendar.SetCursor(utc(today))
	m.enable()
	return m
}

// monthNote is how many cells a day has for its deadlines, and mostCounted the most of them that are counted.
const (
	monthNote   = 3
	mostCounted = 99
)

// begin puts the cursor on the day of a deadline.
func (m *deadlineMonth) begin(due booking.Due) {
	if day := due.Day(); !day.IsZero() {
		m.calendar.SetCursor(utc(day))
		m.enable()
	}
}

// pass leaves out what is over by now.
func (m *deadlineMonth) pass() {
	m.now = m.deps.Desk.Now()
	var open []booking.Due
	for _, due := range m.all {
		if left, ok := due.Left(m.now); ok && left > 0 {
			open = append(open, due)
		}
	}
	m.days = booking.ByDay(open)
}

// day returns how many deadlines a day has, and its colour: that of the list, where what is near stands out.
func (m *deadlineMonth) day(day time.Time) (string, ui.Style) {
	t, due := m.deps.Theme, m.days[api.DateOf(day)]
	if len(due) == 0 {
		return "", t.Plain
	}
	count := strconv.Itoa(len(due))
	if len(due) > mostCounted {
		count = "++"
	}
	if len(booking.Within(due, m.now, deadlineWindows()[2].long)) > 0 {
		return "·" + count, t.Bad
	}
	return "·" + count, t.Warn
}

func (m *deadlineMonth) cursor() api.Date { return api.DateOf(m.calendar.Cursor()) }

func (m *deadlineMonth) enable() { m.open.SetEnabled(len(m.days[m.cursor()]) > 0) }

func (m *deadlineMonth) Init() tea.Cmd { return nil }
func (m *deadlineMonth) Title() string { return "calendar" }
func (m *deadlineMonth) Ticking() bool { return true }

func (m *deadlineMonth) State() string {
	n := 0
	for _, due := range m.days {
		n += len(due)
	}
	return wording.Plural(n, "deadline")
}

func (m *deadlineMonth) Footer() []key.Binding { return []key.Binding{m.open, m.back} }

func (m *deadlineMonth) Keys() []key.Binding {
	keys := []key.Binding{m.open, m.back, ui.HelpOnly()}
	return append(keys, m.calendar.Keys()[1:]...) // But for its own enter.
}

func (m *deadlineMonth) SetSize(width, height int) { m.width, m.height = width, height }

func (m *deadlineMonth) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.TickMsg:
		m.pass()
		m.enable()
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, m.back):
			return ui.Pop(), nil
		case key.Matches(msg, m.open):
			m.chosen(m.cursor())
			return ui.Pop(), nil
		case !m.calendar.Picks(msg):
			m.calendar.Update(msg)
			m.enable()
		}
	}
	return ui.Stay(), nil
}

// View draws the month, and beside it, or below it where there is no room, the day under the cursor in words.
func (m *deadlineMonth) View() string {
	month := append(m.calendar.Month(), m.deps.Theme.Muted.Render("·2 two deadlines, ' today, . before"))
	wide := m.calendar.MonthWidth()
	if m.width < wide+leastWords+8 {
		lines := append(indent(month), "")
		words := m.words(inner(m.width), max(m.height-len(lines), 1))
		return ui.Block(append(lines, indent(words)...), m.width, m.height)
	}
	words := m.words(inner(m.width)-wide-4, m.height)
	return ui.Block(ui.Columns(indent(month), wide+len(margin)+2, m.deps.Theme.Rule.Render("│ "), words, m.width-wide-len(margin)-4, m.height), m.width, m.height)
}

// leastWords is the fewest cells of the words beside the month.
const leastWords = 30

// words tells of the day under the cursor how many deadlines it has, what is at stake, and which they are; then the same of
// its month.
func (m *deadlineMonth) words(width, height int) []string {
	t, day := m.deps.Theme, m.cursor()
	title := day.Format("Mon 2 Jan 2006")
	if day == api.DateOf(m.now.In(m.deps.agentZone())) {
		title += ", today"
	}
	due := m.days[day]
	lines := []string{t.Title.Render(ui.Truncate(title, width))}
	if len(due) == 0 {
		lines = append(lines, t.Muted.Render(ui.Truncate("no deadline on this day", width)))
	} else {
		lines = append(lines, ui.Truncate(wording.Plural(len(due), "deadline")+" by the hotel's time", width))
		lines = append(lines, styled(t.Money.Render, m.stakes(due, width))...)
	}
	month := m.monthLines(day, width)
	room := height - len(lines) - len(month) - 2
	if len(due) > 0 && room > 0 {
		lines = append(append(lines, ""), m.rows(due, width, room)...)
	}
	return append(append(lines, ""), month...)
}

// stakes is what is at stake by currency, and of how many deadlines that is not known.
func (m *deadlineMonth) stakes(due []booking.Due, width int) []string {
	var lines []string
	if sums := booking.AtStake(due); len(sums) > 0 {
		parts := make([]string, len(sums))
		for i, sum := range sums {
			parts[i] = sum.String()
		}
		lines = joinSums(parts, "", width)
	}
	unknown := 0
	for _, d := range due {
		if !d.AtStake.IsSet() {
			unknown++
		}
	}
	if unknown > 0 {
		lines = append(lines, ui.Truncate(wording.Plural(unknown, "stake")+" not known", width))
	}
	return lines
}

// rows lists the deadlines of a day, as many as have room.
func (m *deadlineMonth) rows(due []booking.Due, width, room int) []string {
	t := m.deps.Theme
	var lines []string
	for i, d := range due {
		if len(lines) == room-1 && i < len(due)-1 {
			return append(lines, t.Muted.Render("and "+wording.Plural(len(due)-i, "more deadline")+m.deps.say(", {open} lists them")))
		}
		at := d.Next.Deadline.Wall.Format("15:04")
		if d.Next.Assumed {
			at += "?"
		}
		stake := "not known"
		if d.AtStake.IsSet() {
			stake = d.AtStake.String()
		}
		who := ui.Fit(at, 6) + " " + booking.MaskName(d.Reservation.Guest) + "  " + d.Reservation.Hotel.Name
		lines = append(lines, ui.Spread(who, "  "+t.Money.Render(stake), width))
	}
	return lines
}

// monthLines tells how many deadlines the month of a day has, and what is at stake in it.
func (m *deadlineMonth) monthLines(day api.Date, width int) []string {
	var due []booking.Due
	for at := api.NewDate(day.Year, day.Month, 1); at.Month == day.Month; at = at.AddDays(1) {
		due = append(due, m.days[at]...)
	}
	t, title := m.deps.Theme, day.Format("January 2006")
	if len(due) == 0 {
		return []string{t.Muted.Render(ui.Truncate("no deadline in "+title, width))}
	}
	lines := []string{ui.Truncate("in "+title+": "+wording.Plural(len(due), "deadline"), width)}
	return append(lines, styled(t.Money.Render, m.stakes(due, width))...)
}
