package screens

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// A reservationFilter is the form of all filters that the service offers (section 4.6).
type reservationFilter struct {
	deps          *Deps
	form          *ui.Form
	query         api.ReservationQuery // what was applied last
	width, height int
	apply, back   key.Binding
}

type filterEnd int

const (
	filterOpen filterEnd = iota
	filterClosed
	filterApplied
)

const (
	filterID     = "id"
	filterIDs    = "ids"
	filterCustom = "custom" // followed by a number
	filterIn     = "in_"    // followed by one of the comparisons
	filterOut    = "out_"
)

type dayField struct{ name, label string }

func dayFields() []dayField {
	return []dayField{{onDay, "on"}, {"after", "after"}, {"from", "on or after"}, {"before", "before"}, {"until", "on or before"}}
}

func newReservationFilter(deps *Deps, q api.ReservationQuery) *reservationFilter {
	f := &reservationFilter{
		deps: deps, query: q,
		apply: deps.bind("form.done", "show these"),
		back:  deps.bind("back"),
	}
	off := deps.Desk.Off()
	custom := make([]ui.Field, booking.MaxCustomFilter)
	for i := range custom {
		n := strconv.Itoa(i + 1)
		custom[i] = ui.Field{
			Name: filterCustom + n, Label: "value " + n, Limit: booking.MaxCustomValue, Private: true, Validate: booking.CheckCustomValue,
			Off:  offWords(off.CustomDataFilter),
			Help: "Any of these values under any name; 7 also finds the number 7, true the truth.",
		}
		if i < len(q.CustomValues) {
			custom[i].Value = q.CustomValues[i]
		}
	}
	f.form = ui.NewForm(deps.Theme,
		ui.Section{Title: "Arrival", Fields: f.days(filterIn, q.CheckIn)},
		ui.Section{Title: "Departure", Fields: f.days(filterOut, q.CheckOut)},
		ui.Section{Title: "Reservation", Fields: []ui.Field{
			{
				Name: filterID, Label: "one id", Value: q.ID, Private: true, Validate: booking.CheckReservationID, Off: offWords(off.IDFilter),
				Help: "Exactly this reservation: 32 letters and digits.",
			},
			{
				Name: filterIDs, Label: "any of these ids", Value: strings.Join(q.IDs, ", "), Private: true, Off: offWords(off.IDsFilter),
				Help:     "Several ids, parted by commas or spaces.",
				Validate: func(text string) string { _, problem := booking.SplitIDs(text); return problem },
			},
		}},
		ui.Section{Title: "Custom data", Fields: custom},
	)
	f.form.Together = f.together
	return f
}

func (f *reservationFilter) days(prefix string, r api.DateRange) []ui.Field {
	set := map[string]api.Date{onDay: r.On, "after": r.After, "from": r.From, "before": r.Before, "until": r.Until}
	var fields []ui.Field
	for _, day := range dayFields() {
		fields = append(fields, ui.Field{
			Name: prefix + day.name, Label: day.label, Value: trip.EntryDay(set[day.name]),
			Help: f.dayHelp(day.name),
			Validate: func(text string) string {
				if _, err := f.readDays(day.name, text); err != nil {
					return err.Error()
				}
				return ""
			},
		})
	}
	return fields
}

// onDay is the field that takes a span as well.
const onDay = "on"

func (f *reservationFilter) dayHelp(name string) string {
	if name == onDay {
		return "A day or a range: " + trip.SpanHelp
	}
	return "A day: " + trip.DayHelp
}

// readDays reads a field of days. Only one field takes a range.
func (f *reservationFilter) readDays(name, text string) (trip.Span, error) {
	days := trip.ListDays(f.deps.Desk.Now(), f.deps.agentZone())
	if name == onDay {
		return days.Span(text)
	}
	d, err := days.Day(text)
	return trip.Span{From: d, Until: d}, err
}

// span returns the days of a section of the form.
func (f *reservationFilter) span(prefix string) api.DateRange {
	day := func(name string) api.Date {
		days, err := f.readDays(name, f.form.Value(prefix+name))
		if err != nil || days.From != days.Until {
			return api.Date{}
		}
		return days.From
	}
	r := api.DateRange{On: day(onDay), After: day("after"), From: day("from"), Before: day("before"), Until: day("until")}
	if days, err := f.readDays(onDay, f.form.Value(prefix+onDay)); err == nil && days.From != days.Until {
		if r.From.Before(days.From) {
			r.From = days.From
		}
		if r.Until.IsZero() || days.Until.Before(r.Until) {
			r.Until = days.Until
		}
	}
	return r
}

func (f *reservationFilter) setSize(width, height int) {
	f.width, f.height = width, height
	f.form.SetSize(inner(width), max(height-2, 0))
}

// update edits the form. Applied means that query holds what the form says.
func (f *reservationFilter) update(msg tea.KeyMsg) filterEnd {
	switch {
	case key.Matches(msg, f.back):
		return filterClosed
	case key.Matches(msg, f.apply):
		if !f.form.Submit() {
			return filterOpen
		}
		return f.applied()
	}
	if f.form.Update(msg) == ui.FormSubmitted {
		return f.applied()
	}
	return filterOpen
}

// together returns where two of the dates contradict each other.
func (f *reservationFilter) together() map[string]string {
	query, problems := f.read(), map[string]string{}
	for prefix, days := range map[string]api.DateRange{filterIn: query.CheckIn, filterOut: query.CheckOut} {
		for _, p := range booking.CheckRange(days) {
			problems[prefix+p.Field] = p.Message
		}
	}
	return problems
}

func (f *reservationFilter) applied() filterEnd {
	f.query = f.read()
	return filterApplied
}

func (f *reservationFilter) read() api.ReservationQuery {
	q := api.ReservationQuery{CheckIn: f.span(filterIn), CheckOut: f.span(filterOut), ID: f.form.Value(filterID)}
	q.IDs, _ = booking.SplitIDs(f.form.Value(filterIDs))
	for i := range booking.MaxCustomFilter {
		if value := f.form.Value(filterCustom + strconv.Itoa(i+1)); value != "" {
			q.CustomValues = append(q.CustomValues, value)
		}
	}
	return q
}

func (f *reservationFilter) bindings() []key.Binding {
	return append([]key.Binding{f.apply, f.back}, f.form.Keys()...)
}

func (f *reservationFilter) view() string {
	title := f.deps.Theme.Title.Render(ui.Truncate("Show only reservations with all of this; what is empty does not count", inner(f.width)))
	return ui.Block(indent(append([]string{title, ""}, f.form.Lines()...)), f.width, f.height)
}

// openFilter opens the filters with what was typed before, in the first field: nobody remembers where they left them.
func (s *Reservations) openFilter() {
	if s.filter == nil {
		s.filter = newReservationFilter(s.deps, s.exactQuery())
	}
	s.filtering = true
	s.filter.form.Focus(filterIn + onDay)
	s.filter.setSize(s.width, s.height)
}

// filterReservations edits the filters; what they say is asked of the service.
func (s *Reservations) filterReservations(msg tea.KeyMsg) tea.Cmd {
	end := s.filter.update(msg)
	s.filtering = end == filterOpen
	if end == filterApplied {
		s.look.unrange()
		return s.ask(s.filter.query, 1)
	}
	return nil
}
