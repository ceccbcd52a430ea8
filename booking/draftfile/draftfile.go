// Package draftfile is a booking that is prepared in a file, for scripts: which rate, what it cost and obliged to when it
// was verified, and the guest. It never holds a payment token.
package draftfile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// version is the form of the file. One of another form is not read.
const version = 1

// MaxSize is the largest file that is read, in bytes.
const MaxSize = 1 << 20

// A File is a booking before it is sent. Guest, loyalty and custom data are for a person or a script to fill in.
type File struct {
	Version     int               `json:"version"`
	VerifiedAt  time.Time         `json:"verified_at"`
	Hotel       Hotel             `json:"hotel"`
	CheckIn     Day               `json:"check_in"`
	CheckOut    Day               `json:"check_out"`
	Adults      int               `json:"adults"`
	Children    int               `json:"children"`
	Rooms       int               `json:"rooms"`
	Room        string            `json:"room"`
	BookingCode string            `json:"booking_code"`
	ChannelCode string            `json:"channel_code"`
	Agreed      Agreed            `json:"agreed"`
	Sends       *Sends            `json:"sends,omitempty"`
	Guest       Guest             `json:"guest"`
	Loyalty     *Loyalty          `json:"loyalty,omitempty"`
	CustomData  map[string]string `json:"custom_data,omitempty"`
}

// A Hotel is named by its codes; the name is for people.
type Hotel struct {
	Chain    string `json:"chain"`
	Property string `json:"property"`
	Name     string `json:"name"`
}

// A Day is a date as 2026-12-12.
type Day struct{ api.Date }

// MarshalText writes it; nothing for none.
func (d Day) MarshalText() ([]byte, error) {
	if d.IsZero() {
		return nil, nil
	}
	return []byte(d.String()), nil
}

// UnmarshalText reads it.
func (d *Day) UnmarshalText(text []byte) (err error) {
	if d.Date, err = api.ParseDate(string(text)); err != nil {
		return fmt.Errorf("%q is not a day such as 2026-12-12", string(text))
	}
	return nil
}

// An Amount is exact decimal digits with their currency.
type Amount struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

// Money returns the amount; unset where there are no digits.
func (a *Amount) money() api.Money {
	if a == nil || a.Amount == "" {
		return api.Money{}
	}
	return api.NewMoney(a.Amount, a.Currency)
}

// amountOf is an amount of the file; nil for one that is not set or cannot be read.
func amountOf(m api.Money) *Amount {
	if !m.Valid() {
		return nil
	}
	return &Amount{terms.PlainAmount(m), m.Currency()}
}

// Agreed is what the rate costs and obliges to, for all rooms, as it was verified.
type Agreed struct {
	Total      *Amount   `json:"total"`
	Base       *Amount   `json:"base"`
	Taxes      *Amount   `json:"taxes"`
	Refundable *bool     `json:"refundable"`
	Penalties  []Penalty `json:"cancel_penalties"`
	Payment    string    `json:"rate_payment_info"`
	Guarantee  []string  `json:"guarantee_type"`
	Fees       []Fee     `json:"fees_at_hotel"` // nil in a file of an earlier version
}

// A Fee is paid at the hotel.
type Fee struct {
	Description string  `json:"description"`
	Amount      *Amount `json:"amount"`
	Included    *bool   `json:"included_in_total"`
}

// A Penalty is what cancelling costs from a deadline on.
type Penalty struct {
	Deadline  string  `json:"deadline_local"`
	Amount    *Amount `json:"amount"`
	Estimated bool    `json:"estimated_amount"`
	NoRefund  bool    `json:"not_refundable"`
}

// A Guest has the service's own names (section 2.2).
type Guest struct {
	GivenName  string `json:"given_name"`
	Surname    string `json:"surname"`
	Email      string `json:"email"`
	Phone      string `json:"telephone_number"`
	Address    string `json:"address"`
	City       string `json:"city"`
	State      string `json:"state"`
	PostalCode string `json:"postal_code"`
	Country    string `json:"country"`
}

