package screens

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
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
	rowList[booking.HotelRow]
	one load[int] // how many hotels there are for one adult
	// forOne is that number, when nothing was found for a larger party.
	forOne int

	sort   booking.HotelSort
	filter hotelFilter
	find   findLine
	note   string
	mixed  string
	spread []string // the chart of prices, the longest form first
	now    time.Time
	above  []string // the lines above the table
	under  []string // and below it
	wide   hotelWidths

	// moved reports whether the agent has put the cursor on a row. Until then it is on the first one, whatever comes.
	moved bool
	// sought is the hotel that the cursor goes back to once a new search has read it.
	sought api.PropertyID
	limit  int           // up to how many hotels pages are read unasked
	delay  time.Duration // between pages, for a service that was asked too often
	pause  int           // the number of the newest wait for the next page
	waits  bool

	keys hotelsKeys
}

type hotelsKeys struct {
	open, find, filter, clear, sort, day, more, fewer, reload, back key.Binding
	earlier, later, farEarlier, farLater                            key.Binding
}

// nextPage comes when a wait between pages is over.
type nextPage struct {
	of    *Hotels
	pause int
}

// NewHotels searches the trip and lists what there is.
func NewHotels(deps *Deps, trip trip.Trip) *Hotels {
	h := &Hotels{
		deps: deps, trip: trip, wanted: trip, now: deps.Desk.Now(), find: newFindLine("name, code or street", "back"),
		pagedLoad: newPagedLoad[booking.HotelList](deps, "searching hotels"), one: newLoad[int](deps, "searching for fewer guests"),
		keys: hotelsKeys{
			open: ui.Bind("rates", "enter"), find: ui.Bind("find", "/"), filter: ui.Bind("filter", "f"),
			clear: clearKey("clear filter"), sort: ui.Bind("sort", "s"), earlier: ui.Bind("a day earlier", "["),
			later: ui.Bind("a day later", "]"), day: ui.BindAs("[ ]", "day", "[", "]"), more: ui.Bind("load all", "ctrl+a"),
			farEarlier: ui.Bind(shiftWords(-farDays), "("), farLater: ui.Bind(shiftWords(farDays), ")"),
			fewer:  ui.Bind("one filter less", "-"),
			reload: reloadKey(), back: backKey(),
		},
	}
	h.table = ui.NewTable(deps.Theme, h.columns(0), h.row)
	h.table.Style = h.cellStyle
	h.same = func(a, b booking.HotelRow) bool { return a.ID == b.ID }
	return h
}

func (h *Hotels) Init() tea.Cmd { return h.search(h.trip) }

func (h *Hotels) search(trip trip.Trip) tea.Cmd {
	h.more.forget()
	h.one.cancel()
	h.note, h.wanted, h.waits = "", trip, false
	desk := h.deps.Desk
	return h.load.start(func(ctx context.Context) (booking.HotelList, error) { return desk.Hotels(ctx, trip) })
}

func (h *Hotels) Title() string   { return "hotels" }
func (h *Hotels) Context() string { return h.trip.Words() }
func (h *Hotels) Brief() []string { return h.trip.Brief() }
func (h *Hotels) State() string   { return nothingSent }

