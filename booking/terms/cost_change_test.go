package terms

import (
	"testing"

	"pgregory.net/rapid"

	"bellhop/api"
)

func TestACostChangeReadsDifferently(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := Of(anyTerms().Draw(t, "a")), Of(anyTerms().Draw(t, "b"))
		if compareSteps(december, a, b) == Neutral {
			return
		}
		if was, is := costChange(december, a, b); was == is {
			t.Fatalf("both read %q", was)
		}
	})
}

// "No longer free" is said only of what was said to be free, and is not any
// more.
func TestNoLongerFree(t *testing.T) {
	free := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "10.00")}})
	dear := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-11-10T18:00:00Z", "10.00")}})
	sooner := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-09T18:00:00Z", "10.00")}})
	dearer := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-11-10T18:00:00Z", "20.00")}})
	none := Of(api.Terms{Refundable: ref(false)})
	offset := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00+01:00", "10.00")}})
	second := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:30Z", "10.00")}})
	two := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "10.00"), penalty("2026-12-11T18:00:00Z", "20.00")}})
	noAmount := Of(api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-11-10T18:00:00Z")}}})
	for _, c := range []struct {
		before, after Terms
		was, is       string
	}{
		{free, dear, "free until Thu 10 Dec 18:00, then 10.00 GBP", "no longer free: 10.00 GBP to cancel"},
		{free, Terms{}, "free until Thu 10 Dec 18:00, then 10.00 GBP", NotSaid},
		{free, noAmount, "free until Thu 10 Dec 18:00, then 10.00 GBP", "what cancelling costs is not said"},
		{Terms{}, dear, NotSaid, "10.00 GBP to cancel"},
		{free, sooner, "free until Thu 10 Dec 18:00, then 10.00 GBP", "free until Wed 9 Dec 18:00, then 10.00 GBP"},
		{none, free, "non-refundable", "free until Thu 10 Dec 18:00, then 10.00 GBP"},
		{free, offset, "free until Thu 10 Dec 2026 18:00 (UTC+00:00), then 10.00 GBP", "free until Thu 10 Dec 2026 18:00 (UTC+01:00), then 10.00 GBP"},
		{free, second, "free until 2026-12-10T18:00:00Z, then 10.00 GBP", "free until 2026-12-10T18:00:30Z, then 10.00 GBP"},
		{free, two, "free until Thu 10 Dec 18:00, then 10.00 GBP", "free until Thu 10 Dec 18:00, then 10.00 GBP, 20.00 GBP from Fri 11 Dec 18:00"},
		{dear, dearer, "10.00 GBP to cancel", "20.00 GBP to cancel"},
	} {
		if was, is := costChange(december, c.before, c.after); was != c.was || is != c.is {
			t.Errorf("%q -> %q, want %q -> %q", was, is, c.was, c.is)
		}
	}
}
