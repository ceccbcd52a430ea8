package screens

import (
	"slices"
	"strconv"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/ui"
	"bellhop/ui/mouse"
)

// A tripForm reads what is typed into the trip, field by field, and keeps what it cannot read.
type tripForm struct {
	deps     *Deps
	now      time.Time
	trip     trip.Trip
	focus    searchField
	days     [2]ui.Input
	said     [2]string // what the days were typed as
	numbers  [4]string // what is typed over a number; empty: the trip's own
	problems map[searchField]string
	calendar *ui.Calendar
	room     [2]int           // the width and height of the calendar and the line above it
	picking  bool             // the calendar has the keys
	aimed    *searchField     // the field that the mouse wants the next key to go to
	asked    []string         // beside the trip, in words
	likely   trip.Destination // what is meant by what is typed, while it is not taken yet

	less, more key.Binding // of a number
}

// The fields in the order in which tab goes through them.
type searchField int

const (
	fieldDestination searchField = iota
	fieldCheckIn
	fieldCheckOut
	fieldAdults
	fieldChildren
	fieldRooms
	fieldRadius  // of an airport's or a city's code
	searchFields // how many there are
)

func newTripForm(deps *Deps, search trip.Trip) tripForm {
	e := tripForm{
		deps: deps, now: deps.Desk.Now(), trip: search, problems: map[searchField]string{},
		less: deps.bind("value.less", "fewer"), more: deps.bind("value.more"),
	}
	for i := range e.days {
		e.days[i] = ui.NewInput(deps.Theme, 24)
	}
	e.settle()
	return e
}

// settle follows another destination: its calendar begins with the day there, and a code has a radius.
func (e *tripForm) settle() {
	if e.trip.HasRadius() && e.trip.Radius == (trip.Radius{}) {
		e.trip.Radius = trip.DefaultRadius()
	}
	if e.focus == fieldRadius && !e.trip.HasRadius() {
		e.focus = fieldRooms
	}
	r := e.dayReader(fieldCheckIn)
	e.calendar = ui.NewCalendar(e.deps.Theme, utc(r.Today), utc(r.Earliest))
	e.fitCalendar(e.room[0], e.room[1])
	e.showCalendar()
}

// after returns the next field, or with -1 the one before.
func (e *tripForm) after(by searchField) searchField {
	if e.aimed != nil {
		return *e.aimed
	}
	fields := searchFields
	if !e.trip.HasRadius() {
		fields = fieldRadius
	}
	return (e.focus + fields + by) % fields
}

// target is what a click does at a field: it goes there, as the key for the next field would, and at the number that has
// the focus it counts, up or down by the arrow.
func (e *tripForm) target(f searchField) mouse.Target {
	return mouse.Target{Click: func(press mouse.Press, cell int) {
		switch {
		case e.picking:
		case f != e.focus:
			e.aimed = &f
			press("tab")
			e.aimed = nil
		case f >= fieldAdults && cell < 2:
			press("left")
		case f >= fieldAdults:
			press("right")
		}
	}}
}

// today is the day at the destination, once that is known.
func (e *tripForm) today() api.Date { return e.trip.Today(e.now, e.deps.agentZone()) }

// show fills a trip in, in place of what was typed.
func (e *tripForm) show(search trip.Trip) {
	e.trip, e.said, e.numbers = search, [2]string{}, [4]string{}
	for i := range e.days {
		e.days[i].SetValue("")
	}
	clear(e.problems)
	e.settle()
}

// take has the form show a trip that was read from a line. What is being typed at a day stays unless the line says the days.
func (e *tripForm) take(t trip.Trip, days bool) {
	e.trip = t
	for i := range e.days {
		if days {
			e.days[i].SetValue("")
			e.said[i] = ""
			delete(e.problems, fieldCheckIn+searchField(i))
		}
	}
	e.checkDays()
	e.settle()
}

// complete reads all that is typed; at the first problem it has the focus and returns false.
func (e *tripForm) complete() bool {
	e.leave(e.focus)
	if _, wrong := e.problems[e.focus]; wrong {
		return false
	}
	clear(e.problems)
	for i := range e.days {
		e.readDay(fieldCheckIn + searchField(i))
	}
	for _, p := range e.trip.Problems(e.now) {
		if f := fieldOf(p.Field); e.problems[f] == "" {
			e.problems[f] = p.Message
		}
	}
	for f := range searchFields {
		if e.problems[f] != "" {
			e.focusOn(f)
			return false
		}
	}
	return true
}

// takesDay reports whether enter takes what is typed at a day, which is not known to be wrong.
func (e *tripForm) takesDay() bool { return e.typedDay(e.focus) != "" && e.problems[e.focus] == "" }

// focusOn reads what was typed at the field and goes to another.
func (e *tripForm) focusOn(f searchField) {
	e.leave(e.focus)
	e.setFocus(f)
}

func (e *tripForm) setFocus(f searchField) {
	e.focus = f
	e.showCalendar()
}

// leave reads what was typed at a field into the trip, or puts the problem beside it.
func (e *tripForm) leave(f searchField) {
	switch {
	case f == fieldCheckIn || f == fieldCheckOut:
		e.readDay(f)
	case f >= fieldAdults:
		e.readNumber(f)
	}
}

func (e *tripForm) typedDay(f searchField) string {
	if f != fieldCheckIn && f != fieldCheckOut {
		return ""
	}
	return e.days[f-fieldCheckIn].Value()
}

