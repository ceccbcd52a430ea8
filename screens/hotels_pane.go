package screens

import (
	"fmt"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// details draws the hotel under the cursor: what it costs, and its rooms with the rates that meet the filter.
func (h *Hotels) details(width int) []string {
	row, ok := h.selected()
	if !ok {
		return nil
	}
	t, hotel := h.deps.Theme, row.Hotel()
	lines := styled(t.Title.Render, ui.Wrap(hotel.Name, width))
	where := addressWords(hotel.Address)
	if row.Km >= 0 {
		where = joined(where, distanceWords(h.deps, row.Km, distanceUnit(h.deps)+" "+row.Compass))
	}
	id := joined(starsWords(row.Stars), api.Clean(hotel.ID.String()))
	lines = append(lines, ui.Wrap(joined(id, where), width)...)
	lines = append(lines, muted(t, joined(ratedWords(hotel.Rating), amenityWords(hotel)), width, 2)...)
	if total := row.Rate.Total(); total.IsSet() {
		words := ui.Wrap(total.String()+", "+row.Rate.Taxes().PaysWords(total), width)
		lines = append(append(lines, ""), styled(t.Money.Render, words)...)
	}
	offers, others := h.filter.value().RoomOffers(hotel, h.list.ReadAt)
	space := h.height - len(lines)
	rooms := h.roomLines(offers, others, width, true)
	if len(rooms) > space {
		rooms = h.roomLines(offers, others, width, false)
	}
	lines = append(lines, rooms...)
	if len(lines) > h.height && h.height > 1 {
		lines = append(lines[:h.height-1], t.Muted.Render("enter shows all rooms and rates"))
	}
	return lines
}

// roomLines draws of each room the cheapest rate and the cheapest refundable one, each with what cancelling costs.
func (h *Hotels) roomLines(offers []booking.RoomOffer, others, width int, airy bool) []string {
	t := h.deps.Theme
	var lines []string
	total, fee := 0, 0
	for _, offer := range offers {
		for _, rate := range offer.All() {
			total = max(total, ui.Width(rate.Rate.Price.Total.Digits()))
			fee = max(fee, ui.Width(terms.TaxesOf(rate.Rate.Price).Word()))
		}
	}
	for _, offer := range offers {
		if airy || len(lines) == 0 {
			lines = append(lines, "")
		}
		count := when(offer.Rates > 1, "  "+wording.Plural(offer.Rates, "rate"))
		head := joined(offer.Cheapest.RoomName(), guestsWords(offer.Cheapest.Room.MaxOccupancy))
		head = t.Title.Render(ui.Fit(head, max(1, width-ui.Width(count))))
		lines = append(lines, head+t.Muted.Render(count))
		for i, rate := range offer.All() {
			lines = append(lines, h.offerLine(rate, total, fee, width))
			if line := nightsLine(rate.Rate.Price); airy && i == 0 && len(rate.Rate.Price.Nights) > 1 {
				lines = append(lines, t.Muted.Render(ui.Truncate(line, width)))
			}
		}
	}
	if others > 0 {
		words := wording.Plural(others, "more room") + " without a rate that meets the filter"
		lines = append(append(lines, ""), styled(t.Muted.Render, ui.Wrap(words, width))...)
	}
	return lines
}

// offerLine draws a rate: its total and its fees in columns of these widths, and what cancelling costs.
func (h *Hotels) offerLine(offer booking.RoomRate, total, fee, width int) string {
	t, price := h.deps.Theme, offer.Rate.Price
	offered := terms.Of(offer.Rate.Terms)
	word, style := refundWord(t, offered, h.now)
	space := width - total - fee - 3
	words := word
	for _, detail := range refundDetails(offered, h.now) {
		if ui.Width(detail) <= space {
			words = detail
			break
		}
	}
	return t.Money.Render(ui.FitRight(price.Total.Digits(), total)) + " " + ui.Fit(terms.TaxesOf(price).Word(), fee) + "  " +
		style.Render(ui.Truncate(words, max(1, space)))
}

// refundDetails returns the word for what comes back on cancelling with until when, or at which cost, the longest first.
func refundDetails(offered terms.Terms, now time.Time) []string {
	word := offered.Refund(now).Word()
	wide, narrow := offered.RefundDetail(now)
	if wide == "" {
		return []string{word}
	}
	return []string{word + " " + wide, word + " " + narrow}
}

// stepHints lists what may be tried where no hotel is left, each with its key.
func (h *Hotels) stepHints() []string {
	var hints []string
	if h.find.Value() == "" {
		if fewer, ok := h.fewer(); ok {
			hints = append(hints, fmt.Sprintf("-  without %q: %s", fewer.Words, wording.Plural(fewer.Left, "hotel")))
		}
	}
	for _, step := range []struct {
		key  string
		days int
	}{{"[", -1}, {"]", 1}, {"(", -farDays}, {")", farDays}} {
		if other := h.trip.Shift(step.days); len(other.Problems(h.now)) == 0 {
			hints = append(hints, step.key+"  "+shiftWords(step.days)+", "+trip.BriefStay(other.CheckIn, other.CheckOut))
		}
	}
	return hints
}

// fewer returns the filter without that part of it which leaves the most; false where no single part does it.
func (h *Hotels) fewer() (booking.FewerFilter, bool) {
	fewer := h.list.FewerFilters(h.filter.value())
	if len(fewer) == 0 {
		return booking.FewerFilter{}, false
	}
	return fewer[0], true
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
		return append([]string{""}, h.noHotels(width)...)
	default:
		return append([]string{""}, h.noneLeft(width)...)
	}
}

