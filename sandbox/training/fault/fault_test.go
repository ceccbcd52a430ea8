package fault

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/service"
)

func TestParse(t *testing.T) {
	t.Parallel()
	text := "\ufeff" + `# the network of the night shift
reset-after POST /rest/v1/reservation nth=2
slow GET p=0.1 delay=3s seed=7   # now and then
busy every=3 times=1 retry-after=30s
server-error	/rest/v1/reservation*
late
slow
foreign-after PATCH status=499 body=problem
foreign
`
	want := []Rule{
		{Action: Action{Kind: ResetAfter}, Method: "POST", Path: "/rest/v1/reservation", Nth: 2},
		{Action: Action{Kind: Slow, Delay: 3 * time.Second}, Method: "GET", P: 0.1, Seed: 7},
		{Action: Action{Kind: Busy, RetryAfter: 30 * time.Second}, Every: 3, Times: 1},
		{Action: Action{Kind: ServerError}, Path: "/rest/v1/reservation*"},
		{Action: Action{Kind: Late}},
		{Action: Action{Kind: Slow}},
		{Action: Action{Kind: ForeignAfter, Status: 499, Body: bodyProblem}, Method: "PATCH"},
		{Action: Action{Kind: Foreign}},
	}
	got, err := Parse(text)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("Parse: %v, %v\nwant %v", got, err, want)
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"resetafter":                  `line 1, column 1: there is no fault "resetafter"; did you mean reset-after?`,
		"\n slwo GET":                 `line 2, column 2: there is no fault "slwo"; did you mean slow?`,
		"nonsense":                    `line 1, column 1: there is no fault "nonsense"`,
		"busy PSOT":                   `line 1, column 6: there is no method, path or option "PSOT"; did you mean POST?`,
		"busy post":                   `line 1, column 6: there is no method, path or option "post"; did you mean POST?`,
		"busy /rest/v1/reservation/x": `line 1, column 6: there is no path of the service "/rest/v1/reservation/x"; did you mean /rest/v1/reservation?`,
		"busy /rest/v2*":              `line 1, column 6: there is no path of the service "/rest/v2*"`,
		"busy ntn=2":                  `line 1, column 6: there is no option "ntn=2"; did you mean nth=?`,
		"busy nth=0":                  `line 1, column 6: nth must be a whole number from 1 to 1000000000`,
		"busy nth=2 nth=3":            `line 1, column 12: nth is given twice`,
		"busy GET POST":               `line 1, column 10: the method is given twice`,
		"busy nth=2 p=0.5":            `line 1, column 1: nth, every and p exclude each other: keep one of them`,
		"busy p=0":                    `line 1, column 6: p must be a probability above 0 and up to 1, such as 0.05`,
		"busy p=NaN":                  `line 1, column 6: p must be a probability above 0 and up to 1, such as 0.05`,
		"busy p=1.1":                  `line 1, column 6: p must be a probability above 0 and up to 1, such as 0.05`,
		"busy every=x":                `line 1, column 6: every must be a whole number from 1 to 1000000000`,
		"busy seed=7":                 `line 1, column 1: seed goes with p only`,
		"slow delay=6m":               `line 1, column 6: delay must be a duration above 0 and up to 5m, such as 8s or 250ms`,
		"slow delay=3":                `line 1, column 6: delay must be a duration above 0 and up to 5m, such as 8s or 250ms`,
		"busy retry-after=1500ms":     `line 1, column 6: retry-after must be whole seconds from 1s to 1h, such as 5s`,
		"slow retry-after=5s":         `line 1, column 1: retry-after goes with busy and unavailable only`,
		"late GET":                    `line 1, column 1: late can only meet the creation of a reservation: POST /rest/v1/reservation`,
		"late /rest/v1/reservations":  `line 1, column 1: late can only meet the creation of a reservation: POST /rest/v1/reservation`,
		"busy status=409":             `line 1, column 1: status and body go with foreign and foreign-after only`,
		"slow body=html":              `line 1, column 1: status and body go with foreign and foreign-after only`,
		"foreign status=99":           `line 1, column 9: status must be a status of HTTP from 200 to 599 that can have a body, such as 409`,
		"foreign status=204":          `line 1, column 9: status must be a status of HTTP from 200 to 599 that can have a body, such as 409`,
		"foreign status=4xx":          `line 1, column 9: status must be a status of HTTP from 200 to 599 that can have a body, such as 409`,
		"foreign body=xml":            `line 1, column 9: body must be one of html, empty, cut, error, problem`,
		"repeated-id GET /rest/v1/reservations": `line 1, column 1: repeated-id can only meet what is answered with a reservation: ` +
			`/rest/v1/reservation and /rest/v1/reservation/{reservation_id}`,
		"odd-price PATCH": `line 1, column 1: odd-price can only meet the search of hotels and the verification: ` +
			`/rest/v1/hotel/search and /rest/v1/hotel/rate_verification`,
		"late PATCH /rest/v1/reservation": `line 1, column 1: PATCH /rest/v1/reservation is no request of the service`,
		"empty PATCH /rest/v1/hotel*":     `line 1, column 1: PATCH /rest/v1/hotel* is no request of the service`,
		"übel busy":                       `line 1, column 1: there is no fault "übel"`,
		"busy übel GTE":                   `line 1, column 6: there is no method, path or option "übel"`,
	} {
		_, err := Parse(text)
		var e *ruleError
		if !errors.As(err, &e) || e.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
	for path, want := range map[string]string{
		"/rest/v1/reservation": "", "/rest/v1/res*": "",
		"/rest/v1/reservation/{reservation_id}/cancle": `the service has no path "/rest/v1/reservation/{reservation_id}/cancle"; did you mean /rest/v1/reservation/{reservation_id}/cancel?`,
		"/tmp": `the service has no path "/tmp"`,
	} {
		if err := CheckPath(path); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := Parse(strings.Repeat("busy\n", maxRules+1)); err == nil || err.Error() != "line 1001, column 1: more than 1000 rules" {
		t.Errorf("too many rules: %v", err)
	}
}

// What a kind does to the work is what its description says; help texts are
// made of the same table.
func TestKinds(t *testing.T) {
	t.Parallel()
	before := map[Kind]bool{ServerError: true, BadGateway: true, Unavailable: true, GatewayTimeout: true, Unauthorized: true, Forbidden: true, Busy: true, Reset: true, Late: true, Foreign: true}
	seen := map[Kind]bool{}
	for _, d := range Kinds() {
		if seen[d.Kind] || d.Meaning == "" {
			t.Errorf("%s is described twice or not at all", d.Kind)
		}
		seen[d.Kind] = true
		if d.Kind.BeforeWork() != before[d.Kind] || d.Kind.NeedsAccount() != d.Account {
			t.Errorf("%s: before %v, account %v", d.Kind, d.Kind.BeforeWork(), d.Kind.NeedsAccount())
		}
	}
	if len(seen) != 22 || Kind("nonsense").BeforeWork() {
		t.Errorf("%d kinds", len(seen))
	}
}

func rules(t *testing.T, text string) []Rule {
	t.Helper()
	list, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// fired runs requests of one endpoint through a set and tells on which of them,
// counted from 1, a fault fired.
var create = service.Endpoint{Method: "POST", Path: service.PathReservation}

func fired(s *Set, e service.Endpoint, requests int) []int {
	var list []int
	for i := range requests {
		if _, hit := s.Decide(e, true); hit {
			list = append(list, i+1)
		}
	}
	return list
}

func TestSetDecides(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]int{
		"busy":                                  {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
		"busy nth=4":                            {4},
		"busy every=3":                          {3, 6, 9},
		"busy every=3 times=2":                  {3, 6},
		"busy times=2":                          {1, 2},
		"busy GET":                              nil,
		"busy POST /rest/v1/reservation*":       {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
		"busy /rest/v1/reservations":            nil,
		"busy nth=2\nempty nth=2\nempty 	nth=3": {2, 3},
		"late nth=1":                            {1},
	} {
		if got := fired(NewSet(1, rules(t, text)), create, 10); !reflect.DeepEqual(got, want) {
			t.Errorf("%q fired on %v, want %v", text, got, want)
		}
	}
	list, one := service.Endpoint{Method: "GET", Path: "/rest/v1/reservations"}, service.Endpoint{Method: "GET", Path: service.PathOne}
	for _, c := range []struct {
		text string
		e    service.Endpoint
		want []int
	}{
		{"late", list, nil},
		{"other-reservation", list, nil},
		{"repeated-id", list, nil},
		{"odd-price", one, nil},
		{"other-reservation", one, []int{1, 2}},
		{"repeated-id", service.Endpoint{Method: "POST", Path: service.PathOne + "/cancel"}, []int{1, 2}},
		{"odd-price", service.Endpoint{Method: "POST", Path: service.PathSearch}, []int{1, 2}},
		{"odd-price", service.Endpoint{Method: "POST", Path: service.PathVerification}, []int{1, 2}},
	} {
		if got := fired(NewSet(1, rules(t, c.text)), c.e, 2); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s met %v on %v, want %v", c.text, c.e, got, c.want)
		}
	}
}

// A foreign answer without a status and a body is another one each time, until
// every pair has come up; a run repeats itself.
func TestForeignTakesTurns(t *testing.T) {
	t.Parallel()
	type answer struct {
		status int
		body   Body
	}
	draw := func(seed uint64, text string, times int) []answer {
		s, list := NewSet(seed, rules(t, text)), []answer{}
		for range times {
			a, _ := s.Decide(create, true)
			status, body := a.Foreign()
			list = append(list, answer{status, body})
		}
		return list
	}
	all := len(foreignStatuses()) * len(bodies())
	seen := map[answer]bool{}
	for _, a := range draw(1, "foreign-after", all) {
		seen[a] = true
	}
	if len(seen) != all {
		t.Errorf("%d of %d pairs come up", len(seen), all)
	}
	first := draw(7, "foreign", 20)
	if !reflect.DeepEqual(first, draw(7, "foreign", 20)) || reflect.DeepEqual(first, draw(8, "foreign", 20)) {
		t.Error("the seed does not decide")
	}
	for _, a := range draw(1, "foreign status=409", 10) {
		if a.status != 409 {
			t.Errorf("the status is %d", a.status)
		}
	}
	if got := draw(1, "foreign status=409 body=cut", 1)[0]; got != (answer{409, bodyCut}) {
		t.Errorf("got %v", got)
	}
}

// A probability fires on about its share, on the same requests in every run,
// and on others with another seed.
func TestSetRepeatsItself(t *testing.T) {
	t.Parallel()
	run := func(seed uint64, text string) []int { return fired(NewSet(seed, rules(t, text)), create, 2000) }
	first := run(1, "reset p=0.1 seed=7")
	if n := len(first); n < 150 || n > 250 {
		t.Errorf("p=0.1 fired %d times in 2000", n)
	}
	if !reflect.DeepEqual(first, run(1, "reset p=0.1 seed=7")) {
		t.Error("the second run differs")
	}
	if reflect.DeepEqual(first, run(2, "reset p=0.1 seed=7")) || reflect.DeepEqual(first, run(1, "reset p=0.1 seed=8")) {
		t.Error("another seed fires on the same requests")
	}
	again := NewSet(2, rules(t, "reset p=0.1 seed=7"))
	again.seed = 1
	if !reflect.DeepEqual(first, fired(again, create, 2000)) {
		t.Error("a set that is given the seed later decides differently")
	}
	if got := len(run(1, "reset p=1")); got != 2000 {
		t.Errorf("p=1 fired %d times in 2000", got)
	}
}

// A fault that needs an account neither meets nor counts a stranger's request.
func TestSetAsksForTheAccount(t *testing.T) {
	t.Parallel()
	s := NewSet(1, rules(t, "empty nth=1\nreset nth=2"))
	if a, hit := s.Decide(create, false); hit {
		t.Errorf("a stranger met %v", a)
	}
	if a, hit := s.Decide(create, true); !hit || a.Kind != Empty {
		t.Errorf("the first known request met %v, %v", a, hit)
	}
	want := []Status{{"empty nth=1", 1, 1}, {"reset nth=2", 2, 0}}
	if got := s.Status(); !reflect.DeepEqual(got, want) {
		t.Errorf("status %v, want %v", got, want)
	}
}

func TestSetChanges(t *testing.T) {
	t.Parallel()
	s := NewSet(1, rules(t, "busy nth=1"))
	s.Decide(create, true)
	if err := s.Add(rules(t, "slow\nempty")); err != nil {
		t.Fatal(err)
	}
	want := []Status{{"busy nth=1", 1, 1}, {"slow", 0, 0}, {"empty", 0, 0}}
	if got := s.Status(); !reflect.DeepEqual(got, want) {
		t.Errorf("after Add %v, want %v", got, want)
	}
	if err := s.Add(rules(t, strings.Repeat("busy\n", maxRules))); err == nil || len(s.Status()) != 3 {
		t.Errorf("too many rules: %v", err)
	}
	s.Reset()
	if got := s.Status(); !reflect.DeepEqual(got, []Status{{"busy nth=1", 0, 0}}) {
		t.Errorf("after Reset %v", got)
	}
	s.Clear()
	if got := s.Status(); len(got) != 0 {
		t.Errorf("after Clear %v", got)
	}
}

func TestLatency(t *testing.T) {
	t.Parallel()
	for text, bounds := range map[string][2]time.Duration{
		"": {0, 0}, "none": {0, 0}, "0s": {0, 0},
		"office":     {8 * time.Millisecond, 25 * time.Millisecond},
		"hotel-wifi": {60 * time.Millisecond, 1500 * time.Millisecond},
		"satellite":  {550 * time.Millisecond, 750 * time.Millisecond},
		"250ms":      {250 * time.Millisecond, 250 * time.Millisecond},
	} {
		l, err := ParseLatency(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseLatency(l.String())
		if err != nil || again != l {
			t.Errorf("%q is %s and then %v, %v", text, l, again, err)
		}
		var least, most, rare time.Duration = time.Hour, 0, 0
		for n := range uint64(5000) {
			d := l.Of(42, n)
			if d != l.Of(42, n) {
				t.Errorf("%s: answer %d took two times", text, n)
			}
			least, most = min(least, d), max(most, d)
			if d == 1500*time.Millisecond {
				rare++
			} else if text == "hotel-wifi" && d > 250*time.Millisecond {
				t.Errorf("%s took %s", text, d)
			}
		}
		if least < bounds[0] || most > bounds[1] || least > bounds[0]+bounds[0]/20 || most < bounds[1]-bounds[1]/20 {
			t.Errorf("%q takes %s to %s, want %s to %s", text, least, most, bounds[0], bounds[1])
		}
		if text == "hotel-wifi" && (rare < 60 || rare > 140) {
			t.Errorf("%d of 5000 answers were rare ones", rare)
		}
	}
	for text, want := range map[string]string{
		"ofice": `there is no latency profile "ofice", only none, office, hotel-wifi, satellite, or a duration such as 250ms; did you mean office?`,
		"-1s":   `the latency "-1s" must be from 0s to 5m`,
		"6m":    `the latency "6m" must be from 0s to 5m`,
		"wet":   `there is no latency profile "wet", only none, office, hotel-wifi, satellite, or a duration such as 250ms`,
	} {
		if _, err := ParseLatency(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// Whatever Parse takes, its text form is read back to the same rules; whatever
// it refuses has a place.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"reset-after POST /rest/v1/reservation nth=2", "slow GET p=0.1 delay=3s", "busy retry-after=5s # x", "late\n\nempty times=1",
		"busy p=1e-300 seed=18446744073709551615", "slow delay=1ns", "\xff busy", "busy\tevery=3\r\nslow", "bad-gateway p=0.30000000000000004",
		"foreign-after POST status=409 body=problem", "foreign status=599 body=", "odd-price every=2\nrepeated-id PATCH\nstalled delay=1s",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse(text)
		if err != nil {
			var e *ruleError
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, r := range list {
			again, err := Parse(r.String())
			if err != nil || len(again) != 1 || again[0] != r {
				t.Fatalf("%q is read back as %v, %v", r, again, err)
			}
		}
		NewSet(1, list).Decide(create, true)
	})
}
