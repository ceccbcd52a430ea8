package screens

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/ui"
)

// Cancel asks whether to cancel a reservation, and says first what that costs. The default is no.
type Cancel struct {
	deps   *Deps
	target target
	now    time.Time
	write  write[booking.Canceled]
	// form asks for the word that production needs; nil in a sandbox.
	form          *ui.Form
	page          page
	width, height int
	keys          cancelKeys
}

type cancelKeys struct{ keep, back, look, accept, cancel key.Binding }

// NewCancel asks whether to cancel the reservation.
func NewCancel(deps *Deps, r api.Reservation) *Cancel {
	c := &Cancel{
		deps: deps, target: newTarget(deps, r), now: deps.Desk.Now(), page: newPage(deps, true),
		form: deps.productionForm(cancelWord, deps.say("{cancel}")),
		write: newWrite[booking.Canceled](deps, writeWords{
			name: "cancellation", doing: "cancelling", kind: journal.Cancel, first: firstReservation,
			made: "cancelled", refused: "not cancelled", undone: "nothing was cancelled",
			signedIn:   deps.say("Nothing was cancelled. With a new key press {cancel} again."),
			notSent:    deps.say("Nothing was sent. {cancel} sends it."),
			unfinished: "It may be cancelled. Bellhop looks for it at its next start; do not cancel it again before.",
			notMade:    "Not cancelled: the reservation stands", then: "It can be cancelled again.",
		}),
		keys: cancelKeys{
			keep: deps.bind("keep"), back: deps.bind("leave"), look: deps.bind("look"),
			accept: deps.bind("accept"), cancel: deps.bind("cancel", "cancel it"),
		},
	}
	if c.form != nil {
		// Letters are text where a word is asked for.
		c.keys.keep = deps.typing("keep")
		c.page = newPage(c.deps, false)
	}
	c.enable()
	return c
}

// enable allows no key while the request is under way, and no second cancelling after it.
func (c *Cancel) enable() {
	able, _ := booking.CanCancel(c.target.reservation)
	c.keys.cancel.SetEnabled(able && c.asks() && !c.write.since.stops())
	c.keys.accept.SetEnabled(able && c.asks() && c.write.since.stops())
	ui.Reword(&c.keys.accept, acceptWords(c.write.since.changes))
	c.keys.keep.SetEnabled(c.asks())
	c.keys.back.SetEnabled(!c.asks() && !c.write.sending())
	c.keys.look.SetEnabled(c.write.state() == writeUnresolved && c.write.unresolved.followed)
}

// asks reports whether the question stands: nothing is under way or over.
func (c *Cancel) asks() bool    { return !c.target.over && c.write.idle() }
func (c *Cancel) Init() tea.Cmd { return c.target.guest.ask(c.asks()) }

func (c *Cancel) Update(msg tea.Msg) (_ ui.Nav, cmd tea.Cmd) {
	defer func() {
		c.refresh()
		cmd = tea.Batch(cmd, c.target.guest.ask(c.asks()))
	}()
	if c.target.guest.receive(msg) {
		return ui.Stay(), nil
	}
	if nav, mine, err := c.write.receive(msg); mine {
		c.answered(err)
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		c.now = c.deps.Desk.Now()
		c.takeOutcome()
	case tea.KeyMsg:
		return c.key(msg)
	}
	return ui.Stay(), nil
}

func (c *Cancel) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	c.page.reading = ""
	switch k := c.keys; {
	case key.Matches(msg, k.cancel, k.accept) && c.page.unread(cancellingCosts):
	case key.Matches(msg, k.cancel):
		return ui.Stay(), c.send()
	case key.Matches(msg, k.accept):
		c.write.since.agreed = true
	case key.Matches(msg, k.keep), key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.look):
		c.write.lookNow()
	case c.page.key(msg):
	case c.form != nil && c.asks():
		c.form.Update(msg)
	}
	return ui.Stay(), nil
}

func (c *Cancel) send() tea.Cmd {
	if c.form != nil && !c.form.Submit() {
		return nil
	}
	desk, target := c.deps.Desk, c.target
	return c.write.send(func(ctx context.Context) (booking.Canceled, error) {
		return desk.Cancel(ctx, target.shown())
	}, slog.String("reservation", target.reservation.ID))
}

// answered takes the outcome. What the service answered decides, nothing else.
func (c *Cancel) answered(err error) {
	c.now = c.deps.Desk.Now() // What it costs now may have changed while it was read.
	if err == nil {
		c.target.take(c.write.result.Reservation, c.now)
		return
	}
	c.takeOutcome()
	if c.form != nil {
		c.form.SetValue(fieldWord, "")
	}
	c.target.takeRefusal(err, c.now)
}

// takeOutcome takes a cancellation that was found after its answer was lost.
func (c *Cancel) takeOutcome() {
	desk := c.deps.Desk
	if c.write.follow(func(found recovery.Write) booking.Canceled { return desk.CanceledLater(found) }) {
		c.target.take(c.write.result.Reservation, c.now)
	}
}

