package screens

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/ui"
)

// Cancel asks whether to cancel a reservation, after it has said what that
// costs. The answer by default is no.
type Cancel struct {
	deps        *Deps
	reservation api.Reservation
	now         time.Time
	call        write[api.Reservation]
	failure     *booking.Explanation
	refused     bool // it was sent and refused
	over        bool // it was refused, and there is nothing left to cancel
	unread      bool // it was refused, and how the reservation stands is not known
	// lost is the cancellation whose answer was lost: as long as its outcome is
	// not known it is not sent again.
	lost lost
	done *api.Reservation
	// cost is what the screen said that cancelling costs when it was sent: a
	// deadline may pass before the answer.
	cost terms.Cost
	// changed tells the screen below what the service answered.
	changed func(api.Reservation)
	// form asks for the word that production needs; nil in a sandbox.
	form          *ui.Form
	page          page
	width, height int
	keys          cancelKeys
}

type cancelKeys struct{ keep, back, look, cancel key.Binding }

// cancelWord must be typed in production.
const cancelWord = "cancel"

// NewCancel returns the question for a reservation.
func NewCancel(deps *Deps, r api.Reservation) *Cancel {
	c := &Cancel{
		deps: deps, reservation: r, now: deps.Desk.Now(),
		call: newWrite[api.Reservation](deps), page: newPage(true),
		keys: cancelKeys{
			keep:   ui.BindAs("enter", "keep it", "enter", "n", "esc"),
			back:   ui.BindAs("enter", "back", "enter", "esc"),
			look:   ui.Bind("look now", "l"),
			cancel: ui.BindAs(cancelKey, "cancel it", cancelKey),
		},
	}
	if !deps.Sandbox {
		// Letters are text where a word is asked for.
		c.keys.keep = ui.BindAs("enter", "keep it", "enter", "esc")
		c.form = ui.NewForm(deps.Theme, ui.Section{Fields: []ui.Field{productionWord(cancelWord, cancelKey)}})
		c.page = newPage(false)
	}
	c.enable()
	return c
}

// enable keeps the keys in step with what can be done: none while the request
// is under way, and no second cancelling after its outcome is known or unknown.
func (c *Cancel) enable() {
	over := c.done != nil || c.unknown() || c.over
	able, _ := booking.CanCancel(c.reservation)
	c.keys.cancel.SetEnabled(able && !over && !c.call.Busy())
	c.keys.keep.SetEnabled(!over && !c.call.Busy())
	c.keys.back.SetEnabled(over && !c.call.Busy())
	c.keys.look.SetEnabled(c.unknown() && c.lost.followed)
}

// unknown says that a cancellation was sent and may have happened.
func (c *Cancel) unknown() bool { return c.done == nil && c.lost.on && !c.lost.notDone() }

// asks reports whether the question stands: nothing is under way or over.
func (c *Cancel) asks() bool { return c.done == nil && !c.over && !c.unknown() && !c.call.Busy() }

func (c *Cancel) Init() tea.Cmd { return nil }

// Update sends the cancellation, takes its answer, or goes back.
func (c *Cancel) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if answer, err, mine := c.call.Receive(msg); mine {
		nav := c.answered(answer, err)
		c.refresh()
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		c.now = c.deps.Desk.Now()
		c.lost.renew()
		c.found()
		c.refresh()
	case tea.KeyMsg:
		nav, cmd := c.key(msg)
		c.refresh()
		return nav, cmd
	}
	return ui.Stay(), nil
}

func (c *Cancel) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch k := c.keys; {
	case key.Matches(msg, k.cancel):
		return ui.Stay(), c.send()
	case key.Matches(msg, k.keep), key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.look):
		c.lost.lookNow()
	case c.page.key(msg):
	case c.form != nil && c.asks():
		c.form.Update(msg)
	}
	return ui.Stay(), nil
}

