package terms

import (
	"testing"

	"bellhop/api"
)

// Each kind of cost against the others: an unknown cost is unclear both ways, and amounts in two currencies are not compared.
func TestCompareCost(t *testing.T) {
	of := func(number, currency string) Cost {
		return Cost{Kind: CostPenalty, Amount: api.NewMoney(number, currency)}
	}
	free, unknown, none := Cost{Kind: CostFree}, Cost{Kind: CostUnknown}, Cost{Kind: CostNoRefund}
	ten := of("10.00", "GBP")
	for name, c := range map[string]struct {
		before, after Cost
		want, back    Verdict
	}{
		"both free":                      {free, free, Neutral, Neutral},
		"both unknown":                   {unknown, unknown, Neutral, Neutral},
		"neither refundable":             {none, none, Neutral, Neutral},
		"same penalty":                   {ten, of("10", "GBP"), Neutral, Neutral},
		"dearer penalty":                 {ten, of("10.01", "GBP"), Worse, Better},
		"another currency":               {ten, of("10.00", "EUR"), Unclear, Unclear},
		"penalty instead of free":        {free, ten, Worse, Better},
		"no refund instead of free":      {free, none, Worse, Better},
		"no refund instead of a penalty": {ten, none, Worse, Better},
		"free, then unknown":             {free, unknown, Unclear, Unclear},
		"penalty, then unknown":          {ten, unknown, Unclear, Unclear},
		"no refund, then unknown":        {none, unknown, Unclear, Unclear},
	} {
		if got, back := compareCost(c.before, c.after), compareCost(c.after, c.before); got != c.want || back != c.back {
			t.Errorf("%s: %s, and %s the other way", name, got, back)
		}
	}
}

func TestCostBrief(t *testing.T) {
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	for want, cost := range map[string]Cost{
		"204.13 GBP":       {Kind: CostPenalty, Amount: gbp("204.13")},
		"about 204.13 GBP": {Kind: CostPenalty, Amount: gbp("204.13"), Estimated: true},
		"free":             {Kind: CostFree, Amount: gbp("0.00"), Estimated: true},
		"non-refundable":   {Kind: CostNoRefund},
		"not said":         {},
	} {
		if got := cost.Brief(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCostDearerBy(t *testing.T) {
	of := func(number, currency string) Cost {
		return Cost{Kind: CostPenalty, Amount: api.NewMoney(number, currency)}
	}
	// Terms that stop being refundable keep the amount of the step before.
	noRefund, free := Cost{Kind: CostNoRefund, Amount: api.NewMoney("0", "GBP")}, Cost{Kind: CostFree, Amount: api.NewMoney("0", "GBP")}
	for name, c := range map[string]struct {
		cost, then Cost
		want       string
	}{
		"a penalty after free":      {free, of("204.13", "GBP"), "204.13 GBP"},
		"a dearer penalty":          {of("204.13", "GBP"), of("612.40", "GBP"), "408.27 GBP"},
		"another currency":          {of("204.13", "GBP"), of("612.40", "EUR"), "n/a"},
		"no refund after free":      {free, noRefund, "n/a"},
		"no refund after a penalty": {of("204.13", "GBP"), noRefund, "n/a"},
		"a penalty after no refund": {noRefund, of("204.13", "GBP"), "n/a"},
		"a penalty, unknown before": {Cost{}, of("204.13", "GBP"), "n/a"},
	} {
		if got := c.cost.DearerBy(c.then).String(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestLossOf(t *testing.T) {
	t.Parallel()
	gbp := api.NewMoney("300.00", "GBP")
	for name, c := range map[string]struct {
		cost  Cost
		total api.Money
		want  string
	}{
		"free":             {Cost{Kind: CostFree}, gbp, "0.00 GBP"},
		"a penalty":        {Cost{Kind: CostPenalty, Amount: api.NewMoney("99.5", "GBP")}, gbp, "99.50 GBP"},
		"another currency": {Cost{Kind: CostPenalty, Amount: api.NewMoney("99.5", "EUR")}, gbp, ""},
		"no amount":        {Cost{Kind: CostPenalty, Amount: api.NewMoney("much", "GBP")}, gbp, ""},
		"of zero":          {Cost{Kind: CostPenalty, Amount: api.NewMoney("0", "GBP")}, gbp, ""},
		"below zero":       {Cost{Kind: CostPenalty, Amount: api.NewMoney("-1", "GBP")}, gbp, ""},
		"no refund":        {Cost{Kind: CostNoRefund}, gbp, "300.00 GBP"},
		"of no price":      {Cost{Kind: CostNoRefund}, api.Money{}, ""},
		"not said":         {Cost{}, gbp, ""},
	} {
		got, ok := c.cost.LossOf(c.total)
		if ok != (c.want != "") || ok && got.String() != c.want {
			t.Errorf("%s: %s (%t), want %q", name, got, ok, c.want)
		}
	}
}
