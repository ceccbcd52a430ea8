package screens

import (
	"fmt"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

const (
	hotelName = iota
	hotelClass
	hotelDistance
	hotelTotal
	hotelTaxes
)

const chartSteps = 11

// columns names the currency in the heading where there is only one.
func (h *Hotels) columns() []ui.Column {
	total := totalTitle(h.trip.Rooms)
	if h.filter.currency != "" {
		total += " " + h.filter.currency
	}
	return []ui.Column{
		hotelName:     {Title: "hotel", Min: 26},
		hotelClass:    {Title: "class", Width: 5, Priority: 2},
		hotelDistance: {Title: distanceUnit(h.deps), Width: 8, Right: true, Priority: 3},
		hotelTotal:    {Title: total, Width: 14, Right: true},
		hotelTaxes:    {Title: "taxes", Width: 5, Priority: 1},
	}
}

func (h *Hotels) row(i int) ui.Row {
	item := h.rows[i]
	total := item.Total.String()
	if h.filter.currency != "" || !item.Total.IsSet() {
		total = item.Total.Digits()
	}
	return ui.Row{
		hotelName: item.Name, hotelClass: starsWords(item.Stars),
		hotelDistance: distanceWords(h.deps, item.Km, item.Compass), hotelTotal: total,
		hotelTaxes: item.Taxes.Word(),
	}
}

func (h *Hotels) SetSize(width, height int) {
	h.width, h.height = width, height
	h.layout()
}

func (h *Hotels) layout() {
	list, _ := paneWidths(h.width)
	h.above = h.linesAbove(list)
	h.under = h.linesBelow(list)
	h.table.SetSize(list-1, max(2, h.height-len(h.above)-len(h.under)))
}

// linesAbove draws the heading, the find line, and what went wrong.
func (h *Hotels) linesAbove(width int) []string {
	t := h.deps.Theme
	lines := []string{margin + t.Title.Render(ui.Truncate(h.heading(), width-3))}
	if h.find.shown() {
		value := h.find.Value()
		if h.find.open {
			value = h.find.Draw(t, value, max(4, width-10))
		}
		lines = append(lines, margin+t.Accent.Render("find")+"  "+value)
	}
	lines = append(lines, indent(muted(t, h.trip.DivisionWords(), width-3, 2))...)
	n := h.list.Skipped
	skipped := when(n > 0, wording.Plural(n, "hotel")+" left out: the service sent no code to book by")
	for _, words := range []string{h.mixed, skipped, h.note} {
		if words != "" {
			lines = append(lines, margin+t.Warn.Render(ui.Truncate("! "+words, width-3)))
		}
	}
	failure := h.load.failure
	if failure == nil {
		failure = h.more.failure
	}
	if failure != nil && h.has {
		lines = append(lines, indent(failureBlock(t, max(1, width-4), failure, reloadName))...)
		lines = append(lines, "")
	}
	return lines
}

// heading tells how much of what was found is shown, and how.
func (h *Hotels) heading() string {
	switch {
	case !h.has:
		return "hotels"
	case len(h.list.Items) == 0:
		return "no hotels"
	}
	parts := []string{fmt.Sprintf("%d of %s", len(h.rows), wording.Plural(h.list.Total, "hotel"))}
	if read := len(h.list.Items); read < h.list.Total && len(h.rows) < read {
		parts = append(parts, fmt.Sprintf("%d read", read))
	}
	parts = append(parts, h.filter.value().Words(), "by "+h.sort.String())
	return joined(parts...)
}

func ratedWords(r api.Rating) string {
	words := booking.RatingWords(r)
	return when(words != "", "rated "+words)
}

// linesBelow draws the filter panel of a narrow screen, and the prices.
func (h *Hotels) linesBelow(width int) []string {
	t := h.deps.Theme
	var lines []string
	if _, details := paneWidths(h.width); h.filter.open && details == 0 {
		lines = append(lines, indent(h.filter.lines(h.deps.Theme, width-4))...)
	}
	if !h.has || len(h.rows) == 0 {
		return lines
	}
	more := ""
	switch {
	case len(h.list.Items) >= h.list.Total:
		more = fmt.Sprintf("all %d", h.list.Total)
	case h.list.Pages > 1:
		more = fmt.Sprintf("page %d of %d", h.list.Page(), h.list.Pages)
	}
	if left := len(h.rows) - h.table.Offset() - h.table.Visible(); left > 0 {
		more = joined("more below", more)
	}
	return append(lines, margin+ui.Spread(t.Muted.Render(h.spread), t.Muted.Render("  "+more), max(1, width-4)))
}

// spreadWords draws the prices of the list: "price ▁▂▅ 321 … 1,204".
func spreadWords(list booking.HotelList, rows []int) string {
	spread, ok := list.Spread(rows, chartSteps)
	if !ok {
		return ""
	}
	bars, top := strings.Builder{}, 1
	for _, n := range spread.Counts {
		top = max(top, n)
	}
	levels := []rune("▁▂▃▄▅▆▇█")
	for _, n := range spread.Counts {
		if n == 0 {
			bars.WriteRune(' ')
			continue
		}
		bars.WriteRune(levels[(n*len(levels)-1)/top])
	}
	return "price " + bars.String() + " " + spread.Low.Digits() + " … " + spread.High.Digits()
}

func (h *Hotels) View() string {
	list, details := paneWidths(h.width)
	left := append([]string{}, h.above...)
	if len(h.rows) == 0 {
		left = append(left, indent(h.empty(max(1, list-4)))...)
	} else {
		for _, line := range h.table.Lines() {
			left = append(left, " "+line)
		}
	}
	left = append(left, make([]string, max(0, h.height-len(left)-len(h.under)))...)
	left = append(left, h.under...)
	var right []string
	switch {
	case details == 0:
	case h.filter.open:
		right = h.filter.lines(h.deps.Theme, details-1)
	default:
		right = h.details(details - 1)
	}
	return panes(h.deps.Theme, left, right, h.width, h.height)
}

func (h *Hotels) empty(width int) []string {
	t := h.deps.Theme
	switch {
	case !h.has && h.load.failure != nil:
		return append([]string{""}, failureBlock(t, width, h.load.failure, reloadName)...)
	case !h.has && h.load.call.Busy():
		return []string{"", t.Muted.Render("searching " + ui.Truncate(h.trip.Words(), max(1, width-12)) + " …")}
	case !h.has:
		return nil
	case len(h.list.Items) == 0:
		return append([]string{""}, noHotels(t, h.trip, h.list.Skipped, h.forOne, width)...)
	default:
		var hints []string
		if h.filter.isSet() && !h.find.open {
			hints = append(hints, "x  clears the filter")
		}
		if !h.filter.open && !h.find.open {
			hints = append(hints, "f  change the filter")
		}
		if h.find.Value() != "" && !h.filter.open {
			hints = append(hints, "esc  clear the find text")
		}
		return append([]string{""}, ui.Notice(t, width, ui.NoticeEmpty, "No hotel is left",
			fmt.Sprintf("None of the %d read so far passes what is asked for.", len(h.list.Items)), hints...)...)
	}
}

// noHotels tells that the search found nothing, and whether it is the party.
func noHotels(t ui.Theme, search trip.Trip, skipped, forOne, width int) []string {
	share := search.Largest()
	party := trip.PartyWords(share.Adults, share.Children)
	if skipped > 0 {
		return ui.Notice(t, width, ui.NoticeEmpty, "No hotel that can be booked",
			"What came for "+search.Destination.Name+", "+trip.StayWords(search.CheckIn, search.CheckOut)+" and "+party+
				" is "+wording.Plural(skipped, "hotel")+" without a code to book by.",
			"[  a day earlier", "]  a day later", "esc  another place or other dates")
	}
	if forOne > 0 {
		return ui.Notice(t, width, ui.NoticeEmpty, "No room takes "+party,
			fmt.Sprintf("For one adult there is a choice of %s at %s, %s. A room is searched for the largest share of the party.",
				wording.Plural(forOne, "hotel"), search.Destination.Name, trip.StayWords(search.CheckIn, search.CheckOut)),
			"esc  more rooms, which divide the party, or fewer guests",
			"[  a day earlier", "]  a day later")
	}
	return ui.Notice(t, width, ui.NoticeEmpty, "No hotels for these dates",
		"Nothing is free at "+search.Destination.Name+" for "+trip.StayWords(search.CheckIn, search.CheckOut)+" and "+party+".",
		"[  a day earlier", "]  a day later", "esc  another place, other dates or a smaller party")
}

func (h *Hotels) details(width int) []string {
	item, ok := h.selected()
	if !ok {
		return nil
	}
	t, hotel := h.deps.Theme, item.Hotel()
	id := starsWords(item.Stars) + " " + api.Clean(hotel.ID.String())
	lines := []string{ui.Spread(t.Title.Render(hotel.Name), t.Muted.Render(id), width)}
	where := addressWords(hotel.Address)
	if item.Km >= 0 {
		where = joined(where, distanceWords(h.deps, item.Km, distanceUnit(h.deps)+" "+item.Compass))
	}
	lines = append(lines, ui.Wrap(where, width)...)
	lines = append(lines, muted(t, joined(ratedWords(hotel.Rating), amenityWords(hotel)), width, 2)...)
	lines = append(lines, "")
	for _, room := range hotel.Rooms {
		lines = append(lines, roomLines(t, room, h.now, width)...)
	}
	if len(lines) > h.height && h.height > 1 {
		lines = append(lines[:h.height-1], t.Muted.Render("enter shows all rooms and rates"))
	}
	return lines
}

// roomLines draws a room's cheapest rate, its terms and its nights.
func roomLines(t ui.Theme, room api.Room, now time.Time, width int) []string {
	rate, ok := terms.CheapestRate(room)
	if !ok {
		return nil
	}
	offer := booking.RoomRate{Room: room, Rate: rate}
	price := t.Money.Render(rate.Price.Total.Digits()) + " " + ui.Fit(terms.TaxesOf(rate.Price).Word(), 4)
	offered := terms.Of(rate.Terms)
	words := offered.Short(now)
	if n := len(room.Rates); n > 1 {
		words = joined(words, wording.Plural(n, "rate"))
	}
	lines := []string{
		ui.Spread(joined(offer.RoomName(), guestsWords(room.MaxOccupancy)), "  "+price, width),
		margin + costStyle(t, offered.CostAt(now).Kind).Render(ui.Truncate(words, width-2)),
	}
	if nights := nightsLine(rate.Price); nights != "" && len(rate.Price.Nights) > 1 {
		lines = append(lines, margin+t.Muted.Render(ui.Truncate(nights, width-2)))
	}
	return lines
}

// nightsLine returns every night's price in one line: "Sat 204.13  Sun 198.13".
func nightsLine(p api.Price) string {
	parts := make([]string, len(p.Nights))
	for i, n := range p.Nights {
		parts[i] = n.Date.Format("Mon") + " " + n.Total.Digits()
	}
	return strings.Join(parts, "  ")
}

func guestsWords(n int) string { return when(n > 0, "up to "+wording.Plural(n, "guest")) }

func amenityWords(hotel api.Hotel) string {
	names := make([]string, 0, len(hotel.Amenities))
	for _, a := range hotel.Amenities {
		if a.Description != "" {
			names = append(names, a.Description)
		}
	}
	return joined(clockTimes(hotel.CheckInTime, hotel.CheckOutTime), strings.Join(names, ", "))
}

// muted wraps a text into at most some lines.
func muted(t ui.Theme, text string, width, most int) []string {
	if text == "" {
		return nil
	}
	lines := ui.Wrap(text, max(1, width))
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], ui.Truncate(lines[most-1]+" …", width))
	}
	return styled(t.Muted.Render, lines)
}
