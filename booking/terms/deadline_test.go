package terms

import (
	"testing"
	"time"

	"bellhop/api"
)

// A deadline is read in both of its shapes and told with weekday and offset; one
// without a zone counts from the earliest instant that it can mean, and is said
// to be that.
func TestTrap27Deadlines(t *testing.T) {
	for text, want := range map[string]struct {
		from    string
		assumed bool
		words   string
	}{
		"2026-12-10T18:00:00+01:00": {"2026-12-10T17:00:00Z", false, "Thu 10 Dec 2026 18:00 (UTC+01:00)"},
		"2026-12-10T18:00+01:00":    {"2026-12-10T17:00:00Z", false, "Thu 10 Dec 2026 18:00 (UTC+01:00)"},
		"2026-12-10T18:00:00Z":      {"2026-12-10T18:00:00Z", false, "Thu 10 Dec 2026 18:00 (UTC+00:00)"},
		"2026-12-10T18:00:00":       {"2026-12-10T04:00:00Z", true, "Thu 10 Dec 2026 18:00 (zone not said)"},
		"2026-12-10T18:00":          {"2026-12-10T04:00:00Z", true, "Thu 10 Dec 2026 18:00 (zone not said)"},
	} {
		c := Of(api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline(text), Amount: api.NewMoney("10", "GBP")}}})
		s := c.Steps[0]
		if s.From.Format(time.RFC3339) != want.from || s.Assumed != want.assumed || DeadlineLong(s.Deadline) != want.words {
			t.Errorf("%s is %s, assumed %t, %q", text, s.From.Format(time.RFC3339), s.Assumed, DeadlineLong(s.Deadline))
		}
		if cost := c.CostAt(s.From.Add(-time.Second)); cost.Kind != CostFree || cost.Assumed != want.assumed {
			t.Errorf("%s: a second before it costs %+v", text, cost)
		}
		if cost := c.CostAt(s.From); cost.Kind != CostPenalty {
			t.Errorf("%s: from then on it costs %+v", text, cost)
		}
	}
}
