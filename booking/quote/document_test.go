package quote_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/document"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/quote/quotetest"
	"bellhop/booking/terms"
	"bellhop/booking/terms/paytest"
	"bellhop/booking/trip"
	"bellhop/internal/safetext/safetexttest"
)

var update = flag.Bool("update", false, "write the golden files")

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

func TestAQuoteInWords(t *testing.T) {
	t.Parallel()
	all := quotetest.Offers(quotetest.Desk())
	one, left := quote.New(document.Origin{}, all[:1], quotetest.Noon)
	if left != 0 {
		t.Error(left)
	}
	golden(t, "one.txt", quotetest.Text(t, one))
	two, _ := quote.New(document.Origin{Environment: "SANDBOX"}, all, quotetest.Noon)
	two = two.With(quotetest.Markup(t, "10%"))
	golden(t, "two.txt", quotetest.Text(t, two))
	d, err := two.Document()
	if err != nil {
		t.Fatal(err)
	}
	page, err := d.HTML()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "two.md", d.Markdown())
	golden(t, "two.html", page)
	for form, text := range map[string]string{"text": d.Text(), "Markdown": d.Markdown(), "page": page} {
		// The client sees neither what the service asks for nor how much was added.
		for _, unwanted := range []string{"612.40", "10%", "61.24", "Gunnars", "tok_", "CC-9981", "BC|"} {
			if strings.Contains(text, unwanted) {
				t.Errorf("the %s has %q", form, unwanted)
			}
		}
	}
	if _, left := quote.New(document.Origin{}, make([]quote.Offer, 12), quotetest.Noon); left != 2 {
		t.Errorf("%d of 12 are left", left)
	}
	if _, err := (quote.Quote{}).Document(); !errors.Is(err, quote.ErrEmpty) {
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
		{"1%", "50", "JPY", "51 JPY"},      // 50.5, half up
		{"1%", "0.05", "KWD", "0.051 KWD"}, // 0.0505
		{"10%", "64.34999999999999", "GBP", "70.79 GBP"},
		{"33.333%", "0.10", "XXX", "0.13 XXX"}, // a currency that nobody knows keeps its digits
		{"10", "612.40", "GBP", "673.64 GBP"},  // a bare number is per cent
		{"7.5", "612.41", "GBP", "658.34 GBP"},
		{"010", "100", "JPY", "110 JPY"},
		{"10 gbp", "612.40", "GBP", "622.40 GBP"},
		{"€10", "612.40", "EUR", "622.40 EUR"},
		{"10€", "612.40", "EUR", "622.40 EUR"},
		{"£ 10", "612.40", "GBP", "622.40 GBP"},
		{"025.50 gbp", "612.40", "GBP", "637.90 GBP"},
		{"GBP 25", "612.40", "GBP", "637.40 GBP"},
		{"25.00 JPY", "12800", "JPY", "12,825 JPY"},
		{"0.125 KWD", "31.25", "KWD", "31.375 KWD"},
		{"10%", "31.255", "KWD", "34.381 KWD"},   // 3.1255, half up
		{"10%", "100.125", "GBP", "110.135 GBP"}, // 10.0125
		{"500%", "1", "GBP", "6.00 GBP"},
	} {
		m, err := quote.ParseMarkup(x.typed)
		if err != nil {
			t.Errorf("%q: %v", x.typed, err)
			continue
		}
		if got, err := m.Total(api.NewMoney(x.total, x.currency)); err != nil || got.String() != x.want {
			t.Errorf("%s and %q give %v, %v, want %s", x.total, x.typed, got, err, x.want)
		}
		if again, err := quote.ParseMarkup(m.String()); err != nil || again != m {
			t.Errorf("%q is written %q and read as %v, %v", x.typed, m, again, err)
		}
	}
	for _, nothing := range []string{"", "0", "0%", "000.00 EUR"} {
		if m := quotetest.Markup(t, nothing); !m.IsZero() {
			t.Errorf("%q adds %s", nothing, m)
		}
	}
	for _, wrong := range []string{"x", "10%%", "-5%", "1,000", "7,5%", "EUR 5 EUR", "1e3", "501%", "1.2345678%", "10 EURO", "99999999999", "501", "10 PCT", "$10", "¥10", "€10%", "EUR 10%", "+10"} {
		if m, err := quote.ParseMarkup(wrong); err == nil {
			t.Errorf("%q is read as %v", wrong, m)
		}
	}
	for currency, typed := range map[string]string{"JPY": "25.5 JPY", "GBP": "0.125 GBP", "KWD": "0.1255 KWD"} {
		if total, err := quotetest.Markup(t, typed).Total(api.NewMoney("100", currency)); err == nil {
			t.Errorf("%s and 100 %s give %s, which nobody can pay", typed, currency, total)
		}
	}
	if _, err := quotetest.Markup(t, "5 EUR").Total(api.NewMoney("1", "GBP")); err == nil {
		t.Error("euros are added to pounds")
	}
	if _, err := quotetest.Markup(t, "5%").Total(api.NewMoney("about 5", "GBP")); err == nil {
		t.Error("a part of nothing is taken")
	}
	if more, err := quotetest.Markup(t, "25 GBP").On(api.NewMoney("about 5", "GBP")); err == nil {
		t.Errorf("%s are added to an invalid amount", more)
	}
	if total, err := (quote.Markup{}).Total(api.NewMoney("about 5", "GBP")); err != nil || total.Number() != "about 5" {
		t.Error("no mark-up changes a total")
	}
}

