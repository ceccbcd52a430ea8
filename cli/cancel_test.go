package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"bellhop/api"
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

// The exit code is 0 only if every named reservation is cancelled in the end, for one and for several. The command prints
// an array with each of them.
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
		// One word names an outcome in the rows, in the announcement and in the sum.
		if n := strings.Count(c.want, "already"); n > 0 && (!strings.Contains(errOut, strconv.Itoa(n)+" already") || !strings.Contains(errOut, ids[0]+"  already  ")) {
			t.Errorf("%v: %s", c.ids, errOut)
		}
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
	if code != exit.OK || len(rows) != 1 || rows[0].Outcome != "already" || rows[0].By != "" || rows[0].Why != "It was already cancelled." {
		t.Errorf("exit %d, %+v, %s", code, rows, errOut)
	}
}

// The answer lists a cancellation that was not sent as well, so that a script always reads an array.
func TestCancel_ArrayWhenNotSent(t *testing.T) {
	f, _ := drafted(t, "forbidden POST /rest/v1/reservation/{reservation_id}/cancel")
	_, id, _ := f.run("reservation", "list", "--status", "confirmed", "--jq", `[.[] | select(.arrival > (now | todate) and .cost_now != "free")][0].id`)
	code, rows, errOut := f.cancelled(strings.TrimSpace(id), "--yes", "--free")
	if code != exit.Changed || len(rows) != 1 || rows[0].Outcome != "not tried" || rows[0].Cost == "" {
		t.Errorf("it costs: exit %d, %v, %s", code, rows, errOut)
	}
	if code, rows, errOut = f.cancelled(strings.TrimSpace(id), "--yes"); code != exit.Auth || len(rows) != 1 || rows[0].Outcome != "refused" || rows[0].Why == "" {
		t.Errorf("it is refused: exit %d, %v, %s", code, rows, errOut)
	}
	code, rows, errOut = f.cancelled("--resume", "--yes", "--word", "cancel")
	if code != exit.OK || rows == nil || len(rows) != 0 || !strings.Contains(errOut, "no interrupted cancellation to resume") {
		t.Errorf("nothing to resume: exit %d, %v, %s", code, rows, errOut)
	}
}

// standing reports whether a reservation is not cancelled, as the service has it now.
func (f *fixture) standing(id string) bool {
	f.t.Helper()
	_, out, _ := f.run("reservation", "show", id, "--jq", ".status")
	return strings.TrimSpace(out) == "CONFIRMED"
}

// A preview prints the cost and the deadline and sends nothing: it needs no agreement, and takes a profile that is read-only.
func TestCancel_Preview(t *testing.T) {
	f, _ := drafted(t)
	_, out, _ := f.run("reservation", "list", "--status", "confirmed", "--jq", `[.[] | select(.deadline != null)] | .[:2][] | .id`)
	ids := strings.Fields(out)
	if len(ids) != 2 {
		t.Fatalf("%d reservations have a deadline", len(ids))
	}
	for _, args := range [][]string{{ids[0]}, ids, {ids[0], "--read-only"}} {
		code, out, errOut := f.run(append(words("reservation cancel --preview --json id,outcome,cost,deadline"), args...)...)
		var rows []struct{ ID, Outcome, Cost, Deadline string }
		if err := json.Unmarshal([]byte(out), &rows); err != nil || code != exit.OK || len(rows) == 0 {
			t.Fatalf("%v: exit %d, %v, %s%s", args, code, err, out, errOut)
		}
		for _, row := range rows {
			_, want, _ := f.run("reservation", "show", row.ID, "--jq", ".deadline")
			if row.Cost == "" || row.Outcome != "not tried" || row.Deadline != strings.TrimSpace(want) || !f.standing(row.ID) {
				t.Errorf("%v: %+v, the deadline is %s", args, row, want)
			}
		}
	}
	if code, out, errOut := f.run("reservation", "cancel", ids[0], strings.Repeat("0", 32), "--preview"); code != exit.Failed || strings.Count(out+errOut, "left out") != 2 ||
		!strings.HasSuffix(errOut, "\nNothing was sent.\nbellhop: 1 left out\n") {
		t.Errorf("one is not found: exit %d, %s%s", code, out, errOut)
	}
	_, costly, _ := f.run("reservation", "list", "--status", "confirmed", "--jq", `[.[] | select(.arrival > (now | todate) and .cost_now != "free")][0].id`)
	if code, _, errOut := f.run("reservation", "cancel", strings.TrimSpace(costly), "--preview", "--free"); code != exit.Changed || strings.Count(strings.ToLower(errOut), "nothing was sent") != 1 {
		t.Errorf("it costs: exit %d, %s", code, errOut)
	}
	if code, _, errOut := f.run("reservation", "cancel", ids[0], "--preview", "--dry-run"); code != exit.Usage || !strings.Contains(errOut, "leave one of them out") {
		t.Errorf("with --dry-run: exit %d, %s", code, errOut)
	}
}

