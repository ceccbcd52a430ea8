package quote_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/quote"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// noon is the moment of these tests, before every deadline.
var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func yes(b bool) *bool { return &b }

// offer is one of a hotel for three nights, refundable until two days before, verified now.
func offer(number int, total string) quote.Offer {
	o := quote.Offer{
		Trip: trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1},
		Hotel: api.Hotel{
			ID: api.PropertyID{Chain: "LX", Code: fmt.Sprint(20400 + number)}, Name: fmt.Sprint("Hotel ", number),
			CheckInTime: "15:00", CheckOutTime: "11:00:00", Address: api.Address{Street: "1 Row", City: "London"},
		},
		Stars: 4, Room: api.Room{Name: "Queen", MaxOccupancy: 2},
		Rate: api.Rate{
			BookingCode: fmt.Sprint("code/", number), ChannelCode: "web", Name: "Flexible",
			Perks: []api.Perk{{Name: "Breakfast"}},
		},
		SearchedAt: noon.Add(-time.Hour), VerifiedAt: noon, MarkedAt: noon, Verified: &api.Verification{MaxOccupancy: 2},
		RoomName: "Queen", Bill: terms.Bill{Total: api.NewMoney(total, "GBP")}, Taxes: terms.TaxNote{Kind: terms.TaxIncluded},
	}
	o.MarkedTotal = o.Total
	o.Terms = terms.Of(api.Terms{Refundable: yes(true), PaymentInfo: "Charged at booking", Penalties: []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-10T18:00:00+00:00"), Amount: api.NewMoney("100.00", "GBP")},
	}})
	return o
}

func row(t *testing.T, c quote.Comparison, what string) quote.Row {
	t.Helper()
	at := slices.IndexFunc(c.Rows, func(r quote.Row) bool { return r.What == what })
	if at < 0 {
		t.Fatalf("there is no row %q", what)
	}
	return c.Rows[at]
}

func TestTrayKeepsOrderAndIdentity(t *testing.T) {
	t.Parallel()
	var tray quote.Tray
	for i := range quote.Most {
		if marked, err := tray.Toggle(offer(i, "300.00")); !marked || err != nil {
			t.Fatal(i, marked, err)
		}
	}
	if marked, err := tray.Toggle(offer(99, "1.00")); marked || !errors.Is(err, quote.ErrFull) {
		t.Error(marked, err)
	}
	if err := tray.Add(offer(0, "301.00")); err != nil || tray.Offers()[0].Total.Number() != "301.00" {
		t.Error("the first rate is not replaced in its place:", err)
	}
	if err := tray.Add(offer(3, "301.00")); err != nil || tray.Len() != quote.Most || tray.Offers()[3].Total.Number() != "301.00" {
		t.Error("a rate that is marked already is not replaced in its place:", err)
	}
	later := offer(3, "300.00")
	later.Trip = later.Trip.Shift(1)
	family := offer(3, "300.00")
	family.Trip.Children = 1
	if tray.Has(later.ID()) || tray.Has(family.ID()) || !tray.Has(offer(3, "1.00").ID()) {
		t.Error("days and party are part of the identity, the price is not")
	}
	if marked, err := tray.Toggle(offer(3, "300.00")); marked || err != nil || tray.Len() != quote.Most-1 || tray.Has(offer(3, "").ID()) {
		t.Error(marked, err)
	}
	if !tray.HasHotel(offer(4, "").Hotel.ID) || tray.HasHotel(offer(3, "").Hotel.ID) {
		t.Error("a hotel is marked by its own rates and no others")
	}
	if tray.Words() != "tray 9" {
		t.Error(tray.Words())
	}
	tray.Clear()
	if tray.Words() != "" || tray.Remove(offer(1, "").ID()) {
		t.Error("an empty tray says something")
	}
	if _, err := tray.Toggle(quote.Offer{}); !errors.Is(err, quote.ErrNoRate) {
		t.Error(err)
	}
	var none *quote.Tray
	if _, settled := none.Outcome(quote.ID{}); settled || none.Offers() != nil {
		t.Error("no tray holds an offer")
	}
	if none.Len() != 0 || none.Has(quote.ID{}) || none.Words() != "" || none.HasHotel(api.PropertyID{}) {
		t.Error("no tray holds something")
	}
}