func FuzzMarkup(f *testing.F) {
	for _, seed := range []string{"", "10%", "7.5 %", "25 EUR", "EUR 25", "000.10%", "1e9%"} {
		f.Add(seed, "612.40", "GBP")
	}
	f.Fuzz(func(t *testing.T, typed, total, currency string) {
		m, err := quote.ParseMarkup(typed)
		if err != nil {
			return
		}
		if again, err := quote.ParseMarkup(m.String()); err != nil || again != m {
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
	d := quotetest.DraftAtHotel()
	d.Hotel, d.Room = api.Hotel{ID: api.PropertyID{Chain: "HB", Code: "1"}}, api.Room{}
	d.Rate = api.Rate{BookingCode: "BC|3", Price: api.Price{Total: api.NewMoney("12800", "JPY")}}
	q, _ := quote.New(document.Origin{}, []quote.Offer{marked.OfferOf(quotetest.Desk(), d, quotetest.Noon)}, quotetest.Noon)
	golden(t, "bare.txt", quotetest.Text(t, q.With(quotetest.Markup(t, "7.77%"))))
	if _, err := q.With(quotetest.Markup(t, "25.5 JPY")).Document(); err == nil {
		t.Error("half a yen is quoted")
	}
}

// If the guest pays at the hotel, only the mark-up is due with the booking, and the quote does not call it a mark-up.
func TestQuoteDocument_PaidAtHotel(t *testing.T) {
	t.Parallel()
	o := marked.OfferOf(quotetest.Desk(), quotetest.DraftAtHotel(), quotetest.Noon)
	q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
	const nothing = "due with the booking  Nothing. The card guarantees the room."
	for markup, want := range map[string]string{"": nothing, "0%": nothing, "10%": "due with the booking  30.62 GBP"} {
		if got := quotetest.Text(t, q.With(quotetest.Markup(t, markup))); !strings.Contains(got, want+"\n") || strings.Contains(got, "fee") {
			t.Errorf("with a mark-up of %q it reads:\n%s", markup, got)
		}
	}
	q.MarkupWords = "agency charge"
	if got := quotetest.Text(t, q.With(quotetest.Markup(t, "10"))); !strings.Contains(got, "due with the booking  30.62 GBP, agency charge\n") {
		t.Errorf("with the agency's own words it reads:\n%s", got)
	}
}

// Offers of other days each have their own stay, and the heading has none.
func TestQuoteDocument_Stays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*quote.Offer)
		same   bool
	}{
		"same days":         {func(*quote.Offer) {}, true},
		"another arrival":   {func(o *quote.Offer) { o.Trip.CheckIn = o.Trip.CheckIn.AddDays(-1) }, false},
		"another departure": {func(o *quote.Offer) { o.Trip.CheckOut = o.Trip.CheckOut.AddDays(1) }, false},
	} {
		all := quotetest.Offers(quotetest.Desk())
		c.change(&all[1])
		q, _ := quote.New(document.Origin{}, all, quotetest.Noon)
		d, err := q.Document()
		if err != nil {
			t.Fatal(err)
		}
		columns := d.Sections[0].Table.Columns
		for i, row := range d.Sections[0].Table.Rows {
			if len(row) != len(columns) || !c.same && row[2] != trip.BriefStay(all[i].Trip.CheckIn, all[i].Trip.CheckOut) {
				t.Errorf("%s: %q", name, row)
			}
		}
		if hasStay := len(columns) == 5 && columns[2].Title == "stay"; hasStay == c.same || strings.Contains(d.Subtitle, "Sat 12 Dec") != c.same {
			t.Errorf("%s: %q above %+v", name, d.Subtitle, columns)
		}
	}
}

