package accessible

import (
	"context"

	"bellhop/accessible/dialogue"
	"bellhop/booking"
	"bellhop/booking/nearby"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A daysAround place tells what the days around a stay cost, and searches the one that is chosen.
type daysAround struct {
	question trip.Question
	found    booking.HotelList
	around   nearby.Around
	list     *dialogue.List
}

func (p *daysAround) name(*console) string { return "days around, " + p.question.Words() }

func (p *daysAround) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		if err := p.look(ctx, c); err != nil {
			return nil, err
		}
	}
	index, _, err := c.Choose(ctx, p.list, dialogue.Question{
		Field: "day", Text: "Number of a day to search, or back", Check: onlyNumbers,
		Help: []string{
			"The number of a day searches the same for an arrival on that day.",
			"A price is the lowest among the hotels that match the filter; or less means that an unchecked hotel may be cheaper.",
		},
	})
	switch {
	case err != nil:
		return nil, err
	case p.around.Days[index].Past:
		c.Say("Error in day: that day is over.")
		return stay(), nil
	}
	q := p.question
	q.Trip = p.around.Days[index].Trip
	// The list of the other day takes the place of this one and of the list before it.
	return func(stack []place) []place { return append(stack[:max(len(stack)-2, 1)], &hotels{question: q}) }, nil
}

// look searches each of the days around once. What fails is told, and the days after it are not looked at.
func (p *daysAround) look(ctx context.Context, c *console) error {
	strip := nearby.New(nearby.Looks)
	strip.Begin(p.found.Trip, c.Desk.Now())
	strip.Learn(p.found)
	_, err := dialogue.During(ctx, c.Dialogue, "searching the days around", func(ctx context.Context) (struct{}, error) {
		for stay, more := strip.Next(c.Desk.Now()); more; stay, more = strip.Next(c.Desk.Now()) {
			list, err := c.Desk.Hotels(ctx, stay)
			if err != nil {
				return struct{}{}, err
			}
			strip.Take(list.Prices())
		}
		return struct{}{}, nil
	})
	switch {
	case isOver(err):
		return err
	case err != nil:
		if err := c.explain(ctx, err); err != nil {
			return err
		}
	}
	if err != nil {
		strip.Stop()
	}
	filter, _ := p.found.InForce(p.question.Filter)
	p.around = strip.Around(filter, c.Desk.Now())
	p.list = &dialogue.List{Len: len(p.around.Days), Item: func(i int) string { return dayWords(p.around.Days[i]) }}
	c.Sayf("%s from each of these days on.", wording.Plural(p.found.Trip.Nights(), "night"))
	if n := p.around.Hotels; n > 0 {
		c.Sayf("Prices are the lowest of the %s checked on every day.", wording.Plural(n, "hotel"))
	}
	if why := p.around.NoCheapest(); why != "" {
		c.Say("No cheapest day: " + why + ".")
	}
	return nil
}

// dayWords tells a day with its lowest price.
func dayWords(day nearby.Day) string {
	price := day.Price.String()
	if kind := day.Price.Taxes; kind == terms.TaxPart || kind == terms.TaxUnsaid {
		price += ", " + terms.TaxNote{Kind: kind}.Words()
	}
	switch {
	case day.Past:
		price = "over"
	case !day.Known && day.AtMost:
		price = "none of the hotels that were looked at"
	case !day.Known:
		price = "not looked at"
	case day.NoneOf > 0:
		price = "no price at the " + wording.Plural(day.NoneOf, "hotel") + " compared"
	case !day.Price.IsSet():
		price = "no price"
	case day.AtMost:
		price += " or less"
	}
	words := day.Trip.CheckIn.Format("Mon 2 Jan") + ": " + price
	if day.Present {
		words = joined(words, "the day that was searched")
	}
	if day.Cheapest {
		words = joined(words, "the cheapest")
	}
	return words
}
