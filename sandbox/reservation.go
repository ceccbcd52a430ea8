package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// document is what a stored reservation holds besides its columns, spelled as
// SPEC 2.1 shows it: reading a reservation copies it, and decodes nothing. No
// card verification code ever gets into it.
type document struct {
	Confirmation *confirmation   `json:"confirmation,omitempty"`
	CustomData   json.RawMessage `json:"custom_data,omitempty"`
	Guests       json.RawMessage `json:"guests"`
	Hotel        hotelName       `json:"hotel"`
	Payment      payment         `json:"payment"`
	Rate         json.RawMessage `json:"rate"`
}

type confirmation struct {
	Number  string `json:"hotel_confirmation_number"`
	Locator string `json:"record_locator"`
}

type guestList struct {
	Adults   int64   `json:"number_of_adults"`
	Children int64   `json:"number_of_children"`
	Primary  primary `json:"primary"`
}

type primary struct {
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

// wireReservation is SPEC 2.1: the columns, and then the document.
func wireReservation(r store.Reservation) (json.RawMessage, error) {
	head, err := jsontree.Encode(struct {
		ID       string `json:"id"`
		Status   string `json:"status"`
		CheckIn  string `json:"check_in_date"`
		CheckOut string `json:"check_out_date"`
		Created  string `json:"created_at"`
	}{
		r.ID, r.Status.String(), wireTime(time.Unix(r.Stay.CheckInAt, 0)), wireTime(time.Unix(r.Stay.CheckOutAt, 0)),
		wireTime(time.Unix(r.CreatedAt, 0)),
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

// storedStay makes the stored form of a stay: a date begins at the hotel's
// midnight (SPEC 2.1).
func storedStay(in, out world.Day, zone *time.Location) store.Stay {
	return store.Stay{
		CheckIn: int32(in), CheckOut: int32(out),
		CheckInAt: in.In(zone, 0, 0).Unix(), CheckOutAt: out.In(zone, 0, 0).Unix(),
	}
}

// quote is what a rate costs now, for all the rooms of a reservation.
type quote struct {
	hotel    int
	property world.Property
	room     world.Room
	rate     world.Rate
	stay     world.Stay
	rooms    int
}

func (q quote) booked() bookedRate {
	price := q.rate.Price
	return bookedRate{
		BookingCode: q.rate.BookingCode, ChannelCode: q.rate.ChannelCode, Rooms: q.rooms,
		Price: bookedPrice{
			TotalPrice: price.Total.Times(q.rooms), BasePrice: price.Base.Times(q.rooms), TotalTaxes: price.Taxes.Times(q.rooms),
			CurrencyCode: price.Total.Currency,
		},
		Terms: wireTerms(q.rate.Terms, q.rooms),
	}
}

// quotes lists the ways in which a party can be priced in so many rooms: the
// whole party asked about at once, as a partner may have verified it, and the
// party spread over the rooms. The specification does not say which of the two
// the verified price of one room was for. A party that is too large for the
// rooms is so when it is spread, too, and gets none.
func (s *Sandbox) quotes(hotel int, code string, stay world.Stay, rooms int, now time.Time) []quote {
	var list []quote
	spread := stay
	spread.Adults = (stay.Adults + rooms - 1) / rooms
	spread.Children = (stay.Children + rooms - 1) / rooms
	for _, one := range []world.Stay{stay, spread} {
		room, rate, ok := s.agreed(hotel, code, one, now)
		if ok {
			list = append(list, quote{hotel, s.world.Property(hotel), room, rate, stay, rooms})
		}
	}
	return list
}

// allotment limits what can be sold of a kind of room from in until before out.
func (s *Sandbox) allotment(hotel, room int, in, out world.Day) store.Allotment {
	list := make(store.Allotment, 0, out-in)
	for night := in; night < out; night++ {
		list = append(list, s.world.Allotment(hotel, room, night))
	}
	return list
}

const (
	maxPairs        = 10
	maxKey          = 32
	keyLetters      = lower + "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-"
	maxValue        = 128
	forbiddenInData = `><"'\`
)

// readCustomData reads custom_data by the rules of SPEC 8, and returns it as
// sent together with its values in the form that the list filter compares.
func readCustomData(f *jsontree.Fields) (json.RawMessage, []string) {
	if _, there := f.Get("custom_data", jsontree.Optional); !there {
		return nil, nil
	}
	data := f.Object("custom_data", jsontree.Optional)
	if data.Absent {
		return nil, nil
	}
	if len(data.Members) > maxPairs {
		f.Problems.Add(data.Path, "has more than %d pairs", maxPairs)
	}
	var values []string
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range data.Members {
		path := data.At(m.Name)
		if m.Name == "" || len(m.Name) > maxKey || strings.Trim(m.Name, keyLetters) != "" {
			f.Problems.Add(path, "must be a key of 1 to %d letters, digits, underscores and hyphens", maxKey)
		}
		text, normal := readCustomValue(f.Problems, path, m.Value)
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", m.Name, text)
		values = append(values, normal)
	}
	b.WriteByte('}')
	return b.Bytes(), values
}

func readCustomValue(p *jsontree.Problems, path []string, v jsontree.Value) (text []byte, normal string) {
	switch v.Kind {
	case jsontree.String:
		checkDataText(p, path, v.Text)
		text, err := jsontree.Encode(v.Text)
		if err != nil {
			p.Add(path, "is not a valid string")
		}
		return text, textValue(v.Text)
	case jsontree.Number:
		d, ok := jsontree.ParseDecimal(v.Text)
		if !ok || len(v.Text) > maxValue {
			p.Add(path, "is out of range")
		}
		return []byte(v.Text), "n:" + d.String()
	case jsontree.Bool:
		normal = fmt.Sprintf("b:%t", v.Bool)
		return []byte(normal[2:]), normal
	default:
		p.Add(path, "must be a string, a number or a boolean")
		return nil, ""
	}
}

// checkDataText checks a custom_data string, stored or searched for (SPEC 8).
// The limit counts characters, not bytes.
func checkDataText(p *jsontree.Problems, path []string, text string) {
	if len([]rune(text)) > maxValue {
		p.Add(path, "must be at most %d characters", maxValue)
	}
	if strings.ContainsAny(text, forbiddenInData) {
		p.Add(path, "must not hold any of the characters %s", forbiddenInData)
	}
}

func textValue(s string) string { return "s:" + s }

// filterValues lists what a filter value matches: the string itself, and the
// number or boolean that it looks like (SPEC 4.6, WIRE 3a).
func filterValues(text string) []string {
	list := []string{textValue(text)}
	if d, ok := jsontree.ParseDecimal(text); ok {
		list = append(list, "n:"+d.String())
	}
	if text == "true" || text == "false" {
		list = append(list, "b:"+text)
	}
	return list
}
