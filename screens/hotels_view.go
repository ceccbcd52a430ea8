package screens

import (
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/nearby"
	"bellhop/booking/quote"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

const (
	hotelNumber = iota
	hotelName
	hotelClass
	hotelDistance
	hotelPrice
	hotelConverted
	hotelChange
	hotelRefund
)

const (
	// changeTitle heads what prices differ by from the search before.
	changeTitle = "+/-"
	// namesFrom is the width of a body in a window of 160 columns: from there on the list takes the room that its
	// longest name needs.
	namesFrom = 158
	// leastPane is the width of the details that a list leaves for long names, and from namesFrom on leastWidePane.
	leastPane     = 43
	leastWidePane = 46
	mostPane      = 72
	leastName     = 26
)

// A hotelTable is the table of a hotel list.
type hotelTable struct {
	rowList[booking.HotelRow]
	deps *Deps
	wide hotelWidths
	head hotelHead
	// ids are the identities of listed rates that were asked for: a hotel is not unpacked at every frame.
	ids map[*booking.ListedRate]quote.ID
}

// hotelWidths are what the columns need for the rows of a search, so that names have the rest. They only grow.
type hotelWidths struct {
	name, distance, price, converted, change int
}

// hotelHead is what the headings of the columns depend on.
type hotelHead struct {
	rooms    int
	currency string // of all prices; empty if there are several
	note     booking.PriceNote
	measured bool // distances are known
	// former is the search that prices are compared with, by the cheapest rates that meet the filter.
	former booking.PriceList
	filter trip.Filter
	// converted is the second currency of the prices.
	converted conversion
	// numbered gives each row the number that it has on the map.
	numbered bool
}

func newHotelTable(deps *Deps) hotelTable { return hotelTable{deps: deps} }

// draw has the table draw the rows; it must not be copied afterwards.
func (t *hotelTable) draw() {
	t.table = ui.NewTable(t.deps.Theme, t.columns(), t.row)
	t.table.Style, t.table.Kept = t.cellStyle, true
	t.same, t.steady = func(a, b booking.HotelRow) bool { return a.ID == b.ID }, true
}

// set replaces the rows and measures their columns.
func (t *hotelTable) set(rows []booking.HotelRow, head hotelHead) {
	t.head, t.ids = head, map[*booking.ListedRate]quote.ID{}
	t.setRows(rows)
	t.measure()
}

// key moves the cursor, and reports whether it is at the end of the list then.
func (t *hotelTable) key(msg tea.KeyMsg) (end bool) {
	return t.table.Update(msg) && t.table.Cursor() == len(t.rows)-1
}

// measure takes the rows into account.
func (t *hotelTable) measure() {
	w := &t.wide
	price := booking.Longest(t.rows)
	w.price = max(w.price, ui.Width(t.title()), ui.Width(t.amount(price)+t.head.note.Column(terms.TaxUnsaid)))
	// A difference has a sign, and is no longer than the larger amount.
	w.change = 1 + max(len("same"), ui.Width(price.Digits()), ui.Width(t.head.former.Longest().Digits()))
	farthest := 0.0
	for i := range t.rows {
		w.name = max(w.name, ui.Width(t.rows[i].Name))
		farthest = max(farthest, t.rows[i].Km)
	}
	w.distance = max(w.distance, len(t.deps.distanceWords(farthest, "SW")))
	t.measureConverted(price)
}

// title returns the heading of the prices, with the currency if there is only one.
func (t *hotelTable) title() string {
	title := totalTitle(t.head.rooms)
	if t.head.currency != "" {
		title += " " + t.head.currency
	}
	return title
}

// amount returns an amount, with its currency where there are several.
func (t *hotelTable) amount(m api.Money) string {
	if t.head.currency == "" && m.IsSet() {
		return m.String()
	}
	return m.Digits()
}

// columns returns the layout of the list.
func (t *hotelTable) columns() []ui.Column {
	w := t.wide
	return []ui.Column{
		hotelNumber:    {Title: "no", Width: t.numberWidth(), Right: true, Hidden: !t.head.numbered},
		hotelName:      {Title: "hotel", Min: leastName},
		hotelClass:     {Title: "class", Width: 5, Priority: 2},
		hotelDistance:  {Title: t.deps.distanceUnit(), Width: w.distance, Right: true, Priority: 3, Hidden: !t.head.measured},
		hotelPrice:     {Title: t.title(), Width: w.price, Right: true},
		hotelConverted: {Title: "≈ " + t.head.converted.to, Width: w.converted, Right: true, Priority: 1, Hidden: !t.converts()},
		hotelChange:    {Title: changeTitle, Width: w.change, Right: true, Priority: 1, Hidden: !t.changes()},
		hotelRefund:    {Title: "refund", Width: len("refund"), Priority: 1},
	}
}

// needs returns the width of a list that cuts no name.
func (t *hotelTable) needs() int {
	const columns, gutter, margins = 4, 2, 1
	w := t.wide
	need := margins + gutter + max(leastName, w.name) + 5 + w.price + len("refund") + 2*(columns-1)
	if t.head.measured {
		need += w.distance + 2
	}
	if t.changes() {
		need += w.change + 2
	}
	if t.converts() {
		need += w.converted + 2
	}
	if t.head.numbered {
		need += t.numberWidth() + 2
	}
	return need
}

func (t *hotelTable) numberWidth() int { return max(2, len(strconv.Itoa(len(t.rows)))) }

// changes reports whether prices are compared with those of a search before.
func (t *hotelTable) changes() bool { return t.head.former.Stay() != "" }

// split divides a width between the list and the details: long names take room from details.
func (t *hotelTable) split(width int) (list, details int) {
	list, details = paneWidths(width)
	if details == 0 {
		return list, details
	}
	least, need := leastPane, max(t.needs(), list)
	if width >= namesFrom {
		least, need = leastWidePane, t.needs()
	}
	details = min(max(width-3-need, least), max(mostPane, details))
	return width - details - 3, details
}

func (t *hotelTable) row(i int) ui.Row {
	row := &t.rows[i]
	return ui.Row{
		hotelNumber: strconv.Itoa(i + 1), hotelName: row.Name, hotelClass: starsWords(row.Stars),
		hotelDistance: t.deps.distanceWords(row.Km, row.Compass), hotelPrice: t.price(row), hotelConverted: t.converted(row),
		hotelChange: t.head.former.Difference(*row, t.head.filter).Words(),
		hotelRefund: row.Rate.Refund().Short(),
	}
}

// price returns a row's price with the sign of the note.
func (t *hotelTable) price(row *booking.HotelRow) string {
	return t.amount(row.Rate.Pays()) + t.head.note.Column(row.Rate.Taxes().Kind)
}

// cellStyle gives amounts their colour, and what comes back on cancelling its own.
func (t *hotelTable) cellStyle(row, column int) ui.Style {
	theme := t.deps.Theme
	switch column {
	case hotelPrice:
		if t.head.note.Sign(t.rows[row].Rate.Taxes().Kind) != "" {
			return theme.Warn
		}
		return theme.Money
	case hotelRefund:
		return refundStyle(theme, t.rows[row].Rate.Refund())
	}
	return theme.Plain
}

func (h *Hotels) SetSize(width, height int) {
	h.width, h.height = width, height
	h.layout()
}

func (h *Hotels) layout() {
	list, _ := h.split(h.width)
	h.strip.around = nearby.Around{}
	if h.stripShown() {
		h.strip.around = h.strip.Around(h.filter.value(), h.now)
	}
	h.above = h.linesAbove(list)
	h.table.Marked = h.markedRows()
	h.table.SetFocus(!h.panelOpen())
	h.table.SetColumns(h.columns())
	h.table.SetSize(list-1, max(2, h.height-len(h.above)-len(h.linesBelow(list))))
	h.under = h.linesBelow(list) // It counts the rows out of sight.
	h.places.layout(h)
}

// linesAbove draws the heading, the find line, and what went wrong.
func (h *Hotels) linesAbove(width int) []string {
	t := h.deps.Theme
	lines := indent(styled(t.Title.Render, h.heading(width-3)))
	if h.find.shown() {
		value := h.find.Value()
		if h.find.open {
			value = h.find.Draw(t, value, max(4, width-10))
		}
		lines = append(lines, margin+t.Accent.Render("find")+"  "+value)
	}
	lines = append(lines, indent(muted(t, h.trip.DivisionWords(), width-3, 2))...)
	lines = append(lines, h.aroundLines(width-3)...)
	if words := h.list.IncompleteWords(); words != "" {
		lines = append(lines, indent(styled(t.Warn.Render, ui.Wrap(h.deps.say("! "+words+" {reload!} reads it again."), width-3)))...)
	}
	for _, words := range append(h.unsaid[:len(h.unsaid):len(h.unsaid)], h.mixed, h.list.SkippedWords(), h.note) {
		if words != "" {
			lines = append(lines, margin+t.Warn.Render(ui.Truncate("! "+words, width-3)))
		}
	}
	failure := h.load.failure
	if failure == nil {
		failure = h.more.failure
	}
	if failure != nil && h.has {
		lines = append(lines, indent(failureBlock(t, max(1, width-4), failure, h.deps.say("{reload!}")))...)
		lines = append(lines, "")
	}
	return lines
}

// linesBelow draws the filter panel of a narrow screen, and the prices.
func (h *Hotels) linesBelow(width int) []string {
	t := h.deps.Theme
	var lines []string
	if _, details := h.split(h.width); details == 0 {
		lines = append(lines, indent(h.panel(width-4, 0))...)
	}
	lines = append(lines, h.strip.lines(t, width-4)...)
	if !h.has || len(h.list.Items) == 0 {
		return lines
	}
	more := listCount(h.table.Cursor(), h.table.Offset()+h.table.Visible()-1, len(h.rows))
	switch {
	case h.list.Reading:
		more = when(h.load.call.Busy(), "reading …")
	case h.list.Whole():
	case h.beyond():
		more = h.loadedWords() + h.deps.say(", {load_all} loads all")
	default:
		more = h.loadedWords() + when(h.more.failure == nil && h.list.More(), " …")
	}
	room := max(1, width-4)
	if h.priceNote.Mixed() {
		lines = append(lines, indent(muted(t, h.priceNote.Words(), room, 2))...)
	}
	return append(lines, margin+ui.Spread(t.Muted.Render(h.footnote(room-2-ui.Width(more))), t.Muted.Render("  "+more), room))
}

// openOrders opens the chooser with the orders that these hotels can be put in.
func (h *Hotels) openOrders() {
	sorts := h.list.Sorts()
	orders := make([]listOrder, len(sorts))
	for i, by := range sorts {
		orders[i] = listOrder{by.String(), trip.Order{By: by}.Ends(), trip.Order{By: by, Reversed: true}.Ends(), "ties by price"}
		if by == trip.SortTotal || by == trip.SortService {
			orders[i].ties = ""
		}
	}
	h.orders.show(h.deps, orders, max(0, slices.Index(sorts, h.sort.By)), h.sort.Reversed)
}

// panelOpen reports whether the filter or the order chooser has the keys.
func (h *Hotels) panelOpen() bool { return h.filter.open || h.orders.open }

// panel draws the filter or the order chooser, whichever is open.
func (h *Hotels) panel(width, height int) []string {
	switch {
	case h.filter.open:
		return h.filter.lines(h.deps.Theme, width, height)
	case h.orders.open:
		return h.orders.lines(h.deps.Theme, width, height)
	default:
		return nil
	}
}

// footnote returns what the prices include, and their range if there is room.
func (h *Hotels) footnote(room int) string {
	note := when(!h.priceNote.Mixed(), h.priceNote.Words()) // The signs are explained on a line of their own below the rows.
	if whole := joined(note, h.prices); ui.Width(whole) <= room {
		return whole
	}
	return note
}

func (h *Hotels) View() string {
	list, details := h.split(h.width)
	left := append([]string{}, h.above...)
	switch {
	case len(h.rows) == 0:
		left = append(left, indent(h.empty(max(1, list-4)))...)
	case h.places.inPlace(h) && h.places.lines != nil:
		left = append(left, indent(h.places.lines)...)
	default:
		for _, line := range h.table.Lines() {
			left = append(left, " "+line)
		}
	}
	left = append(left, make([]string, max(0, h.height-len(left)-len(h.under)))...)
	left = append(left, h.under...)
	var right []string
	switch {
	case details == 0:
	case h.panelOpen():
		right = h.panel(details-1, h.height)
	case h.places.lines != nil:
		right = h.places.lines
	default:
		right = h.details(details - 1)
	}
	if details == 0 {
		return ui.Block(left, h.width, h.height)
	}
	return strings.Join(ui.Columns(left, list, h.deps.Theme.Rule.Render(" │ "), right, details, h.height), "\n")
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