// parseDay reads what is typed at a day: one of the days, or both.
func (e *tripForm) parseDay(f searchField) (trip.TypedStay, error) {
	return e.dayReader(f).Read(e.typedDay(f))
}

func (e *tripForm) dayReader(f searchField) trip.DayReader {
	field := trip.ArrivalField
	if f == fieldCheckOut {
		field = trip.DepartureField
	}
	return e.trip.Days(field, e.now, e.deps.agentZone())
}

func (e *tripForm) readDay(f searchField) {
	if e.typedDay(f) == "" {
		return
	}
	typed, err := e.parseDay(f)
	if err != nil {
		e.problems[f] = err.Error()
		return
	}
	if problem := e.dayProblem(f, typed); problem != "" {
		e.problems[f] = problem
		return
	}
	e.said[f-fieldCheckIn] = e.typedDay(f)
	e.days[f-fieldCheckIn].SetValue("")
	changed := e.trip.WithStay(typed)
	if typed.Whole() || f == fieldCheckIn {
		e.said[1-(f-fieldCheckIn)] = when(f == fieldCheckOut && changed.CheckIn == e.trip.CheckIn, e.said[0])
	}
	if typed.Whole() {
		e.days[1-(f-fieldCheckIn)].SetValue("") // This stay is in its place.
	}
	e.trip = changed
	e.checkDays()
	e.showCalendar()
}

// readAgain reads the days again that were typed before the destination was known: tonight may be another day there.
func (e *tripForm) readAgain() {
	for i, said := range e.said {
		if f := fieldCheckIn + searchField(i); said != "" && e.typedDay(f) == "" {
			e.days[i].SetValue(said)
			e.readDay(f)
		}
	}
	e.checkDays()
	e.settle()
}

// dayProblem returns what keeps the trip from having these days.
func (e *tripForm) dayProblem(f searchField, typed trip.TypedStay) string {
	changed := e.trip.WithStay(typed)
	if typed.Whole() {
		return valueOr(problemAt(changed, fieldCheckIn, e.now), problemAt(changed, fieldCheckOut, e.now))
	}
	return problemAt(changed, f, e.now)
}

// checkDays finds what is wrong with the days that are not being typed.
func (e *tripForm) checkDays() {
	for _, f := range []searchField{fieldCheckIn, fieldCheckOut} {
		if e.typedDay(f) != "" {
			continue
		}
		delete(e.problems, f)
		if problem := problemAt(e.trip, f, e.now); problem != "" {
			e.problems[f] = problem
		}
	}
}

func problemAt(trip trip.Trip, f searchField, now time.Time) string {
	for _, p := range trip.Problems(now) {
		if fieldOf(p.Field) == f {
			return p.Message
		}
	}
	return ""
}

func (e *tripForm) typeDay(msg tea.KeyMsg) {
	e.days[e.focus-fieldCheckIn].Type(msg)
	delete(e.problems, e.focus)
}

func (e *tripForm) number(f searchField) *int {
	switch f {
	case fieldChildren:
		return &e.trip.Children
	case fieldRooms:
		return &e.trip.Rooms
	case fieldRadius:
		return &e.trip.Radius.Value
	default:
		return &e.trip.Adults
	}
}

// typeNumber counts up or down, or takes digits: the first one replaces the number.
func (e *tripForm) typeNumber(msg tea.KeyMsg) {
	text := &e.numbers[e.focus-fieldAdults]
	digits := 2
	if e.focus == fieldRadius {
		digits = len(strconv.Itoa(trip.MaxRadius))
	}
	switch {
	case key.Matches(msg, e.less):
		e.step(-1)
	case key.Matches(msg, e.more):
		e.step(1)
	case msg.Type == tea.KeyBackspace && *text != "":
		*text = (*text)[:len(*text)-1]
	case msg.Type == tea.KeyRunes && len(*text) < digits:
		for _, r := range msg.Runes {
			if r >= '0' && r <= '9' && len(*text) < digits {
				*text += string(r)
			}
		}
	}
	if v, err := strconv.Atoi(*text); err == nil {
		*e.number(e.focus) = v
	}
	delete(e.problems, e.focus)
}

// step takes the next number up or down; a radius grows by larger steps the wider it is.
func (e *tripForm) step(by int) {
	e.readNumber(e.focus)
	if e.focus == fieldRadius {
		e.trip.Radius = e.trip.Radius.Step(by)
		return
	}
	n, lowest, highest := e.number(e.focus), 1, trip.MaxGuests
	switch e.focus {
	case fieldChildren:
		lowest = 0
	case fieldRooms:
		highest = trip.MaxRooms
	default:
	}
	*n = min(max(lowest, *n+by), highest)
}

// readNumber keeps what was typed, and tells when it is not possible.
func (e *tripForm) readNumber(f searchField) {
	e.numbers[f-fieldAdults] = ""
	if problem := problemAt(e.trip, f, e.now); problem != "" {
		e.problems[f] = problem
	}
}

func fieldOf(name string) searchField {
	fields := []string{
		fieldCheckIn: trip.FieldCheckIn, fieldCheckOut: trip.FieldCheckOut,
		fieldAdults: trip.FieldAdults, fieldChildren: trip.FieldChildren, fieldRooms: trip.FieldRooms, fieldRadius: trip.FieldRadius,
	}
	return searchField(max(int(fieldDestination), slices.Index(fields, name)))
}
