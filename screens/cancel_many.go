package screens

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// cancelMany asks whether to cancel several reservations, says first what all of that costs, cancels one after the other
// and tells what became of each. The default is no.
type cancelMany struct {
	deps *Deps
	ids  []string
	rest *bulk.Pending // that an earlier run has left; nil of a new choice
	now  time.Time

	read *readCount
	plan load[bulk.Plan]
	form *ui.Form // asks for the word, once there is a plan
	ask  *bulk.Plan
	// guests are the plan's guests, for the question.
	guests reveal

	run    ui.Call[bulk.Report]
	newest *atomic.Pointer[bulk.Report] // the console may end before the screen is told
	report *bulk.Report
	failed string // why nothing was begun
	stop   func()
	halted bool // it ends after the one that is being sent

	page          page
	width, height int
	keys          cancelManyKeys
	// changed tells the screen below of a reservation as it is now, done of one that is none of the choice any more.
	changed func(api.Reservation)
	done    func(id string)
}

type cancelManyKeys struct{ keep, back, stop, cancel, again key.Binding }

// newCancelMany reads the reservations again and asks whether to cancel them.
func newCancelMany(deps *Deps, ids []string) *cancelMany {
	c := &cancelMany{
		deps: deps, ids: ids, now: deps.Desk.Now(), page: newPage(deps, false), guests: newReveal(deps, ids...), newest: &atomic.Pointer[bulk.Report]{}, stop: func() {},
		plan: newLoad[bulk.Plan](deps, "reading the reservations once more"), run: ui.NewCall[bulk.Report](deps.Context, 0),
		keys: cancelManyKeys{
			keep: deps.typing("keep", "keep them"), back: deps.bind("leave"), stop: deps.bind("back", "stop after this one"),
			cancel: deps.bind("cancel", "cancel them"), again: deps.typing("reload"),
		},
	}
	c.enable()
	return c
}

// newCancelRest asks whether to go on with a run that is not at its end.
func newCancelRest(deps *Deps, p bulk.Pending) *cancelMany {
	c := newCancelMany(deps, p.IDs)
	c.rest = &p
	return c
}

func (c *cancelMany) Init() tea.Cmd { return c.prepare() }

// prepare reads what is to be cancelled.
func (c *cancelMany) prepare() tea.Cmd {
	c.form, c.ask, c.report, c.failed, c.halted, c.read = nil, nil, nil, "", false, &readCount{}
	c.page.top()
	desk, store, ids, rest, progress := c.deps.Desk, c.deps.Batches, c.ids, c.rest, c.read.tell
	return c.plan.start(func(ctx context.Context) (bulk.Plan, error) {
		if rest != nil {
			return store.Resume(ctx, desk, *rest, progress)
		}
		return bulk.Prepare(ctx, desk, ids, progress)
	})
}

func (c *cancelMany) Update(msg tea.Msg) (_ ui.Nav, cmd tea.Cmd) {
	defer func() {
		c.refresh()
		cmd = tea.Batch(cmd, c.guests.ask(c.asks()))
	}()
	if c.guests.receive(msg) {
		return ui.Stay(), nil
	}
	if plan, ok, mine, nav := c.plan.receive(msg); mine {
		if ok {
			c.take(plan)
		}
		return nav, nil
	}
	if part, next, mine := c.run.Part(msg); mine {
		c.tell(part)
		return ui.Stay(), next
	}
	if report, err, mine := c.run.Receive(msg); mine {
		c.ended(report, err)
		return ui.Stay(), nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		c.now = c.deps.Desk.Now()
		c.renew()
	case tea.KeyMsg:
		return c.key(msg)
	}
	return ui.Stay(), nil
}

// take shows what is to be agreed to.
func (c *cancelMany) take(plan bulk.Plan) {
	c.ask, c.now = &plan, c.deps.Desk.Now()
	c.guests = newReveal(c.deps, plan.IDs()...)
	for _, left := range plan.Left {
		c.tellBelow(left.Reservation) // It stays marked: nothing was decided by looking.
	}
	if len(plan.Items) > 0 {
		c.form = ui.NewForm(c.deps.Theme, ui.Section{Fields: []ui.Field{
			wordField(fieldWord, bulk.Word, c.deps.say("The word comes before {cancel}.")),
		}})
	}
}