// --at-most stands in place of --yes. It is compared with the cost in its own currency, for several with the sum, and a
// higher cost is not sent.
func TestCancel_AtMost(t *testing.T) {
	f, _ := drafted(t)
	_, out, _ := f.run("reservation", "list", "--status", "confirmed", "--jq", `[.[] | select(.arrival > (now | todate) and (.cost_now // "" | test("^[0-9.,]+ USD$")))] | .[:3][] | .id`)
	ids := strings.Fields(out)
	if len(ids) != 3 {
		t.Fatalf("%d reservations have a cost in USD", len(ids))
	}
	_, rows, _ := f.cancelled(append([]string{"--preview"}, ids...)...)
	cost := func(i int) api.Money {
		number, code, _ := strings.Cut(rows[i].Cost, " ")
		return api.NewMoney(number, code)
	}
	plain := func(m api.Money) string { return m.Number() + " " + m.Currency() }
	sum, err := cost(1).Add(cost(2))
	if err != nil {
		t.Fatal(err)
	}
	less, err := sum.Sub(api.NewMoney("0.01", "USD"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		limits []string
		ids    []string
		code   int
		says   string
	}{
		"less":                 {[]string{"0.01 USD"}, ids[:1], exit.Changed, " is more than 0.01 USD (--at-most)"},
		"another currency":     {[]string{"9000000 JPY"}, ids[:1], exit.Changed, ", but there is no limit in USD"},
		"the sum is more":      {[]string{plain(less)}, ids[1:], exit.Changed, " is more than "},
		"twice a currency":     {[]string{"5 USD", "6 USD"}, ids[:1], exit.Usage, `--at-most: "6 USD": there are two amounts in USD`},
		"without its currency": {[]string{"50"}, ids[:1], exit.Usage, `--at-most: "50": not an amount with its currency`},
	} {
		args := append([]string{"--word", "cancel"}, c.ids...)
		for _, limit := range c.limits {
			args = append(args, "--at-most", limit)
		}
		code, rows, errOut := f.cancelled(args...)
		if code != c.code || !strings.Contains(errOut, c.says) || code == exit.Changed && (len(rows) != len(c.ids) || rows[0].Outcome != "not tried") {
			t.Errorf("%s: exit %d, %+v, %s", name, code, rows, errOut)
		}
	}
	if code, _, errOut := f.run(append([]string{"reservation", "cancel", "--at-most", plain(sum)}, ids[1:]...)...); code != exit.Usage || !strings.Contains(errOut, "--word cancel") {
		t.Errorf("several without the word: exit %d, %s", code, errOut)
	}
	for _, id := range ids {
		if !f.standing(id) {
			t.Errorf("%s was cancelled", id)
		}
	}
	if code, _, errOut := f.cancelled("--at-most", "1 JPY", "--at-most", plain(cost(0)), ids[0]); code != exit.OK || f.standing(ids[0]) {
		t.Errorf("one: exit %d, %s", code, errOut)
	}
	if code, _, errOut := f.cancelled("--at-most", plain(sum), "--word", "cancel", ids[1], ids[2]); code != exit.OK || f.standing(ids[1]) || f.standing(ids[2]) {
		t.Errorf("several: exit %d, %s", code, errOut)
	}
}

// A cost that the service only estimates is within no limit.
func TestCancel_AtMostEstimated(t *testing.T) {
	f, _ := drafted(t)
	_, out, _ := f.run("profile", "list", "--jq", `.[] | select(.name == "work") | .base_url`)
	service, err := url.Parse(strings.TrimSpace(out))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(service)
	proxy.ModifyResponse = func(r *http.Response) error {
		body, err := io.ReadAll(r.Body)
		body = bytes.ReplaceAll(body, []byte(`"estimated_amount":false`), []byte(`"estimated_amount":true`))
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
		return err
	}
	estimates := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Accept-Encoding", "identity")
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(estimates.Close)
	f.in = strings.NewReader("secret\n")
	if code, _, errOut := f.run("profile", "add", "estimates", "--base-url", estimates.URL, "--account", "partner", "--environment", "sandbox"); code != exit.OK {
		t.Fatal(errOut)
	}
	_, out, _ = f.run("reservation", "list", "--profile", "estimates", "--status", "confirmed", "--jq", `[.[] | select(.cost_now // "" | test("USD .estimated"))][0].id`)
	id := strings.TrimSpace(out)
	if code, rows, errOut := f.cancelled("--profile", "estimates", "--at-most", "900000 USD", id); code != exit.Changed || len(rows) != 1 ||
		rows[0].Outcome != "not tried" || !strings.Contains(errOut, "the cost is only estimated, about ") || !f.standing(id) {
		t.Errorf("exit %d, %+v, %s", code, rows, errOut)
	}
}

// The preview of new dates has their price and their deadline; --at-most limits that price.
func TestDates_PreviewAndAtMost(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	code, id, errOut := f.run("book", "--from", draft, "--yes", "--jq", ".id")
	if code != exit.OK {
		t.Fatal(errOut)
	}
	dates := append(words("reservation dates "+strings.TrimSpace(id)), "+201 3n", "--accept-changes")
	code, out, errOut := f.run(append(dates, "--preview", "--read-only", "--json", "status,arrival,new_arrival,new_total,new_deadline,changes")...)
	var got struct {
		Status, Arrival string
		New             string `json:"new_arrival"`
		Total           string `json:"new_total"`
		Deadline        string `json:"new_deadline"`
		Changes         []any
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exit.OK || got.Total == "" || got.Deadline == "" || got.New <= got.Arrival {
		t.Fatalf("exit %d, %v, %s%s", code, err, out, errOut)
	}
	if code, out, errOut = f.run(append(dates, "--preview")...); code != exit.OK || !strings.Contains(out, "new price") || !strings.Contains(out, "cancelling then") || strings.Contains(out, "Rossi") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	number, currency, _ := strings.Cut(got.Total, " ")
	less, err := api.NewMoney(number, currency).Sub(api.NewMoney("1", currency))
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []string{less.Number() + " " + currency, "1 JPY"} {
		code, _, errOut := f.run(append(dates, "--at-most", limit)...)
		if _, out, _ := f.run("reservation", "show", strings.TrimSpace(id), "--jq", ".arrival"); code != exit.Changed || strings.TrimSpace(out) != got.Arrival {
			t.Errorf("%s: exit %d, it begins on %s, %s", limit, code, out, errOut)
		}
	}
	if code, out, errOut = f.run(append(dates, "--at-most", got.Total, "--jq", ".arrival")...); code != exit.OK || strings.TrimSpace(out) != got.New {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}