func TestCompareSaysWhatDiffers(t *testing.T) {
	t.Parallel()
	a, b, c := offer(1, "300.00"), offer(2, "330.00"), offer(3, "300")
	b.Terms = terms.Of(api.Terms{Refundable: yes(false), PaymentInfo: "Charged at booking"})
	c.Rate.Perks = nil
	compared := quote.Compare(noon, []quote.Offer{a, b, c})
	total := row(t, compared, "price")
	if !total.Differs || total.Cells[0].Note != "" || total.Cells[1].Note != "30.00 more" || total.Cells[2].Note != "same" {
		t.Errorf("%+v", total)
	}
	if got := row(t, compared, "per night").Cells[1]; got.Note != "10.00 more" || got.Lines[0] != "110.00 GBP" {
		t.Errorf("%+v", got)
	}
	if got := row(t, compared, "refund"); got.Cells[0].Lines[0] != "refundable until Thu 10 Dec 18:00 UTC" && !strings.HasPrefix(got.Cells[0].Lines[0], "refundable until Thu 10 Dec 18:00") ||
		got.Cells[1].Note != "differs" || got.Cells[2].Note != "same" {
		t.Errorf("%+v", got)
	}
	if got := row(t, compared, "included"); got.Cells[2].Note != "differs" || got.Cells[2].Lines[0] != "nothing named" {
		t.Errorf("%+v", got)
	}
	if got := row(t, compared, "payment"); got.Differs || got.Cells[1].Note != "" {
		t.Errorf("%+v", got)
	}
	differing, alike := compared.Parted()
	mixed := slices.ContainsFunc(differing, func(r quote.Row) bool { return !r.Differs }) || slices.ContainsFunc(alike, func(r quote.Row) bool { return r.Differs })
	if mixed || len(differing)+len(alike) != len(compared.Rows) || differing[0].What != "price" {
		t.Error("rows are missing")
	}
	if slices.ContainsFunc(compared.Rows, func(r quote.Row) bool { return r.What == "deposit" }) {
		t.Error("a term that no offer names has a row")
	}
}

func TestCompareDoesNotCompareCurrencies(t *testing.T) {
	t.Parallel()
	a, b := offer(1, "300.00"), offer(2, "300.00")
	b.Total = api.NewMoney("300.00", "EUR")
	compared := quote.Compare(noon, []quote.Offer{a, b})
	if got := row(t, compared, "price").Cells[1].Note; got != "another currency" {
		t.Error(got)
	}
	if got := row(t, compared, "guest pays").Cells[1].Note; got != "another currency" {
		t.Error(got)
	}
	b.Total = api.NewMoney("a lot", "GBP")
	if got := row(t, quote.Compare(noon, []quote.Offer{a, b}), "price").Cells[1].Note; got != "cannot be compared" {
		t.Error(got)
	}
}

