package booking

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
)

func TestCancelLines(t *testing.T) {
	newYork := time.FixedZone("", -5*60*60)
	steps := func(p ...api.CancelPenalty) api.Terms { return api.Terms{Penalties: p} }
	stepped := steps(penalty("2026-12-10T18:00:00+00:00", "204.13"), penalty("2026-12-11T18:00:00+00:00", "612.40"))
	estimated := penalty("2026-12-10T18:00:00+00:00", "204.13")
	estimated.Estimated = true
	unsaid := api.CancelPenalty{Deadline: api.ParseDeadline("2026-12-10T18:00:00+00:00")}
	for name, c := range map[string]struct {
		terms api.Terms
		now   string
		zone  *time.Location
		want  []string
	}{
		"free, then two steps": {stepped, "2026-12-08T14:00:00Z", time.UTC, []string{
			"free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left",
			"then 204.13 GBP",
			"then 612.40 GBP from Fri 11 Dec 18:00 (hotel and you), in 3 d 4 h",
		}},
		"the agent sits elsewhere": {stepped, "2026-12-10T19:00:00Z", newYork, []string{
			"204.13 GBP to cancel now",
			"then 612.40 GBP from Fri 11 Dec 18:00 (hotel) = 13:00 (you), in 23 h 0 min",
		}},
		"and on another day": {stepped, "2026-12-10T19:00:00Z", time.FixedZone("", 9*60*60), []string{
			"204.13 GBP to cancel now",
			"then 612.40 GBP from Fri 11 Dec 18:00 (hotel) = Sat 03:00 (you), in 23 h 0 min",
		}},
		"a later cheaper step changes nothing": {
			steps(penalty("2026-12-10T18:00:00Z", "90.00"), penalty("2026-12-11T18:00:00Z", "10.00")), "2026-12-08T14:00:00Z", time.UTC,
			[]string{"free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left", "then 90.00 GBP"},
		},
		"an estimate": {steps(estimated), "2026-12-08T14:00:00Z", time.UTC, []string{
			"free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left", "then about 204.13 GBP (estimated)",
		}},
		"a step without an amount": {steps(unsaid), "2026-12-08T14:00:00Z", time.UTC, []string{
			"free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left", "then a penalty that is not said",
		}},
		"a deadline without a zone": {steps(penalty("2026-12-10T18:00", "10.00")), "2026-12-08T04:00:00Z", newYork, []string{
			"free until Thu 10 Dec 18:00 (hotel; zone not said), 2 d 0 h left", "then 10.00 GBP",
			"a deadline has no zone: the earliest moment it can mean is taken",
		}},
		"the last step":       {stepped, "2026-12-20T00:00:00Z", time.UTC, []string{"612.40 GBP to cancel now"}},
		"refundable, no more": {api.Terms{Refundable: ref(true)}, "2026-12-08T14:00:00Z", time.UTC, []string{"free to cancel, no deadline named"}},
		"a step that is free": {steps(penalty("2026-12-10T18:00:00Z", "0.00")), "2026-12-08T14:00:00Z", time.UTC, []string{"free to cancel"}},
		"not refundable":      {api.Terms{Refundable: ref(false)}, "2026-12-08T14:00:00Z", time.UTC, []string{"not refundable"}},
		"nothing said":        {api.Terms{}, "2026-12-08T14:00:00Z", time.UTC, []string{"what cancelling costs is not said"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ConditionsOf(c.terms).CancelLines(at(t, c.now), c.zone); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestCostSentence(t *testing.T) {
	for want, cost := range map[string]Cost{
		"nothing": {Kind: CostFree},
		"not said by the service: ask the hotel before you cancel": {Kind: CostUnknown},
		"the whole price, because the rate is not refundable":      {Kind: CostNoRefund},
		"204.13 GBP":                   {Kind: CostPenalty, Amount: api.NewMoney("204.13", "GBP")},
		"about 204.13 GBP (estimated)": {Kind: CostPenalty, Amount: api.NewMoney("204.13", "GBP"), Estimated: true},
	} {
		if got := cost.Sentence(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
