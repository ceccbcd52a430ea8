package screens

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"bellhop/booking/quote"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

const (
	trayNumber = iota
	trayHotel
	trayStay
	trayRate
	trayTotal
	trayRefund
	trayState
)

const (
	// trayLabel is the width of the names of the terms, and trayColumn the least width of an offer beside others.
	trayLabel  = 18
	trayColumn = 22
	trayGap    = 2
	// trayLeast is the least width of a name. From trayWide, or where all stays are the same, a hotel's has trayName.
	trayLeast = 12
	trayName  = 23
	trayWide  = 80
	trayFrame = 9 // the cursor, the number and the gaps of a row that has no more than hotel, total and state
)

// sameStay returns the days of all that is marked where they are the same: they are told once.
func (t *Tray) sameStay() (days string, same bool) {
	for i, o := range t.offers {
		words := trip.BriefStay(o.Trip.CheckIn, o.Trip.CheckOut)
		if i > 0 && words != days {
			return "", false
		}
		days = words
	}
	return days, len(t.offers) > 1
}

func (t *Tray) columns() []ui.Column {
	name, rate, stay, total, state := 0, trayLeast, len("stay"), len("total"), len("state")
	for _, o := range t.offers {
		name, rate = max(name, ui.Width(o.Hotel.Name)), max(rate, ui.Width(o.RateName()))
		stay = max(stay, ui.Width(trip.BriefStay(o.Trip.CheckIn, o.Trip.CheckOut)))
		total = max(total, ui.Width(terms.PriceWords(o.Payment(t.now).All)))
		word, _ := t.stateOf(o)
		state = max(state, ui.Width(word))
	}
	least := trayLeast
	_, one := t.sameStay()
	if one || t.width >= trayWide {
		room := inner(t.width) - total - state - trayFrame
		least = max(least, min(name, trayName, room)) // A rate's name is for where a hotel's has room.
	}
	return []ui.Column{
		trayNumber: {Width: 1}, trayHotel: {Title: "hotel", Min: least}, trayStay: {Title: "stay", Width: stay, Priority: 1, Hidden: one},
		trayRate: {Title: "rate", Min: min(rate, trayName), Priority: 3}, trayTotal: {Title: "total", Width: total, Right: true},
		trayRefund: {Title: "refund", Width: len("refund"), Priority: 2}, trayState: {Title: "state", Width: state},
	}
}

func (t *Tray) row(i int) ui.Row {
	o := t.offers[i]
	number := ""
	for k, chosen := range t.compared() {
		if chosen.ID() == o.ID() {
			number = strconv.Itoa(k + 1)
		}
	}
	state, _ := t.stateOf(o)
	return ui.Row{
		trayNumber: number, trayHotel: o.Hotel.Name, trayStay: trip.BriefStay(o.Trip.CheckIn, o.Trip.CheckOut),
		trayRate: o.RateName(), trayTotal: terms.PriceWords(o.Payment(t.now).All), trayRefund: o.Terms.Refund(t.now).Short(), trayState: state,
	}
}

func (t *Tray) cellStyle(row, column int) ui.Style {
	theme, o := t.deps.Theme, t.offers[row]
	switch column {
	case trayTotal:
		return theme.Money
	case trayRefund:
		return refundStyle(theme, o.Terms.Refund(t.now))
	case trayState:
		_, style := t.stateOf(o)
		return style
	}
	return theme.Plain
}

// stateOf says in a few words what became of an offer when it was last verified, or else how old it is.
func (t *Tray) stateOf(o quote.Offer) (string, ui.Style) {
	outcome, asked := t.deps.marks.Outcome(o.ID())
	switch {
	case asked && !outcome.Kind.Priced():
		return outcome.Kind.String(), t.deps.Theme.Bad
	case o.Expired(t.now):
		return "ended", t.deps.Theme.Bad
	case asked && outcome.Kind == quote.Dearer, asked && outcome.Kind == quote.Cheaper:
		return outcome.Kind.String() + " by " + outcome.By.Digits(), verdictStyle(t.deps.Theme, outcome.Verdict())
	case asked:
		return outcome.Kind.String(), verdictStyle(t.deps.Theme, outcome.Verdict())
	case o.Verified != nil:
		return "verified", t.deps.Theme.Good
	default:
		return "not verified", t.deps.Theme.Muted
	}
}

// verdictStyle returns the colour of an outcome; its words say it too.
func verdictStyle(theme ui.Theme, v terms.Verdict) ui.Style {
	if v == terms.Neutral {
		return theme.Good
	}
	_, style := changeSign(theme, v)
	return style
}

