package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

const wordLines = 2

func (s *Dates) SetSize(width, height int) {
	s.width, s.height = width, height
	s.refresh()
}

// below returns the lines under the facts.
func (s *Dates) below() []string {
	switch {
	case s.target.over:
		return nil
	case s.typing():
		return s.entry.lines(s.width, s.height)
	case s.asking() && s.word != nil:
		s.word.SetSize(inner(s.width), min(wordLines+errorLines(s.word, fieldWord), max(s.height-2, 1)))
		return indent(s.word.Lines())
	default:
		return nil
	}
}

func (s *Dates) refresh() {
	s.stay = s.deps.Desk.StayOf(s.target.reservation)
	s.enable()
	_, line := s.line()
	s.facts().onto(&s.page, s.width, max(s.height-len(s.below())-s.page.below(line, s.width), 0))
}

// View draws the facts, what a key would do now, and what is typed or chosen.
func (s *Dates) View() string {
	style, line := s.line()
	return s.page.over(s.deps.Theme, style, line, s.below(), s.height)
}

func (s *Dates) line() (ui.Style, string) {
	t := s.deps.Theme
	switch state := s.write.state(); {
	case s.price.call.Busy():
		return t.Warn, "Asking what these dates cost. Nothing is changed."
	case s.target.over:
		return t.Title, "esc goes back to the reservation."
	case s.typing() && s.entry.picking:
		return t.Title, "enter takes the day, esc closes the calendar"
	case s.typing():
		return s.entry.reading(t, s.target.reservation, s.stay)
	case state == writeSending:
		return s.write.waitingLine()
	case state == writeUnresolved:
		return t.Bad, s.deps.say("Not sent again from here. {look} looks now; esc leaves, and it is looked for all the same.")
	case state == writeMade:
		return t.Good, "enter goes back to the reservation."
	case s.note != "":
		return t.Warn, s.note
	case s.outdated() != "":
		return t.Bad, s.outdated() + s.deps.say(" {verify} verifies it again.")
	case s.stops() && !anyWorse(s.differencesOf()):
		return t.Bad, s.deps.say("Something has changed: not sent unless {accept} accepts it.")
	case s.stops():
		return t.Bad, s.deps.say("Something is worse: not changed unless {accept} accepts it.")
	default:
		return t.Title, s.deps.say("{send} changes the dates to ") + trip.StayWords(s.change.In, s.change.Out) + " " + s.deps.whereWords()
	}
}

func (s *Dates) facts() *sheet {
	p := newSheet(s.deps.Theme)
	s.target.whose(p, s.asks(), shortTrouble)
	p.Gap()
	s.write.trouble(p)
	p.explain(s.price.failure, s.deps.say("{verify}"))
	switch state := s.write.state(); {
	case state == writeUnresolved:
		p.Add("stay before", s.change.Stay.Words())
		p.AddStyled("sent", trip.StayWords(s.change.In, s.change.Out)+" for "+terms.PriceWords(s.change.Total), s.deps.Theme.Title)
	case state == writeMade:
		s.done(p)
	case s.change != nil:
		s.question(p)
	default:
		if s.target.over && !s.target.unread {
			p.statusFacts(s.target.reservation)
		}
		p.AddStyled("price now", terms.PriceWords(s.target.reservation.Rate.Total), s.deps.Theme.Money)
		if off := s.deps.Desk.DatesOff(); off != "" {
			p.AddStyled("new dates", off, s.deps.Theme.Warn)
		}
	}
	return p
}

// question draws old and new beside each other: what differs and what cancelling costs first.
func (s *Dates) question(p *sheet) {
	t, c := s.deps.Theme, s.change
	p.mustRead(func() { s.changes(p) })
	p.AddStyled("new stay", trip.StayWords(c.In, c.Out), t.Title)
	p.AddStyled("price now", terms.PriceWords(c.Reservation.Rate.Total), t.Money)
	p.AddStyled("new price", terms.PriceWords(c.Total), t.Money)
	p.mustRead(func() {
		p.cost("terms it has", s.deps.penaltyClock(c.Terms, s.now), c.Terms.CostAt(s.now).Kind)
		p.cost("for the new dates", s.deps.penaltyClock(c.New, s.now), c.New.CostAt(s.now).Kind)
	})
	p.Short(shortLines)
	p.paymentFacts(c.Payment())
	p.Short(0)
	p.Add("stays as it is", "room, rate, guest, id and hotel confirmation")
}

