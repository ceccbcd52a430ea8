package quotes_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/quotes"
	"bellhop/booking/trip"
)

var (
	update = flag.Bool("update", false, "write the golden files")
	noon   = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
)

// town knows where its hotels are, and has no rates.
type town struct{ booking.Service }

func (town) Skew() time.Duration { return 0 }

func (town) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	return api.DestinationResults{Properties: []api.Property{{ID: lantern, Name: "The Lantern", Timezone: "Europe/London", Phone: "+44 20 7946 0417"}}}, nil
}

var lantern = api.PropertyID{Chain: "LX", Code: "20400"}

func newDesk() *booking.Desk {
	return booking.NewDesk(booking.Options{Service: town{}, Now: func() time.Time { return noon }})
}

func yes(b bool) *bool { return &b }

func gbp(number string) api.Money { return api.NewMoney(number, "GBP") }

// draftOf is of two rooms of one hotel, verified, with everything that a rate can say.
func draftOf() booking.Draft {
	zone, _ := time.LoadLocation("Europe/London")
	terms := api.Terms{Guarantee: []string{"PREPAID"}, PaymentInfo: "Charged at booking", CancelNote: "Ask first.\nAlways.", Penalties: []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-10T18:00:00+00:00"), Amount: gbp("102.10")},
		{Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: gbp("306.20"), Description: "all of it"},
	}}
	return booking.Draft{
		Trip: trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Children: 1, Rooms: 2},
		Hotel: api.Hotel{
			ID: lantern, Name: "The Lantern", CheckInTime: "15:00", CheckOutTime: "11:00:00", Phone: "+44 20 7946 0417",
			Address: api.Address{Street: "19 Lantern Row", City: "London", PostalCode: "WC2B 4DD", CountryCode: "GB"},
		},
		Room: api.Room{Name: "Classic Queen", MaxOccupancy: 2},
		Rate: api.Rate{
			BookingCode: "BC|1|zürich", ChannelCode: "web", Name: "Flexible", Perks: []api.Perk{{Name: "Breakfast", Description: "for two"}}, Terms: terms,
			Price: api.Price{Total: gbp("306.20"), Base: gbp("280"), Taxes: gbp("26.20"), TaxesIncluded: yes(true)}, Expires: api.ParseInstant("2026-12-01T12:30:00Z"),
		},
		SearchedAt: noon.Add(-time.Minute), Zone: zone, VerifiedAt: noon,
		Verified: &api.Verification{
			Total: gbp("306.20"), Base: gbp("280"), Taxes: gbp("26.20"), MaxOccupancy: 2, Terms: []api.Terms{terms},
			FeeLines: []api.Charge{{Description: "City charge", Amount: gbp("2.50"), IncludedInTotal: yes(false)}},
		},
		Guest: api.Guest{GivenName: "Maria", Surname: "Gunnarsdottir", Email: "maria@mail.example"}, Token: api.NewSecret("tok_live_secret"),
		CustomData: api.CustomData{{Key: "cost_center", Text: "CC-9981"}},
	}
}

// atHotel is a draft of one room that is paid at the hotel and was not verified, in a zone that is not known.
func atHotel() booking.Draft {
	d := draftOf()
	d.Trip.Rooms, d.Trip.Children, d.Verified, d.Zone = 1, 0, nil, nil
	d.Hotel = api.Hotel{ID: api.PropertyID{Chain: "HB", Code: "1"}, Name: "Pelham & Rowe"}
	d.Rate.BookingCode, d.Rate.Terms.Guarantee, d.Rate.Terms.PaymentInfo = "BC|2", []string{"GUARANTEE"}, "Pay at the hotel"
	d.Rate.Expires = api.Instant{}
	return d
}

func offers(desk *booking.Desk) []quote.Offer {
	return []quote.Offer{marked.OfferOf(desk, draftOf(), noon), marked.OfferOf(desk, atHotel(), noon)}
}