// Whatever the amounts: two that differ are never called the same, and what is called more is more.
func TestAmountsThatDifferAreNeverTheSame(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 11))
	currencies := []string{"GBP", "JPY", "KWD", "XXX", ""}
	amount := func() api.Money {
		number := fmt.Sprintf("%d.%0*d", r.IntN(30), 1+r.IntN(4), r.IntN(10))
		return api.NewMoney([]string{number, "", number, "oops", number + "0"}[r.IntN(5)], currencies[r.IntN(len(currencies))])
	}
	for range 5_000 {
		a, b := offer(1, "0"), offer(2, "0")
		a.Total, b.Total = amount(), amount()
		a.Trip = a.Trip.AddNights(r.IntN(3))
		c := quote.Compare(noon, []quote.Offer{a, b})
		for _, what := range []string{"price", "guest pays", "per night"} {
			at := slices.IndexFunc(c.Rows, func(row quote.Row) bool { return row.What == what })
			if at < 0 {
				continue
			}
			one, other := a.Total, b.Total
			if what == "per night" { // Without rounding.
				one, other = one.Times(b.Trip.Nights()), other.Times(a.Trip.Nights())
			}
			cmp, err := other.Cmp(one)
			note := c.Rows[at].Cells[1].Note
			alike := err == nil && cmp == 0
			switch {
			case !alike && (note == "same" || !c.Rows[at].Differs) && (a.Total.IsSet() || b.Total.IsSet()):
				t.Fatalf("%s of %v and %v is %q", what, a.Total, b.Total, note)
			case strings.HasSuffix(note, " more") && (err != nil || cmp <= 0), strings.HasSuffix(note, " less") && (err != nil || cmp >= 0):
				t.Fatalf("%s of %v and %v is %q", what, a.Total, b.Total, note)
			}
		}
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	before := offer(1, "300.00")
	for name, c := range map[string]struct {
		now     func(*quote.Offer)
		kind    quote.OutcomeKind
		words   string
		verdict terms.Verdict
	}{
		"same":    {func(*quote.Offer) {}, quote.Same, "same price and terms", terms.Neutral},
		"dearer":  {func(o *quote.Offer) { o.Total = api.NewMoney("312.00", "GBP") }, quote.Dearer, "dearer by 12.00 GBP", terms.Worse},
		"cheaper": {func(o *quote.Offer) { o.Total = api.NewMoney("288", "GBP") }, quote.Cheaper, "cheaper by 12.00 GBP", terms.Better},
		"terms": {
			func(o *quote.Offer) {
				o.Terms = terms.Of(api.Terms{Refundable: yes(false), PaymentInfo: "Charged at booking"})
			},
			quote.TermsChanged, "terms changed: refundable, cancel penalties", terms.Worse,
		},
		"cheaper on worse terms": {
			func(o *quote.Offer) {
				o.Total = api.NewMoney("288", "GBP")
				o.Terms = terms.Of(api.Terms{Refundable: yes(false), PaymentInfo: "Charged at booking"})
			}, quote.TermsChanged, "cheaper by 12.00 GBP; terms changed: refundable, cancel penalties", terms.Worse,
		},
		"cheaper on better terms": {
			func(o *quote.Offer) {
				o.Total = api.NewMoney("288", "GBP")
				o.Terms.Steps = slices.Clone(o.Terms.Steps)
				o.Terms.Steps[0].Amount = api.NewMoney("90", "GBP")
			}, quote.Cheaper, "cheaper by 12.00 GBP; terms changed: cancel penalties", terms.Better,
		},
		"another currency": {
			func(o *quote.Offer) { o.Total = api.NewMoney("300.00", "EUR") }, quote.TermsChanged, "terms changed: total", terms.Unclear,
		},
		"a fee": {
			func(o *quote.Offer) {
				o.Fees = []api.Charge{{Amount: api.NewMoney("6.00", "GBP"), Description: "City charge", IncludedInTotal: yes(false)}}
			}, quote.TermsChanged, "terms changed: fees at the hotel", terms.Worse,
		},
		"occupancy": {
			func(o *quote.Offer) {
				o.Changes = []terms.Change{{What: "occupancy", Before: "2 guests", After: "at most 1", Verdict: terms.Worse}, {What: "total", Verdict: terms.Worse}}
			}, quote.TermsChanged, "terms changed: occupancy", terms.Worse,
		},
		"dearer on worse terms": {
			func(o *quote.Offer) {
				o.Total, o.Terms = api.NewMoney("312", "GBP"), freeTo("2026-11-10T18:00:00+00:00")
			},
			quote.Dearer, "dearer by 12.00 GBP; terms changed: cancel penalties, payment", terms.Worse,
		},
		"payment differs": {
			func(o *quote.Offer) { o.Terms.Payment = "Pay later" }, quote.TermsChanged, "terms changed: payment", terms.Unclear,
		},
		"a guarantee is said": {
			func(o *quote.Offer) { o.Terms.Guarantee = []string{"card"} }, quote.TermsChanged, "terms changed: guarantee", terms.Neutral,
		},
		"changed from the search too": {
			func(o *quote.Offer) {
				o.Terms.Payment = "Pay later"
				o.Changes = []terms.Change{{What: "payment", Verdict: terms.Unclear}}
			}, quote.TermsChanged, "terms changed: payment", terms.Unclear,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := offer(1, "300.00")
			c.now(&now)
			got := quote.NewOutcome(before, now)
			if got.Kind != c.kind || got.Words() != c.words || got.Verdict() != c.verdict {
				t.Errorf("%v %q %v", got.Kind, got.Words(), got.Verdict())
			}
		})
	}
	for words, o := range map[string]quote.Outcome{
		"gone; nearest: Queen, 310.00 GBP":      {Kind: quote.Gone, Nearest: []quote.Offer{offer(2, "310.00")}},
		"gone, and the hotel has no other rate": {Kind: quote.Gone, NoOther: true},
		"gone":                                  {Kind: quote.Gone},
		"could not be asked: too busy":          {Kind: quote.NotAsked, Why: "too busy"},
	} {
		if o.Words() != words {
			t.Errorf("%q", o.Words())
		}
	}
}

