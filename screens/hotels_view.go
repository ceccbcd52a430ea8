package screens

import (
	"fmt"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
	"bellhop/ui"
)

const (
	hotelName = iota
	hotelClass
	hotelDistance
	hotelTotal
	hotelFee
	hotelPays
	hotelRefund
)

const (
	chartSteps = 11
	feeTitle   = "+fees"
	// namesFrom is the width from which the list takes the room that its longest name needs.
	namesFrom = 160
	// leastPane is the width of the details that a list leaves for long names, and from namesFrom on leastWidePane.
	leastPane     = 43
	leastWidePane = 46
	mostPane      = 72
)

// hotelWidths are what the columns need for the rows of a search, so that names have the rest. They only grow.
type hotelWidths struct {
	name, distance, total, fee int
	fees                       bool // there is one whose amount is named
}

// measure takes the rows into account, and lays the columns out anew if they need more.
func (h *Hotels) measure() {
	before := h.wide
	w := &h.wide
	total := h.totalTitle()
	w.total, w.fee = max(w.total, ui.Width(total)), max(w.fee, len(feeTitle))
	several := h.filter.currency == ""
	digits, fees := booking.Longest(h.rows)
	w.total = max(w.total, ui.Width(amountWords(digits, several)))
	if fees.Kind == terms.TaxFeeDue {
		w.fees = true
		w.fee = max(w.fee, ui.Width(fees.Word()))
	}
	farthest := 0.0
	for i := range h.rows {
		w.name = max(w.name, ui.Width(h.rows[i].Name))
		farthest = max(farthest, h.rows[i].Km)
	}
	w.distance = max(w.distance, len(distanceWords(h.deps, farthest, "SW")))
	if h.wide != before || before == (hotelWidths{}) {
		h.layout()
	}
}

// totalTitle names the currency where there is only one.
func (h *Hotels) totalTitle() string {
	total := totalTitle(h.trip.Rooms)
	if h.filter.currency != "" {
		total += " " + h.filter.currency
	}
	return total
}

func amountWords(m api.Money, several bool) string {
	if several && m.IsSet() {
		return m.String()
	}
	return m.Digits()
}

// columns lays out a list of this width. What the guest pays in all stands there where no name is cut for it.
func (h *Hotels) columns(width int) []ui.Column {
	w := h.wide
	columns := []ui.Column{
		hotelName:     {Title: "hotel", Min: 26},
		hotelClass:    {Title: "class", Width: 5, Priority: 2},
		hotelDistance: {Title: distanceUnit(h.deps), Width: w.distance, Right: true, Priority: 3},
		hotelTotal:    {Title: h.totalTitle(), Width: w.total, Right: true},
		hotelFee:      {Title: feeTitle, Width: w.fee, Priority: 1},
		hotelPays:     {Title: "in all", Width: w.total, Right: true, Priority: 4},
		hotelRefund:   {Title: "refund", Width: len("refund"), Priority: 1},
	}
	if !w.fees || width < h.listNeeds()+w.total+2 {
		columns[hotelPays].Hidden = true
	}
	return columns
}

// listNeeds returns the width of a list that cuts no name.
func (h *Hotels) listNeeds() int {
	const columns, gutter, margins = 6, 2, 2
	w := h.wide
	return margins + gutter + max(26, w.name) + 5 + w.distance + w.total + w.fee + len("refund") + 2*(columns-1)
}

// paneWidths divides the width between the list and the details: long names take room from details.
func (h *Hotels) paneWidths() (list, details int) {
	list, details = paneWidths(h.width)
	if details == 0 {
		return list, details
	}
	least, need := leastPane, h.listNeeds()
	if h.width >= namesFrom-2 {
		least = leastWidePane
		if h.wide.fees {
			need += h.wide.total + 2
		}
	} else {
		need = max(need, list)
	}
	details = min(max(h.width-3-need, least), max(mostPane, details))
	return h.width - details - 3, details
}