// send sends the cancellation, in production only with its word.
func (c *Cancel) send() tea.Cmd {
	if c.form != nil && !c.form.Submit() {
		return nil
	}
	c.failure, c.lost = nil, lost{}
	c.cost = c.deps.Desk.TermsOf(c.reservation).CostAt(c.now)
	desk, r := c.deps.Desk, c.reservation
	return c.call.send(c.deps, "cancellation", func(ctx context.Context) (api.Reservation, error) {
		return desk.Cancel(ctx, r)
	}, slog.String("reservation", r.ID))
}

// answered takes the outcome. What the service answered decides, nothing else.
func (c *Cancel) answered(r api.Reservation, err error) ui.Nav {
	if err == nil {
		c.take(r)
		return ui.Stay()
	}
	logFailure(c.deps, "cancelling", err)
	err = writeError(journal.Cancel, err)
	x := booking.Explain(err)
	c.failure, c.lost = &x, newLost(c.deps, err)
	c.refused = c.refused || refusedWrite(err)
	c.found()
	if c.form != nil {
		c.form.SetValue(fieldWord, "")
	}
	var refused *booking.RefusedError
	switch {
	case c.lost.on:
	case api.Unauthorized(err):
		x.Hint = "Nothing was cancelled. With a new key press ctrl+x again."
	case errors.As(err, &refused):
		c.stands(refused)
	case !explainsItself(err):
		x.Hint = "Nothing was sent. ctrl+x sends it."
	}
	return signInAfter(c.deps, err)
}

// Resume goes on looking at once, after a new key was asked for.
func (c *Cancel) Resume() tea.Cmd {
	c.lost.lookNow()
	return nil
}

// found takes a cancellation that a later read has shown, after its answer was
// lost.
func (c *Cancel) found() {
	if c.done == nil && c.lost.done() && c.lost.write.Reservation != nil {
		c.failure = nil
		c.take(*c.lost.write.Reservation)
		c.lost.dismiss()
	}
}

// take shows the cancelled reservation, here and on the screen below.
func (c *Cancel) take(r api.Reservation) {
	c.done, c.reservation = &r, r
	if c.changed != nil {
		c.changed(r)
	}
}

// refresh brings page and keys in step with the state.
func (c *Cancel) refresh() {
	c.enable()
	form := c.formHeight()
	if form > 0 {
		c.form.SetSize(inner(c.width), form)
	}
	c.page.set(c.facts(inner(c.width)), c.width, max(c.height-form, 0))
}

// formHeight is that of the form: a line, its help and what is wrong with it.
func (c *Cancel) formHeight() int {
	if c.form == nil || !c.asks() {
		return 0
	}
	return min(3, c.height/2)
}

func (c *Cancel) SetSize(width, height int) {
	c.width, c.height = width, height
	c.refresh()
}

func (c *Cancel) View() string {
	if c.formHeight() == 0 {
		return c.page.view()
	}
	lines := strings.Split(c.page.view(), "\n")
	return ui.Block(append(lines, indent(c.form.Lines())...), c.width, c.height)
}

func (c *Cancel) facts(width int) []string {
	s := newSheet(c.deps.Theme)
	s.blank()
	c.trouble(s)
	switch {
	case c.done != nil:
		c.outcome(s)
	case c.call.Busy():
		s.text(c.deps.Theme.Title, "Cancelling. It was sent once; waiting for the answer.")
		s.blank()
		c.stay(s)
	case c.unknown():
		c.stay(s)
	case c.over:
		c.asItIs(s)
	default:
		c.question(s)
	}
	return s.lines(width)
}

// trouble is what went wrong, of a lost answer what is known by now.
func (c *Cancel) trouble(s *sheet) {
	switch t := s.theme; {
	case c.done != nil && c.lost.on:
		s.text(t.Warn, "Found cancelled after its answer was lost: it was sent once.")
		s.blank()
	case c.done != nil:
	case c.lost.notDone():
		s.text(t.Bad, "! Not cancelled: the reservation stands")
		c.lost.explain(s)
		s.text(t.Muted, "It can be cancelled again.")
		s.blank()
	case c.lost.on && c.lost.followed:
		s.text(t.Bad, "! "+c.failure.Title)
		c.lost.explain(s)
		s.text(t.Muted, c.failure.Hint)
		s.blank()
	default:
		s.explain(c.failure)
	}
}

