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
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// Rebook compares what a reservation cost with what its stay costs now, and takes a rebooking through its steps: the
// new one is booked on the screen of every booking, and here the old one is cancelled once the new one is confirmed.
type Rebook struct {
	deps *Deps
	// shown is the reservation that it was opened for, as it is known.
	shown api.Reservation
	guest reveal // of the old reservation, for the question
	stay  trip.Stay
	now   time.Time

	read    load[rebookState]
	verify  load[verifiedOffer]
	close   load[struct{}] // keeps both
	known   bool           // whether the first read is over
	compare *rebook.Comparison
	half    *rebook.Half
	cursor  int
	note    string

	book  *Book // the screen that books the new one; nil while none is above
	wrote bool  // something was sent from here
	write write[rebook.Result]
	word  *ui.Form // asked for in production once the key was pressed; nil until then

	// changed tells the screen below of the old reservation, and told what a comparison has come to.
	changed func(api.Reservation)
	told    func(rebook.Comparison)

	page          page
	width, height int
	keys          rebookKeys
}

type rebookKeys struct {
	up, down, choose, open, cancel, accept, keep, other, look, reload, back key.Binding
}

// rebookState is what is read: a rebooking that is not over, or a comparison.
type rebookState struct {
	half    *rebook.Half
	compare *rebook.Comparison
}

type verifiedOffer struct {
	compare rebook.Comparison
	at      int // the offer's index; -1 if it was removed
}

// NewRebook looks whether the stay of a reservation can be had cheaper, or goes on with its rebooking.
func NewRebook(deps *Deps, r api.Reservation) *Rebook {
	s := &Rebook{
		deps: deps, shown: r, stay: deps.Desk.StayOf(r), now: deps.Desk.Now(), page: newPage(deps, true), guest: newReveal(deps, r.ID),
		read:   newLoad[rebookState](deps, "looking for the same stay"),
		verify: newLoad[verifiedOffer](deps, "verifying the rate"), close: newLoad[struct{}](deps, "noting it in the journal"),
		write: newWrite[rebook.Result](deps, writeWords{
			name: "cancellation", doing: "cancelling the old one", kind: journal.Cancel, first: "reading both reservations once more",
			made: "rebooked", refused: "the old one stands", undone: "the old one stands",
			signedIn:   deps.say("Nothing was cancelled. With a new key press {cancel} again."),
			notSent:    deps.say("Nothing was sent. {cancel} sends it."),
			unfinished: "The old one may be cancelled. Bellhop looks for it at its next start.",
			notMade:    "Not cancelled: the old one stands", then: "It can be cancelled again.",
		}),
		keys: rebookKeys{
			up: deps.bind("list.up"), down: deps.bind("list.down"),
			choose: deps.bind("open", "book it instead"), open: deps.bind("open", "open the new one"),
			cancel: deps.bind("cancel", "cancel the old one"), accept: deps.bind("accept"),
			keep: deps.bind("keep_both"), other: deps.bind("cancel_question", "cancel the new one"),
			look: deps.bind("look"), reload: deps.bind("reload"), back: deps.bind("back"),
		},
	}
	s.enable()
	return s
}

func (s *Rebook) Init() tea.Cmd { return s.reload() }

// reload reads where the rebooking stands, or compares anew.
func (s *Rebook) reload() tea.Cmd {
	desk, id, least := s.deps.Desk, s.shown.ID, s.deps.RebookThreshold
	s.note = ""
	return s.read.start(func(ctx context.Context) (rebookState, error) {
		one, there, err := rebook.Of(desk, id)
		if err != nil {
			return rebookState{}, err
		}
		if there {
			half, err := rebook.Resume(ctx, desk, one)
			return rebookState{half: &half}, err
		}
		c, err := rebook.Compare(ctx, desk, id, least)
		return rebookState{compare: &c}, err
	})
}

func (s *Rebook) Update(msg tea.Msg) (_ ui.Nav, cmd tea.Cmd) {
	defer func() {
		s.refresh()
		cmd = tea.Batch(cmd, s.guest.ask(s.asks()))
	}()
	if s.guest.receive(msg) {
		return ui.Stay(), nil
	}
	if state, ok, mine, nav := s.read.receive(msg); mine {
		if ok {
			s.take(state)
		}
		return nav, nil
	}
	if v, ok, mine, nav := s.verify.receive(msg); mine {
		if !ok {
			return nav, nil
		}
		return s.verified(v)
	}
	if _, ok, mine, nav := s.close.receive(msg); mine {
		if ok {
			nav = ui.Pop()
		}
		return nav, nil
	}
	if nav, mine, err := s.write.receive(msg); mine {
		s.answered(err)
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		return ui.Stay(), s.tick()
	case tea.KeyMsg:
		return s.key(msg)
	}
	return ui.Stay(), nil
}

