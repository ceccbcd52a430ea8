package screens

import (
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// briefHeight is the most lines of what stands below a narrow list.
const briefHeight = 7

func (r *Rates) listWidth() int {
	list, _ := paneWidths(r.width)
	return list
}

func (r *Rates) listHeight() int {
	width := r.listWidth()
	space := r.height - len(r.above(width))
	if below := r.briefLines(width, space); below > 0 {
		return max(1, space-below)
	}
	return r.list.room(space)
}

// briefLines returns how many lines stand below a list that could have so many: no more than any rate needs where the
// list needs the others.
func (r *Rates) briefLines(width, space int) int {
	if len(r.offers) == 0 || r.width >= ui.WideBody || r.height < 16 {
		return 0
	}
	if r.list.size() <= space-briefHeight {
		return briefHeight
	}
	most := 0
	for _, offer := range r.offers {
		most = max(most, 1+len(r.offerBrief(offer, max(1, width-4))))
	}
	return min(briefHeight, most)
}

// View draws the rates by room and, where there is room, the details of one.
func (r *Rates) View() string {
	list, details := paneWidths(r.width)
	above, height := r.above(list), r.listHeight()
	brief := r.brief(list, height)
	left := above
	if len(r.offers) == 0 {
		left = append(left, indent(ui.Notice(r.deps.Theme, max(1, list-4), ui.NoticeEmpty, "No rates",
			"The service lists this hotel without a rate for these dates.", r.deps.say("{reload}  reload"), "esc  other hotels"))...)
	}
	table := r.table(list)
	for _, line := range r.list.lines(height) {
		left = append(left, r.list.tag(r.deps.Theme, line, table.line(line, r.expired)))
	}
	left = append(left, make([]string, max(0, r.height-len(left)-len(brief)))...)
	left = append(left, brief...)
	var right []string
	if offer, ok := r.selected(); ok && details > 0 {
		right = r.details(offer, details-1)
	}
	return panes(r.deps.Theme, left, right, r.width, r.height)
}

func (r *Rates) table(width int) rateTable {
	table := newRateTable(r.deps, r.draft, r.offers, r.now, width)
	table.meets = r.meets
	return table
}

// meeting tells how many rates meet the filter, where some do not.
func (r *Rates) meeting() string {
	n := 0
	for _, meets := range r.meets {
		if meets {
			n++
		}
	}
	if n == len(r.meets) {
		return ""
	}
	return joined(booking.RatesWords(n, len(r.meets))+" (-)", r.filter.Words())
}

func (r *Rates) above(width int) []string {
	t, hotel, room := r.deps.Theme, r.draft.Hotel, max(1, width-4)
	id := joined(r.deps.hotelStars(hotel), hotel.ID.String(), r.property.Category, r.deps.photoWords(hotel, false))
	lines := []string{margin + ui.Spread(t.Title.Render(hotel.Name), "  "+t.Muted.Render(id), room)}
	where := joined(addressWords(hotel.Address), ratedWords(hotel.Rating), clockTimes(hotel.CheckInTime, hotel.CheckOutTime), r.property.Timezone)
	lines = append(lines, margin+t.Muted.Render(ui.Truncate(where, room)))
	if r.height >= 24 {
		lines = append(lines, indent(muted(t, r.property.Description, room, 2))...)
	}
	lines = append(lines, indent(muted(t, r.draft.Trip.DivisionWords(), room, 2))...)
	if words := r.meeting(); words != "" {
		lines = append(lines, margin+t.Accent.Render(ui.Truncate(words, room)))
	}
	if r.note != "" {
		lines = append(lines, indent(styled(t.Warn.Render, ui.Wrap("! "+r.note, room)))...)
	}
	if r.facts.failure != nil {
		lines = append(lines, margin+t.Muted.Render(ui.Truncate("facts of this hotel: "+strings.ToLower(r.facts.failure.Title), room)))
	}
	if x := r.again.failure; x != nil {
		lines = append(lines, indent(failureBlock(t, room, x, r.deps.say("{reload!}")))...)
	}
	table := r.table(width)
	return append(lines, margin+t.Muted.Render(ui.Truncate(table.note.Words(), room)), table.head())
}

// hotelStars returns a hotel's class as the list has it.
func (d *Deps) hotelStars(hotel api.Hotel) string {
	stars := d.Desk.Directory.Class(hotel)
	return when(stars <= 0, "class ") + starsWords(stars)
}

// styled gives every line a style.
func styled(render func(string) string, lines []string) []string {
	return each(lines, render)
}

// roomTitle names a room without the words of one of its rates.
func roomTitle(o booking.RoomRate) string {
	if o.Room.NameWithBeds != "" {
		return o.Room.NameWithBeds
	}
	if o.Room.Name != "" {
		return joined(o.Room.Name, bedWords(o.Room.Beds))
	}
	return o.RoomName()
}

func bedWords(beds []api.Bed) string {
	parts := make([]string, 0, len(beds))
	for _, b := range beds {
		words := strings.TrimSpace(b.Size + " " + b.Type)
		if words != "" && b.Quantity > 0 {
			parts = append(parts, wording.Plural(b.Quantity, words))
		}
	}
	return strings.Join(parts, ", ")
}

func rateTitle(o booking.RoomRate) string {
	if o.Rate.Name != "" {
		return o.Rate.Name
	}
	return valueOr(o.Rate.Type, "rate")
}

func perkWords(rate api.Rate) string {
	return strings.Join(each(rate.Perks, func(p api.Perk) string { return p.Name }), ", ")
}

// expiryWords tells how long an offer still holds.
func (r *Rates) expiryWords(o booking.RoomRate) string {
	switch expires := o.Rate.Expires; {
	case expires.IsZero():
		return "not said"
	case r.expired(o):
		return "expired: verify again"
	case !r.offered(o).Limited():
		return "not known: past when it came"
	default:
		return "for " + wording.Left(expires.Time.Sub(r.now))
	}
}

// brief draws the rate under the cursor below a narrow list of this height, and how many rates are out of sight.
func (r *Rates) brief(width, height int) []string {
	t, room := r.deps.Theme, max(1, width-4)
	beyond := r.list.beyond(height)
	below := r.briefLines(width, r.height-len(r.above(width)))
	offer, ok := r.selected()
	switch {
	case ok && below > 0:
	case beyond != "":
		return []string{margin + t.Muted.Render(ui.Truncate(beyond, room))}
	default:
		return nil
	}
	rule := t.Rule.Render(strings.Repeat("─", room))
	if beyond != "" {
		rest := strings.Repeat("─", max(0, room-ui.Width(beyond)-4))
		rule = t.Rule.Render("──") + " " + t.Muted.Render(beyond) + " " + t.Rule.Render(rest)
	}
	lines := append([]string{rule}, r.offerBrief(offer, room)...)
	if len(lines) > below {
		lines = append(lines[:below-1:below-1], lines[len(lines)-1])
	}
	lines = append(lines, make([]string, below-len(lines))...)
	return each(lines, func(line string) string { return margin + ui.TruncateDrawn(line, room) })
}

func (r *Rates) offerBrief(offer booking.RoomRate, room int) []string {
	t, rate := r.deps.Theme, offer.Rate
	offered := offer.Terms(r.draft.Trip.Rooms, r.draft.Zone)
	lines := []string{nightsLine(rate.Price, r.draft.Trip.Rooms)}
	if _, note := terms.NightsTotal(rate.Price); note != "" {
		lines = append(lines, t.Warn.Render("! "+note))
	}
	for i, line := range offered.OfferLines(r.now, r.deps.agentZone()) {
		if i == 0 {
			line = costStyle(t, offerKind(offered, r.now)).Render(ui.Truncate(line, room))
		}
		lines = append(lines, line)
	}
	if note := booking.PenaltiesNote(r.draft.Trip.Rooms); note != "" {
		lines = append(lines, note)
	}
	if perks := perkWords(rate); perks != "" {
		lines = append(lines, "with "+perks)
	}
	holds := "offer holds " + r.expiryWords(offer)
	if r.expired(offer) {
		holds = "offer " + r.expiryWords(offer)
	}
	return append(lines, joined(holds, offer.Taxes(r.draft.Trip.Rooms).Words()))
}

// details draws all that is known of an offer before it is verified.
func (r *Rates) details(offer booking.RoomRate, width int) []string {
	t, rate := r.deps.Theme, offer.Rate
	rooms := r.draft.Trip.Rooms
	price := offer.Price(rooms)
	d := ui.NewDetails(t)
	d.Text(offer.RoomName(), t.Title)
	d.Text(rateTitle(offer), t.Plain)
	d.AddStyled("total", offer.PaysWords(rooms), t.Money)
	if words := r.deps.conversion.words(offer.Pays(rooms)); words != "" {
		d.Add("converted", words)
	}
	for _, part := range []struct {
		label  string
		amount api.Money
	}{{"base", price.Base}, {"taxes", price.Taxes}, {"more fees", price.Fees}} {
		if part.amount.IsSet() {
			d.Add(part.label, part.amount.String())
		}
	}
	d.Add("offer holds", r.expiryWords(offer))
	lines := d.Lines(width)
	lines = append(lines, r.nightLines(rate.Price, width)...)
	return append(lines, r.termLines(offer, width)...)
}

// nightLines draws the nights with a bar for each price.
func (r *Rates) nightLines(price api.Price, width int) []string {
	bars := nightBars(r.deps.Theme, price, nightsTitle(r.draft.Trip.Rooms), width, min(longStay, r.height/3))
	if bars == nil {
		return nil
	}
	return append([]string{""}, bars...)
}

func (r *Rates) termLines(offer booking.RoomRate, width int) []string {
	t := r.deps.Theme
	c, rate := offer.Terms(r.draft.Trip.Rooms, r.draft.Zone), offer.Rate
	d := ui.NewDetails(t)
	d.Heading("terms")
	addClock(d, t, c.OfferLines(r.now, r.deps.agentZone()), offerKind(c, r.now))
	if r.height >= chartLeast {
		end := arrivalAt(r.draft.Trip.CheckIn, r.draft.Zone)
		d.Drawing(func(width int) []string { return penaltyLine(t, c, time.Time{}, r.now, end, width) })
	}
	d.Add("rooms", booking.PenaltiesNote(r.draft.Trip.Rooms))
	d.Add("note", c.Note).Add("payment", c.PaymentWords(r.draft.Trip.Rooms)).Add("guarantee", c.GuaranteeWords())
	for _, p := range rate.Perks {
		text := p.Name
		if p.Description != "" && p.Description != p.Name {
			text = strings.TrimPrefix(p.Name+": "+p.Description, ": ")
		}
		d.Add("perk", text)
	}
	return append([]string{""}, d.Lines(width)...)
}
