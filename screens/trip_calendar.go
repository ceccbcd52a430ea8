package screens

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// The calendar below the dates: it shows the stay while a date has the focus,
// and takes the keys while it is open.

// utc is a date as the calendar takes it.
func utc(d api.Date) time.Time {
	if d.IsZero() {
		return time.Time{}
	}
	return d.In(time.UTC)
}

// showCalendar shows the stay as it is.
func (e *tripForm) showCalendar() { e.calendar.SetRange(utc(e.trip.CheckIn), utc(e.trip.CheckOut)) }

// openCalendar gives the calendar the keys. For a departure the arrival stands
// already, so that enter takes the day of leaving.
func (e *tripForm) openCalendar() {
	e.picking = true
	if e.focus == fieldCheckOut && !e.trip.CheckIn.IsZero() {
		e.askDeparture()
		return
	}
	e.showCalendar()
}

// askDeparture has the calendar ask for the day of leaving. The cursor is on
// the one that keeps the nights, so that enter takes it.
func (e *tripForm) askDeparture() {
	e.calendar.SetRange(utc(e.trip.CheckIn), time.Time{})
	if e.trip.CheckOut.IsZero() || e.trip.Nights() < 1 {
		return
	}
	e.calendar.SetCursor(utc(e.trip.CheckOut))
}

// pick gives a key to the open calendar. With both days chosen it closes and
// goes on to the guests.
func (e *tripForm) pick(msg tea.KeyMsg) {
	switch e.calendar.Update(msg) {
	case ui.CalendarFirst:
		from, _, _ := e.calendar.Range()
		nights := e.trip.Nights()
		e.trip = e.trip.WithCheckIn(api.DateOf(from))
		if nights >= 1 && nights <= trip.MaxNights {
			e.trip.CheckOut = e.trip.CheckIn.AddDays(nights)
		}
		e.days[0].SetValue("")
		e.setFocus(fieldCheckOut)
		e.askDeparture()
		e.checkDays()
	case ui.CalendarPicked:
		from, to, _ := e.calendar.Range()
		e.trip.CheckIn, e.trip.CheckOut = api.DateOf(from), api.DateOf(to)
		e.picking = false
		for i := range e.days {
			e.days[i].SetValue("")
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
