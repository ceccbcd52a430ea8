package quote

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/document"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// Document returns the quote as it is handed out. It fails where the mark-up cannot be added.
func (q Quote) Document() (document.Document, error) {
	if err := q.Problem(); err != nil {
		return document.Document{}, err
	}
	d := document.Document{Title: "Hotel quote", Subtitle: q.subtitle()}
	if trial := q.Origin.TrialWords(); trial != "" {
		d.Warnings = []string{trial + " No hotel knows of it, and nothing can be booked for real."}
	}
	if len(q.Offers) > 1 {
		d.Append(q.glance())
	}
	for i, o := range q.Offers {
		d.Append(q.section(i, o))
	}
	d.Foot = []string{"Nothing is booked or held by this quote: prices and rooms can change until they are booked. Days and times are those of each hotel."}
	d.Foot = append(d.Foot, q.Origin.Foot()...)
	return d, nil
}

// subtitle is the hotel of a quote of one, or how many offers there are.
func (q Quote) subtitle() string {
	first := q.Offers[0]
	if len(q.Offers) == 1 {
		return first.HotelName()
	}
	words := wording.Plural(len(q.Offers), "offer")
	if q.sameStay() {
		words += ", " + trip.StayWords(first.Trip.CheckIn, first.Trip.CheckOut)
	}
	return words
}

// glance is a line for each offer: what tells them apart and what a client decides by.
func (q Quote) glance() document.Section {
	columns := []document.Column{{Title: "offer"}, {Title: "hotel"}, {Title: "stay", Tight: true}, {Title: "cancelling"}, {Title: "total", Right: true}}
	same := q.sameStay()
	if same { // The heading says it.
		columns = slices.Delete(columns, 2, 3)
	}
	s := document.Section{Heading: "At a glance", Table: document.Table{Columns: columns}}
	for i, o := range q.Offers {
		name := o.HotelName()
		if slices.ContainsFunc(q.Offers, func(other Offer) bool { return other.Hotel.ID == o.Hotel.ID && other.ID() != o.ID() }) {
			name = joined(name, o.RateName())
		}
		row := []string{strconv.Itoa(i + 1), name}
		if !same {
			row = append(row, trip.BriefStay(o.Trip.CheckIn, o.Trip.CheckOut))
		}
		s.Table.Rows = append(s.Table.Rows, append(row, q.clientTerms(o).Short(o.moment(q.At)), q.totalWords(o)))
	}
	return s
}

// sameStay reports whether all offers are for the same days.
func (q Quote) sameStay() bool {
	first := q.Offers[0].Trip
	return !slices.ContainsFunc(q.Offers, func(o Offer) bool {
		return o.Trip.CheckIn != first.CheckIn || o.Trip.CheckOut != first.CheckOut
	})
}

// totalWords returns all that the client pays, as far as it is known.
func (q Quote) totalWords(o Offer) string {
	if pays := q.Pays(o); pays.IsSet() {
		return terms.PriceWords(pays)
	}
	return terms.PriceWords(q.total(o))
}

// total returns the price of the stay with the mark-up. The caller has checked Problem.
func (q Quote) total(o Offer) api.Money {
	total, err := q.Markup.Total(o.Total)
	if err != nil {
		return o.Total
	}
	return total
}

func (q Quote) section(i int, o Offer) document.Section {
	s := document.Section{Heading: "Offer"} // The hotel's name stands above.
	if len(q.Offers) > 1 {
		s.Heading = fmt.Sprintf("%d. %s", i+1, o.HotelName())
	}
	q.price(&s, o)
	s.Add("arrival", joined(trip.DayWords(o.Trip.CheckIn), before("from ", clock(cmp.Or(o.Hotel.CheckInTime, o.Facts.CheckInTime)))))
	s.Add("departure", joined(trip.DayWords(o.Trip.CheckOut), before("by ", clock(cmp.Or(o.Hotel.CheckOutTime, o.Facts.CheckOutTime)))))
	s.Add("stay", joined(wording.Plural(o.Trip.Nights(), "night"), trip.PartyWords(o.Trip.Adults, o.Trip.Children), wording.Plural(max(o.Trip.Rooms, 1), "room")))
	s.Add("room", o.RoomName)
	s.Add("rate", o.RateName())
	var perks []string
	for _, perk := range o.Rate.Perks {
		perks = append(perks, perkWords(perk.Name, perk.Description))
	}
	s.Add("included", perks...)
	var cancel []string
	for _, line := range q.clientTerms(o).AgreedLines(o.moment(q.At)) {
		cancel = append(cancel, wording.Capital(line))
	}
	s.Add("cancelling", cancel...)
	class := ""
	if o.Stars > 0 {
		class = strconv.FormatFloat(o.Stars, 'f', -1, 64) + " stars"
	}
	if o.Stars == 1 {
		class = "1 star"
	}
	s.Add("class", class)
	s.Add("address", o.HotelAddress())
	s.Add("telephone", cmp.Or(o.Hotel.Phone, o.Facts.Phone))
	s.Add("as of", o.asOf(q.At))
	s.Add("offer ends", o.ends())
	return s
}

