package booking

import (
	"testing"

	"bellhop/api"
	"bellhop/booking/terms"
)

// What the search said and the verification does not is never the same: it is
// named, and asked about like a change for the worse.
func TestWhatIsNotSaidAnyMoreIsAsked(t *testing.T) {
	none := func(v *api.Verification) { v.Terms = nil }
	for name, c := range map[string]struct {
		change func(*api.Verification)
		what   string
		before string
	}{
		"no terms, refundable":    {none, "refundable", "yes"},
		"no terms, penalties":     {none, "cancel penalties", "free until Thu 10 Dec 18:00, then 204.13 GBP"},
		"no terms, guarantee":     {none, "guarantee", "deposit"},
		"no terms, payment":       {none, "payment", "Pay at the hotel"},
		"empty terms, refundable": {func(v *api.Verification) { v.Terms = []api.Terms{} }, "refundable", "yes"},
		"nulls, penalties":        {func(v *api.Verification) { v.Terms = []api.Terms{{}} }, "cancel penalties", "free until Thu 10 Dec 18:00, then 204.13 GBP"},
		"nulls, refundable":       {func(v *api.Verification) { v.Terms = []api.Terms{{}} }, "refundable", "yes"},
		"no guarantee":            {func(v *api.Verification) { v.Terms[0].Guarantee = nil }, "guarantee", "deposit"},
		"no payment":              {func(v *api.Verification) { v.Terms[0].PaymentInfo = "" }, "payment", "Pay at the hotel"},
		"no total":                {func(v *api.Verification) { v.Total = api.Money{} }, "total", "612.40 GBP"},
		"no base price":           {func(v *api.Verification) { v.Base = api.Money{} }, "base price", "510.00 GBP"},
		"no taxes":                {func(v *api.Verification) { v.Taxes = api.Money{} }, "taxes", "102.40 GBP"},
		"no taxes, another total": {func(v *api.Verification) { v.Taxes, v.Total = api.Money{}, api.NewMoney("600", "GBP") }, "taxes", "102.40 GBP"},
		"no fees":                 {func(*api.Verification) {}, "additional fees", "0.00 GBP"},
		"no arrival":              {func(v *api.Verification) { v.CheckIn = api.Date{} }, "arrival", "2026-12-12"},
		"no departure":            {func(v *api.Verification) { v.CheckOut = api.Date{} }, "departure", "2026-12-15"},
		"no property":             {func(v *api.Verification) { v.Hotel.ID = api.PropertyID{} }, "property", "LX 20417"},
		"no booking code":         {func(v *api.Verification) { v.BookingCode = "" }, "booking code", "code"},
		"no occupancy":            {func(v *api.Verification) { v.MaxOccupancy = 0 }, "occupancy", "at most 3"},
	} {
		t.Run(name, func(t *testing.T) {
			draft, v := searchedDraft(), verified()
			draft.Room.MaxOccupancy = 3
			if c.what == "additional fees" {
				draft.Rate.Price.Fees = api.NewMoney("0", "GBP")
			}
			c.change(&v)
			changes := compareDraft(december, draft, v)
			got := named(changes, c.what)
			if got == nil || got.Before != c.before || got.After != terms.NotSaid || got.Verdict != terms.Unclear || !got.Unsaid() || !terms.Stops(changes) {
				t.Errorf("it is %+v among %+v", got, changes)
			}
		})
	}
}

// What the verification says and the search did not is asked about where it is
// for the worse.
func TestWhatIsSaidForTheFirstTime(t *testing.T) {
	past := api.CancelPenalty{Deadline: api.ParseDeadline("2026-11-01T18:00:00Z"), Amount: api.NewMoney("612.40", "GBP"), Refundable: ref(false)}
	for name, c := range map[string]struct {
		searched func(*Draft)
		change   func(*api.Verification)
		what     string
		verdict  terms.Verdict
	}{
		"refundable":         {func(d *Draft) { d.Rate.Terms = api.Terms{} }, func(*api.Verification) {}, "refundable", terms.Better},
		"no refund":          {func(d *Draft) { d.Rate.Terms = api.Terms{} }, func(v *api.Verification) { v.Terms[0].Penalties = []api.CancelPenalty{past} }, "refundable", terms.Worse},
		"free at first":      {func(d *Draft) { d.Rate.Terms = api.Terms{} }, func(*api.Verification) {}, "cancel penalties", terms.Unclear},
		"a penalty":          {func(d *Draft) { d.Rate.Terms = api.Terms{} }, func(v *api.Verification) { v.Terms[0].Penalties = []api.CancelPenalty{past} }, "cancel penalties", terms.Unclear},
		"a guarantee":        {func(d *Draft) { d.Rate.Terms.Guarantee = nil }, func(*api.Verification) {}, "guarantee", terms.Neutral},
		"a payment":          {func(d *Draft) { d.Rate.Terms.PaymentInfo = "" }, func(*api.Verification) {}, "payment", terms.Neutral},
		"fees at the hotel":  {func(*Draft) {}, func(v *api.Verification) { v.Fees = api.NewMoney("5", "GBP") }, "additional fees", terms.Worse},
		"fees in the total":  {func(*Draft) {}, func(v *api.Verification) { v.Base, v.Fees = api.NewMoney("505", "GBP"), api.NewMoney("5", "GBP") }, "additional fees", terms.Neutral},
		"more fees at hotel": {func(d *Draft) { d.Rate.Price.Fees = api.NewMoney("4", "GBP") }, func(v *api.Verification) { v.Fees = api.NewMoney("5", "GBP") }, "additional fees", terms.Worse},
		"a price":            {func(d *Draft) { d.Rate.Price = api.Price{} }, func(*api.Verification) {}, "total", terms.Unclear},
	} {
		t.Run(name, func(t *testing.T) {
			draft, v := searchedDraft(), verified()
			c.searched(&draft)
			c.change(&v)
			got := named(compareDraft(december, draft, v), c.what)
			if got == nil || got.Verdict != c.verdict || got.Unsaid() {
				t.Errorf("it is %+v, want %s", got, c.verdict)
			}
		})
	}
}

// A verified draft has the terms of its verification and no others: nothing that
// the search said stands in for what the verification does not say.
func TestAVerificationWithoutTermsPromisesNothing(t *testing.T) {
	for name, rateTerms := range map[string][]api.Terms{"missing": nil, "empty": {}, "nulls": {{}}} {
		draft, v := searchedDraft(), verified()
		v.Terms = rateTerms
		draft.Verified = &v
		if cost := draft.Terms().CostAt(december); cost.Kind != terms.CostUnknown || cost.Next != nil {
			t.Errorf("%s: cancelling costs %s", name, cost.Words())
		}
		if lines := draft.AllRooms().CancelLines(december, december.Location()); len(lines) != 1 || lines[0] != "what cancelling costs is not said" {
			t.Errorf("%s: told as %q", name, lines)
		}
		// The service itself is asked for the terms that it showed last.
		sent := createRequest(december, draft, TidyGuest(draft.Guest)).Rate.Terms
		if len(sent.Penalties) != 1 || sent.Refundable == nil || len(sent.Guarantee) != 1 || sent.PaymentInfo == "" {
			t.Errorf("%s: sent as %+v", name, sent)
		}
	}
}
