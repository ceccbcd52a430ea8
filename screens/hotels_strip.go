package screens

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/api/traffic"
	"bellhop/booking"
	"bellhop/booking/nearby"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A dayStrip shows what the days around a list cost. It asks for one day at a time, when nothing else is read.
type dayStrip struct {
	nearby.Strip
	deps    *Deps
	call    ui.Call[booking.PriceList]
	around  nearby.Around // as it is drawn; without days if there is no room for them
	learned int           // how many of the list's hotels it knows
	stopped bool          // a look has failed, so this list makes no other
	away    bool          // another screen is on top
}

func newDayStrip(deps *Deps) dayStrip {
	return dayStrip{Strip: nearby.New(deps.Looks), deps: deps, call: ui.NewCall[booking.PriceList](deps.Context, 0)}
}

func (s *dayStrip) begin(stay trip.Trip, now time.Time) {
	s.Begin(stay, now)
	s.learned, s.stopped = 0, false
}

// receive takes what a look found. One that failed is said in the line of the looks, and nothing else is done about
// it: the list is what was asked for.
func (s *dayStrip) receive(msg tea.Msg) (mine bool) {
	prices, err, mine := s.call.Receive(msg)
	switch {
	case !mine || errors.Is(err, context.Canceled):
	case err != nil:
		s.deps.logFailure("looking at the days around", err)
		s.Stop()
		s.stopped = true
	default:
		s.Take(prices)
	}
	return mine
}

// leave stops a look when another screen comes on top, or this one goes.
func (s *dayStrip) leave(nav ui.Nav) bool {
	if nav == ui.Stay() {
		return false
	}
	s.call.Cancel()
	s.away = true
	return true
}

// lookOn goes on when the screen on top has gone.
func (h *Hotels) lookOn() tea.Cmd {
	h.strip.away = false
	return h.look()
}

// stripLeast is the least height of a body with room for the days around.
const stripLeast = 18

func (h *Hotels) stripShown() bool {
	return h.has && h.deps.Looks > 0 && h.height >= stripLeast && !h.panelOpen() && !h.find.open &&
		!h.places.inPlace(h)
}

// look asks for the next day, once the list has been read as far as it is read unasked.
func (h *Hotels) look() tea.Cmd {
	s := &h.strip
	if !h.stripShown() || h.load.call.Busy() || h.load.failure != nil || h.more.call.Busy() || h.one.call.Busy() ||
		h.waits || h.more.failure != nil {
		return nil
	}
	if n := len(h.list.Items); n != s.learned || n == 0 {
		s.Learn(h.list)
		s.learned = n
	}
	if s.call.Busy() || s.away {
		return nil
	}
	stay, ok := s.Next(h.now)
	if !ok {
		return nil
	}
	desk := h.deps.Desk
	return s.call.Start(func(ctx context.Context) (booking.PriceList, error) {
		list, err := desk.Hotels(traffic.Unasked(ctx), stay)
		return list.Prices(), err
	})
}

// toCheapest goes to the cheapest of the days around, if they are compared.
func (h *Hotels) toCheapest() tea.Cmd {
	a := h.strip.around
	day, compared := a.Cheapest()
	switch {
	case compared && day.Present:
		h.note = "This is the cheapest of the days around."
	case compared:
		return h.move(day.Trip)
	case h.deps.Looks == 0:
		h.note = "The days around are not looked at: looks is 0 in the config file."
	case h.has && !h.stripShown():
		h.note = "The days around are shown in a taller window."
	case a.Checked < a.Of && !h.strip.stopped && h.has:
		h.note = "The days around are still being checked."
	default:
		h.note = "No cheapest day: " + a.NoCheapest() + "."
	}
	return nil
}

