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
	"bellhop/ui/keymap"
)

// details draws the hotel under the cursor.
func (h *Hotels) details(width int) []string {
	row, ok := h.selected()
	if !ok {
		return nil
	}
	lines := hotelPane{
		deps: h.deps, centre: h.list.Centre, filter: h.filter.value(), rooms: h.trip.Rooms, zone: h.deps.Desk.Directory.Zone(row.ID),
		read: h.list.ReadAt, now: h.now, height: h.height, typing: h.Typing(), converted: h.conversionOf(),
	}.lines(row, width)
	if around := h.strip.ofHotel(h.deps.Theme, row.ID, h.filter.value(), h.now, width); len(lines)+len(around) <= h.height {
		lines = append(lines, around...)
	}
	return lines
}

// A hotelPane draws a hotel beside its list: what it costs, and its rooms with the rates that meet the filter.
type hotelPane struct {
	deps   *Deps
	centre *trip.Centre
	filter trip.Filter
	rooms  int            // of the trip
	zone   *time.Location // of the hotel; nil when it is not known
	read   time.Time      // when the rates came
	now    time.Time
	height int
	typing bool // letters are text
	// converted is the currency that prices are shown in as well.
	converted conversion
}

func (p hotelPane) lines(row booking.HotelRow, width int) []string {
	t, hotel := p.deps.Theme, row.Hotel()
	lines := styled(t.Title.Render, ui.Wrap(hotel.Name, width))
	where := addressWords(hotel.Address)
	if row.Km >= 0 && p.centre != nil {
		where = joined(where, p.deps.distanceWords(row.Km, p.deps.distanceUnit()+" "+row.Compass+" of "+p.centre.Words))
	}
	id := joined(starsWords(row.Stars), hotel.ID.String())
	lines = append(lines, ui.Wrap(joined(id, where), width)...)
	lines = append(lines, muted(t, joined(ratedWords(hotel.Rating), amenityWords(hotel)), width, 3)...)
	if words := p.deps.photoWords(hotel, p.typing); words != "" {
		lines = append(lines, t.Muted.Render(ui.Truncate(words, width)))
	}
	if pays := row.Rate.Pays(); pays.IsSet() {
		words := row.Rate.PaysWords()
		if rate, ok := row.Rate.Of(hotel); ok {
			words = rate.PaysWords(p.rooms)
		}
		lines = append(append(lines, ""), styled(t.Money.Render, ui.Wrap(words, width))...)
		if words := p.converted.words(pays); words != "" {
			lines = append(lines, ui.Wrap(words, width)...)
		}
	}
	offers, others := booking.RoomOffers(p.filter, hotel, p.rooms, p.read)
	space := p.height - len(lines)
	rooms := p.roomLines(offers, others, width, charted)
	for style := airy; style >= dense && len(rooms) > space; style-- {
		rooms = p.roomLines(offers, others, width, style)
	}
	lines = append(lines, rooms...)
	if len(lines) > p.height && p.height > 1 {
		lines = append(lines[:p.height-1], t.Muted.Render(p.deps.say("{open} shows all rooms and rates")))
	}
	return lines
}

// A paneStyle is how much room the rooms of a hotel take.
type paneStyle int

const (
	dense   paneStyle = iota // a line each
	airy                     // with what each night costs, and lines between
	charted                  // the first rate of the first room with its charts as well
)

