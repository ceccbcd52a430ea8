package screens

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// Dates moves a reservation to other days. They are typed, priced, read back
// and sent, once. Where the rate is not to be had for them, a new booking is
// offered instead; the reservation stands until a person cancels it.
type Dates struct {
	deps        *Deps
	reservation api.Reservation
	stay        trip.Stay // its days now
	now         time.Time

	form     *ui.Form
	calendar *ui.Calendar
	picking  bool // the calendar has the keys

	price  load[booking.DateChange]
	change *booking.DateChange // what the days mean; nil until they are priced
	agreed bool                // what is worse was accepted
	word   *ui.Form            // typed in production; nil elsewhere

	call    write[booking.Modified]
	failure *booking.Explanation
	refused bool // it was sent and refused
	over    bool // there is nothing left to change
	unread  bool // how the reservation stands is not known
	note    string
	lost    lost
	done    *booking.Modified
	found   bool // done was found out after its answer was lost

	// changed tells the screen below what the service answered.
	changed       func(api.Reservation)
	page          page
	width, height int
	keys          datesKeys
}

type datesKeys struct{ price, calendar, send, accept, again, look, back key.Binding }

// The fields of the days.
const (
	fieldArrival   = "arrival"
	fieldDeparture = "departure"
)

// A datesStep is what the screen is at.
type datesStep int

const (
	datesTyping datesStep = iota
	datesAsking
	datesSending
	datesLost
	datesDone
)

// NewDates asks for the days that the reservation is to have.
func NewDates(deps *Deps, r api.Reservation) *Dates {
	s := &Dates{
		deps: deps, reservation: r, stay: deps.Desk.StayOf(r), now: deps.Desk.Now(), page: newPage(false),
		call: newWrite[booking.Modified](deps), price: newLoad[booking.DateChange](deps, "pricing the new dates"),
		keys: datesKeys{
			price: ui.Bind("price it", "ctrl+s"), calendar: ui.Bind("calendar", "ctrl+d"),
			send: ui.Bind("change the dates", datesKey), accept: ui.Bind("accept what is worse", acceptKey),
			again: ui.Bind("price again", "ctrl+v"),
			look:  ui.Bind("look now", "l"), back: ui.Bind("back", "esc"),
		},
	}
	s.form = ui.NewForm(deps.Theme, ui.Section{Fields: []ui.Field{
		{Name: fieldArrival, Label: "new arrival", Placeholder: trip.EntryDay(s.stay.In), Limit: 24, Help: "Empty keeps it. " + trip.DayHelp},
		{Name: fieldDeparture, Label: "new departure", Placeholder: "keeps the nights", Limit: 24, Help: "Empty keeps the number of nights. " + trip.DayHelp},
	}})
	s.newCalendar()
	s.enable()
	return s
}

func (s *Dates) newCalendar() {
	first := trip.EarliestCheckIn(s.now)
	s.calendar = ui.NewCalendar(s.deps.Theme, utc(today(s.deps)), utc(first))
	if _, known := s.stay.Nights(); known {
		s.calendar.SetRange(utc(s.stay.In), utc(s.stay.Out))
	}
}

// step is what the screen is at.
func (s *Dates) step() datesStep {
	switch {
	case s.done != nil:
		return datesDone
	case s.call.Busy():
		return datesSending
	case s.lost.on:
		return datesLost
	case s.change == nil:
		return datesTyping
	default:
		return datesAsking
	}
}

// stale is why the price must be asked again before the days are sent.
func (s *Dates) stale() string {
	if s.change == nil {
		return ""
	}
	return s.change.Stale(s.now)
}

// stops reports whether something is worse and was not accepted yet.
func (s *Dates) stops() bool { return s.change != nil && terms.Stops(s.change.Changes) && !s.agreed }

// enable keeps the keys in step with what can be done: none while the request is
// under way, and no second one after its outcome is known or unknown.
func (s *Dates) enable() {
	k, step, quiet := &s.keys, s.step(), !s.price.call.Busy()
	fresh := step == datesAsking && quiet && s.stale() == ""
	k.price.SetEnabled(step == datesTyping && quiet && !s.picking && !s.over)
	k.calendar.SetEnabled(step == datesTyping && quiet && !s.picking && !s.over)
	k.send.SetEnabled(fresh && !s.stops())
	k.accept.SetEnabled(fresh && s.stops())
	k.again.SetEnabled(step == datesAsking && quiet && s.stale() != "")
	k.look.SetEnabled(s.lost.open())
	k.back.SetEnabled(step != datesSending)
	word := "back"
	switch step {
	case datesAsking:
		word = "other dates"
	case datesLost:
		word = "leave, it is looked for"
	case datesTyping, datesSending, datesDone:
	}
	k.back.SetHelp("esc", word)
}

// Init looks up nothing: the screen below knows the hotel's zone if anybody
// does.
func (s *Dates) Init() tea.Cmd { return nil }

func (s *Dates) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if made, err, mine := s.call.Receive(msg); mine {
		nav := s.answered(made, err)
		s.refresh()
		return nav, nil
	}
	if change, ok, mine, nav := s.price.receive(msg); mine {
		s.now = s.deps.Desk.Now()
		var refused *booking.RefusedError
		if ok {
			nav = s.priced(change)
		} else if errors.As(s.price.err, &refused) {
			s.stands(refused)
		}
		s.refresh()
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		s.now = s.deps.Desk.Now()
		s.follow()
		s.refresh()
	case tea.KeyMsg:
		s.now = s.deps.Desk.Now()
		s.enable()
		nav, cmd := s.key(msg)
		s.refresh()
		return nav, cmd
	}
	return ui.Stay(), nil
}