// perkWords says what is included once: a description that names it does.
func perkWords(name, described string) string {
	if described == "" || strings.Contains(strings.ToLower(described), strings.ToLower(name)) {
		return wording.Capital(cmp.Or(described, name))
	}
	return wording.Capital(name) + ": " + described
}

// price adds what the client pays, and when.
func (q Quote) price(s *document.Section, o Offer) {
	s.AddStrong("total", q.totalWords(o))
	for _, row := range q.payment(o).RowsBelow() {
		s.Add(row.Name, row.Lines...)
	}
}

// Pays returns the price of an offer in lists of quotes: the known sum that the client pays.
func (q Quote) Pays(o Offer) api.Money { return q.payment(o).All }

// payment returns the client's payment, with the mark-up. If the stay is paid at the hotel, the mark-up is due with the booking.
func (q Quote) payment(o Offer) terms.Payment {
	bill := o.Bill
	bill.Telling = terms.InQuote
	switch more, err := q.Markup.On(o.Total); {
	case err != nil || q.Markup.IsZero():
	case o.atOnce():
		bill.Total, bill.Room = q.total(o), api.Money{}
	default:
		bill.Markup, bill.MarkupWords = more, q.MarkupWords
	}
	return o.Terms.Divide(bill, o.moment(q.At), o.Zone)
}

// atOnce reports whether all of the price is paid with the booking, to whom it is booked with. What is paid to the hotel
// is the hotel's price: a mark-up on that is a fee of its own.
func (o Offer) atOnce() bool {
	due := o.Terms.Due()
	return due == terms.DueNow || due == terms.DueUnsaid
}

// clientTerms are the terms as the client has them: where the client pays the marked-up price, what costs the whole price
// costs that.
func (q Quote) clientTerms(o Offer) terms.Terms {
	t := o.Terms
	if !o.atOnce() {
		return t
	}
	t = t.For(q.total(o))
	t.Steps = slices.Clone(t.Steps)
	for i := range t.Steps {
		if c, err := t.Steps[i].Amount.Cmp(o.Total); err == nil && c == 0 {
			t.Steps[i].Amount = q.total(o)
		}
	}
	return t
}

// moment is when an offer was as it is told: of a search long ago the terms of then are told, not those of now.
func (o Offer) moment(otherwise time.Time) time.Time {
	if at := o.AsOf(); !at.IsZero() {
		return at
	}
	return otherwise
}

func (o Offer) asOf(at time.Time) string {
	words := clockAt(o.moment(at), o.Zone)
	if o.Verified == nil {
		words += ", not verified yet"
	}
	return words
}

func (o Offer) ends() string {
	if o.Ends.IsZero() {
		return "not said: it can change at any time"
	}
	return clockAt(o.Ends, o.Zone)
}

// clockAt writes a moment by the hotel's clock, and in UTC where its zone is not known.
func clockAt(at time.Time, zone *time.Location) string {
	if zone == nil {
		return at.UTC().Format("Mon 2 Jan 2006 15:04") + " UTC"
	}
	return at.In(zone).Format("Mon 2 Jan 2006 15:04 (UTC-07:00)")
}

// clock leaves the seconds of HH:MM:SS out.
func clock(text string) string {
	if len(text) == len("15:04:05") && text[2] == ':' && text[5] == ':' {
		return text[:5]
	}
	return text
}

func before(word, text string) string {
	if text == "" {
		return ""
	}
	return word + text
}

func joined(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, ", ")
}
