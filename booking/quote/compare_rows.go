package quote

import (
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A rowOf is how a term is told of an offer. Amount and moment are what it is compared by, where it has one.
type rowOf struct {
	what   string
	said   func(Offer) []string
	amount func(Offer) api.Money
	moment func(Offer) time.Time
	// note compares by what is not written; empty where that does not tell. Nil compares by the rest.
	note func(first, other Offer) string
}

// rowsOf are the terms in the order in which a client asks for them.
func rowsOf(now time.Time, offers []Offer) []rowOf {
	payment := func(o Offer) terms.Payment { return o.Payment(now) }
	line := func(text func(Offer) string) func(Offer) []string {
		return func(o Offer) []string { return said(text(o)) }
	}
	return []rowOf{
		{what: priceRow, amount: func(o Offer) api.Money { return o.Total }, said: line(func(o Offer) string { return terms.PriceWords(o.Total) })},
		{what: terms.GuestPaysRow, amount: func(o Offer) api.Money { return payment(o).All }, said: line(func(o Offer) string { return payment(o).GuestPays() })},
		{what: offers[0].Payment(now).NowName(), amount: chargedAmount(payment), said: func(o Offer) []string { return said(terms.Words(payment(o).Now)...) }},
		{what: terms.LaterRow, said: func(o Offer) []string { return said(terms.Words(payment(o).Later)...) }},
		{what: terms.AtHotelRow, amount: atHotelAmount(payment), said: func(o Offer) []string { return said(payment(o).AtHotelLines()...) }},
		{what: "per night", note: perNightNote, said: line(perNightWords)},
		{what: "taxes, fees", said: line(func(o Offer) string { return o.Taxes.Words() })},
		{what: "refund", moment: func(o Offer) time.Time { return o.freeUntil(now) }, said: line(func(o Offer) string { return o.refundWords(now) })},
		{what: "cancel penalty", said: func(o Offer) []string { return said(o.Terms.PenaltyLines(now)...) }},
		{what: "payment", said: line(func(o Offer) string { return o.Terms.Payment })},
		{what: "guarantee", said: line(func(o Offer) string { return o.Terms.GuaranteeWords() })},
		{what: "deposit", said: func(o Offer) []string { return said(o.Terms.DepositLines()...) }},
		{what: "included", said: func(o Offer) []string { return perkLines(o.Rate) }},
		{what: "room", said: line(func(o Offer) string { return o.RoomName })},
		{what: "takes", said: line(func(o Offer) string { return o.takesWords() })},
		{what: "rate", said: line(Offer.RateName)},
		{what: "stay", said: line(func(o Offer) string { return trip.StayWords(o.Trip.CheckIn, o.Trip.CheckOut) })},
		{what: "party", said: line(partyWords)},
		{what: "hotel", said: func(o Offer) []string { return o.hotelLines() }},
		{what: "check-in", said: line(func(o Offer) string { return clockWords("from ", o.Hotel.CheckInTime) })},
		{what: "check-out", said: line(func(o Offer) string { return clockWords("until ", o.Hotel.CheckOutTime) })},
		{what: "offer holds", moment: func(o Offer) time.Time { return o.Ends }, said: line(func(o Offer) string { return o.EndsWords(now) })},
		{what: "as of", moment: Offer.AsOf, said: line(func(o Offer) string { return o.AsOfWords(now) })},
	}
}

// said returns the lines that say something, or that nothing is said.
func said(lines ...string) (out []string) {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		return []string{terms.NotSaid}
	}
	return out
}