func (s *Rebook) take(state rebookState) {
	s.known, s.now = true, s.deps.Desk.Now()
	s.half, s.compare, s.cursor = state.half, state.compare, 0
	if state.half != nil {
		s.guest = newReveal(s.deps, state.half.Old.ID)
		s.tell(state.half.Old)
		return
	}
	s.tell(state.compare.Old)
	if s.told != nil {
		s.told(*state.compare)
	}
}

// asks reports whether the screen asks to cancel the old reservation.
func (s *Rebook) asks() bool {
	return s.half != nil && s.half.CanCancelOld() && s.write.idle()
}

// tell hands a newer state of the old reservation on.
func (s *Rebook) tell(old api.Reservation) {
	if old.ID != s.shown.ID || old.ID == "" {
		return
	}
	s.shown = old
	s.stay = s.deps.Desk.StayOf(old)
	s.deps.noteReservation(old)
	if s.changed != nil {
		s.changed(old)
	}
}

// tick takes the time, what became of a lost answer, and what another part has found out of the rebooking.
func (s *Rebook) tick() tea.Cmd {
	s.now = s.deps.Desk.Now()
	if s.half == nil || s.read.call.Busy() {
		return nil
	}
	desk, half := s.deps.Desk, *s.half
	if s.write.follow(func(found recovery.Write) rebook.Result { return rebook.Found(desk, half, found) }) {
		s.tell(s.write.result.Canceled.Reservation)
		return nil
	}
	if half.Step == rebook.Unresolved && !rebook.Waits(desk, half) {
		return s.reload()
	}
	return nil
}

func (s *Rebook) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.now, s.page.reading = s.deps.Desk.Now(), ""
	s.enable()
	switch k := s.keys; {
	case key.Matches(msg, k.back):
		return s.leave()
	case s.word != nil && !key.Matches(msg, k.cancel, k.accept):
		s.word.Update(msg)
	case key.Matches(msg, k.up, k.down):
		s.move(key.Matches(msg, k.down))
	case key.Matches(msg, k.choose):
		return s.choose()
	case key.Matches(msg, k.open):
		return ui.Push(NewReservation(s.deps, s.write.result.New)), nil
	case key.Matches(msg, k.cancel, k.accept) && s.page.unread(cancellingCosts):
	case key.Matches(msg, k.cancel):
		return ui.Stay(), s.send()
	case key.Matches(msg, k.accept):
		s.write.since.agreed = true
	case key.Matches(msg, k.keep):
		desk, half := s.deps.Desk, *s.half
		return ui.Stay(), s.close.start(func(context.Context) (struct{}, error) { return struct{}{}, rebook.KeepBoth(desk, half) })
	case key.Matches(msg, k.other):
		s.wrote = true
		return ui.Push(NewCancel(s.deps, s.half.New)), nil
	case key.Matches(msg, k.look):
		s.lookNow()
	case key.Matches(msg, k.reload):
		return ui.Stay(), s.reload()
	default:
		s.page.key(msg)
	}
	return ui.Stay(), nil
}

// leave goes one step back: from the word that is asked for, from what is being read, or from the screen.
func (s *Rebook) leave() (ui.Nav, tea.Cmd) {
	switch {
	case s.word != nil:
		s.word = nil
	case s.verify.cancel(), s.read.cancel():
		s.note = s.deps.say("Stopped. {reload!} looks again.")
	default:
		return ui.Pop(), nil
	}
	return ui.Stay(), nil
}

func (s *Rebook) move(down bool) {
	by := -1
	if down {
		by = 1
	}
	s.cursor, s.note = max(0, min(s.cursor+by, len(s.compare.Offers)-1)), ""
}

// choose reads the offer back for booking; one that is not verified yet is verified first.
func (s *Rebook) choose() (ui.Nav, tea.Cmd) {
	offer, desk, c, at := s.compare.Offers[s.cursor], s.deps.Desk, *s.compare, s.cursor
	s.note = ""
	if offer.Verified() && offer.Draft.Stale(s.now) == "" {
		s.book = NewBook(s.deps, offer.Draft)
		return ui.Push(s.book), nil
	}
	return ui.Stay(), s.verify.start(func(ctx context.Context) (verifiedOffer, error) {
		c, at, err := c.Verify(ctx, desk, at)
		return verifiedOffer{c, at}, err
	})
}

