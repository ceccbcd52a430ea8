package views_test

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
	"bellhop/booking/views"

	"pgregory.net/rapid"
)

// A soldFor is a reservation whose column values the test works out by itself.
type soldFor struct {
	reservation api.Reservation
	in, out     api.Date
	penalty     string // of a step that has begun; empty if free, "?" if unknown
	later       string // the cost after the next step; empty if no step follows
}

var sortNow = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// amountsOf has amounts whose order as texts differs.
var amountsOf = map[string][]string{
	"GBP": {"103.75", "1016.16", "9.90", "99.00", "1e3"}, "JPY": {"9000", "18000", "170000"}, "KWD": {"29.993", "4.5", "130.250"},
}

func drawSold(t *rapid.T, n int) soldFor {
	draw := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
	code := draw("currency", "GBP", "JPY", "KWD")
	one := soldFor{in: api.NewDate(2026, 12, 1).AddDays(rapid.IntRange(-400, 400).Draw(t, "arrival"))}
	one.out = one.in.AddDays(rapid.IntRange(1, 30).Draw(t, "nights"))
	one.later = draw("later", append([]string{""}, amountsOf[code]...)...)
	if one.later != "" && !one.out.Before(api.DateOf(sortNow)) {
		one.penalty = draw("penalty", append([]string{""}, amountsOf[code]...)...)
	}
	r := api.Reservation{
		ID: fmt.Sprintf("%032d", n), Status: draw("status", api.StatusConfirmed, api.StatusCanceled, api.StatusCreated),
		CheckIn: api.ParseInstant(one.in.String()), CheckOut: api.ParseInstant(one.out.String()),
		Adults: rapid.IntRange(1, 12).Draw(t, "adults"), Children: rapid.IntRange(0, 12).Draw(t, "children"),
		Hotel: api.HotelRef{ID: api.PropertyID{Chain: draw("chain", "LX", "QI", "ab"), Code: draw("code", "9", "20400", "100")}, Name: draw("hotel", "Zoë", "zebra", "Älv", "alba", "The Lantern")},
		Guest: api.Guest{GivenName: draw("given", "Ada", "ömer", "Bo"), Surname: draw("surname", "Rossi", "de Vries", "Ånes")},
	}
	r.Rate.Rooms = rapid.IntRange(1, 12).Draw(t, "rooms")
	r.Rate.BookingCode = draw("rate", "", "1KB", "10KB", "2kb")
	if total := draw("total", append([]string{""}, amountsOf[code]...)...); total != "" {
		r.Rate.Total = api.NewMoney(total, code)
	}
	if refundable := draw("refundable", "", "yes", "no"); refundable != "" {
		yes := refundable == "yes"
		r.Rate.Terms.Refundable = &yes
	}
	if one.penalty != "" {
		r.Rate.Terms.Penalties = append(r.Rate.Terms.Penalties, api.CancelPenalty{Deadline: api.ParseDeadline("2026-11-01T00:00:00Z"), Amount: api.NewMoney(one.penalty, code)})
	}
	if one.later != "" {
		r.Rate.Terms.Penalties = append(r.Rate.Terms.Penalties, api.CancelPenalty{Deadline: api.ParseDeadline("2027-01-01T00:00:00Z"), Amount: api.NewMoney(one.later, code)})
	}
	if numbers := draw("numbers", "", "HC-9", "HC-10", "hc-7"); numbers != "" {
		r.Confirmation = &api.Confirmation{HotelNumber: numbers, RecordLocator: strings.ToUpper(numbers)}
	}
	r.Created = api.ParseInstant(sortNow.Add(-time.Duration(rapid.IntRange(0, 1000).Draw(t, "created")) * time.Hour).Format(time.RFC3339))
	if trips := draw("trips", "", "7", "10", "-3.5"); trips != "" {
		r.CustomData = api.CustomData{{Key: "trip", Kind: api.CustomNumber, Text: trips}, {Key: "note", Text: draw("note", "b", "A", "ä")}}
	}
	one.reservation = r
	return one
}

// A wanted is the expected sort key of a value: none, an exact number within a group, or a text.
type wanted struct {
	none   bool
	group  string
	number *big.Rat
	text   string
}

