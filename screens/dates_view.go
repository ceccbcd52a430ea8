package screens

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// The heights of what stands below the facts.
const (
	daysLines     = 3 // two fields and their help
	wordLines     = 2 // the typed word and its help
	calendarLines = 10
)

// pick gives a key to the open calendar. With both days chosen it closes.
func (s *Dates) pick(msg tea.KeyMsg) {
	switch s.calendar.Update(msg) {
	case ui.CalendarFirst, ui.CalendarPicked:
		from, to, both := s.calendar.Range()
		s.form.SetValue(fieldArrival, trip.EntryDay(api.DateOf(from)))
		if both {
			s.form.SetValue(fieldDeparture, trip.EntryDay(api.DateOf(to)))
			s.form.Focus(fieldDeparture)
			s.picking = false
		}
		s.form.ClearErrors()
	case ui.CalendarNone, ui.CalendarMoved:
	}
}

func (s *Dates) SetSize(width, height int) {
	s.width, s.height = width, height
	s.refresh()
}

// below are the lines under the facts.
func (s *Dates) below() []string {
	switch step := s.step(); {
	case s.over:
		return nil
	case step == datesTyping && s.picking:
		s.calendar.SetSize(inner(s.width), max(min(calendarLines, s.height-2), 1))
		return indent(s.calendar.Lines())
	case step == datesTyping:
		s.form.SetSize(inner(s.width), min(daysLines+s.formErrors(), max(s.height-2, 1)))
		return indent(s.form.Lines())
	case step == datesAsking && s.word != nil:
		s.word.SetSize(inner(s.width), min(wordLines+s.formErrors(), max(s.height-2, 1)))
		return indent(s.word.Lines())
	default:
		return nil
	}
}

// formErrors is how many lines the errors at the fields take.
func (s *Dates) formErrors() int {
	n := 0
	for _, name := range []string{fieldArrival, fieldDeparture} {
		if s.form.ErrorOf(name) != "" {
			n++
		}
	}
	if s.word != nil && s.word.ErrorOf(fieldWord) != "" {
		n++
	}
	return n
}

// refresh brings keys and page in step with the state.
func (s *Dates) refresh() {
	s.enable()
	s.page.set(s.facts(inner(s.width)), s.width, max(s.height-len(s.below())-2, 0))
}

// View is the facts, one line that says what a key would do now, and what is
// typed or chosen below it.
func (s *Dates) View() string {
	t := s.deps.Theme
	lines := strings.Split(s.page.view(), "\n")
	if s.page.height == 0 {
		lines = nil
	}
	lines = append(lines, t.Rule.Render(strings.Repeat("─", max(s.width, 0))), margin+s.line())
	return ui.Block(append(lines, s.below()...), s.width, s.height)
}

// line is what would happen now, or why nothing does.
func (s *Dates) line() string {
	t, width := s.deps.Theme, inner(s.width)
	switch step := s.step(); {
	case s.price.call.Busy():
		return t.Warn.Render(ui.Truncate("Asking what these dates cost. Nothing is changed.", width))
	case s.over:
		return t.Title.Render(ui.Truncate("esc goes back to the reservation.", width))
	case step == datesTyping && s.picking:
		return t.Title.Render(ui.Truncate("enter takes the day, esc closes the calendar", width))
	case step == datesTyping:
		return s.reading(width)
	case step == datesSending:
		return t.Warn.Render(ui.Truncate("Sent once. Waiting for the answer; please do not close the program.", width))
	case step == datesLost:
		return t.Bad.Render(ui.Truncate("Not sent again from here. l looks now; esc leaves, and it is looked for all the same.", width))
	case step == datesDone:
		return t.Good.Render(ui.Truncate("enter goes back to the reservation.", width))
	case s.note != "":
		return t.Warn.Render(ui.Truncate(s.note, width))
	case s.stale() != "":
		return t.Bad.Render(ui.Truncate(s.stale()+" ctrl+v prices it again.", width))
	case s.stops():
		return t.Bad.Render(ui.Truncate("Something is worse: not changed unless ctrl+y accepts it.", width))
	default:
		return t.Title.Render(ui.Truncate("ctrl+g changes the dates to "+trip.StayWords(s.change.In, s.change.Out)+" "+whereWords(s.deps), width))
	}
}

