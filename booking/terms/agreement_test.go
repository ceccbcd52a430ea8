package terms

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
)

// rows writes changes as "what: before → after (verdict)".
func rows(changes []Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, fmt.Sprintf("%s: %s → %s (%s)", c.What, c.Before, c.After, c.Verdict))
	}
	return out
}

// The digest covers exactly the terms that cost the guest money.
func TestTermsHash(t *testing.T) {
	agreed := func() api.Terms {
		return api.Terms{
			Refundable: ref(true), PaymentInfo: "Prepaid", Guarantee: []string{"card", "deposit"},
			Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00+00:00", "204.13"), penalty("2026-12-11T18:00:00+00:00", "612.40")},
		}
	}
	want := Of(agreed()).Hash()
	for name, c := range map[string]struct {
		change func(*api.Terms)
		same   bool
	}{
		"unchanged":                   {func(*api.Terms) {}, true},
		"prose":                       {func(t *api.Terms) { t.CancelNote, t.Penalties[0].Description = "Ask first", "One night" }, true},
		"payment in capitals":         {func(t *api.Terms) { t.PaymentInfo = "PREPAID" }, true},
		"guarantees in another order": {func(t *api.Terms) { slices.Reverse(t.Guarantee) }, true},
		"same amount, more digits":    {func(t *api.Terms) { t.Penalties[1].Amount = api.NewMoney("612.4", "GBP") }, true},
		"same instant, another clock": {func(t *api.Terms) { t.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T19:00:00+01:00") }, true},
		"deadline a second earlier":   {func(t *api.Terms) { t.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T17:59:59+00:00") }, false},
		"deadline without an offset":  {func(t *api.Terms) { t.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T18:00:00") }, false},
		"another amount":              {func(t *api.Terms) { t.Penalties[0].Amount = api.NewMoney("204.14", "GBP") }, false},
		"another currency":            {func(t *api.Terms) { t.Penalties[0].Amount = api.NewMoney("204.13", "EUR") }, false},
		"an estimate":                 {func(t *api.Terms) { t.Penalties[0].Estimated = true }, false},
		"one step less":               {func(t *api.Terms) { t.Penalties = t.Penalties[:1] }, false},
		"non-refundable":              {func(t *api.Terms) { t.Refundable = ref(false) }, false},
		"another payment":             {func(t *api.Terms) { t.PaymentInfo = "Pay at the hotel" }, false},
		"another guarantee":           {func(t *api.Terms) { t.Guarantee[0] = "prepay" }, false},
		"one guarantee less":          {func(t *api.Terms) { t.Guarantee = t.Guarantee[:1] }, false},
	} {
		t.Run(name, func(t *testing.T) {
			terms := agreed()
			c.change(&terms)
			if got := Of(terms).Hash(); (got == want) != c.same || len(got) != 64 {
				t.Errorf("the digest is %q, that of the terms agreed to %q", got, want)
			}
		})
	}
}

// Journals keep digests: those of today's terms must be those of every later version.
func TestTermsHash_Kept(t *testing.T) {
	for want, terms := range map[string]api.Terms{
		"243c6fa6395f5ecc6ddfcd4654bdbc1659a49b786149c1868ba6b26f57691c41": {
			Refundable: ref(true), PaymentInfo: "Prepaid", Guarantee: []string{"card", "deposit"},
			Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00+00:00", "204.13"), penalty("2026-12-11T18:00:00", "612.40")},
		},
		"bb566c7aa44611cc4368796e6e508fda34df78572588b21e21a3e250372573b8": {Penalties: []api.CancelPenalty{penalty("soon", "204.13"), penalty("", "one night")}},
	} {
		if got := Of(terms).Hash(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Once the zone is known, the order of a wall clock and an instant may change. The digest stays the same.
func TestTermsHash_ZoneKnown(t *testing.T) {
	sent := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00", "10.00"), penalty("2026-12-10T17:00:00Z", "20.00")}})
	in := sent.In(zone(t, "America/New_York"))
	if in.Steps[0].Amount == sent.Steps[0].Amount {
		t.Fatal("the order of the steps is the same")
	}
	if sent.Hash() != in.Hash() {
		t.Error("the digest depends on whether the zone is known")
	}
}

func TestPlainAmount(t *testing.T) {
	for want, m := range map[string]api.Money{
		"204.10": api.NewMoney("204.1", "GBP"), "1204.00": api.NewMoney("1204", "GBP"), "12800": api.NewMoney("12800.00", "JPY"), "": api.NewMoney("one night", "GBP"),
	} {
		if got := PlainAmount(m); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := PlainAmount(api.Money{}); got != "" {
		t.Errorf("unset is %q", got)
	}
}

func TestAgreedLines(t *testing.T) {
	steps := func(p ...api.CancelPenalty) api.Terms { return api.Terms{Penalties: p} }
	tenth, eleventh := penalty("2026-12-10T18:00:00+01:00", "204.13"), penalty("2026-12-11T18:00:00+01:00", "612.40")
	for name, c := range map[string]struct {
		terms api.Terms
		want  []string
	}{
		"free, then two steps": {steps(tenth, eleventh), []string{
			"free to cancel until Thu 10 Dec 2026 18:00 (UTC+01:00)", "204.13 GBP to cancel from Thu 10 Dec 2026 18:00 (UTC+01:00)",
			"612.40 GBP to cancel from Fri 11 Dec 2026 18:00 (UTC+01:00)",
		}},
		"penalty for good":       {steps(penalty("2026-11-10T18:00:00Z", "90")), []string{"90.00 GBP to cancel"}},
		"free, then not said":    {steps(penalty("2026-12-10T18:00:00+01:00", "")), []string{"free to cancel until Thu 10 Dec 2026 18:00 (UTC+01:00)", "a penalty that is not said to cancel from Thu 10 Dec 2026 18:00 (UTC+01:00)"}},
		"non-refundable":         {api.Terms{Refundable: ref(false)}, []string{"non-refundable"}},
		"nothing is said":        {api.Terms{}, []string{"what cancelling costs is not said"}},
		"non-refundable, priced": {api.Terms{Refundable: ref(false), Penalties: []api.CancelPenalty{penalty("2026-11-10T18:00:00Z", "90")}}, []string{"non-refundable: 90.00 GBP whenever it is cancelled"}},
	} {
		if diff := cmp.Diff(c.want, Of(c.terms).AgreedLines(december)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A reservation may leave out agreed terms, except penalties, and may add only terms that are no worse.
func TestStoredOtherwise(t *testing.T) {
	step := penalty("2026-12-10T18:00:00Z", "100.00")
	steps := []api.CancelPenalty{step}
	agreed := api.Terms{Penalties: steps, PaymentInfo: "Prepaid", Guarantee: []string{"card"}}
	for name, c := range map[string]struct {
		agreed, stored api.Terms
		want           []string
	}{
		"same":                     {agreed, agreed, nil},
		"payment left out":         {agreed, api.Terms{Penalties: steps, Guarantee: []string{"card"}}, nil},
		"guarantee left out":       {agreed, api.Terms{Penalties: steps, PaymentInfo: "Prepaid"}, nil},
		"penalties left out":       {agreed, api.Terms{PaymentInfo: "Prepaid"}, []string{"cancel penalties: free until Thu 10 Dec 18:00, then 100.00 GBP → not said (unclear)"}},
		"payment added":            {api.Terms{Penalties: steps}, agreed, nil},
		"payment differs":          {agreed, api.Terms{Penalties: steps, PaymentInfo: "Pay later"}, []string{"payment: Prepaid → Pay later (unclear)"}},
		"said to be refundable":    {api.Terms{}, api.Terms{Refundable: ref(true)}, nil},
		"said not to be":           {api.Terms{}, api.Terms{Refundable: ref(false)}, []string{"refundable: not said → no (worse)"}},
		"penalties, none agreed":   {api.Terms{}, api.Terms{Penalties: steps}, nil},
		"non-refundable any more":  {agreed, api.Terms{Refundable: ref(false)}, []string{"refundable: yes → no (worse)", "cancel penalties: free until Thu 10 Dec 18:00, then 100.00 GBP → no longer free: non-refundable (worse)"}},
		"an earlier deadline":      {agreed, api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-09T18:00:00Z", "100.00")}}, []string{"cancel penalties: free until Thu 10 Dec 18:00, then 100.00 GBP → free until Wed 9 Dec 18:00, then 100.00 GBP (worse)"}},
		"a later deadline, better": {agreed, api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-11T18:00:00Z", "100.00")}}, []string{"cancel penalties: free until Thu 10 Dec 18:00, then 100.00 GBP → free until Fri 11 Dec 18:00, then 100.00 GBP (better)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, rows(StoredOtherwise(december, Of(c.agreed), Of(c.stored)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// "No refund" and a penalty of the whole price are the same; every other penalty is a difference.
func TestStoredOtherwise_WholePrice(t *testing.T) {
	const begun = "2026-11-01T00:00:00Z"
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	steps := func(p ...api.CancelPenalty) api.Terms { return api.Terms{Penalties: p} }
	noRefund, unsaid := penalty(begun, ""), penalty(begun, "")
	noRefund.Refundable = ref(false)
	flagged := penalty(begun, "300.00")
	flagged.Refundable = ref(false)
	part := steps(penalty(begun, "300.00"))
	part.Refundable = ref(false)
	for name, c := range map[string]struct {
		agreed, stored api.Terms
		total          api.Money // of the reservation
		want           []string
	}{
		"flag, and the whole price":        {api.Terms{Refundable: ref(false)}, steps(penalty(begun, "600.00")), gbp("600.00"), nil},
		"step's flag, and the whole price": {steps(noRefund), steps(penalty(begun, "600.00")), gbp("600.00"), nil},
		"flag, and flag":                   {api.Terms{Refundable: ref(false)}, api.Terms{Refundable: ref(false)}, gbp("600.00"), nil},
		"step's flag, and flag":            {steps(noRefund), api.Terms{Refundable: ref(false)}, gbp("600.00"), nil},
		"same penalty":                     {part, part, gbp("600.00"), nil},
		"dearer than a part":               {part, steps(penalty(begun, "600.00")), gbp("600.00"), []string{"cancel penalties: 300.00 GBP to cancel → 600.00 GBP to cancel (worse)"}},
		"dearer than a flagged part":       {steps(flagged), steps(penalty(begun, "600.00")), gbp("600.00"), []string{"cancel penalties: 300.00 GBP to cancel → 600.00 GBP to cancel (worse)"}},
		"penalty not said, and refundable": {
			api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{unsaid}},
			steps(penalty(begun, "600.00")), gbp("600.00"),
			[]string{"refundable: not said → no (worse)", "cancel penalties: what cancelling costs is not said → 600.00 GBP to cancel (unclear)"},
		},
		"penalty not said, then a price": {
			steps(unsaid), steps(penalty(begun, "600.00")), gbp("600.00"),
			[]string{"refundable: not said → no (worse)", "cancel penalties: what cancelling costs is not said → 600.00 GBP to cancel (unclear)"},
		},
		"free, then the whole price": {steps(penalty("2026-12-10T18:00:00Z", "600.00")), steps(penalty(begun, "600.00")), gbp("600.00"), []string{
			"refundable: yes → no (worse)", "cancel penalties: free until Thu 10 Dec 18:00, then 600.00 GBP → no longer free: 600.00 GBP to cancel (worse)",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, rows(StoredOtherwise(december, Of(c.agreed).For(gbp("600.00")), Of(c.stored).For(c.total)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Only the rate's own price, or more, in its currency is the whole price.
func TestTerms_Settled(t *testing.T) {
	for _, c := range []struct {
		amount, currency, total string
		want                    bool
	}{
		{"600.00", "GBP", "600.00", true},
		{"600.01", "GBP", "600.00", true},
		{"599.99", "GBP", "600.00", false},
		{"600.00", "EUR", "600.00", false},
		{"0.00", "GBP", "0.00", false},
		{"600.00", "GBP", "", false},
		{"", "GBP", "600.00", false},
	} {
		before := Terms{Steps: []Step{{Amount: api.NewMoney(c.amount, c.currency)}}}
		after := before.For(api.NewMoney(c.total, "GBP")).settled(december)
		if after.Steps[0].NoRefund != c.want || before.Steps[0].NoRefund {
			t.Errorf("%q %s of %q: no refund: %t", c.amount, c.currency, c.total, after.Steps[0].NoRefund)
		}
	}
}

// A deadline that has passed is reported beside the differences of the terms themselves.
func TestSince(t *testing.T) {
	terms := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "100.00")}})
	dearer := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "120.00")}})
	late := at(t, "2026-12-10T18:00:00Z")
	for name, c := range map[string]struct {
		shownAt, now time.Time
		is           Terms
		want         []string
	}{
		"before the deadline": {december, late.Add(-time.Second), terms, nil},
		"at the deadline":     {december, late, terms, []string{"cancelling now costs: nothing → 100.00 GBP (worse)"}},
		"shown after it":      {late, late.Add(time.Hour), terms, nil},
		"dearer before it":    {december, december, dearer, []string{"cancel penalties: free until Thu 10 Dec 18:00, then 100.00 GBP → free until Thu 10 Dec 18:00, then 120.00 GBP (worse)"}},
		"dearer after it": {december, late, dearer, []string{
			"cancelling now costs: nothing → 120.00 GBP (worse)",
			"cancel penalties: 100.00 GBP to cancel → 120.00 GBP to cancel (worse)",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, rows(Since(c.shownAt, terms, c.now, c.is))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}