// What was verified again replaces the offer, which keeps its place and what it cost when it was marked.
func TestSettle(t *testing.T) {
	t.Parallel()
	var tray quote.Tray
	for i := range 3 {
		if err := tray.Add(offer(i, "300.00")); err != nil {
			t.Fatal(err)
		}
	}
	id := offer(1, "").ID()
	now := offer(1, "312.00")
	now.MarkedTotal = now.Total
	tray.Settle(id, quote.NewOutcome(offer(1, "300.00"), now))
	got := tray.Offers()[1]
	if o, ok := tray.Outcome(id); !ok || o.Kind != quote.Dearer || got.Total.Number() != "312.00" || got.MarkedTotal.Number() != "300.00" {
		t.Errorf("%v %v %v", ok, got.Total, got.MarkedTotal)
	}
	tray.Settle(id, quote.Outcome{Kind: quote.Gone, Offer: got})
	if o, _ := tray.Outcome(id); o.Kind != quote.Gone || tray.Len() != 3 {
		t.Error("an offer that is gone stays until it is taken off")
	}
	// It has another one's codes now.
	recoded := offer(2, "299.00")
	tray.Settle(id, quote.NewOutcome(offer(1, "300.00"), recoded))
	if tray.Len() != 2 || !tray.Has(recoded.ID()) || tray.Has(id) {
		t.Error("a rate stands there twice")
	}
	tray.Settle(recoded.ID(), quote.NewOutcome(recoded, offer(0, "299.00")))
	if tray.Len() != 1 || !tray.Has(offer(0, "").ID()) {
		t.Error("the first rate stands there twice")
	}
	tray.Settle(id, quote.Outcome{Kind: quote.Gone})
	if _, ok := tray.Outcome(id); ok {
		t.Error("an outcome of a rate that was taken off is kept")
	}
}

// Each rate keeps its outcome as long as it is marked. A rate whose request failed stays as it was.
func TestTray_Outcomes(t *testing.T) {
	t.Parallel()
	var tray quote.Tray
	first, second := offer(1, "300.00"), offer(2, "300.00")
	for _, o := range []quote.Offer{first, second} {
		if err := tray.Add(o); err != nil {
			t.Fatal(err)
		}
	}
	tray.Settle(first.ID(), quote.Outcome{Kind: quote.NotAsked})
	tray.Settle(second.ID(), quote.Outcome{Kind: quote.Gone})
	one, okFirst := tray.Outcome(first.ID())
	two, okSecond := tray.Outcome(second.ID())
	if !okFirst || !okSecond || one.Kind != quote.NotAsked || two.Kind != quote.Gone || !tray.Has(first.ID()) || !tray.Has(second.ID()) {
		t.Errorf("%v %v, %v %v", one.Kind, okFirst, two.Kind, okSecond)
	}
	tray.Remove(second.ID())
	if err := tray.Add(second); err != nil {
		t.Fatal(err)
	}
	if _, ok := tray.Outcome(second.ID()); ok {
		t.Error("a rate that is marked again has its earlier outcome")
	}
	for kind, want := range map[quote.OutcomeKind]bool{quote.NotAsked: false, quote.Gone: false, quote.Same: true, quote.Dearer: true, quote.Cheaper: true, quote.TermsChanged: true} {
		if kind.Priced() != want {
			t.Errorf("%s is priced: %t", kind, !want)
		}
	}
}

// Earlier offers are compared with what the tray found out after them, however often it verified since.
func TestTray_Of(t *testing.T) {
	t.Parallel()
	at := func(total string, minutes int) quote.Offer {
		o := offer(1, total)
		o.VerifiedAt = noon.Add(time.Duration(minutes) * time.Minute)
		return o
	}
	gone := quote.Outcome{Kind: quote.Gone, At: noon.Add(10 * time.Minute)}
	earlier := at("300.00", 0)
	for name, c := range map[string]struct {
		marked   quote.Offer
		outcomes []quote.Outcome
		kind     quote.OutcomeKind
		total    string
	}{
		"not verified since":     {earlier, nil, quote.Same, "300.00"},
		"could not be asked":     {earlier, []quote.Outcome{{Kind: quote.NotAsked}}, quote.NotAsked, "300.00"},
		"gone since":             {earlier, []quote.Outcome{gone}, quote.Gone, "300.00"},
		"gone before":            {at("300.00", -20), []quote.Outcome{{Kind: quote.Gone, At: noon.Add(-time.Minute)}}, quote.Same, "300.00"},
		"dearer since":           {earlier, []quote.Outcome{quote.NewOutcome(earlier, at("312.00", 5))}, quote.Dearer, "312.00"},
		"dearer and the same":    {earlier, []quote.Outcome{quote.NewOutcome(earlier, at("312.00", 5)), quote.NewOutcome(at("312.00", 5), at("312.00", 6))}, quote.Dearer, "312.00"},
		"dearer and gone":        {earlier, []quote.Outcome{quote.NewOutcome(earlier, at("312.00", 5)), gone}, quote.Gone, "312.00"},
		"verified before it was": {at("290.00", -20), []quote.Outcome{quote.NewOutcome(at("290.00", -20), at("280.00", -10))}, quote.Same, "300.00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tray quote.Tray
			if err := tray.Add(c.marked); err != nil {
				t.Fatal(err)
			}
			for _, outcome := range c.outcomes {
				tray.Settle(earlier.ID(), outcome)
			}
			got := tray.Of([]quote.Offer{earlier}).Outcomes()
			if len(got) != 1 || got[0].Kind != c.kind || got[0].Offer.Total.Number() != c.total {
				t.Errorf("%+v", got)
			}
		})
	}
}

