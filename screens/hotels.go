package screens

import (
	"context"
	"errors"
	"math"
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
	begun         bool      // something of the newest search is in the list

	hotelPages
	hotelTable
	strip  dayStrip
	places hotelMap
	one    load[int] // how many hotels there are for one adult
	// forOne is that number, when nothing was found for a larger party.
	forOne int

	sort   trip.Order
	orders orderChooser
	filter hotelFilter
	find   findLine
	where  string   // the destination as it was typed
	unsaid []string // what the line asked and the service has not
	note   string
	mixed  string
	prices string // the lowest and the highest price
	// priceNote says what the prices include.
	priceNote booking.PriceNote
	former    booking.PriceList // of the search before the days or nights were moved
	now       time.Time
	above     []string // the lines above the table
	under     []string // and below it

	keys hotelsKeys
}

type hotelsKeys struct {
	open, find, filter, clear, sort, day, more, fewer, wider, again, reload, back key.Binding

	days dayKeys
}

// NewHotels searches what a line asks, with its filter and its order in force.
func NewHotels(deps *Deps, q trip.Question) *Hotels {
	trip := q.Trip
	h := &Hotels{
		deps: deps, trip: trip, wanted: trip, now: deps.Desk.Now(), find: newFindLine(deps, "name, code or street", "back"),
		hotelPages: newHotelPages(deps), hotelTable: newHotelTable(deps), strip: newDayStrip(deps), places: newHotelMap(deps), one: newLoad[int](deps, "searching for fewer guests"),
		keys: hotelsKeys{
			open: deps.bind("open", "rates"), find: deps.bind("find"), filter: deps.bind("filter"),
			clear: deps.bind("clear", "clear filters"), sort: deps.bind("sort"), days: newDayKeys(deps),
			day: deps.Theme.Keys.Pair("day", "day.earlier", "day.later"), more: deps.bind("load_all"),
			fewer: deps.bind("hotels.fewer_filters", "one fewer"), wider: deps.bind("hotels.wider"),
			again: deps.bind("go.search"), reload: deps.bind("reload"), back: deps.bind("back"),
		},
	}
	h.sort, h.where = q.Sort, q.Where
	h.filter.ask(q.Filter)
	h.draw()
	return h
}

func (h *Hotels) Init() tea.Cmd { return h.search(h.trip) }

func (h *Hotels) search(trip trip.Trip) tea.Cmd {
	h.more.forget()
	h.one.cancel()
	h.strip.call.Cancel()
	h.note, h.wanted, h.waits, h.begun = "", trip, false, false
	desk := h.deps.Desk
	return h.load.startInParts(func(ctx context.Context, part func(booking.HotelList)) (booking.HotelList, error) {
		return booking.HotelsInParts(ctx, desk, trip, part)
	})
}

func (h *Hotels) Title() string   { return "hotels" }
func (h *Hotels) Context() string { return h.trip.SearchWords() }
func (h *Hotels) Brief() []string { return h.trip.SearchBrief(h.deps.Desk.Now()) }
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
	h.strip.call.Cancel()
}

func (h *Hotels) Resume() tea.Cmd { return tea.Batch(h.pagedLoad.Resume(), h.one.resume(), h.lookOn()) }

func (h *Hotels) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	h.now = h.deps.Desk.Now()
	nav, cmd := h.update(msg)
	if h.strip.leave(nav) {
		return nav, cmd
	}
	look := h.look()
	h.layout()
	return nav, tea.Batch(cmd, look)
}

func (h *Hotels) update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		nav, cmd := h.key(msg)
		return nav, tea.Batch(cmd, h.page())
	case nextPage:
		return ui.Stay(), h.waited(msg)
	}
	if h.strip.receive(msg) {
		return ui.Stay(), nil
	}
	if list, next, mine := h.load.call.Part(msg); mine {
		h.land(list)
		return ui.Stay(), next
	}
	if list, ok, mine, nav := h.load.receive(msg); mine {
		if ok {
			h.begin()
			h.strip.begin(list.Trip, h.now)
			h.land(list)
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
		if ok {
			h.take(list)
		}
		return nav, h.next(ok)
	}
	return ui.Stay(), nil
}

// land shows the part of a search that has arrived: the first replaces the list, and the next ones extend it.
func (h *Hotels) land(list booking.HotelList) {
	if !h.begun {
		h.compare(list)
	}
	h.begun = true
	h.take(list)
}

func (h *Hotels) take(list booking.HotelList) {
	h.list, h.trip, h.has = list, list.Trip, true
	if order, note := list.InOrder(h.sort); note != "" {
		h.sort, h.note = order, note
	}
	h.filter.learn(list)
	h.arrange()
}

func (h *Hotels) arrange() {
	rows := h.list.Arrange(h.sort, h.filter.value(), h.find.Value())
	h.mixed, h.priceNote, h.prices = booking.Mixed(rows), booking.HotelPrices(rows), priceBoundsWords(rows)
	h.set(rows, h.head())
	h.layout()
}