// changes draws what has changed since the page was opened, and what the new dates change.
func (s *Dates) changes(p *sheet) {
	t, c := s.deps.Theme, s.change
	if len(s.since) > 0 {
		style := t.Title
		if terms.Stops(s.since) {
			style = t.Bad
		}
		p.text(style, "Changed since this page was opened; nothing is sent")
		since := changedSince{changes: s.since}
		since.facts(p, s.deps)
	}
	if anyWorse(c.Changes) {
		p.text(t.Bad, "Worse than it was, please read")
	} else if len(c.Changes) > 0 {
		p.text(t.Title, "Otherwise than it was")
	}
	p.changeFacts(c.Changes)
	if len(c.Changes) > 0 {
		p.Gap()
	}
}

// done draws what the service made of it.
func (s *Dates) done(p *sheet) {
	t := s.deps.Theme
	p.text(t.Good.Bold(), "The dates are changed")
	if s.write.found {
		p.text(t.Warn, "The answer was lost. The reservation was read afterwards and has the new dates: it was sent once.")
	}
	if deviations := s.write.result.Deviations; len(deviations) > 0 {
		p.text(t.Bad, "! Differs from what was agreed:")
		p.changeFacts(deviations)
	}
	p.Gap()
	r := s.target.reservation
	p.AddStyled("price", terms.PriceWords(r.Rate.Total), t.Money)
	agreed := s.deps.Desk.TermsOf(r)
	if s.change != nil {
		p.paymentFacts(s.change.Payment())
	}
	p.cost("cancelling", s.deps.penaltyClock(agreed, s.now), agreed.CostAt(s.now).Kind)
}

func (s *Dates) Title() string { return "change dates" }

func (s *Dates) Context() string { return stayContext(s.target.reservation, s.stay) }

func (s *Dates) Brief() []string { return []string{s.stay.Brief()} }
func (s *Dates) Busy() string    { return valueOr(s.write.busy(), s.price.busy()) }

func (s *Dates) State() string { return s.write.inWords() }
func (s *Dates) Guard() string { return s.write.guard() }
func (s *Dates) Ticking() bool { return s.write.ticking() }

// stale reports whether the screen below must read the reservation anew.
func (s *Dates) stale() bool { return s.target.told }

func (s *Dates) Unfinished() string {
	if !s.write.sending() {
		return ""
	}
	return s.write.unfinished(s.target.name() + ", to " + trip.StayWords(s.change.In, s.change.Out))
}

func (s *Dates) Typing() bool {
	return s.typing() && !s.entry.picking && !s.target.over || s.asking() && s.word != nil
}

func (s *Dates) Echo() ui.Echo { return ui.EchoLetters }

// Close does not stop a change that was sent.
func (s *Dates) Close() { s.price.cancel() }

// Resume repeats a question that a refused key had stopped, and never a change.
func (s *Dates) Resume() tea.Cmd {
	s.write.lookNow()
	return s.price.resume()
}

func (s *Dates) Keys() []key.Binding {
	k := s.keys
	if s.entry.picking {
		keys := s.entry.calendar.Keys()
		return append([]key.Binding{keys[0], k.back}, keys[1:]...)
	}
	var keys []key.Binding
	switch {
	case s.asking() || s.write.sending():
		keys = append(keys, ui.Instead(k.send, k.accept, k.again))
	case s.typing() && !s.target.over:
		keys = append(keys, k.price, k.calendar)
	case s.write.state() == writeMade:
		keys = append(keys, s.deps.bind("open", "back"))
	}
	keys = append(append(keys, ui.Offered(k.look)...), k.back)
	keys = append(keys, s.page.keys()...)
	if s.typing() && !s.target.over {
		keys = append(keys, s.entry.form.Keys()...)
	}
	return keys
}