// tellBelow shows a reservation on the screen below as it was read.
func (c *cancelMany) tellBelow(r *api.Reservation) {
	if r != nil && c.changed != nil {
		c.changed(*r)
	}
}

// settle takes a reservation that is cancelled, or that nobody has, out of the choice.
func (c *cancelMany) settle(id string, r *api.Reservation) {
	if r != nil && r.Status != api.StatusCanceled {
		return
	}
	c.tellBelow(r)
	if c.done != nil {
		c.done(id)
	}
}

func (c *cancelMany) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	c.page.reading = ""
	switch k := c.keys; {
	case key.Matches(msg, k.stop):
		c.halted = true
		c.stop()
	case key.Matches(msg, k.cancel) && c.page.unread(cancellingCosts):
	case key.Matches(msg, k.cancel):
		return ui.Stay(), c.send()
	case key.Matches(msg, k.keep), key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.again):
		return ui.Stay(), c.again()
	case c.page.key(msg):
	case c.form != nil && c.asks():
		c.form.Update(msg)
	}
	return ui.Stay(), nil
}

// again reads a choice once more that could not be read, or of which something is left.
func (c *cancelMany) again() tea.Cmd {
	if r := c.report; r != nil {
		c.ids, c.rest = nil, nil
		for _, result := range r.Results {
			c.ids = append(c.ids, result.Shown.Reservation.ID)
		}
		c.ids = append(c.ids, r.Unknown...)
		if r.Batch != "" && !r.Finished() {
			c.rest = &bulk.Pending{Batch: r.Batch, Begun: c.now, IDs: c.ids}
		}
	}
	return c.prepare()
}

// asks reports whether the question stands.
func (c *cancelMany) asks() bool {
	return c.ask != nil && len(c.ask.Items) > 0 && c.report == nil && c.failed == "" && !c.run.Busy()
}

func (c *cancelMany) send() tea.Cmd {
	if !c.form.Submit() {
		return nil
	}
	stop := make(chan struct{})
	c.stop = sync.OnceFunc(func() { close(stop) })
	deps, plan, end, newest := c.deps, *c.ask, c.deps.Writes.begin(), c.newest
	return c.run.StartParts(func(ctx context.Context, part func(bulk.Report)) (bulk.Report, error) {
		defer end()
		ctx = booking.WhenSending(ctx, func() {
			if deps.Log != nil {
				deps.Log.LogAttrs(deps.Context, slog.LevelInfo, "cancellation is being sent, one of several")
			}
		})
		return bulk.Run(ctx, bulk.Options{Desk: deps.Desk, Store: deps.Batches, Plan: plan, Stop: stop, Told: func(r bulk.Report) {
			newest.Store(&r)
			part(r)
		}})
	})
}

// tell shows how far the run is.
func (c *cancelMany) tell(r bulk.Report) {
	c.report, c.now = &r, c.deps.Desk.Now()
	for _, left := range r.Left {
		c.settle(left.ID, left.Reservation)
	}
	for _, result := range r.Results {
		switch {
		case result.Canceled != nil:
			now := result.Canceled.Reservation
			c.settle(now.ID, &now)
		case result.Outcome == bulk.Already:
			c.settle(result.Shown.Reservation.ID, nil)
		default:
		}
	}
}

func (c *cancelMany) ended(r bulk.Report, err error) {
	c.stop = func() {}
	c.page.top()
	if err != nil {
		c.deps.logFailure("cancelling several", err)
		c.failed = wording.Sentence(err.Error())
		if len(r.Results) == 0 && c.report != nil { // Bellhop itself has failed in the middle.
			r = *c.report
			r.Stopped = "What came of the one that was being sent the journal knows: the list of lost answers tells it."
		}
		if len(r.Results) == 0 || r.Count(bulk.NotTried) == len(r.Results) {
			c.report = nil
			return
		}
	}
	c.tell(r)
	for _, result := range r.Results {
		if result.Err != nil {
			c.deps.logFailure("cancelling one of several", result.Err)
		}
	}
}

