package accessible

import (
	"context"
	"errors"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
)

// A receipt tells what came of a booking.
type receipt struct {
	made  booking.Booking
	draft booking.Draft
	told  bool
	noted bool // the journal has the booking as shown
}

func (p *receipt) name(*console) string { return "receipt" }

func (p *receipt) run(ctx context.Context, c *console) (move, error) {
	if !p.told {
		p.told = true
		p.tell(c)
		if !p.simulated() {
			c.keepGuest(p.draft, p.made.Reservation)
		}
	}
	words := append([]string{wordNumbers, "open", "read", "search"}, papersWords...)
	help := append([]string{"Open tells the whole reservation. Read tells the receipt again. Search begins a new search.", numbersHelp}, papersHelp...)
	text := "Copy, voucher, calendar, message, numbers, open, read, search or back"
	if p.replaces() {
		text, words, help = "Old, "+strings.ToLower(text[:1])+text[1:], append(words, wordOld), append(help, "Old tells the reservation in whose place this one is, where it can be cancelled.")
	}
	answer, err := c.Ask(ctx, dialogue.Question{
		Field: "answer", Text: text, Help: help,
		Check: oneOf(words...),
	})
	if there := ctx.Err() == nil && !errors.Is(err, dialogue.ErrEnd); there && !p.noted { // An answer came: the line was up.
		p.noted = true
		c.noteShown(p.made.Attempt)
	}
	switch {
	case err != nil:
		return nil, err
	case answer == "open":
		return to(&reservation{r: p.made.Reservation}), nil
	case answer == wordOld:
		return to(p.rebooked()), nil
	case answer == "search":
		return home(&search{}), nil
	case answer == wordNumbers:
		c.tellNumbers(p.made.Reservation)
		return stay(), nil
	case answer == "read":
		p.told = false
		return stay(), nil
	}
	if p.simulated() {
		c.Say("This was only simulated: there is nothing to hand out.")
		return stay(), nil
	}
	return stay(), c.papers(ctx, answer, p.voucher(c))
}

func (p *receipt) simulated() bool { return p.draft.Simulate != api.SimulateNothing }

// wordOld tells the reservation in whose place a booking is.
const wordOld = "old"

// replaces reports whether the booking is in the place of a reservation that still stands.
func (p *receipt) replaces() bool {
	old := p.draft.Replaces
	return old != nil && old.Status == api.StatusConfirmed && p.made.Reservation.Status == api.StatusConfirmed && !p.simulated()
}

func (p *receipt) tell(c *console) {
	r, d := p.made.Reservation, p.draft
	words := statusWords(r)
	means := booking.StatusWords(r)
	if p.simulated() {
		means = "only simulated: no hotel knows of it and nothing was charged"
	}
	if means != words {
		words = joined(words, means)
	}
	c.Say(sentence(words))
	switch {
	case p.simulated():
	case p.made.MadeLate():
		c.Say("It had counted as not booked, and exists.")
	case p.made.Found != nil:
		c.Say("Found after its answer was lost: it was sent once and exists once.")
	}
	if len(p.made.Deviations) > 0 && !p.simulated() {
		c.Say("Differs from what was agreed.")
		c.changes(p.made.Deviations)
	}
	if r.Status == api.StatusCreated && !p.simulated() {
		c.Say("The service has taken it and the hotel has not confirmed it yet. Do not book it again. Look it up later.")
	}
	if p.replaces() {
		c.Say("The old reservation stands until you cancel it. Old tells it.")
	}
	c.numbers(r)
	c.Fact("hotel", d.Hotel.Name)
	c.Fact("stay", trip.StayWords(d.Trip.CheckIn, d.Trip.CheckOut))
	c.payment(d.Paid(r, c.Desk.Now()))
	if !p.simulated() {
		c.cost(d.AllRooms().CancelLines(c.Desk.Now(), c.Zone))
	}
	c.Fact("guest", booking.GuestName(d.Guest))
	c.Fact("room", joined(booking.RoomRate{Room: d.Room, Rate: d.Rate}.RoomName(), d.Rate.Name))
}