// Loyalty names a membership.
type Loyalty struct {
	Program  string `json:"program"`
	MemberID string `json:"member_id"`
}

// Of is the file of a verified draft.
func Of(d booking.Draft) File {
	return File{
		Version: version, VerifiedAt: d.VerifiedAt.UTC().Truncate(time.Second),
		Hotel:   Hotel{d.Hotel.ID.Chain, d.Hotel.ID.Code, d.Hotel.Name},
		CheckIn: Day{d.Trip.CheckIn}, CheckOut: Day{d.Trip.CheckOut}, Adults: d.Trip.Adults, Children: d.Trip.Children, Rooms: max(d.Trip.Rooms, 1),
		Room:        booking.RoomRate{Room: d.Room, Rate: d.Rate}.RoomName(),
		BookingCode: d.Rate.BookingCode, ChannelCode: d.Rate.ChannelCode,
		Agreed: agreedOf(d), Sends: sendsOf(d), Guest: Guest(d.Guest), CustomData: customOf(d.CustomData),
	}
}

func agreedOf(d booking.Draft) Agreed {
	t, rooms := d.AllRooms(), max(d.Trip.Rooms, 1)
	out := Agreed{
		Total: amountOf(d.Charge()), Base: amountOf(d.Verified.Base.Times(rooms)), Taxes: amountOf(d.Verified.Taxes.Times(rooms)), Refundable: t.Refundable, Payment: t.Payment, Guarantee: t.Guarantee, Penalties: []Penalty{}, Fees: []Fee{},
	}
	for _, fee := range d.AtHotel() {
		out.Fees = append(out.Fees, Fee{fee.Description, amountOf(fee.Amount), fee.IncludedInTotal})
	}
	for _, s := range t.Steps {
		out.Penalties = append(out.Penalties, Penalty{deadlineText(s.Deadline), amountOf(s.Amount), s.Estimated, s.NoRefund})
	}
	return out
}

// deadlineText writes a deadline as the service does: with its offset, where it has one.
func deadlineText(d api.Deadline) string {
	switch {
	case d.IsZero():
		return ""
	case d.HasOffset:
		return d.Wall.Format(time.RFC3339)
	default:
		return d.Wall.Format("2006-01-02T15:04:05")
	}
}

func customOf(data api.CustomData) map[string]string {
	out := map[string]string{}
	for _, field := range data {
		out[field.Key] = field.Text
	}
	return out
}

// terms are those agreed to, in the shape in which they are compared.
func (a Agreed) terms() terms.Terms { return terms.Of(a.sent()).For(a.Total.money()) }

// bill holds the total and the fees at the hotel, in the shape in which they are compared.
func (a Agreed) bill() terms.Bill {
	bill := terms.Bill{Total: a.Total.money()}
	if a.Fees == nil {
		bill.Unsaid = terms.NotSaid
	}
	for _, fee := range a.Fees {
		bill.Fees = append(bill.Fees, api.Charge{Description: fee.Description, Amount: fee.Amount.money(), IncludedInTotal: fee.Included})
	}
	return bill
}

// sent are those agreed to, in the shape of a rate.
func (a Agreed) sent() api.Terms {
	t := api.Terms{Refundable: a.Refundable, PaymentInfo: a.Payment, Guarantee: a.Guarantee}
	for _, p := range a.Penalties {
		refundable := !p.NoRefund
		t.Penalties = append(t.Penalties, api.CancelPenalty{
			Deadline: api.ParseDeadline(p.Deadline), Amount: p.Amount.money(), Estimated: p.Estimated, Refundable: &refundable,
		})
	}
	return t
}

// Read reads a file, and says where something in it is wrong. What it does not know is an error: a misspelt field must
// not pass silently.
func Read(r io.Reader) (File, error) {
	var f File
	fields, err := read(r, "draft", &f)
	switch isDraft, isGuest := known(fields, f), known(fields, f.Guest); {
	case isGuest && !isDraft:
		return File{}, errors.New("this is not a draft but a guest: --guest takes it, and bellhop verify --draft FILE writes a draft")
	case fields != nil && !isDraft:
		return File{}, errors.New("this is not a draft: bellhop verify --draft FILE writes one")
	case err != nil:
		return File{}, err
	}
	if f.Version != version {
		return File{}, fmt.Errorf("version: it is %d, and this program reads %d; make the draft anew with bellhop verify", f.Version, version)
	}
	return f, f.check()
}

