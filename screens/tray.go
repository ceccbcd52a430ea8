package screens

import (
	"context"
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Tray lists the rates that were marked, compares two to four of them term by term, and verifies them again.
type Tray struct {
	deps          *Deps
	width, height int
	now           time.Time
	offers        []quote.Offer
	chosen        map[quote.ID]bool // which are compared
	table         *ui.Table
	page          page // what became of the offer under the cursor, and the comparison
	asking        bool // whether all are to be taken off
	note          string

	verify  trayQueue
	renew   load[booking.RestoredDraft] // of an offer that has ended, to book it
	renewed quote.Offer
	keys    trayKeys
}

type trayKeys struct{ open, compare, again, nearest, quote, quotes, clear, empty, back key.Binding }

// A trayQueue verifies offers one after the other.
type trayQueue struct {
	load load[quote.Outcome]
	ids  []quote.ID
	at   int
}

// trayCommand opens the tray from everywhere.
func trayCommand(deps *Deps) ui.Command {
	return ui.Command{Key: deps.bind("go.tray"), Run: func() (ui.Nav, tea.Cmd) { return deps.openTray() }}
}

// openTray opens the tray, unless it is open already.
func (d *Deps) openTray() (ui.Nav, tea.Cmd) {
	if d.trayOpen != nil {
		return ui.Stay(), ui.Flash("the tray is open already: esc leads back to it")
	}
	return ui.Push(NewTray(d)), nil
}

// NewTray lists the rates that were marked in this session.
func NewTray(deps *Deps) *Tray {
	t := &Tray{
		deps: deps, now: deps.Desk.Now(), chosen: map[quote.ID]bool{}, page: newPage(deps, false),
		verify: trayQueue{load: newLoad[quote.Outcome](deps, "verifying")},
		renew:  newLoad[booking.RestoredDraft](deps, "searching this offer again"),
		keys: trayKeys{
			open: deps.bind("open", "terms"), compare: deps.bind("mark", "compare"), again: deps.bind("verify"),
			nearest: deps.bind("nearest"), clear: deps.bind("clear", "take off the list"), empty: deps.bind("tray.empty"), quote: deps.bind("quote"), quotes: deps.bind("quotes"), back: deps.bind("back"),
		},
	}
	t.table = ui.NewTable(deps.Theme, nil, t.row)
	t.table.Style = t.cellStyle
	t.take()
	for _, o := range t.offers[:min(quote.Many, len(t.offers))] {
		t.chosen[o.ID()] = true
	}
	return t
}

// take shows the tray as it is now.
func (t *Tray) take() {
	t.offers = t.deps.marks.Offers()
	t.table.SetCount(len(t.offers))
}

func (t *Tray) Init() tea.Cmd {
	t.deps.trayOpen = t
	return nil
}

func (t *Tray) Title() string { return "tray" }
func (t *Tray) State() string { return nothingSent }
func (t *Tray) Ticking() bool { return true }
func (t *Tray) Commands() []ui.Command {
	return t.deps.commandsAt("go.tray", "this is the tray: esc leaves it")
}

// Context says whose clock deadlines are told by.
func (t *Tray) Context() string { return when(len(t.offers) > 0, "deadlines in hotel time") }

// Brief is Context in fewer words.
func (t *Tray) Brief() []string { return []string{"hotel time"} }

func (t *Tray) Side() string {
	if o, ok := t.selected(); ok {
		return hotelClock(o.Zone, t.now)
	}
	return ""
}

func (t *Tray) Busy() string {
	if !t.verify.load.call.Busy() {
		return t.renew.busy()
	}
	return fmt.Sprintf("verifying %d of %d", t.verify.at+1, len(t.verify.ids))
}

func (t *Tray) Close() {
	t.deps.trayOpen = nil
	t.verify.load.cancel()
	t.renew.cancel()
}

func (t *Tray) Resume() tea.Cmd {
	t.now = t.deps.Desk.Now()
	t.take()
	cmd := tea.Batch(t.verify.load.resume(), t.renew.resume())
	t.draw()
	return cmd
}

func (t *Tray) SetSize(width, height int) {
	t.width, t.height = width, height
	t.draw()
}

func (t *Tray) selected() (quote.Offer, bool) {
	if at := t.table.Cursor(); at >= 0 && at < len(t.offers) {
		return t.offers[at], true
	}
	return quote.Offer{}, false
}

// compared returns the chosen offers in the order of the list.
func (t *Tray) compared() (chosen []quote.Offer) {
	for _, o := range t.offers {
		if t.chosen[o.ID()] {
			chosen = append(chosen, o)
		}
	}
	return chosen
}

func (t *Tray) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	t.now = t.deps.Desk.Now()
	nav, cmd := t.update(msg)
	t.draw()
	return nav, cmd
}