func text(t testing.TB, q quotes.Quote) string {
	t.Helper()
	d, err := q.Document()
	if err != nil {
		t.Fatal(err)
	}
	return d.Text()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s (%v) is now:\n%s", name, err, got)
	}
}

func markup(t testing.TB, typed string) quotes.Markup {
	t.Helper()
	m, err := quotes.ParseMarkup(typed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAQuoteInWords(t *testing.T) {
	t.Parallel()
	all := offers(newDesk())
	one, left := quotes.New("", all[:1], noon)
	if left != 0 {
		t.Error(left)
	}
	golden(t, "one.txt", text(t, one))
	two, _ := quotes.New("SANDBOX", all, noon)
	two = two.With(markup(t, "10%"))
	golden(t, "two.txt", text(t, two))
	name, files, err := two.Files()
	if err != nil || name != "sandbox-quote-2026-12-12-the-lantern" || len(files) != 3 {
		t.Fatalf("%q, %d files, %v", name, len(files), err)
	}
	golden(t, "two.md", files[1].Text)
	golden(t, "two.html", files[2].Text)
	for _, f := range files {
		// The client sees neither what the service asks for nor how much was added.
		for _, unwanted := range []string{"612.40", "10%", "61.24", "Gunnars", "tok_", "CC-9981", "BC|"} {
			if strings.Contains(f.Text, unwanted) {
				t.Errorf("the %s has %q", f.Ending, unwanted)
			}
		}
	}
	if _, left := quotes.New("", make([]quote.Offer, 12), noon); left != 2 {
		t.Errorf("%d of 12 are left", left)
	}
	if _, err := (quotes.Quote{}).Document(); !errors.Is(err, quotes.ErrEmpty) {
		t.Errorf("an empty quote gives %v", err)
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ typed, total, currency, want string }{
		{"", "612.40", "GBP", "612.40 GBP"},
		{"0%", "612.40", "GBP", "612.40 GBP"},
		{"10%", "612.40", "GBP", "673.64 GBP"},
		{"7.5 %", "612.41", "GBP", "658.34 GBP"}, // 658.34075
		{"2.5%", "100.10", "GBP", "102.60 GBP"},  // 102.6025
		{"1%", "50", "GBP", "50.50 GBP"},
		{"1%", "50", "JPY", "51 JPY"},          // 50.5, half up
		{"1%", "0.05", "KWD", "0.051 KWD"},     // 0.0505
		{"33.333%", "0.10", "XXX", "0.13 XXX"}, // a currency that nobody knows keeps its digits
		{"25", "612.40", "GBP", "637.40 GBP"},
		{"025.50 gbp", "612.40", "GBP", "637.90 GBP"},
		{"GBP 25", "612.40", "GBP", "637.40 GBP"},
		{"25.00", "12800", "JPY", "12,825 JPY"},
		{"0.125", "31.25", "KWD", "31.375 KWD"},
		{"10%", "31.255", "KWD", "34.381 KWD"}, // 3.1255, half up
		{"0.125", "1", "XXX", "1.125 XXX"},
	} {
		m, err := quotes.ParseMarkup(x.typed)
		if err != nil {
			t.Errorf("%q: %v", x.typed, err)
			continue
		}
		if got, err := m.Total(api.NewMoney(x.total, x.currency)); err != nil || got.String() != x.want {
			t.Errorf("%s and %q give %v, %v, want %s", x.total, x.typed, got, err, x.want)
		}
		if again, err := quotes.ParseMarkup(m.String()); err != nil || again != m {
			t.Errorf("%q is written %q and read as %v, %v", x.typed, m, again, err)
		}
	}
	for _, wrong := range []string{"x", "10%%", "-5%", "1,000", "7,5%", "EUR 5 EUR", "1e3", "501%", "1.2345678%", "10 EURO", "99999999999"} {
		if m, err := quotes.ParseMarkup(wrong); err == nil {
			t.Errorf("%q is read as %v", wrong, m)
		}
	}
	for currency, typed := range map[string]string{"JPY": "25.5", "GBP": "0.125 GBP", "KWD": "0.1255"} {
		if total, err := markup(t, typed).Total(api.NewMoney("100", currency)); err == nil {
			t.Errorf("%s and 100 %s give %s, which nobody can pay", typed, currency, total)
		}
	}
	if _, err := markup(t, "5 EUR").Total(gbp("1")); err == nil {
		t.Error("euros are added to pounds")
	}
	if _, err := markup(t, "5%").Total(api.NewMoney("about 5", "GBP")); err == nil {
		t.Error("a part of nothing is taken")
	}
	if total, err := (quotes.Markup{}).Total(api.NewMoney("about 5", "GBP")); err != nil || total.Number() != "about 5" {
		t.Error("no mark-up changes a total")
	}
}

func FuzzMarkup(f *testing.F) {
	for _, seed := range []string{"", "10%", "7.5 %", "25 EUR", "EUR 25", "000.10%", "1e9%"} {
		f.Add(seed, "612.40", "GBP")
	}
	f.Fuzz(func(t *testing.T, typed, total, currency string) {
		m, err := quotes.ParseMarkup(typed)
		if err != nil {
			return
		}
		if again, err := quotes.ParseMarkup(m.String()); err != nil || again != m {
			t.Fatalf("%q is written %q and read as %v, %v", typed, m, again, err)
		}
		price := api.NewMoney(total, currency)
		got, err := m.Total(price)
		if err != nil || m.IsZero() || !price.Valid() {
			return
		}
		if c, err := got.Cmp(price); err != nil || price.Sign() >= 0 && c < 0 {
			t.Errorf("%v and %v give %v, %v", price, m, got, err)
		}
	})
}

// A service that says nothing but a price has its hotel named by its codes, and what it does not say is not made up.
func TestAQuoteOfWhatIsHardlySaid(t *testing.T) {
	t.Parallel()
	d := atHotel()
	d.Hotel, d.Room = api.Hotel{ID: api.PropertyID{Chain: "HB", Code: "1"}}, api.Room{}
	d.Rate = api.Rate{BookingCode: "BC|3", Price: api.Price{Total: api.NewMoney("12800", "JPY")}}
	q, _ := quotes.New("", []quote.Offer{marked.OfferOf(newDesk(), d, noon)}, noon)
	golden(t, "bare.txt", text(t, q.With(markup(t, "7.77%"))))
	if _, err := q.With(markup(t, "25.5")).Document(); err == nil {
		t.Error("half a yen is quoted")
	}
	if name, _, err := q.Files(); err != nil || name != "quote-2026-12-12-hotel-hb-1" {
		t.Errorf("%q, %v", name, err)
	}
}

// A quote that is verified again has what the service says now, and leaves out what is gone.
func TestAQuoteVerifiedAgain(t *testing.T) {
	t.Parallel()
	all := offers(newDesk())
	q, _ := quotes.New("", all, noon)
	q.ID = "KEPT"
	dearer := all[0]
	dearer.Total = gbp("640.00")
	again := q.Again([]quote.Outcome{{Kind: quote.Dearer, Offer: dearer}, {Kind: quote.Gone, Offer: all[1]}}, noon.Add(time.Hour))
	if len(again.Offers) != 1 || again.ID != "" || !again.At.Equal(noon.Add(time.Hour)) || !strings.Contains(text(t, again), "640.00 GBP") {
		t.Errorf("%+v", again)
	}
	if gone := q.Again([]quote.Outcome{{Kind: quote.Gone}}, noon); !errors.Is(gone.Problem(), quotes.ErrEmpty) {
		t.Error("a quote of nothing is one")
	}
	if !q.Ends().Equal(time.Date(2026, 12, 1, 12, 30, 0, 0, time.UTC)) {
		t.Errorf("it ends %v", q.Ends())
	}
}
