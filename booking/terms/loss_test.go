package terms

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellhop/api"
)

func lossWords(all []Loss) string {
	var parts []string
	for _, l := range all {
		parts = append(parts, fmt.Sprint(l.Days, " ", l.Cost.Words()))
	}
	return strings.Join(parts, ", ")
}

// What is lost is counted by the end of a day at the hotel, from today on.
func TestLosses(t *testing.T) {
	t.Parallel()
	london, auckland := zone(t, "Europe/London"), zone(t, "Pacific/Auckland")
	steps := func(texts ...string) (terms api.Terms) {
		for i, text := range texts {
			terms.Penalties = append(terms.Penalties, penalty(text, fmt.Sprintf("%d0.00", i+1)))
		}
		return terms
	}
	arrival := api.NewDate(2026, time.December, 12)
	today := api.NewDate(2026, time.December, 1)
	for name, c := range map[string]struct {
		terms api.Terms
		today api.Date
		zone  *time.Location
		want  string
	}{
		"free until two days before":      {steps("2026-12-10T18:00:00Z"), today, london, "11 free, 2 10.00 GBP"},
		"more and more":                   {steps("2026-12-05T00:00:00Z", "2026-12-10T18:00:00Z"), today, london, "11 free, 7 10.00 GBP, 2 20.00 GBP"},
		"both on one day":                 {steps("2026-12-10T12:00:00Z", "2026-12-10T18:00:00Z"), today, london, "11 free, 2 20.00 GBP"},
		"begun":                           {steps("2026-11-10T12:00:00Z"), today, london, "11 10.00 GBP"},
		"both begun":                      {steps("2026-11-10T12:00:00Z", "2026-11-20T12:00:00Z"), today, london, "11 20.00 GBP"},
		"begun, and again":                {api.Terms{Penalties: []api.CancelPenalty{penalty("2026-11-10T12:00:00Z", "20.00"), penalty("2026-12-05T12:00:00Z", "10.00")}}, today, london, "11 20.00 GBP"},
		"later today":                     {steps("2026-12-01T23:59:00Z"), today, london, "11 10.00 GBP"},
		"at midnight is the next day":     {steps("2026-12-10T00:00:00Z"), today, london, "11 free, 2 10.00 GBP"},
		"the hotel's day":                 {steps("2026-12-09T18:00:00Z"), today, auckland, "11 free, 2 10.00 GBP"},
		"a clock without offset":          {steps("2026-12-10T18:00:00"), today, nil, "11 free, 2 10.00 GBP"},
		"the offset tells the zone":       {steps("2026-12-10T23:30:00-05:00"), today, nil, "11 free, 2 10.00 GBP"},
		"the offset tells it in the east": {steps("2026-12-10T00:30:00+01:00"), today, nil, "11 free, 2 10.00 GBP"},
		"one of two offsets tells it":     {steps("2026-12-08T18:00:00", "2026-12-10T00:30:00+01:00"), today, nil, "11 free, 4 10.00 GBP, 2 20.00 GBP"},
		"in UTC days may end late":        {steps("2026-12-11T06:00:00Z"), today, nil, "11 free, 2 10.00 GBP"},
		"after arrival":                   {steps("2026-12-13T00:00:00Z"), today, london, "11 free"},
		"on arrival":                      {steps("2026-12-12T15:00:00Z"), today, london, "11 free, 0 10.00 GBP"},
		"arrival is today":                {steps("2026-12-12T15:00:00Z"), arrival, london, "0 10.00 GBP"},
		"arrival is past":                 {steps("2026-12-12T15:00:00Z"), arrival.AddDays(2), london, "0 10.00 GBP"},
		"a deadline that cannot be read":  {steps("soon"), today, london, "11 10.00 GBP"},
		"nothing said":                    {api.Terms{}, today, london, "11 not said"},
		"a flag alone promises nothing":   {api.Terms{Refundable: ref(true)}, today, london, "11 not said"},
		"not refundable":                  {api.Terms{Refundable: ref(false)}, today, london, "11 not refundable"},
	} {
		if got := lossWords(Of(c.terms).Losses(arrival, c.today, c.zone)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
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

// Whatever the terms are: on each day from today to arrival the loss is what cancelling costs by its end.
func TestLossesAreWhatCancellingCosts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := anyZone(t, "hotel")
		c := variedTerms().Draw(t, "terms")
		today := api.DateOf(anyMoment(t, "now").In(in))
		arrival := today.AddDays(rapid.IntRange(0, 40).Draw(t, "days"))
		all := c.Losses(arrival, today, in)
		for days := today.DaysUntil(arrival); days >= 0; days-- {
			at := all[0].Cost
			for _, l := range all {
				if l.Days >= days {
					at = l.Cost
				}
			}
			want := c.In(in).CostAt(arrival.AddDays(1 - days).In(in).Add(-1))
			if at.Words() != want.Words() {
				t.Fatalf("%d days before it is %s, want %s of %s", days, at.Words(), want.Words(), lossWords(all))
			}
		}
	})
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

func TestWorstCaseWords(t *testing.T) {
	t.Parallel()
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	for _, c := range []struct {
		worst          WorstCase
		word, sentence string
	}{
		{WorstCase{}, "not said", "cancelled 3 days before: what is lost is not said"},
		{WorstCase{Other: true}, "other cur.", "cancelled 3 days before: what is lost is in another currency"},
		{WorstCase{Sum: gbp("1300"), Lost: gbp("0")}, "1,300.00", "cancelled 3 days before: nothing is lost"},
		{WorstCase{Sum: gbp("1300"), Lost: gbp("100")}, "1,300.00", "cancelled 3 days before: 100.00 GBP lost, 1,300.00 GBP with the price"},
		{WorstCase{Sum: gbp("13"), Lost: gbp("1"), Estimated: true}, "~13.00", "cancelled 3 days before: about 1.00 GBP lost, 13.00 GBP with the price"},
	} {
		if got := c.worst.Words(api.Money.Digits); got != c.word {
			t.Errorf("%q, want %q", got, c.word)
		}
		if got := c.worst.Sentence("3 days before"); got != c.sentence {
			t.Errorf("%q, want %q", got, c.sentence)
		}
	}
}
