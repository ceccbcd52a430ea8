package views

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A Column is one thing that a list tells of each of its reservations.
type Column struct {
	Name  string // in files and commands: "arrival", "data.cost_centre"
	Title string // above a list
	Right bool   // numbers stand at the right
	// Width is how many cells it takes in a table; where it is 0 it takes what is left, at least Min.
	Width, Min int
	About      string // in a few words

	// value returns a nil, string, int, bool, api.Date, api.Money, time.Time or []api.CustomField.
	value func(Cells, *Row) any
	// text is the value as a list shows it, where that is not as every value of its kind is shown.
	text func(Cells, *Row) string
	// key returns the sort key of the column, if that is not its value.
	key func(Cells, *Row) sortKey
	// ends is endsOfText if it is zero.
	ends ends
}

// ends names the rows that come first in a column's two orders.
type ends struct{ up, down string }

var (
	endsOfText    = ends{"A to Z", "Z to A"}
	endsOfTime    = ends{"earliest first", "latest first"}
	endsOfNumbers = ends{"lowest first", "highest first"}
	endsOfTruth   = ends{"no first", "yes first"}
	endsOfData    = ends{"ascending", "descending"} // of numbers and texts
)

// CreatedColumn is the column that the service's own order is by, the most recent first.
const CreatedColumn = "created"

// Text returns the value as a list shows it; empty where there is none.
func (col Column) Text(c Cells, r *Row) string {
	if col.text != nil {
		return col.text(c, r)
	}
	switch v := col.value(c, r).(type) {
	case api.Date:
		return trip.DayWords(v)
	case api.Money:
		return v.String()
	case time.Time:
		return v.In(c.zone()).Format("2 Jan 2006 15:04")
	case bool:
		return truthWords(v)
	default:
		return plain(v)
	}
}

// Plain returns the value for programs: days as 2026-12-12, moments in UTC, money as "612.40 GBP" without separators; empty
// where there is none.
func (col Column) Plain(c Cells, r *Row) string { return plain(col.value(c, r)) }

// Value returns the value for JSON: nil, a text, an int, a bool, or a map of texts.
func (col Column) Value(c Cells, r *Row) any {
	switch v := col.value(c, r).(type) {
	case nil, int, bool:
		return v
	case []api.CustomField:
		data := make(map[string]string, len(v))
		for _, f := range v {
			data[f.Key] = fieldText(f)
		}
		return data
	default:
		if text := plain(v); text != "" {
			return text
		}
		return nil
	}
}

func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case bool:
		return strconv.FormatBool(v)
	case api.Date:
		return v.String()
	case api.Money:
		if !v.IsSet() {
			return ""
		}
		return strings.TrimSpace(cmp.Or(terms.PlainAmount(v), v.Number()) + " " + v.Currency())
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	case []api.CustomField:
		parts := make([]string, len(v))
		for i, f := range v {
			parts[i] = f.Key + "=" + fieldText(f)
		}
		return strings.Join(parts, "; ")
	default:
		return ""
	}
}

func truthWords(v bool) string {
	if v {
		return "yes"
	}
	return "no"
}

func fieldText(f api.CustomField) string {
	if f.Kind == api.CustomBool {
		return strconv.FormatBool(f.Truth)
	}
	return f.Text
}

