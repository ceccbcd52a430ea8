package accessible

import (
	"context"
	"errors"
	"slices"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// A rebooking place looks whether the stay of a reservation can be had cheaper. The new one is booked like any other; once it
// is confirmed, the old one is cancelled here, for a word of its own.
type rebooking struct{ on *reservation }

func (*rebooking) name(*console) string { return "rebooking" }

func (p *rebooking) run(ctx context.Context, c *console) (move, error) {
	if why := c.writable(true, ""); why != "" {
		c.Say(why)
		return back(), nil
	}
	one, there, err := rebook.Of(c.Desk, p.on.r.ID)
	if err != nil {
		return nil, err
	}
	if there {
		return p.goOn(ctx, c, one)
	}
	compared, err := dialogue.During(ctx, c.Dialogue, "looking for the same stay", func(ctx context.Context) (rebook.Comparison, error) {
		return rebook.Compare(ctx, c.Desk, p.on.r.ID, c.RebookThreshold)
	})
	if err != nil {
		return nil, err
	}
	p.on.take(c, compared.Old)
	p.on.told = true
	c.Fact("booked at", terms.PriceWords(compared.Old.Rate.Total))
	c.Fact("cancelling it now costs", compared.Penalty.Sentence())
	if len(compared.Offers) == 0 {
		c.Say(compared.Why)
		c.Facts("not compared", compared.LeftOut)
		return back(), nil
	}
	return p.choose(ctx, c, compared)
}

// choose lists what is cheaper, verifies what is chosen and leads to its booking.
func (p *rebooking) choose(ctx context.Context, c *console, compared rebook.Comparison) (move, error) {
	for {
		list := &dialogue.List{
			Len: len(compared.Offers), Item: func(i int) string { return rebookWords(compared.Offers[i]) },
			Heading: func(i int) string { return wording.Sentence(compared.Offers[i].Group().Heading()) },
		}
		index, _, err := c.Choose(ctx, list, dialogue.Question{
			Field: "rate", Text: "Number of a rate to book instead", Check: onlyNumbers,
			Help: []string{"A number tells price and terms of that rate. It is booked like any other, and the old one stands until it is confirmed and you cancel it."},
		})
		if err != nil {
			return nil, err
		}
		if offer := compared.Offers[index]; offer.Verified() && offer.Draft.Stale(c.Desk.Now()) == "" {
			c.changes(offer.Changes)
			c.Facts("not counted", offer.Notes)
			ok, err := c.accepted(ctx, offer.Changes)
			if err != nil || !ok {
				return back(), err
			}
			return instead(&verified{draft: offer.Draft, done: true}), nil
		}
		var worth bool
		compared, err = dialogue.During(ctx, c.Dialogue, "verifying the rate", func(ctx context.Context) (rebook.Comparison, error) {
			now, at, err := compared.Verify(ctx, c.Desk, index)
			worth = at >= 0
			return now, err
		})
		switch {
		case err != nil:
			return nil, err
		case !worth:
			c.Say("That rate is gone, or not worth it any more.")
		}
		if len(compared.Offers) == 0 {
			c.Say(compared.Why)
			return back(), nil
		}
	}
}

// rebookWords tells an offer in a line: what it is and what it saves first.
func rebookWords(o rebook.Offer) string {
	words := ""
	if !o.Verified() {
		words = "not verified yet"
	}
	return joined(o.Title(), terms.PriceWords(o.Draft.Charge()), o.Draft.Rate.Name,
		booking.RoomRate{Room: o.Draft.Room, Rate: o.Draft.Rate}.RoomName(), words)
}

// goOn tells where a rebooking stands that is not over, and asks for the old one where the new one is confirmed.
func (p *rebooking) goOn(ctx context.Context, c *console, one journal.Rebooking) (move, error) {
	half, err := dialogue.During(ctx, c.Dialogue, "reading both reservations", func(ctx context.Context) (rebook.Half, error) {
		return rebook.Resume(ctx, c.Desk, one)
	})
	if err != nil {
		return nil, err
	}
	p.tell(c, half)
	if half.Step != rebook.HalfDone && half.Step != rebook.Unready {
		return back(), nil
	}
	words, text := []string{wordKeep, wordNew}, "Keep keeps both, new tells the new one"
	help := []string{"Keep ends the rebooking with both as they are. New tells the new one, which can be cancelled there.", "Back leaves it half done: the beginning keeps telling it."}
	if half.CanCancelOld() {
		words, text = append(words, booking.WordCancel), "Type cancel to cancel the old one "+c.where()+"; keep keeps both, new tells the new one"
		help = append(help, "Cancel cancels the old one, and that cannot be undone.")
	}
	answer, err := c.Ask(ctx, dialogue.Question{Field: "the word", Text: text, Check: oneOf(words...), Help: help})
	switch {
	case err != nil:
		return nil, err
	case answer == wordNew:
		return to(&reservation{r: half.New}), nil
	case answer == wordKeep:
		if err := rebook.KeepBoth(c.Desk, half); err != nil {
			return nil, err
		}
		c.Say("Both are kept.")
		return back(), nil
	}
	return p.cancelOld(ctx, c, half)
}

// The words of a rebooking that is half done.
const (
	wordKeep = "keep"
	wordNew  = "new"
)

func (p *rebooking) tell(c *console, half rebook.Half) {
	c.Say(map[rebook.Step]string{
		rebook.Unresolved: "It is not known yet what came of a step of this rebooking. The beginning lists it under lost answers.",
		rebook.HalfDone:   "Half rebooked: the new one is confirmed, and the old one stands.",
		rebook.Unready:    "Half rebooked: the old one must stand.",
		rebook.Done:       "Rebooked: the old one is cancelled.",
		rebook.GivenUp:    "Not rebooked: the new one is cancelled, and the old one stands.",
	}[half.Step], half.Why)
	if half.New.ID != "" {
		c.Fact("new", joined(statusWords(half.New), terms.PriceWords(half.New.Rate.Total)))
	}
	c.Fact("old", joined(statusWords(half.Old), terms.PriceWords(half.Old.Rate.Total)))
	if half.Step == rebook.HalfDone {
		c.Fact("cancelling the old one now costs", half.Penalty.Sentence())
		c.Fact("saved then", moneyWords(half.Saving))
	}
	c.whose(half.Old, "stay", half.CanCancelOld())
}

// cancelOld cancels the old one, once, after both were read again.
func (p *rebooking) cancelOld(ctx context.Context, c *console, half rebook.Half) (move, error) {
	done, err := send(ctx, c, journal.Cancel, half.Old.ID, func(ctx context.Context) (rebook.Result, error) { return rebook.CancelOld(ctx, c.Desk, half) })
	if err == nil {
		return p.done(c, done), nil
	}
	var stopped *rebook.StoppedError
	if errors.As(err, &stopped) {
		c.Say("Nothing was sent: the two do not stand as they were told.")
		return stay(), nil // They are read and told again.
	}
	w, known, err := c.afterWrite(ctx, p.on, err)
	switch {
	case err != nil:
		return back(), ignoreBack(err)
	case known && w.Made():
		c.Say("Found cancelled after its answer was lost: it was sent once.")
		return p.done(c, rebook.Found(c.Desk, half, w)), nil
	case known:
		c.Say("Not cancelled: the old one stands. It can be cancelled again.")
	}
	return stay(), nil
}

func (p *rebooking) done(c *console, done rebook.Result) move {
	p.on.take(c, done.Canceled.Reservation)
	p.on.told = true
	c.Say("Rebooked: the new one is confirmed, and the old one is cancelled.")
	switch {
	case done.Proven():
	case done.Read != nil:
		c.Say("The cancellation was answered, and a read made now shows " + statusWords(*done.Read) + ". Look at the old one again later.")
	case done.Trouble != nil:
		c.Say("The cancellation was answered, and could not be read again: " + wording.Stopped(booking.Explain(done.Trouble).Title))
	}
	c.Fact("it cost", done.Canceled.Cost.Sentence())
	c.payment(done.Canceled.Paid)
	c.Fact("saved", moneyWords(done.Saving))
	c.Fact("guest", booking.GuestName(done.New.Guest))
	c.numbers(done.New)
	return back()
}

// A halfRebookings place lists the rebookings whose new reservation is booked while the old one stands.
type halfRebookings struct{}

func (*halfRebookings) name(*console) string { return "half rebookings" }

// halfRebooked leaves out those of which a write has no known outcome: they stand among the lost answers.
func (c *console) halfRebooked() []journal.Rebooking {
	return slices.DeleteFunc(rebook.Pending(c.Desk), func(one journal.Rebooking) bool { return one.New.Open() || one.Canceling != nil })
}

func (*halfRebookings) run(ctx context.Context, c *console) (move, error) {
	pending := c.halfRebooked()
	if len(pending) == 0 {
		c.Say("No rebooking is half done.")
		return back(), nil
	}
	list := &dialogue.List{Len: len(pending), Item: func(i int) string {
		plan := pending[i].New.Plan
		return joined(plan.HotelName, recovery.PlanDays(plan))
	}}
	index, _, err := c.Choose(ctx, list, dialogue.Question{
		Field: "rebooking", Text: "Number to go on with", Check: onlyNumbers, Help: []string{"A number reads both reservations again and tells how they stand. Nothing is sent by it."},
	})
	if err != nil {
		return nil, err
	}
	r, err := c.read(ctx, pending[index].New.Replaces)
	if err != nil {
		return nil, err
	}
	return to(&rebooking{on: &reservation{r: r}}), nil
}

// rebooked leads from a receipt to the old reservation: through the rebooking where the journal links the two.
func (p *receipt) rebooked() place {
	old := &reservation{r: *p.draft.Replaces, changed: func(r api.Reservation) { p.draft.Replaces = &r }}
	if p.draft.Rebooks {
		return &rebooking{on: old}
	}
	return old
}