// question says first what it costs.
func (c *Cancel) question(s *sheet) {
	s.text(c.deps.Theme.Title, "Cancel this reservation?")
	s.blank()
	conditions := c.deps.Desk.TermsOf(c.reservation)
	cost := conditions.CostAt(c.now)
	s.styled("cancelling now costs", cost.Sentence(), costStyle(c.deps.Theme, cost.Kind))
	clock := penaltyClock(c.deps, conditions, c.now)
	s.facts("in detail", clock)
	s.blank()
	c.stay(s)
	s.fact("note", conditions.Note)
	s.blank()
	how := "Only ctrl+x cancels it"
	if c.form != nil {
		how = "Only the word " + cancelWord + " and then ctrl+x cancels it"
	}
	s.text(c.deps.Theme.Plain, "enter keeps it. "+how+", and that cannot be undone.")
}

// outcome states three facts: what it is now, its numbers, what it cost.
func (c *Cancel) outcome(s *sheet) {
	s.text(statusStyle(c.deps.Theme, c.done.Status).Bold(true), c.done.Status+"  "+booking.StatusWords(*c.done))
	s.blank()
	s.facts("reference", referenceLines(c.deps.seen(*c.done)))
	s.styled("penalty", c.cost.Sentence(), costStyle(c.deps.Theme, c.cost.Kind))
	s.blank()
	c.stay(s)
}

func (c *Cancel) stay(s *sheet) {
	r := c.deps.seen(c.reservation)
	s.short(shortLines)
	s.fact("hotel", hotelWords(r.Hotel))
	s.fact("stay", c.deps.Desk.StayOf(r).Words())
	s.fact("guest", guestWords(r.Guest, false))
	s.fact("price", r.Rate.Total.String())
	if c.done == nil {
		s.facts("reference", referenceLines(r))
	}
}

func (c *Cancel) Title() string { return "cancel" }

func (c *Cancel) Busy() string {
	if c.call.Busy() {
		return "cancelling; sent once"
	}
	return ""
}

func (c *Cancel) State() string {
	switch {
	case c.call.Busy():
		return "sent, waiting for the answer"
	case c.done != nil:
		return "cancelled"
	case c.unknown():
		return "outcome unknown"
	case c.over && !c.unread:
		return "cancelled already"
	case c.refused:
		return "not cancelled"
	default:
		return nothingSent
	}
}

func (c *Cancel) Guard() string {
	if c.call.Busy() {
		return "A cancellation is being sent."
	}
	return ""
}

func (c *Cancel) Unfinished() string {
	if !c.call.Busy() {
		return ""
	}
	r := c.reservation
	which := "reservation " + r.ID + ", " + r.Hotel.Name + ", " + c.deps.Desk.StayOf(r).Words()
	switch came := c.call.came(); {
	case came == nil:
		return "A cancellation was being sent and its outcome is not known: " + which +
			". It may be cancelled. Bellhop looks for it at its next start; do not cancel it again before."
	case came.err != nil:
		return "The cancellation that was being sent failed, and " + standing(came.err, "nothing was cancelled") + ": " + which + "."
	default:
		return "The cancellation that was being sent is done: " + which + "."
	}
}

// Typing holds while the word is asked for.
func (c *Cancel) Typing() bool { return c.form != nil && c.asks() && c.form.Typing() }

// Echo shows what is typed: the word that production asks for.
func (c *Cancel) Echo() ui.Echo { return ui.EchoLetters }

// Ticking keeps the cost in step with the clock until the outcome is there.
func (c *Cancel) Ticking() bool { return c.done == nil }

func (c *Cancel) Keys() []key.Binding {
	return []key.Binding{c.keys.keep, c.keys.back, c.keys.look, c.keys.cancel, c.page.down, c.page.up}
}
