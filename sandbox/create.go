package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"regexp"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

const maxRooms = 99

// booking is a create request, read.
type booking struct {
	stay       world.Stay
	guests     guestList
	chain      string
	property   string
	code       string
	channel    string
	rooms      int
	currency   string
	total      world.Money
	base       world.Money
	taxes      world.Money
	guest      charge
	partner    *charge
	simulate   string
	customData json.RawMessage
	values     []string
}

// charge is one payment source of a request.
type charge struct {
	amount world.Money
	token  string
}

// createReservation is SPEC 4.4.
func (s *Sandbox) createReservation(ctx context.Context, c *call) (answer, error) {
	f := c.fields()
	b := s.readBooking(f, c.now)
	f.Done()
	if err := rejectProblems(c.problems); err != nil {
		return answer{}, err
	}
	q, err := s.agree(c, b)
	if err != nil {
		return answer{}, err
	}
	does := s.script(q.hotel)
	if err := does.refuseBooking(b); err != nil {
		return answer{}, err
	}
	meets := s.disturbs(c, q.hotel, b.stay, does.creation)
	if meets && does.creation.Kind.BeforeWork() {
		if err := c.suffer(does.creation); err != nil {
			return answer{}, err
		}
	}
	if !b.simulated() {
		if err := b.charge(); err != nil {
			return answer{}, err
		}
	}
	n := s.reservation(c.account, b, q, c.now)
	n.Settles = c.settles
	made, err := s.store.Create(ctx, n)
	switch {
	case errors.Is(err, store.ErrSoldOut):
		return answer{}, rejectSoldOut()
	case err != nil:
		return answer{}, err
	}
	if meets {
		if err := c.suffer(does.creation); err != nil {
			return answer{}, err
		}
	}
	body, err := wireReservation(made)
	return answer{http.StatusCreated, body}, err
}

// simulated says whether neither the hotel nor the card is asked (SPEC 3).
func (b booking) simulated() bool { return b.simulate == "created" || b.simulate == "confirmed" }

// readBooking reads and checks every field of a create request.
func (s *Sandbox) readBooking(f *jsontree.Fields, now time.Time) booking {
	var b booking
	f.Lift(s.names.Loyalty, s.names.Simulation)
	b.stay.In, b.stay.Out = readStay(f, now, "check_in_date", "check_out_date")
	b.guests = readGuests(f.Object("guests", jsontree.Required))
	b.stay.Adults, b.stay.Children = int(b.guests.Adults), int(b.guests.Children)

	hotel := f.Object("hotel", jsontree.Required)
	b.chain, b.property = hotel.Text("chain_code", jsontree.Required), hotel.Text("property_code", jsontree.Required)
	hotel.Plain("name", jsontree.Optional)
	hotel.Done()

	readRate(f.Object("rate", jsontree.Required), &b)
	paid := f.Object("payment", jsontree.Required)
	b.guest = readCharge(paid.Object("guest", jsontree.Required), b.currency)
	if _, there := paid.Get("partner", jsontree.Optional); there {
		partner := readCharge(paid.Object("partner", jsontree.Optional), b.currency)
		b.partner = &partner
	}
	paid.Done()

	b.customData, b.values = readCustomData(f)
	loyalty := f.Object(s.names.Loyalty, jsontree.Optional)
	loyalty.Lift(s.names.LoyaltyProgram, s.names.LoyaltyMember)
	loyalty.Plain(s.names.LoyaltyProgram, jsontree.Optional)
	loyalty.Plain(s.names.LoyaltyMember, jsontree.Optional)
	loyalty.Done()
	b.simulate = f.Plain(s.names.Simulation, jsontree.Optional)
	if len(f.Problems.List) == 0 {
		b.checkSum(f.Problems)
	}
	return b
}

// checkSum compares the payments with the price (WIRE 2).
func (b booking) checkSum(p *jsontree.Problems) {
	sum := b.guest.amount
	if b.partner != nil {
		sum = sum.Add(b.partner.amount)
	}
	if sum != b.total {
		p.Add(nil, "The payment amounts add up to %s %s, not to the total price of %s.", sum, b.currency, b.total)
	}
}

// E.164 has at most 15 digits; the shortest numbers in use have 7.
var phoneForm = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