// A deposit is due on its day, with or without a mark-up.
func TestQuoteDocument_Deposit(t *testing.T) {
	t.Parallel()
	o := marked.OfferOf(quotetest.Desk(), quotetest.Draft(), quotetest.Noon)
	o.Terms.Guarantee = []string{"DEPOSIT"}
	for due, want := range map[string][]string{
		"2026-12-01": {"due with the booking  61.24 GBP\n", "                      200.00 GBP, the deposit\n", "due later             412.40 GBP, the rest of the price: Charged at booking\n"},
		"2026-12-05": {"due with the booking  61.24 GBP\n", "due later             200.00 GBP on Sat 5 Dec 2026, the deposit\n"},
	} {
		o.Terms.Deposit = []api.Fact{{Name: "amount", Value: "200"}, {Name: "currency_code", Value: "GBP"}, {Name: "due_date", Value: due}}
		q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
		text := quotetest.Text(t, q.With(quotetest.Markup(t, "10%")))
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("due %s, without %q it reads:\n%s", due, line, text)
			}
		}
	}
}

// A penalty of the whole price becomes the marked-up price. Other penalties, and the offer itself, stay as they are.
func TestQuoteDocument_Penalties(t *testing.T) {
	t.Parallel()
	o := marked.OfferOf(quotetest.Desk(), quotetest.Draft(), quotetest.Noon)
	before := o.Terms.Hash()
	q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
	if text := quotetest.Text(t, q.With(quotetest.Markup(t, "10%"))); !strings.Contains(text, "673.64 GBP to cancel from Fri 11 Dec") {
		t.Errorf("it reads:\n%s", text)
	}
	if q.Offers[0].Terms.Hash() != before {
		t.Error("writing a quote has changed its offer")
	}
	for _, amount := range []api.Money{api.NewMoney("612.40", "EUR"), {}} {
		o.Terms.Steps[1].Amount = amount
		q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
		text := quotetest.Text(t, q.With(quotetest.Markup(t, "10%")))
		if strings.Contains(text, "673.64 GBP to cancel") {
			t.Errorf("with a penalty of %s it reads:\n%s", amount, text)
		}
	}
}

