package booking

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/terms/paytest"
	"bellhop/booking/trip"
)

func searched() (trip.Trip, api.PropertyID, api.Rate) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	trip := trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Children: 1, Rooms: 1}
	return trip, api.PropertyID{Chain: "LX", Code: "20417"}, api.Rate{
		BookingCode: "code", Price: api.Price{Total: gbp("612.40"), Base: gbp("510.00"), Taxes: gbp("102.40")},
		Terms: api.Terms{
			Refundable: ref(true), Guarantee: []string{"Deposit"}, PaymentInfo: "Pay at the hotel",
			Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00+00:00", "204.13")},
		},
	}
}

// verified answers a search without any difference.
func verified() api.Verification {
	trip, hotel, rate := searched()
	terms := rate.Terms
	terms.Refundable = nil
	terms.Penalties = []api.CancelPenalty{{Deadline: terms.Penalties[0].Deadline, Amount: terms.Penalties[0].Amount, Refundable: ref(true)}}
	return api.Verification{
		BookingCode: rate.BookingCode, CheckIn: trip.CheckIn, CheckOut: trip.CheckOut, Hotel: api.HotelRef{ID: hotel, Name: "Another name"},
		MaxOccupancy: 3, Total: rate.Price.Total, Base: rate.Price.Base, Taxes: rate.Price.Taxes, Terms: []api.Terms{terms},
	}
}

func TestCompareFindsNothingInAnEqualAnswer(t *testing.T) {
	if changes := compareDraft(december, searchedDraft(), verified()); len(changes) != 0 {
		t.Errorf("changes in an equal answer: %+v", changes)
	}
}

func TestCompareNamesEachChange(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*api.Verification)
		what    string
		verdict terms.Verdict
		after   string
	}{
		"one penny dearer": {func(v *api.Verification) { v.Total = api.NewMoney("612.41", "GBP") }, "total", terms.Worse, "612.41 GBP (+0.01)"},
		"cheaper":          {func(v *api.Verification) { v.Total = api.NewMoney("600.00", "GBP") }, "total", terms.Better, "600.00 GBP (-12.40)"},
		"another currency": {func(v *api.Verification) { v.Total = api.NewMoney("612.40", "EUR") }, "total", terms.Unclear, "612.40 EUR"},
		"no total":         {func(v *api.Verification) { v.Total = api.Money{} }, "total", terms.Unclear, "not said"},
		"base against taxes": {func(v *api.Verification) {
			v.Base, v.Taxes = api.NewMoney("500.00", "GBP"), api.NewMoney("112.40", "GBP")
		}, "base price", terms.Neutral, "500.00 GBP"},
		"another arrival":   {func(v *api.Verification) { v.CheckIn = v.CheckIn.AddDays(1) }, "arrival", terms.Worse, "2026-12-13"},
		"another departure": {func(v *api.Verification) { v.CheckOut = v.CheckOut.AddDays(1) }, "departure", terms.Worse, "2026-12-16"},
		"another property":  {func(v *api.Verification) { v.Hotel.ID.Code = "1" }, "property", terms.Worse, "LX 1"},
		"too small a room":  {func(v *api.Verification) { v.MaxOccupancy = 2 }, "occupancy", terms.Worse, "at most 2"},
		"no longer refundable": {func(v *api.Verification) {
			v.Terms[0].Penalties[0] = api.CancelPenalty{Deadline: api.ParseDeadline("2026-01-01T00:00:00Z"), Refundable: ref(false), Amount: v.Total}
		}, "refundable", terms.Worse, "no"},
		"an earlier deadline": {func(v *api.Verification) {
			v.Terms[0].Penalties[0].Deadline = api.ParseDeadline("2026-12-09T18:00:00+00:00")
		}, "cancel penalties", terms.Worse, "free until Wed 9 Dec 18:00, then 204.13 GBP"},
		"a later deadline": {func(v *api.Verification) {
			v.Terms[0].Penalties[0].Deadline = api.ParseDeadline("2026-12-11T18:00:00+00:00")
		}, "cancel penalties", terms.Better, "free until Fri 11 Dec 18:00, then 204.13 GBP"},
		"a dearer penalty":        {func(v *api.Verification) { v.Terms[0].Penalties[0].Amount = api.NewMoney("300.00", "GBP") }, "cancel penalties", terms.Worse, "free until Thu 10 Dec 18:00, then 300.00 GBP"},
		"a penalty in euros":      {func(v *api.Verification) { v.Terms[0].Penalties[0].Amount = api.NewMoney("204.13", "EUR") }, "cancel penalties", terms.Unclear, "free until Thu 10 Dec 18:00, then 204.13 EUR"},
		"another guarantee":       {func(v *api.Verification) { v.Terms[0].Guarantee = []string{"Prepaid"} }, "guarantee", terms.Unclear, "paid in advance (Prepaid)"},
		"another kind of payment": {func(v *api.Verification) { v.Terms[0].PaymentInfo = "Prepaid" }, "payment", terms.Unclear, "Prepaid"},
	} {
		t.Run(name, func(t *testing.T) {
			v := verified()
			c.change(&v)
			for _, change := range compareDraft(december, searchedDraft(), v) {
				if change.What == c.what {
					if change.Verdict != c.verdict || change.After != c.after {
						t.Errorf("got %v %q, want %v %q", change.Verdict, change.After, c.verdict, c.after)
					}
					if stops := c.verdict == terms.Worse || c.verdict == terms.Unclear; terms.Stops([]terms.Change{change}) != stops {
						t.Errorf("stops: %v, want %v", !stops, stops)
					}
					return
				}
			}
			t.Errorf("no change named %q", c.what)
		})
	}
}

