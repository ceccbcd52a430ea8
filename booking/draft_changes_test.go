package booking

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
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

// A deposit is told as what is due now, later and at the hotel, for all rooms; the whole charge is never due now beside it.
func TestDepositPlan(t *testing.T) {
	t.Parallel()
	day := api.DateOf(december)
	for name, c := range map[string]struct {
		due             api.Date
		amount, payment string
		rooms           int
		now, ok         bool
		later           string
	}{
		"later":               {day.AddDays(2), "204.13", "", 1, false, true, "deposit 204.13 GBP on " + day.AddDays(2).Format("Mon 2 Jan 2006") + "; the rest, 408.27 GBP, as the payment says"},
		"today":               {day, "204.13", "", 1, true, true, "the rest, 408.27 GBP, as the payment says"},
		"past, two rooms":     {day.AddDays(-2), "204.13", "", 2, true, true, "the rest, 816.54 GBP, as the payment says"},
		"the rest there":      {day, "204.13", "The rest is paid at the hotel.", 1, true, true, "nothing"},
		"all of it":           {day, "612.40", "", 1, true, true, "nothing"},
		"more than the price": {day, "612.41", "", 1, false, false, "what the deposit leaves of it"},
		"not said":            {day, "", "", 1, false, false, "what the deposit leaves of it"},
	} {
		v := verified()
		v.Terms[0].PaymentInfo = c.payment
		v.Terms[0].Deposit = []api.Fact{{Name: "amount", Value: c.amount}, {Name: "currency_code", Value: "GBP"}, {Name: "due_date", Value: c.due.String()}}
		draft := Draft{Trip: trip.Trip{Rooms: c.rooms}, Verified: &v, Zone: time.UTC}
		plan, ok := draft.DepositPlan(december)
		if later := strings.Join(draft.PaidLater(december), "; "); ok != c.ok || plan.Now != c.now || later != c.later {
			t.Errorf("%s: %v, %+v, later %q, want %q", name, ok, plan, later, c.later)
		}
	}
}
