// Package quotetest has drafts and offers for tests of quotes: one with everything that a rate can say, and one with next to
// nothing.
package quotetest

import (
	"context"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/trip"
)

// Noon is when the offers are made.
var Noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// town knows where its hotels are, and has no rates.
type town struct{ booking.Service }

func (town) Skew() time.Duration { return 0 }

func (town) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	return api.DestinationResults{Properties: []api.Property{{ID: hotel, Name: "The Lantern", Timezone: "Europe/London", Phone: "+44 20 7946 0417"}}}, nil
}

var hotel = api.PropertyID{Chain: "LX", Code: "20400"}

// Desk knows where the hotel of Draft is, and asks no service.
func Desk() *booking.Desk { return DeskIn("") }

// DeskIn is Desk in an environment.
func DeskIn(environment string) *booking.Desk {
	return booking.NewDesk(booking.Options{Service: town{}, Now: func() time.Time { return Noon }, Environment: environment})
}

func yes(b bool) *bool { return &b }

func gbp(number string) api.Money { return api.NewMoney(number, "GBP") }

// Draft is of two rooms of one hotel, verified, with everything that a rate can say.
func Draft() booking.Draft {
	zone, _ := time.LoadLocation("Europe/London")
	terms := api.Terms{Guarantee: []string{"PREPAID"}, PaymentInfo: "Charged at booking", CancelNote: "Ask first.\nAlways.", Penalties: []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-10T18:00:00+00:00"), Amount: gbp("102.10")},
		{Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: gbp("306.20"), Description: "all of it"},
	}}
	return booking.Draft{
		Trip: trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Children: 1, Rooms: 2},
		Hotel: api.Hotel{
			ID: hotel, Name: "The Lantern", CheckInTime: "15:00", CheckOutTime: "11:00:00", Phone: "+44 20 7946 0417",
			Address: api.Address{Street: "19 Lantern Row", City: "London", PostalCode: "WC2B 4DD", CountryCode: "GB"},
		},
		Room: api.Room{Name: "Classic Queen", MaxOccupancy: 2},
		Rate: api.Rate{
			BookingCode: "BC|1|zürich", ChannelCode: "web", Name: "Flexible", Perks: []api.Perk{{Name: "Breakfast", Description: "for two"}}, Terms: terms,
			Price: api.Price{Total: gbp("306.20"), Base: gbp("280"), Taxes: gbp("26.20"), TaxesIncluded: yes(true)}, Expires: api.ParseInstant("2026-12-01T12:30:00Z"),
		},
		SearchedAt: Noon.Add(-time.Minute), Zone: zone, VerifiedAt: Noon,
		Verified: &api.Verification{
			Total: gbp("306.20"), Base: gbp("280"), Taxes: gbp("26.20"), MaxOccupancy: 2, Terms: []api.Terms{terms},
			FeeLines: []api.Charge{{Description: "City charge", Amount: gbp("2.50"), IncludedInTotal: yes(false)}},
		},
		Guest: api.Guest{GivenName: "Maria", Surname: "Gunnarsdottir", Email: "maria@mail.example"}, Token: api.NewSecret("tok_live_secret"),
		CustomData: api.CustomData{{Key: "cost_center", Text: "CC-9981"}},
	}
}

// DraftAtHotel is of one room that is paid at the hotel and was not verified, in a zone that is not known.
func DraftAtHotel() booking.Draft {
	d := Draft()
	d.Trip.Rooms, d.Trip.Children, d.Verified, d.Zone = 1, 0, nil, nil
	d.Hotel = api.Hotel{ID: api.PropertyID{Chain: "HB", Code: "1"}, Name: "Pelham & Rowe"}
	d.Rate.BookingCode, d.Rate.Terms.Guarantee, d.Rate.Terms.PaymentInfo = "BC|2", []string{"GUARANTEE"}, "Pay at the hotel"
	d.Rate.Expires = api.Instant{}
	return d
}

// Offers returns both drafts as offers.
func Offers(desk *booking.Desk) []quote.Offer {
	return []quote.Offer{marked.OfferOf(desk, Draft(), Noon), marked.OfferOf(desk, DraftAtHotel(), Noon)}
}

// Text returns the quote as plain text.
func Text(t testing.TB, q quote.Quote) string {
	t.Helper()
	d, err := q.Document()
	if err != nil {
		t.Fatal(err)
	}
	return d.Text()
}

// Markup reads a mark-up.
func Markup(t testing.TB, typed string) quote.Markup {
	t.Helper()
	m, err := quote.ParseMarkup(typed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A Spelling is a mark-up as it may be typed on any face, and how it is read; empty is refused.
type Spelling struct{ Typed, Read string }

// Spellings are the hard cases of a mark-up on prices in GBP.
func Spellings() []Spelling {
	return []Spelling{
		{"10", "10%"},
		{"10%", "10%"},
		{"10 %", "10%"},
		{"7.50", "7.5%"},
		{"10 GBP", "10 GBP"},
		{"10gbp", "10 GBP"},
		{"GBP 10", "10 GBP"},
		{"£10", "10 GBP"},
		{"10 EUR", ""}, // Prices are in GBP.
		{"+10", ""},
		{"$10", ""},
		{"10 PCT", ""},
		{"7,5", ""},
		{"501", ""},
	}
}