// roomLines draws of each room the cheapest rate and the cheapest refundable one, each with what cancelling costs.
func (p hotelPane) roomLines(offers []booking.RoomOffer, others, width int, style paneStyle) []string {
	t := p.deps.Theme
	var lines []string
	price := 0
	var rates []booking.RoomRate
	for _, offer := range offers {
		for _, rate := range offer.All() {
			price = max(price, ui.Width(rate.Listed.Pays().Digits()))
			rates = append(rates, rate.RoomRate)
		}
	}
	note := booking.RatePrices(rates)
	for at, offer := range offers {
		if style >= airy || len(lines) == 0 {
			lines = append(lines, "")
		}
		count := when(offer.Rates > 1, "  "+wording.Plural(offer.Rates, "rate"))
		head := joined(offer.Cheapest.RoomName(), guestsWords(offer.Cheapest.Room.MaxOccupancy))
		head = t.Title.Render(ui.Fit(head, max(1, width-ui.Width(count))))
		lines = append(lines, head+t.Muted.Render(count))
		for i, rate := range offer.All() {
			lines = append(lines, p.offerLine(rate, note, price, width))
			line := nightsLine(rate.Rate.Price, p.rooms)
			switch nights := len(rate.Rate.Price.Nights); {
			case i > 0 || style == dense:
			case at == 0 && style == charted:
				lines = append(lines, p.charts(rate, width)...)
			case nights > 1:
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

// charts draws when cancelling a rate costs what, and what its nights cost.
func (p hotelPane) charts(rate booking.PricedRate, width int) []string {
	var arrival time.Time
	if nights := rate.Rate.Price.Nights; len(nights) > 0 {
		arrival = arrivalAt(nights[0].Date, p.zone)
	}
	lines := penaltyLine(p.deps.Theme, rate.Terms(p.rooms, p.zone), time.Time{}, p.now, arrival, width)
	return append(lines, nightBars(p.deps.Theme, rate.Rate.Price, nightsTitle(p.rooms), width, nightsBeside)...)
}

// nightsBeside is how many nights have a line each in the pane of a hotel.
const nightsBeside = 7

// offerLine draws a rate: its price in a column of that width, and its cancellation.
func (p hotelPane) offerLine(offer booking.PricedRate, note booking.PriceNote, price, width int) string {
	t := p.deps.Theme
	offered := offer.Terms(p.rooms, p.zone)
	word, style := refundWord(t, offered, p.now)
	space := width - price - ui.Width(note.Column(terms.TaxUnsaid)) - 2
	words := word
	for _, detail := range refundDetails(offered, p.now) {
		if ui.Width(detail) <= space {
			words = detail
			break
		}
	}
	return t.Money.Render(ui.FitRight(offer.Listed.Pays().Digits(), price)) + note.Column(offer.Listed.Taxes().Kind) + "  " +
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
func (e emptyHotels) stepHints() []string {
	var hints []string
	if n := len(e.list.Away); n > 0 {
		hints = append(hints, e.keys.Say("{around}  ")+wording.Plural(n, "hotel")+" near "+e.list.Trip.Destination.Near+", not in "+e.list.Trip.Destination.Short())
	}
	if e.find == "" {
		if fewer, ok := e.list.FewerFilter(e.filter); ok {
			hints = append(hints, fmt.Sprintf(e.keys.Say("{hotels.fewer_filters}  without %q: %s"), fewer.Words, wording.Plural(fewer.Left, "hotel")))
		}
	}
	if wider, ok := e.trip.Wider(); ok {
		hints = append(hints, e.keys.Say("{hotels.wider}  within ")+wider.Radius.String())
	}
	for _, step := range []struct {
		key  string
		days int
	}{{"{day.earlier}", -1}, {"{day.later}", 1}, {"{days.earlier}", -farDays}, {"{days.later}", farDays}} {
		if other := e.trip.Shift(step.days); len(other.Problems(e.now)) == 0 {
			hints = append(hints, e.keys.Say(step.key)+"  "+shiftWords(step.days)+", "+trip.BriefStay(other.CheckIn, other.CheckOut))
		}
	}
	return hints
}

// heading tells how much of what was found is shown, in which order, and from where distances are. A filter that does not
// fit behind that has a line of its own.
func (h *Hotels) heading(width int) []string {
	switch {
	case !h.has, len(h.list.Items) == 0:
		return []string{ui.Truncate("hotels", width)}
	}
	words, soFar := wording.Count(len(h.rows))+" of "+h.list.TotalWords(), ", the rest did not come"
	if h.load.call.Busy() {
		soFar = " so far"
	}
	switch read := len(h.list.Items); {
	case h.list.Reading:
		words = when(len(h.rows) < read, wording.Count(len(h.rows))+" of ") + wording.Plural(read, "hotel")
		words += soFar
	case h.list.Whole():
	case len(h.rows) < read:
		words = wording.Count(len(h.rows)) + " of " + wording.Count(read) + " loaded, " + totalFound(h.list) + " found"
	default:
		words = h.loadedWords()
	}
	words = joined(words, "by "+h.sort.String(), h.conversionWords())
	if centre := h.list.Centre; centre != nil {
		words = joined(words, when(h.list.ByCode(), "searched by code"), h.deps.distanceUnit()+" from "+centre.Words)
	}
	if former := h.former.Stay(); former != "" {
		words = joined(words, changeTitle+" to "+former)
	}
	applied, unapplied := h.filter.asked().InForce(h.filter.currencies)
	filter := joined(unapplied, applied.Words())
	if whole := joined(words, filter); filter == "" || ui.Width(whole) <= width {
		return []string{ui.Truncate(whole, width)}
	}
	return []string{ui.Truncate(words, width), ui.Truncate(filter, width)}
}

// empty draws what stands in place of the rows.
func (h *Hotels) empty(width int) []string {
	t := h.deps.Theme
	switch {
	case !h.has && h.load.failure != nil:
		return append([]string{""}, failureBlock(t, width, h.load.failure, h.deps.say("{reload!}"))...)
	case !h.has && h.load.call.Busy():
		return []string{"", t.Muted.Render("searching " + ui.Truncate(h.trip.SearchWords(), max(1, width-12)) + " …")}
	case !h.has:
		return nil
	}
	e := emptyHotels{
		keys:  h.deps.keymap(),
		theme: t, trip: h.trip, list: h.list, filter: h.filter.asked(), find: h.find.Value(),
		forOne: h.forOne, now: h.now, typing: h.find.open, panel: h.filter.open,
	}
	if len(h.list.Items) == 0 {
		return append([]string{""}, e.nothingFound(width)...)
	}
	return append([]string{""}, e.noneLeft(width)...)
}

// emptyHotels is a search that found nothing, or of which nothing is left, and what may be tried then.
type emptyHotels struct {
	keys          *keymap.Map
	theme         ui.Theme
	trip          trip.Trip
	list          booking.HotelList
	filter        trip.Filter
	find          string
	forOne        int // how many hotels there are for one adult
	now           time.Time
	typing, panel bool // the find line, or the panel of the filter, has the keys
}

// noneLeft tells that hotels were found, and none passes the filter or holds the text.
func (e emptyHotels) noneLeft(width int) []string {
	var hints []string
	if !e.panel && !e.typing {
		hints = e.stepHints()
	}
	if e.filter != (trip.Filter{}) && !e.typing {
		hints = append(hints, e.keys.Say("{clear}  clears the filter"))
	}
	if !e.panel && !e.typing {
		hints = append(hints, "f  change the filter")
	}
	if e.find != "" && !e.panel {
		hints = append(hints, "esc  clear the find text")
	}
	read := fmt.Sprintf("None of the %d", len(e.list.Items)) + when(e.list.More(), " read so far")
	return ui.Notice(e.theme, width, ui.NoticeEmpty, "No hotels match", read+" matches.", hints...)
}

// nothingFound tells that the search found nothing, and whether it is the party.
func (e emptyHotels) nothingFound(width int) []string {
	t, search := e.theme, e.trip
	if search.Destination.Unlisted && e.list.Skipped == 0 {
		return e.unknownCode(width)
	}
	share := search.Largest()
	party := trip.PartyWords(share.Adults, share.Children)
	stay := trip.StayWords(search.CheckIn, search.CheckOut)
	hints := e.stepHints()
	if e.list.Skipped > 0 {
		return ui.Notice(t, width, ui.NoticeEmpty, "No hotel that can be booked",
			"What came for "+search.Destination.Name+", "+stay+" and "+party+
				" is "+wording.Plural(e.list.Skipped, "hotel")+" without a code to book by.",
			append(hints, "esc  another place or other dates")...)
	}
	if e.forOne > 0 {
		return ui.Notice(t, width, ui.NoticeEmpty, "No room takes "+party,
			fmt.Sprintf("For one adult there is a choice of %s at %s, %s. A room is searched for the largest share of the party.",
				wording.Plural(e.forOne, "hotel"), search.Destination.Name, stay),
			append([]string{"esc  more rooms, which divide the party, or fewer guests"}, hints...)...)
	}
	party = trip.PartyWords(search.Adults, search.Children) + when(search.Rooms > 1, " in "+wording.Plural(search.Rooms, "room"))
	return ui.Notice(t, width, ui.NoticeEmpty, "No hotels found",
		"The service has no free room"+when(search.HasRadius(), " within "+search.Radius.String()+" of ")+when(!search.HasRadius(), " in ")+search.Destination.Name+" for "+party+", "+stay+".",
		append(hints, "esc  another place, other dates or a smaller party")...)
}

// unknownCode tells that nobody knows the code that was searched for.
func (e emptyHotels) unknownCode(width int) []string {
	hints := []string{"esc  another destination"}
	if near := e.trip.Destination.NearCodes(); len(near) > 0 {
		hints = append(hints, "near it: "+strings.Join(near, " · "))
	}
	return ui.Notice(e.theme, width, ui.NoticeEmpty, "The code "+e.trip.Destination.Code+" is not known",
		"No airport and no city is known by it, and the service has no hotel near it.", hints...)
}

func ratedWords(r api.Rating) string {
	words := booking.RatingWords(r)
	return when(words != "", "rated "+words)
}

func amenityWords(hotel api.Hotel) string {
	names := make([]string, 0, len(hotel.Amenities))
	for _, a := range hotel.Amenities {
		if a.Description != "" {
			names = append(names, a.Description)
		}
	}
	return joined(clockTimes(hotel.CheckInTime, hotel.CheckOutTime), strings.Join(names, ", "))
}

// nightsLine returns every night's price in one line: "Sat 204.13  Sun 198.13".
func nightsLine(p api.Price, rooms int) string {
	parts := make([]string, len(p.Nights))
	for i, n := range p.Nights {
		parts[i] = n.Date.Format("Mon") + " " + n.Total.Digits()
	}
	return when(rooms > 1 && len(parts) > 0, "a room: ") + strings.Join(parts, "  ")
}

func guestsWords(n int) string { return when(n > 0, "up to "+wording.Plural(n, "guest")) }
