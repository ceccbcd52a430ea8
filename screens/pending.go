package screens

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Pending lists the writes whose answers were lost: what is known of each, and
// what came of those that were found out about in this run.
type Pending struct {
	deps          *Deps
	list          []recovery.Write
	chosen        string // the attempt under the cursor, whatever comes above it
	read          load[api.Reservation]
	lines         []string
	scroll        scroller
	keys          pendingKeys
	width, height int
}

type pendingKeys struct{ open, look, dismiss, list, up, down, back key.Binding }

// NewPending lists the writes whose answers were lost.
func NewPending(deps *Deps) *Pending {
	p := &Pending{deps: deps, read: newLoad[api.Reservation](deps, "reading the reservation"), keys: pendingKeys{
		open: ui.Bind("open reservation", "enter"), look: ui.Bind("look now", "l"), dismiss: ui.Bind("take off the list", "x"),
		list: ui.Bind("reservations", "ctrl+r"),
		up:   ui.BindAs("up k", "up", "up", "k"), down: ui.BindAs("down j", "down", "down", "j"), back: ui.Bind("back", "esc"),
	}}
	p.renew()
	return p
}

func (p *Pending) Init() tea.Cmd { return nil }

// renew takes over what the desk knows by now; the cursor stays on its write.
func (p *Pending) renew() {
	p.list = p.deps.Desk.Recovery.Writes()
	if at := p.at(); at >= 0 {
		p.chosen = p.list[at].Plan.Attempt
	}
	p.draw()
}

// at is the number of the write under the cursor; -1 when there is none.
func (p *Pending) at() int {
	for i, one := range p.list {
		if one.Plan.Attempt == p.chosen {
			return i
		}
	}
	return min(len(p.list)-1, 0)
}

// Update moves among the writes, and takes news every second.
func (p *Pending) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if r, ok, mine, nav := p.read.receive(msg); mine {
		p.draw()
		if ok {
			nav = ui.Push(NewReservation(p.deps, r))
		}
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		p.renew()
	case tea.KeyMsg:
		p.enable()
		nav, cmd := p.key(msg)
		p.renew()
		return nav, cmd
	}
	return ui.Stay(), nil
}

func (p *Pending) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	at := p.at()
	switch k := p.keys; {
	case key.Matches(msg, k.back):
		if p.read.cancel() {
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case key.Matches(msg, k.list):
		return ui.Push(NewReservations(p.deps, api.ReservationQuery{})), nil
	case key.Matches(msg, k.open):
		return p.open(p.list[at])
	case key.Matches(msg, k.look):
		p.deps.Desk.Recovery.LookNow(p.list[at].Plan.Attempt)
	case key.Matches(msg, k.dismiss):
		p.deps.Desk.Recovery.Dismiss(p.list[at].Plan.Attempt)
	case key.Matches(msg, k.up):
		p.move(at - 1)
	case key.Matches(msg, k.down):
		p.move(at + 1)
	}
	return ui.Stay(), nil
}

// open shows the reservation that a write is about. One that is not cancelled
// or changed for certain is read first.
func (p *Pending) open(one recovery.Write) (ui.Nav, tea.Cmd) {
	if one.Reservation != nil {
		return ui.Push(NewReservation(p.deps, *one.Reservation)), nil
	}
	desk, id := p.deps.Desk, one.Plan.Reservation
	return ui.Stay(), p.read.start(func(ctx context.Context) (api.Reservation, error) { return desk.Read(ctx, id) })
}

func (p *Pending) move(to int) {
	if len(p.list) > 0 {
		p.chosen = p.list[max(0, min(to, len(p.list)-1))].Plan.Attempt
	}
}

// enable keeps the keys in step with the write under the cursor.
func (p *Pending) enable() {
	var one recovery.Write
	at := p.at()
	if at >= 0 {
		one = p.list[at]
	}
	p.keys.open.SetEnabled(one.Reservation != nil || one.Plan.Reservation != "") // A booking has none until it is found.
	p.keys.look.SetEnabled(at >= 0 && one.State == recovery.Unresolved && !one.OtherConsole && !one.Looking)
	p.keys.dismiss.SetEnabled(at >= 0 && one.State != recovery.Unresolved)
	p.keys.up.SetEnabled(len(p.list) > 1)
	p.keys.down.SetEnabled(len(p.list) > 1)
}

// draw lays the list out anew, with the write under the cursor in sight.
func (p *Pending) draw() {
	p.enable()
	t, now, zone := p.deps.Theme, p.deps.Desk.Now(), agentZone(p.deps)
	width, at := inner(p.width), p.at()
	p.lines = []string{"", t.Title.Render(ui.Truncate("Writes whose answers were lost", width)), ""}
	p.lines = append(p.lines, failureBlock(t, width, p.read.failure, "Press enter to try again.")...)
	top := len(p.lines)
	for i, one := range p.list {
		from := len(p.lines)
		mark, style := "  ", t.Title
		if i == at {
			mark, style = "› ", t.Cursor
		}
		one = p.deps.seenPending(one)
		p.lines = append(p.lines, style.Render(ui.Truncate(mark+one.What(), width)))
		texts := append([]string{one.Story(now, zone), one.Progress(now, zone)}, one.Notes(now, zone)...)
		for _, text := range append(texts, "attempt "+one.Plan.Attempt) {
			for _, line := range ui.Wrap(text, max(width-2, 1)) {
				p.lines = append(p.lines, "  "+line)
			}
		}
		p.lines = append(p.lines, "")
		if i == at {
			p.show(from, len(p.lines)-1, top)
		}
	}
	if len(p.list) == 0 {
		p.lines = append(p.lines, ui.Notice(t, width, ui.NoticeEmpty, "None is left", "Every write has an outcome that is known.")...)
		p.scroll.offset = 0
	}
	p.scroll.fit(len(p.lines), p.height)
}

// show scrolls so far that these lines are in sight.
func (p *Pending) show(from, to, top int) {
	p.scroll.offset = max(min(p.scroll.offset, from), to-p.height)
	if from <= top {
		p.scroll.offset = 0 // With the heading above the first.
	}
}

func (p *Pending) SetSize(width, height int) {
	p.width, p.height = width, height
	p.draw()
}

func (p *Pending) View() string {
	return ui.Block(indent(p.scroll.slice(p.lines)), p.width, p.height)
}

func (p *Pending) Title() string   { return "lost answers" }
func (p *Pending) Busy() string    { return p.read.busy() }
func (p *Pending) Close()          { p.read.cancel() }
func (p *Pending) Resume() tea.Cmd { return p.read.resume() }

// State says how many are open.
func (p *Pending) State() string {
	if open := openOnes(p.list); open > 0 {
		return unknownOutcomes(open)
	}
	return "all outcomes known"
}

// unknownOutcomes is what the footer says of writes whose answers were lost.
func unknownOutcomes(open int) string { return wording.Plural(open, "outcome") + " unknown" }

// Ticking keeps the list in step with the desk.
func (p *Pending) Ticking() bool { return true }

func (p *Pending) Keys() []key.Binding {
	k := p.keys
	return []key.Binding{k.open, k.look, k.dismiss, k.list, k.back, k.up, k.down}
}
