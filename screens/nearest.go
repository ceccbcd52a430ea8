package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// Nearest offers the rates of the same hotel that come nearest to one that is
// gone. Whichever is taken goes to its terms with the guest as typed.
type Nearest struct {
	deps          *Deps
	draft         booking.Draft
	title, text   string
	offers        []booking.Offer
	at            int
	width, height int
	keys          nearestKeys
}

type nearestKeys struct{ take, up, down, search, back key.Binding }

// NewNearest offers rates in place of the draft's; title and text say why.
func NewNearest(deps *Deps, draft booking.Draft, offers []booking.Offer, title, text string) *Nearest {
	n := &Nearest{
		deps: deps, draft: draft, offers: offers, title: title, text: text,
		keys: nearestKeys{
			take: ui.Bind("its terms", "enter"), up: ui.BindAs("up k", "up", "up", "k"), down: ui.BindAs("down j", "down", "down", "j"),
			search: ui.Bind("new search", "ctrl+n"), back: ui.Bind("back", "esc"),
		},
	}
	n.keys.take.SetEnabled(len(offers) > 0)
	n.keys.up.SetEnabled(len(offers) > 1)
	n.keys.down.SetEnabled(len(offers) > 1)
	return n
}

// Init does nothing: the rates are there.
func (n *Nearest) Init() tea.Cmd { return nil }

// Update chooses among the rates.
func (n *Nearest) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	pressed, ok := msg.(tea.KeyMsg)
	if !ok {
		return ui.Stay(), nil
	}
	switch k := n.keys; {
	case key.Matches(pressed, k.take):
		return ui.Push(NewTerms(n.deps, n.taken())), nil
	case key.Matches(pressed, k.up):
		n.at = max(n.at-1, 0)
	case key.Matches(pressed, k.down):
		n.at = min(n.at+1, len(n.offers)-1)
	case key.Matches(pressed, k.search):
		return ui.Root(NewSearch(n.deps, n.draft.Trip)), nil
	case key.Matches(pressed, k.back):
		return ui.Pop(), nil
	}
	return ui.Stay(), nil
}

// taken is the draft with the rate under the cursor, not verified yet.
func (n *Nearest) taken() booking.Draft {
	draft := n.draft
	draft.Room, draft.Rate = n.offers[n.at].Room, n.offers[n.at].Rate
	draft.Verified, draft.Changes, draft.Attempt, draft.Token = nil, nil, "", api.Secret{}
	return draft
}

// View is why they are offered, and the rates.
func (n *Nearest) View() string {
	t, width := n.deps.Theme, inner(n.width)
	lines := append([]string{""}, ui.Notice(t, width, ui.NoticeWarn, n.title, n.text)...)
	lines = append(lines, "")
	if len(n.offers) == 0 {
		lines = append(lines, ui.Notice(t, width, ui.NoticeEmpty, "This hotel has no other rate for these dates",
			"Nothing that was typed is lost: it is offered again from the start screen.")...)
		return ui.Block(indent(lines), n.width, n.height)
	}
	lines = append(lines, t.Title.Render(ui.Truncate(n.draft.Hotel.Name+", "+totalTitle(n.draft.Trip.Rooms), width)))
	lines = indent(lines)
	for i, offer := range n.offers {
		lines = append(lines, n.line(offer, i == n.at))
	}
	return ui.Block(lines, n.width, n.height)
}

// line is a rate: room and name, price, and what cancelling it costs.
func (n *Nearest) line(offer booking.Offer, selected bool) string {
	t := n.deps.Theme
	total := ui.FitRight(offer.Rate.Price.Total.String(), rateTotal+2)
	cancel := ui.Fit(booking.ConditionsOf(offer.Rate.Terms).Short(n.deps.Desk.Now()), rateCancel)
	name := ui.Fit(joined(offer.RoomName(), offer.Rate.Name), max(n.width-rateTotal-rateCancel-12, 8))
	if selected {
		return margin + t.Cursor.Render("› "+name+"  "+total+"  "+cancel)
	}
	return margin + "  " + name + "  " + t.Money.Render(total) + "  " + t.Muted.Render(cancel)
}

// SetSize takes the size of the body.
func (n *Nearest) SetSize(width, height int) { n.width, n.height = width, height }

// Title is the screen's part of the trail.
func (n *Nearest) Title() string { return "other rates" }

// Context is the trip.
func (n *Nearest) Context() string { return n.draft.Trip.Words() }

// Brief is the trip in fewer words.
func (n *Nearest) Brief() []string { return n.draft.Trip.Brief() }

// State says that everything can still be thrown away.
func (n *Nearest) State() string { return nothingSent }

// Keys lists the bindings.
func (n *Nearest) Keys() []key.Binding {
	return []key.Binding{n.keys.take, n.keys.search, n.keys.back, n.keys.up, n.keys.down}
}
