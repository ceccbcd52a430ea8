package accessible

import (
	"context"
	"errors"
	"slices"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// A book place asks for the payment, reads everything back and books, once, for a typed word.
type book struct {
	guest  *guest
	draft  booking.Draft
	agreed []terms.Change // differences that were accepted
	token  api.Secret
	told   bool
	// again is set where it may be booked already: another word books then.
	again bool
	// simulate is what the sandbox pretends in place of booking.
	simulate api.Simulation
}

func (p *book) name(*console) string { return "book" }

// take takes the draft from the guest; the token and what was accepted stay.
func (p *book) take(d booking.Draft) {
	p.draft, p.told, p.agreed = d.Accepting(p.draft), false, d.Changes
}

func (p *book) run(ctx context.Context, c *console) (move, error) {
	if c.ReadOnly {
		c.Say("Read only: nothing is booked from here.")
		return back(), nil
	}
	if next, err := p.renew(ctx, c); next != nil || err != nil {
		return next, err
	}
	if p.token.IsZero() {
		if err := p.askToken(ctx, c); err != nil {
			return nil, err
		}
		p.told = false
		if next, err := p.renew(ctx, c); next != nil || err != nil { // It may have run out meanwhile.
			return next, err
		}
	}
	if !p.told {
		p.readBack(c)
		p.told = true
	}
	word, text := booking.WordBook, "Type book to book this for "+p.draft.Charge().String()+" "+c.where()
	if p.simulate != api.SimulateNothing {
		text = "Type book to simulate this; nothing is booked or charged"
	}
	if p.again {
		word, text = booking.WordAgain, "It may be booked already. Type again to send it once more, "+c.where()
	}
	words, help := []string{word, "token", "read"}, []string{"Only the word " + word + " sends it. Token asks for another payment token. Read reads everything back again."}
	if c.Sandbox && c.Desk.Off().Simulation == nil {
		words, help = append(words, wordSimulate), append(help, "Simulate has the sandbox only check it, or make numbers up. Nothing is booked then.")
	}
	answer, err := c.Ask(ctx, dialogue.Question{Field: "the word", Text: text, Check: oneOf(words...), Help: help})
	switch {
	case err != nil:
		return nil, err
	case answer == "token":
		p.token = api.Secret{}
		return stay(), nil
	case answer == "read":
		p.told = false
		return stay(), nil
	case answer == wordSimulate:
		return stay(), ignoreBack(p.askSimulation(ctx, c))
	case p.draft.Stale(c.Desk.Now()) != "":
		return stay(), nil // It is verified and read back again: what was agreed to is over.
	}
	return p.send(ctx, c)
}

// wordSimulate asks what the sandbox is to pretend.
const wordSimulate = "simulate"

// askSimulation asks what the sandbox pretends in place of booking. Everything is read back again.
func (p *book) askSimulation(ctx context.Context, c *console) error {
	answer, err := c.Ask(ctx, dialogue.Question{
		Field: "simulation", Text: "Simulate: created, confirmed or none", Check: oneOf(string(api.SimulateCreated), string(api.SimulateConfirmed), "none"),
		Help: []string{"Created only checks it. Confirmed makes numbers up. None books it."},
	})
	if err != nil {
		return err
	}
	if p.simulate = api.Simulation(answer); answer == "none" {
		p.simulate = api.SimulateNothing
	}
	p.told = false
	return nil
}

// askToken asks for the payment token, which is not shown.
func (p *book) askToken(ctx context.Context, c *console) error {
	help := []string{"The token of the stored payment method. It is not shown and kept nowhere."}
	text := "Payment token, which is not shown"
	if len(c.TestTokens) > 0 {
		text += ", or tokens for those of the sandbox"
		help = append(help, "In this sandbox any token is a good card. Tokens lists those with another effect.")
	}
	for {
		answer, err := c.Ask(ctx, dialogue.Question{Field: "payment token", Text: text, Secret: true, Help: help})
		if err != nil {
			return err
		}
		if answer != "tokens" || len(c.TestTokens) == 0 {
			p.token = api.NewSecret(answer)
			return nil
		}
		for _, one := range c.TestTokens {
			c.Fact(one.Name, one.Does)
		}
	}
}

// renew verifies the rate again where it may not be booked as it is any more.
func (p *book) renew(ctx context.Context, c *console) (move, error) {
	why := p.draft.Stale(c.Desk.Now())
	if why == "" {
		return nil, nil
	}
	c.Say(why)
	return p.recheck(ctx, c, false, nil)
}

// recheck verifies the rate again, for fewer rooms if a booking of several was refused, or searches the rates nearest to a
// refused one.
func (p *book) recheck(ctx context.Context, c *console, refused bool, fewer *booking.RoomsError) (move, error) {
	again, err := dialogue.During(ctx, c.Dialogue, "verifying the rate again", func(ctx context.Context) (booking.RestoredDraft, error) {
		if fewer != nil && !refused {
			return c.Desk.RecheckFewer(ctx, fewer)
		}
		return c.Desk.Recheck(ctx, p.draft, refused)
	})
	if err != nil {
		return nil, err
	}
	if again.Draft.Verified == nil {
		c.Say("The service does not sell this rate any more.")
		return to(&nearest{draft: again.Draft, offers: again.Nearest}), nil
	}
	p.draft, p.told = again.Draft, false
	if slices.Equal(p.draft.Changes, p.agreed) {
		return nil, nil
	}
	c.changes(p.draft.Changes)
	ok, err := c.accepted(ctx, p.draft.Changes)
	if err != nil {
		return nil, err
	}
	if !ok {
		return back(), nil
	}
	p.agreed = p.draft.Changes
	return nil, nil
}

// readBack reads everything back, what matters most first.
func (p *book) readBack(c *console) {
	d, now := p.draft, c.Desk.Now()
	if p.simulate == api.SimulateNothing {
		c.Say("This is what is booked.")
		c.charges(d)
	} else {
		c.Say("This is what is simulated.")
		c.payment(d.Payment(now).Simulated())
	}
	c.cost(d.AllRooms().OfferLines(now, c.Zone))
	c.Fact("hotel", d.Hotel.Name)
	c.tellHotelCode(d.Hotel.ID)
	c.Fact("address", addressWords(d.Hotel.Address))
	c.Fact("stay", trip.StayWords(d.Trip.CheckIn, d.Trip.CheckOut))
	if d.Zone != nil {
		c.Fact("time at the hotel now", now.In(d.Zone).Format("15:04"))
	}
	c.Fact("guest", booking.GuestName(d.Guest))
	c.Say(sentence(c.Desk.NameReading(d.Guest)))
	c.Fact("email", d.Guest.Email)
	c.tellPhone(d.Guest)
	c.Fact("guest's address", guestAddress(d.Guest))
	c.Fact("room", joined(booking.RoomRate{Room: d.Room, Rate: d.Rate}.RoomName(), d.Rate.Name))
	c.Fact("party", trip.PartyWords(d.Trip.Adults, d.Trip.Children))
	for _, line := range d.RoomsUnbooked() {
		c.Say(sentence(line))
	}
	c.Say(sentence(d.PartsNote()))
	c.Say(sentence(d.ChangesNote()))
	c.changes(d.Changes)
	if old := d.Replaces; old != nil {
		c.Fact("in place of", c.Desk.StayOf(*old).Words())
	}
	c.Fact("payment", d.AllRooms().PaymentWords(d.Trip.Rooms))
	c.Fact("guarantee", d.AllRooms().GuaranteeWords())
	c.Facts("deposit", d.AllRooms().DepositLines())
	c.Fact("cards", d.AllRooms().CardWords())
	if l := d.Loyalty; l != nil {
		c.Fact("loyalty", joined(l.Program, l.MemberID))
	}
	c.Facts("kept with it", customWords(d.CustomData))
	c.number("rate code", d.Rate.BookingCode)
	c.Fact("offer", d.OfferWords(now))
	if p.simulate == api.SimulateNothing {
		c.Fact("environment", c.where())
	} else {
		c.Fact("environment", "in the sandbox, only simulated")
	}
}

// send books what was read back.
func (p *book) send(ctx context.Context, c *console) (move, error) {
	p.draft.Attempt, p.draft.Simulate, p.draft.Watched = c.Desk.NewAttempt(), p.simulate, true
	draft := p.draft
	if err := c.Drafts.Save(draft); err != nil {
		c.logFailure(err)
	}
	draft.Token = p.token
	made, err := send(ctx, c, journal.Create, draft.Attempt, func(ctx context.Context) (booking.Booking, error) { return c.Desk.Book(ctx, draft) })
	if err == nil {
		return p.booked(c, made), nil
	}
	var service *api.Error
	var changed *booking.ChangedError
	switch {
	case errors.As(err, &changed) && changed.Draft != nil:
		return p.changed(ctx, c, changed)
	case recovery.WriteIn(err, recovery.Unresolved) != nil:
		return p.lost(ctx, c, recovery.WriteIn(err, recovery.Unresolved))
	case recovery.WriteIn(err, recovery.HeldBack) != nil:
		return p.heldBack(ctx, c, recovery.WriteIn(err, recovery.HeldBack))
	case ctx.Err() != nil:
		c.tellExplanation(booking.Explain(err)) // What was about to be sent was not.
		return nil, ctx.Err()
	}
	if failed := c.explain(ctx, err); failed != nil {
		return nil, failed
	}
	c.Say("Nothing was booked.")
	p.told = false
	if errors.As(err, &service) && !api.Unauthorized(err) {
		var fewer *booking.RoomsError
		errors.As(err, &fewer)
		return p.refused(ctx, c, service, fewer)
	}
	return p.stayOrBack(ctx, c)
}

// stayOrBack asks before anything is read back again: what failed may fail again.
func (p *book) stayOrBack(ctx context.Context, c *console) (move, error) {
	_, err := c.Ask(ctx, dialogue.Question{Field: "answer", Text: "Enter reads it back again", Value: wordNext, Quiet: true, Check: oneOf(wordNext), Help: []string{"Enter reads it back again; nothing is sent by that. Back goes to the guest."}})
	return stay(), err
}

// booked leads to the receipt. The draft is of no use any more.
func (p *book) booked(c *console, made booking.Booking) move {
	if err := c.Drafts.Clear(); err != nil {
		c.logFailure(err)
	}
	draft := p.draft
	draft.Token, p.token = api.Secret{}, api.Secret{}
	return home(&receipt{made: made, draft: draft})
}

// changed tells what is otherwise than it was read back; nothing was sent.
func (p *book) changed(ctx context.Context, c *console, changed *booking.ChangedError) (move, error) {
	c.tellExplanation(booking.Explain(changed))
	c.changes(changed.Changes)
	ok, err := c.accepted(ctx, changed.Changes)
	if err != nil || !ok {
		return back(), err
	}
	p.draft = changed.Draft.Accepting(p.draft)
	p.agreed, p.told = p.draft.Changes, false
	return stay(), nil
}

// lost follows a booking whose answer was lost.
func (p *book) lost(ctx context.Context, c *console, lost *recovery.Write) (move, error) {
	w, err := c.follow(ctx, lost)
	switch {
	case isBack(err):
		return home(), nil
	case err != nil:
		return nil, err
	case w.Made() && w.Reservation != nil:
		return p.booked(c, c.Desk.Booked(p.draft, *w.Reservation, &w)), nil
	case w.State != recovery.NotMade:
		return home(), nil
	}
	c.dismiss(w.Plan.Attempt)
	c.Say("Not booked, as far as can be told. It was looked for as long as it could show late.")
	p.draft = p.draft.Besides(w)
	p.again, p.told = true, false
	return stay(), nil
}

// heldBack names the bookings that may be the same stay. Only a word goes on besides them.
func (p *book) heldBack(ctx context.Context, c *console, held *recovery.Write) (move, error) {
	c.tellExplanation(booking.Explain(held))
	for _, line := range held.OtherLines(c.Desk.Now(), c.Zone) {
		c.Fact("the other one", line)
	}
	word := "accept"
	if held.NeedsWord() {
		word = booking.WordAgain
	}
	ok, err := c.Word(ctx, "If this stay is wanted besides, type "+word, word, "The stay is not booked a second time unless that word is typed. Nothing is sent by it yet.")
	if err != nil {
		return nil, err
	}
	if !ok {
		c.Say("Nothing was sent.")
		return home(), nil
	}
	p.draft, p.told, p.again = p.draft.Besides(*held), false, held.NeedsWord()
	return stay(), nil
}

// refused leads to where what the service refused can be mended.
func (p *book) refused(ctx context.Context, c *console, e *api.Error, fewer *booking.RoomsError) (move, error) {
	atGuest, atPayment := []api.Problem{}, e.Type == api.TypePayment
	for _, one := range e.Problems {
		switch booking.FormPartOf(one) {
		case booking.AtGuest:
			atGuest = append(atGuest, one)
		case booking.AtPayment:
			atPayment = true
		case booking.AtRequest:
		}
	}
	switch {
	case len(atGuest) > 0:
		p.guest.refuse(c, atGuest)
		return back(), nil
	case atPayment:
		p.token = api.Secret{}
		return stay(), nil
	case e.Type == api.TypeCreation, e.Type == api.TypeBooking:
		c.Say("Back chooses another rate, or:")
		what := "this rate again"
		if fewer != nil {
			what = fewer.Words()
		}
		answer, err := c.Ask(ctx, dialogue.Question{
			Field: "answer", Text: "Enter verifies " + what + ", nearest lists the nearest rates", Value: wordAgain, Quiet: true, Check: oneOf(wordAgain, "nearest"),
			Help: []string{"Nothing is sent by either."},
		})
		if err != nil {
			return nil, err
		}
		if next, err := p.recheck(ctx, c, answer == "nearest", fewer); next != nil || err != nil {
			return next, err
		}
		return stay(), nil
	}
	return p.stayOrBack(ctx, c)
}
