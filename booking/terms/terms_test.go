package terms

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"bellhop/api"
)

// What the deadlines say counts and not the flag: of a penalty that has begun
// and names no amount nobody knows whether it leaves anything.
func TestRefundableWithAPenaltyThatNamesNoAmount(t *testing.T) {
	c := Of(api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-12-10T18:00:00Z")}}})
	if r := c.RefundableAt(at(t, "2026-12-10T17:59:59Z")); r == nil || !*r {
		t.Error("before the deadline it is not called refundable")
	}
	if r := c.RefundableAt(at(t, "2026-12-10T18:00:00Z")); r != nil {
		t.Errorf("after the deadline it is called refundable: %t", *r)
	}
	if got := c.CostAt(at(t, "2026-12-10T18:00:00Z")).Words(); got != "not said" {
		t.Errorf("it costs %q", got)
	}
}

func TestCostAt(t *testing.T) {
	stepped := api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{
		penalty("2026-12-11T18:00:00+00:00", "612.40"),
		penalty("2026-12-10T18:00:00+00:00", "204.13"),
	}}
	for name, c := range map[string]struct {
		terms api.Terms
		at    string
		words string
		next  string
	}{
		"before every step it is free":                {stepped, "2026-12-01T00:00:00Z", "free", "Thu 10 Dec 18:00"},
		"a step counts from its very instant":         {stepped, "2026-12-10T18:00:00Z", "204.13 GBP", "Fri 11 Dec 18:00"},
		"one second earlier it is still free":         {stepped, "2026-12-10T17:59:59Z", "free", "Thu 10 Dec 18:00"},
		"the last step stays":                         {stepped, "2027-01-01T00:00:00Z", "612.40 GBP", ""},
		"the flag does not make a past step free":     {api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "10.00")}}, "2026-12-01T00:00:00Z", "10.00 GBP", ""},
		"non-refundable without an amount":            {api.Terms{Refundable: ref(false)}, "2026-12-01T00:00:00Z", "non-refundable", ""},
		"refundable without steps":                    {api.Terms{Refundable: ref(true)}, "2026-12-01T00:00:00Z", "not said", ""},
		"nothing said":                                {api.Terms{}, "2026-12-01T00:00:00Z", "not said", ""},
		"non-refundable although a step is ahead":     {api.Terms{Refundable: ref(false), Penalties: stepped.Penalties}, "2026-12-01T00:00:00Z", "non-refundable", "Thu 10 Dec 18:00"},
		"a deadline that cannot be read has begun":    {api.Terms{Penalties: []api.CancelPenalty{penalty("soon", "50.00")}}, "2026-12-01T00:00:00Z", "50.00 GBP", ""},
		"a step without an amount is not called 0":    {api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2020-01-01T00:00Z")}}}, "2026-12-01T00:00:00Z", "not said", ""},
		"a later cheaper step does not lower it":      {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "90.00"), penalty("2020-02-01T00:00Z", "10.00")}}, "2026-12-01T00:00:00Z", "90.00 GBP", ""},
		"a penalty of nothing is free":                {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "0.00")}}, "2026-12-01T00:00:00Z", "free", ""},
		"a wall clock counts at the earliest place":   {api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00", "10.00")}}, "2026-12-10T04:00:00Z", "10.00 GBP", ""},
		"a flagged step without an amount":            {api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2020-01-01T00:00Z"), Refundable: ref(false)}}}, "2026-12-01T00:00:00Z", "non-refundable", ""},
		"the same penalty again, now estimated":       {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "90.00"), {Deadline: api.ParseDeadline("2020-02-01T00:00Z"), Amount: api.NewMoney("90", "GBP"), Estimated: true}}}, "2026-12-01T00:00:00Z", "90.00 GBP", ""},
		"an amount that cannot be read is not said":   {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "one night")}}, "2026-12-01T00:00:00Z", "not said", ""},
		"a penalty stays beside one without amount":   {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "90.00"), penalty("2020-02-01T00:00Z", "")}}, "2026-12-01T00:00:00Z", "90.00 GBP", ""},
		"nothing in another currency lowers nothing":  {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "90.00"), {Deadline: api.ParseDeadline("2020-02-01T00:00Z"), Amount: api.NewMoney("0", "EUR")}}}, "2026-12-01T00:00:00Z", "90.00 GBP", ""},
		"the later of two currencies counts":          {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", "90.00"), {Deadline: api.ParseDeadline("2020-02-01T00:00Z"), Amount: api.NewMoney("20", "EUR")}}}, "2026-12-01T00:00:00Z", "20.00 EUR", ""},
		"not said, then nothing, is still not said":   {api.Terms{Penalties: []api.CancelPenalty{penalty("2020-01-01T00:00Z", ""), penalty("2020-02-01T00:00Z", "0.00")}}, "2026-12-01T00:00:00Z", "not said", ""},
		"no refund, then nothing, is still no refund": {api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2020-01-01T00:00Z"), Refundable: ref(false)}, penalty("2020-02-01T00:00Z", "0.00")}}, "2026-12-01T00:00:00Z", "non-refundable", ""},
		"and not before it":                           {api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00", "10.00")}}, "2026-12-10T03:59:59Z", "free", "Thu 10 Dec 18:00"},
	} {
		t.Run(name, func(t *testing.T) {
			cost := Of(c.terms).CostAt(at(t, c.at))
			next := ""
			if cost.Next != nil {
				next = DeadlineWords(cost.Next.Deadline)
			}
			if cost.Words() != c.words || next != c.next {
				t.Errorf("got %q, next %q; want %q, next %q", cost.Words(), next, c.words, c.next)
			}
		})
	}
}

func TestAssumedZoneIsSaid(t *testing.T) {
	c := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00", "10.00")}})
	if cost := c.CostAt(at(t, "2026-12-01T00:00:00Z")); !cost.Assumed {
		t.Error("a free period that ends at an assumed instant does not say so")
	}
	if cost := c.CostAt(at(t, "2026-12-12T00:00:00Z")); !cost.Assumed {
		t.Error("a penalty from an assumed instant does not say so")
	}
	c = Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00", "10.00"), penalty("2026-12-14T18:00Z", "20.00")}})
	for _, moment := range []string{"2026-12-12T00:00:00Z", "2026-12-15T00:00:00Z"} {
		if cost := c.CostAt(at(t, moment)); !cost.Assumed {
			t.Errorf("at %s, beside a certain deadline, the assumed one is not said", moment)
		}
	}
}

func TestVerifiedConditionsTakeTheStrictest(t *testing.T) {
	c := Verified(api.Verification{Terms: []api.Terms{
		{Penalties: []api.CancelPenalty{{Refundable: ref(true), Deadline: api.ParseDeadline("2026-12-10T18:00Z"), Amount: api.NewMoney("10.00", "GBP")}}},
		{Penalties: []api.CancelPenalty{{Refundable: ref(false), Deadline: api.ParseDeadline("2026-12-09T18:00Z"), Amount: api.NewMoney("20.00", "GBP")}}},
	}})
	if r := c.RefundableAt(at(t, "2026-12-09T19:00:00Z")); r == nil || *r {
		t.Error("one term that is non-refundable must win")
	}
	if r := c.RefundableAt(at(t, "2026-12-01T00:00:00Z")); r == nil || !*r {
		t.Error("before the first deadline it is refundable")
	}
	if got := c.CostAt(at(t, "2026-12-09T19:00:00Z")).Words(); got != "20.00 GBP" {
		t.Errorf("cost %q, want the earlier and dearer step", got)
	}
}

// A verification in several parts is merged: it has the strictest flag, and each note, card and text once.
func TestVerified_Merged(t *testing.T) {
	for _, c := range []struct{ a, b, want *bool }{
		{nil, nil, nil},
		{nil, ref(true), ref(true)},
		{ref(true), nil, ref(true)},
		{ref(true), ref(true), ref(true)},
		{ref(false), nil, ref(false)},
		{nil, ref(false), ref(false)},
		{ref(true), ref(false), ref(false)},
		{ref(false), ref(true), ref(false)},
	} {
		got := Verified(api.Verification{Terms: []api.Terms{{Refundable: c.a}, {Refundable: c.b}}}).Refundable
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
	}
	got := Verified(api.Verification{Terms: []api.Terms{
		{AcceptedCards: []string{"", "VI"}, Description: []string{"No pets."}, Guarantee: []string{"DEPOSIT"}, Deposit: depositFacts("amount", "10")},
		{
			AcceptedCards: []string{"VI", "CA"}, Description: []string{"No pets.", "Quiet."}, Guarantee: []string{"DEPOSIT"}, Deposit: depositFacts("due_date", "soon"),
			CancelNote: "Call first.", PaymentInfo: "Prepaid",
		},
		{CancelNote: "Or write.", PaymentInfo: "Later"},
	}})
	want := Terms{
		Cards: []string{"VI", "CA"}, Text: []string{"No pets.", "Quiet."}, Guarantee: []string{"DEPOSIT"}, Deposit: depositFacts("amount", "10", "due_date", "soon"),
		Note: "Call first.", Payment: "Prepaid",
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(api.Money{})); diff != "" {
		t.Error(diff)
	}
}

func TestShort(t *testing.T) {
	const past = "2026-11-01T00:00:00+00:00"
	steps := func(refundable *bool, p ...api.CancelPenalty) Terms {
		return Of(api.Terms{Refundable: refundable, Penalties: p})
	}
	later, noAmount := penalty("2026-12-10T18:00:00+00:00", "204.13"), penalty(past, "")
	flagged := noAmount
	flagged.Refundable = ref(false)
	for name, c := range map[string]struct {
		terms       Terms
		short, said string
	}{
		"free for now":                   {steps(nil, later), "free until Thu 10 Dec 18:00", "free until Thu 10 Dec 18:00"},
		"free for good":                  {steps(nil, penalty(past, "0")), "free to cancel", "free to cancel"},
		"penalty":                        {steps(nil, penalty(past, "10"), later), "10.00 GBP to cancel", "10.00 GBP to cancel"},
		"non-refundable":                 {steps(ref(false)), "non-refundable", "non-refundable"},
		"non-refundable, then a penalty": {steps(nil, flagged, later), "non-refundable", "non-refundable"},
		"non-refundable, with its price": {steps(ref(false), penalty(past, "10")), "non-refundable", "non-refundable"},
		"penalty not said":               {steps(nil, noAmount), "cancellation not said", "cancellation not said"},
		"penalty not said, then one":     {steps(nil, noAmount, later), "cancellation not said", "cancellation not said"},
		"nothing said":                   {Terms{}, "cancellation not said", ""},
		"a flag alone":                   {steps(ref(true)), "cancellation not said", ""},
	} {
		if short, said := c.terms.Short(december), c.terms.ShortSaid(december); short != c.short || said != c.said {
			t.Errorf("%s: %q and %q", name, short, said)
		}
	}
}

// anyTerms draws terms with steps around the end of 2026.
func anyTerms() *rapid.Generator[api.Terms] {
	return rapid.Custom(func(t *rapid.T) api.Terms {
		var terms api.Terms
		if rapid.Bool().Draw(t, "flagged") {
			terms.Refundable = ref(rapid.Bool().Draw(t, "refundable"))
		}
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			day := api.NewDate(2026, 12, rapid.IntRange(1, 20).Draw(t, "day"))
			amount := rapid.SampledFrom([]string{"0.00", "10.00", "99.50", "300.00"}).Draw(t, "amount")
			terms.Penalties = append(terms.Penalties, penalty(day.String()+"T18:00:00Z", amount))
		}
		return terms
	})
}