// PerNight returns the total divided by the nights, rounded to the digits that the total is written with; whether that is
// exact, and false where it cannot be told.
func (o Offer) PerNight() (each api.Money, exact, ok bool) {
	nights := o.Trip.Nights()
	var total, out, back apd.Decimal
	if _, _, err := total.SetString(o.Total.WithoutNoise().Number()); err != nil || nights < 1 || !o.Total.Valid() {
		return api.Money{}, false, false
	}
	_, fraction, _ := strings.Cut(o.Total.Digits(), ".")
	c := apd.BaseContext.WithPrecision(dividingDigits)
	c.Rounding = apd.RoundHalfUp
	divisor := apd.New(int64(nights), 0)
	if _, err := c.Quo(&out, &total, divisor); err != nil {
		return api.Money{}, false, false
	}
	if _, err := c.Quantize(&out, &out, int32(-len(fraction))); err != nil { //nolint:gosec // A handful of digits.
		return api.Money{}, false, false
	}
	if _, err := c.Mul(&back, &out, divisor); err != nil {
		return api.Money{}, false, false
	}
	return api.NewMoney(out.Text('f'), o.Total.Currency()), back.Cmp(&total) == 0, true
}

// dividingDigits is more than any amount has.
const dividingDigits = 100

// perNightNote compares without rounding. How much there is between two is rounded as they are.
func perNightNote(first, other Offer) string {
	a, _, okA := first.PerNight()
	b, _, okB := other.PerNight()
	if !okA || !okB {
		return ""
	}
	c, err := other.Total.Times(first.Trip.Nights()).Cmp(first.Total.Times(other.Trip.Nights()))
	words, _ := amountNote(a, b)
	rounded, errRounded := b.Cmp(a)
	switch {
	case err != nil || errRounded != nil:
		return words
	case c == 0:
		return NoteSame
	case rounded != c:
		return noteDiffers
	default:
		return words
	}
}

func perNightWords(o Offer) string {
	each, exact, ok := o.PerNight()
	switch {
	case !ok:
		return ""
	case !exact:
		return "about " + each.String()
	default:
		return each.String()
	}
}

// chargedAmount and atHotelAmount return the amounts by which the rows of a payment are compared; unset if unknown.

func chargedAmount(payment func(Offer) terms.Payment) func(Offer) api.Money {
	return func(o Offer) api.Money {
		amount, _ := payment(o).Charged()
		return amount
	}
}

func atHotelAmount(payment func(Offer) terms.Payment) func(Offer) api.Money {
	return func(o Offer) api.Money {
		sum, known := payment(o).AtHotelSum()
		if !known {
			return api.Money{}
		}
		return sum
	}
}

func (o Offer) refundWords(now time.Time) string {
	wide, _ := o.Terms.RefundDetail(now)
	return strings.TrimSpace(o.Terms.Refund(now).Word() + " " + wide)
}

// freeUntil returns until when cancelling is free; zero where it is not, and where a deadline is only assumed.
func (o Offer) freeUntil(now time.Time) time.Time {
	next, _ := o.Terms.NextChange(now)
	if next == nil || next.Assumed || o.Terms.Refund(now) != terms.RefundAll {
		return time.Time{}
	}
	return next.From
}

func perkLines(rate api.Rate) []string {
	if len(rate.Perks) == 0 {
		return []string{"nothing named"}
	}
	lines := make([]string, len(rate.Perks))
	for i, perk := range rate.Perks {
		lines[i] = perk.Name
	}
	return said(lines...)
}

func (o Offer) takesWords() string {
	most := o.Room.MaxOccupancy
	if o.Verified != nil {
		most = o.Verified.MaxOccupancy
	}
	if most <= 0 {
		return ""
	}
	return "up to " + wording.Plural(most, "guest")
}

func partyWords(o Offer) string {
	words := trip.PartyWords(o.Trip.Adults, o.Trip.Children)
	if o.Trip.Rooms > 1 {
		words += ", " + wording.Plural(o.Trip.Rooms, "room")
	}
	return words
}

func (o Offer) hotelLines() []string {
	a := o.Hotel.Address
	var class string
	if o.Stars > 0 {
		class = strconv.FormatFloat(o.Stars, 'f', -1, 64) + "*"
	}
	return said(o.Hotel.Name, class, strings.Trim(a.Street+", "+a.City, ", "))
}

func clockWords(before, text string) string {
	if text == "" {
		return ""
	}
	if len(text) == len("15:04:05") && text[2] == ':' && text[5] == ':' {
		text = text[:5]
	}
	return before + text
}
