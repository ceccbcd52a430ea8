package accessible

import (
	"context"
	"errors"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A reservation place tells one reservation, and what can be done with it.
type reservation struct {
	r       api.Reservation
	told    bool
	changed func(api.Reservation)
}

func (p *reservation) name(*console) string { return "reservation at " + p.r.Hotel.Name }

// take takes a newer state of it.
func (p *reservation) take(c *console, r api.Reservation) {
	p.r, p.told = r, false
	if c.index != nil {
		c.index.Put(r)
	}
	if p.changed != nil {
		p.changed(r)
	}
}

const wordShowGuest = "show guest"

func (p *reservation) run(ctx context.Context, c *console) (move, error) {
	if !p.told {
		p.told = true
		p.tell(ctx, c)
	}
	words := append([]string{"cancel", "dates", "payment", "rebook", "timeline", wordShowGuest, wordNumbers, "read"}, papersWords...)
	answer, err := c.Ask(ctx, dialogue.Question{
		Field: "answer", Text: "Cancel, dates, payment, rebook, timeline, show guest, numbers, read, copy, voucher, calendar, message or back", Check: oneOf(words...),
		Help: append([]string{
			"Cancel tells first what cancelling costs, and asks. Dates and payment change it, and ask too.",
			"Rebook looks whether the same stay is to be had cheaper.",
			"Timeline tells what the service and this machine know of it. Show guest tells the guest, which the journal notes. Read reads it anew.",
			numbersHelp,
		}, papersHelp...),
	})
	if err != nil {
		return nil, err
	}
	switch answer {
	case "cancel":
		return to(&cancelling{on: p}), nil
	case "dates":
		return to(&changingDates{on: p}), nil
	case "payment":
		return to(&changingPayment{on: p}), nil
	case "rebook":
		return to(&rebooking{on: p}), nil
	case wordNumbers:
		c.tellNumbers(p.r)
		return stay(), nil
	case "timeline":
		return stay(), p.timeline(ctx, c)
	case wordShowGuest:
		if c.guestsShown = c.reveal(p.r.ID); c.guestsShown {
			p.tellGuest(c)
		}
		return stay(), nil
	case "read":
		r, err := c.read(ctx, p.r.ID)
		if err != nil {
			return stay(), c.explain(ctx, err)
		}
		p.take(c, r)
		return stay(), nil
	}
	return stay(), c.papers(ctx, answer, p.voucher(c))
}

// tell says its facts, its state and what cancelling costs first.
func (p *reservation) tell(ctx context.Context, c *console) {
	learnHotel(ctx, c, p.r.Hotel)
	r, now := p.r, c.Desk.Now()
	c.Fact("status", statusWords(r))
	c.cancelTerms(r)
	for _, w := range c.Desk.Recovery.Writes() {
		if w.State == recovery.Unresolved && w.Plan.Reservation == r.ID {
			c.Say("It is not known what came of the "+wording.Stopped(whatWords(w)), w.Story(now, c.Zone), sentence(w.Progress(now, c.Zone)))
		}
	}
	c.Fact("hotel", r.Hotel.Name)
	c.Fact("stay", c.Desk.StayOf(r).Words())
	party := trip.PartyWords(r.Adults, r.Children)
	if r.Rate.Rooms > 0 {
		party = joined(party, wording.Plural(r.Rate.Rooms, "room"))
	}
	c.Fact("party", party)
	sale, sold, err := c.Desk.SaleOf(r)
	if err != nil {
		sale, sold = booking.Sale{}, false // Show at least what the service has.
	}
	c.Fact("total", terms.PriceWords(r.Rate.Total))
	parts, note := booking.PartsOf(r, sale)
	c.Fact("of that", parts)
	c.Say(sentence(note))
	c.payment(c.Desk.PaymentOf(r, sale))
	p.tellGuest(c)
	c.Fact("payment", r.Rate.Terms.PaymentInfo)
	c.Fact("guarantee", terms.Of(r.Rate.Terms).GuaranteeWords())
	c.numbers(r)
	if !r.Created.IsZero() {
		c.Fact("created", r.Created.Time.In(c.Zone).Format("Mon 2 Jan 2006 15:04")+" "+wording.Yours(c.Zone))
	}
	c.Facts("kept with it", customWords(r.CustomData))
	if sold {
		c.Fact("agreed", sale.OnFile())
		c.changes(sale.Deviations)
	}
}

// cancelTerms tells what cancelling costs now and later, how it was cancelled, or why it cannot be.
func (c *console) cancelTerms(r api.Reservation) {
	if r.Status == api.StatusCanceled {
		if done, err := c.Desk.CancellationOf(r); err == nil && done != nil {
			c.Fact("cancelled", done.Words(c.Desk.Directory.Zone(r.Hotel.ID), c.Zone))
			c.Fact("it cost", done.Cost.Sentence())
		}
		return
	}
	if able, why := booking.CanCancel(r); !able {
		c.Say(why)
		return
	}
	agreed := c.Desk.TermsOf(r)
	c.cost(agreed.CancelLines(c.Desk.Now(), c.Zone))
	name, lines := agreed.Wording(r.Rate.Rooms)
	c.Facts(name, lines)
	c.Fact("note", agreed.Note)
}

func (p *reservation) tellGuest(c *console) {
	g := p.r.Guest
	if !c.guestsShown {
		c.Fact("guest", guestWords(g, false))
		return
	}
	c.Fact("guest", booking.GuestName(g))
	c.Fact("email", g.Email)
	c.tellPhone(g)
	c.Fact("address", guestAddress(g))
}

func (p *reservation) timeline(ctx context.Context, c *console) error {
	entries, err := c.Desk.Timeline(p.r)
	if err != nil {
		return c.explain(ctx, err)
	}
	for _, e := range entries {
		c.Say(sentence(joined(e.At.In(c.Zone).Format("Mon 2 Jan 2006 15:04"), e.Source, e.Text)))
	}
	if len(entries) == 0 {
		c.Say("Nothing is known of it.")
	}
	return nil
}

// whose says whose booking is written to, so that a mix-up of clients is noticed. stay is the label of its days. With asks it
// names the guest in full.
func (c *console) whose(r api.Reservation, stay string, asks bool) {
	c.Fact("guest", orElse(guestWords(r.Guest, asks && c.reveal(r.ID)), terms.NotSaid))
	c.Fact("hotel", r.Hotel.Name)
	c.Fact(stay, c.Desk.StayOf(r).Words())
	if n := r.Confirmation; n != nil && n.RecordLocator != "" {
		c.number("record locator", n.RecordLocator)
		return
	}
	c.number("reservation id", r.ID)
}

// writable says why nothing can be written; empty where it can.
func (c *console) writable(able bool, why string) string {
	switch {
	case c.ReadOnly:
		return "Read only: nothing is changed or cancelled from here."
	case !able:
		return why
	}
	return ""
}

// A cancelling place asks whether to cancel, with what that costs first.
type cancelling struct {
	on   *reservation
	told bool
	at   booking.Shown
}

func (*cancelling) name(*console) string { return "cancelling" }

func (p *cancelling) run(ctx context.Context, c *console) (move, error) {
	able, why := booking.CanCancel(p.on.r)
	if why = c.writable(able, why); why != "" {
		c.Say(why)
		return back(), nil
	}
	if !p.told {
		p.told, p.at = true, c.Desk.ShownNow(p.on.r)
		p.tell(c)
	}
	ok, err := c.Word(ctx, "Type cancel to cancel it "+c.where()+"; enter keeps it", booking.WordCancel, "A cancellation cannot be undone.")
	if err != nil {
		return nil, err
	}
	if !ok {
		c.Say("It is kept. Nothing was sent.")
		return back(), nil
	}
	done, err := send(ctx, c, journal.Cancel, p.on.r.ID, func(ctx context.Context) (booking.Canceled, error) { return c.Desk.Cancel(ctx, p.at) })
	if err == nil {
		return p.done(c, done), nil
	}
	w, known, err := c.afterWrite(ctx, p.on, err)
	switch {
	case err != nil:
		return back(), ignoreBack(err)
	case known && w.Made():
		later := c.Desk.CanceledLater(w)
		c.Say("Found cancelled after its answer was lost: it was sent once.")
		return p.done(c, later), nil
	case known:
		c.Say("Not cancelled: the reservation stands. It can be cancelled again.")
		return back(), nil
	}
	p.told = false
	return stay(), nil
}

func (p *cancelling) tell(c *console) {
	r, now := p.on.r, c.Desk.Now()
	agreed := c.Desk.TermsOf(r)
	c.Fact("cancelling now costs", agreed.CostAt(now).Sentence())
	c.Fact("the price is", terms.PriceWords(r.Rate.Total))
	c.cost(agreed.CancelLines(now, c.Zone))
	c.Fact("note", agreed.Note)
	if c.Desk.StayOver(r) {
		c.Say("The stay is over. The service may refuse to cancel it: what is given back, the hotel decides.")
	}
	c.whose(r, "stay", true)
}

func (p *cancelling) done(c *console, done booking.Canceled) move {
	p.on.take(c, done.Reservation)
	p.on.told = true
	c.Fact("status", statusWords(done.Reservation))
	c.Fact("it cost", done.Cost.Sentence())
	c.payment(done.Paid)
	for _, line := range done.ReferenceLines(done.Reservation, "") { // The attempt is among the numbers.
		c.Say(sentence(line))
	}
	return back()
}

// afterWrite tells why a write to a reservation was not made, and follows one whose answer was lost. Known says that the write is
// what became of that. Back means that nothing is left to be written, or that it was left; otherwise the same is asked again.
func (c *console) afterWrite(ctx context.Context, on *reservation, failed error) (w recovery.Write, known bool, err error) {
	if lost := recovery.WriteIn(failed, recovery.Unresolved); lost != nil {
		w, err := c.follow(ctx, lost)
		if err == nil {
			c.dismiss(w.Plan.Attempt)
			if w.Reservation != nil {
				on.take(c, *w.Reservation)
			}
		}
		return w, true, err
	}
	if ctx.Err() != nil {
		return w, false, ctx.Err()
	}
	if err := c.explain(ctx, failed); err != nil {
		return w, false, err
	}
	var refused *booking.RefusedError
	var changed *booking.ChangedError
	switch {
	case errors.As(failed, &refused):
		c.Say(sentence(refused.Standing()))
		if refused.Now != nil {
			on.take(c, *refused.Now)
		}
	case errors.As(failed, &changed) && changed.Now != nil:
		on.take(c, *changed.Now)
		c.changes(changed.Changes)
		if changed.Canceled() {
			return w, false, dialogue.ErrBack
		}
		ok, err := c.accepted(ctx, changed.Changes)
		if err == nil && !ok {
			err = dialogue.ErrBack
		}
		return w, false, err
	}
	return w, false, dialogue.ErrBack
}

// A changingPayment place sets another payment method.
type changingPayment struct{ on *reservation }

func (*changingPayment) name(*console) string { return "changing the payment" }

func (p *changingPayment) run(ctx context.Context, c *console) (move, error) {
	able, why := booking.CanChange(p.on.r)
	if why = c.writable(able, why); why != "" {
		c.Say(why)
		return back(), nil
	}
	c.Fact("price", terms.PriceWords(p.on.r.Rate.Total))
	c.whose(p.on.r, "stay", true)
	at := c.Desk.ShownNow(p.on.r)
	token, err := c.Ask(ctx, dialogue.Question{Field: "payment token", Text: "New payment token, which is not shown", Secret: true, Help: []string{"It is kept nowhere here."}})
	if err != nil {
		return nil, err
	}
	cvv, err := c.Ask(ctx, dialogue.Question{Field: "cvv", Text: "The card's code, which is not shown", Secret: true, Optional: true, Check: booking.CheckCVV, Help: []string{"Three or four digits, where the service wants them."}})
	if err != nil {
		return nil, err
	}
	ok, err := c.Word(ctx, "Type payment to set this payment "+c.where(), booking.WordPayment)
	if err != nil {
		return nil, err
	}
	if !ok {
		c.Say("Nothing was sent.")
		return back(), nil
	}
	done, err := send(ctx, c, journal.Modify, p.on.r.ID, func(ctx context.Context) (booking.Modified, error) {
		return c.Desk.ChangePayment(ctx, at, api.NewSecret(token), api.NewSecret(strings.TrimSpace(cvv)))
	})
	if err != nil {
		w, known, err := c.afterWrite(ctx, p.on, err)
		if known && err == nil && !w.Made() {
			c.Say("A reservation does not show which payment it has. The same one may be set again: it ends in the same.")
		}
		if known || err != nil {
			return back(), ignoreBack(err)
		}
		return stay(), nil
	}
	c.changes(done.Deviations)
	c.Say("The payment method is changed. It was sent once.")
	return back(), nil
}
