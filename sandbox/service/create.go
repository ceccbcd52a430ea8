package service

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// MaxRooms is how many rooms of a kind one reservation may have.
const MaxRooms = 99

// Booking is a create request, read.
type Booking struct {
	Stay       world.Stay
	Guests     Guests
	Chain      string
	Property   string
	Rooms      int
	Guest      Charge
	Partner    *Charge
	Simulate   string
	CustomData json.RawMessage
	Values     []string // of CustomData, as the list's filter compares them

	code     string
	channel  string
	currency string
	total    world.Money
	base     world.Money
	taxes    world.Money
}

// Charge is one payment source of a request.
type Charge struct {
	Amount world.Money
	Token  string
}

// bookings makes and modifies reservations.
type bookings struct {
	names  Names
	seed   Seed
	store  store.Store
	rates  rates
	offers *offers
}

// create is SPEC 4.4.
func (s bookings) create(ctx context.Context, c *call) (result, error) {
	f := c.fields()
	b := s.readBooking(f, c.Now)
	f.Done()
	if err := c.rejection(); err != nil {
		return result{}, err
	}
	q, err := s.agree(ctx, c, b)
	if err != nil {
		return result{}, err
	}
	if err := c.approve(Proposal{PriceAgreed, q.Hotel, b.Stay, b.simulated()}); err != nil {
		return result{}, err
	}
	if !b.simulated() {
		if err := b.charge(); err != nil {
			return result{}, err
		}
	}
	n := s.reservation(c.Account, b, q, c.Now)
	n.Settles = c.Settles
	made, err := s.store.Create(ctx, n)
	switch {
	case errors.Is(err, store.ErrSoldOut):
		return result{}, ErrSoldOut
	case errors.Is(err, store.ErrSettled):
		return result{}, errSettled
	case err != nil:
		return result{}, err
	}
	body, err := wireReservation(made, s.rates.world)
	return result{http.StatusCreated, body}, err
}

// simulated reports whether neither the hotel nor the card is asked (SPEC 3).
func (b Booking) simulated() bool { return b.Simulate == "created" || b.Simulate == "confirmed" }

// readBooking reads and checks every field of a create request.
func (s bookings) readBooking(f *jsontree.Fields, now time.Time) Booking {
	var b Booking
	f.Lift(s.names.Loyalty, s.names.Simulation)
	b.Stay.In, b.Stay.Out = readStay(f, now, "check_in_date", "check_out_date")
	b.Guests = readGuests(f.Object("guests", jsontree.Required))
	b.Stay.Adults, b.Stay.Children = int(b.Guests.Adults), int(b.Guests.Children)

	hotel := f.Object("hotel", jsontree.Required)
	b.Chain, b.Property = hotel.Text("chain_code", jsontree.Required), hotel.Text("property_code", jsontree.Required)
	hotel.Plain("name", jsontree.Optional)
	hotel.Done()

	readRate(f.Object("rate", jsontree.Required), &b)
	paid := f.Object("payment", jsontree.Required)
	b.Guest = readCharge(paid.Object("guest", jsontree.Required), b.currency)
	if _, there := paid.Get("partner", jsontree.Optional); there {
		partner := readCharge(paid.Object("partner", jsontree.Optional), b.currency)
		b.Partner = &partner
	}
	paid.Done()

	b.CustomData, b.Values = ReadCustomData(f)
	loyalty := f.Object(s.names.Loyalty, jsontree.Optional)
	loyalty.Lift(s.names.LoyaltyProgram, s.names.LoyaltyMember)
	loyalty.Plain(s.names.LoyaltyProgram, jsontree.Optional)
	loyalty.Plain(s.names.LoyaltyMember, jsontree.Optional)
	loyalty.Done()
	b.Simulate = f.Plain(s.names.Simulation, jsontree.Optional)
	if len(f.Problems.List) == 0 {
		b.checkSum(f.Problems)
	}
	return b
}

// checkSum compares the payments with the price (WIRE 2).
func (b Booking) checkSum(p *jsontree.Problems) {
	sum := b.Guest.Amount
	if b.Partner != nil {
		sum = sum.Add(b.Partner.Amount)
	}
	if sum != b.total {
		p.Add(nil, "The payment amounts add up to %s %s, not to the total price of %s.", sum, b.currency, b.total)
	}
}

