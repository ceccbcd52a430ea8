package screens

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// Hotels is the priced list of a search, with the hotel under the cursor beside it.
type Hotels struct {
	deps          *Deps
	width, height int
	trip          trip.Trip // of the list, or of the first search
	wanted        trip.Trip // of the newest search

	pagedLoad[booking.HotelList]
	rowList[*booking.Listing]
	one load[int] // how many hotels there are for one adult
	// forOne is that number, when nothing was found for a larger party.
	forOne int

	sort   booking.HotelSort
	filter hotelFilter
	find   findLine
	note   string
	paused bool // paging was stopped
	mixed  string
	spread string
	now    time.Time
	above  []string // the lines above the table
	under  []string // and below it

	keys hotelsKeys
}

type hotelsKeys struct {
	open, find, filter, clear, sort, earlier, later, day, reload, back key.Binding
}

// NewHotels searches the trip and lists what there is.
func NewHotels(deps *Deps, trip trip.Trip) *Hotels {
	h := &Hotels{
		deps: deps, trip: trip, wanted: trip, now: deps.Desk.Now(), find: newFindLine("name, code or street", "back"),
		pagedLoad: newPagedLoad[booking.HotelList](deps, "searching hotels"), one: newLoad[int](deps, "searching for fewer guests"),
		keys: hotelsKeys{
			open: ui.Bind("rates", "enter"), find: ui.Bind("find", "/"), filter: ui.Bind("filter", "f"),
			clear: clearKey("clear filter"), sort: ui.Bind("sort", "s"), earlier: ui.Bind("a day earlier", "["),
			later: ui.Bind("a day later", "]"), day: ui.BindAs("[ ]", "day", "[", "]"), reload: reloadKey(),
			back: backKey(),
		},
	}
	h.table = ui.NewTable(deps.Theme, h.columns(), h.row)
	h.table.Style = moneyColumn(deps.Theme, hotelTotal)
	h.same = func(a, b *booking.Listing) bool { return a.ID == b.ID }
	return h
}

func (h *Hotels) Init() tea.Cmd { return h.search(h.trip) }

func (h *Hotels) search(trip trip.Trip) tea.Cmd {
	h.more.forget()
	h.one.cancel()
	h.note, h.wanted = "", trip
	desk := h.deps.Desk
	return h.load.start(func(ctx context.Context) (booking.HotelList, error) { return desk.Hotels(ctx, trip) })
}

func (h *Hotels) Title() string   { return "hotels" }
func (h *Hotels) Context() string { return h.trip.Words() }
func (h *Hotels) Brief() []string { return h.trip.Brief() }
func (h *Hotels) State() string   { return nothingSent }

func (h *Hotels) Busy() string {
	if h.more.busy() != "" {
		return fmt.Sprintf("page %d of %d", h.list.Page()+1, h.list.Pages)
	}
	if words := h.one.busy(); words != "" {
		return words
	}
	return h.load.busy()
}

func (h *Hotels) Typing() bool  { return h.find.open }
func (h *Hotels) Echo() ui.Echo { return ui.EchoLetters }

func (h *Hotels) Close() {
	h.pagedLoad.Close()
	h.one.cancel()
}

func (h *Hotels) Resume() tea.Cmd { return tea.Batch(h.pagedLoad.Resume(), h.one.resume()) }

func (h *Hotels) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	h.now = h.deps.Desk.Now()
	nav, cmd := h.update(msg)
	h.layout()
	return nav, cmd
}

func (h *Hotels) update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if msg, ok := msg.(tea.KeyMsg); ok {
		nav, cmd := h.key(msg)
		return nav, tea.Batch(cmd, h.page())
	}
	if list, ok, mine, nav := h.load.receive(msg); mine {
		if ok {
			h.paused = false
			h.take(list)
			return nav, tea.Batch(h.page(), h.askForOne())
		}
		return nav, h.page()
	}
	if n, ok, mine, nav := h.one.receive(msg); mine {
		if ok {
			h.forOne = n
		}
		return nav, nil
	}
	list, ok, mine, nav := h.more.receive(msg)
	if mine && ok {
		h.take(list)
	}
	if mine {
		return nav, h.page()
	}
	return ui.Stay(), nil
}

// askForOne finds out whether it is the party that leaves nothing.
func (h *Hotels) askForOne() tea.Cmd {
	h.forOne = 0
	if len(h.list.Items) > 0 || !h.trip.Crowded() {
		return nil
	}
	desk, trip := h.deps.Desk, h.trip
	return h.one.start(func(ctx context.Context) (int, error) { return desk.HotelsForOne(ctx, trip) })
}

func (h *Hotels) take(list booking.HotelList) {
	h.list, h.trip, h.has = list, list.Trip, true
	h.mixed = list.Mixed()
	h.filter.learn(list)
	h.table.SetColumns(h.columns())
	h.arrange()
}

