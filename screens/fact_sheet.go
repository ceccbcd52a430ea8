package screens

import (
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A sheet is a page of facts about a booking. Empty values leave no line, so that callers list all facts.
type sheet struct {
	*ui.Details
	theme ui.Theme
	// from and to are the items, from the first one to before the last one, that must be read before a key goes on.
	from, to int
	// charts reports whether the page is high enough for charts beside their words.
	charts bool
}

func newSheet(theme ui.Theme) *sheet { return &sheet{Details: ui.NewDetails(theme), theme: theme} }

// mustRead adds what must be on screen before a key goes on. All between the first and the last such fact belongs to it.
func (s *sheet) mustRead(add func()) {
	if s.to == 0 {
		s.from = s.Items()
	}
	before := s.Items()
	if add(); s.Items() > before {
		s.to = s.Items()
	}
}

// onto gives a page the lines, in so much room.
func (s *sheet) onto(p *page, width, height int) {
	if s.to == 0 {
		p.must = passage{}
	} else {
		from := s.Height(s.from, inner(width))
		p.must.place(from, s.Height(s.to, inner(width))-from)
	}
	p.set(s.Lines(inner(width)), width, height)
}

func (s *sheet) text(style ui.Style, text string) {
	if text != "" {
		s.Text(text, style)
	}
}

// facts puts several values under one label, a line each.
func (s *sheet) facts(label string, values []string) { s.Add(label, strings.Join(values, "\n")) }

// cost draws the penalty clock: the state now with its meaning, then what follows.
func (s *sheet) cost(label string, clock []string, kind terms.CostKind) {
	for i, line := range clock {
		after, later := strings.CutPrefix(line, "then ")
		switch {
		case i == 0:
			s.AddStyled(label, line, costStyle(s.theme, kind))
		case later:
			s.Add("then", after)
		default:
			s.Add("note", line)
		}
	}
}

// explain tells what went wrong; again is the key that tries again.
func (s *sheet) explain(x *booking.Explanation, again string) {
	if x == nil {
		return
	}
	words := maskExplanation(s.theme, *x)
	s.text(s.theme.Bad, "! "+words.Title)
	s.text(s.theme.Plain, words.Text)
	for _, line := range problemLines(words.Problems) {
		s.text(s.theme.Plain, line)
	}
	s.text(s.theme.Muted, tryAgain(words, again))
	s.Gap()
}

// The most lines of a text of any length where the facts below it must stay visible, and the most fees.
const (
	shortLines   = 2
	shortNumbers = 3 // with numbers of a reservation, which are not cut off
	shortTrouble = 4
	shortFees    = 3
)

func hotelWords(h api.HotelRef) string {
	if h.ID == (api.PropertyID{}) {
		return h.Name
	}
	return joined(h.Name, h.ID.String())
}

// guestWords names a guest, masked unless open.
func guestWords(g api.Guest, open bool) string {
	if !open {
		return booking.MaskName(g)
	}
	return booking.GuestName(g)
}

func guestAddress(g api.Guest) string {
	return joinedBy(", ", []string{g.Address, strings.TrimSpace(g.City + " " + g.PostalCode), g.State, g.Country})
}

func customWords(f api.CustomField) string {
	value := f.Text
	if f.Kind == api.CustomBool {
		value = "no"
		if f.Truth {
			value = "yes"
		}
	}
	return f.Key + ": " + value
}

// customLines leaves out the hashes that bookings of earlier versions carry.
func customLines(data api.CustomData) []string {
	shown := slices.DeleteFunc(slices.Clone(data), func(f api.CustomField) bool { return booking.OldHash(f.Key) })
	return each(shown, customWords)
}

// paymentFacts draws the rows of a payment.
func (s *sheet) paymentFacts(p terms.Payment) {
	s.paymentRows(p, p.Rows())
}

// paymentRows draws rows of a payment. Each amount due later is a row of its own, so that it is never cut.
func (s *sheet) paymentRows(p terms.Payment, rows []terms.PaymentRow) {
	for _, row := range rows {
		style := s.theme.Plain
		if row.Name == terms.GuestPaysRow || row.Name == p.NowName() && p.PaysNow() {
			style = s.theme.Money
		}
		switch row.Name {
		case terms.LaterRow:
			for i, line := range row.Lines {
				s.Add([]string{row.Name, "then"}[min(i, 1)], line)
			}
		case terms.AtHotelRow:
			s.facts(row.Name, atHotelLines(p))
		default:
			s.AddStyled(row.Name, strings.Join(row.Lines, "\n"), style)
		}
	}
}

// atHotelLines returns the amounts paid at the hotel. More than a few fees are shown as their number and sum.
func atHotelLines(p terms.Payment) []string {
	lines, fees := p.AtHotelLines(), p.Fees()
	if len(fees) < shortFees {
		return lines
	}
	counted := wording.Plural(len(fees), "fee")
	if sum, known := p.FeesSum(); known {
		counted = sum.String() + " in " + counted
	}
	return append(terms.Words(p.AtHotel[:len(p.AtHotel)-len(fees)]), counted)
}

// chargeLabels is the width of the labels of what is charged.
const chargeLabels = len(terms.AtHotelRow)

// statusStyle returns the colour of a status; the word is always there.
func statusStyle(t ui.Theme, status string) ui.Style {
	switch status {
	case api.StatusConfirmed:
		return t.Good
	case api.StatusCreated:
		return t.Warn
	case api.StatusCanceled:
		return t.Muted
	default:
		return t.Plain
	}
}

func roomWords(draft booking.Draft) string {
	room := booking.RoomRate{Room: draft.Room, Rate: draft.Rate}.RoomName()
	return joined(when(draft.Trip.Rooms > 1, wording.Plural(draft.Trip.Rooms, "room")), room, draft.Rate.Name)
}

// valueOr returns the text, or what stands in for an empty one.
func valueOr(text, empty string) string {
	if text == "" {
		return empty
	}
	return text
}

// totalWords returns the total of one room for all rooms, and of several what one costs.
// totalTitle heads the totals of a list, which are for all rooms.
func totalTitle(rooms int) string {
	if rooms > 1 {
		return wording.Plural(rooms, "room")
	}
	return "total"
}

func (d *Deps) whereWords() string {
	if d.Sandbox {
		return "in the SANDBOX, not for real"
	}
	return "in PRODUCTION, for real"
}

// changeStyle returns the colour of a change; its verdict stands there in a word.
func changeStyle(t ui.Theme, v terms.Verdict) ui.Style {
	switch v {
	case terms.Better:
		return t.Good
	case terms.Neutral:
		return t.Plain
	case terms.Worse, terms.Unclear:
		return t.Bad
	default:
		return t.Plain
	}
}

// changeFacts draws changes, each with what it is for the guest.
func (s *sheet) changeFacts(changes []terms.Change) {
	for _, c := range changes {
		s.AddStyled(c.What, c.Verdict.String()+": "+valueOr(c.Before, "nothing")+" → "+valueOr(c.After, "nothing"), changeStyle(s.theme, c.Verdict))
	}
}

// unresolvedOf returns the unresolved writes to a reservation.
func (d *Deps) unresolvedOf(reservation string) []recovery.Write {
	var out []recovery.Write
	for _, p := range d.Desk.Recovery.Writes() {
		if p.State == recovery.Unresolved && p.Plan.Reservation == reservation {
			out = append(out, p)
		}
	}
	return out
}

// whoseFacts adds whose booking a screen writes to, so that a mix-up of clients is noticed. guest is the name as the screen may
// show it; nameLines is the most lines that it may take.
func (s *sheet) whoseFacts(d *Deps, r api.Reservation, guest string, nameLines int) {
	stay := d.Desk.StayOf(r).Words()
	r = d.mask(r)
	s.Short(nameLines)
	s.AddStyled("guest", valueOr(guest, terms.NotSaid), s.theme.Title)
	s.Short(shortLines)
	s.AddStyled("hotel", hotelWords(r.Hotel), s.theme.Title)
	s.AddStyled("stay", stay, s.theme.Title)
	s.Add("reference", valueOr(joined(referenceLines(r)...), "id "+r.ID))
	s.Short(0)
}

// statusFacts says a reservation's status in words, and as the service sends it.
func (s *sheet) statusFacts(r api.Reservation) {
	s.AddStyled("status", statusWords(r), statusStyle(s.theme, r.Status).Bold())
}

func statusWords(r api.Reservation) string {
	return wording.WithCode(wording.Status(r.Status), r.Status)
}

// canceledFacts tells when and how it was cancelled and what that cost. The service gives a cancellation no number.
func (s *sheet) canceledFacts(d *Deps, r api.Reservation, c booking.Cancellation) {
	s.Add("cancelled", joined(c.Words(d.Desk.Directory.Zone(r.Hotel.ID), d.agentZone())))
	s.AddStyled("it cost", c.Cost.Sentence(), costStyle(s.theme, c.Cost.Kind))
	s.paymentFacts(c.Paid)
	s.facts("cancellation", c.ReferenceLines(r, masked(d, booking.MaskText, c.Attempt)))
}
