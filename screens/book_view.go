package screens

import (
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

func (b *Book) SetSize(width, height int) {
	b.width, b.height = width, height
	b.refresh()
}

func (b *Book) refresh() {
	b.enable()
	below := 0
	if b.write.idle() {
		below = min(b.form.height(b.needsAgain()), max(b.height/2, 1))
		b.form.SetSize(inner(b.width), below)
	}
	b.charges = b.chargeBlock()
	_, line := b.question()
	room := max(b.height-below-max(len(b.noteLines())-1, 0)-b.page.below(line, b.width)-len(b.charges), 0)
	facts := b.facts(false)
	if facts.Height(facts.Items(), inner(b.width)) > room {
		facts = b.facts(true)
	}
	facts.onto(&b.page, b.width, room)
}

// framed is the height from which what is charged has a frame.
const framed = 18

// chargeBlock draws what is charged, which stays in sight whatever is typed or scrolled below it.
func (b *Book) chargeBlock() []string {
	t, width := b.deps.Theme, inner(b.width)
	s := newSheet(t)
	s.Short(shortLines)
	if b.height < framed {
		s.paymentFacts(b.payment())
		if !b.form.simulates() {
			s.AddStyled("unclear", b.draft.AllRooms().DueNote(), t.Warn)
		}
		return append(indent(s.Lines(width)), margin+t.Rule.Render(strings.Repeat("─", width)))
	}
	s.paymentFacts(b.payment())
	if !b.form.simulates() {
		s.AddStyled("unclear", b.draft.AllRooms().DueNote(), t.Warn)
	}
	const title = " what is charged "
	lines := []string{margin + t.Rule.Render("┌─") + t.Title.Render(title) + t.Rule.Render(strings.Repeat("─", max(width-3-ui.Width(title), 0))+"┐")}
	for _, line := range s.Lines(max(width-4, 1)) {
		lines = append(lines, margin+t.Rule.Render("│")+" "+ui.FitDrawn(line, max(width-4, 1))+" "+t.Rule.Render("│"))
	}
	return append(lines, margin+t.Rule.Render("└"+strings.Repeat("─", max(width-2, 0))+"┘"))
}

// payment returns the payment of the booking; nothing is paid for a simulated one.
func (b *Book) payment() terms.Payment {
	p := b.draft.Payment(b.now)
	if b.form.simulates() {
		return p.Simulated()
	}
	return p
}

// noteLines returns what a key did, wrapped, while the form is shown.
func (b *Book) noteLines() []string {
	if b.note == "" || !b.write.idle() {
		return nil
	}
	return ui.Wrap(b.note, inner(b.width))
}

// View draws what is charged, the read-back, the question, and the payment below it. What a key did is told in place of
// the form's last line.
func (b *Book) View() string {
	var form []string
	if b.write.idle() {
		lines := b.form.Lines()
		if note := b.noteLines(); len(note) > 0 && len(lines) > 0 {
			lines = append(lines[:len(lines)-1:len(lines)-1], styled(b.deps.Theme.Warn.Render, note)...)
		}
		form = indent(lines)
	}
	style, line := b.question()
	rest := b.page.over(b.deps.Theme, style, line, form, max(b.height-len(b.charges), 0))
	return ui.Block(append(b.charges[:len(b.charges):len(b.charges)], strings.Split(rest, "\n")...), b.width, b.height)
}

// question returns what ctrl+b would do now, or why it does nothing.
func (b *Book) question() (ui.Style, string) {
	t := b.deps.Theme
	switch {
	case b.deps.ReadOnly:
		return t.Warn, "Read-only: nothing is sent from here."
	case b.write.sending():
		return b.write.waitingLine()
	case b.write.state() == writeUnresolved:
		return t.Bad, "Not sent again until it is known. esc leaves; it is still looked for."
	case b.verify.call.Busy():
		return t.Warn, "Verifying the rate again."
	case b.rate.fewer != nil:
		return t.Bad, "The service refused " + wording.Plural(b.draft.Trip.Rooms, "room") + b.deps.say(". {verify} verifies ") + b.rate.fewer.Words() + "."
	case b.rate.offersNearest(b.draft, b.now):
		return t.Bad, b.deps.say("The service refused this rate. {nearest} shows the nearest ones of the hotel.")
	case b.rate.refused:
		return t.Bad, b.deps.say("The service refused this rate. {verify} verifies it again, {go.search} searches.")
	case b.rate.stale(b.draft, b.now):
		return t.Bad, b.rate.staleWords(b.draft, b.now) + b.deps.say(" {verify} verifies it again.")
	case b.draft.NoPrice() != "":
		return t.Bad, b.deps.say("There is no price to book at. {verify} verifies it again, esc leaves.")
	case b.rate.asking:
		return t.Bad, b.deps.say("The rate has changed: not booked unless {accept} accepts the change.")
	case b.write.since.stops():
		return t.Bad, b.deps.say("The rate has changed: not booked unless {accept} accepts the change.")
	case b.asksSimilar():
		return t.Bad, b.deps.say("Not booked a second time unless {accept} accepts that.")
	case b.repeats() && b.forbidden:
		return t.Bad, b.deps.say("Not allowed: {go.search} finds another hotel, or ask who manages the account.")
	case b.repeats():
		return t.Bad, b.deps.say("Refused. {send} works again once the token or something else is changed.")
	case b.needsAgain():
		return t.Bad, "It may be booked already. The word " + againWord + b.deps.say(", then {send}, sends it once more.")
	case b.form.simulates():
		return t.Title, b.deps.say("{send} simulates this: nothing is booked or charged")
	default:
		return t.Title, b.deps.say("{send} books this for ") + b.draft.Charge().String() + " " + b.deps.whereWords()
	}
}

// facts returns what went wrong and everything that will be sent; short cuts long texts, so that what matters most is in
// sight.
func (b *Book) facts(short bool) *sheet {
	s := newSheet(b.deps.Theme)
	s.Short(shortTrouble)
	b.write.trouble(s)
	s.explain(b.verify.failure, "")
	s.explain(b.guest.note.failure, "")
	draft := masked(b.deps, booking.MaskDraft, b.draft)
	if !b.guest.open {
		draft.Guest = booking.MaskGuest(draft.Guest)
	}
	read := readBack{b.deps, draft, b.now, b.rate.asking, b.form.simulates(), short, chargeLabels}
	if b.height >= framed {
		read.labels += len(margin) // Its values stand below those of the frame.
	}
	read.facts(s)
	return s
}

// A readBack is a draft as it is read back before it is sent.
type readBack struct {
	deps      *Deps
	draft     booking.Draft // as it may be shown
	now       time.Time
	asking    bool // its changes are asked about
	simulates bool
	short     bool
	labels    int // the least width of its labels
}

// cut limits the lines of what is added next, where texts are cut.
func (b *readBack) cut(s *sheet, most int) {
	if b.short {
		s.Short(most)
	} else {
		s.Short(0)
	}
}

// facts draws what matters most first; what is charged stands above it.
func (b *readBack) facts(s *sheet) {
	t, d := b.deps.Theme, b.draft
	if b.asking {
		s.mustRead(func() { b.changes(s) })
	}
	offered := d.AllRooms()
	clock := offered.OfferLines(b.now, b.deps.agentZone())
	var later []string // The steps of the clock that stand below the stay, where there is little room.
	costs := func() {
		s.cost(ui.Fit("cancelling", b.labels), clock, offerKind(offered, b.now))
	}
	if s.to > 0 { // Something has changed.
		s.Short(0)
		s.mustRead(costs)
	}
	b.cut(s, shortLines)
	if s.to == 0 {
		if b.short && len(clock) > 1 {
			clock, later = clock[:1], clock[1:]
		}
		costs()
	}
	s.Add("guest", joined(guestWords(d.Guest, true), d.Guest.Phone, d.Guest.Email))
	s.AddStyled("hotel", hotelWords(api.HotelRef{ID: d.Hotel.ID, Name: d.Hotel.Name}), t.Title)
	s.AddStyled("stay", trip.StayWords(d.Trip.CheckIn, d.Trip.CheckOut), t.Title)
	for _, step := range later {
		s.Add("cancelling later", strings.TrimPrefix(step, "then "))
	}
	s.facts("rooms", d.RoomsUnbooked())
	b.cut(s, shortTrouble)
	if !b.asking {
		b.changes(s)
	}
	b.cut(s, shortLines)
	if old := d.Replaces; old != nil {
		s.Add("in place of", joined(b.deps.Desk.StayOf(*old).Words(), joined(referenceLines(*old)...)))
	}
	s.Add("room", joined(roomWords(d), trip.PartyWords(d.Trip.Adults, d.Trip.Children)))
	s.Add("address", addressWords(d.Hotel.Address))
	s.Short(0)
	s.Add("offer", d.OfferWords(b.now))
	s.Add("payment", joined(offered.PaymentWords(d.Trip.Rooms), offered.GuaranteeWords()))
	s.facts("deposit", offered.DepositLines())
	s.Add("cards", offered.CardWords())
	s.Add("parts", d.PartsNote())
	if fees := each(d.AtHotel(), terms.FeeWords); len(fees) > 1 {
		s.facts("fees at the hotel", fees)
	}
	s.Add("names", b.deps.Desk.NameReading(d.Guest))
	s.Add("guest address", guestAddress(d.Guest))
	if l := d.Loyalty; l != nil {
		s.Add("loyalty", joined(l.Program, l.MemberID))
	}
	s.facts("custom data", customLines(d.CustomData))
	s.Add("rate", joined(d.Rate.BookingCode, channelWords(d.Rate.ChannelCode)))
	where := b.deps.whereWords()
	if b.simulates {
		where = "in the SANDBOX, only simulated"
	}
	s.Add("environment", where)
}

// changes draws what differs from the search, as it was accepted or is asked about.
func (b *readBack) changes(s *sheet) {
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
	s.Short(0)
	for _, c := range b.draft.Changes {
		s.Add(c.What, c.Verdict.String()+": "+c.Before+" → "+c.After)
	}
	s.Gap()
}
