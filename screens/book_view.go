package screens

import (
	"strings"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

func (b *Book) SetSize(width, height int) {
	b.width, b.height = width, height
	b.refresh()
}

// refresh brings keys, page and form in step with the state.
func (b *Book) refresh() {
	b.enable()
	below := 0
	if !b.sending() && !b.unknown() {
		below = b.formLines()
		for _, name := range []string{fieldToken, fieldWord, fieldAgain} {
			if b.form.ErrorOf(name) != "" {
				below++
			}
		}
		below = min(below, max(b.height/2, 1))
		b.form.SetSize(inner(b.width), below)
	}
	b.page.set(b.facts(inner(b.width)), b.width, max(b.height-below-2, 0))
}

// formLines is the height of the payment form: its fields and their help.
func (b *Book) formLines() int {
	if b.deps.Sandbox && b.needsAgain() {
		return 4
	}
	return 3
}

// View is the read-back, the question, and the payment below it.
func (b *Book) View() string {
	t := b.deps.Theme
	lines := strings.Split(b.page.view(), "\n")
	if b.page.height == 0 {
		lines = nil
	}
	lines = append(lines, t.Rule.Render(strings.Repeat("─", max(b.width, 0))))
	lines = append(lines, margin+b.question())
	if !b.sending() && !b.unknown() {
		lines = append(lines, indent(b.form.Lines())...)
	}
	return ui.Block(lines, b.width, b.height)
}

// question is the one line that says what ctrl+b would do now, or why it does
// nothing.
func (b *Book) question() string {
	t, width := b.deps.Theme, inner(b.width)
	switch {
	case b.sending():
		return t.Warn.Render(ui.Truncate("Sent once. Waiting for the answer; please do not close the program.", width))
	case b.unknown():
		return t.Bad.Render(ui.Truncate("Not sent again until it is known. esc leaves; it is still looked for.", width))
	case b.verify.call.Busy():
		return t.Warn.Render(ui.Truncate("Verifying the rate again.", width))
	case b.offersNearest():
		return t.Bad.Render(ui.Truncate("The service refused this rate. ctrl+e shows the nearest ones of the hotel.", width))
	case b.gone:
		return t.Bad.Render(ui.Truncate("The service refused this rate. ctrl+v verifies it again, ctrl+n searches.", width))
	case b.stale():
		return t.Bad.Render(ui.Truncate(b.staleWords()+" ctrl+v verifies it again.", width))
	case b.draft.NoPrice() != "":
		return t.Bad.Render(ui.Truncate("There is no price to book at. ctrl+v verifies it again, esc leaves.", width))
	case b.asking:
		return t.Bad.Render(ui.Truncate("The rate has changed: not booked unless ctrl+y accepts the change.", width))
	case b.asksSimilar():
		return t.Bad.Render(ui.Truncate("Not booked a second time unless ctrl+y accepts that.", width))
	case b.note != "":
		return t.Warn.Render(ui.Truncate(b.note, width))
	}
	if b.repeats() && b.forbidden {
		return t.Bad.Render(ui.Truncate("Not allowed: ctrl+n finds another hotel, or ask who manages the account.", width))
	}
	if b.repeats() {
		return t.Bad.Render(ui.Truncate("Refused. ctrl+b works again once the token or something else is changed.", width))
	}
	if b.needsAgain() {
		return t.Bad.Render(ui.Truncate("It may be booked already. The word "+againWord+", then ctrl+b, sends it once more.", width))
	}
	if b.simulates() {
		return t.Title.Render(ui.Truncate("ctrl+b simulates this: nothing is booked or charged", width))
	}
	return t.Title.Render(ui.Truncate("ctrl+b books this for "+b.draft.Charge().String()+" "+b.where(), width))
}

func (b *Book) where() string {
	if b.simulates() {
		return "in the SANDBOX, only simulated"
	}
	if b.deps.Sandbox {
		return "in the SANDBOX, not for real"
	}
	return "in PRODUCTION, for real"
}

// facts are everything that will be sent, what matters most first.
func (b *Book) facts(width int) []string {
	t, d := b.deps.Theme, b.deps.seenDraft(b.draft)
	s := newSheet(t)
	s.short(shortTrouble)
	b.trouble(s)
	if b.asking {
		b.changes(s)
	}
	s.short(shortLines)
	s.styled("hotel", hotelWords(api.HotelRef{ID: d.Hotel.ID, Name: d.Hotel.Name}), t.Title)
	s.styled("stay", trip.StayWords(d.Trip.CheckIn, d.Trip.CheckOut), t.Title)
	s.fact("guest", joined(guestWords(d.Guest, true), d.Guest.Phone, d.Guest.Email))
	s.styled("due now", b.chargeNow(), t.Money)
	conditions := d.AllRooms()
	s.styled("unclear", conditions.DueNote(), t.Warn)
	s.cost("cancelling", penaltyClock(b.deps, conditions, b.now), conditions.CostAt(b.now).Kind)
	s.fact("rooms", d.AllRoomsNote())
	s.facts("due at the hotel", few(atHotelLines(d)))
	s.short(shortTrouble)
	if !b.asking {
		b.changes(s)
	}
	s.short(shortLines)
	if old := d.Replaces; old != nil {
		s.fact("in place of", joined(b.deps.Desk.StayOf(*old).Words(), joined(referenceLines(*old)...)))
	}
	s.fact("room", joined(roomWords(d), trip.PartyWords(d.Trip.Adults, d.Trip.Children)))
	s.fact("address", addressWords(d.Hotel.Address))
	s.full()
	s.fact("offer", d.OfferWords(b.now))
	s.fact("payment", joined(conditions.Payment, joined(conditions.Guarantee...)))
	s.facts("deposit", depositLines(conditions))
	s.fact("cards", strings.Join(conditions.Cards, ", "))
	s.fact("parts", d.PartsNote())
	s.fact("guest address", guestAddress(d.Guest))
	if l := d.Loyalty; l != nil {
		s.fact("loyalty", joined(l.Program, l.MemberID))
	}
	s.facts("custom data", customLines(d.CustomData))
	s.fact("rate", joined(api.Clean(d.Rate.BookingCode), api.Clean(d.Rate.ChannelCode)))
	s.fact("environment", b.where())
	return s.lines(width)
}

// trouble is what went wrong: of a lost answer what is known by now, and
// otherwise what the service or the desk said.
func (b *Book) trouble(s *sheet) {
	switch t := s.theme; {
	case b.lost.notDone():
		s.text(t.Bad, "! Not booked, as far as can be told")
		b.lost.explain(s)
		s.text(t.Muted, "It was looked for as long as it could show late. To send it once more type the word "+againWord+" below, then ctrl+b.")
		s.blank()
	case b.lost.on && b.lost.followed:
		s.text(t.Bad, "! "+b.failure.Title)
		b.lost.explain(s)
		s.text(t.Muted, b.failure.Hint)
		s.blank()
	default:
		s.explain(b.failure)
	}
	s.explain(b.verify.failure)
}

// changes names what differs from the search, as the agent has accepted it or
// is asked to.
func (b *Book) changes(s *sheet) {
	if len(b.draft.Changes) == 0 {
		return
	}
	title, style := "Changed since the search, accepted", s.theme.Title
	switch {
	case b.asking:
		title, style = "Changed since the search: please read", s.theme.Bad
	case !terms.Stops(b.draft.Changes):
		title = "Changed since the search"
	}
	s.text(style, title)
	for _, c := range b.draft.Changes {
		s.fact(c.What, c.Verdict.String()+": "+c.Before+" → "+c.After)
	}
	s.blank()
}

// chargeNow is what is due now, or that nothing is charged.
func (b *Book) chargeNow() string {
	if b.simulates() {
		return "nothing: simulated (the price is " + b.draft.Charge().String() + ")"
	}
	return dueNow(b.draft)
}
