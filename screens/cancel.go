package screens

import (
	"context"
	"log/slog"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
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
	// unknown is set when the answer was lost: it is not sent again from here.
	unknown bool
	done    *api.Reservation
	// cost is what the screen said that cancelling costs when it was sent: a
	// deadline may pass before the answer.
	cost booking.Cost
	// changed tells the screen below what the service answered.
	changed       func(api.Reservation)
	page          page
	width, height int
	keys          cancelKeys
}

type cancelKeys struct{ keep, back, cancel key.Binding }

// NewCancel returns the question for a reservation.
func NewCancel(deps *Deps, r api.Reservation) *Cancel {
	c := &Cancel{
		deps: deps, reservation: r, now: deps.Desk.Now(),
		call: newWrite[api.Reservation](deps), page: newPage(true),
		keys: cancelKeys{
			keep:   ui.BindAs("enter", "keep it", "enter", "n", "esc"),
			back:   ui.BindAs("enter", "back", "enter", "esc"),
			cancel: ui.BindAs("ctrl+x", "cancel it", "ctrl+x"),
		},
	}
	c.enable()
	return c
}

// enable keeps the keys in step with what can be done: none while the request
// is under way, and no second cancelling after its outcome is known or unknown.
func (c *Cancel) enable() {
	over := c.done != nil || c.unknown
	able, _ := booking.CanCancel(c.reservation)
	c.keys.cancel.SetEnabled(able && !over && !c.call.Busy())
	c.keys.keep.SetEnabled(!over && !c.call.Busy())
	c.keys.back.SetEnabled(over && !c.call.Busy())
}

// Init does nothing: the question needs no call.
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
		c.refresh()
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, c.keys.cancel):
			cmd := c.send()
			c.refresh()
			return ui.Stay(), cmd
		case key.Matches(msg, c.keys.keep), key.Matches(msg, c.keys.back):
			return ui.Pop(), nil
		}
		c.page.key(msg)
	}
	return ui.Stay(), nil
}

func (c *Cancel) send() tea.Cmd {
	c.failure = nil
	c.cost = booking.ConditionsOf(c.reservation.Rate.Terms).CostAt(c.now)
	desk, r := c.deps.Desk, c.reservation
	return c.call.send(c.deps, "cancellation", func(ctx context.Context) (api.Reservation, error) {
		return desk.Cancel(ctx, r)
	}, slog.String("reservation", r.ID))
}

// answered takes the outcome. What the service answered decides, nothing else.
func (c *Cancel) answered(r api.Reservation, err error) ui.Nav {
	if err == nil {
		c.done, c.reservation = &r, r
		if c.changed != nil {
			c.changed(r)
		}
		return ui.Stay()
	}
	logFailure(c.deps, "cancelling", err)
	err = writeError("cancellation", err)
	x := booking.Explain(err)
	c.failure, c.unknown = &x, unknownOutcome(err)
	if api.Unauthorized(err) {
		x.Hint = "The reservation stands. With a new key press ctrl+x again."
		return ui.Push(NewSignIn(c.deps))
	}
	if !c.unknown {
		x.Hint = "The reservation stands as it was."
	}
	return ui.Stay()
}

// refresh brings page and keys in step with the state.
func (c *Cancel) refresh() {
	c.enable()
	c.page.set(c.facts(inner(c.width)), c.width, c.height)
}

// SetSize lays the page out anew.
func (c *Cancel) SetSize(width, height int) {
	c.width, c.height = width, height
	c.refresh()
}

// View is the visible part of the page.
func (c *Cancel) View() string { return c.page.view() }

func (c *Cancel) facts(width int) []string {
	s := newSheet(c.deps.Theme)
	s.blank()
	s.explain(c.failure)
	switch {
	case c.done != nil:
		c.outcome(s)
	case c.call.Busy():
		s.text(c.deps.Theme.Title, "Cancelling. It was sent once; waiting for the answer.")
		s.blank()
		c.stay(s)
	case c.unknown:
		c.stay(s)
	default:
		c.question(s)
	}
	return s.lines(width)
}

// question says first what it costs.
func (c *Cancel) question(s *sheet) {
	s.text(c.deps.Theme.Title, "Cancel this reservation?")
	s.blank()
	conditions := booking.ConditionsOf(c.reservation.Rate.Terms)
	cost := conditions.CostAt(c.now)
	s.styled("cancelling now costs", cost.Sentence(), costStyle(c.deps.Theme, cost.Kind))
	clock := penaltyClock(c.deps, conditions, c.now)
	s.facts("in detail", clock)
	s.fact("note", conditions.Note)
	s.blank()
	c.stay(s)
	s.blank()
	s.text(c.deps.Theme.Plain, "enter keeps it. Only ctrl+x cancels it, and that cannot be undone.")
}

// outcome states three facts: what it is now, its numbers, what it cost.
func (c *Cancel) outcome(s *sheet) {
	s.text(statusStyle(c.deps.Theme, c.done.Status).Bold(true), c.done.Status+"  "+booking.StatusWords(*c.done))
	s.blank()
	s.facts("reference", referenceLines(*c.done))
	s.styled("penalty", c.cost.Sentence(), costStyle(c.deps.Theme, c.cost.Kind))
	s.blank()
	c.stay(s)
}

func (c *Cancel) stay(s *sheet) {
	r := c.reservation
	s.fact("hotel", hotelWords(r.Hotel))
	s.fact("stay", c.deps.Desk.StayOf(r).Words())
	s.fact("guest", guestWords(r.Guest, false))
	s.fact("price", r.Rate.Total.String())
	if c.done == nil {
		s.facts("reference", referenceLines(r))
	}
}

// Title is the screen's part of the trail.
func (c *Cancel) Title() string { return "cancel" }

// Busy is the cancellation under way.
func (c *Cancel) Busy() string {
	if c.call.Busy() {
		return "cancelling; sent once"
	}
	return ""
}

// State says what has been sent.
func (c *Cancel) State() string {
	switch {
	case c.call.Busy():
		return "sent, waiting for the answer"
	case c.done != nil:
		return "cancelled"
	case c.unknown:
		return "outcome unknown"
	default:
		return nothingSent
	}
}

// Guard keeps the program from ending while the request is under way.
func (c *Cancel) Guard() string {
	if c.call.Busy() {
		return "A cancellation is being sent."
	}
	return ""
}

// Unfinished tells after the console's end what became of a cancellation that
// was being sent then, as far as it is known.
func (c *Cancel) Unfinished() string {
	if !c.call.Busy() {
		return ""
	}
	r := c.reservation
	which := "reservation " + r.ID + ", " + r.Hotel.Name + ", " + c.deps.Desk.StayOf(r).Words()
	switch came := c.call.came(); {
	case came == nil:
		return "A cancellation was being sent and its outcome is not known: " + which +
			". It may be cancelled. Look it up in reservations before you cancel it again."
	case came.err != nil:
		return "The cancellation that was being sent failed, and the reservation stands: " + which + "."
	default:
		return "The cancellation that was being sent is done: " + which + "."
	}
}

// Ticking keeps the cost in step with the clock until the outcome is there.
func (c *Cancel) Ticking() bool { return c.done == nil }

// Keys lists the bindings.
func (c *Cancel) Keys() []key.Binding {
	return []key.Binding{c.keys.keep, c.keys.back, c.keys.cancel, c.page.down, c.page.up}
}