// A change from the search that the earlier verification already had is not reported again.
func TestOutcome_KnownChange(t *testing.T) {
	t.Parallel()
	before, now := offer(1, "300.00"), offer(1, "300.00")
	known := terms.Change{What: "occupancy", Before: "2 guests", After: "at most 1", Verdict: terms.Worse}
	before.Changes, now.Changes = []terms.Change{known}, []terms.Change{known}
	if got := quote.NewOutcome(before, now); got.Kind != quote.Same || len(got.Changes) != 0 {
		t.Errorf("%v %+v", got.Kind, got.Changes)
	}
}

func TestOfferWords(t *testing.T) {
	t.Parallel()
	o := offer(1, "100.00")
	each, exact, ok := o.PerNight()
	if each.String() != "33.33 GBP" || exact || !ok {
		t.Error(each, exact, ok)
	}
	if each, exact, ok := offer(1, "300.0000000000001").PerNight(); each.String() != "100.00 GBP" || !exact || !ok {
		t.Error(each, exact, ok)
	}
	if o.Expired(noon) {
		t.Error("an offer whose end is not said has ended")
	}
	o.Ends = noon.Add(time.Minute)
	if o.Expired(noon) || !o.Expired(o.Ends) || o.EndsWords(noon) != "for 1 min 00 s" || o.EndsWords(o.Ends) != "ended just now" {
		t.Error(o.EndsWords(noon), o.EndsWords(o.Ends))
	}
	if o.AsOfWords(noon.Add(3*time.Minute)) != "verified 3 min ago" {
		t.Error(o.AsOfWords(noon))
	}
	o.Verified = nil
	if got := o.AsOfWords(noon); got != "searched 1 h 0 min ago, not verified" {
		t.Error(got)
	}
}

// One function decides which rates a quote has, for the tray and for the command, by the last verification of each.
func TestQuotable(t *testing.T) {
	t.Parallel()
	o := offer(1, "300.00")
	unpriced := offer(1, "300.00")
	unpriced.NoPrice = "the verification names no total"
	ended := offer(1, "300.00")
	ended.Ends = noon.Add(-3 * time.Minute)
	dearer := quote.NewOutcome(offer(1, "288.00"), o)
	worse := quote.Outcome{Kind: quote.TermsChanged, Offer: o, Changes: []terms.Change{{What: "refundable", Before: "yes", After: "no", Verdict: terms.Worse}}}
	for name, c := range map[string]struct {
		outcome quote.Outcome
		quoted  bool
		note    string
	}{
		"same":      {quote.Outcome{Kind: quote.Same, Offer: o}, true, ""},
		"gone":      {quote.Outcome{Kind: quote.Gone, Offer: o}, false, "Hotel 1, Queen: not offered any more, left out"},
		"no price":  {quote.Outcome{Kind: quote.Same, Offer: unpriced}, false, "Hotel 1, Queen: the verification names no total, left out"},
		"ended":     {quote.Outcome{Kind: quote.Same, Offer: ended}, false, "Hotel 1, Queen: the offer ended 3 min ago, left out until it is verified again"},
		"dearer":    {dearer, true, "Hotel 1, Queen is quoted as it is now: dearer by 12.00 GBP"},
		"worse":     {worse, true, "Hotel 1, Queen is quoted as it is now: terms changed: refundable: yes → no"},
		"not asked": {quote.Outcome{Kind: quote.NotAsked, Offer: o, Why: "too busy"}, true, "Hotel 1, Queen: could not be asked: too busy; it is quoted as it was"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			offers, notes := quote.Quotable([]quote.Outcome{c.outcome}, noon)
			var said []string
			for _, note := range notes {
				said = append(said, note.Text)
			}
			if len(offers) == 1 != c.quoted || strings.Join(said, "|") != c.note {
				t.Errorf("%d offers, %q", len(offers), said)
			}
		})
	}
}