// stale reports whether the screen below must read the reservation anew: not after a refusal that it was told of.
func (c *Cancel) stale() bool {
	return c.write.result != nil || c.write.unresolved.on || c.target.unread
}

func (c *Cancel) refresh() {
	c.enable()
	form := c.formHeight()
	if form > 0 {
		c.form.SetSize(inner(c.width), form)
	}
	if c.page.reading != "" {
		form++
	}
	c.facts().onto(&c.page, c.width, max(c.height-form, 0))
}

// formHeight returns the height of the form: a line, its help and what is wrong with it.
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
	lines := strings.Split(c.page.view(), "\n")
	if c.page.reading != "" {
		lines = append(lines, margin+c.deps.Theme.Warn.Render(ui.Truncate(c.page.reading, inner(c.width))))
	}
	if c.formHeight() > 0 {
		lines = append(lines, indent(c.form.Lines())...)
	}
	return ui.Block(lines, c.width, c.height)
}

func (c *Cancel) facts() *sheet {
	t, s := c.deps.Theme, newSheet(c.deps.Theme)
	s.charts = c.height >= chartLeast
	state := c.write.state()
	switch {
	case state == writeMade:
		c.done(s)
		return s
	case state == writeSending:
		_, line := c.write.waitingLine()
		s.text(t.Title, line)
		s.Gap()
	case state == writeReady && !c.target.over:
		s.text(t.Title, "Cancel this reservation?")
		s.Gap()
	}
	c.target.whose(s, c.asks(), shortTrouble)
	s.Gap()
	if state != writeSending {
		c.write.trouble(s)
	}
	switch {
	case c.target.over:
		if !c.target.unread { // One that is not there has no status to show.
			s.statusFacts(c.target.reservation)
		}
	case state == writeReady, state == writeRefused:
		c.question(s)
	}
	return s
}

func (c *Cancel) question(s *sheet) {
	r := c.target.reservation
	agreed := c.deps.Desk.TermsOf(r)
	cost := agreed.CostAt(c.now)
	if c.deps.Desk.StayOver(c.target.reservation) {
		s.text(c.deps.Theme.Warn, "The stay is over. The service may refuse to cancel it: what is given back, the hotel decides.")
		s.Gap()
	}
	s.mustRead(func() {
		label := "of the price of"
		if c.write.since.has(terms.CostsNowRow, cost.Sentence()) {
			label = "price" // What it costs stands above.
		} else {
			s.AddStyled(terms.CostsNowRow, cost.Sentence(), costStyle(c.deps.Theme, cost.Kind))
		}
		s.AddStyled(label, terms.PriceWords(r.Rate.Total), s.theme.Money)
		s.facts("in detail", c.deps.penaltyClock(agreed, c.now))
	})
	s.penaltyLine(c.deps, r, c.deps.Desk.StayOf(r), c.now)
	s.Add("note", agreed.Note)
	s.Gap()
	how := c.deps.say("Only {cancel} cancels it")
	if c.form != nil {
		how = "Only the word " + cancelWord + c.deps.say(" and then {cancel} cancels it")
	}
	if c.write.since.stops() {
		s.text(c.deps.Theme.Bad, c.deps.say("enter keeps it. It has changed: not cancelled unless {accept} accepts that, and then {cancel} cancels it."))
		return
	}
	s.text(c.deps.Theme.Plain, "enter keeps it. "+how+", and that cannot be undone.")
}

// done draws what it is now, what cancelling it cost, and what proves it.
func (c *Cancel) done(s *sheet) {
	r := c.target.reservation
	if c.write.found {
		s.text(s.theme.Warn, "Found cancelled after its answer was lost: it was sent once.")
	}
	s.statusFacts(r)
	s.canceledFacts(c.deps, r, c.write.result.Cancellation)
	s.Gap()
	c.target.whose(s, false, shortTrouble)
	s.Add("id", c.deps.mask(r).ID)
}

func (c *Cancel) Title() string { return "cancel" }
func (c *Cancel) Busy() string  { return c.write.busy() }
func (c *Cancel) Guard() string { return c.write.guard() }
func (c *Cancel) Ticking() bool { return c.write.ticking() }

func (c *Cancel) Resume() tea.Cmd {
	c.write.lookNow()
	return nil
}

func (c *Cancel) State() string {
	if c.target.over && !c.target.unread && c.write.state() == writeRefused {
		return "cancelled already"
	}
	return c.write.inWords()
}

func (c *Cancel) Unfinished() string {
	return c.write.unfinished(c.target.name() + ", " + c.deps.Desk.StayOf(c.target.reservation).Words())
}

func (c *Cancel) Typing() bool { return c.form != nil && c.asks() && c.form.Typing() }

// Echo shows what is typed: the word that production asks for.
func (c *Cancel) Echo() ui.Echo { return ui.EchoLetters }

func (c *Cancel) Keys() []key.Binding {
	keys := append([]key.Binding{ui.Instead(c.keys.keep, c.keys.back)}, ui.Offered(c.keys.look)...)
	if c.asks() || c.write.sending() {
		keys = append(keys, ui.Instead(c.keys.cancel, c.keys.accept))
	}
	return append(keys, c.page.keys()...)
}