// noneLeft tells that hotels were found, and none passes the filter or holds the text.
func (h *Hotels) noneLeft(width int) []string {
	var hints []string
	if !h.filter.open && !h.find.open {
		hints = h.stepHints()
	}
	if h.filter.isSet() && !h.find.open {
		hints = append(hints, "x  clears the filter")
	}
	if !h.filter.open && !h.find.open {
		hints = append(hints, "f  change the filter")
	}
	if h.find.Value() != "" && !h.filter.open {
		hints = append(hints, "esc  clear the find text")
	}
	return ui.Notice(h.deps.Theme, width, ui.NoticeEmpty, "No hotel is left",
		fmt.Sprintf("None of the %d read so far passes what is asked for.", len(h.list.Items)), hints...)
}

// noHotels tells that the search found nothing, and whether it is the party.
func (h *Hotels) noHotels(width int) []string {
	t, search := h.deps.Theme, h.trip
	share := search.Largest()
	party := trip.PartyWords(share.Adults, share.Children)
	stay := trip.StayWords(search.CheckIn, search.CheckOut)
	hints := h.stepHints()
	if h.list.Skipped > 0 {
		return ui.Notice(t, width, ui.NoticeEmpty, "No hotel that can be booked",
			"What came for "+search.Destination.Name+", "+stay+" and "+party+
				" is "+wording.Plural(h.list.Skipped, "hotel")+" without a code to book by.",
			append(hints, "esc  another place or other dates")...)
	}
	if h.forOne > 0 {
		return ui.Notice(t, width, ui.NoticeEmpty, "No room takes "+party,
			fmt.Sprintf("For one adult there is a choice of %s at %s, %s. A room is searched for the largest share of the party.",
				wording.Plural(h.forOne, "hotel"), search.Destination.Name, stay),
			append([]string{"esc  more rooms, which divide the party, or fewer guests"}, hints...)...)
	}
	return ui.Notice(t, width, ui.NoticeEmpty, "No hotels for these dates",
		"Nothing is free at "+search.Destination.Name+" for "+stay+" and "+party+".",
		append(hints, "esc  another place, other dates or a smaller party")...)
}
