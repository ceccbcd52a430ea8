package screens

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
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
		apply: ui.Bind("show these", "ctrl+s"),
		back:  backKey(),
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
		return "A day or several: " + trip.ArrivalHelp
	}
	return "A day: " + trip.DayHelp
}

func (f *reservationFilter) readDays(name, text string) (trip.TypedStay, error) {
	field := trip.DayOnly
	if name == onDay {
		field = trip.SpanField
	}
	return trip.ListDays(field, f.deps.Desk.Now(), agentZone(f.deps)).Read(text)
}

// span returns the days of a section of the form.
func (f *reservationFilter) span(prefix string) api.DateRange {
	day := func(name string) api.Date {
		typed, err := f.readDays(name, f.form.Value(prefix+name))
		if err != nil || typed.Whole() {
			return api.Date{}
		}
		return typed.In
	}
	r := api.DateRange{On: day(onDay), After: day("after"), From: day("from"), Before: day("before"), Until: day("until")}
	if typed, err := f.readDays(onDay, f.form.Value(prefix+onDay)); err == nil && typed.Whole() {
		if r.From.Before(typed.In) {
			r.From = typed.In
		}
		if r.Until.IsZero() || typed.Out.Before(r.Until) {
			r.Until = typed.Out
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

// applied takes the form, unless two of its dates contradict each other.
func (f *reservationFilter) applied() filterEnd {
	query, field := f.read(), ""
	for _, days := range []struct {
		prefix string
		r      api.DateRange
	}{{filterOut, query.CheckOut}, {filterIn, query.CheckIn}} {
		for _, p := range booking.CheckRange(days.r) {
			field = days.prefix + p.Field
			f.form.SetFieldError(field, p.Message)
		}
	}
	if field != "" {
		f.form.Focus(field)
		return filterOpen
	}
	f.query = query
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

// mostLooked is after how many reservations a find stops by itself: an account may have millions.
const mostLooked = 20_000

// A reservationFind is the text that is looked for in a list, and what it was found in.
type reservationFind struct {
	findLine
	finder find.Finder
	limit  int // reservations; 0 is none
	// asking reads the one reservation whose id was typed: then nothing else need be read.
	asking load[api.Reservation]
	asked  *reservationLine // its answer
	enter  bool             // enter was pressed before the answer came
}

func newReservationFind(deps *Deps) reservationFind {
	f := reservationFind{
		findLine: newFindLine("guest, hotel, day, id, locator, confirmation, data", "clear"), finder: find.Finder{Zone: agentZone(deps)},
		asking: newLoad[api.Reservation](deps, "reading the reservation"), limit: mostLooked,
	}
	f.done = ui.Bind("to the list", "tab")
	return f
}

// far reports whether so many were looked at that a find stops.
func (f *reservationFind) far(looked int) bool { return f.limit > 0 && looked >= f.limit }

func (f *reservationFind) clear() {
	f.findLine.clear()
	f.asking.forget()
	f.asked, f.enter = nil, false
}

// renew keeps the reservation that was asked for as a screen above has changed it.
func (f *reservationFind) renew(deps *Deps, r api.Reservation) {
	if f.asked != nil && f.asked.ID == r.ID {
		f.asked = newReservationLine(deps, r)
	}
}

// askedRow returns the row of the reservation that was asked for, unless the list has it.
func (f *reservationFind) askedRow(lines []*reservationLine) []*reservationLine {
	if f.asked == nil || f.asked.ID != strings.TrimSpace(f.Value()) {
		return nil
	}
	for _, line := range lines {
		if line.ID == f.asked.ID {
			return nil
		}
	}
	return []*reservationLine{f.asked}
}

func (f *reservationFind) escWord(reading bool) string {
	switch {
	case reading:
		return "stop"
	case f.Value() != "":
		return "clear"
	default:
		return "back"
	}
}

// openFind opens the find line, and begins to read all that it looks in.
func (s *Reservations) openFind() {
	s.find.open = true
	s.readAll()
}

// readAll goes on reading. The second time it goes beyond where a find stops by itself.
func (s *Reservations) readAll() {
	if s.find.far(len(s.list.Items)) {
		s.find.limit = 0
	}
	s.all, s.note, s.more.failure = true, "", nil
}

func (s *Reservations) reading() bool {
	return s.load.call.Busy() || s.more.call.Busy() || s.find.asking.call.Busy()
}

// stop ends what is being read, and keeps what was; false when nothing was.
func (s *Reservations) stop() bool {
	stopped := s.load.cancel()
	stopped = s.more.cancel() || stopped
	stopped = s.find.asking.cancel() || stopped
	if stopped {
		s.all, s.find.enter, s.note = false, false, stoppedWords(s)
	}
	return stopped
}

func stoppedWords(s *Reservations) string {
	if s.find.shown() {
		return "Stopped: looked at " + s.list.CountWords() + ". ctrl+a looks at the rest."
	}
	return "Stopped. " + reloadName + " reloads the list, ctrl+a the rest of it."
}

// findKey gives a key to the find line. A text that is pasted opens it.
func (s *Reservations) findKey(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	if !s.find.open {
		s.find.SetValue("")
		s.openFind()
	}
	switch {
	case msg.String() == reloadName:
		return ui.Stay(), s.reload()
	case key.Matches(msg, s.keys.all):
		s.readAll()
	case msg.Type == tea.KeyEnter:
		s.find.enter = len(s.rows) == 0 && s.find.asking.call.Busy()
		return s.openSelected(), nil
	case key.Matches(msg, s.find.back) && s.stop():
	case s.find.key(msg, s.table):
		return ui.Stay(), s.typedOn()
	}
	return ui.Stay(), nil
}

// typedOn looks for what is typed now. A whole id is asked for, unless it was read already.
func (s *Reservations) typedOn() tea.Cmd {
	s.find.asking.forget()
	s.find.enter, s.note = false, ""
	s.arrange()
	id := strings.TrimSpace(s.find.Value())
	if id == "" {
		s.find.asked = nil
		return nil
	}
	s.table.SetCursor(0)                             // The best match is what somebody types for.
	filtered := len(booking.QueryChips(s.query)) > 0 // Then it might be one that the filters leave out.
	if booking.CheckReservationID(id) != "" || len(s.rows) > 0 || filtered || !s.list.More() {
		return nil
	}
	s.more.cancel()
	return s.find.asking.start(reading(s.deps, id))
}

// takeAsked shows the reservation whose id was typed; nothing else is looked for then.
func (s *Reservations) takeAsked(r api.Reservation) (ui.Nav, tea.Cmd) {
	s.find.asked, s.all = newReservationLine(s.deps, r), false
	s.arrange()
	if s.find.enter {
		s.find.enter = false
		return s.openSelected(), nil
	}
	return s.after(ui.Stay())
}

func (s *Reservations) findLine(width int) string {
	found := lookedWords(s)
	t, field := s.deps.Theme, max(min(width-ui.Width(found)-8, 30), 10)
	seen := masked(s.deps, dots, s.find.Value())
	text := ui.Fit(seen, field)
	if s.find.open {
		text = s.find.Draw(t, seen, field)
	}
	return t.Muted.Render("find") + "  " + text + "  " + t.Muted.Render(found)
}

// lookedWords says how much was found, and of how many.
func lookedWords(s *Reservations) string {
	found := wording.Count(len(s.rows)) + " found · "
	if s.find.Value() == "" {
		found = ""
	}
	switch {
	case s.find.asked != nil && len(s.rows) > 0 && s.rows[0] == s.find.asked:
		return found + "asked by its id"
	case !s.list.More():
		return found + "looked at all " + wording.Count(len(s.list.Items))
	case s.reading() || s.note != "":
		return found + "looked at " + s.list.CountWords()
	default:
		return found + "looked at " + s.list.CountWords() + ", ctrl+a looks at the rest"
	}
}