// Columns returns all columns but those of single custom values, in the order of a list.
func Columns() []Column {
	return []Column{
		{
			Name: "status", Title: "status", Width: len("unconfirmed"), About: "CONFIRMED, CANCELED, CREATED",
			value: func(_ Cells, r *Row) any { return r.Status },
			text:  func(_ Cells, r *Row) string { return wording.Status(r.Status) },
		},
		{
			Name: "arrival", Title: "arrival", Width: len("Sat 12 Dec 2026"), About: "the first day, the hotel's", ends: endsOfTime,
			value: func(_ Cells, r *Row) any { return dayOr(r.Stay.In, r.Stay.InPlain()) },
			text:  func(_ Cells, r *Row) string { return stayDay(r.Stay, r.Stay.In, r.Stay.InWords()) },
		},
		{
			Name: "departure", Title: "departure", Width: len("Sat 12 Dec 2026"), About: "the last day, the hotel's", ends: endsOfTime,
			value: func(_ Cells, r *Row) any { return dayOr(r.Stay.Out, r.Stay.OutPlain()) },
			text:  func(_ Cells, r *Row) string { return stayDay(r.Stay, r.Stay.Out, r.Stay.OutWords()) },
		},
		{Name: "nights", Title: "nights", Right: true, Width: len("nights"), About: "how many nights", value: nights, ends: endsOfNumbers},
		{Name: "hotel", Title: "hotel", Min: 15, About: "the hotel's name", value: func(_ Cells, r *Row) any { return r.Hotel.Name }},
		{Name: "guest", Title: "guest", Min: 12, About: "the main guest; masked unless guests are shown", value: guest},
		{
			Name: "confirmation", Title: "confirmation", Width: 14, About: "the hotel's number",
			value: func(c Cells, r *Row) any {
				return number(c, r, func(n api.Confirmation) string { return n.HotelNumber })
			},
		},
		{
			Name: "locator", Title: "locator", Width: 9, About: "the service's short code",
			value: func(c Cells, r *Row) any {
				return number(c, r, func(n api.Confirmation) string { return n.RecordLocator })
			},
		},
		{Name: "id", Title: "id", Width: 32, About: "the service's id", value: func(c Cells, r *Row) any { return c.hidden(r.ID) }},
		{
			Name: CreatedColumn, Title: "created", Width: len("12 Dec 2026"), About: "when it was booked", ends: endsOfTime,
			value: func(_ Cells, r *Row) any { return momentOr(r.Created) },
			text:  createdWords,
		},
		{Name: "total", Title: "total", Right: true, Width: len("38,036,955.00 IDR"), About: "the price of all rooms, with its currency", value: func(_ Cells, r *Row) any { return r.Rate.Total }, ends: endsOfNumbers},
		{
			Name: "amount", Title: "amount", Right: true, Width: 11, About: "the price without its currency", ends: endsOfNumbers,
			value: func(_ Cells, r *Row) any { return terms.PlainAmount(r.Rate.Total) },
			text:  func(_ Cells, r *Row) string { return r.Rate.Total.Digits() },
			key:   func(_ Cells, r *Row) sortKey { return keyOf(r.Rate.Total) },
		},
		{Name: "currency", Title: "currency", Width: len("currency"), About: "the currency of the price", value: func(_ Cells, r *Row) any { return r.Rate.Total.Currency() }},
		{Name: "deadline", Title: "next deadline", Width: len("12 Dec 2026 18:00"), About: "when cancelling becomes dearer", value: deadline, text: deadlineWords, ends: endsOfTime},
		{Name: "cost_now", Title: "costs now", Right: true, Width: len("about 38,036,955.00 IDR"), About: "what cancelling costs now", value: costNow, key: costKey, ends: endsOfNumbers},
		{Name: "at_stake", Title: "at stake", Right: true, Width: len("about 38,036,955.00 IDR"), About: "how much dearer cancelling becomes then", value: stake, text: stakeWords, ends: endsOfNumbers},
		{Name: "refundable", Title: "refundable", Width: len("refundable"), About: "whether the rate is, as the service says", value: refundable, ends: endsOfTruth},
		{Name: "cancelled", Title: "cancelled", Width: len("12 Dec 2026 18:00"), About: "when this machine cancelled it; the service does not tell", value: canceledAt, ends: endsOfTime},
		{Name: "rooms", Title: "rooms", Right: true, Width: len("rooms"), About: "how many rooms", value: func(_ Cells, r *Row) any { return max(r.Rate.Rooms, 1) }, ends: endsOfNumbers},
		{Name: "adults", Title: "adults", Right: true, Width: len("adults"), About: "how many adults", value: func(_ Cells, r *Row) any { return r.Adults }, ends: endsOfNumbers},
		{Name: "children", Title: "children", Right: true, Width: len("children"), About: "how many children", value: func(_ Cells, r *Row) any { return r.Children }, ends: endsOfNumbers},
		{Name: "chain", Title: "chain", Width: len("chain"), About: "the chain's code", value: func(_ Cells, r *Row) any { return r.Hotel.ID.Chain }},
		{Name: "property", Title: "property", Width: len("property"), About: "the property's code", value: func(_ Cells, r *Row) any { return r.Hotel.ID.Code }},
		{Name: "rate", Title: "rate", Width: 12, About: "the booking code", value: func(_ Cells, r *Row) any { return r.Rate.BookingCode }},
		{Name: "data", Title: "data", Min: 16, About: "its custom data; data.KEY is one value of them", value: customData},
	}
}