// ReadGuest reads a guest alone.
func ReadGuest(r io.Reader) (Guest, error) {
	var g Guest
	fields, err := read(r, "guest", &g)
	if known(fields, File{}) && !known(fields, g) {
		return Guest{}, errors.New("this is not a guest but a draft: the guest is what its field guest holds")
	}
	if err != nil {
		return Guest{}, err
	}
	var wrong []error
	for _, field := range g.fields() {
		if problem := booking.CheckGuestText(field.text); problem != "" && field.name != booking.FieldPhone {
			wrong = append(wrong, fmt.Errorf("%s: %s", field.name, problem))
		}
	}
	return g, errors.Join(wrong...)
}

// check lists what is missing or cannot be, each by its place.
func (f File) check() error {
	var wrong []error
	add := func(field, problem string) {
		if problem != "" {
			wrong = append(wrong, fmt.Errorf("%s: %s", field, problem))
		}
	}
	need := func(field, text string) {
		if text == "" {
			add(field, "needed")
		}
	}
	need("hotel.chain", f.Hotel.Chain)
	need("hotel.property", f.Hotel.Property)
	need("booking_code", f.BookingCode)
	if f.CheckIn.IsZero() || !f.CheckIn.Before(f.CheckOut.Date) {
		add("check_out", "it must be after check_in")
	}
	if f.Adults < 1 || f.Children < 0 || f.Rooms < 1 {
		add("adults", "at least one adult and one room are needed")
	}
	if total := f.Agreed.Total; total == nil || !total.money().Valid() {
		add("agreed.total", "an amount and a currency are needed: what the rate cost when it was verified")
	}
	for i, p := range f.Agreed.Penalties {
		if p.Deadline != "" && api.ParseDeadline(p.Deadline).IsZero() {
			add(fmt.Sprintf("agreed.cancel_penalties[%d].deadline_local", i), "no time such as 2026-12-10T18:00:00+00:00")
		}
	}
	for _, key := range sortedKeys(f.CustomData) {
		add("custom_data."+key, booking.CheckCustomField(key, f.CustomData[key]))
	}
	return errors.Join(wrong...)
}

// CheckGuest lists what is missing or wrong of the guest, each by its place.
func (f File) CheckGuest() error {
	var wrong []error
	for _, field := range f.Guest.fields() {
		if problem := booking.CheckGuestField(field.name, field.text, f.Guest.Country); problem != "" {
			wrong = append(wrong, fmt.Errorf("guest.%s: %s", field.name, problem))
		}
	}
	return errors.Join(wrong...)
}

type guestField struct{ name, text string }

func (g Guest) fields() []guestField {
	return []guestField{
		{booking.FieldGivenName, g.GivenName},
		{booking.FieldSurname, g.Surname},
		{booking.FieldEmail, g.Email},
		{booking.FieldPhone, g.Phone},
		{booking.FieldAddress, g.Address},
		{booking.FieldCity, g.City},
		{booking.FieldState, g.State},
		{booking.FieldPostalCode, g.PostalCode},
		{booking.FieldCountry, g.Country},
	}
}

func sortedKeys(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for key := range m {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

// Trip is the stay of the file.
func (f File) Trip() trip.Trip {
	return trip.Trip{
		Destination: trip.HotelDestination(f.hotel()), CheckIn: f.CheckIn.Date, CheckOut: f.CheckOut.Date,
		Adults: f.Adults, Children: f.Children, Rooms: f.Rooms,
	}
}

func (f File) hotel() api.Hotel {
	return api.Hotel{ID: api.PropertyID{Chain: f.Hotel.Chain, Code: f.Hotel.Property}, Name: f.Hotel.Name}
}
