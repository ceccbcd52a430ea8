package terms

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
)

func TestCompareSaid(t *testing.T) {
	for name, c := range map[string]struct {
		before, after string
		same          bool
		want          []string
	}{
		"same text":        {"a", "a", false, nil},
		"same meaning":     {"a", "A", true, nil},
		"neither is said":  {"", "", false, nil},
		"differs":          {"a", "b", false, []string{"row: a → b (worse)"}},
		"not said now":     {"a", "", true, []string{"row: a → not said (unclear)"}},
		"said for a first": {"", "b", true, []string{"row: not said → b (better)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, rows(CompareSaid(nil, "row", c.before, c.after, c.same, Worse, Better))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCompareMoney(t *testing.T) {
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	for name, c := range map[string]struct {
		before, after api.Money
		want          []string
	}{
		"same":             {gbp("300.00"), gbp("300.00"), nil},
		"same amount":      {gbp("300.00"), gbp("300"), nil},
		"more":             {gbp("300.00"), gbp("300.01"), []string{"row: 300.00 GBP → 300.01 GBP (+0.01) (worse)"}},
		"less":             {gbp("300.00"), gbp("299.99"), []string{"row: 300.00 GBP → 299.99 GBP (-0.01) (better)"}},
		"nothing":          {gbp("300.00"), gbp("0"), []string{"row: 300.00 GBP → 0.00 GBP (-300.00) (better)"}},
		"below nothing":    {gbp("300.00"), gbp("-0.01"), []string{"row: 300.00 GBP → -0.01 GBP (-300.01) (unclear)"}},
		"another currency": {gbp("300.00"), api.NewMoney("300.00", "EUR"), []string{"row: 300.00 GBP → 300.00 EUR (unclear)"}},
		"not said now":     {gbp("300.00"), api.Money{}, []string{"row: 300.00 GBP → not said (unclear)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, rows(CompareMoney(nil, "row", c.before, c.after))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// More fees are worse if the total does not include them. Other parts are shown only beside an equal total, without a verdict.
func TestComparePrice(t *testing.T) {
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	const moreTotal = "total: 120.00 GBP → 130.00 GBP (+10.00) (worse)"
	for name, c := range map[string]struct {
		change func(*api.Price, *api.Verification)
		want   []string
	}{
		"same":             {func(*api.Price, *api.Verification) {}, nil},
		"another division": {func(_ *api.Price, v *api.Verification) { v.Base, v.Taxes = gbp("95"), gbp("25") }, []string{"base price: 100.00 GBP → 95.00 GBP (changed)", "taxes: 20.00 GBP → 25.00 GBP (changed)"}},
		"more in all":      {func(_ *api.Price, v *api.Verification) { v.Total, v.Base = gbp("130"), gbp("110") }, []string{moreTotal}},
		"base left out":    {func(_ *api.Price, v *api.Verification) { v.Total, v.Base = gbp("130"), api.Money{} }, []string{moreTotal, "base price: 100.00 GBP → not said (unclear)"}},
		"more fees":        {func(_ *api.Price, v *api.Verification) { v.Fees = gbp("6.01") }, []string{"additional fees: 6.00 GBP → 6.01 GBP (worse)"}},
		"more fees and more in all": {
			func(_ *api.Price, v *api.Verification) { v.Total, v.Base, v.Fees = gbp("130"), gbp("110"), gbp("7") },
			[]string{moreTotal, "additional fees: 6.00 GBP → 7.00 GBP (worse)"},
		},
		"more fees, all in the total": {
			func(_ *api.Price, v *api.Verification) { v.Base, v.Fees = gbp("93"), gbp("7") },
			[]string{"base price: 100.00 GBP → 93.00 GBP (changed)", "additional fees: 6.00 GBP → 7.00 GBP (changed)"},
		},
		"more fees, a penny beyond the total": {
			func(_ *api.Price, v *api.Verification) { v.Base, v.Fees = gbp("93.01"), gbp("7") },
			[]string{"base price: 100.00 GBP → 93.01 GBP (changed)", "additional fees: 6.00 GBP → 7.00 GBP (worse)"},
		},
		"more fees, base not said": {func(p *api.Price, v *api.Verification) { p.Base, v.Base, v.Fees = api.Money{}, api.Money{}, gbp("7") }, []string{"additional fees: 6.00 GBP → 7.00 GBP (worse)"}},
		"less fees":                {func(_ *api.Price, v *api.Verification) { v.Fees = gbp("5.99") }, []string{"additional fees: 6.00 GBP → 5.99 GBP (changed)"}},
		"fees in another currency": {func(_ *api.Price, v *api.Verification) { v.Fees = api.NewMoney("1", "EUR") }, []string{"additional fees: 6.00 GBP → 1.00 EUR (worse)"}},
		"first fees":               {func(p *api.Price, _ *api.Verification) { p.Fees = api.Money{} }, []string{"additional fees: not said → 6.00 GBP (worse)"}},
		"first fees of nothing": {func(p *api.Price, v *api.Verification) {
			p.Fees, p.Base, v.Base, v.Fees = api.Money{}, gbp("101"), gbp("101"), gbp("0")
		}, []string{"additional fees: not said → 0.00 GBP (changed)"}},
		"more fees, total not said": {
			func(p *api.Price, v *api.Verification) { p.Total, v.Total, v.Fees = api.Money{}, api.Money{}, gbp("7") },
			[]string{"total: not said → not said (unclear)", "additional fees: 6.00 GBP → 7.00 GBP (worse)"},
		},
		"fees left out": {func(_ *api.Price, v *api.Verification) { v.Fees = api.Money{} }, []string{"additional fees: 6.00 GBP → not said (unclear)"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := priceOf("120.00", "6.00", nil)
			v := api.Verification{Total: p.Total, Base: p.Base, Taxes: p.Taxes, Fees: p.Fees}
			c.change(&p, &v)
			if diff := cmp.Diff(c.want, rows(ComparePrice(p, v))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Payment and guarantees are compared as the service states them, whatever their order and case.
func TestCompare_HowPaid(t *testing.T) {
	for name, c := range map[string]struct {
		before, after api.Terms
		want          []string
	}{
		"same":              {api.Terms{Guarantee: []string{"card", "DEPOSIT"}, PaymentInfo: "Prepaid"}, api.Terms{Guarantee: []string{"deposit", "CARD"}, PaymentInfo: "PREPAID"}, nil},
		"another guarantee": {api.Terms{Guarantee: []string{"GUARANTEE"}}, api.Terms{Guarantee: []string{"PREPAY"}}, []string{"guarantee: guaranteed by card (GUARANTEE) → paid in advance (PREPAY) (unclear)"}},
		"one more":          {api.Terms{Guarantee: []string{"x"}}, api.Terms{Guarantee: []string{"x", "y"}}, []string{"guarantee: x → x, y (unclear)"}},
		"left out":          {api.Terms{Guarantee: []string{"x"}}, api.Terms{}, []string{"guarantee: x → not said (unclear)"}},
		"said for a first":  {api.Terms{}, api.Terms{Guarantee: []string{"x"}, PaymentInfo: "Prepaid"}, []string{"guarantee: not said → x (changed)", "payment: not said → Prepaid (changed)"}},
		"another payment":   {api.Terms{PaymentInfo: "Prepaid"}, api.Terms{PaymentInfo: "Pay later"}, []string{"payment: Prepaid → Pay later (unclear)"}},
	} {
		if diff := cmp.Diff(c.want, rows(Compare(december, Of(c.before), Of(c.after)))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Another payment or guarantee does not make terms worse.
func TestNoWorse(t *testing.T) {
	steps := func(deadline string) []api.CancelPenalty { return []api.CancelPenalty{penalty(deadline, "100.00")} }
	before := api.Terms{Penalties: steps("2026-12-10T18:00:00Z"), PaymentInfo: "Prepaid", Guarantee: []string{"card"}}
	for name, c := range map[string]struct {
		change func(*api.Terms)
		want   bool
	}{
		"same":                {func(*api.Terms) {}, true},
		"another payment":     {func(t *api.Terms) { t.PaymentInfo = "Pay later" }, true},
		"another guarantee":   {func(t *api.Terms) { t.Guarantee = []string{"deposit"} }, true},
		"a later deadline":    {func(t *api.Terms) { t.Penalties = steps("2026-12-10T18:00:01Z") }, true},
		"an earlier one":      {func(t *api.Terms) { t.Penalties = steps("2026-12-10T17:59:59Z") }, false},
		"deadline not said":   {func(t *api.Terms) { t.Penalties = nil }, false},
		"non-refundable":      {func(t *api.Terms) { t.Refundable = ref(false) }, false},
		"a penny dearer":      {func(t *api.Terms) { t.Penalties[0].Amount = api.NewMoney("100.01", "GBP") }, false},
		"in another currency": {func(t *api.Terms) { t.Penalties[0].Amount = api.NewMoney("100.00", "EUR") }, false},
	} {
		t.Run(name, func(t *testing.T) {
			after := before
			after.Penalties = steps("2026-12-10T18:00:00Z")
			c.change(&after)
			if got := NoWorse(december, Of(before), Of(after)); got != c.want {
				t.Errorf("no worse: %t", got)
			}
		})
	}
}
