package terms

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellhop/api"
)

// clockZones are zones in which clocks are changed, or stand far from others:
// half an hour in summer, a quarter of an hour off, a day left out, both ends of
// the world.
func clockZones() []string {
	return []string{
		"UTC", "Europe/London", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kathmandu", "Asia/Tehran",
		"Pacific/Apia", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Casablanca", "Antarctica/Troll",
	}
}

func anyZone(t *rapid.T, label string) *time.Location {
	zone, err := time.LoadLocation(rapid.SampledFrom(clockZones()).Draw(t, label))
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// anyMoment draws a moment of two years, often right at a change of clocks.
func anyMoment(t *rapid.T, label string) time.Time {
	days := []time.Time{
		time.Date(2026, 3, 8, 7, 0, 0, 0, time.UTC), time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC),
		time.Date(2026, 10, 25, 1, 0, 0, 0, time.UTC), time.Date(2026, 11, 1, 6, 0, 0, 0, time.UTC),
		time.Date(2026, 4, 4, 15, 0, 0, 0, time.UTC), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	day := rapid.SampledFrom(days).Draw(t, label+" near")
	return day.Add(time.Duration(rapid.IntRange(-72*60, 72*60).Draw(t, label+" by minutes")) * time.Minute)
}

// variedTerms draws terms of every kind: steps with and without an offset, an
// amount or a flag, in two currencies, and what stands beside them.
func variedTerms() *rapid.Generator[Terms] {
	return rapid.Custom(func(t *rapid.T) Terms {
		terms := api.Terms{
			PaymentInfo: rapid.SampledFrom([]string{"", "Pay at the hotel", "Prepaid"}).Draw(t, "payment"),
			Guarantee:   rapid.SliceOfN(rapid.SampledFrom([]string{"card", "deposit"}), 0, 2).Draw(t, "guarantee"),
		}
		flag := func(label string) *bool {
			return rapid.SampledFrom([]*bool{nil, ref(true), ref(false)}).Draw(t, label)
		}
		terms.Refundable = flag("refundable")
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			layout := rapid.SampledFrom([]string{time.RFC3339, "2006-01-02T15:04:05"}).Draw(t, "layout")
			step := api.CancelPenalty{
				Deadline:   api.ParseDeadline(anyMoment(t, "deadline").In(anyZone(t, "zone")).Format(layout)),
				Refundable: flag("step refundable"), Estimated: rapid.Bool().Draw(t, "estimated"),
			}
			if amount := rapid.SampledFrom([]string{"", "0.00", "10.00", "99.50", "300.00"}).Draw(t, "amount"); amount != "" {
				step.Amount = api.NewMoney(amount, rapid.SampledFrom([]string{"GBP", "EUR"}).Draw(t, "currency"))
			}
			terms.Penalties = append(terms.Penalties, step)
		}
		return Of(terms)
	})
}

func TestTheDiffOfTermsIsReflexive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := variedTerms().Draw(t, "terms"), anyMoment(t, "now")
		if changes := Compare(now, c, c); len(changes) != 0 || Stops(changes) {
			t.Fatalf("terms differ from themselves: %+v", changes)
		}
	})
}

// What is better one way is worse the other way, what is unclear is never called
// better, and no difference is seen from one side only.
func TestTheDiffOfTermsIsAntisymmetricInItsVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, now := variedTerms().Draw(t, "a"), variedTerms().Draw(t, "b"), anyMoment(t, "now")
		there, back := Compare(now, a, b), Compare(now, b, a)
		if len(there) != len(back) {
			t.Fatalf("%+v one way, %+v the other", there, back)
		}
		for i, c := range there {
			r := back[i]
			if c.What != r.What {
				t.Fatalf("%q one way, %q the other", c.What, r.What)
			}
			if c.Unsaid() || r.Unsaid() {
				if said, unsaid := c, r; c.Unsaid() && c.Verdict != Unclear || r.Unsaid() && r.Verdict != Unclear {
					t.Fatalf("%+v one way, %+v the other: what is not said any more is not judged", said, unsaid)
				}
				continue
			}
			if c.Verdict == Better && r.Verdict != Worse || c.Verdict == Unclear && r.Verdict != Unclear && r.Verdict != Worse ||
				(c.Verdict == Neutral) != (r.Verdict == Neutral) {
				t.Fatalf("%s: %v one way, %v the other", c.What, c.Verdict, r.Verdict)
			}
		}
		if len(there) > 0 && !Stops(there) && !Stops(back) {
			t.Fatalf("stops neither way: %+v", there)
		}
	})
}