// draw makes the page on every change, so that View only cuts.
func (t *Tray) draw() {
	width := inner(t.width)
	t.table.SetColumns(t.columns())
	t.table.SetSize(width, 1+min(len(t.offers), max(2, t.height/3)))
	if len(t.offers) == 0 {
		t.page.set(t.deps.emptyTrayLines(width), t.width, t.height)
		return
	}
	lines := t.underCursor(width)
	compared := t.compared()
	switch len(compared) {
	case 0:
		lines = append(lines, styled(t.deps.Theme.Muted.Render, ui.Wrap(t.deps.say("Nothing is compared: {mark} takes in the rate under the cursor."), width))...)
	case 1:
		lines = append(append(lines, ""), comparedOffers{t.deps.Theme, quote.Compare(t.now, compared), width}.soleLines()...)
	default:
		lines = append(append(lines, ""), comparedOffers{t.deps.Theme, quote.Compare(t.now, compared), width}.lines()...)
	}
	t.page.set(lines, t.width, max(t.height-len(t.above()), 0))
}

func (d *Deps) emptyTrayLines(width int) []string {
	return append([]string{""}, ui.Notice(d.Theme, width, ui.NoticeEmpty, "Nothing is marked",
		"The tray holds up to "+strconv.Itoa(quote.Most)+" rates, across hotels, dates and searches, until the console ends.",
		d.say("{mark}  marks a rate, on a list of hotels or on a hotel's rates"), "esc  back")...)
}

// above draws the list and what stands above it.
func (t *Tray) above() []string {
	theme, width := t.deps.Theme, inner(t.width)
	words := wording.Plural(len(t.offers), "rate") + " marked"
	if days, same := t.sameStay(); same {
		words = joined(words, days)
	}
	switch n := len(t.compared()); {
	case n == quote.Few:
		words = joined(words, "1 and 2 are compared")
	case n > quote.Few:
		words = joined(words, fmt.Sprintf("1 to %d are compared", n))
	}
	lines := []string{theme.Title.Render(ui.Truncate(words, width))}
	switch {
	case t.asking:
		words := "! Take all " + wording.Plural(len(t.offers), "rate") + " off? X does it, any other key keeps them."
		lines = append(lines, theme.Warn.Render(ui.Truncate(words, width)))
	case t.note != "":
		lines = append(lines, theme.Accent.Render(ui.Truncate(t.note, width)))
	}
	return append(append(indent(lines), indent(t.table.Lines())...), "")
}

func (t *Tray) View() string {
	if len(t.offers) == 0 {
		return t.page.view()
	}
	return ui.Block(append(t.above(), strings.Split(t.page.view(), "\n")...), t.width, t.height)
}

// underCursor tells of the offer under the cursor what became of it.
func (t *Tray) underCursor(width int) []string {
	o, ok := t.selected()
	if !ok {
		return nil
	}
	theme := t.deps.Theme
	lines := ui.Wrap(joined(o.Hotel.Name, o.RoomName, o.RateName(), trip.StayWords(o.Trip.CheckIn, o.Trip.CheckOut)), width)
	lines = styled(theme.Title.Render, lines)
	outcome, asked := t.deps.marks.Outcome(o.ID())
	facts := joined(when(!asked || outcome.Kind == quote.NotAsked, o.AsOfWords(t.now)), "offer holds "+o.EndsWords(t.now))
	if o.Expired(t.now) {
		facts = strings.Replace(facts, "offer holds", "offer", 1)
	}
	facts = joined(facts, when(o.Trip.Rooms > 1, "amounts are for all "+wording.Plural(o.Trip.Rooms, "room")))
	if more, err := o.Total.Sub(o.MarkedTotal); err == nil && more.Sign() != 0 {
		facts = joined(facts, o.MarkedTotal.String()+" when it was marked")
	}
	if asked && len(outcome.Changes) == 0 && ui.Width(facts)+ui.Width(outcomeWords(outcome, t.now))+3 <= width {
		lines = append(lines, theme.Muted.Render(facts)+" · "+verdictStyle(t.deps.Theme, outcome.Verdict()).Render(outcomeWords(outcome, t.now)))
		asked = false // It is told.
	} else {
		lines = append(lines, styled(theme.Muted.Render, ui.Wrap(facts, width))...)
	}
	if o.Expired(t.now) {
		lines = append(lines, styled(theme.Warn.Render, ui.Wrap(t.deps.say("! This offer has ended: enter or {verify} searches for it again."), width))...)
	}
	if x := t.renew.failure; x != nil {
		lines = append(lines, failureBlock(theme, width, x, "enter")...)
	}
	if !asked {
		return lines
	}
	style := verdictStyle(t.deps.Theme, outcome.Verdict())
	lines = append(lines, styled(style.Render, ui.Wrap(outcomeWords(outcome, t.now), width))...)
	for _, c := range outcome.Changes {
		sign, style := changeSign(theme, c.Verdict)
		said := c.What + " " + wording.ClipTo(longestSide, c.Before) + " → " + wording.ClipTo(longestSide, c.After) + ", " + c.Verdict.String()
		lines = append(lines, styled(style.Render, ui.Wrap(sign+said, width))...)
	}
	return lines
}

