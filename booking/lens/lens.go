// Package lens tells of each field of a reservation, as the service sent it, which section of the specification defines it,
// what it says of it, and whether it leaves it open.
package lens

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// An Entry is what the specification says of a field.
type Entry struct {
	Section string // "2.1"; empty where it does not have the field
	Type    string
	Says    string
	// Open says what it leaves open, and how that is settled here; empty where it leaves nothing.
	Open string
}

// entries are the fields of a reservation by their paths, arrays without their numbers.
var entries = map[string]Entry{
	"id":             {"2.1", "string", "32 letters and digits: the service's own name for it.", ""},
	"status":         {"2.1", "string", "CONFIRMED, CANCELED or CREATED. Section 3 has how one becomes another.", "How CREATED ends, and what cancelling it does."},
	"check_in_date":  {"2.1", "string", "Sent as a date, kept in UTC, meant in the hotel's own time zone, returned as a moment in UTC.", "At which moment of the day: local midnight (WIRE 3a). A moment of exactly midnight in UTC is the day itself."},
	"check_out_date": {"2.1", "string", "As check_in_date.", "As check_in_date."},
	"created_at":     {"2.1", "string", "A moment in UTC.", ""},

	"confirmation.hotel_confirmation_number": {"2.1", "string", "The hotel's number. The confirmation is missing where a simulated reservation is CREATED.", ""},
	"confirmation.record_locator":            {"2.1", "string", "The short code. The confirmation is missing where a simulated reservation is CREATED.", ""},

	"custom_data.*": {"2.1", "string, number or bool", "What was sent when it was created, and only then returned. Section 8 has its limits: 10 pairs, keys of 32 characters, texts of 128.", ""},

	"guests.number_of_adults":         {"2.2", "integer", "How many adults.", ""},
	"guests.number_of_children":       {"2.2", "integer", "How many children.", "Whether it may be left out: none is 0 (WIRE 3a)."},
	"guests.primary.address":          {"2.2", "string", "Personal data. The service may return it in another form than it was sent: that is no difference.", ""},
	"guests.primary.city":             {"2.2", "string", "Personal data.", ""},
	"guests.primary.country":          {"2.2", "string", "Personal data.", "In which form: two letters of ISO 3166-1 are sent."},
	"guests.primary.email":            {"2.2", "string", "Personal data.", ""},
	"guests.primary.given_name":       {"2.2", "string", "Personal data.", "Which letters it may have: it is sent as the guest is called."},
	"guests.primary.surname":          {"2.2", "string", "Personal data.", "Which letters it may have: it is sent as the guest is called."},
	"guests.primary.telephone_number": {"2.2", "string", "Personal data.", "In which form: E.164 with a + is sent (WIRE 2)."},
	"guests.primary.state":            {"2.2", "string", "Personal data.", "Whether it may be left out: it may (WIRE 3a)."},
	"guests.primary.postal_code":      {"2.2", "string", "Personal data.", "Whether it may be left out: it may (WIRE 3a)."},

	"hotel.chain_code":    {"2.1", "string", "With property_code it names the hotel.", ""},
	"hotel.property_code": {"2.1", "string", "The code within the chain.", ""},
	"hotel.name":          {"2.1", "string", "For people. Names differ between calls: the codes decide (WIRE 4).", ""},

	"payment.guest.amount":                     {"2.3", "number", "What is charged with this source.", "Whether a change of dates charges the difference: the price comes back in rate.price (WIRE 2)."},
	"payment.guest.token":                      {"2.3", "string", "Names a stored payment method. It is never shown here.", ""},
	"payment.guest.cvv":                        {"2.3", "string", "Only in a change and its answer (section 4.5). It is never shown here, nor kept.", ""},
	"payment.guest.processor.customer":         {"2.3", "string", "The payment processor's name for the customer.", ""},
	"payment.guest.processor.payment_method":   {"2.3", "string", "The payment processor's name for the method.", ""},
	"payment.partner.amount":                   {"2.3", "number", "What is charged with the partner's source.", "Whether a partner's part may be sent when it is created: it may, and the parts add up (WIRE 2)."},
	"payment.partner.token":                    {"2.3", "string", "As payment.guest.token.", ""},
	"payment.partner.cvv":                      {"2.3", "string", "As payment.guest.cvv.", ""},
	"payment.partner.processor.customer":       {"2.3", "string", "As payment.guest.processor.customer.", ""},
	"payment.partner.processor.payment_method": {"2.3", "string", "As payment.guest.processor.payment_method.", ""},

	"rate.booking_code":        {"2.4", "string", "Names the rate. It is opaque: nothing is read into it.", ""},
	"rate.channel_code":        {"2.4", "string", "Which channel sold it.", ""},
	"rate.number_of_rooms":     {"2.4", "integer", "How many rooms.", "Whether the price is of one or of all: of all (WIRE 3a)."},
	"rate.price.total_price":   {"2.4", "number", "The whole price.", "Of all rooms (WIRE 3a)."},
	"rate.price.base_price":    {"2.4", "number", "The price without taxes.", "Of all rooms (WIRE 3a)."},
	"rate.price.total_taxes":   {"2.4", "number", "The taxes. Where base and taxes do not add up the total counts, and that is said.", "Of all rooms (WIRE 3a)."},
	"rate.price.currency_code": {"2.4", "string", "The currency of all three.", ""},

	"rate.terms.rate_payment_info":                                 {"2.5", "string", "How it is paid, in words.", ""},
	"rate.terms.guarantee_type":                                    {"2.5", "string", "How it is guaranteed.", ""},
	"rate.terms.refundable":                                        {"2.5", "bool", "A flag. The deadlines decide: one may be past already.", ""},
	"rate.terms.cancel_note":                                       {"2.5", "string or null", "About cancelling, in words.", ""},
	"rate.terms.cancel_penalties.deadline_local":                   {"2.5", "string", "A moment with its offset: from then on the penalty is due.", "What one without an offset means: the hotel's own time (WIRE 4)."},
	"rate.terms.cancel_penalties.cancel_short_description":         {"2.5", "string", "Prose for people. It can contradict the deadline, which decides (WIRE 4).", ""},
	"rate.terms.cancel_penalties.penalty.estimated_amount":         {"2.5", "bool", "Whether the amount is an estimate.", ""},
	"rate.terms.cancel_penalties.penalty.currency_amount.amount":   {"2.5", "number", "What cancelling costs from the deadline on.", ""},
	"rate.terms.cancel_penalties.penalty.currency_amount.currency": {"2.5", "string", "The currency of the penalty, which may be another than the price's.", ""},
	"rate.terms.cancel_penalties.penalty.original_penalty_info":    {"2.5", "string", "The penalty as the hotel's system words it.", ""},

	"loyalty.*": {"2.1", "not shown", "Details of a customer's loyalty.", "Its name and its fields: loyalty with program and member_id (WIRE 1)."},
}

