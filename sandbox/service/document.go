package service

import (
	"encoding/json"
	"fmt"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// document is what a stored reservation holds besides its columns, spelled as
// SPEC 2.1 shows it: reading a reservation copies it, and decodes nothing. No
// card verification code ever gets into it.
type document = documentWith[payment]

type documentWith[P any] struct {
	Confirmation *confirmation   `json:"confirmation,omitempty"`
	CustomData   json.RawMessage `json:"custom_data,omitempty"`
	Guests       json.RawMessage `json:"guests"`
	Hotel        hotelName       `json:"hotel"`
	Payment      P               `json:"payment"`
	Rate         json.RawMessage `json:"rate"`
}

type confirmation struct {
	Number  string `json:"hotel_confirmation_number"`
	Locator string `json:"record_locator"`
}

// Guests are the party of a reservation.
type Guests struct {
	Adults   int64 `json:"number_of_adults"`
	Children int64 `json:"number_of_children"`
	Primary  Guest `json:"primary"`
}

// Guest is whom a reservation is for (SPEC 2.2).
type Guest struct {
	Address    string `json:"address"`
	City       string `json:"city"`
	Country    string `json:"country"`
	Email      string `json:"email"`
	GivenName  string `json:"given_name"`
	Surname    string `json:"surname"`
	Telephone  string `json:"telephone_number"`
	State      string `json:"state"`
	PostalCode string `json:"postal_code"`
}

type payment struct {
	Guest   source  `json:"guest"`
	Partner *source `json:"partner,omitempty"`
}

// source is one payment source of SPEC 2.3. Minor amounts are kept as JSON
// numbers with all the currency's digits.
type source struct {
	Amount    json.Number `json:"amount"`
	Token     string      `json:"token"`
	Processor *processor  `json:"processor"`
}

type processor struct {
	Customer string `json:"customer"`
	Method   string `json:"payment_method"`
}

type bookedRate struct {
	BookingCode string      `json:"booking_code"`
	ChannelCode string      `json:"channel_code"`
	Rooms       int         `json:"number_of_rooms"`
	Price       bookedPrice `json:"price"`
	Terms       terms       `json:"terms"`
}

type bookedPrice struct {
	TotalPrice   world.Money `json:"total_price"`
	BasePrice    world.Money `json:"base_price"`
	TotalTaxes   world.Money `json:"total_taxes"`
	CurrencyCode string      `json:"currency_code"`
}

// wireReservation is SPEC 2.1: the columns, and then the document. Its dates are
// made of the days: what earlier programs stored as the instant of a day that has
// no midnight was still the day before.
func wireReservation(r store.Reservation, w *world.World) (json.RawMessage, error) {
	stay := r.Stay
	if zone, known := w.LocationOf(r.Hotel); known {
		stay = storedStay(world.Day(stay.CheckIn), world.Day(stay.CheckOut), zone)
	}
	head, err := jsontree.Encode(struct {
		ID       string `json:"id"`
		Status   string `json:"status"`
		CheckIn  string `json:"check_in_date"`
		CheckOut string `json:"check_out_date"`
		Created  string `json:"created_at"`
	}{
		r.ID, r.Status.String(), Time(time.Unix(stay.CheckInAt, 0)), Time(time.Unix(stay.CheckOutAt, 0)),
		Time(time.Unix(r.CreatedAt, 0)),
	})
	if err != nil {
		return nil, err
	}
	if len(r.Document) < 2 || r.Document[0] != '{' {
		return nil, fmt.Errorf("the document of reservation %d is damaged", r.Seq)
	}
	whole := append(head[:len(head)-1], ',')
	return append(whole, r.Document[1:]...), nil
}

// storedStay makes the stored form of a stay: a date stands for the first instant
// of that day at the hotel (SPEC 2.1).
func storedStay(in, out world.Day, zone *time.Location) store.Stay {
	return store.Stay{
		CheckIn: int32(in), CheckOut: int32(out),
		CheckInAt: in.In(zone, 0, 0).Unix(), CheckOutAt: out.In(zone, 0, 0).Unix(),
	}
}