// comparedOffers draws offers term by term.
type comparedOffers struct {
	theme ui.Theme
	quote.Comparison
	width int
}

// soleLines draws one offer.
func (c comparedOffers) soleLines() []string {
	return append(c.alikeLines(c.Rows), "", c.theme.Muted.Render(ui.Truncate("With another one beside it, what differs is named.", c.width)))
}

// lines draws what differs, beside each other where there is room and else term by term, and below it what is the same in
// all.
func (c comparedOffers) lines() []string {
	differing, alike := c.Parted()
	n := len(c.Offers)
	column := (c.width - trayLabel - (n-1)*trayGap) / n
	lines := c.stackedLines(differing)
	if column >= trayColumn {
		lines = c.alignedLines(differing, column)
	}
	if len(alike) == 0 {
		return lines
	}
	lines = append(lines, "", c.theme.Title.Render("the same in all"))
	return append(lines, c.alikeLines(alike)...)
}

// alignedLines gives each offer a column.
func (c comparedOffers) alignedLines(rows []quote.Row, column int) []string {
	names := make([][]string, len(c.Offers))
	for i, o := range c.Offers {
		names[i] = []string{strconv.Itoa(i+1) + " " + o.Hotel.Name}
	}
	lines := c.beside("", names, column, c.theme.Title)
	for _, row := range rows {
		cells := each(row.Cells, func(cell quote.Cell) []string { return cellLines(cell, column) })
		lines = append(lines, c.beside(row.What, cells, column, c.theme.Plain)...)
	}
	return lines
}

// beside draws cells beside each other, after the name of their term.
func (c comparedOffers) beside(what string, cells [][]string, column int, style ui.Style) (lines []string) {
	height := 0
	wrapped := make([][]string, len(cells))
	for i, cell := range cells {
		wrapped[i] = ui.Wrap(strings.Join(cell, "\n"), column)
		height = max(height, len(wrapped[i]))
	}
	for i := range height {
		var b strings.Builder
		b.WriteString(c.theme.Muted.Render(ui.Fit(what, trayLabel)))
		for k := range wrapped {
			if k > 0 {
				b.WriteString(ui.Spaces(trayGap))
			}
			b.WriteString(style.Render(ui.Fit(at(wrapped[k], i), column)))
		}
		what = ""
		lines = append(lines, b.String())
	}
	return lines
}

// cellLines adds to a cell how it differs: in its only line where that fits, and else below.
func cellLines(cell quote.Cell, width int) []string {
	if cell.Note == "" {
		return cell.Lines
	}
	if len(cell.Lines) == 1 && ui.Width(cell.Lines[0])+2+ui.Width(cell.Note) <= width {
		return []string{cell.Lines[0] + ", " + cell.Note}
	}
	if cell.Note == quote.NoteSame {
		return cell.Lines // A line of its own is for what differs.
	}
	return append(cell.Lines[:len(cell.Lines):len(cell.Lines)], "("+cell.Note+")")
}

// stackedLines draws the offers below each other, term by term.
func (c comparedOffers) stackedLines(rows []quote.Row) []string {
	names := make([]string, len(c.Offers))
	for i, o := range c.Offers {
		names[i] = strconv.Itoa(i+1) + " " + o.Hotel.Name
	}
	lines := styled(c.theme.Title.Render, ui.Wrap(joined(names...), c.width))
	for _, row := range rows {
		what := row.What
		for i, cell := range row.Cells {
			text := strings.Join(cell.Lines, "; ")
			if cell.Note != "" {
				text += ", " + cell.Note
			}
			number := strconv.Itoa(i + 1)
			for _, line := range ui.Wrap(text, max(c.width-trayLabel-2, 1)) {
				lines = append(lines, c.theme.Muted.Render(ui.Fit(what, trayLabel))+ui.Fit(number, 2)+line)
				what, number = "", ""
			}
		}
	}
	return lines
}

// alikeLines draws what the first offer says.
func (c comparedOffers) alikeLines(rows []quote.Row) (lines []string) {
	for _, row := range rows {
		what := row.What
		for _, line := range ui.Wrap(strings.Join(row.Cells[0].Lines, "; "), max(c.width-trayLabel, 1)) {
			lines = append(lines, c.theme.Muted.Render(ui.Fit(what, trayLabel))+line)
			what = ""
		}
	}
	return lines
}

// outcomeWords says what became of an offer, and when.
func outcomeWords(outcome quote.Outcome, now time.Time) string {
	if outcome.Kind == quote.NotAsked {
		return outcome.Words()
	}
	return "verified " + wording.Ago(now.Sub(outcome.At)) + ": " + outcome.Words()
}