// Of returns what the specification says of a field by its path. One that it does not have says so.
func Of(path string) Entry {
	if e, known := entries[path]; known {
		return e
	}
	for _, group := range []string{"custom_data", "loyalty"} {
		if strings.HasPrefix(path, group+".") {
			return entries[group+".*"]
		}
	}
	return Entry{Type: "unknown", Says: "The specification does not have this field. It is kept as it came, and means nothing here."}
}

// A Field is one value of a reservation as it was sent.
type Field struct {
	// Path is where it stands: "rate.terms.cancel_penalties[0].deadline_local".
	Path string
	JSON string // the value as JSON
	Text string // the value, as a person copies it
	Entry
}

// MostFields is how many values of an answer are told apart.
const MostFields = 2000

// Fields returns the values of a reservation's JSON in their order. Empty objects and arrays are values.
func Fields(text []byte) ([]Field, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	w := walk{d: d}
	if err := w.value("", ""); err != nil {
		return nil, fmt.Errorf("the answer is not JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the answer is not one value of JSON")
	}
	return w.out, nil
}

type walk struct {
	d     *json.Decoder
	out   []Field
	depth int
}

// mostDepth is how deep values may stand in each other.
const mostDepth = 64

var errTooMuch = errors.New("there is too much in it")

// value walks over one value; path has the numbers of arrays, and name has not.
func (w *walk) value(path, name string) error {
	token, err := w.d.Token()
	if err != nil {
		return err
	}
	if open, nested := token.(json.Delim); nested {
		if w.depth++; w.depth > mostDepth {
			return errTooMuch
		}
		defer func() { w.depth-- }()
		return w.inside(open, path, name)
	}
	return w.add(path, name, token)
}

// inside walks over an object or an array.
func (w *walk) inside(open json.Delim, path, name string) error {
	n := 0
	for ; w.d.More(); n++ {
		below, named := path+"["+strconv.Itoa(n)+"]", name
		if open == '{' {
			key, err := w.d.Token()
			if err != nil {
				return err
			}
			text, _ := key.(string)
			below, named = joined(path, text), joined(name, text)
		}
		if err := w.value(below, named); err != nil {
			return err
		}
	}
	if _, err := w.d.Token(); err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	return w.put(Field{Path: path, JSON: map[json.Delim]string{'{': "{}", '[': "[]"}[open], Entry: Of(name)})
}

func (w *walk) add(path, name string, token json.Token) error {
	f := Field{Path: path, Entry: Of(name)}
	switch v := token.(type) {
	case string:
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return err
		}
		f.Text, f.JSON = v, strings.TrimSuffix(b.String(), "\n")
	case json.Number:
		f.Text, f.JSON = v.String(), v.String()
	case bool:
		f.Text = strconv.FormatBool(v)
		f.JSON = f.Text
	default:
		f.JSON = "null"
	}
	return w.put(f)
}

func (w *walk) put(f Field) error {
	if len(w.out) == MostFields {
		return errTooMuch
	}
	w.out = append(w.out, f)
	return nil
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
