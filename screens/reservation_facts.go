package screens

import (
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// reservationFacts draws all facts; name is the guest's as it may be shown. Other personal data and payment references
// are masked unless open.
func (s *sheet) reservationFacts(d *Deps, r api.Reservation, name string, open bool, known history, now time.Time) {
	r = d.mask(r)
	s.statusFacts(r)
	s.facts("reference", referenceLines(r))
	s.Add("id", r.ID)
	s.Heading("Stay")
	s.Short(shortLines)
	s.Add("hotel", hotelWords(r.Hotel))
	s.Short(0)
	s.Add("dates", d.Desk.StayOf(r).Words())
	s.Add("party", joined(trip.PartyWords(r.Adults, r.Children), roomsWords(r.Rate.Rooms)))
	s.Heading("Price")
	s.priceFacts(d, r, known)
	s.Heading("Cancelling")
	s.cancelFacts(d, r, known, now)
	s.guestFacts(name, r.Guest, open)
	s.Heading("Booking")
	s.Add("terms", joined(r.Rate.Terms.PaymentInfo, terms.Of(r.Rate.Terms).GuaranteeWords()))
	s.processorFacts(r.Payment, open)
	s.processorFacts(r.Partner, open)
	s.Add("code", r.Rate.BookingCode)
	s.Add("channel", channelWords(r.Rate.ChannelCode))
	s.facts("data", customLines(r.CustomData))
	s.Add("created", d.instantWords(r.Created))
}

// referenceLines returns the numbers that prove a booking.
func referenceLines(r api.Reservation) []string {
	if r.Confirmation == nil {
		return nil
	}
	var lines []string
	if n := r.Confirmation.HotelNumber; n != "" {
		lines = append(lines, "hotel confirmation "+n)
	}
	if l := r.Confirmation.RecordLocator; l != "" {
		lines = append(lines, "record locator "+l)
	}
	return lines
}

func roomsWords(rooms int) string { return when(rooms > 0, wording.Plural(rooms, "room")) }

// instantWords returns a moment in the agent's time, with its date.
func (d *Deps) instantWords(i api.Instant) string {
	if i.IsZero() {
		return i.Text
	}
	return i.Time.In(d.agentZone()).Format("Mon 2 Jan 2006 15:04") + " " + wording.Yours(d.agentZone())
}

// guestFacts draws a guest by a name; the rest is masked unless open.
func (s *sheet) guestFacts(name string, g api.Guest, open bool) {
	s.Heading("Guest")
	s.Add("name", name)
	if open {
		s.Add("email", g.Email)
		s.Add("phone", g.Phone)
		s.Add("address", guestAddress(g))
		return
	}
	s.Add("email", booking.MaskEmail(g.Email))
	s.Add("phone", booking.MaskPhone(g.Phone))
	s.Add("address", booking.MaskText(guestAddress(g)))
}

// cancelFacts draws what cancelling costs now and later, or why it can't be done.
func (s *sheet) cancelFacts(d *Deps, r api.Reservation, known history, now time.Time) {
	switch canceled := r.Status == api.StatusCanceled; {
	case canceled && known.canceled != nil:
		s.canceledFacts(d, r, *known.canceled)
		return
	case canceled && known.read:
		s.text(s.theme.Plain, "It was cancelled elsewhere: the service does not say when, or what that cost.")
		return
	}
	if known.sale.State.Simulate {
		s.text(s.theme.Muted, "This is simulated: nothing was booked, and cancelling costs nothing.")
		return
	}
	if able, why := booking.CanCancel(r); !able {
		s.text(s.theme.Muted, why)
		return
	}
	agreed := d.Desk.TermsOf(r)
	s.cost("now", d.penaltyClock(agreed, now), agreed.CostAt(now).Kind)
	s.penaltyLine(d, r, d.Desk.StayOf(r), now)
	name, lines := agreed.Wording(r.Rate.Rooms)
	s.facts(name, lines)
	s.Add("note", agreed.Note)
}

// priceFacts draws the price with its parts, and when it is paid. Fees at the hotel and a deposit are left out until the
// journal is read, which may have them.
func (s *sheet) priceFacts(d *Deps, r api.Reservation, known history) {
	s.AddStyled("total", r.Rate.Total.String(), s.theme.Money)
	parts, note := booking.PartsOf(r, known.sale)
	s.Add("of that", parts)
	s.AddStyled("note", note, s.theme.Warn)
	if known.canceled == nil { // A cancelled reservation shows it beside its cost.
		p := d.Desk.PaymentOf(r, known.sale)
		rows := p.RowsBelow()
		if !known.read && d.Desk.TermsOf(r).Due() == terms.DueDeposit {
			rows = nil
		} else if !known.read {
			rows = slices.DeleteFunc(rows, func(row terms.PaymentRow) bool { return row.Name == terms.AtHotelRow })
		}
		s.paymentRows(p, rows)
	}
	if r.Partner != nil && r.Partner.Amount.IsSet() {
		s.Add("partner", r.Partner.Amount.String())
	}
}

// channelWords says through what a rate is sold, with its code.
func channelWords(code string) string {
	return wording.WithCode(wording.Channel(code), code)
}

// processorFacts draws the processor's references, and never the token.
func (s *sheet) processorFacts(p *api.Payment, open bool) {
	if p == nil {
		return
	}
	refs := []string{booking.MaskText(p.Customer), booking.MaskText(p.MethodRef)}
	if open {
		refs = []string{p.Customer, p.MethodRef}
	}
	for i, what := range []string{"customer ", "method "} {
		if refs[i] != "" {
			refs[i] = what + refs[i]
		}
	}
	s.Add("processor", joined(refs...))
}