func TestCompareConditionsIsReflexive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Of(anyTerms().Draw(t, "terms"))
		if changes := Compare(december, c, c); len(changes) != 0 {
			t.Fatalf("terms differ from themselves: %+v", changes)
		}
	})
}

func TestBetterOneWayIsWorseTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := Of(anyTerms().Draw(t, "a")), Of(anyTerms().Draw(t, "b"))
		there := compareSteps(december, a, b)
		back := compareSteps(december, b, a)
		if there == Better && back != Worse {
			t.Fatalf("better one way, %v the other\n%s\n%s", back, a.costWords(december, DeadlineWords), b.costWords(december, DeadlineWords))
		}
		if (there == Neutral) != (back == Neutral) {
			t.Fatalf("%v one way, %v the other", there, back)
		}
	})
}

// The flags of the steps count from their deadlines on, and that of the rate always.
func TestRefundableAt(t *testing.T) {
	step := func(deadline, amount string, refundable *bool) api.Terms {
		p := penalty(deadline, amount)
		p.Refundable = refundable
		return api.Terms{Penalties: []api.CancelPenalty{p}}
	}
	const past, later = "2026-11-01T00:00:00Z", "2026-12-10T18:00:00Z"
	flagged := step(later, "10.00", nil)
	flagged.Refundable = ref(false)
	for name, c := range map[string]struct {
		terms api.Terms
		want  *bool
	}{
		"flagged step has begun":      {step(past, "10.00", ref(false)), ref(false)},
		"flagged step begins now":     {step(december.Format(time.RFC3339), "10.00", ref(false)), ref(false)},
		"flagged step is ahead":       {step(later, "10.00", ref(false)), ref(true)},
		"refundable step has begun":   {step(past, "10.00", ref(true)), ref(true)},
		"step without a flag":         {step(past, "10.00", nil), ref(true)},
		"flagged, no amount":          {step(past, "", ref(false)), ref(false)},
		"no flag, no amount":          {step(past, "", nil), nil},
		"rate is flagged, step ahead": {flagged, ref(false)},
		"nothing said":                {api.Terms{}, nil},
		"rate is refundable":          {api.Terms{Refundable: ref(true)}, ref(true)},
	} {
		if diff := cmp.Diff(c.want, Of(c.terms).RefundableAt(december)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestTermsTimes(t *testing.T) {
	one := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "10.05"), penalty("2026-12-11T18:00:00Z", "one night"), penalty("2026-12-12T18:00:00Z", "")}})
	var got []string
	for _, s := range one.Times(3).Steps {
		got = append(got, s.Amount.String()+" from "+DeadlineWords(s.Deadline))
	}
	want := []string{"30.15 GBP from Thu 10 Dec 18:00", "one night GBP from Fri 11 Dec 18:00", "n/a from Sat 12 Dec 18:00"}
	if diff := cmp.Diff(want, got); diff != "" || one.Steps[0].Amount.Number() != "10.05" {
		t.Error(one.Steps[0].Amount, diff)
	}
}

