package accessible

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A rates place lists the rates of one hotel.
type rates struct {
	draft  booking.Draft // without a rate
	filter trip.Filter
	told   bool
	list   *dialogue.List
	offers []booking.RoomRate
}

func (p *rates) name(*console) string { return "rates of " + p.draft.Hotel.Name }

func (p *rates) run(ctx context.Context, c *console) (move, error) {
	if !p.told {
		if err := p.tell(ctx, c); err != nil {
			return nil, err
		}
	}
	index, answer, err := c.Choose(ctx, p.list, dialogue.Question{
		Field: "rate", Text: "Number of a rate, or details and a number",
		Help:  []string{"A number asks the service once more for that rate's price and terms.", "Details and a number tells more of a rate, such as details 1."},
		Check: func(answer string) string { return wrongDetails(answer, p.list.Wrong) },
	})
	switch {
	case err != nil:
		return nil, err
	case index < 0:
		p.details(c, p.offers[detailed(answer)-1])
		return stay(), nil
	}
	draft := p.draft
	draft.Room, draft.Rate = p.offers[index].Room, p.offers[index].Rate
	return to(&verified{draft: draft}), nil
}

// tell says what is known of the hotel, and lists the rates that meet the filter.
func (p *rates) tell(ctx context.Context, c *console) error {
	d := &p.draft
	property, err := dialogue.During(ctx, c.Dialogue, "reading the hotel's facts", func(ctx context.Context) (api.Property, error) {
		property, _, err := c.Desk.Directory.Facts(ctx, api.HotelRef{ID: d.Hotel.ID, Name: d.Hotel.Name})
		return property, err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil { // Without them its deadlines are told as they were sent.
		c.Say("The hotel's facts could not be read: " + wording.Stopped(booking.Explain(err).Title))
	}
	p.told, d.Zone = true, c.Desk.Directory.Zone(d.Hotel.ID)
	c.Fact("hotel", d.Hotel.Name)
	c.tellHotelCode(d.Hotel.ID)
	c.Fact("class", starsWords(c.Desk.Directory.Class(d.Hotel)))
	c.Fact("address", addressWords(d.Hotel.Address))
	c.Fact("arrival from", clock(d.Hotel.CheckInTime))
	c.Fact("departure by", clock(d.Hotel.CheckOutTime))
	c.Fact("about it", property.Description)
	c.Fact("stay", d.Trip.Words())
	now := c.Desk.Now()
	all := booking.RoomRates(d.Hotel)
	p.offers = slices.DeleteFunc(slices.Clone(all), func(o booking.RoomRate) bool { return !booking.Meets(p.filter, o.Rate, d.Trip.Rooms, now) })
	c.Say(sentence(booking.RatesWords(len(p.offers), len(all))))
	p.list = &dialogue.List{Len: len(p.offers), Item: func(i int) string { return c.offerWords(p.offers[i], d) }}
	return nil
}

// clock leaves the seconds of HH:MM:SS out.
func clock(text string) string {
	if len(text) == len("15:04:05") && text[2] == ':' && text[5] == ':' {
		return text[:5]
	}
	return text
}

// offerWords tells a rate in a line.
func (c *console) offerWords(o booking.RoomRate, d *booking.Draft) string {
	words, now := o.Terms(d.Trip.Rooms, d.Zone), c.Desk.Now()
	detail, _ := words.RefundDetail(now)
	refund := words.Refund(now).Word()
	switch { // "refundable until ...", but "penalty now, 5.00 GBP ..."
	case detail == "":
	case detail[0] >= '0' && detail[0] <= '9':
		refund += ", " + detail
	default:
		refund += " " + detail
	}
	rate := o.Rate.Name
	if rate == o.RoomName() {
		rate = ""
	}
	return joined(o.RoomName(), rate, o.PaysWords(d.Trip.Rooms), refund)
}

// details tells all that the search says of a rate, one fact a line.
func (p *rates) details(c *console, o booking.RoomRate) {
	d := &p.draft
	words, now := o.Terms(d.Trip.Rooms, d.Zone), c.Desk.Now()
	beds := o.Room.NameWithBeds
	if beds == o.RoomName() {
		beds = ""
	}
	c.Fact("room", joined(o.RoomName(), beds))
	c.Fact("rate", o.Rate.Name)
	c.Fact("price", o.PaysWords(d.Trip.Rooms))
	if o.Room.MaxOccupancy > 0 {
		c.Fact("room for", wording.Plural(o.Room.MaxOccupancy, "guest"))
	}
	c.cost(words.OfferLines(now, c.Zone))
	for _, perk := range o.Rate.Perks {
		c.Fact("included", orElse(perk.Description, perk.Name))
	}
	c.Fact("payment", words.PaymentWords(d.Trip.Rooms))
	c.Fact("guarantee", words.GuaranteeWords())
	c.Facts("deposit", words.DepositLines())
	c.Fact("cards", words.CardWords())
	if at := o.Rate.Expires; !at.IsZero() {
		c.Fact("offered for", wording.Left(at.Time.Sub(now)))
	}
}

func whole(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return 0
	}
	return n
}

// detailed returns the number behind "details"; 0 where there is none.
func detailed(answer string) int {
	rest, ok := strings.CutPrefix(strings.ToLower(answer), "details ")
	if !ok {
		return 0
	}
	return whole(rest)
}

func wrongDetails(answer string, wrong func(n int) string) string {
	n := detailed(answer)
	if n == 0 {
		return "it is neither a number of the list, nor details and such a number"
	}
	return wrong(n)
}

// A nearest place offers the rates that come nearest to one that is gone, with the guest as typed.
type nearest struct {
	draft  booking.Draft
	offers []booking.RoomRate
}

func (p *nearest) name(*console) string { return "other rates of " + p.draft.Hotel.Name }

func (p *nearest) run(ctx context.Context, c *console) (move, error) {
	if len(p.offers) == 0 {
		c.Say("The hotel offers no other rate for these days.")
		return back(), nil
	}
	c.Say("These rates of the hotel come nearest to it.")
	list := &dialogue.List{Len: len(p.offers), Item: func(i int) string { return c.offerWords(p.offers[i], &p.draft) }}
	index, _, err := c.Choose(ctx, list, dialogue.Question{Field: "rate", Text: "Number of a rate", Check: onlyNumbers, Help: []string{"A number asks for that rate's price and terms."}})
	if err != nil {
		return nil, err
	}
	draft := p.draft
	draft.Room, draft.Rate = p.offers[index].Room, p.offers[index].Rate
	draft.Verified, draft.Changes, draft.Attempt = nil, nil, ""
	return to(&verified{draft: draft}), nil
}