// note returns how many of the days around were checked, how many hotels are compared, and the key for the cheapest day.
func (s *dayStrip) note() string {
	a := s.around
	checked := when(a.Checked < a.Of, strconv.Itoa(a.Checked)+" of "+wording.Plural(a.Of, "day")+" checked") + when(s.stopped, ", stopped")
	if a.Hotels == 0 {
		return joined(checked, when(a.Bounded(), "≤ or less"), when(checked == "" && !a.Bounded(), "too few hotels to compare"))
	}
	take := ""
	if day, ok := a.Cheapest(); ok && !day.Present {
		take = "take " + day.Trip.CheckIn.Format("Mon 2") + " · " + s.deps.say("{day.cheapest}")
	}
	of := when(a.Hotels < s.learned, strconv.Itoa(a.Hotels)+" of ") + wording.Plural(max(a.Hotels, s.learned), "hotel")
	return joined(checked, "of these "+of, take)
}

// lines draws the days around below a title, each above its price: the stay itself in brackets, the cheapest with a mark.
func (s *dayStrip) lines(t ui.Theme, width int) []string {
	if s.around.Days == nil {
		return nil
	}
	signs := nearby.PriceNote(s.around.Days)
	days, cell := s.shown(width, signs)
	heads, prices := "", ""
	for _, day := range days {
		style := t.Muted
		if day.Present {
			style = t.Accent
		}
		heads += style.Render(ui.FitRight(dayHead(day), cell)) + " "
		prices += t.Money.Render(ui.FitRight(dayPrice(day, signs), cell)) + " "
	}
	title, note := "cheapest by arrival", s.note()
	if len(title)+2+ui.Width(note) > width {
		title = "by arrival"
	}
	note = ui.Truncate("  "+note, max(0, width-len(title)))
	return []string{margin + ui.Spread(t.Title.Render(title), t.Muted.Render(note), width), margin + heads, margin + prices}
}

// shown returns the days that have room, in the middle the stay's own, and how wide each is.
func (s *dayStrip) shown(width int, signs booking.PriceNote) (days []nearby.Day, cell int) {
	days = s.around.Days
	for _, day := range days {
		cell = max(cell, ui.Width(dayHead(day)), ui.Width(dayPrice(day, signs)))
	}
	for len(days) > 3 && len(days)*(cell+1) > width {
		days = days[1 : len(days)-1]
	}
	return days, cell
}

// ofHotel draws what the hotel under the cursor costs on the other days around that were looked at.
func (s *dayStrip) ofHotel(t ui.Theme, hotel api.PropertyID, f trip.Filter, now time.Time, width int) []string {
	if s.around.Days == nil {
		return nil
	}
	var parts []string
	all := s.DaysOf(hotel, f, now)
	signs := nearby.PriceNote(all)
	for _, day := range all {
		if day.Known && !day.Present {
			parts = append(parts, day.Trip.CheckIn.Format("Mon 2")+" "+strings.TrimSpace(dayPrice(day, signs)))
		}
	}
	if parts == nil {
		return nil
	}
	return append([]string{"", t.Title.Render(ui.Truncate("this hotel by arrival", width))}, styled(t.Muted.Render, packed(parts, width, len(parts)))...)
}

// dayHead returns the day above a price, with a blank below which the price has its sign.
func dayHead(day nearby.Day) string {
	head := day.Trip.CheckIn.Format("Mon 2")
	if day.Present {
		return "[" + head + "]"
	}
	return head + " "
}

// dayPrice returns a price with its sign: "387.25↓" is the cheapest, "≤411.80" an upper bound, "390.00?" has taxes that are not
// said. "none of 5" says that none of the compared hotels has a price.
func dayPrice(day nearby.Day, signs booking.PriceNote) string {
	switch {
	case day.Past:
		return "past "
	case !day.Known:
		return "… "
	case day.NoneOf > 0:
		return "none of " + strconv.Itoa(day.NoneOf) + " "
	case !day.Price.IsSet():
		return "none "
	}
	return when(day.AtMost, "≤") + day.Price.Digits() + valueOr(signs.Sign(day.Price.Taxes), when(day.Cheapest, "↓")+when(!day.Cheapest, " "))
}

// priceBoundsWords returns the lowest and the highest price of a list: "321.00 … 1,204.00".
func priceBoundsWords(rows []booking.HotelRow) string {
	low, high, ok := booking.PriceBounds(rows)
	if !ok {
		return ""
	}
	return low.Digits() + " … " + high.Digits()
}
