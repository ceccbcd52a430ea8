//go:build unix

package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"bellhop/cli/exit"
	"bellhop/internal/gated"
)

// A script cancels a batch: it looks at the cost, agrees to it, and reads the outcome of each reservation.
func TestJourneyBatch(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	// A stay that has begun may be over by the hotel's clock.
	const price = `[.[] | select(.arrival > (now | todate) and (.cost_now // "" | test("^[0-9.,]+ USD$")))] | .[:3][] | .id`
	code, out, errOut := command(t, home, "reservation", "list", "--demo", "--status", "confirmed", "--jq", price)
	ids := strings.Fields(out)
	if code != exit.OK || len(ids) != 3 {
		t.Fatalf("exit %d, %s%s", code, out, errOut)
	}
	missing := strings.Repeat("0", 32)
	batch := append([]string{"--demo", "--word", "cancel", "--at-most", "1000000 USD", "--json", "id,status,outcome"}, append(ids, missing)...)
	for _, step := range []struct {
		name string
		args []string
		code int
		want string // the outcome of each
	}{
		{"one first", []string{ids[0], "--demo", "--yes", "--json", "id,status,outcome"}, exit.OK, "cancelled"},
		{"a preview", append([]string{"--preview"}, batch...), exit.Failed, "not tried, not tried, already, left out"},
		{"too dear", append([]string{"--demo", "--word", "cancel", "--at-most", "0.01 USD", "--json", "id,status,outcome"}, ids...), exit.Changed, "not tried, not tried, already"},
		{"the batch", batch, exit.Failed, "cancelled, cancelled, already, left out"},
		{"again", batch[:len(batch)-1], exit.OK, "already, already, already"},
	} {
		code, out, errOut := command(t, home, append([]string{"reservation", "cancel"}, step.args...)...)
		var rows []struct{ ID, Status, Outcome string }
		if err := json.Unmarshal([]byte(out), &rows); err != nil {
			t.Fatalf("%s: exit %d, %v, %s%s", step.name, code, err, out, errOut)
		}
		var outcomes []string
		for _, row := range rows {
			outcomes = append(outcomes, row.Outcome)
			if done := row.Outcome == "cancelled" || row.Outcome == "already"; done != (row.Status == "CANCELED") {
				t.Errorf("%s: %+v", step.name, row)
			}
		}
		if got := strings.Join(outcomes, ", "); code != step.code || got != step.want {
			t.Errorf("%s: exit %d, %s, %s", step.name, code, got, errOut)
		}
	}
	code, out, errOut = command(t, home, "audit", "list", "--profile", "demo")
	if code != exit.OK || strings.Count(out, "  cancellation  cancelled  ") != 3 {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}