func feesOf(amount string, inTotal *bool) []api.Charge {
	return []api.Charge{{Amount: api.NewMoney(amount, "GBP"), Description: "City charge", IncludedInTotal: inTotal}}
}

// Beside an equal total a fee at the hotel makes the guest pay more.
func TestCompareDraft_FeesAtTheHotel(t *testing.T) {
	for name, tt := range map[string]struct {
		included bool   // all is in the searched total
		fees     string // of the search, on top of the total
		now      []api.Charge
		verdict  terms.Verdict
		after    string
	}{
		"included, now on top":         {included: true, now: feesOf("90.00", ref(false)), verdict: terms.Worse, after: "90.00 GBP (+90.00)"},
		"included, now perhaps on top": {included: true, now: feesOf("90.00", nil), verdict: terms.Unclear, after: "90.00 GBP, City charge (may be included in the price)"},
		"included, and still":          {included: true, now: feesOf("90.00", ref(true))},
		"dearer":                       {fees: "6.00", now: feesOf("60.00", ref(false)), verdict: terms.Worse, after: "60.00 GBP (+54.00)"},
		"cheaper":                      {fees: "6.00", now: feesOf("4.00", ref(false)), verdict: terms.Better, after: "4.00 GBP (-2.00)"},
		"the same":                     {fees: "6.00", now: feesOf("6.00", ref(false))},
	} {
		t.Run(name, func(t *testing.T) {
			draft, v := searchedDraft(), verified()
			draft.Rate.Price.TaxesIncluded = ref(tt.included)
			if v.FeeLines = tt.now; tt.fees != "" {
				draft.Rate.Price.Fees = api.NewMoney(tt.fees, "GBP")
				v.Fees = draft.Rate.Price.Fees // The sum alone may stay as it was.
			}
			changes := compareDraft(december, draft, v)
			got := named(changes, terms.FeesRow)
			switch {
			case tt.after == "" && len(changes) > 0:
				t.Errorf("changes %+v", changes)
			case tt.after != "" && (got == nil || got.Verdict != tt.verdict || got.After != tt.after):
				t.Errorf("got %+v among %+v, want %v %q", got, changes, tt.verdict, tt.after)
			}
		})
	}
}