func (t *Tray) update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if pressed, ok := msg.(tea.KeyMsg); ok {
		return t.key(pressed)
	}
	if again, ok, mine, nav := t.renew.receive(msg); mine {
		if ok {
			t.deps.settleMark(marked.Draft(t.renewed), again, nil)
			t.take()
			nav = t.deps.renewedOffer(again)
		}
		return nav, nil
	}
	outcome, ok, mine, nav := t.verify.load.receive(msg)
	switch {
	case !mine:
		return ui.Stay(), nil
	case !ok:
		return nav, nil // A refused key is asked for; whoever gives none may verify again.
	}
	t.settle(t.verify.ids[t.verify.at], outcome)
	t.verify.at++
	return nav, t.next()
}

// settle shows what became of an offer. It may have other codes now, and stays compared.
func (t *Tray) settle(id quote.ID, outcome quote.Outcome) {
	t.deps.marks.Settle(id, outcome)
	if t.chosen[id] && outcome.Kind.Priced() {
		delete(t.chosen, id)
		t.chosen[outcome.Offer.ID()] = true
	}
	t.take()
}

// verifyAll asks for every offer in the order of the list.
func (t *Tray) verifyAll() tea.Cmd {
	t.verify.at, t.verify.ids = 0, each(t.offers, quote.Offer.ID)
	return t.next()
}

// next asks for the next offer that is still in the tray.
func (t *Tray) next() tea.Cmd {
	q := &t.verify
	for ; q.at < len(q.ids); q.at++ {
		for _, o := range t.offers {
			if o.ID() == q.ids[q.at] {
				desk := t.deps.Desk
				return q.load.start(func(ctx context.Context) (quote.Outcome, error) { return marked.Verify(ctx, desk, o) })
			}
		}
	}
	t.note = "Verified: " + wording.Plural(len(q.ids), "rate") + "."
	return nil
}

// Footer is what a tray is there for; the rest is in the help.
func (t *Tray) Footer() []key.Binding {
	keys := t.Keys()
	return keys[:min(len(keys), 5)]
}

func (t *Tray) Keys() []key.Binding {
	k := t.keys
	o, ok := t.selected()
	idle := t.Busy() == ""
	for _, b := range []*key.Binding{&k.open, &k.again, &k.quote, &k.clear, &k.empty} {
		b.SetEnabled(ok && idle)
	}
	k.compare.SetEnabled(ok)
	k.nearest.SetEnabled(idle && len(t.nearest(o)) > 0)
	k.quotes.SetEnabled(t.deps.Quotes != nil && idle)
	if len(t.offers) == 0 {
		return []key.Binding{k.back, k.quotes}
	}
	keys := []key.Binding{ui.Instead(k.nearest, k.open), k.compare, k.quote, k.again, k.back, k.clear, ui.HelpOnly(), k.empty, k.quotes}
	if k.nearest.Enabled() {
		keys = append(keys, k.open)
	}
	if len(t.offers) > 1 {
		keys = append(keys, t.table.Keys()[:2]...)
		keys = append(keys, t.table.Keys()[4:]...)
	}
	return append(keys, t.page.keys()...)
}

