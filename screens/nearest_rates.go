package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// NearestRates offers the rates that come nearest to one that is gone, with the guest as typed.
type NearestRates struct {
	deps *Deps
	draftHead
	title, text   string
	offers        []booking.RoomRate // those of a room beside each other
	list          grouped            // by room
	state         string             // of a booking that was sent before
	width, height int
	keys          nearestKeys
}

type nearestKeys struct{ take, up, down, search, back key.Binding }

// NewNearestRates offers rates in place of the draft's; title and text say why.
func NewNearestRates(deps *Deps, draft booking.Draft, offers []booking.RoomRate, title, text string) *NearestRates {
	offers, counts := byRoom(offers)
	n := &NearestRates{
		deps: deps, draftHead: draftHead{draft}, offers: offers, title: title, text: text, state: nothingSent,
		keys: nearestKeys{
			take: deps.bind("open", "its terms"), up: deps.bind("list.up"),
			down: deps.bind("list.down"), search: deps.bind("go.search"), back: deps.bind("back"),
		},
	}
	n.list.setCounts(counts)
	n.keys.take.SetEnabled(len(offers) > 0)
	n.keys.up.SetEnabled(len(offers) > 1)
	n.keys.down.SetEnabled(len(offers) > 1)
	return n
}

// byRoom puts the offers of a room beside each other, the nearest room first, and counts each.
func byRoom(offers []booking.RoomRate) (sorted []booking.RoomRate, counts []int) {
	rooms := map[string]int{}
	var groups [][]booking.RoomRate
	for _, offer := range offers {
		at, known := rooms[offer.RoomName()]
		if !known {
			at = len(groups)
			rooms[offer.RoomName()] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], offer)
	}
	for _, group := range groups {
		sorted, counts = append(sorted, group...), append(counts, len(group))
	}
	return sorted, counts
}

func (n *NearestRates) Init() tea.Cmd { return nil }

func (n *NearestRates) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	pressed, ok := msg.(tea.KeyMsg)
	if !ok {
		return ui.Stay(), nil
	}
	switch k := n.keys; {
	case key.Matches(pressed, k.take):
		return ui.Push(NewTerms(n.deps, n.taken())), nil
	case key.Matches(pressed, k.up):
		n.list.move(-1)
		n.list.follow(n.listHeight())
	case key.Matches(pressed, k.down):
		n.list.move(1)
		n.list.follow(n.listHeight())
	case key.Matches(pressed, k.search):
		return ui.Root(NewSearch(n.deps, n.draft.Trip)), nil
	case key.Matches(pressed, k.back):
		return ui.Pop(), nil
	}
	return ui.Stay(), nil
}

// taken is the draft with the rate under the cursor, not verified yet.
func (n *NearestRates) taken() booking.Draft {
	draft := n.draft
	chosen := n.offers[n.list.cursor]
	draft.Room, draft.Rate = chosen.Room, chosen.Rate
	draft.Verified, draft.Changes, draft.Attempt, draft.Token = nil, nil, "", api.Secret{}
	return draft
}

func (n *NearestRates) head() []string {
	t, width := n.deps.Theme, inner(n.width)
	lines := append([]string{""}, ui.Notice(t, width, ui.NoticeWarn, n.title, n.text)...)
	lines = append(lines, "")
	if len(n.offers) == 0 {
		lines = append(lines, ui.Notice(t, width, ui.NoticeEmpty, "This hotel has no other rate for these dates",
			"Nothing that was typed is lost: it is offered again from the start screen.")...)
		return indent(lines)
	}
	lines = append(lines, t.Title.Render(ui.Truncate(n.draft.Hotel.Name, width)))
	lines = append(lines, muted(t, n.draft.Trip.DivisionWords(), width, 2)...)
	table := n.table()
	lines = append(lines, muted(t, table.note.Words(), width, 1)...)
	return append(indent(lines), table.head())
}

func (n *NearestRates) table() rateTable {
	return newRateTable(n.deps, n.draft, n.offers, n.deps.Desk.Now(), n.width)
}

func (n *NearestRates) listHeight() int { return n.list.room(n.height - len(n.head())) }

func (n *NearestRates) View() string {
	lines, table := n.head(), n.table()
	for _, line := range n.list.lines(n.listHeight()) {
		lines = append(lines, n.list.tag(n.deps.Theme, line, table.line(line, n.expired)))
	}
	if beyond := n.list.beyond(n.listHeight()); beyond != "" {
		lines = append(lines, margin+n.deps.Theme.Muted.Render(ui.Truncate(beyond, inner(n.width))))
	}
	return ui.Block(lines, n.width, n.height)
}

// expired is decided by the terms, where the rate is verified.
func (n *NearestRates) expired(booking.RoomRate) bool { return false }

func (n *NearestRates) SetSize(width, height int) {
	n.width, n.height = width, height
	n.list.follow(n.listHeight())
}

func (n *NearestRates) Title() string { return "other rates" }
func (n *NearestRates) State() string { return n.state }

func (n *NearestRates) Keys() []key.Binding {
	return []key.Binding{n.keys.take, n.keys.search, n.keys.back, ui.HelpOnly(), n.keys.up, n.keys.down}
}