func number(group, text string) wanted {
	n, ok := new(big.Rat).SetString(text)
	return wanted{group: group, number: n, none: !ok}
}

func plainText(text string) wanted {
	text = strings.NewReplacer("ä", "a", "å", "a", "ö", "o", "ë", "e").Replace(strings.ToLower(text))
	return wanted{text: text, none: text == ""}
}

func (w wanted) compare(other wanted) int {
	order := cmp.Compare(w.group, other.group)
	if order == 0 && w.number != nil && other.number != nil {
		order = w.number.Cmp(other.number)
	}
	return cmp.Or(order, cmp.Compare(w.text, other.text))
}

// wantedOf returns the expected key of a column, without the code of the columns.
func (one soldFor) wantedOf(column string) wanted {
	r := one.reservation
	open := r.Status == api.StatusConfirmed && !one.out.Before(api.NewDate(2026, 11, 26))
	since := func(d api.Date) wanted { return number("", fmt.Sprint(api.NewDate(2000, 1, 1).DaysUntil(d))) }
	code := r.Rate.Total.Currency()
	if len(r.Rate.Terms.Penalties) > 0 {
		code = r.Rate.Terms.Penalties[0].Amount.Currency()
	}
	switch column {
	case "status":
		return plainText(r.Status)
	case "arrival":
		return since(one.in)
	case "departure":
		return since(one.out)
	case "nights":
		return number("", fmt.Sprint(one.in.DaysUntil(one.out)))
	case "hotel":
		return plainText(r.Hotel.Name)
	case "guest":
		return plainText(r.Guest.GivenName + " " + r.Guest.Surname)
	case "confirmation", "locator":
		if r.Confirmation == nil {
			return wanted{none: true}
		}
		return plainText(r.Confirmation.HotelNumber)
	case "id":
		return plainText(r.ID)
	case "created":
		return number("", fmt.Sprint(r.Created.Time.Unix()))
	case "total", "amount":
		return number(r.Rate.Total.Currency(), r.Rate.Total.Number())
	case "currency":
		return plainText(r.Rate.Total.Currency())
	case "deadline":
		return wanted{none: !open || one.later == "" || !one.dearer()}
	case "cost_now":
		return one.costNow(open, code)
	case "at_stake":
		if !open || one.later == "" || !one.dearer() {
			return wanted{none: true}
		}
		w := number(code, one.later)
		if one.penalty != "" {
			w.number.Sub(w.number, number("", one.penalty).number)
		}
		return w
	case "refundable":
		if r.Rate.Terms.Refundable == nil {
			return wanted{none: true}
		}
		return plainText(fmt.Sprint(*r.Rate.Terms.Refundable))
	case "cancelled":
		return wanted{none: true}
	case "rooms":
		return number("", fmt.Sprint(r.Rate.Rooms))
	case "adults":
		return number("", fmt.Sprint(r.Adults))
	case "children":
		return number("", fmt.Sprint(r.Children))
	case "chain":
		return plainText(r.Hotel.ID.Chain)
	case "property":
		return plainText(r.Hotel.ID.Code)
	case "rate":
		return plainText(r.Rate.BookingCode)
	case "data":
		if len(r.CustomData) == 0 {
			return wanted{none: true}
		}
		return plainText("trip=" + r.CustomData[0].Text + "; note=" + r.CustomData[1].Text)
	case "data.trip":
		if len(r.CustomData) == 0 {
			return wanted{none: true}
		}
		return number("", r.CustomData[0].Text)
	case "data.note":
		if len(r.CustomData) == 0 {
			return wanted{none: true}
		}
		return plainText(r.CustomData[1].Text)
	default:
		panic("the test does not know the column " + column)
	}
}

// dearer reports whether the step to come raises the cost. It cannot if nothing is refunded already.
func (one soldFor) dearer() bool {
	if refundable := one.reservation.Rate.Terms.Refundable; refundable != nil && !*refundable && one.penalty == "" {
		return false
	}
	return one.penalty == "" || number("", one.later).number.Cmp(number("", one.penalty).number) > 0
}