func (h *Hotels) row(i int) ui.Row {
	row := &h.rows[i]
	several := h.filter.currency == ""
	return ui.Row{
		hotelName: row.Name, hotelClass: starsWords(row.Stars),
		hotelDistance: distanceWords(h.deps, row.Km, row.Compass), hotelTotal: amountWords(row.Rate.Total(), several),
		hotelFee: row.Rate.Taxes().Word(), hotelPays: amountWords(row.Rate.Pays(), several), hotelRefund: row.Rate.Refund().Short(),
	}
}

// cellStyle gives amounts their colour, and what comes back on cancelling its own.
func (h *Hotels) cellStyle(row, column int) ui.Style {
	t := h.deps.Theme
	switch column {
	case hotelTotal:
		return t.Money
	case hotelFee:
		if kind := h.rows[row].Rate.Taxes().Kind; kind == terms.TaxPart {
			return t.Warn
		}
	case hotelRefund:
		return refundStyle(t, h.rows[row].Rate.Refund())
	}
	return t.Plain
}

func (h *Hotels) SetSize(width, height int) {
	h.width, h.height = width, height
	h.layout()
}

func (h *Hotels) layout() {
	list, _ := h.paneWidths()
	h.above = h.linesAbove(list)
	h.table.SetColumns(h.columns(list))
	h.table.SetSize(list-1, max(2, h.height-len(h.above)-len(h.linesBelow(list))))
	h.under = h.linesBelow(list) // It counts the rows out of sight.
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
	words := fmt.Sprintf("%d of %s", len(h.rows), wording.Plural(h.list.Total, "hotel"))
	switch read := len(h.list.Items); {
	case read >= h.list.Total:
	case len(h.rows) < read:
		words = fmt.Sprintf("%d of %d loaded, %d found", len(h.rows), read, h.list.Total)
	default:
		words = h.loadedWords()
	}
	return joined(words, h.filter.value().Words(), "by "+h.sort.String())
}

// loadedWords tells how much of what was found is in the list.
func (h *Hotels) loadedWords() string {
	return fmt.Sprintf("%d of %d loaded", len(h.list.Items), h.list.Total)
}

func ratedWords(r api.Rating) string {
	words := booking.RatingWords(r)
	return when(words != "", "rated "+words)
}

// linesBelow draws the filter panel of a narrow screen, and the prices.
func (h *Hotels) linesBelow(width int) []string {
	t := h.deps.Theme
	var lines []string
	if _, details := h.paneWidths(); h.filter.open && details == 0 {
		lines = append(lines, indent(h.filter.lines(h.deps.Theme, width-4, 0))...)
	}
	if !h.has || len(h.list.Items) == 0 {
		return lines
	}
	more := h.loadedWords()
	switch {
	case len(h.list.Items) >= h.list.Total:
		more = fmt.Sprintf("all %d", h.list.Total)
	case h.beyond():
		more += ", ctrl+a loads all"
	case h.more.failure == nil && h.list.More():
		more += " …"
	}
	above, below := h.table.Offset(), len(h.rows)-h.table.Offset()-h.table.Visible()
	more = joined(when(above > 0, fmt.Sprintf("%d above", above)), when(below > 0, fmt.Sprintf("%d below", below)), more)
	room := max(1, width-4)
	chart := ""
	for _, words := range h.spread {
		if ui.Width(words)+2+ui.Width(more) <= room {
			chart = words
			break
		}
	}
	return append(lines, margin+ui.Spread(t.Muted.Render(chart), t.Muted.Render("  "+more), room))
}

// spreadWords draws the prices of the list: "price ▁▂▅ 321 … 1,204". Where that is too wide, there is less of it.
func spreadWords(rows []booking.HotelRow) []string {
	spread, ok := booking.SpreadOf(rows, chartSteps)
	if !ok {
		return nil
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
	what := "price "
	if spread.Fees {
		what = "in all "
	}
	prices := spread.Low.Digits() + " … " + spread.High.Digits()
	return []string{what + bars.String() + " " + prices, what + prices, prices}
}

func (h *Hotels) View() string {
	list, details := h.paneWidths()
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
		right = h.filter.lines(h.deps.Theme, details-1, h.height)
	default:
		right = h.details(details - 1)
	}
	if details == 0 {
		return ui.Block(left, h.width, h.height)
	}
	return strings.Join(ui.Columns(left, list, h.deps.Theme.Rule.Render(" │ "), right, details, h.height), "\n")
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