// dataPrefix begins the name of a column of one custom value.
const dataPrefix = "data."

// ColumnNamed returns a column by its name; false when there is none.
func ColumnNamed(name string) (Column, bool) {
	if key, ok := strings.CutPrefix(name, dataPrefix); ok && key != "" {
		return Column{
			Name: name, Title: key, Width: min(max(len(key), 10), 20), About: "the custom value " + key, ends: endsOfData,
			value: func(c Cells, r *Row) any {
				if f, there := customField(r, key); there {
					return c.hidden(fieldText(f))
				}
				return nil
			},
			key: func(c Cells, r *Row) sortKey {
				f, _ := customField(r, key)
				if f.Kind == api.CustomNumber && !c.Presenting {
					return keyOf(api.NewMoney(f.Text, "")) // An exact number.
				}
				return keyOf(c.hidden(fieldText(f)))
			},
		}, true
	}
	for _, col := range Columns() {
		if col.Name == name {
			return col, true
		}
	}
	return Column{}, false
}

// Default returns the names of the columns of a list that nobody has chosen for.
func Default() []string {
	return []string{"status", "arrival", "nights", "hotel", "guest", "confirmation", "created"}
}

// hidden masks a text before an audience.
func (c Cells) hidden(text string) string {
	if c.Presenting {
		return booking.MaskText(text)
	}
	return text
}

func dayOr(d api.Date, sent string) any {
	if d.IsZero() {
		return sent
	}
	return d
}

// stayDay returns a day of a stay; without its weekday where it may be another one at the hotel.
func stayDay(stay trip.Stay, day api.Date, words string) string {
	if stay.Mark() != "" && !day.IsZero() {
		return day.Format("2 Jan 2006") + " UTC"
	}
	return words
}

func nights(_ Cells, r *Row) any {
	if n, known := r.Stay.Nights(); known {
		return n
	}
	return nil
}

func guest(c Cells, r *Row) any {
	if c.Guests && !c.Presenting {
		return booking.GuestName(r.Guest)
	}
	return booking.MaskName(r.Guest)
}

func number(c Cells, r *Row, which func(api.Confirmation) string) any {
	if r.Confirmation == nil {
		return nil
	}
	return c.hidden(which(*r.Confirmation))
}

func momentOr(i api.Instant) any {
	if i.IsZero() {
		return i.Text
	}
	return i.Time
}

func createdWords(c Cells, r *Row) string {
	if r.Created.IsZero() {
		return r.Created.Text
	}
	return r.Created.Time.In(c.zone()).Format("2 Jan 2006")
}

func deadline(c Cells, r *Row) any {
	if due, open := c.Due(r); open && due.Next != nil {
		return due.Next.From
	}
	return nil
}

// deadlineWords returns the deadline by the hotel's clock.
func deadlineWords(c Cells, r *Row) string {
	if due, open := c.Due(r); open && due.Next != nil {
		return due.Next.Deadline.Wall.Format("2 Jan 2006 15:04")
	}
	return ""
}

func costNow(c Cells, r *Row) any {
	if due, open := c.Due(r); open {
		return due.Now.Words()
	}
	return nil
}

func stake(c Cells, r *Row) any {
	if due, open := c.Due(r); open && due.AtStake.IsSet() {
		return due.AtStake.Money
	}
	return nil
}

func stakeWords(c Cells, r *Row) string {
	if due, open := c.Due(r); open && due.AtStake.IsSet() {
		return due.AtStake.String()
	}
	return ""
}

func refundable(_ Cells, r *Row) any {
	if said := r.Rate.Terms.Refundable; said != nil {
		return *said
	}
	return nil
}

func canceledAt(c Cells, r *Row) any {
	if made, known := c.Canceled[r.ID]; known && r.Status == api.StatusCanceled {
		return made.At
	}
	return nil
}

// customField returns the custom value of a key. It returns false if the reservation lacks it.
func customField(r *Row, key string) (api.CustomField, bool) {
	for _, f := range r.CustomData {
		if f.Key == key {
			return f, true
		}
	}
	return api.CustomField{}, false
}

// customData returns the values that people left: not the attempt, which the console sends.
func customData(c Cells, r *Row) any {
	var fields []api.CustomField
	for _, f := range r.CustomData {
		if !booking.OwnData(f.Key) {
			f.Kind, f.Text = api.CustomString, c.hidden(fieldText(f))
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return fields
}
