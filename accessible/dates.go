package accessible

import (
	"context"
	"errors"
	"slices"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// A changingDates place moves a reservation to other days: they are asked for, priced, read back and sent, once.
type changingDates struct {
	on      *reservation
	in, out api.Date // asked for; zero until then, and where one stays
	asked   bool
}

func (*changingDates) name(*console) string { return "changing the dates" }

func (p *changingDates) run(ctx context.Context, c *console) (move, error) {
	able, why := booking.CanChange(p.on.r)
	if why = c.writable(able, why); why != "" {
		c.Say(why)
		return back(), nil
	}
	if !p.asked {
		if err := p.ask(ctx, c); err != nil {
			return nil, err
		}
	}
	change, err := p.price(ctx, c)
	if err != nil {
		return back(), c.explain(ctx, err)
	}
	if !change.Possible() {
		return p.instead(c, change)
	}
	p.tell(c, change)
	ok, err := c.accepted(ctx, change.Changes)
	if err != nil || !ok {
		return back(), err
	}
	ok, err = c.Word(ctx, "Type change to change the dates "+c.where(), booking.WordDates)
	if err != nil {
		return nil, err
	}
	if !ok {
		c.Say("Nothing was sent.")
		return back(), nil
	}
	done, err := send(ctx, c, journal.Modify, p.on.r.ID, func(ctx context.Context) (booking.Modified, error) { return c.Desk.ChangeDates(ctx, change) })
	if err == nil {
		return p.done(c, done), nil
	}
	var changed *booking.ChangedError
	if errors.As(err, &changed) && changed.Dates != nil {
		c.tellExplanation(booking.Explain(err))
		c.changes(changed.Changes)
		return stay(), nil // They are priced and read back again.
	}
	w, known, err := c.afterWrite(ctx, p.on, err)
	switch {
	case err != nil:
		return back(), ignoreBack(err)
	case known && w.Made() && w.Reservation != nil:
		return p.done(c, booking.Modified{Reservation: *w.Reservation, Attempt: w.Plan.Attempt, Deviations: c.Desk.Moved(change, *w.Reservation)}), nil
	case known:
		c.Say("Read the reservation before you change anything.")
		return back(), nil
	}
	return stay(), nil
}

// ask asks for the days. Enter keeps one.
func (p *changingDates) ask(ctx context.Context, c *console) error {
	stayNow := c.Desk.StayOf(p.on.r)
	c.Fact("stay now", stayNow.Words())
	c.Say(c.Desk.DatesOff())
	zone := c.Desk.Directory.Zone(p.on.r.Hotel.ID)
	for {
		in, out, err := p.askDays(ctx, c, stayNow, stayNow.Days(trip.ArrivalField, c.Desk.Now(), zone, c.Zone), stayNow.Days(trip.DepartureField, c.Desk.Now(), zone, c.Zone))
		if err != nil {
			return err
		}
		problems := c.Desk.CheckDates(p.on.r, in, out)
		for _, one := range problems {
			name := "arrival"
			if one.Field == trip.FieldCheckOut {
				name = "departure"
			}
			c.Say("Error in " + name + ": " + sentence(one.Message))
		}
		if len(problems) == 0 {
			p.in, p.out, p.asked = in, out, true
			return nil
		}
	}
}

func (p *changingDates) askDays(ctx context.Context, c *console, now trip.Stay, arrival, departure trip.DayReader) (in, out api.Date, err error) {
	ask := func(field, help string, value api.Date, reader trip.DayReader) (trip.TypedStay, error) {
		var read trip.TypedStay
		_, err := c.Ask(ctx, dialogue.Question{
			Field: field, Value: trip.EntryDay(value), Help: []string{"Such as " + help + ". Enter keeps it."},
			Check: func(answer string) string {
				var err error
				if read, err = reader.Read(answer); err != nil {
					return err.Error()
				}
				return ""
			},
		})
		return read, err
	}
	first, err := ask("new arrival", trip.NewArrivalHelp, now.In, arrival)
	if err != nil {
		return in, out, err
	}
	in, out = first.In, first.Out
	if out.IsZero() {
		departure.Arrival = in
		last, err := ask("new departure", trip.NewDepartureHelp, now.Out, departure)
		if err != nil {
			return in, out, err
		}
		if out = last.Out; !last.In.IsZero() && last.In != in {
			in = last.In
		}
	}
	return in, out, nil
}

// price asks what the days cost, of the reservation as it is now.
func (p *changingDates) price(ctx context.Context, c *console) (booking.DateChange, error) {
	r, err := c.read(ctx, p.on.r.ID)
	if err != nil {
		return booking.DateChange{}, err
	}
	if since := c.Desk.ShownNow(p.on.r).Since(c.Desk, r); len(since) > 0 {
		c.Say("It has changed since it was told.")
		c.changes(since)
	}
	p.on.r = r
	return dialogue.During(ctx, c.Dialogue, "pricing the new dates", func(ctx context.Context) (booking.DateChange, error) {
		return c.Desk.PriceDates(ctx, r, p.in, p.out)
	})
}

func (p *changingDates) tell(c *console, change booking.DateChange) {
	now := c.Desk.Now()
	c.Fact("new price", terms.PriceWords(change.Total))
	c.payment(change.Payment())
	c.changes(change.Changes)
	c.cost(change.New.OfferLines(now, c.Zone))
	c.Fact("new stay", trip.StayWords(change.In, change.Out))
	c.whose(change.Reservation, "stay until now", true)
}

// instead offers a new booking in the reservation's place; that stands until a person cancels it.
func (p *changingDates) instead(c *console, change booking.DateChange) (move, error) {
	title, text := change.Instead(c.Desk.Now(), booking.FromReceipt)
	c.Say(title+".", text)
	if len(change.Nearest) == 0 {
		p.asked = false
		return back(), nil
	}
	draft := change.Replacement(c.Desk.Directory.Zone(p.on.r.Hotel.ID))
	return instead(&nearest{draft: draft, offers: slices.Clone(change.Nearest)}), nil
}

func (p *changingDates) done(c *console, done booking.Modified) move {
	p.on.take(c, done.Reservation)
	c.Say("The dates are changed. It was sent once.")
	c.payment(c.Desk.PaidOf(done.Reservation))
	if len(done.Deviations) > 0 {
		c.Say("Differs from what was agreed.")
		c.changes(done.Deviations)
	}
	return back()
}
