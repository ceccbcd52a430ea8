package screens

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// Dates moves a reservation to other days: they are typed, priced, read back and sent, once.
type Dates struct {
	deps   *Deps
	target target
	opened booking.Shown // the reservation when the screen was opened
	stay   trip.Stay     // its days now
	now    time.Time

	entry dayEntry

	price  load[booking.DateChange]
	change *booking.DateChange // what the days mean; nil until they are priced
	since  []terms.Change      // what had changed by then since the screen was opened
	agreed bool                // what is worse was accepted
	word   *ui.Form            // typed in production; nil elsewhere

	write write[booking.Modified]
	note  string

	page          page
	width, height int
	keys          datesKeys
}

type datesKeys struct{ price, calendar, send, accept, again, look, back key.Binding }

// NewDates asks for the days that the reservation is to have.
func NewDates(deps *Deps, r api.Reservation) *Dates {
	s := &Dates{
		deps: deps, target: newTarget(deps, r), stay: deps.Desk.StayOf(r), now: deps.Desk.Now(), page: newPage(deps, false),
		price: newLoad[booking.DateChange](deps, "pricing the new dates"),
		write: newWrite[booking.Modified](deps, writeWords{
			name: "change of dates", doing: "changing the dates", kind: journal.Modify, first: firstReservation,
			made: "dates changed", refused: "nothing changed", undone: "nothing was changed",
			signedIn:   deps.say("Nothing was changed. With a new key press {send} again."),
			notSent:    deps.say("Nothing was sent. {send} sends it."),
			unfinished: "The next start finds out.",
		}),
		keys: datesKeys{
			price: deps.bind("form.done", "price it"), calendar: deps.bind("calendar"),
			send: deps.bind("send", "change the dates"), accept: deps.bind("accept"),
			again: deps.bind("verify"), look: deps.bind("look"), back: deps.bind("back"),
		},
	}
	s.entry, s.opened = newDayEntry(deps, r.Hotel.ID, s.stay, s.now), s.target.shown()
	s.enable()
	return s
}

// typing reports whether the days are asked for, asking whether they are priced and wait to be sent.
func (s *Dates) typing() bool { return s.write.idle() && s.change == nil }
func (s *Dates) asking() bool { return s.write.idle() && s.change != nil }

// asks reports whether the change can still be sent from here.
func (s *Dates) asks() bool { return s.write.idle() && !s.target.over }

// outdated returns why the price must be asked again before the days are sent.
func (s *Dates) outdated() string {
	if s.change == nil {
		return ""
	}
	return s.change.Stale(s.now)
}

// differencesOf returns all that is asked about.
func (s *Dates) differencesOf() []terms.Change {
	if s.change == nil {
		return nil
	}
	return append(slices.Clone(s.since), s.change.Changes...)
}

func (s *Dates) stops() bool {
	return s.change != nil && (terms.Stops(s.change.Changes) || terms.Stops(s.since)) && !s.agreed
}

// enable allows no key while the request is under way, and no second one after it.
func (s *Dates) enable() {
	k, free := &s.keys, !s.price.call.Busy()
	days := s.typing() && free && !s.entry.picking && !s.target.over
	fresh := s.asking() && free && s.outdated() == ""
	k.price.SetEnabled(days)
	k.calendar.SetEnabled(days)
	k.send.SetEnabled(fresh && !s.stops())
	k.accept.SetEnabled(fresh && s.stops())
	ui.Reword(&k.accept, acceptWords(s.differencesOf()))
	k.again.SetEnabled(s.asking() && free && s.outdated() != "")
	k.look.SetEnabled(s.write.unresolved.open())
	k.back.SetEnabled(!s.write.sending())
	word := "back"
	switch {
	case s.asking():
		word = "other dates"
	case s.write.state() == writeUnresolved:
		word = "leave, it is looked for"
	}
	ui.Reword(&k.back, word)
}

func (s *Dates) Init() tea.Cmd { return s.target.guest.ask(s.asks()) }