// A quote never names the price without the mark-up, in whichever shape the service says that nothing is given back.
func TestQuoteDocument_NonRefundableKeepsTheNetPrice(t *testing.T) {
	t.Parallel()
	no := false
	for name, sent := range map[string]api.Terms{
		"the rate's flag alone":      {Refundable: &no},
		"a flagged step, no amount":  {Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-01-01T00:00:00Z"), Refundable: &no}}},
		"a step of the whole price":  {Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-01-01T00:00:00Z"), Amount: api.NewMoney("612.40", "GBP")}}},
		"a flagged step with amount": {Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-01-01T00:00:00Z"), Amount: api.NewMoney("612.40", "GBP"), Refundable: &no}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := marked.OfferOf(quotetest.Desk(), quotetest.Draft(), quotetest.Noon)
			sent.PaymentInfo, sent.Guarantee = "Prepaid", []string{"PREPAID"}
			o.Terms = terms.Of(sent).For(o.Total).In(o.Zone)
			q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
			text := quotetest.Text(t, q.With(quotetest.Markup(t, "10%")))
			if strings.Contains(text, "612.40") || !strings.Contains(strings.ToLower(text), "673.64 gbp whenever it is cancelled") && !strings.Contains(text, "673.64 GBP to cancel") {
				t.Errorf("it reads:\n%s", text)
			}
		})
	}
}

// Two rates of one hotel have different names, and the quote ends with its first offer.
func TestQuote_SeveralOffers(t *testing.T) {
	t.Parallel()
	a := marked.OfferOf(quotetest.Desk(), quotetest.Draft(), quotetest.Noon)
	b, c := a, a
	b.Rate.BookingCode, b.Rate.Name, b.Ends = "other", "Saver", a.Ends.Add(-time.Minute)
	c.Hotel.ID.Code, c.Hotel.Name, c.Ends = "1", "The Inn", a.Ends.Add(time.Minute)
	q, _ := quote.New(document.Origin{}, []quote.Offer{a, b, c}, quotetest.Noon)
	d, err := q.Document()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"The Lantern, Flexible", "The Lantern, Saver", "The Inn"} {
		if got := d.Sections[0].Table.Rows[i][1]; got != want {
			t.Errorf("offer %d is %q, want %q", i, got, want)
		}
	}
	if !q.Ends().Equal(b.Ends) {
		t.Errorf("it ends %v", q.Ends())
	}
	q.Offers[2].Total = api.NewMoney("about 5", "GBP")
	if err := q.With(quotetest.Markup(t, "10%")).Problem(); err == nil {
		t.Error("a mark-up is added to an invalid amount")
	}
}

func TestQuoteDocument_Included(t *testing.T) {
	t.Parallel()
	o := marked.OfferOf(quotetest.Desk(), quotetest.Draft(), quotetest.Noon)
	for want, perk := range map[string]api.Perk{
		"included              Breakfast\n":                {Name: "breakfast"},
		"included              Breakfast: for two\n":       {Name: "breakfast", Description: "for two"},
		"included              A full breakfast for two\n": {Name: "Breakfast", Description: "a full breakfast for two"},
	} {
		o.Rate.Perks = []api.Perk{perk}
		q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
		if got := quotetest.Text(t, q); !strings.Contains(got, want) {
			t.Errorf("without %q it reads:\n%s", want, got)
		}
	}
}

// The document marks unknown values: the sum with a note beside it, the moment of the search, a time in words.
func TestQuoteDocument_NotKnown(t *testing.T) {
	t.Parallel()
	o := marked.OfferOf(quotetest.Desk(), quotetest.Draft(), quotetest.Noon)
	o.Unsaid, o.Verified, o.SearchedAt = "plus a fee", nil, time.Time{}
	o.Hotel.CheckInTime, o.Hotel.CheckOutTime = "noon1:30", "11:00 am"
	q, _ := quote.New(document.Origin{}, []quote.Offer{o}, quotetest.Noon)
	text := quotetest.Text(t, q)
	for _, line := range []string{
		", fees at the hotel: plus a", "as of                 Tue 1 Dec 2026 12:00 (UTC+00:00), not verified yet\n",
		"arrival               Sat 12 Dec 2026, from noon1:30\n", "departure             Tue 15 Dec 2026, by 11:00 am\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("without %q it reads:\n%s", line, text)
		}
	}
}

func TestQuoteDocument_Class(t *testing.T) {
	t.Parallel()
	for stars, want := range map[float64]string{1: "class                 1 star\n", 3.5: "class                 3.5 stars\n", 0: ""} {
		all := quotetest.Offers(quotetest.Desk())
		all[0].Stars = stars
		q, _ := quote.New(document.Origin{}, all[:1], quotetest.Noon)
		if got := quotetest.Text(t, q); !strings.Contains(got, want) || strings.Contains(got, "class") != (want != "") {
			t.Errorf("of %v stars it reads:\n%s", stars, got)
		}
	}
}

