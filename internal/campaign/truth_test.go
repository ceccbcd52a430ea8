package campaign

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/booking/journal"
)

const wire = `{"id":"R%d","status":"CONFIRMED","check_in_date":"2026-12-11T15:00:00Z","check_out_date":"2026-12-13T15:00:00Z",` +
	`"custom_data":{"bellhop_attempt":"att-%[1]d","n":7},"guests":{"primary":{"email":"guest-%[1]d@example.com"}},` +
	`"hotel":{"chain_code":"LX","property_code":"1"},"payment":{"guest":{"amount":48000,"token":"x"}},` +
	`"rate":{"booking_code":"CODE","price":{"total_price":48000,"currency_code":"JPY"}}}`

// serveWire serves a list of reservations, a hundred a page, and each by itself.
func serveWire(t *testing.T, total int, list []string, alone map[string]string) *witness {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, token, _ := r.BasicAuth(); user != account || token != "key" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if id, one := strings.CutPrefix(r.URL.Path, "/rest/v1/reservation/"); one {
			if alone[id] == "" {
				w.WriteHeader(http.StatusNotFound)
			}
			_, _ = fmt.Fprint(w, alone[id])
			return
		}
		var page int
		_, _ = fmt.Sscan(r.URL.Query().Get("page_number"), &page)
		items := slices.Collect(slices.Chunk(list, pageSize))
		var shown []string
		if page <= len(items) {
			shown = items[page-1]
		}
		_, _ = fmt.Fprintf(w, `{"total_items_without_paging":%d,"items":[%s]}`, total, strings.Join(shown, ","))
	}))
	t.Cleanup(server.Close)
	return &witness{address: server.URL, token: "key", zones: map[string]*time.Location{"LX1": zone(t, "Asia/Tokyo")}}
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// The witness reads every page and every reservation, and the hotel's days.
func TestWitness(t *testing.T) {
	t.Parallel()
	list, alone := []string{}, map[string]string{}
	for i := range 203 {
		text := fmt.Sprintf(wire, i)
		list = append(list, text)
		alone[fmt.Sprintf("R%d", i)] = text
	}
	all, problems, err := serveWire(t, 203, list, alone).read(t.Context())
	if err != nil || len(problems) > 0 || len(all) != 203 {
		t.Fatalf("%d reservations, %q, %v", len(all), problems, err)
	}
	want := stored{
		id: "R202", attempt: "att-202", guest: "guest-202@example.com", hotel: "LX1", rate: "CODE",
		in: "2026-12-12", out: "2026-12-14", total: "48000", charged: "48000", currency: "JPY",
	}
	if all[202] != want {
		t.Errorf("got %+v\nwant %+v", all[202], want)
	}
}

// What does not agree is a problem, and what cannot be read an error.
func TestWitnessNamesWhatIsOdd(t *testing.T) {
	t.Parallel()
	one := fmt.Sprintf(wire, 1)
	with := func(from, to string) string { return strings.Replace(one, from, to, 1) }
	for name, c := range map[string]struct {
		total    int
		listed   string
		alone    string
		problems []string
		err      string
	}{
		"all well":             {1, one, one, nil, ""},
		"in another order":     {1, `{"a":1,"b":2,` + one[1:], `{"b":2,"a":1,` + one[1:], nil, ""},
		"more than there are":  {2, one, one, []string{"the list says that it has 2 reservations, and has 1"}, ""},
		"listed otherwise":     {1, one, with("48000", "48000.0"), []string{"R1 is listed otherwise than it is read"}, ""},
		"of another status":    {1, with("CONFIRMED", "CREATED"), with("CONFIRMED", "CREATED"), []string{"R1 has the status CREATED"}, ""},
		"at another hotel":     {1, with(`"LX"`, `"QI"`), with(`"LX"`, `"QI"`), []string{"R1 is at the hotel QI1, which nobody was to book"}, ""},
		"listed, and not read": {1, one, "", nil, "reading what the service has: /rest/v1/reservation/R1 answers 404 Not Found"},
		"no JSON by itself":    {1, one, "<html>", nil, "reading what the service has: /rest/v1/reservation/R1: "},
		"no date":              {1, with("2026-12-11T15:00:00Z", "soon"), one, nil, "a reservation of the list: "},
	} {
		_, problems, err := serveWire(t, c.total, []string{c.listed}, map[string]string{"R1": c.alone}).read(t.Context())
		if !reflect.DeepEqual(problems, c.problems) || c.err == "" && err != nil || c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), c.err)) {
			t.Errorf("%s: %q, %v", name, problems, err)
		}
	}
	w := serveWire(t, 0, nil, nil)
	w.token = "wrong"
	if _, _, err := w.read(t.Context()); err == nil || !strings.HasSuffix(err.Error(), "answers 401 Unauthorized") {
		t.Errorf("a wrong key: %v", err)
	}
}