func readGuests(f *jsontree.Fields) guestList {
	g := guestList{
		Adults:   f.Integer("number_of_adults", jsontree.Required, 1, maxPerson),
		Children: f.Integer("number_of_children", jsontree.Optional, 0, maxPerson),
	}
	g.Primary = readPrimary(f.Object("primary", jsontree.Required))
	f.Done()
	return g
}

// readPrimary reads the guest that a reservation is for (SPEC 2.2).
func readPrimary(p *jsontree.Fields) primary {
	who := primary{
		Address: p.Text("address", jsontree.Required), City: p.Text("city", jsontree.Required), Country: p.Text("country", jsontree.Required),
		Email: p.Text("email", jsontree.Required), GivenName: p.Text("given_name", jsontree.Required), Surname: p.Text("surname", jsontree.Required),
		Telephone: p.Text("telephone_number", jsontree.Required),
		State:     p.Plain("state", jsontree.Optional), PostalCode: p.Plain("postal_code", jsontree.Optional),
	}
	if email := who.Email; strings.TrimSpace(email) != "" {
		if a, err := mail.ParseAddress(email); err != nil || a.Address != email {
			p.Problem("email", "must be an email address")
		}
	}
	if phone := who.Telephone; strings.TrimSpace(phone) != "" && !phoneForm.MatchString(phone) {
		p.Problem("telephone_number", "must be a telephone number in E.164 form, + and digits")
	}
	if country := who.Country; strings.TrimSpace(country) != "" && !isCountry(country) {
		p.Problem("country", "must be a country's code of ISO 3166-1 alpha-2, two capital letters")
	}
	p.Done()
	return who
}

func readRate(f *jsontree.Fields, b *booking) {
	b.code, b.channel = f.Text("booking_code", jsontree.Required), f.Text("channel_code", jsontree.Required)
	b.rooms = int(f.Integer("number_of_rooms", jsontree.Required, 1, maxRooms))
	price := f.Object("price", jsontree.Required)
	b.currency = readCurrency(price, "currency_code")
	b.total = readMoney(price, "total_price", b.currency)
	b.base = readMoney(price, "base_price", b.currency)
	b.taxes = readMoney(price, "total_taxes", b.currency)
	price.Done()
	readTerms(f.Object("terms", jsontree.Required))
	f.Done()
}

// readTerms checks the terms of a create request. They are what the partner
// was shown; the reservation holds the terms that the rate really has.
func readTerms(f *jsontree.Fields) {
	f.Plain("rate_payment_info", jsontree.Required)
	f.Plain("guarantee_type", jsontree.Required)
	f.Bool("refundable", jsontree.Required)
	f.TextOrNull("cancel_note")
	for _, one := range f.Objects("cancel_penalties", jsontree.Required) {
		if text := one.Text("deadline_local", jsontree.Required); strings.TrimSpace(text) != "" {
			_, exact := time.Parse(time.RFC3339, text)
			_, short := time.Parse("2006-01-02T15:04Z07:00", text)
			if exact != nil && short != nil {
				one.Problem("deadline_local", "must be a date-time with an offset")
			}
		}
		one.Plain("cancel_short_description", jsontree.Required)
		penalty := one.Object("penalty", jsontree.Required)
		penalty.Bool("estimated_amount", jsontree.Required)
		penalty.Plain("original_penalty_info", jsontree.Required)
		amount := penalty.Object("currency_amount", jsontree.Required)
		readMoney(amount, "amount", readCurrency(amount, "currency"))
		amount.Done()
		penalty.Done()
		one.Done()
	}
	f.Done()
}

func readCharge(f *jsontree.Fields, currency string) charge {
	c := charge{amount: readMoney(f, "amount", currency), token: paymentToken(f, "token", jsontree.Required)}
	f.Done()
	return c
}

func readCurrency(f *jsontree.Fields, name string) string {
	code := f.Text(name, jsontree.Required)
	if strings.TrimSpace(code) == "" {
		return ""
	}
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		f.Problem(name, "must be three capital letters, ISO 4217")
		return ""
	}
	return code
}