// reading is how the typed days are read, with weekdays and the month's name.
func (s *Dates) reading(width int) string {
	t := s.deps.Theme
	in, out, problems := s.days()
	typed := s.form.Value(fieldArrival) != "" || s.form.Value(fieldDeparture) != ""
	switch {
	case !typed:
		return t.Title.Render(ui.Truncate("To which dates? Nothing is changed before it is priced and asked.", width))
	case problems[fieldArrival] != "":
		return t.Warn.Render(ui.Truncate("arrival: "+problems[fieldArrival], width))
	case problems[fieldDeparture] != "":
		return t.Warn.Render(ui.Truncate("departure: "+problems[fieldDeparture], width))
	default:
		return t.Title.Render(ui.Truncate(trip.StayWords(in, out)+"; enter prices it", width))
	}
}

func (s *Dates) facts(width int) []string {
	p := newSheet(s.deps.Theme)
	lostFacts(p, &s.lost, s.failure)
	p.explain(s.price.failure)
	switch s.step() {
	case datesLost:
		s.sentFacts(p)
	case datesDone:
		s.outcome(p)
	case datesAsking, datesSending:
		s.question(p)
	case datesTyping:
		if s.over && !s.unread {
			p.styled("status", s.reservation.Status, statusStyle(s.deps.Theme, s.reservation.Status))
		}
		p.styled("stay now", s.stay.Words(), s.deps.Theme.Title)
		p.styled("price now", terms.PriceWords(s.reservation.Rate.Total), s.deps.Theme.Money)
		stayFacts(p, s.deps, s.reservation)
	}
	return p.lines(width)
}

// question is what the change means: old and new beside each other.
func (s *Dates) question(p *sheet) {
	t, c := s.deps.Theme, s.change
	if terms.Stops(c.Changes) {
		p.text(t.Bad, "Worse than it was, please read")
	} else if len(c.Changes) > 0 {
		p.text(t.Title, "Otherwise than it was")
	}
	changeFacts(p, c.Changes)
	if len(c.Changes) > 0 {
		p.blank()
	}
	p.fact("stay now", c.Stay.Words())
	p.styled("new stay", trip.StayWords(c.In, c.Out), t.Title)
	p.styled("price now", terms.PriceWords(c.Reservation.Rate.Total), t.Money)
	p.styled("new price", terms.PriceWords(c.Total), t.Money)
	priced := booking.Draft{Trip: trip.Trip{Rooms: max(c.Reservation.Rate.Rooms, 1)}, Verified: c.Verified}
	p.short(shortLines)
	p.facts("due at the hotel", few(atHotelLines(priced)))
	p.full()
	p.cost("terms it has", penaltyClock(s.deps, c.Terms, s.now), c.Terms.CostAt(s.now).Kind)
	p.cost("for the new dates", penaltyClock(s.deps, c.New, s.now), c.New.CostAt(s.now).Kind)
	stayFacts(p, s.deps, s.reservation)
	p.fact("stays as it is", "room, rate, guest, id and hotel confirmation")
}

// sentFacts are what was sent and has no answer.
func (s *Dates) sentFacts(p *sheet) {
	p.fact("stay before", s.change.Stay.Words())
	p.styled("sent", trip.StayWords(s.change.In, s.change.Out)+" for "+terms.PriceWords(s.change.Total), s.deps.Theme.Title)
	stayFacts(p, s.deps, s.reservation)
}