func (s *Dates) Update(msg tea.Msg) (_ ui.Nav, cmd tea.Cmd) {
	defer func() {
		s.refresh()
		cmd = tea.Batch(cmd, s.target.guest.ask(s.asks()))
	}()
	if s.target.guest.receive(msg) {
		return ui.Stay(), nil
	}
	if nav, mine, err := s.write.receive(msg); mine {
		return nav, s.answered(err)
	}
	if change, ok, mine, nav := s.price.receive(msg); mine {
		s.now = s.deps.Desk.Now()
		if ok {
			nav = s.priced(change, nil)
		} else {
			s.target.takeRefusal(s.price.err, s.now)
		}
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		s.now = s.deps.Desk.Now()
		s.takeOutcome()
	case tea.KeyMsg:
		s.now = s.deps.Desk.Now()
		s.enable()
		return s.key(msg)
	}
	return ui.Stay(), nil
}

func (s *Dates) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	k := s.keys
	s.page.reading = ""
	switch {
	case key.Matches(msg, k.back):
		return s.back(), nil
	case key.Matches(msg, k.send, k.accept) && s.page.unread(changesAndCosts):
	case s.entry.picking:
		s.entry.pick(msg)
	case key.Matches(msg, k.send):
		return ui.Stay(), s.send()
	case key.Matches(msg, k.price), key.Matches(msg, k.again):
		return ui.Stay(), s.ask()
	case key.Matches(msg, k.accept):
		s.agreed = true
	case key.Matches(msg, k.calendar):
		s.entry.picking = true
	case key.Matches(msg, k.look):
		s.write.lookNow()
	default:
		return s.other(msg)
	}
	return ui.Stay(), nil
}

// other gives a key to what takes it at this step.
func (s *Dates) other(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch {
	case s.typing():
		if s.price.call.Busy() || s.target.over {
			return ui.Stay(), nil
		}
		s.note = ""
		if s.entry.form.Update(msg) == ui.FormSubmitted {
			return ui.Stay(), s.ask()
		}
	case s.asking():
		if !s.page.key(msg) && s.word != nil && s.word.Update(msg) == ui.FormSubmitted {
			s.note = s.deps.say("Nothing is sent by enter. {send} changes the dates.")
		}
	case s.write.state() == writeMade && msg.Type == tea.KeyEnter:
		return ui.Pop(), nil
	default:
		s.page.key(msg)
	}
	return ui.Stay(), nil
}

// back stops what runs, closes the calendar, goes back to the days, and only then leaves.
func (s *Dates) back() ui.Nav {
	switch {
	case s.price.cancel():
	case s.entry.picking:
		s.entry.picking = false
	case s.asking():
		s.write.clear()
		s.change, s.note = nil, ""
	default:
		return ui.Pop()
	}
	return ui.Stay()
}

func (s *Dates) ask() tea.Cmd {
	_, _, problems := s.entry.days(s.target.reservation, s.stay)
	in, out, _ := s.entry.typed(s.stay)
	if s.change != nil {
		in, out = s.change.AskedIn, s.change.AskedOut
	}
	s.entry.refuse(problems)
	if len(problems) > 0 {
		return nil
	}
	s.write.clear()
	s.note = ""
	desk, read := s.deps.Desk, s.deps.reading(s.target.reservation.ID)
	return s.price.start(func(ctx context.Context) (booking.DateChange, error) {
		r, err := read(ctx)
		if err != nil {
			return booking.DateChange{}, err
		}
		return desk.PriceDates(ctx, r, in, out)
	})
}

// ofNewDates names what has changed of the new dates beside what has changed of the reservation.
func ofNewDates(repriced []terms.Change) []terms.Change {
	out := slices.Clone(repriced)
	for i, c := range out {
		if c.What == terms.CostsNowRow {
			out[i].What = "cancelling, new dates"
		}
	}
	return out
}

