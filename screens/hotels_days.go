package screens

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/booking/trip"
)

// dayKeys are the keys of a hotel list that search other days or nights, and those for the unit of distances and
// for converted prices.
type dayKeys struct {
	earlier, later, farEarlier, farLater, shorter, longer, cheapest, unit, convert key.Binding
}

func newDayKeys(deps *Deps) dayKeys {
	return dayKeys{
		earlier: deps.bind("day.earlier", shiftWords(-1)), later: deps.bind("day.later", shiftWords(1)),
		farEarlier: deps.bind("days.earlier", shiftWords(-farDays)), farLater: deps.bind("days.later", shiftWords(farDays)),
		shorter: deps.bind("nights.fewer"), longer: deps.bind("nights.more"), unit: deps.unitKey(),
		cheapest: deps.bind("day.cheapest"), convert: deps.bind("convert"),
	}
}

// unitKey names the unit that it changes to.
func (d *Deps) unitKey() key.Binding {
	if d.inMiles() {
		return d.bind("unit", "in km")
	}
	return d.bind("unit", "in miles")
}

func (k dayKeys) all() []key.Binding {
	return []key.Binding{k.earlier, k.later, k.farEarlier, k.farLater, k.shorter, k.longer, k.cheapest, k.unit, k.convert}
}

// dayKey handles one of these keys; false for another.
func (h *Hotels) dayKey(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := h.keys.days
	switch {
	case key.Matches(msg, k.earlier):
		return h.move(h.wanted.Shift(-1)), true
	case key.Matches(msg, k.later):
		return h.move(h.wanted.Shift(1)), true
	case key.Matches(msg, k.farEarlier):
		return h.move(h.wanted.Shift(-farDays)), true
	case key.Matches(msg, k.farLater):
		return h.move(h.wanted.Shift(farDays)), true
	case key.Matches(msg, k.shorter):
		return h.moveNights(-1), true
	case key.Matches(msg, k.longer):
		return h.moveNights(1), true
	case key.Matches(msg, k.cheapest):
		return h.toCheapest(), true
	case key.Matches(msg, k.convert):
		h.convertNext()
		return nil, true
	case key.Matches(msg, k.unit):
		h.turnUnit()
		return nil, true
	}
	return nil, false
}

// move searches other days or nights, where they can be searched. The old list stays until the new one is there.
func (h *Hotels) move(to trip.Trip) tea.Cmd {
	for _, p := range to.Problems(h.now) {
		h.note = p.Message
		return nil
	}
	return h.search(to)
}

// moveNights searches so many nights more, or fewer.
func (h *Hotels) moveNights(by int) tea.Cmd {
	if h.note = h.wanted.NightsProblem(by); h.note != "" {
		return nil
	}
	return h.move(h.wanted.AddNights(by))
}

// turnUnit has all lists of the session tell distances in the other unit. The radius keeps the one it was asked in.
func (h *Hotels) turnUnit() {
	if h.list.Centre == nil {
		h.note = "No distances are known in this list."
		return
	}
	h.deps.otherUnit = !h.deps.otherUnit
	h.keys.days.unit = h.deps.unitKey()
	h.wide.distance = 0
	h.arrange()
}

// compare keeps what the list's hotels cost before the one of other days or nights takes its place.
func (h *Hotels) compare(next booking.HotelList) {
	if h.has && h.list.Trip.OtherDays(next.Trip) {
		h.former = h.list.Prices()
	}
}

// farDays is how many days the keys for a wider look at dates go.
const farDays = 3

func shiftWords(days int) string {
	switch days {
	case -1:
		return "a day earlier"
	case 1:
		return "a day later"
	case -farDays:
		return "three days earlier"
	default:
		return "three days later"
	}
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

// questionOf is all that the list is an answer to, so that a line can ask it again.
func (h *Hotels) questionOf() trip.Question {
	return trip.Question{Trip: h.trip, Filter: h.filter.asked(), Sort: h.sort, Where: h.where}
}