// outcome is what the service made of it.
func (s *Dates) outcome(p *sheet) {
	t := s.deps.Theme
	p.text(t.Good.Bold(true), "The dates are changed")
	if s.found {
		p.text(t.Warn, "The answer was lost. The reservation was read afterwards and has the new dates: it was sent once.")
	}
	if len(s.done.Deviations) > 0 {
		p.text(t.Bad, "Otherwise than it was announced, please read")
		changeFacts(p, s.done.Deviations)
	}
	p.blank()
	r := s.done.Reservation
	p.styled("stay", s.stay.Words(), t.Title)
	p.styled("price", terms.PriceWords(r.Rate.Total), t.Money)
	terms := s.deps.Desk.TermsOf(r)
	p.cost("cancelling", penaltyClock(s.deps, terms, s.now), terms.CostAt(s.now).Kind)
	stayFacts(p, s.deps, r)
}

func (s *Dates) Title() string { return "change dates" }

func (s *Dates) Context() string {
	return joined(s.reservation.Hotel.Name, s.stay.Short(), s.stay.Mark())
}

func (s *Dates) Brief() []string { return []string{s.stay.Brief()} }

func (s *Dates) Busy() string {
	if s.call.Busy() {
		return "changing the dates; sent once"
	}
	return s.price.busy()
}

func (s *Dates) State() string {
	switch s.step() {
	case datesSending:
		return "sent, waiting for the answer"
	case datesLost:
		return "outcome unknown"
	case datesDone:
		return "dates changed"
	case datesTyping, datesAsking:
	}
	if s.refused {
		return "nothing changed"
	}
	return nothingSent
}

func (s *Dates) Guard() string {
	if s.call.Busy() {
		return "A change of dates is being sent."
	}
	return ""
}

func (s *Dates) Unfinished() string {
	if !s.call.Busy() {
		return ""
	}
	which := "reservation " + s.reservation.ID + ", " + s.reservation.Hotel.Name + ", to " + trip.StayWords(s.change.In, s.change.Out)
	switch came := s.call.came(); {
	case came == nil:
		return "A change of dates was being sent and its outcome is not known: " + which + ". The next start finds out."
	case came.err != nil:
		return "The change of dates that was being sent failed, and " + standing(came.err, "nothing was changed") + ": " + which + "."
	default:
		return "The change of dates that was being sent is done: " + which + "."
	}
}

func (s *Dates) Typing() bool {
	switch s.step() {
	case datesTyping:
		return !s.picking && !s.over
	case datesAsking:
		return s.word != nil
	case datesSending, datesLost, datesDone:
	}
	return false
}

// Echo shows what is typed: dates, or the word that production asks for.
func (s *Dates) Echo() ui.Echo { return ui.EchoLetters }

func (s *Dates) Undoable() bool { return s.step() == datesTyping && s.form.Undoable() }

// Ticking keeps the offer's time, the penalty clock and the looks in step.
func (s *Dates) Ticking() bool { return s.step() != datesDone }

// Close stops a question. A change that was sent is not stopped.
func (s *Dates) Close() { s.price.cancel() }

// Resume repeats a question that a refused key had stopped; a change is never
// repeated by itself.
func (s *Dates) Resume() tea.Cmd {
	s.lost.lookNow()
	return s.price.resume()
}

func (s *Dates) Keys() []key.Binding {
	k := s.keys
	if s.picking {
		keys := s.calendar.Keys()
		return append([]key.Binding{keys[0], k.back}, keys[1:]...)
	}
	keys := []key.Binding{k.send, k.accept, k.again, k.price, k.calendar, k.look, k.back, s.page.down, s.page.up}
	switch s.step() {
	case datesTyping:
		if s.over {
			return keys
		}
		return append(keys, s.form.Keys()...)
	case datesDone:
		return append([]key.Binding{ui.Bind("back", "enter")}, keys...)
	case datesAsking, datesSending, datesLost:
	}
	return keys
}