// readMoney reads an amount in a currency; without one only the type is
// checked, because the digits depend on it.
func readMoney(f *jsontree.Fields, name, currency string) world.Money {
	d, ok := f.Number(name, jsontree.Required)
	if !ok || currency == "" {
		return world.Money{}
	}
	minor, ok := d.Minor(world.Digits(currency))
	if !ok {
		f.Problem(name, "must be an amount of 0 or more with at most %d decimals", world.Digits(currency))
	}
	return world.Money{Minor: minor, Currency: currency}
}

// agree finds the rate of a booking and compares its price with the one in the
// request (WIRE 3).
func (s *Sandbox) agree(c *call, b booking) (quote, error) {
	index, ok := s.world.Find(b.chain, b.property)
	if !ok {
		return quote{}, rejectCreation("There is no hotel with this chain and property code.", "hotel", "property_code")
	}
	list := s.quotes(index, b.code, b.stay, b.rooms, c.now)
	if len(list) == 0 || list[0].rate.ChannelCode != b.channel {
		return quote{}, rejectCreation("The rate is not offered for this stay and party.", "rate", "booking_code")
	}
	s.lapse(c, index, b.code, b.stay)
	if s.expired(c, index, b.code, b.stay) {
		return quote{}, rejectCreation("The rate has expired: search again.", "rate", "booking_code")
	}
	var first error
	for _, q := range list {
		err := b.compare(q.booked().Price)
		if err == nil {
			return q, nil
		}
		if first == nil {
			first = err
		}
	}
	return quote{}, first
}

// compare returns the rejection that names every part of the price that is not the
// current one.
func (b booking) compare(now bookedPrice) error {
	p := &jsontree.Problems{}
	if b.currency != now.CurrencyCode {
		p.Add([]string{"rate", "price", "currency_code"}, "is not the current one, %s", now.CurrencyCode)
	}
	for _, part := range []struct {
		name      string
		sent, now world.Money
	}{
		{"total_price", b.total, now.TotalPrice},
		{"base_price", b.base, now.BasePrice},
		{"total_taxes", b.taxes, now.TotalTaxes},
	} {
		if part.sent != part.now {
			p.Add([]string{"rate", "price", part.name}, "is not the current one, %s %s", part.now, now.CurrencyCode)
		}
	}
	if len(p.List) == 0 {
		return nil
	}
	f := rejectCreation("The price of the rate is not the one in the request.")
	f.Details = p.List
	return f
}

// charge tries the payments, the guest's first.
func (b booking) charge() error {
	if err := pay(b.guest.token); err != nil || b.partner == nil {
		return err
	}
	err := pay(b.partner.token)
	var f *rejection
	if errors.As(err, &f) {
		f.Details[0].Field = []string{"payment", "partner", "token"}
	}
	return err
}

// reservation makes what is stored of a booking.
func (s *Sandbox) reservation(account string, b booking, q quote, now time.Time) store.New {
	n := store.New{
		Account: account, Status: store.Confirmed, CreatedAt: now.Unix(),
		Stay:  storedStay(b.stay.In, b.stay.Out, s.world.Location(q.hotel)),
		Hotel: s.world.Key(q.hotel), Room: q.room.No, Rooms: b.rooms, Values: b.values,
	}
	if b.simulate == "created" || !b.simulated() && s.script(q.hotel).unconfirmed {
		n.Status = store.Created
	}
	if !b.simulated() {
		n.Stock = s.allotment(q.hotel, q.room.No, b.stay.In, b.stay.Out)
	}
	n.Document = func(seq int64) ([]byte, error) {
		d := document{
			CustomData: b.customData,
			Hotel:      hotelName{q.property.Chain, q.property.Name, q.property.Code},
			Payment:    payment{Guest: s.source(account, b.guest)},
		}
		if n.Status != store.Created {
			d.Confirmation = s.confirmation(seq)
		}
		if b.partner != nil {
			partner := s.source(account, *b.partner)
			d.Payment.Partner = &partner
		}
		var err1, err2, err3 error
		var text []byte
		d.Guests, err1 = jsontree.Encode(b.guests)
		d.Rate, err2 = jsontree.Encode(q.booked())
		text, err3 = jsontree.Encode(d)
		return text, errors.Join(err1, err2, err3)
	}
	return n
}

func (s *Sandbox) source(account string, c charge) source {
	return source{Amount: json.Number(c.amount.String()), Token: c.token, Processor: s.processor(account, c.token)}
}