// nearest returns what comes nearest to an offer that was gone when it was last verified.
func (t *Tray) nearest(o quote.Offer) []quote.Offer {
	outcome, ok := t.deps.marks.Outcome(o.ID())
	if !ok || outcome.Kind != quote.Gone {
		return nil
	}
	return outcome.Nearest
}

func (t *Tray) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	asked := t.asking
	t.asking, t.note = false, ""
	k := t.keys
	if key.Matches(msg, k.back) {
		return t.back(), nil
	}
	if key.Matches(msg, k.quotes) && t.deps.Quotes != nil && t.Busy() == "" {
		return ui.Push(newQuotes(t.deps)), nil
	}
	o, ok := t.selected()
	switch {
	case key.Matches(msg, k.compare) && ok:
		t.choose(o.ID())
	case t.page.key(msg), t.table.Update(msg), !ok, t.Busy() != "":
	case key.Matches(msg, k.open):
		return t.open(o)
	case key.Matches(msg, k.again):
		return ui.Stay(), t.verifyAll()
	case key.Matches(msg, k.nearest):
		return t.deps.showNearest(o, t.nearest(o)), nil
	case key.Matches(msg, k.quote):
		return ui.Push(NewQuote(t.deps)), nil
	case key.Matches(msg, k.clear):
		t.deps.marks.Remove(o.ID())
		delete(t.chosen, o.ID())
		t.take()
	case key.Matches(msg, k.empty) && asked:
		t.deps.marks.Clear()
		clear(t.chosen)
		t.take()
	case key.Matches(msg, k.empty):
		t.asking = true
	}
	return ui.Stay(), nil
}

// back stops what is under way, and only then leaves.
func (t *Tray) back() ui.Nav {
	if t.verify.load.cancel() {
		t.note = fmt.Sprintf("Stopped after %d of %d.", t.verify.at, len(t.verify.ids))
		return ui.Stay()
	}
	if t.renew.cancel() {
		return ui.Stay()
	}
	return ui.Pop()
}

// choose has an offer compared, or leaves it out.
func (t *Tray) choose(id quote.ID) {
	switch {
	case t.chosen[id]:
		delete(t.chosen, id)
	case len(t.compared()) >= quote.Many:
		t.note = fmt.Sprintf("%d are compared, and no more fit beside each other: leave one out first.", quote.Many)
	default:
		t.chosen[id] = true
	}
}

// open goes on to the offer's terms, which are verified there. One that has ended is searched for again first.
func (t *Tray) open(o quote.Offer) (ui.Nav, tea.Cmd) {
	if !o.Expired(t.now) {
		return ui.Push(NewTerms(t.deps, marked.Draft(o))), nil
	}
	desk := t.deps.Desk
	t.renewed = o
	return ui.Stay(), t.renew.start(func(ctx context.Context) (booking.RestoredDraft, error) { return marked.Renew(ctx, desk, o) })
}

// renewedOffer goes on with an offer that had ended.
func (d *Deps) renewedOffer(again booking.RestoredDraft) ui.Nav {
	if again.Draft.Verified != nil {
		return ui.Push(NewVerifiedTerms(d, again.Draft))
	}
	return ui.Push(NewNearestRates(d, again.Draft, again.Nearest, goneTitle, goneText))
}

const (
	goneTitle = "This rate is gone"
	goneText  = "The service does not sell it any more. These come nearest to it, those of the same room first:"
)

// showNearest offers what comes nearest to an offer that is gone.
func (d *Deps) showNearest(o quote.Offer, near []quote.Offer) ui.Nav {
	if len(near) == 0 {
		return ui.Stay()
	}
	offers := each(near, func(o quote.Offer) booking.RoomRate { return booking.RoomRate{Room: o.Room, Rate: o.Rate} })
	draft := marked.Draft(o)
	draft.SearchedAt = near[0].SearchedAt
	return ui.Push(NewNearestRates(d, draft, offers, goneTitle, goneText))
}