// A deadline with an offset is one instant, whatever zone it is told in and
// whatever the agent's zone is: free a second before, not from it on.
func TestThePenaltyClockIsTheSameInEveryZone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deadline, hotel, other := anyMoment(t, "deadline"), anyZone(t, "hotel"), anyZone(t, "other")
		told := func(zone *time.Location) Terms {
			return Of(api.Terms{Penalties: []api.CancelPenalty{penalty(deadline.In(zone).Format(time.RFC3339), "99.50")}})
		}
		c := told(hotel)
		if cost := c.CostAt(deadline.Add(-time.Second)); cost.Kind != CostFree || cost.Next == nil || !cost.Next.From.Equal(deadline) || cost.Assumed {
			t.Fatalf("a second before: %+v", cost)
		}
		if cost := c.CostAt(deadline); cost.Kind != CostPenalty {
			t.Fatalf("at the deadline: %+v", cost)
		}
		now := anyMoment(t, "now")
		if changes := Compare(now, c, told(other)); len(changes) != 0 {
			t.Fatalf("the same instant in another zone is %+v", changes)
		}
		if c.Hash() != told(other).Hash() {
			t.Fatal("the same instant in another zone has another hash")
		}
	})
}

// Without an offset no reading of the wall clock comes before the instant that
// is taken, wherever the hotel is.
func TestADeadlineWithoutAZoneIsTakenAtTheEarliest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hotel := anyZone(t, "hotel")
		deadline := anyMoment(t, "deadline")
		c := Of(api.Terms{Penalties: []api.CancelPenalty{penalty(deadline.In(hotel).Format("2006-01-02T15:04:05"), "99.50")}})
		step := c.Steps[0]
		if !step.Assumed || step.From.After(deadline) {
			t.Fatalf("taken at %s (assumed: %v), which is after %s", step.From, step.Assumed, deadline)
		}
		if cost := c.CostAt(deadline); cost.Kind != CostPenalty {
			t.Fatalf("at the hotel's deadline it is %s", cost.Words())
		}
		if cost := c.CostAt(step.From.Add(-time.Second)); cost.Kind != CostFree || !cost.Assumed {
			t.Fatalf("before it, it is %s, assumed: %v", cost.Words(), cost.Assumed)
		}
	})
}

// The phases leave no moment out and tell what it costs at each; in one currency
// it never gets cheaper.
func TestThePhasesOfThePenaltyClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := variedTerms().Draw(t, "terms")
		at, later := anyMoment(t, "at"), anyMoment(t, "later")
		phases := c.phasesFrom(time.Time{})
		held := 0
		for i, p := range phases {
			if i > 0 && p.From != phases[i-1].Until {
				t.Fatal("a gap between two phases")
			}
			if !p.Holds(at) {
				continue
			}
			held++
			if now := c.CostAt(at); compareCost(p.Cost, now) != Neutral && p.Cost.Kind != CostNoRefund {
				t.Fatalf("the phase costs %s, the moment %s", p.Cost.Words(), now.Words())
			}
		}
		if held != 1 || phases[0].From != nil || phases[len(phases)-1].Until != nil {
			t.Fatalf("%d of %d phases hold at %s", held, len(phases), at)
		}
		if later.Before(at) {
			at, later = later, at
		}
		one, two := c.CostAt(at), c.CostAt(later)
		if one.Kind == CostPenalty && two.Kind == CostFree {
			t.Fatalf("%s at first, free later", one.Words())
		}
		if mixed(c) || one.Kind != CostPenalty || two.Kind != CostPenalty {
			return
		}
		if cmp, err := two.Amount.Cmp(one.Amount); err != nil || cmp < 0 {
			t.Fatalf("%s at first, %s later", one.Words(), two.Words())
		}
	})
}

// mixed reports whether the penalties are in several currencies.
func mixed(c Terms) bool {
	seen := map[string]bool{}
	for _, s := range c.Steps {
		seen[s.Amount.Currency()] = true
	}
	delete(seen, "")
	return len(seen) > 1
}
