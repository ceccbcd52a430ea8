package screens

import (
	"time"

	"bellhop/booking"
	"bellhop/booking/quote"
	"bellhop/booking/terms"
	"bellhop/ui"
)

// A rateTable draws rates, a line each below the title of their room.
type rateTable struct {
	deps     *Deps
	draft    booking.Draft
	offers   []booking.RoomRate
	meets    []bool // which of them meet the filter; nil is all
	now      time.Time
	width    int
	currency string // of all prices; empty if there are several
	note     booking.PriceNote
	columns  rateColumns
}

// rateColumns are the widths of the columns; one of width 0 is left out.
type rateColumns struct {
	name, price, refund, perks int
	detail                     int // the detail behind the refund's word: 0 none, 1 narrow, 2 wide
}

// rateCells are what a line says; detail is for a wide column and for a narrow one.
type rateCells struct {
	name, price, refund, perks string
	detail                     [2]string
}

const (
	ratePerks = 24
	// rateNameMost is the most that a rate's name takes before the other columns, rateNameUntil the least beside until
	// when, rateNameLeast the least at all.
	rateNameMost, rateNameUntil, rateNameLeast = 36, 18, 8
)

// newRateTable divides the width: a name gets what it needs and whether a rate is refundable is always told, then come
// until when, and the perks.
func newRateTable(deps *Deps, draft booking.Draft, offers []booking.RoomRate, now time.Time, width int) rateTable {
	t := rateTable{deps: deps, draft: draft, offers: offers, now: now, width: width, currency: oneCurrency(offers), note: booking.RatePrices(offers)}
	heads := t.heads()
	c := rateColumns{price: ui.Width(heads.price)}
	name, refund := rateNameUntil, [...]int{ui.Width(heads.refund), 0, 0}
	for _, o := range offers {
		c.price = max(c.price, ui.Width(t.price(o)))
		name = max(name, min(rateNameMost, ui.Width(rateTitle(o))))
		offered := o.Terms(draft.Trip.Rooms, draft.Zone)
		word := offered.Refund(now).Word()
		wide, narrow := offered.RefundDetail(now)
		for i, text := range []string{word, word + " " + narrow, word + " " + wide} {
			refund[i] = max(refund[i], ui.Width(text))
		}
	}
	c.refund = refund[0]
	c.name = width - 2*len(margin) - t.gutter() - c.price - c.refund - 2*2
	widen := func(column *int, wanted int) bool {
		more := wanted - *column
		if *column == 0 {
			more += 2
		}
		if c.name-more < name {
			return false
		}
		c.name, *column = c.name-more, wanted
		return true
	}
	if widen(&c.refund, refund[1]) {
		c.detail = 1
	}
	if c.detail == 1 && widen(&c.refund, refund[2]) {
		c.detail = 2
	}
	widen(&c.perks, ratePerks)
	c.name = max(c.name, rateNameLeast)
	t.columns = c
	return t
}

// oneCurrency returns the currency of all prices; empty if there are several.
func oneCurrency(offers []booking.RoomRate) string {
	currency := ""
	for _, o := range offers {
		code := o.Rate.Price.Total.Currency()
		if currency != "" && code != currency {
			return ""
		}
		currency = code
	}
	return currency
}

// heads are the headings; the currency stands there where there is only one.
func (t rateTable) heads() rateCells {
	price := totalTitle(t.draft.Trip.Rooms)
	if t.currency != "" {
		price += " " + t.currency
	}
	return rateCells{name: "rate", price: price, refund: "cancelling", perks: "included"}
}

func (t rateTable) head() string {
	return margin + t.deps.Theme.Muted.Render(ui.Spaces(t.gutter())+t.columns.line(t.heads()))
}

// gutter is the width of what stands before a line: the cursor, and the mark once a rate is marked anywhere.
func (t rateTable) gutter() int {
	if t.deps.marks.Len() == 0 {
		return 2
	}
	return 3
}

// signs returns what stands before an offer's line.
func (t rateTable) signs(cursor string, offer booking.RoomRate) string {
	if t.deps.marks.Has(quote.IDOf(t.draft.Trip, t.draft.Hotel.ID, offer.Rate)) {
		cursor += "*"
	}
	return ui.Fit(cursor, t.gutter())
}

// price returns an offer's price for all rooms with the sign of the note, without the currency if that is in the heading.
func (t rateTable) price(o booking.RoomRate) string {
	pays, sign := o.Pays(t.draft.Trip.Rooms), t.note.Column(o.Taxes(t.draft.Trip.Rooms).Kind)
	if t.currency != "" {
		return pays.Digits() + sign
	}
	return pays.String() + sign
}

// line lays out cells; the refund may have a style of its own.
func (c rateColumns) line(cells rateCells, refund ...ui.Style) string {
	word, detail := cells.refund, ""
	if c.detail > 0 && cells.detail[2-c.detail] != "" {
		detail = " " + cells.detail[2-c.detail]
	}
	word = ui.Truncate(word, c.refund)
	detail = ui.Fit(detail, c.refund-ui.Width(word))
	for _, style := range refund {
		word = style.Render(word)
	}
	line := ui.Fit(cells.name, c.name) + "  " + ui.FitRight(cells.price, c.price)
	line += "  " + word + detail
	if c.perks > 0 {
		line += "  " + ui.Fit(cells.perks, c.perks)
	}
	return line
}

// line draws a rate or the title of its room; expired tells of a rate that must be searched again.
func (t rateTable) line(line groupLine, expired func(booking.RoomRate) bool) string {
	theme, offer := t.deps.Theme, t.offers[line.index]
	if line.item < 0 {
		words := joined(roomTitle(offer), guestsWords(offer.Room.MaxOccupancy))
		return margin + theme.Title.Render(ui.Truncate(words, max(1, t.width-2*len(margin))))
	}
	offered := offer.Terms(t.draft.Trip.Rooms, t.draft.Zone)
	refund, style := refundWord(theme, offered, t.now)
	cells := rateCells{
		name: rateTitle(offer), price: t.price(offer), refund: refund, perks: perkWords(offer.Rate),
	}
	cells.detail[0], cells.detail[1] = offered.RefundDetail(t.now)
	if expired(offer) {
		cells.refund, style, cells.detail = "expired", theme.Bad, [2]string{"verify again", "verify again"}
	}
	if line.selected {
		return margin + theme.Cursor.Render(t.signs("›", offer)+t.columns.line(cells))
	}
	if t.meets != nil && !t.meets[line.index] {
		return margin + theme.Muted.Render(t.signs("-", offer)+t.columns.line(cells))
	}
	return margin + t.signs(" ", offer) + t.columns.line(cells, style)
}

// offerKind is the kind of what cancelling an offer costs. One that gives nothing back is so, whatever amount it names.
func offerKind(offered terms.Terms, now time.Time) terms.CostKind {
	if offered.Refund(now) == terms.RefundNone {
		return terms.CostNoRefund
	}
	return offered.CostAt(now).Kind
}

// refundWord returns whether a rate is refundable, in a word and its colour.
func refundWord(t ui.Theme, offered terms.Terms, now time.Time) (string, ui.Style) {
	kind := offered.Refund(now)
	return kind.Word(), refundStyle(t, kind)
}

// refundStyle returns the colour of what comes back on cancelling; the word says it too.
func refundStyle(t ui.Theme, kind terms.RefundKind) ui.Style {
	switch kind {
	case terms.RefundAll:
		return t.Good
	case terms.RefundNone:
		return t.Bad
	case terms.RefundDeducted, terms.RefundUnsaid:
		return t.Warn
	default:
		return t.Plain
	}
}