// In a hotel's zone a wall clock is the hotel's and an instant is shown by it. A deadline that cannot be read has begun.
func TestTermsIn(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	sent := Of(api.Terms{Penalties: []api.CancelPenalty{
		penalty("soon", "5.00"), penalty("2026-12-10T18:00:00", "10.00"), penalty("2026-12-10T17:00:00Z", "20.00"),
	}})
	words := func(terms Terms) (out []string) {
		for _, s := range terms.Steps {
			from := "the beginning"
			if !s.From.IsZero() {
				from = s.From.Format(time.RFC3339)
			}
			out = append(out, fmt.Sprint(s.Amount.Number(), " from ", from, " = ", DeadlineLong(s.Deadline), ", assumed ", s.Assumed, ", local ", s.Local))
		}
		return out
	}
	asSent := []string{
		"5.00 from the beginning = soon, assumed false, local false",
		"10.00 from 2026-12-10T04:00:00Z = Thu 10 Dec 2026 18:00 (zone not said), assumed true, local false",
		"20.00 from 2026-12-10T17:00:00Z = Thu 10 Dec 2026 17:00 (UTC+00:00), assumed false, local false",
	}
	inZone := []string{
		"5.00 from the beginning = soon, assumed false, local false",
		"20.00 from 2026-12-10T17:00:00Z = Thu 10 Dec 2026 12:00 (UTC-05:00), assumed false, local true",
		"10.00 from 2026-12-10T23:00:00Z = Thu 10 Dec 2026 18:00 (UTC-05:00), assumed false, local true",
	}
	if diff := cmp.Diff(asSent, words(sent.In(nil))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(inZone, words(sent.In(zone))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(asSent, words(sent)); diff != "" {
		t.Error("In has changed its receiver", diff)
	}
	utc := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "10.00")}})
	if unplaced, placed := utc.Short(december), utc.In(time.UTC).Short(december); unplaced != "free until Thu 10 Dec 18:00 UTC" || placed != "free until Thu 10 Dec 18:00" {
		t.Errorf("%q, and at a hotel in UTC %q", unplaced, placed)
	}
}

