package accessible

import (
	"context"
	"slices"

	"bellhop/accessible/dialogue"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A verified place tells what came of asking for a rate once more: every difference, what cancelling costs, what is paid.
type verified struct {
	draft    booking.Draft
	done     bool // the draft is verified
	told     bool
	accepted bool
	guest    *guest // what was typed behind it stays
}

func (p *verified) name(*console) string { return "price and terms" }

func (p *verified) run(ctx context.Context, c *console) (move, error) {
	if !p.done {
		if next, err := p.verify(ctx, c); next != nil || err != nil {
			return next, err
		}
	}
	if !p.told {
		p.tell(c)
	}
	now := c.Desk.Now()
	switch {
	case p.draft.OfferOver(now):
		return p.again(ctx, c, "This offer has expired. Its price cannot be booked any more.")
	case p.draft.NoPrice() != "":
		return p.again(ctx, c, "There is no price to book at: "+wording.Stopped(p.draft.NoPrice()))
	case !p.accepted:
		ok, err := c.accepted(ctx, p.draft.Changes)
		if err != nil {
			return nil, err
		}
		if p.accepted = ok; !ok {
			return back(), nil
		}
	}
	if !terms.Stops(p.draft.Changes) {
		answer, err := c.Ask(ctx, dialogue.Question{
			Field: "answer", Text: "Enter goes on to the guest", Value: wordNext, Quiet: true, Check: oneOf(wordNext, wordAgain),
			Help: []string{"Enter goes on to the guest. Again asks for price and terms once more. Nothing is sent by either."},
		})
		if err != nil {
			return nil, err
		}
		if answer == wordAgain {
			p.done, p.told, p.accepted = false, false, false
			return stay(), nil
		}
	}
	if p.guest == nil {
		p.guest = &guest{}
	}
	p.guest.take(p.draft)
	return to(p.guest), nil
}

// The words that go on, and that do something once more.
const (
	wordNext  = "next"
	wordAgain = "verify"
)

// oneOf checks that an answer is one of some words.
func oneOf(words ...string) func(string) string {
	return func(answer string) string {
		if slices.Contains(words, answer) {
			return ""
		}
		return "type " + either(words)
	}
}

// verify asks the service. A rate that is gone leads to those that come nearest to it.
func (p *verified) verify(ctx context.Context, c *console) (move, error) {
	draft, err := dialogue.During(ctx, c.Dialogue, "verifying price and terms", func(ctx context.Context) (booking.Draft, error) { return c.Desk.Verify(ctx, p.draft) })
	if err == nil {
		p.draft, p.done, p.told, p.accepted = draft, true, false, false
		return nil, nil
	}
	if !booking.RateGone(err) {
		return nil, err
	}
	c.tellExplanation(booking.Explain(err))
	again, err := dialogue.During(ctx, c.Dialogue, "looking for other rates", func(ctx context.Context) (booking.RestoredDraft, error) {
		return c.Desk.Recheck(ctx, p.draft, true)
	})
	if err != nil {
		return nil, err
	}
	return instead(&nearest{draft: again.Draft, offers: again.Nearest}), nil
}

// again offers to ask once more where nothing can go on.
func (p *verified) again(ctx context.Context, c *console, why string) (move, error) {
	c.Say(why)
	_, err := c.Ask(ctx, dialogue.Question{
		Field: "answer", Text: "Enter verifies it again", Value: wordAgain, Quiet: true, Check: oneOf(wordAgain),
		Help: []string{"Enter asks for price and terms once more. Back leaves it."},
	})
	p.done, p.told, p.accepted = false, false, false
	return stay(), err
}

// tell says what differs first, then what cancelling costs, then what is paid.
func (p *verified) tell(c *console) {
	p.told = true
	d, now := p.draft, c.Desk.Now()
	switch n := len(d.Changes); {
	case terms.Stops(d.Changes):
		c.Sayf("Not as searched: %s.", wording.Plural(n, "change"))
	case n > 0:
		c.Sayf("Verified, with %s and none for the worse.", wording.Plural(n, "change"))
	default:
		c.Say("Verified: price and terms are as searched.")
	}
	c.Say(sentence(d.ChangesNote()))
	c.changes(d.Changes)
	c.cost(d.AllRooms().OfferLines(now, c.Zone))
	c.charges(d)
	c.Fact("hotel", d.Hotel.Name)
	c.Fact("stay", trip.StayWords(d.Trip.CheckIn, d.Trip.CheckOut))
	c.Fact("room", joined(booking.RoomRate{Room: d.Room, Rate: d.Rate}.RoomName(), d.Rate.Name))
	c.Say(sentence(d.Trip.DivisionWords()), sentence(d.AllRoomsNote()), sentence(d.PartsNote()))
	c.Fact("offer", d.OfferWords(now))
}

// charges tells what is paid now, later, at the hotel and in all.
func (c *console) charges(d booking.Draft) {
	c.payment(d.Payment(c.Desk.Now()))
	c.Fact("unclear", d.AllRooms().DueNote())
}

// payment prints the rows of a payment.
func (c *console) payment(p terms.Payment) {
	for _, row := range p.Rows() {
		c.Facts(row.Name, row.Lines)
	}
}
