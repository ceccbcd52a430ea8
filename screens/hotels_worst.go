package screens

import (
	"strconv"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// startDays are the days of the order by the worst case as long as nobody has said.
const startDays = trip.WorstDays

// worstKeys change the days of the order by the worst case. In another order they begin it.
type worstKeys struct{ earlier, later key.Binding }

func newWorstKeys(deps *Deps) worstKeys {
	return worstKeys{earlier: deps.bind("worst.earlier"), later: deps.bind("worst.later")}
}

// nextSort is the order after the list's own. That by the worst case has the days that were asked for last.
func nextSort(h *Hotels) trip.Sort {
	next := h.list.NextSort(h.sort)
	if _, ok := next.Worst(); ok {
		return trip.Worst(h.worstDays)
	}
	return next
}

// shownSort is the list's order as it can be: a stay cannot be cancelled earlier than today.
func shownSort(h *Hotels) trip.Sort {
	if days, ok := h.sort.Worst(); ok {
		return trip.Worst(min(days, h.trip.DaysLeft(h.now)))
	}
	return h.sort
}

// worstBy has the list in the order by the worst case, and its days more or fewer where it is that already.
func worstBy(h *Hotels, by int) {
	if len(h.list.Items) == 0 {
		h.note = "No hotels to put in order."
		return
	}
	days, ok := shownSort(h).Worst()
	switch {
	case !ok:
		days = h.worstDays
	case by < 0 && days == 0:
		h.note = "The worst case goes up to the day of arrival."
	case by > 0 && days >= h.trip.DaysLeft(h.now):
		h.note = "A stay cannot be cancelled earlier than today."
	case by > 0 && days == trip.MostWorstDays:
		h.note = "The worst case is known for no more days before arrival."
	default:
		days += by
	}
	h.worstDays, h.sort = days, trip.Worst(days)
	h.arrange()
}

func (t *hotelTable) byWorst() bool {
	_, ok := t.head.sort.Worst()
	return ok
}

func (t *hotelTable) worstTitle() string {
	days, _ := t.head.sort.Worst()
	return "worst " + strconv.Itoa(days) + "d"
}

// worstWidth is that of the column.
func (t *hotelTable) worstWidth() int { return max(t.wide.worst, ui.Width(t.worstTitle())) }

func (t *hotelTable) worst(row *booking.HotelRow) string {
	days, ok := t.head.sort.Worst()
	if !ok {
		return ""
	}
	return row.Rate.Worst(days).Words(t.amount)
}

// measureWorst takes the worst cases of the rows into account.
func (t *hotelTable) measureWorst() {
	days, ok := t.head.sort.Worst()
	if !ok {
		return
	}
	t.wide.worst = max(t.wide.worst, ui.Width(terms.WorstCase{Other: true}.Words(api.Money.Digits)))
	t.wide.worst = max(t.wide.worst, ui.Width(booking.LongestWorst(t.rows, days).Words(t.amount)))
}
