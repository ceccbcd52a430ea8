package booking

import (
	"encoding/json"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// begun is a deadline long before every booking. Services write it for a penalty that applies from the start.
const begun = "2025-08-06T00:00:00+00:00"

// step returns a penalty as a search or a reservation has it.
func step(deadline, amount string) api.CancelPenalty { return penalty(deadline, amount) }

// flagged returns a penalty as a verification has it, with its own flag.
func flagged(refundable bool, deadline, amount string) api.CancelPenalty {
	p := penalty(deadline, amount)
	p.Refundable = &refundable
	return p
}

func ofRate(refundable *bool, steps ...api.CancelPenalty) api.Terms {
	return api.Terms{Refundable: refundable, Penalties: steps, PaymentInfo: "Charged when you book.", Guarantee: []string{"PREPAY"}}
}

// waysToSay returns terms of a rate for 612.40 GBP, each in the spellings of a search, a verification and a reservation.
func waysToSay() map[string][]api.Terms {
	const tenth, twelfth = "2026-12-10T18:00:00+00:00", "2026-12-12T15:00:00+00:00"
	deposit := func(t api.Terms) api.Terms {
		t.PaymentInfo, t.Guarantee = "A deposit of the first night.", []string{"DEPOSIT"}
		return t
	}
	return map[string][]api.Terms{
		"non-refundable": {
			ofRate(ref(false)),
			ofRate(ref(false), step(begun, "612.40")),
			ofRate(ref(false), step(begun, "")),
			ofRate(nil, step(begun, "612.40")),
			ofRate(nil, flagged(false, begun, "612.40")),
			ofRate(nil, flagged(false, begun, "")),
			ofRate(ref(false), step("", "612.40")),
			ofRate(ref(false), step("2026-11-20T10:00:00+00:00", "612.40")),
			ofRate(ref(false), step(twelfth, "612.40")),
		},
		"partly refundable from now on": {
			ofRate(ref(true), step(begun, "204.13")),
			ofRate(nil, step(begun, "204.13")),
			ofRate(nil, flagged(true, begun, "204.13")),
			ofRate(ref(true), step("2025-08-06T02:00:00+02:00", "204.13")),
		},
		"free until a deadline, then a part, then all": {
			ofRate(ref(true), step(tenth, "204.13"), step(twelfth, "612.40")),
			ofRate(nil, flagged(true, tenth, "204.13"), flagged(false, twelfth, "612.40")),
			ofRate(nil, flagged(true, tenth, "204.13"), flagged(false, twelfth, "")),
			ofRate(nil, step(twelfth, "612.40"), step("2026-12-10T19:00:00+01:00", "204.130")),
			ofRate(nil, flagged(true, begun, "0.00"), step(tenth, "204.13"), step(twelfth, "612.40")),
		},
		"free with a deposit": {
			deposit(ofRate(ref(true), step(tenth, "204.13"))),
			deposit(ofRate(nil, flagged(true, tenth, "204.13"))),
		},
		"free throughout": {ofRate(ref(true), step(twelfth, "0.00")), ofRate(nil, flagged(true, twelfth, "0"))},
	}
}

// verifiedDraft returns a draft for 612.40 GBP that was verified with the terms.
func verifiedDraft(t api.Terms) Draft {
	draft, v := searchedDraft(), verified()
	v.Terms = []api.Terms{t}
	draft.Verified, draft.VerifiedAt, draft.Trip.Rooms = &v, december, 1
	return draft
}

// onFile returns a reservation of the draft with these terms.
func onFile(draft Draft, t api.Terms) api.Reservation {
	charge := draft.Charge()
	return api.Reservation{
		ID: "r", Status: api.StatusConfirmed, Hotel: api.HotelRef{ID: draft.Hotel.ID},
		Rate: api.BookedRate{BookingCode: draft.Rate.BookingCode, Total: charge, Rooms: 1, Terms: t},
	}
}

// compared returns the changes that each comparison of the program finds between two spellings of terms.
func compared(t *testing.T, agreed, other api.Terms) map[string][]terms.Change {
	t.Helper()
	draft, searched := verifiedDraft(agreed), searchedDraft()
	searched.Rate.Terms = other
	again := verifiedDraft(other)
	r := onFile(draft, other)
	desk := (&verifier{}).desk()
	kept, known := keptAs([]journal.Plan{planOf(t, draft)}, terms.Of(other).For(r.Rate.Total), nil)
	if !known {
		t.Error("the terms on file were not compared")
	}
	noTotal := r
	noTotal.Rate.Total = api.Money{}
	keptNoTotal, _ := keptAs([]journal.Plan{planOf(t, draft)}, desk.TermsOf(noTotal), nil)
	changed := DateChange{Reservation: r, Terms: terms.Of(other).For(r.Rate.Total), New: draft.AllRooms(), In: draft.Trip.CheckIn, Out: draft.Trip.CheckOut}
	return map[string][]terms.Change{
		"search and verification":        compareDraft(december, searched, *draft.Verified),
		"receipt":                        draft.Deviations(december, nil, r),
		"journal and reservation":        kept,
		"receipt, no stored total":       draft.Deviations(december, nil, noTotal),
		"journal, no stored total":       keptNoTotal,
		"reservation before a write":     (Shown{Reservation: onFile(draft, agreed), At: december}).Since(desk, r),
		"rate verified again":            draft.repriced(again),
		"terms before and after a move":  terms.Compare(december, changed.Terms, changed.New),
		"terms as a reservation may say": terms.StoredOtherwise(december, changed.New, changed.Terms),
	}
}

// planOf returns the plan of a draft as it is read from a journal.
func planOf(t *testing.T, draft Draft) journal.Plan {
	t.Helper()
	plan := draft.createPlan()
	plan.Agreement = agreementOf(december, draft)
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	var back journal.Plan
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

func TestSameTerms_TwoSpellings(t *testing.T) {
	t.Parallel()
	for name, ways := range waysToSay() {
		for i, one := range ways {
			for k, other := range ways {
				for where, changes := range compared(t, one, other) {
					if len(changes) != 0 {
						t.Errorf("%s, %d and %d, %s: %+v", name, i, k, where, changes)
					}
				}
			}
		}
	}
}

// Every comparison finds the difference between different terms, in any spelling.
func TestSameTerms_Different(t *testing.T) {
	t.Parallel()
	all := waysToSay()
	all["non-refundable, in another currency"] = []api.Terms{ofRate(ref(false), api.CancelPenalty{Deadline: api.ParseDeadline(begun), Amount: api.NewMoney("612.40", "EUR")})}
	all["partly refundable for a penny more"] = []api.Terms{ofRate(nil, step(begun, "204.14"))}
	all["free until a second earlier"] = []api.Terms{ofRate(ref(true), step("2026-12-10T17:59:59+00:00", "204.13"), step("2026-12-12T15:00:00+00:00", "612.40"))}
	for name, ways := range all {
		for otherName, others := range all {
			if name == otherName {
				continue
			}
			for i, one := range ways {
				for k, other := range others {
					for where, changes := range compared(t, one, other) {
						if len(changes) == 0 {
							t.Errorf("%s (%d) and %s (%d) are the same: %s", name, i, otherName, k, where)
						}
					}
				}
			}
		}
	}
}

// Journals of earlier versions have a digest only, or an agreement without the rate's flag.
func TestSale_OnFile(t *testing.T) {
	t.Parallel()
	flaggedStep := ofRate(nil, flagged(false, begun, "612.40"))
	same, other := ofRate(ref(false), step(begun, "612.40")), ofRate(ref(true), step("2026-12-10T18:00:00+00:00", "204.13"))
	for name, c := range map[string]struct {
		agreed api.Terms
		change func(*journal.Plan)
		stored api.Terms
		want   string
	}{
		"as agreed":               {flaggedStep, func(*journal.Plan) {}, same, "On file as agreed"},
		"other terms":             {flaggedStep, func(*journal.Plan) {}, other, "Differs from what was agreed: refundable, cancel penalties"},
		"agreement without flag":  {flaggedStep, func(p *journal.Plan) { p.Agreement.Refundable = nil }, same, "On file as agreed"},
		"a digest, and the same":  {flaggedStep, func(p *journal.Plan) { p.Agreement, p.Terms = nil, terms.Of(same).Hash() }, same, "On file as agreed"},
		"a digest, and another":   {flaggedStep, func(p *journal.Plan) { p.Agreement = nil }, same, "Price and stay are on file as agreed. The terms cannot be compared."},
		"more than the journal":   {flaggedStep, func(p *journal.Plan) { p.Agreement.Penalties = make([]journal.Penalty, 12) }, same, "Price and stay are on file as agreed. The terms cannot be compared."},
		"words that were cut":     {flaggedStep, func(p *journal.Plan) { p.Agreement.Payment[0] = strings.Repeat("x", 160) + "…" }, same, "Price and stay are on file as agreed. The terms cannot be compared."},
		"a deadline without zone": {flaggedStep, func(*journal.Plan) {}, ofRate(ref(true), step("2026-12-10T18:00:00", "204.13")), "Price and stay are on file as agreed. The terms cannot be compared."},
		"flag alone":              {ofRate(ref(false)), func(*journal.Plan) {}, same, "On file as agreed"},
		"flag alone, other terms": {ofRate(ref(false)), func(*journal.Plan) {}, other, "Differs from what was agreed: refundable, cancel penalties"},
		"flag alone, not kept":    {ofRate(ref(false)), func(p *journal.Plan) { p.Agreement.Refundable = nil }, same, "Price and stay are on file as agreed. The terms cannot be compared."},
	} {
		t.Run(name, func(t *testing.T) {
			draft := verifiedDraft(c.agreed)
			plan := planOf(t, draft)
			c.change(&plan)
			var sale Sale
			var known bool
			sale.Deviations, known = keptAs([]journal.Plan{plan}, terms.Of(c.stored).For(draft.Charge()), nil)
			sale.TermsUnknown = !known
			if got := sale.OnFile(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