// priced takes what the days mean, and what of that has changed since it was shown. What was accepted before holds
// only for the same changes.
func (s *Dates) priced(change booking.DateChange, repriced []terms.Change) ui.Nav {
	s.target.take(change.Reservation, s.now)
	s.write.clear()
	s.page.must, s.page.reading = passage{}, ""
	before := s.since
	s.since = append(ofNewDates(repriced), s.opened.Since(s.deps.Desk, change.Reservation)...)
	if !change.Possible() {
		s.change = nil
		return s.instead(change)
	}
	s.agreed = s.agreed && s.change != nil && slices.Equal(s.change.Changes, change.Changes) && slices.Equal(before, s.since)
	s.change, s.word = &change, s.deps.productionForm(datesWord, s.deps.say("{send}"))
	return ui.Stay()
}

// instead offers a new booking in the reservation's place; that stands until a person cancels it.
func (s *Dates) instead(change booking.DateChange) ui.Nav {
	title, text := change.Instead(s.now, booking.FromReceipt)
	if len(change.Nearest) == 0 {
		s.write.fail(booking.Explanation{Title: title, Text: text, Hint: "Try other dates."})
		return ui.Stay()
	}
	return ui.Push(NewNearestRates(s.deps, change.Replacement(s.deps.Desk.Directory.Zone(s.target.reservation.Hotel.ID)), change.Nearest, title, text))
}

func (s *Dates) send() tea.Cmd {
	if s.word != nil && !s.word.Submit() {
		s.note = "Nothing was sent: the word is missing."
		return nil
	}
	s.note = ""
	desk, change := s.deps.Desk, *s.change
	return s.write.send(func(ctx context.Context) (booking.Modified, error) {
		return desk.ChangeDates(ctx, change)
	}, slog.String("reservation", change.Reservation.ID))
}

// answered takes the outcome. What the service answered decides, nothing else.
func (s *Dates) answered(err error) tea.Cmd {
	var changed *booking.ChangedError
	x := s.write.failure
	switch {
	case err == nil:
		s.target.take(s.write.result.Reservation, s.now)
	case s.write.unresolved.on:
		x.Title = "It is not known whether the dates were changed"
	case errors.As(err, &changed) && changed.Dates != nil:
		s.priced(*changed.Dates, changed.Changes)
	case s.target.takeRefusal(err, s.now):
		return s.otherwise(changed, x)
	}
	return nil
}

// otherwise goes on after a refusal, or after a reading that found the reservation changed: what the new dates cost is
// asked again then, because it may depend on that.
func (s *Dates) otherwise(changed *booking.ChangedError, x *booking.Explanation) tea.Cmd {
	switch {
	case s.target.over:
		s.change = nil
	case changed != nil:
		again := s.ask()
		if again == nil {
			s.change = nil // The days that were asked for are no change any more.
		}
		s.write.fail(*x)
		return again
	case !x.Retry:
		s.change = nil // What was refused would be refused again: the days are to be priced anew.
	}
	return nil
}

// takeOutcome takes what was found after the answer was lost. Days that were not changed are priced anew.
func (s *Dates) takeOutcome() {
	if s.write.follow(func(found recovery.Write) booking.Modified {
		read := *found.Reservation
		return booking.Modified{Reservation: read, Attempt: found.Plan.Attempt, Deviations: s.deps.Desk.Moved(*s.change, read)}
	}) {
		s.target.take(s.write.result.Reservation, s.now)
		return
	}
	u := &s.write.unresolved
	if !u.on || u.open() {
		return
	}
	progress := u.known.Progress(s.now, s.deps.agentZone()) + "."
	if u.notMade() {
		s.write.fail(booking.Explanation{
			Title: "The dates were not changed", Hint: "Price them again to send them again.",
			Text: "The answer was lost, and the reservation has kept its dates: " + progress,
		})
	} else {
		s.write.fail(booking.Explanation{
			Title: "It could not be found out whether the dates were changed", Hint: "Go back and read the reservation before you change anything.",
			Text: "The answer was lost: " + progress,
		})
		s.target.over, s.target.unread, s.target.told = true, true, true
	}
	u.close()
	s.change = nil
}