func (h *Hotels) head() hotelHead {
	return hotelHead{
		rooms: h.trip.Rooms, currency: h.filter.currency, note: h.priceNote, measured: h.list.Centre != nil,
		former: h.former, filter: h.filter.value(), converted: h.conversionOf(), numbered: h.places.form != mapNone,
	}
}

func (h *Hotels) Keys() []key.Binding {
	k := h.enabled()
	switch {
	case h.filter.open:
		return h.filter.bindings()
	case h.orders.open:
		return h.orders.bindings()
	case h.find.open:
		return []key.Binding{h.find.done, h.find.back, h.deps.typing("reload")}
	default:
		keys := []key.Binding{k.open, k.find, k.filter, k.clear, k.sort, k.wider, k.fewer, k.more, h.aroundKey(), k.again, k.reload, k.back}
		keys = append(append(keys, k.days.all()...), h.places.bindings(len(h.rows) > 0)...)
		keys = append(keys, ui.Enabled(h.deps.bind("mark"), len(h.rows) > 0), h.deps.bind("tray"))
		keys = append(keys, photoKeys(h.deps, len(h.rows) > 0)...)
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
	filtered := h.filter.isSet() && len(h.list.Items) > 0 // Without any hotels it is not the filter that leaves none.
	k.clear.SetEnabled(filtered)
	k.more.SetEnabled(h.beyond())
	k.fewer.SetEnabled(filtered)
	k.days.unit.SetEnabled(h.list.Centre != nil && len(h.list.Items) > 0)
	cheapest, compared := h.strip.around.Cheapest()
	k.days.cheapest.SetEnabled(compared && !cheapest.Present)
	_, wider := h.wanted.Wider()
	k.wider.SetEnabled(wider)
	return k
}

// Footer leaves out the keys that move around, and names the days together. Keys that share a place are as wide as each
// other, so that none moves when a filter is set or leaves nothing.
func (h *Hotels) Footer() []key.Binding {
	switch {
	case h.filter.open:
		return h.filter.footer()
	case h.orders.open:
		return h.orders.bindings()[:2]
	case h.find.open:
		return h.Keys()
	}
	k := h.enabled()
	footer := []key.Binding{ui.Instead(k.open, k.fewer), k.find, k.filter, k.sort, h.places.bindings(len(h.rows) > 0)[0], ui.Enabled(h.deps.bind("mark"), len(h.rows) > 0), k.day, k.back, ui.Instead(k.clear, k.more)}
	if h.has && len(h.list.Items) == 0 {
		return ui.Offered(footer...) // The others cannot work in an empty list.
	}
	return footer
}

func (h *Hotels) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	h.note = ""
	switch {
	case h.filter.open:
		if h.filter.update(msg) {
			h.arrange()
		}
		return ui.Stay(), nil
	case h.orders.open:
		if order, reversed, chosen := h.orders.update(msg); chosen {
			h.sort = trip.Order{By: h.list.Sorts()[order], Reversed: reversed}
			h.arrange()
		}
		return ui.Stay(), nil
	case h.find.open && key.Matches(msg, h.deps.typing("reload")):
		return ui.Stay(), h.reload()
	case h.find.open:
		if h.find.key(msg, h.table) {
			h.arrange()
		}
		return ui.Stay(), nil
	}
	if nav, cmd, ok := h.besideKey(msg); ok {
		return nav, cmd
	}
	k := h.keys
	switch {
	case key.Matches(msg, k.back):
		return h.back(), nil
	case key.Matches(msg, k.open):
		return h.open(), nil
	case key.Matches(msg, k.again):
		return ui.Pop(), nil // To the search, which shows the question of this list.
	case key.Matches(msg, k.reload):
		return ui.Stay(), h.reload()
	case key.Matches(msg, k.wider):
		if wider, ok := h.wanted.Wider(); ok {
			return ui.Stay(), h.search(wider)
		}
	case len(h.list.Items) == 0:
	case key.Matches(msg, k.find):
		h.find.open = true
	case key.Matches(msg, k.filter):
		h.filter.show(h.deps)
	case key.Matches(msg, k.sort):
		h.openOrders()
	case key.Matches(msg, k.clear) && h.filter.isSet():
		h.filter.clear()
		h.arrange()
	case key.Matches(msg, k.fewer):
		if fewer, ok := h.list.FewerFilter(h.filter.asked()); ok {
			h.filter.replace(fewer.Without)
			h.arrange()
		}
	case key.Matches(msg, k.more) && h.beyond():
		h.limit = math.MaxInt
	default:
		if h.hotelTable.key(msg) && h.beyond() {
			h.limit = len(h.list.Items) + 1
		}
	}
	return ui.Stay(), nil
}

// back stops a search, clears the find text, closes the map, and only then leaves.
func (h *Hotels) back() ui.Nav {
	switch {
	case h.load.cancel():
		h.wanted = h.trip
		h.note = h.deps.say("Stopped. {reload!} searches again.")
	case h.one.cancel():
	case h.find.Value() != "":
		h.find.clear()
		h.arrange()
	case h.places.form != mapNone:
		h.places.show(h, mapNone)
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
	h.table.Pin()
	h.deps.conversion.factors = h.list.Exchange
	return ui.Push(NewRates(h.deps, h.draftOfRow(row), h.filter.value()))
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
