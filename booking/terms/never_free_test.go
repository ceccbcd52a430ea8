package terms

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

// neverFree has the terms, as services write them, of rates for 241.03 GBP that cannot be cancelled free from december on,
// and the words of their penalty line.
func neverFree() map[string]struct {
	terms api.Terms
	line  string
} {
	flagged := func(refundable bool, deadline, amount string) api.CancelPenalty {
		p := penalty(deadline, amount)
		p.Refundable = &refundable
		return p
	}
	of := func(refundable *bool, steps ...api.CancelPenalty) api.Terms {
		return api.Terms{Refundable: refundable, Penalties: steps}
	}
	const begun, later, whole = "2026-08-06T00:00:00Z", "2026-12-12T15:00:00Z", "non-refundable: 241.03 GBP whenever it is cancelled"
	return map[string]struct {
		terms api.Terms
		line  string
	}{
		"a search":                           {of(ref(false), penalty(begun, "241.03")), whole},
		"a verification":                     {of(nil, flagged(false, begun, "241.03")), whole},
		"a verification without an amount":   {of(nil, flagged(false, begun, "")), whole},
		"a flag alone":                       {of(ref(false)), whole},
		"a flag, and a penalty to come":      {of(ref(false), penalty(later, "241.03")), whole},
		"a flag, and a penalty without time": {of(ref(false), penalty("", "241.03")), whole},
		"a penalty of all, without a flag":   {of(nil, penalty(begun, "241.03")), "241.03 GBP whenever it is cancelled"},
		"a penalty of a part":                {of(ref(true), penalty(begun, "90.00")), "90.00 GBP whenever it is cancelled"},
		"a part, then all":                   {of(ref(true), penalty(begun, "90.00"), penalty(later, "241.03")), "90.00 GBP | 241.03 GBP from Sat 12 Dec 15:00 UTC"},
		"a penalty without an amount":        {of(ref(true), penalty(begun, "")), ""},
	}
}

// No drawing or text of such terms says "free", for a rate or for a reservation.
func TestTerms_NeverFree(t *testing.T) {
	t.Parallel()
	for name, c := range neverFree() {
		t.Run(name, func(t *testing.T) {
			all := Of(c.terms).For(api.NewMoney("241.03", "GBP"))
			for when, made := range map[string]time.Time{"offered": {}, "booked": december.Add(-time.Hour)} {
				var drawn []string
				for _, s := range all.Stretches(made, december) {
					words := s.Words
					if s.At != "" {
						words += " from " + s.At
					}
					drawn = append(drawn, words)
				}
				if got := strings.Join(drawn, " | "); got != c.line {
					t.Errorf("%s: the line is %q, want %q", when, got, c.line)
				}
				said := append(drawn, all.Short(december), all.ShortSaid(december), all.Refund(december).Word())
				for _, line := range all.ClockLines(made, december, time.UTC) {
					said = append(said, line.Text)
				}
				wide, narrow := all.RefundDetail(december)
				said = append(append(append(said, wide, narrow), all.CancelLines(december, time.UTC)...), all.OfferLines(december, time.UTC)...)
				said = append(append(said, all.AgreedLines(december)...), all.PenaltyLines(december)...)
				for _, text := range said {
					if strings.Contains(text, "free") {
						t.Errorf("%s: it says %q", when, text)
					}
				}
			}
			if next, _ := all.NextChange(december); next != nil && !strings.Contains(c.line, " from ") {
				t.Errorf("it has a deadline at %s", next.From)
			}
		})
	}
}