// What differs must read differently, and say what is lost.
func TestCompareTellsTheWholeCost(t *testing.T) {
	past := func(refundable bool, amount string) api.CancelPenalty {
		return api.CancelPenalty{Deadline: api.ParseDeadline("2026-01-01T00:00:00Z"), Refundable: ref(refundable), Amount: api.NewMoney(amount, "GBP")}
	}
	for name, c := range map[string]struct {
		change        func(*api.Terms)
		before, after string
	}{
		"no longer free": {
			func(t *api.Terms) { t.Penalties = append(t.Penalties, past(true, "100.00")) },
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"no longer free: 100.00 GBP to cancel, 204.13 GBP from Thu 10 Dec 18:00",
		},
		"the flag alone": {
			func(t *api.Terms) { t.Refundable = ref(false) },
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"no longer free: non-refundable",
		},
		"the same clock elsewhere": {
			func(t *api.Terms) { t.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T18:00:00+09:00") },
			"free until Thu 10 Dec 2026 18:00 (UTC+00:00), then 204.13 GBP",
			"free until Thu 10 Dec 2026 18:00 (UTC+09:00), then 204.13 GBP",
		},
		"half a minute less": {
			func(t *api.Terms) { t.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T17:59:30+00:00") },
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"free until Thu 10 Dec 17:59, then 204.13 GBP",
		},
		"a second step": {
			func(t *api.Terms) {
				t.Penalties = append(t.Penalties, api.CancelPenalty{Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: api.NewMoney("612.40", "GBP")})
			},
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"free until Thu 10 Dec 18:00, then 204.13 GBP, 612.40 GBP from Fri 11 Dec 18:00",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := verified()
			c.change(&v.Terms[0])
			for _, change := range compareDraft(december, searchedDraft(), v) {
				if change.What != "cancel penalties" {
					continue
				}
				if change.Before != c.before || change.After != c.after {
					t.Errorf("got %q -> %q\nwant %q -> %q", change.Before, change.After, c.before, c.after)
				}
				return
			}
			t.Error("the change is not named")
		})
	}
}

// The payment of a draft is for all its rooms, with the verified price, fees and terms.
func TestDraft_Payment(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			v := verified()
			c.Verify(&v)
			draft := Draft{Trip: trip.Trip{Rooms: c.Rooms}, Verified: &v, Zone: time.UTC}
			var got []string
			for _, row := range draft.Payment(paytest.Made.In(time.UTC)).Rows() {
				for _, line := range row.Lines {
					got = append(got, row.Name+": "+line)
				}
			}
			if !slices.Equal(got, c.Rows()) {
				t.Errorf("got %q\nwant %q", got, c.Rows())
			}
		})
	}
}

// Nothing is charged for a simulated booking, which its read-back says.
func TestDraft_PaymentSimulated(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		v := verified()
		c.Verify(&v)
		draft := Draft{Trip: trip.Trip{Rooms: c.Rooms}, Verified: &v, Zone: time.UTC, Simulate: api.SimulateConfirmed}
		p := draft.Payment(paytest.Made.In(time.UTC))
		want := "Nothing. This is simulated; the price is " + draft.Charge().String() + "."
		if rows := p.Rows(); len(rows) != 1 || rows[0].Name != "charged now" || !slices.Equal(rows[0].Lines, []string{want}) {
			t.Errorf("%s: %q, want %q", c.Name, rows, want)
		}
	}
}

// The changes of a verification are of one room, its fees as well; for several rooms a note says so.
func TestDraft_ChangesOfOneRoom(t *testing.T) {
	t.Parallel()
	draft := searchedDraft()
	draft.Trip.Rooms = 3
	price := &draft.Rate.Price
	price.Total, price.Base, price.Taxes = api.NewMoney("612.40", "GBP"), api.NewMoney("612.40", "GBP"), api.NewMoney("0", "GBP")
	price.Fees, price.TaxesIncluded = api.NewMoney("6.00", "GBP"), ref(false)
	v := verified()
	v.Total, v.Base, v.Taxes = price.Total, price.Base, price.Taxes
	v.Fees, v.FeeLines = price.Fees, []api.Charge{{Amount: api.NewMoney("7.50", "GBP"), Description: "City charge", IncludedInTotal: ref(false)}}
	draft.Changes = compareDraft(december, draft, v)
	got := ""
	for _, c := range draft.Changes {
		if c.What == terms.FeesRow {
			got = c.Before + " → " + c.After
		}
	}
	if want := "6.00 GBP → 7.50 GBP (+1.50)"; got != want || draft.ChangesNote() == "" {
		t.Errorf("the fees change %q, want %q, with the note %q", got, want, draft.ChangesNote())
	}
	if draft.Trip.Rooms = 1; draft.ChangesNote() != "" {
		t.Errorf("one room has the note %q", draft.ChangesNote())
	}
}

// Until a draft is verified, its payment shows what the search says about fees.
func TestDraft_PaymentSearched(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fees     string
		included *bool
		want     string
	}{
		"included": {"", ref(true), "612.40 GBP at the hotel"},
		"a fee":    {"6.00", ref(false), "618.40 GBP at the hotel"},
		"part":     {"", ref(false), "612.40 GBP at the hotel, fees at the hotel: amount not said"},
		"unsaid":   {"", nil, "612.40 GBP at the hotel, fees at the hotel: not said"},
	} {
		draft := searchedDraft()
		draft.Rate.Terms.Guarantee, draft.Rate.Terms.PaymentInfo = []string{"GUARANTEE"}, ""
		price := &draft.Rate.Price
		price.Total, price.Base, price.Taxes = api.NewMoney("612.40", "GBP"), api.NewMoney("512.40", "GBP"), api.NewMoney("100.00", "GBP")
		price.Fees, price.TaxesIncluded = api.NewMoney(c.fees, "GBP"), c.included
		if got := draft.Payment(december).GuestPays(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
