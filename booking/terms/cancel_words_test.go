package terms

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
			"then 204.13 GBP from Thu 10 Dec 18:00",
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
			[]string{"free until Thu 10 Dec 18:00 UTC (hotel's zone not known), 2 d 4 h left", "then 90.00 GBP from Thu 10 Dec 18:00 UTC"},
		},
		"an estimate": {steps(estimated), "2026-12-08T14:00:00Z", time.UTC, []string{
			"free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left", "then about 204.13 GBP (estimated) from Thu 10 Dec 18:00",
		}},
		"a step without an amount": {steps(unsaid), "2026-12-08T14:00:00Z", time.UTC, []string{
			"free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left", "then a penalty that is not said from Thu 10 Dec 18:00",
		}},
		"a deadline without a zone": {steps(penalty("2026-12-10T18:00", "10.00")), "2026-12-08T04:00:00Z", newYork, []string{
			"free until Thu 10 Dec 18:00 (hotel; zone not said), 2 d 0 h left", "then 10.00 GBP from Thu 10 Dec 18:00",
			"a deadline has no zone: the earliest moment it can mean is taken",
		}},
		"not said now, a penalty later": {
			steps(api.CancelPenalty{Deadline: api.ParseDeadline("2026-12-01T18:00:00+00:00")}, penalty("2026-12-10T18:00:00+00:00", "204.13")),
			"2026-12-08T14:00:00Z", time.UTC,
			[]string{"what cancelling costs is not said", "then 204.13 GBP from Thu 10 Dec 18:00 (hotel and you), in 2 d 4 h"},
		},
		"the last step":       {stepped, "2026-12-20T00:00:00Z", time.UTC, []string{"612.40 GBP to cancel now"}},
		"refundable, no more": {api.Terms{Refundable: ref(true)}, "2026-12-08T14:00:00Z", time.UTC, []string{"what cancelling costs is not said"}},
		"a step that is free": {steps(penalty("2026-12-10T18:00:00Z", "0.00")), "2026-12-08T14:00:00Z", time.UTC, []string{"free to cancel"}},
		"non-refundable":      {api.Terms{Refundable: ref(false)}, "2026-12-08T14:00:00Z", time.UTC, []string{"non-refundable"}},
		"non-refundable, with its price": {
			api.Terms{Refundable: ref(false), Penalties: []api.CancelPenalty{penalty("2025-12-10T18:00:00+00:00", "612.40")}},
			"2026-12-08T14:00:00Z", time.UTC,
			[]string{"non-refundable: 612.40 GBP whenever it is cancelled"},
		},
		"nothing said": {api.Terms{}, "2026-12-08T14:00:00Z", time.UTC, []string{"what cancelling costs is not said"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Of(c.terms).CancelLines(at(t, c.now), c.zone); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestCostSentence(t *testing.T) {
	for want, cost := range map[string]Cost{
		"nothing": {Kind: CostFree},
		"not said by the service: ask the hotel before you cancel": {Kind: CostUnknown},
		"the whole price, because the rate is non-refundable":      {Kind: CostNoRefund},
		"204.13 GBP":                   {Kind: CostPenalty, Amount: api.NewMoney("204.13", "GBP")},
		"about 204.13 GBP (estimated)": {Kind: CostPenalty, Amount: api.NewMoney("204.13", "GBP"), Estimated: true},
	} {
		if got := cost.Sentence(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The clock of a reservation shows nothing that was over before it was made, and
// of a rate that was never refundable one line.
func TestClockLines(t *testing.T) {
	noRefund := api.Terms{Refundable: ref(false), Penalties: []api.CancelPenalty{penalty("2025-07-29T00:00:00+01:00", "160.36")}}
	stepped := api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00+00:00", "204.13"), penalty("2026-12-11T18:00:00+00:00", "612.40")}}
	noRefundLater := noRefund
	noRefundLater.Penalties = append(slices.Clone(noRefund.Penalties), penalty("2026-12-11T18:00:00+00:00", "300.00"))
	for name, c := range map[string]struct {
		terms     api.Terms
		made, now string
		want      []string
	}{
		"never refundable": {noRefund, "2026-11-21T18:00:00Z", "2026-11-21T18:05:00Z", []string{
			"+ non-refundable: 160.36 GBP whenever it is cancelled",
		}},
		"flag alone": {api.Terms{Refundable: ref(false)}, "2026-11-21T18:00:00Z", "2026-11-21T18:05:00Z", []string{"+ non-refundable"}},
		"non-refundable, and dearer later": {noRefundLater, "2026-11-21T18:00:00Z", "2026-11-21T18:00:00Z", []string{
			"+ now: 160.36 GBP to cancel until Fri 11 Dec 2026 18:00 (UTC+00:00) = 18:00 UTC (and you), 20 d 0 h left",
			"- then: 300.00 GBP to cancel from Fri 11 Dec 2026 18:00 (UTC+00:00) = 18:00 UTC (and you), in 20 d 0 h",
		}},
		"refundable, and nothing back any more": {
			api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{{Deadline: stepped.Penalties[0].Deadline, Amount: stepped.Penalties[0].Amount, Refundable: ref(false)}}},
			"2026-12-09T18:00:00Z", "2026-12-11T17:00:00Z",
			[]string{"- past: free to cancel until Thu 10 Dec 2026 18:00 (UTC+00:00)", "+ now: 204.13 GBP to cancel, and so it stays"},
		},
		"made while it was free": {stepped, "2026-12-09T18:00:00Z", "2026-12-11T17:00:00Z", []string{
			"- past: free to cancel until Thu 10 Dec 2026 18:00 (UTC+00:00)",
			"+ now: 204.13 GBP to cancel until Fri 11 Dec 2026 18:00 (UTC+00:00) = 18:00 UTC (and you), 1 h 0 min left",
			"- then: 612.40 GBP to cancel from Fri 11 Dec 2026 18:00 (UTC+00:00) = 18:00 UTC (and you), in 1 h 0 min",
		}},
		"made when it was free no more": {stepped, "2026-12-10T18:00:00Z", "2026-12-12T17:00:00Z", []string{
			"- past: 204.13 GBP to cancel until Fri 11 Dec 2026 18:00 (UTC+00:00)",
			"+ now: 612.40 GBP to cancel, and so it stays",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, line := range Of(c.terms).ClockLines(at(t, c.made), at(t, c.now), time.UTC) {
				mark := "- "
				if line.Holds {
					mark = "+ "
				}
				got = append(got, mark+line.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// A phase is shown by three clocks. A clock names its day if that differs from the hotel's.
func TestPhaseWords(t *testing.T) {
	phases := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00-08:00", "10.00")}}).phasesFrom(time.Time{})
	assumed := Of(api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00", "10.00")}}).phasesFrom(time.Time{})
	now := at(t, "2026-12-09T02:00:00Z")
	for want, got := range map[string]string{
		"now: free to cancel until Thu 10 Dec 2026 18:00 (UTC-08:00) = Fri 11 Dec 02:00 UTC = 21:00 (you), 2 d 0 h left":          phases[0].Words(now, time.FixedZone("", -5*60*60)),
		"then: 10.00 GBP to cancel from Thu 10 Dec 2026 18:00 (UTC-08:00) = Fri 11 Dec 02:00 UTC (and you), in 2 d 0 h":           phases[1].Words(now, time.UTC),
		"then: 10.00 GBP to cancel from Thu 10 Dec 2026 18:00 (zone not said), at the earliest = 04:00 UTC (and you), in 1 d 2 h": assumed[1].Words(now, time.UTC),
	} {
		if got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

// What a rate is told apart by: its word, what stands beside it, and the line that it is read back with.
func TestRefund(t *testing.T) {
	steps := func(refundable *bool, p ...api.CancelPenalty) Terms {
		return Of(api.Terms{Refundable: refundable, Penalties: p})
	}
	later, now := penalty("2026-12-10T18:00:00+00:00", "204.13"), penalty("2025-12-10T18:00:00+00:00", "204.13")
	none, estimate := later, now
	none.Refundable, estimate.Estimated = ref(false), true
	for name, c := range map[string]struct {
		terms                    Terms
		word, wide, narrow, line string
	}{
		"free for now": {steps(nil, later), "refundable", "until Thu 10 Dec 18:00", "until Thu 10 Dec", "refundable, free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left"},
		"a penalty that is due": {
			steps(ref(true), now), "penalty now", "204.13 GBP from now on", "204.13 from now", "! cancelling costs 204.13 GBP from now on",
		},
		"an estimate that is due": {
			steps(nil, estimate), "penalty now", "about 204.13 GBP (estimated) from now on", "about 204.13 from now", "! cancelling costs about 204.13 GBP (estimated) from now on",
		},
		"nothing back":              {steps(ref(false), now), "non-refundable", "", "", "non-refundable: 204.13 GBP whenever it is cancelled"},
		"nothing back from then on": {steps(nil, none), "refundable", "until Thu 10 Dec 18:00", "until Thu 10 Dec", "refundable, free until Thu 10 Dec 18:00 (hotel and you), 2 d 4 h left"},
		"free for good":             {steps(nil, penalty("2026-12-10T18:00:00+00:00", "0")), "refundable", "free to cancel", "free to cancel", "refundable, free to cancel"},
		"a flag and no deadline":    {steps(ref(true)), "not said", "no deadline named", "no deadline", "what cancelling costs is not said"},
		"nothing said":              {steps(nil), "not said", "", "", "what cancelling costs is not said"},
	} {
		t.Run(name, func(t *testing.T) {
			moment := at(t, "2026-12-08T14:00:00Z")
			word, line := c.terms.Refund(moment).Word(), c.terms.OfferLines(moment, time.UTC)[0]
			if wide, narrow := c.terms.RefundDetail(moment); word != c.word || wide != c.wide || narrow != c.narrow || line != c.line {
				t.Errorf("got %q, %q, %q, %q", word, wide, narrow, line)
			}
		})
	}
}

func TestPenaltyLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		terms api.Terms
		want  []string
	}{
		"nothing said":        {api.Terms{}, []string{"not said"}},
		"free":                {api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00+00:00", "0")}}, []string{"nothing"}},
		"non-refundable":      {api.Terms{Refundable: ref(false)}, []string{"the whole price from now on"}},
		"free, then not said": {api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00+01:00", "")}}, []string{"a penalty that is not said from Thu 10 Dec 18:00"}},
		"not said, then a price": {
			api.Terms{Penalties: []api.CancelPenalty{penalty("2026-11-10T18:00:00+01:00", ""), penalty("2026-12-10T18:00:00+01:00", "90")}},
			[]string{"not said", "90.00 GBP from Thu 10 Dec 18:00"},
		},
		"steps": {api.Terms{Penalties: []api.CancelPenalty{
			penalty("2026-11-01T00:00:00+01:00", "10"), penalty("2026-12-10T18:00:00+01:00", "204.13"), penalty("2026-12-11T18:00:00+01:00", "600"),
		}}, []string{"10.00 GBP from now on", "204.13 GBP from Thu 10 Dec 18:00", "600.00 GBP from Fri 11 Dec 18:00"}},
	} {
		if got := Of(c.terms).PenaltyLines(december); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