// renew takes what was found out since of what nobody knew.
func (c *cancelMany) renew() {
	if c.report == nil || c.run.Busy() || c.report.Count(bulk.Unresolved) == 0 {
		return
	}
	c.tell(c.report.Renewed(c.deps.Desk))
	if c.report.Finished() {
		if err := c.deps.Batches.End(c.report.Batch); err != nil {
			c.deps.logFailure("forgetting cancellations that are done", err) // It is told of as done the next time.
		}
	}
}

func (c *cancelMany) enable() {
	k := &c.keys
	them := when(c.ask == nil || len(c.ask.Items) != 1, "them") + when(c.ask != nil && len(c.ask.Items) == 1, "it")
	ui.Reword(&k.cancel, "cancel "+them)
	ui.Reword(&k.keep, "keep "+them)
	k.cancel.SetEnabled(c.asks())
	k.keep.SetEnabled(c.asks())
	k.stop.SetEnabled(c.run.Busy() && !c.halted)
	k.back.SetEnabled(!c.asks() && !c.run.Busy())
	k.again.SetEnabled(!c.run.Busy() && !c.plan.call.Busy() && (c.plan.failure != nil || c.report != nil && !c.report.Finished()))
}

func (c *cancelMany) Title() string { return "cancel several" }

func (c *cancelMany) Busy() string {
	switch {
	case c.plan.busy() != "":
		return c.read.words(c.plan.busy())
	case c.run.Busy() && c.halted:
		return "waiting for the one that is being sent"
	case c.run.Busy():
		return "cancelling; each is sent once"
	default:
		return ""
	}
}

func (c *cancelMany) Guard() string {
	return when(c.run.Busy(), "Reservations are being cancelled, one after the other.")
}

func (c *cancelMany) State() string {
	if c.report != nil {
		return c.report.Words()
	}
	return nothingSent
}

// Unfinished tells what became of a run that the end of the console has interrupted.
func (c *cancelMany) Unfinished() string {
	if !c.run.Busy() {
		return ""
	}
	words := "Several reservations were being cancelled"
	if r := c.newest.Load(); r != nil {
		words += " (" + r.Words() + ")"
	}
	return words + ". The journal has what was sent; the list of reservations offers to go on with the rest."
}

func (c *cancelMany) Ticking() bool { return true }
func (c *cancelMany) Typing() bool  { return c.form != nil && c.asks() && c.form.Typing() }

// Echo shows what is typed: the word.
func (c *cancelMany) Echo() ui.Echo { return ui.EchoLetters }

func (c *cancelMany) Resume() tea.Cmd { return c.plan.resume() }

func (c *cancelMany) Close() { c.plan.cancel() }

func (c *cancelMany) Keys() []key.Binding {
	k := c.keys
	keys := []key.Binding{ui.Instead(k.keep, k.stop, k.back)}
	if c.asks() || c.run.Busy() {
		keys = append(keys, k.cancel)
	}
	return append(append(keys, ui.Offered(k.again)...), c.page.keys()...)
}

func (c *cancelMany) SetSize(width, height int) {
	c.width, c.height = width, height
	c.refresh()
}

func (c *cancelMany) refresh() {
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

func (c *cancelMany) formHeight() int {
	if c.form == nil || !c.asks() {
		return 0
	}
	return min(3, c.height/2)
}

func (c *cancelMany) View() string {
	lines := strings.Split(c.page.view(), "\n")
	if c.page.reading != "" {
		lines = append(lines, margin+c.deps.Theme.Warn.Render(ui.Truncate(c.page.reading, inner(c.width))))
	}
	if c.formHeight() > 0 {
		lines = append(lines, indent(c.form.Lines())...)
	}
	return ui.Block(lines, c.width, c.height)
}