// E.164 has at most 15 digits; the shortest numbers in use have 7.
var phoneForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`) })

func readGuests(f *jsontree.Fields) Guests {
	g := Guests{
		Adults:   f.Integer("number_of_adults", jsontree.Required, 1, MaxPerson),
		Children: f.Integer("number_of_children", jsontree.Optional, 0, MaxPerson),
	}
	g.Primary = ReadGuest(f.Object("primary", jsontree.Required))
	f.Done()
	return g
}

// ReadGuest reads the guest that a reservation is for (SPEC 2.2).
func ReadGuest(p *jsontree.Fields) Guest {
	who := Guest{
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
	if phone := who.Telephone; strings.TrimSpace(phone) != "" && !phoneForm().MatchString(phone) {
		p.Problem("telephone_number", "must be a telephone number in E.164 form, + and digits")
	}
	if country := who.Country; strings.TrimSpace(country) != "" && !IsCountry(country) && country != kosovo {
		p.Problem("country", "must be a country's code of ISO 3166-1 alpha-2, two capital letters")
	}
	p.Done()
	return who
}

func readRate(f *jsontree.Fields, b *Booking) {
	b.code, b.channel = f.Text("booking_code", jsontree.Required), f.Text("channel_code", jsontree.Required)
	b.Rooms = int(f.Integer("number_of_rooms", jsontree.Required, 1, MaxRooms))
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

func readCharge(f *jsontree.Fields, currency string) Charge {
	c := Charge{Amount: readMoney(f, "amount", currency), Token: paymentToken(f, "token", jsontree.Required)}
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
func (s bookings) agree(ctx context.Context, c *call, b Booking) (Quote, error) {
	hotel, ok := s.rates.world.Find(b.Chain, b.Property)
	if !ok {
		return Quote{}, rejectCreation("There is no hotel with this chain and property code.", "hotel", "property_code")
	}
	list := s.rates.quotes(hotel, b.code, b.Stay, b.Rooms, c.Now)
	if len(list) == 0 || list[0].Rate.ChannelCode != b.channel {
		return Quote{}, rejectCreation("The rate is not offered for this stay and party.", "rate", "booking_code")
	}
	offer := s.offers.of(c, hotel, b.code, b.Stay)
	err := c.approve(Proposal{RateFound, hotel, b.Stay, b.simulated()})
	if errors.Is(err, ErrOfferEnded) {
		err = offer.end(ctx)
	}
	if err != nil {
		return Quote{}, err
	}
	if expired, err := offer.expired(ctx); err != nil {
		return Quote{}, err
	} else if expired {
		return Quote{}, rejectCreation("The rate has expired: search again.", "rate", "booking_code")
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
	return Quote{}, first
}

// compare returns the Rejection that names every part of the price that is not the
// current one.
func (b Booking) compare(now bookedPrice) error {
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
func (b Booking) charge() error {
	if err := pay(b.Guest.Token); err != nil || b.Partner == nil {
		return err
	}
	err := pay(b.Partner.Token)
	var f *Rejection
	if errors.As(err, &f) {
		f.Details[0].Field = []string{"payment", "partner", "token"}
	}
	return err
}

// reservation returns what is stored of a booking.
func (s bookings) reservation(account string, b Booking, q Quote, now time.Time) store.New {
	n := store.New{
		Account: account, Status: store.Confirmed, CreatedAt: now.Unix(),
		Stay:  storedStay(b.Stay.In, b.Stay.Out, s.rates.world.Location(q.Hotel)),
		Hotel: s.rates.world.Key(q.Hotel), Room: q.Room.No, Rooms: b.Rooms, Values: b.Values,
	}
	unconfirmed := s.rates.policies(q.Hotel, q.Rate.BookingCode, b.Stay).Unconfirmed
	if b.Simulate == "created" || !b.simulated() && unconfirmed {
		n.Status = store.Created
	}
	if !b.simulated() {
		n.Stock = s.rates.allotment(q.Hotel, q.Room.No, b.Stay.In, b.Stay.Out)
	}
	n.Document = func(seq int64) ([]byte, error) {
		d := document{
			CustomData: b.CustomData,
			Hotel:      hotelName{q.Property.Chain, q.Property.Name, q.Property.Code},
			Payment:    payment{Guest: s.source(account, b.Guest)},
		}
		if n.Status != store.Created {
			d.Confirmation = s.seed.confirmation(seq)
		}
		if b.Partner != nil {
			partner := s.source(account, *b.Partner)
			d.Payment.Partner = &partner
		}
		var err1, err2, err3 error
		var text []byte
		d.Guests, err1 = jsontree.Encode(b.Guests)
		d.Rate, err2 = jsontree.Encode(q.booked())
		text, err3 = jsontree.Encode(d)
		return text, errors.Join(err1, err2, err3)
	}
	return n
}

func (s bookings) source(account string, c Charge) source {
	return source{Amount: json.Number(c.Amount.String()), Token: c.Token, Processor: s.seed.processor(account, c.Token)}
}