// costNow returns the expected key of cost_now: free first, then amounts by currency, then costs without an amount.
func (one soldFor) costNow(open bool, code string) wanted {
	terms := one.reservation.Rate.Terms
	switch {
	case !open:
		return wanted{none: true}
	case one.penalty != "":
		w := number("1 "+code, one.penalty)
		return w
	case terms.Refundable != nil && !*terms.Refundable:
		return wanted{group: "2", text: "not refundable"}
	case len(terms.Penalties) > 0:
		return wanted{group: "0"}
	default:
		return wanted{group: "2", text: "not said"}
	}
}

// Every column sorts by its values: amounts by currency and amount, days by day, texts without case and accents.
func TestSort_EveryColumn(t *testing.T) {
	t.Parallel()
	names := append(views.ColumnNames(), "data.trip", "data.note")
	rapid.Check(t, func(t *rapid.T) {
		desk := booking.NewDesk(booking.Options{Service: &service{}, Now: func() time.Time { return sortNow }})
		cells := views.Cells{Desk: desk, Now: sortNow, Guests: true, Canceled: map[string]recovery.Cancellation{}}
		known := map[string]soldFor{}
		var rows []*views.Row
		for n := range rapid.IntRange(2, 12).Draw(t, "rows") {
			one := drawSold(t, n)
			known[one.reservation.ID] = one
			rows = append(rows, views.NewRow(one.reservation, trip.Stay{In: one.in, Out: one.out}))
		}
		for _, name := range names {
			for _, down := range []bool{false, true} {
				sorted := slices.Clone(rows)
				views.Sort{Column: name, Down: down}.Rows(cells, sorted)
				for i := 1; i < len(sorted); i++ {
					before, after := known[sorted[i-1].ID].wantedOf(name), known[sorted[i].ID].wantedOf(name)
					switch {
					case after.none:
					case before.none:
						t.Fatalf("by %s, down %t: %s has no value and stands before %+v", name, down, sorted[i-1].ID, after)
					case !down && before.compare(after) > 0, down && before.compare(after) < 0:
						t.Fatalf("by %s, down %t: %+v stands before %+v", name, down, before, after)
					}
				}
			}
		}
	})
}

// An order says which rows come first, and two reversals lead back to it.
func TestSort_Ends(t *testing.T) {
	t.Parallel()
	for sort, want := range map[views.Sort]string{
		{}:                                "most recent first",
		{Column: "created"}:               "earliest first",
		{Column: "arrival"}:               "earliest first",
		{Column: "deadline", Down: true}:  "latest first",
		{Column: "hotel"}:                 "A to Z",
		{Column: "guest", Down: true}:     "Z to A",
		{Column: "total"}:                 "lowest first",
		{Column: "amount", Down: true}:    "highest first",
		{Column: "refundable"}:            "no first",
		{Column: "data.cost_centre"}:      "ascending",
		{Column: "data.row", Down: true}:  "descending",
		{Column: "cancelled", Down: true}: "latest first",
	} {
		if got := sort.Ends(); got != want {
			t.Errorf("%+v: %q, want %q", sort, got, want)
		}
		if reversed := sort.Reverse(); reversed == sort || reversed.Reverse() != sort || reversed.Ends() == want {
			t.Errorf("the opposite of %+v is %+v, whose opposite is %+v", sort, reversed, reversed.Reverse())
		}
	}
}

// Reservations are sorted by the day of arrival at their hotel: the 13th in Sydney begins before the 12th in Honolulu ends.
func TestSort_ByArrival(t *testing.T) {
	t.Parallel()
	var rows []*views.Row
	for _, one := range []struct {
		in  string
		day int
	}{{"2026-12-12T13:00:00Z", 13}, {"2026-12-12T10:00:00Z", 12}, {"2026-12-12T14:00:00Z", 12}, {"2026-12-11", 11}} {
		rows = append(rows, views.NewRow(api.Reservation{CheckIn: api.ParseInstant(one.in)}, trip.Stay{In: api.NewDate(2026, 12, one.day)}))
	}
	views.Sort{Column: "arrival"}.Rows(views.Cells{}, rows)
	var days []int
	for _, r := range rows {
		days = append(days, r.Stay.In.Day)
	}
	if !slices.Equal(days, []int{11, 12, 12, 13}) || rows[1].CheckIn.Text != "2026-12-12T10:00:00Z" {
		t.Errorf("the order is %v", days)
	}
}