// Busy leaves out the pages that are read in the background: esc leaves.
func (h *Hotels) Busy() string {
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
	switch msg := msg.(type) {
	case tea.KeyMsg:
		nav, cmd := h.key(msg)
		return nav, tea.Batch(cmd, h.page())
	case nextPage:
		if msg.of == h && msg.pause == h.pause {
			h.waits = false
		}
		return ui.Stay(), h.page()
	}
	if list, ok, mine, nav := h.load.receive(msg); mine {
		if ok {
			h.limit, h.delay, h.waits = booking.HotelsUnasked, 0, false
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
	if list, ok, mine, nav := h.more.receive(msg); mine {
		return nav, h.takePage(list, ok)
	}
	return ui.Stay(), nil
}

// takePage takes the next page, or what came instead of it, and goes on with the one after it.
func (h *Hotels) takePage(list booking.HotelList, ok bool) tea.Cmd {
	if ok {
		h.take(list)
	} else if delay, slower := booking.PageDelay(h.more.err, h.delay); slower {
		h.more.forget()
		h.delay = delay
	}
	if h.delay == 0 || h.more.failure != nil {
		return h.page()
	}
	h.waits = true
	h.pause++
	return ui.After(h.delay, nextPage{of: h, pause: h.pause})
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
	h.filter.learn(list)
	h.arrange()
}

// arrange draws up the rows. A cursor that was put on a row stays on it, and the row in its place on the screen.
func (h *Hotels) arrange() {
	at, had := h.selected()
	line := h.table.Cursor() - h.table.Offset()
	h.rows = h.list.Arrange(h.sort, h.filter.value(), h.find.Value())
	h.table.SetCount(len(h.rows))
	h.mixed, h.spread = booking.Mixed(h.rows), spreadWords(h.rows)
	h.measure()
	switch {
	case !h.moved:
		h.table.SetCursor(0)
	case had:
		h.keepCursor(at.ID, line)
	}
}

// keepCursor keeps the cursor on a hotel. While that is missing it is sought, and the cursor on another one.
func (h *Hotels) keepCursor(id api.PropertyID, line int) {
	at := func(id api.PropertyID) int {
		return slices.IndexFunc(h.rows, func(row booking.HotelRow) bool { return row.ID == id })
	}
	if i := at(h.sought); i >= 0 {
		id, h.sought = h.sought, api.PropertyID{}
	}
	if i := at(id); i >= 0 {
		h.table.Place(i, line)
		return
	}
	if h.sought == (api.PropertyID{}) {
		h.sought = id
	}
	h.table.SetCursor(0)
}

// page reads the next page: by itself up to a number of hotels, and beyond it when it is asked for.
func (h *Hotels) page() tea.Cmd {
	if !h.canReadMore() || h.waits || len(h.list.Items) >= h.limit {
		return nil
	}
	desk, list := h.deps.Desk, h.list
	return h.more.start(func(ctx context.Context) (booking.HotelList, error) { return desk.MoreHotels(ctx, list) })
}

// beyond reports whether there is more than what is read unasked.
func (h *Hotels) beyond() bool { return h.has && h.list.More() && len(h.list.Items) >= h.limit }

func (h *Hotels) Keys() []key.Binding {
	k := h.enabled()
	switch {
	case h.filter.open:
		return h.filter.bindings()
	case h.find.open:
		return []key.Binding{h.find.done, h.find.back, ui.Bind("reload", reloadName)}
	default:
		keys := []key.Binding{k.open, k.find, k.filter, k.clear, k.sort, k.earlier, k.later, k.farEarlier, k.farLater, k.fewer, k.more, k.reload, k.back}
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
	k.more.SetEnabled(h.beyond())
	k.fewer.SetEnabled(len(h.rows) == 0 && h.filter.isSet())
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
		return []key.Binding{k.clear, k.filter, k.find, k.fewer, k.day, k.back, k.reload}
	}
	return []key.Binding{k.open, k.find, k.filter, k.sort, k.day, k.back, k.more, k.clear, k.reload}
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
	case key.Matches(msg, k.farEarlier):
		return ui.Stay(), h.shift(-farDays)
	case key.Matches(msg, k.farLater):
		return ui.Stay(), h.shift(farDays)
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
	case key.Matches(msg, k.fewer) && len(h.rows) == 0:
		h.dropFilter()
	case key.Matches(msg, k.more) && h.beyond():
		h.limit = math.MaxInt
	default:
		h.move(msg)
	}
	return ui.Stay(), nil
}

// dropFilter takes away what leaves the most hotels without it.
func (h *Hotels) dropFilter() {
	if fewer, ok := h.fewer(); ok {
		h.filter.replace(fewer.Without)
		h.arrange()
	}
}

// move moves the cursor. At the end of the list it asks for what follows.
func (h *Hotels) move(msg tea.KeyMsg) {
	if !h.table.Update(msg) {
		return
	}
	h.moved, h.sought = true, api.PropertyID{}
	if h.beyond() && h.table.Cursor() == len(h.rows)-1 {
		h.limit = len(h.list.Items) + 1
	}
}

// back stops a search, clears the find text, and only then leaves.
func (h *Hotels) back() ui.Nav {
	switch {
	case h.load.cancel():
		h.wanted = h.trip
		h.note = "Stopped. " + reloadName + " searches again."
	case h.one.cancel():
	case h.find.Value() != "":
		h.find.clear()
		h.arrange()
	default:
		return ui.Pop()
	}
	return ui.Stay()
}

// open shows the rates of the hotel, with the cursor on the one whose price the list shows.
func (h *Hotels) open() ui.Nav {
	row, ok := h.selected()
	if !ok {
		return ui.Stay()
	}
	h.moved = true
	draft := booking.Draft{Trip: h.list.Trip, Hotel: row.Hotel(), SearchedAt: h.list.ReadAt}
	if offer, ok := row.Rate.Of(draft.Hotel); ok {
		draft.Room, draft.Rate = offer.Room, offer.Rate
	}
	return ui.Push(NewFilteredRates(h.deps, draft, h.filter.value()))
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
