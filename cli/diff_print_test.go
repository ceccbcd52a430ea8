package cli

import (
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/recording"
)

func TestDiffPrints(t *testing.T) {
	verify := recording.Difference{A: 2, B: 2, Method: "POST", Path: "/v", Kind: "changed", Field: "response.price.total_price", Before: "612.4", After: "640"}
	status, hostile := verify, verify
	status.Field, status.Before, status.After = "status", "200", "400"
	hostile.Kind, hostile.Field, hostile.Before, hostile.After = "removed", "response.a", "\"\x1b[2J\u202e\"", ""
	d := diff{
		A: diffSide{Requests: 5}, B: diffSide{Requests: 4},
		Differences: []recording.Difference{
			status, verify, hostile,
			{A: 3, Method: "GET", Path: "/r", Kind: "removed", Field: "request"},
			{B: 5, Method: "GET", Path: "/r", Kind: "added", Field: "request"},
		},
	}
	printed := func() string {
		var out strings.Builder
		if err := d.print(&out, "a", "b"); err != nil {
			t.Error(err)
		}
		return out.String()
	}
	const want = `POST /v  (line 2)
  changed  status                      200 → 400
  changed  response.price.total_price  612.4 → 640
  removed  response.a                  "?[2J?"
GET /r  (line 3, only in a)
GET /r  (line 5, only in b)
5 differences in 3 requests; a has 5, b has 4
`
	if got := printed(); got != want {
		t.Errorf("it prints\n%s", got)
	}
	d.Differences = make([]recording.Difference, 25)
	for i := range d.Differences {
		d.Differences[i] = verify
	}
	if out := printed(); strings.Count(out, "612.4 → 640") != maxListed || !strings.Contains(out, "  and 5 more, which --json lists\n") {
		t.Errorf("it prints\n%s", out)
	}
}

func TestSpanOf(t *testing.T) {
	at := time.Date(2026, 12, 12, 9, 30, 0, 0, time.UTC)
	for to, want := range map[time.Duration]string{
		0:                "recorded Sat 12 Dec 2026 09:30:00 UTC",
		90 * time.Second: "recorded Sat 12 Dec 2026 09:30:00 to 09:31:30 UTC",
		24 * time.Hour:   "recorded Sat 12 Dec 2026 09:30:00 to Sun 13 Dec 2026 09:30:00 UTC",
	} {
		if got := spanOf(at, at.Add(to)); got != want {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
	}
}