func (h *Hotels) arrange() {
	order := h.list.Arrange(h.sort, h.filter.value(), h.find.Value())
	rows := make([]*booking.Listing, len(order))
	for at, i := range order {
		rows[at] = &h.list.Items[i]
	}
	h.spread = spreadWords(h.list, order)
	h.setRows(rows)
}

// page reads the next page when the cursor nears the end, or when too little is left.
func (h *Hotels) page() tea.Cmd {
	if !h.canReadMore() || h.paused || !h.table.NeedMore() {
		return nil
	}
	desk, list := h.deps.Desk, h.list
	return h.more.start(func(ctx context.Context) (booking.HotelList, error) { return desk.MoreHotels(ctx, list) })
}

func (h *Hotels) Keys() []key.Binding {
	k := h.enabled()
	switch {
	case h.filter.open:
		return h.filter.bindings()
	case h.find.open:
		return []key.Binding{h.find.done, h.find.back, ui.Bind("reload", reloadName)}
	default:
		keys := []key.Binding{k.open, k.find, k.filter, k.clear, k.sort, k.earlier, k.later, k.reload, k.back}
		if len(h.rows) > 1 {
			keys = append(keys, h.table.Keys()...)
		}
		return keys
	}
}

// enabled returns the bindings, those switched off that can do nothing now.
func (h *Hotels) enabled() hotelsKeys {
	k := h.keys
	k.open.SetEnabled(len(h.rows) > 0)
	k.find.SetEnabled(len(h.list.Items) > 0)
	k.filter.SetEnabled(len(h.list.Items) > 0)
	k.sort.SetEnabled(len(h.rows) > 1)
	k.clear.SetEnabled(h.filter.isSet())
	return k
}

// Footer leaves out the keys that move around, and names the days together.
func (h *Hotels) Footer() []key.Binding {
	switch {
	case h.filter.open:
		return h.filter.footer()
	case h.find.open:
		return h.Keys()
	}
	k := h.enabled()
	if len(h.rows) == 0 {
		return []key.Binding{k.clear, k.filter, k.find, k.day, k.back, k.reload}
	}
	return []key.Binding{k.open, k.find, k.filter, k.sort, k.day, k.back, k.clear, k.reload}
}

func (h *Hotels) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	h.note = ""
	switch {
	case h.filter.open:
		if h.filter.update(msg) {
			h.arrange()
		}
		return ui.Stay(), nil
	case h.find.open && msg.String() == reloadName:
		return ui.Stay(), h.reload()
	case h.find.open:
		if h.find.key(msg, h.table) {
			h.arrange()
		}
		return ui.Stay(), nil
	}
	k := h.keys
	switch {
	case key.Matches(msg, k.back):
		return h.back(), nil
	case key.Matches(msg, k.open):
		return h.open(), nil
	case key.Matches(msg, k.earlier):
		return ui.Stay(), h.shift(-1)
	case key.Matches(msg, k.later):
		return ui.Stay(), h.shift(1)
	case key.Matches(msg, k.reload):
		return ui.Stay(), h.reload()
	case len(h.list.Items) == 0:
	case key.Matches(msg, k.find):
		h.find.open = true
	case key.Matches(msg, k.filter):
		h.filter.show()
	case key.Matches(msg, k.sort):
		h.sort = h.sort.Next()
		h.arrange()
	case key.Matches(msg, k.clear) && h.filter.isSet():
		h.filter.clear()
		h.arrange()
	default:
		h.table.Update(msg)
	}
	return ui.Stay(), nil
}

// back stops a search, clears the find text, and only then leaves.
func (h *Hotels) back() ui.Nav {
	switch {
	case h.load.cancel():
		h.wanted = h.trip
		h.note = "Stopped. " + reloadName + " searches again."
	case h.more.cancel():
		h.paused = true
		h.note = "Stopped. " + reloadName + " reads on."
	case h.one.cancel():
	case h.find.Value() != "":
		h.find.clear()
		h.arrange()
	default:
		return ui.Pop()
	}
	return ui.Stay()
}

func (h *Hotels) open() ui.Nav {
	item, ok := h.selected()
	if !ok {
		return ui.Stay()
	}
	return ui.Push(NewRates(h.deps, booking.Draft{Trip: h.list.Trip, Hotel: item.Hotel(), SearchedAt: h.list.ReadAt}))
}

// shift searches the same nights some days later. The old list stays until the new one is there.
func (h *Hotels) shift(days int) tea.Cmd {
	trip := h.wanted.Shift(days)
	for _, p := range trip.Problems(h.now) {
		h.note = p.Message
		return nil
	}
	return h.search(trip)
}

// reload searches again, or goes on with the page that failed or was stopped.
func (h *Hotels) reload() tea.Cmd {
	switch {
	case h.load.failure != nil:
		return h.load.retry()
	case h.paused:
		h.paused = false
		return nil // Paging goes on by itself.
	case errors.Is(h.more.err, booking.ErrSearchOver):
		cmd := h.search(h.trip)
		h.note = "Searched again from the start: the service had forgotten the search."
		return cmd
	case h.more.failure != nil:
		return h.more.retry()
	default:
		return h.search(h.trip)
	}
}