// A quote that is verified again has what the service says now, and leaves out what is gone.
func TestAQuoteVerifiedAgain(t *testing.T) {
	t.Parallel()
	all := quotetest.Offers(quotetest.Desk())
	q, _ := quote.New(document.Origin{}, all, quotetest.Noon)
	q.ID = "KEPT"
	dearer := all[0]
	dearer.Total, dearer.Verified, dearer.Ends = api.NewMoney("640.00", "GBP"), &api.Verification{}, time.Time{}
	again, _ := q.Again([]quote.Outcome{{Kind: quote.Dearer, Offer: dearer}, {Kind: quote.Gone, Offer: all[1]}}, quotetest.Noon.Add(time.Hour))
	if len(again.Offers) != 1 || again.ID != "" || !again.At.Equal(quotetest.Noon.Add(time.Hour)) || !strings.Contains(quotetest.Text(t, again), "640.00 GBP") {
		t.Errorf("%+v", again)
	}
	var same []quote.Outcome
	for _, o := range all {
		same = append(same, quote.Outcome{Kind: quote.Same, Offer: o})
	}
	if same, notes := q.Again(same, quotetest.Noon.Add(time.Minute)); same.ID != "KEPT" || !same.At.Equal(quotetest.Noon) || len(notes) > 0 {
		t.Errorf("the same offers make another quote: %+v, %q", same, notes)
	}
	if gone, _ := q.Again([]quote.Outcome{{Kind: quote.Gone}}, quotetest.Noon); !errors.Is(gone.Problem(), quote.ErrEmpty) {
		t.Error("a quote of nothing is one")
	}
	if !q.Ends().Equal(time.Date(2026, 12, 1, 12, 30, 0, 0, time.UTC)) {
		t.Errorf("it ends %v", q.Ends())
	}
}

// The tray's comparison and the quote show the payment in the same words as every screen.
func TestPaymentInTrayAndQuote(t *testing.T) {
	t.Parallel()
	at := paytest.Made.In(time.UTC)
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			draft := quotetest.Draft()
			draft.Trip.Rooms, draft.Zone, draft.VerifiedAt = c.Rooms, time.UTC, at
			c.Verify(draft.Verified)
			o := marked.OfferOf(quotetest.Desk(), draft, at)
			told := map[string][]string{}
			for _, row := range quote.Compare(at, []quote.Offer{o}).Rows {
				told[row.What] = row.Cells[0].Lines
			}
			for name, want := range map[string][]string{"guest pays": {c.Pays}, "charged now": {c.Now}, "due later": c.Later, "due at the hotel": c.AtHotel} {
				if !slices.Equal(told[name], want) {
					t.Errorf("the tray says %s: %q, want %q", name, told[name], want)
				}
			}
			q, _ := quote.New(document.Origin{}, []quote.Offer{o}, at)
			text := strings.Join(strings.Fields(quotetest.Text(t, q)), " ")
			for _, want := range append(append([]string{strings.NewReplacer(" on the card for 2 rooms, 241.03 EUR each", "", " on the card", "").Replace(c.Now)}, c.Later...), c.AtHotel...) {
				if !strings.Contains(text, want) {
					t.Errorf("the quote does not say %q:\n%s", want, text)
				}
			}
		})
	}
}

// The spellings that every face takes are read in one way.
func TestParseMarkup_Spellings(t *testing.T) {
	t.Parallel()
	for _, s := range quotetest.Spellings() {
		m, err := quote.ParseMarkup(s.Typed)
		if err == nil {
			_, err = m.On(api.NewMoney("300.00", "GBP"))
		}
		if (err != nil) != (s.Read == "") || err == nil && m.String() != s.Read {
			t.Errorf("%q is read as %q, %v; want %q", s.Typed, m, err, s.Read)
		}
	}
}

func TestDocument_Names(t *testing.T) {
	t.Parallel()
	for _, name := range safetexttest.HotelNames() {
		o := offer(1, "300.00")
		o.Hotel.Name, o.RoomName = name, name
		d, err := (quote.Quote{At: noon, Offers: []quote.Offer{o}}).Document()
		if err != nil {
			t.Fatal(err)
		}
		if text := d.Text(); strings.Count(text, name) < 2 {
			t.Errorf("%+q is not in the quote:\n%+q", name, text)
		}
	}
}