// verified shows what the verification has come to: only what it says is booked.
func (s *Rebook) verified(v verifiedOffer) (ui.Nav, tea.Cmd) {
	s.compare = &v.compare
	if v.at >= 0 {
		s.cursor, s.note = v.at, "Verified: enter reads it back."
	} else {
		s.cursor, s.note = min(s.cursor, max(len(v.compare.Offers)-1, 0)), "That rate is gone, or not worth it any more."
	}
	return ui.Stay(), nil
}

// send cancels the old one. In production the word is asked for first.
func (s *Rebook) send() tea.Cmd {
	if s.word == nil && !s.deps.Sandbox {
		s.word = s.deps.productionForm(cancelWord, s.deps.say("{cancel}"))
		return nil
	}
	if s.word != nil && !s.word.Submit() {
		return nil
	}
	s.word, s.wrote = nil, true
	desk, half := s.deps.Desk, *s.half
	return s.write.send(func(ctx context.Context) (rebook.Result, error) {
		return rebook.CancelOld(ctx, desk, half)
	}, slog.String("reservation", half.Old.ID), slog.String("rebooking", half.Attempt))
}

// answered takes the outcome of the cancellation.
func (s *Rebook) answered(err error) {
	s.now = s.deps.Desk.Now()
	if err == nil {
		s.tell(s.write.result.Canceled.Reservation)
		return
	}
	var stopped *rebook.StoppedError
	var changed *booking.ChangedError
	var refused *booking.RefusedError
	switch {
	case errors.As(err, &stopped):
		s.half = &stopped.Now
		s.write.clear()
		s.note = "Nothing was sent: the two do not stand as they were shown."
	case errors.As(err, &changed) && changed.Now != nil:
		s.half = s.half.With(s.deps.Desk, *changed.Now, changed.At)
		s.tell(*changed.Now)
	case errors.As(err, &refused) && refused.Now != nil:
		s.half = s.half.With(s.deps.Desk, *refused.Now, s.now)
		s.tell(*refused.Now)
	}
}

func (s *Rebook) lookNow() {
	s.write.lookNow()
	if s.half != nil && s.half.Step == rebook.Unresolved {
		for _, w := range s.deps.Desk.Recovery.Writes() {
			if w.State == recovery.Unresolved && w.Plan.Rebooking == s.half.Attempt {
				s.deps.Desk.Recovery.LookNow(w.Plan.Attempt)
			}
		}
	}
}

// Resume reads where it stands once a screen above has written.
func (s *Rebook) Resume() tea.Cmd {
	s.write.lookNow()
	booked := s.book != nil && (s.book.write.result != nil || s.book.write.unresolved.on)
	s.book = nil
	if booked || s.wrote && s.write.result == nil {
		s.wrote = true
		return s.reload()
	}
	return tea.Batch(s.read.resume(), s.verify.resume())
}

// stale reports whether the screen below must read the reservation anew.
func (s *Rebook) stale() bool { return s.wrote }

func (s *Rebook) Close() {
	s.read.cancel()
	s.verify.cancel()
}

func (s *Rebook) Title() string { return "rebook" }
func (s *Rebook) Context() string {
	return stayContext(s.shown, s.stay)
}
func (s *Rebook) Brief() []string { return stayBrief(s.shown, s.stay) }

func (s *Rebook) Busy() string {
	return joined(s.read.busy(), s.verify.busy(), s.close.busy(), s.write.busy())
}
func (s *Rebook) Guard() string { return s.write.guard() }
func (s *Rebook) Ticking() bool { return s.half != nil && s.write.ticking() }

func (s *Rebook) Unfinished() string {
	return s.write.unfinished("reservation " + s.shown.ID + ", " + s.shown.Hotel.Name)
}

func (s *Rebook) Typing() bool  { return s.word != nil && s.word.Typing() }
func (s *Rebook) Echo() ui.Echo { return ui.EchoLetters }

func (s *Rebook) State() string {
	switch {
	case s.write.result != nil || s.write.sending() || s.write.unresolved.on:
		return s.write.inWords()
	case s.half == nil:
		return nothingSent
	}
	switch s.half.Step {
	case rebook.Unresolved:
		return "outcome unknown"
	case rebook.Done:
		return "rebooked"
	case rebook.GivenUp:
		return "the old one stands"
	default:
		return "half done"
	}
}