// The same seed makes the same trouble, at about the rate that was asked for.
func TestCountdown(t *testing.T) {
	t.Parallel()
	due := func(seed uint64, every int) (at []int) {
		c := newCountdown(seed, 1, every)
		for i := range 10_000 {
			if c.due() {
				at = append(at, i)
			}
		}
		return at
	}
	first := due(1, 40)
	if n := len(first); n < 200 || n > 300 {
		t.Errorf("%d times in 10000", n)
	}
	if !reflect.DeepEqual(first, due(1, 40)) || reflect.DeepEqual(first, due(2, 40)) {
		t.Error("the seed does not decide")
	}
	if got := due(1, -1); got != nil {
		t.Errorf("never is %v", got)
	}
}

// FuzzReadStored reads anything without a panic, and the same twice.
func FuzzReadStored(f *testing.F) {
	for _, text := range []string{fmt.Sprintf(wire, 1), `{}`, `null`, `[]`, `{"id":1}`, `{"check_in_date":"0001-01-01T00:00:00Z","hotel":{"chain_code":"LX1"}}`, "\xff"} {
		f.Add([]byte(text))
	}
	zones := map[string]*time.Location{"LX1": time.UTC}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, problem, err := readStored(text, zones)
		again, problemAgain, errAgain := readStored(text, zones)
		if s != again || problem != problemAgain || (err == nil) != (errAgain == nil) {
			t.Errorf("%q is read as %+v and as %+v", text, s, again)
		}
	})
}

// Of a stay's creates each beyond the first needs a reason in the journal, and no attempt is sent twice.
func TestCountCreates(t *testing.T) {
	t.Parallel()
	state := func(attempt string, result journal.Result, cause journal.Cause) journal.AttemptState {
		return journal.AttemptState{
			Plan: journal.Plan{Attempt: attempt, Kind: journal.Create}, Step: journal.Resolved, Outcome: journal.Outcome{Result: result, Cause: cause},
		}
	}
	open := state("open", "", "")
	open.Step = journal.Sent
	hour := func(n int) time.Time { return time.Date(2026, 12, 1, n, 0, 0, 0, time.UTC) }
	late, early, next := state("late", journal.Booked, ""), state("early", journal.Booked, ""), state("next", journal.Booked, "")
	late.CountedNotMade, early.Planned, next.Planned = hour(2), hour(1), hour(3)
	ended := state("ended", journal.NotBooked, "expired")
	ended.Ended = hour(2)
	states := []journal.AttemptState{
		state("booked", journal.Booked, ""), state("refused", journal.NotBooked, "RATE_NOT_AVAILABLE"), state("bare", journal.NotBooked, ""), open, late, early, next, ended,
	}
	for name, test := range map[string]struct {
		sent                 []create
		doubled, unexplained int
		again                string
	}{
		"one of each stay":       {[]create{{"booked", "a"}, {"refused", "b"}}, 0, 0, "map[]"},
		"after a refusal":        {[]create{{"refused", "a"}, {"booked", "a"}}, 0, 0, "map[RATE_NOT_AVAILABLE:1]"},
		"after a booking":        {[]create{{"booked", "a"}, {"refused", "a"}}, 0, 1, "map[]"},
		"without a reason":       {[]create{{"bare", "a"}, {"booked", "a"}}, 0, 1, "map[]"},
		"after an open one":      {[]create{{"open", "a"}, {"booked", "a"}}, 0, 1, "map[]"},
		"after one not written":  {[]create{{"unknown", "a"}, {"booked", "a"}}, 0, 1, "map[]"},
		"after one made late":    {[]create{{"late", "a"}, {"next", "a"}}, 0, 0, "map[made after its time:1]"},
		"before it was late":     {[]create{{"late", "a"}, {"early", "a"}}, 0, 1, "map[]"},
		"after one that ended":   {[]create{{"ended", "a"}, {"next", "a"}}, 0, 0, "map[expired:1]"},
		"before it ended":        {[]create{{"ended", "a"}, {"early", "a"}}, 0, 1, "map[]"},
		"the same attempt again": {[]create{{"booked", "a"}, {"booked", "a"}}, 1, 0, "map[]"},
	} {
		var r Report
		newComparison(&r, nil, states).countCreates(test.sent)
		if r.Doubled != test.doubled || r.Unexplained != test.unexplained || fmt.Sprint(r.SecondCreates) != test.again || r.Creates != len(test.sent) {
			t.Errorf("%s: %d doubled, %d unexplained, again %v of %d", name, r.Doubled, r.Unexplained, r.SecondCreates, r.Creates)
		}
	}
}