func (s *Dates) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	k := s.keys
	switch {
	case key.Matches(msg, k.back):
		return s.back(), nil
	case s.picking:
		s.pick(msg)
	case key.Matches(msg, k.send):
		return ui.Stay(), s.send()
	case key.Matches(msg, k.price), key.Matches(msg, k.again):
		return ui.Stay(), s.ask()
	case key.Matches(msg, k.accept):
		s.agreed = true
	case key.Matches(msg, k.calendar):
		s.picking = true
	case key.Matches(msg, k.look):
		s.lost.lookNow()
	default:
		return s.other(msg)
	}
	return ui.Stay(), nil
}

// other gives a key to what takes it at this step.
func (s *Dates) other(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch s.step() {
	case datesTyping:
		if s.price.call.Busy() || s.over {
			return ui.Stay(), nil
		}
		s.note = ""
		if s.form.Update(msg) == ui.FormSubmitted {
			return ui.Stay(), s.ask()
		}
	case datesAsking:
		if !s.page.key(msg) && s.word != nil && s.word.Update(msg) == ui.FormSubmitted {
			s.note = "Nothing is sent by enter. ctrl+g changes the dates."
		}
	case datesDone:
		if msg.Type == tea.KeyEnter {
			return ui.Pop(), nil
		}
		s.page.key(msg)
	case datesSending, datesLost:
		s.page.key(msg)
	}
	return ui.Stay(), nil
}

// back stops what runs, closes the calendar, goes back to the days, and only
// then leaves. A lost answer is looked for wherever the agent is.
func (s *Dates) back() ui.Nav {
	switch step := s.step(); {
	case s.price.cancel():
	case s.picking:
		s.picking = false
	case step == datesAsking:
		s.change, s.failure, s.note = nil, nil, ""
	default:
		return ui.Pop()
	}
	return ui.Stay()
}

// send sends the new days. It is the only place that does.
func (s *Dates) send() tea.Cmd {
	if s.word != nil && !s.word.Submit() {
		s.note = "Nothing was sent: the word is missing."
		return nil
	}
	s.failure, s.note = nil, ""
	desk, change := s.deps.Desk, *s.change
	return s.call.send(s.deps, "change of dates", func(ctx context.Context) (booking.Modified, error) {
		return desk.ChangeDates(ctx, change)
	}, slog.String("reservation", change.Reservation.ID))
}

// answered takes the outcome. What the service answered decides, nothing else.
func (s *Dates) answered(made booking.Modified, err error) ui.Nav {
	if err == nil {
		s.finish(made, false)
		return ui.Stay()
	}
	logFailure(s.deps, "changing the dates", err)
	err = writeError(journal.Modify, err)
	x := booking.Explain(err)
	s.failure, s.refused = &x, s.refused || refusedWrite(err)
	var refused *booking.RefusedError
	switch {
	case unknownOutcome(err):
		s.lost = newLost(s.deps, err)
		x.Title = "It is not known whether the dates were changed"
	case api.Unauthorized(err):
		x.Hint = "Nothing was changed. With a new key press ctrl+g again."
	case errors.As(err, &refused):
		s.stands(refused)
		if !x.Retry {
			s.change = nil // What was refused would be refused again: the days are to be priced anew.
		}
	case !explainsItself(err):
		x.Hint = "Nothing was sent. ctrl+g sends it."
	}
	return signInAfter(s.deps, err)
}

// stands takes how the reservation stands after a refusal, here and on the screen
// below.
func (s *Dates) stands(e *booking.RefusedError) {
	s.over = e.Over()
	if e.Now == nil {
		s.unread = true
		return
	}
	s.reservation, s.stay = *e.Now, s.deps.Desk.StayOf(*e.Now)
	if s.changed != nil {
		s.changed(*e.Now)
	}
}

// follow looks at what became of a lost answer.
func (s *Dates) follow() {
	s.lost.renew()
	switch {
	case !s.lost.on || s.lost.open():
	case s.lost.done() && s.lost.write.Reservation != nil:
		r := *s.lost.write.Reservation
		s.lost.dismiss()
		s.finish(booking.Modified{Reservation: r, Attempt: s.lost.attempt, Deviations: s.deps.Desk.Moved(*s.change, r)}, true)
	case !s.lost.notDone():
		s.lost.dismiss()
		s.failure = &booking.Explanation{
			Title: "It could not be found out whether the dates were changed", Hint: "Go back and read the reservation before you change anything.",
			Text: "The answer was lost: " + s.lost.write.Progress(s.now, agentZone(s.deps)) + ".",
		}
		s.lost, s.change, s.over, s.unread = lost{}, nil, true, true
	default:
		s.lost.dismiss()
		s.failure = &booking.Explanation{
			Title: "The dates were not changed", Hint: "Price them again to send them again.",
			Text: "The answer was lost, and the reservation has kept its dates: " + s.lost.write.Progress(s.now, agentZone(s.deps)) + ".",
		}
		s.lost, s.change = lost{}, nil
	}
}

func (s *Dates) finish(made booking.Modified, found bool) {
	s.done, s.found, s.lost, s.failure = &made, found, lost{}, nil
	s.reservation, s.stay = made.Reservation, s.deps.Desk.StayOf(made.Reservation)
	if s.changed != nil {
		s.changed(made.Reservation)
	}
}
