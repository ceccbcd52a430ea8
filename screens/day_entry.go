package screens

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/ui"
)

const (
	fieldArrival   = "arrival"
	fieldDeparture = "departure"
)

const (
	daysLines     = 3 // two fields and their help
	calendarLines = 10
)

// A dayEntry takes the new days of a stay, typed or picked in a calendar.
type dayEntry struct {
	deps     *Deps
	form     *ui.Form
	calendar *ui.Calendar
	picking  bool // the calendar has the keys
	hotel    api.PropertyID
}

// zone is the hotel's, nil where it is not known.
func (e *dayEntry) zone() *time.Location { return e.deps.Desk.Directory.Zone(e.hotel) }

func newDayEntry(deps *Deps, hotel api.PropertyID, stay trip.Stay, now time.Time) dayEntry {
	days := stay.Days(trip.ArrivalField, now, deps.Desk.Directory.Zone(hotel), deps.agentZone())
	calendar := ui.NewCalendar(deps.Theme, utc(days.Today), utc(days.Earliest))
	if _, known := stay.Nights(); known {
		calendar.SetRange(utc(stay.In), utc(stay.Out))
	}
	form := ui.NewForm(deps.Theme, ui.Section{Fields: []ui.Field{
		{Name: fieldArrival, Label: "new arrival", Placeholder: trip.EntryDay(stay.In), Limit: 24, Help: "Empty keeps it. " + trip.NewArrivalHelp},
		{Name: fieldDeparture, Label: "new departure", Placeholder: "keeps the nights", Limit: 24, Help: "Empty keeps the nights. " + trip.NewDepartureHelp},
	}})
	return dayEntry{deps: deps, form: form, calendar: calendar, hotel: hotel}
}

// days returns the new days and what is wrong with them. An arrival alone keeps the nights.
func (e *dayEntry) days(r api.Reservation, stay trip.Stay) (in, out api.Date, problems map[string]string) {
	in, out, problems = e.typed(stay)
	if len(problems) > 0 {
		return in, out, problems
	}
	if in.IsZero() {
		in = stay.In
	}
	if out.IsZero() {
		out = stay.Out
	}
	for _, p := range e.deps.Desk.CheckDates(r, in, out) {
		field := fieldArrival
		if p.Field == trip.FieldCheckOut {
			field = fieldDeparture
		}
		if problems[field] == "" {
			problems[field] = p.Message
		}
	}
	return in, out, problems
}

// typed returns the days that are asked for; a zero one stays as it is. A stay typed at one field is the other's
// day as well.
func (e *dayEntry) typed(stay trip.Stay) (in, out api.Date, problems map[string]string) {
	problems = map[string]string{}
	nights, known := stay.Nights()
	if text := e.form.Value(fieldArrival); text != "" {
		typed, err := e.read(trip.ArrivalField, stay, text)
		if err != nil {
			problems[fieldArrival] = err.Error()
		} else {
			if in, out = typed.In, typed.Out; out.IsZero() && known {
				out = in.AddDays(nights)
			}
			stay.In, stay.Out = in, out
		}
	}
	if text := e.form.Value(fieldDeparture); text != "" {
		typed, err := e.read(trip.DepartureField, stay, text)
		if err != nil {
			problems[fieldDeparture] = err.Error()
		} else if out = typed.Out; !typed.In.IsZero() && typed.In != stay.In {
			in = typed.In
		}
	}
	return in, out, problems
}

func (e *dayEntry) read(field trip.DayField, stay trip.Stay, text string) (trip.TypedStay, error) {
	return stay.Days(field, e.deps.Desk.Now(), e.zone(), e.deps.agentZone()).Read(text)
}

func (e *dayEntry) refuse(problems map[string]string) {
	e.form.ClearErrors()
	for _, name := range []string{fieldDeparture, fieldArrival} {
		if problems[name] != "" {
			e.form.SetFieldError(name, problems[name])
			e.form.Focus(name)
		}
	}
}

// pick gives a key to the calendar, which closes when both days are chosen.
func (e *dayEntry) pick(msg tea.KeyMsg) {
	if event := e.calendar.Update(msg); event != ui.CalendarFirst && event != ui.CalendarPicked {
		return
	}
	from, to, both := e.calendar.Range()
	e.form.SetValue(fieldArrival, trip.EntryDay(api.DateOf(from)))
	if both {
		e.form.SetValue(fieldDeparture, trip.EntryDay(api.DateOf(to)))
		e.form.Focus(fieldDeparture)
		e.picking = false
	}
	e.form.ClearErrors()
}

func (e *dayEntry) lines(width, height int) []string {
	height = max(height-2, 1)
	if e.picking {
		e.calendar.SetSize(inner(width), min(calendarLines, height))
		return indent(e.calendar.Lines())
	}
	e.form.SetSize(inner(width), min(daysLines+errorLines(e.form, fieldArrival, fieldDeparture), height))
	return indent(e.form.Lines())
}

// reading returns how the typed days are read, with weekdays and the month's name.
func (e *dayEntry) reading(t ui.Theme, r api.Reservation, stay trip.Stay) (ui.Style, string) {
	in, out, problems := e.days(r, stay)
	switch {
	case e.form.Value(fieldArrival) == "" && e.form.Value(fieldDeparture) == "":
		return t.Title, "To which dates? Nothing is changed before it is priced and asked."
	case problems[fieldArrival] != "":
		return t.Warn, "arrival: " + problems[fieldArrival]
	case problems[fieldDeparture] != "":
		return t.Warn, "departure: " + problems[fieldDeparture]
	default:
		return t.Title, trip.StayWords(in, out) + "; enter prices it"
	}
}
