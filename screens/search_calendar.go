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

func (s *Search) newCalendar() {
	earliest := trip.EarliestCheckIn(s.now)
	s.calendar = ui.NewCalendar(s.deps.Theme, utc(s.today()), utc(earliest))
	s.sizeCalendar()
}

func (s *Search) sizeCalendar() {
	s.calendar.SetSize(max(1, s.width-6), max(1, s.height-len(s.notes)-formHeight-2))
}

// showCalendar shows the stay as it is.
func (s *Search) showCalendar() { s.calendar.SetRange(utc(s.trip.CheckIn), utc(s.trip.CheckOut)) }

// openCalendar gives the calendar the keys. For a departure the arrival stands
// already, so that enter takes the day of leaving.
func (s *Search) openCalendar() {
	s.picking = true
	if s.focus == fieldCheckOut && !s.trip.CheckIn.IsZero() {
		s.askDeparture()
		return
	}
	s.showCalendar()
}

// askDeparture has the calendar ask for the day of leaving. The cursor is on
// the one that keeps the nights, so that enter takes it.
func (s *Search) askDeparture() {
	s.calendar.SetRange(utc(s.trip.CheckIn), time.Time{})
	if s.trip.CheckOut.IsZero() || s.trip.Nights() < 1 {
		return
	}
	s.calendar.SetCursor(utc(s.trip.CheckOut))
}

// pick gives a key to the open calendar. With both days chosen it closes and
// goes on to the guests.
func (s *Search) pick(msg tea.KeyMsg) {
	switch s.calendar.Update(msg) {
	case ui.CalendarFirst:
		from, _, _ := s.calendar.Range()
		nights := s.trip.Nights()
		s.trip = s.trip.WithCheckIn(api.DateOf(from))
		if nights >= 1 && nights <= trip.MaxNights {
			s.trip.CheckOut = s.trip.CheckIn.AddDays(nights)
		}
		s.days[0].SetValue("")
		s.setFocus(fieldCheckOut)
		s.askDeparture()
		s.checkDays()
	case ui.CalendarPicked:
		from, to, _ := s.calendar.Range()
		s.trip.CheckIn, s.trip.CheckOut = api.DateOf(from), api.DateOf(to)
		s.picking = false
		for i := range s.days {
			s.days[i].SetValue("")
		}
		s.setFocus(fieldAdults)
		if s.checkDays(); s.problems[fieldCheckOut] != "" {
			s.setFocus(fieldCheckOut)
		}
	default:
	}
}

func (s *Search) calendarLines() []string {
	lines := indent(indent(s.calendar.Lines()))
	help := "enter or ctrl+d opens the calendar"
	if s.takesDay() {
		help = "enter takes the day, ctrl+d opens the calendar"
	}
	if s.picking {
		help = "arrows move, enter takes the day, esc closes the calendar"
	}
	return append([]string{margin + s.deps.Theme.Muted.Render(help), ""}, lines...)
}
