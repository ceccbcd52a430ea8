package screens

import (
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
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
	b.page.set(b.facts(inner(b.width)), b.width, max(b.height-below-2, 0))
}

// View draws the read-back, the question, and the payment below it.
func (b *Book) View() string {
	var form []string
	if b.write.idle() {
		form = indent(b.form.Lines())
	}
	style, line := b.question()
	return b.page.over(b.deps.Theme, style, line, form, b.height)
}

// question returns what ctrl+b would do now, or why it does nothing.
func (b *Book) question() (ui.Style, string) {
	t := b.deps.Theme
	switch {
	case b.write.sending():
		return waitingLine(t)
	case b.write.state() == writeUnresolved:
		return t.Bad, "Not sent again until it is known. esc leaves; it is still looked for."
	case b.verify.call.Busy():
		return t.Warn, "Verifying the rate again."
	case b.rate.offersNearest(b.draft, b.now):
		return t.Bad, "The service refused this rate. ctrl+e shows the nearest ones of the hotel."
	case b.rate.refused:
		return t.Bad, "The service refused this rate. ctrl+v verifies it again, ctrl+n searches."
	case b.rate.stale(b.draft, b.now):
		return t.Bad, b.rate.staleWords(b.draft, b.now) + " ctrl+v verifies it again."
	case b.draft.NoPrice() != "":
		return t.Bad, "There is no price to book at. ctrl+v verifies it again, esc leaves."
	case b.rate.asking:
		return t.Bad, "The rate has changed: not booked unless ctrl+y accepts the change."
	case b.asksSimilar():
		return t.Bad, "Not booked a second time unless ctrl+y accepts that."
	case b.note != "":
		return t.Warn, b.note
	case b.repeats() && b.forbidden:
		return t.Bad, "Not allowed: ctrl+n finds another hotel, or ask who manages the account."
	case b.repeats():
		return t.Bad, "Refused. ctrl+b works again once the token or something else is changed."
	case b.needsAgain():
		return t.Bad, "It may be booked already. The word " + againWord + ", then ctrl+b, sends it once more."
	case b.form.simulates():
		return t.Title, "ctrl+b simulates this: nothing is booked or charged"
	default:
		return t.Title, "ctrl+b books this for " + b.draft.Charge().String() + " " + whereWords(b.deps)
	}
}

// facts returns what went wrong and everything that will be sent.
func (b *Book) facts(width int) []string {
	s := newSheet(b.deps.Theme)
	s.Short(shortTrouble)
	b.write.trouble(s)
	s.explain(b.verify.failure, "")
	read := readBack{b.deps, masked(b.deps, booking.MaskDraft, b.draft), b.now, b.rate.asking, b.form.simulates()}
	read.facts(s)
	return s.Lines(width)
}

// A readBack is a draft as it is read back before it is sent.
type readBack struct {
	deps      *Deps
	draft     booking.Draft // as it may be shown
	now       time.Time
	asking    bool // its changes are asked about
	simulates bool
}

// facts draws what matters most first.
func (b *readBack) facts(s *sheet) {
	t, d := b.deps.Theme, b.draft
	if b.asking {
		b.changes(s)
	}
	s.Short(shortLines)
	s.AddStyled("hotel", hotelWords(api.HotelRef{ID: d.Hotel.ID, Name: d.Hotel.Name}), t.Title)
	s.AddStyled("stay", trip.StayWords(d.Trip.CheckIn, d.Trip.CheckOut), t.Title)
	s.Add("guest", joined(guestWords(d.Guest, true), d.Guest.Phone, d.Guest.Email))
	due, where := dueNow(d), whereWords(b.deps)
	if b.simulates {
		due, where = "nothing: simulated (the price is "+d.Charge().String()+")", "in the SANDBOX, only simulated"
	}
	s.AddStyled("due now", due, t.Money)
	offered := d.AllRooms()
	s.AddStyled("unclear", offered.DueNote(), t.Warn)
	s.cost("cancelling", penaltyClock(b.deps, offered, b.now), offered.CostAt(b.now).Kind)
	s.facts("rooms", roomsLines(d))
	s.facts("due at the hotel", few(atHotelLines(d)))
	s.Short(shortTrouble)
	if !b.asking {
		b.changes(s)
	}
	s.Short(shortLines)
	if old := d.Replaces; old != nil {
		s.Add("in place of", joined(b.deps.Desk.StayOf(*old).Words(), joined(referenceLines(*old)...)))
	}
	s.Add("room", joined(roomWords(d), trip.PartyWords(d.Trip.Adults, d.Trip.Children)))
	s.Add("address", addressWords(d.Hotel.Address))
	s.Short(0)
	s.Add("offer", d.OfferWords(b.now))
	s.Add("payment", joined(offered.Payment, joined(offered.Guarantee...)))
	s.facts("deposit", depositLines(offered))
	s.Add("cards", strings.Join(offered.Cards, ", "))
	s.Add("parts", d.PartsNote())
	s.Add("guest address", guestAddress(d.Guest))
	if l := d.Loyalty; l != nil {
		s.Add("loyalty", joined(l.Program, l.MemberID))
	}
	s.facts("custom data", customLines(d.CustomData))
	s.Add("rate", joined(api.Clean(d.Rate.BookingCode), api.Clean(d.Rate.ChannelCode)))
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
	for _, c := range b.draft.Changes {
		s.Add(c.What, c.Verdict.String()+": "+c.Before+" → "+c.After)
	}
	s.Gap()
}