// A flag without deadlines is told as no more than it is; what it is compared as
// and what it is digested as stay.
func TestRefundableIsToldAsWhatItIs(t *testing.T) {
	now := at(t, "2026-12-01T00:00:00Z")
	for want, terms := range map[string]api.Terms{
		"":   {},
		"no": {Refundable: ref(false)},
		"the service says yes, no deadlines sent": {Refundable: ref(true)},
		"yes": {Refundable: ref(true), Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "10.00")}},
	} {
		if got := Of(terms).RefundableWords(now); got != want {
			t.Errorf("%+v is %q, want %q", terms, got, want)
		}
	}
	flag, none := Of(api.Terms{Refundable: ref(true)}), Of(api.Terms{Refundable: ref(false)})
	changes := Compare(now, flag, none)
	if c := named(changes, "refundable"); c == nil || c.Verdict != Worse || c.Before != "the service says yes, no deadlines sent" || c.After != "no" {
		t.Errorf("told as %+v", changes)
	}
}

// A deadline without an offset is the first moment at which the hotel's clocks show it or a later time.
func TestLocalDeadlinesAroundAChangeOfClocks(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	for wall, want := range map[string]string{
		"2026-03-29T02:30:00": "2026-03-29T01:00:00Z", // It never comes: at 02:00 it is 03:00.
		"2026-10-25T02:30:00": "2026-10-25T00:30:00Z", // It comes twice.
		"2026-12-10T18:00:00": "2026-12-10T17:00:00Z",
	} {
		step := Of(api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline(wall)}}}).In(zone).Steps[0]
		if got := step.From.Format(time.RFC3339); got != want || step.Assumed {
			t.Errorf("%s in Madrid is %s, want %s", wall, got, want)
		}
	}
}
