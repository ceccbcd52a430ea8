package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// A canceledRow is what a script reads of a cancellation.
type canceledRow struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Outcome string `json:"outcome"`
	Cost    string `json:"cost"`
	By      string `json:"cancelled_by"`
	Why     string `json:"why"`
}

// cancelled runs a cancellation and reads the array that it prints.
func (f *fixture) cancelled(args ...string) (code int, rows []canceledRow, errOut string) {
	f.t.Helper()
	args = append([]string{"reservation", "cancel"}, append(args, "--json", "id,status,outcome,cost,cancelled_by,why")...)
	code, out, errOut := f.run(args...)
	if out != "" {
		if err := json.Unmarshal([]byte(out), &rows); err != nil {
			f.t.Errorf("%q prints no array: %v\n%s", args, err, out)
		}
	}
	return code, rows, errOut
}

// confirmed returns the ids of reservations that can be cancelled.
func (f *fixture) confirmed(limit string) []string {
	f.t.Helper()
	_, ids, _ := f.run("reservation", "list", "--status", "confirmed", "--limit", limit, "--jq", ".[].id")
	return strings.Fields(ids)
}

// The exit code is 0 only if every reservation that was named is cancelled in the end, for one and for several. What is
// printed is an array that names each.
func TestCancel_ExitCode(t *testing.T) {
	f, _ := drafted(t)
	ids := f.confirmed("6")
	if len(ids) != 6 {
		t.Fatalf("there are %d reservations", len(ids))
	}
	_, created, _ := f.run("reservation", "list", "--status", "created", "--limit", "1", "--jq", ".[].id")
	pending := strings.TrimSpace(created)
	if pending == "" {
		t.Fatal("there is no reservation that is not confirmed yet")
	}
	missing := strings.Repeat("0", 32)
	for _, c := range []struct {
		ids  []string
		code int
		want string
	}{
		{ids[:1], exit.OK, "cancelled"},
		{ids[:1], exit.OK, "already"},
		{[]string{missing}, exit.Failed, "left out"},
		{[]string{ids[1], ids[1]}, exit.OK, "cancelled"},
		{[]string{ids[0], ids[1]}, exit.OK, "already already"},
		{[]string{ids[2], ids[0]}, exit.OK, "cancelled already"},
		{[]string{ids[3], missing}, exit.Failed, "cancelled left out"},
		{[]string{ids[0], missing}, exit.Failed, "already left out"},
		{[]string{ids[4], pending}, exit.Failed, "cancelled left out"},
	} {
		code, rows, errOut := f.cancelled(append([]string{"--yes", "--word", "cancel"}, c.ids...)...)
		var outcomes []string
		for _, row := range rows {
			outcomes = append(outcomes, row.Outcome)
			if (row.Outcome == "already" || row.Outcome == "cancelled") != (row.Status == "CANCELED") {
				t.Errorf("%v: %+v", c.ids, row)
			}
			if row.Outcome == "already" && (row.By == "" || !strings.Contains(row.Why, "from here by "+row.By+", ") || row.Cost == "") {
				t.Errorf("the journal knows who cancelled it: %+v", row)
			}
		}
		if got := strings.Join(outcomes, " "); code != c.code || got != c.want {
			t.Errorf("%v: exit %d, %q, want %d, %q: %s", c.ids, code, got, c.code, c.want, errOut)
		}
	}
}

// Of a reservation that was cancelled elsewhere the journal does not know by whom.
func TestCancel_Elsewhere(t *testing.T) {
	f, _ := drafted(t)
	id := f.confirmed("1")[0]
	if code, _, errOut := f.run("api", "POST", "/rest/v1/reservation/"+id+"/cancel", "--yes"); code != exit.OK {
		t.Fatal(errOut)
	}
	code, rows, errOut := f.cancelled(id, "--yes")
	if code != exit.OK || len(rows) != 1 || rows[0].Outcome != "already" || rows[0].By != "" || rows[0].Why != "It is cancelled already." {
		t.Errorf("exit %d, %+v, %s", code, rows, errOut)
	}
}

// What is not sent is printed as well, so that a script reads an array in each case.
func TestCancel_ArrayWhenNotSent(t *testing.T) {
	f, _ := drafted(t, "forbidden POST /rest/v1/reservation/{reservation_id}/cancel")
	_, id, _ := f.run("reservation", "list", "--status", "confirmed", "--jq", `[.[] | select(.cost_now != "free")][0].id`)
	code, rows, errOut := f.cancelled(strings.TrimSpace(id), "--yes", "--free")
	if code != exit.Changed || len(rows) != 1 || rows[0].Outcome != "not tried" || rows[0].Cost == "" {
		t.Errorf("it costs: exit %d, %v, %s", code, rows, errOut)
	}
	if code, rows, errOut = f.cancelled(strings.TrimSpace(id), "--yes"); code != exit.Auth || len(rows) != 1 || rows[0].Outcome != "refused" || rows[0].Why == "" {
		t.Errorf("it is refused: exit %d, %v, %s", code, rows, errOut)
	}
	code, rows, errOut = f.cancelled("--resume", "--yes", "--word", "cancel")
	if code != exit.OK || rows == nil || len(rows) != 0 || !strings.Contains(errOut, "no cancellation to go on with") {
		t.Errorf("nothing to resume: exit %d, %v, %s", code, rows, errOut)
	}
}
