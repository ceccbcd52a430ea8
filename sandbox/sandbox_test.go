package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"bellhop/sandbox/service"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range 2 { // The second start must not add any.
		func() {
			s, err := Open(t.Context(), placed(t, func() Options { o := options(dir); o.Samples = 240; return o }()))
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}()
			server := httptest.NewServer(s.Handler())
			defer server.Close()
			l := &testFixture{t: t, url: server.URL, account: "acme", token: "key-1"}
			states, past, coming := map[string]int{}, 0, 0
			last := "9"
			for page := range 3 {
				list := l.ok(200, "GET", fmt.Sprintf("%s?page_size=100&page_number=%d", pathList, page+1), nil)
				if total := text(list, "total_items_without_paging"); total != "240" {
					t.Fatalf("%s samples, want 240", total)
				}
				items, _ := list["items"].([]any)
				for _, item := range items {
					states[text(item, "status")]++
					if text(item, "check_in_date") < "2026-11-21" {
						past++
					} else {
						coming++
					}
					if text(item, "created_at") > last || text(item, "created_at") > "2026-11-21T12:30:00Z" {
						t.Errorf("created at %s, above it %s", text(item, "created_at"), last)
					}
					last = text(item, "created_at")
					if !strings.HasSuffix(text(item, "guests", "primary", "email"), "@example.com") {
						t.Errorf("a guest has the address %s", text(item, "guests", "primary", "email"))
					}
					if _, confirmed := item.(tree)["confirmation"]; confirmed == (text(item, "status") == "CREATED") {
						t.Errorf("%s with confirmation %v", text(item, "status"), confirmed)
					}
				}
			}
			for _, state := range []string{"CONFIRMED", "CANCELED", "CREATED"} {
				if states[state] < 10 {
					t.Errorf("%d samples are %s", states[state], state)
				}
			}
			if past < 20 || coming < 20 {
				t.Errorf("%d samples are past, %d coming", past, coming)
			}
			if got := text(l.ok(200, "GET", pathList+"?filter[custom_data]=true", nil), "total_items_without_paging"); got == "0" {
				t.Error("no sample is found by its custom_data")
			}
		}()
	}
}

// One line a request: no body, no guest, no token, no id.
func TestLogHoldsNothingPrivate(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	l := start(t, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&lines, nil)) })
	made := l.book(func(b tree) { put(b, "payment.guest.token", "tok-secret") })
	l.ok(200, "PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "tok-secret", "cvv": "987"}}})
	l.do("GET", "/rest/v1/"+text(made, "id"), nil)
	l.do("GET", pathList+"?filter[id]="+text(made, "id"), nil)
	log := lines.String()
	for line := range strings.Lines(log) {
		if !strings.Contains(line, " component=sandbox ") || !strings.Contains(line, " request_id=") {
			t.Errorf("the line names no component or request: %s", line)
		}
	}
	// What is made anew each time can hold any three digits.
	log = regexp.MustCompile(`(?:time|request_id|took)=\S+`).ReplaceAllString(log, "")
	for _, secret := range []string{"tok-secret", "987", "key-1", "Aubign", "example.com", text(made, "id")} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q:\n%s", secret, log)
		}
	}
	for _, want := range []string{"method=PATCH path=/rest/v1/reservation/{reservation_id} status=200", "account=acme", "method=POST path=/rest/v1/reservation status=201", "path=/rest/v1/* status=404"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
}

// Every answer and its line in the log name the request by one id of its own,
// whatever id the client sent; an error body repeats it.
func TestEveryAnswerNamesItsRequest(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	l := start(t, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&lines, nil)) })
	theirs := func(r *http.Request) { r.Header.Set("X-Request-Id", "mine") }
	answers := []reply{
		l.do("GET", pathList, nil, theirs),
		l.do("GET", pathPlaces+"?query=lo", nil, theirs),
		l.do("POST", pathSearch, "{", theirs),
		l.do("GET", "/nowhere", nil, theirs),
		l.do("PUT", pathList, nil, theirs),
		l.do("POST", pathCreate, `"`+strings.Repeat("x", service.MaxBody)+`"`, theirs),
		l.as("acme", "wrong").do("GET", pathList, nil, theirs),
	}
	seen := map[string]bool{}
	for i, r := range answers {
		id := r.header.Get("X-Request-Id")
		if !regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).MatchString(id) || seen[id] {
			t.Errorf("answer %d names its request %q", i, id)
		}
		seen[id] = true
		if r.status >= 400 && text(r.body, "request_id") != id {
			t.Errorf("answer %d is %q in the header and %q in the body", i, id, text(r.body, "request_id"))
		}
		if want := fmt.Sprintf("status=%d request_id=%s ", r.status, id); strings.Count(lines.String(), want) != 1 {
			t.Errorf("the log lacks %q:\n%s", want, lines.String())
		}
	}
}

type failingBody struct{}

func (failingBody) Read([]byte) (int, error) { return 0, errors.New("cut off") }

func TestBodyCutOff(t *testing.T) {
	t.Parallel()
	l := start(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, pathCreate, io.NopCloser(failingBody{}))
	r.SetBasicAuth("acme", "key-1")
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	l.sandbox.Handler().ServeHTTP(w, r)
	invalid(t, reply{w.Code, w.Header(), w.Body.Bytes(), l.decode(w.Body.Bytes())}, "The body could not be read to its end.")
}

// A failure inside becomes an error body and a log line (SPEC 7).
func TestInternalErrorIsAnswered(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	l := start(t, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&lines, nil)) })
	l.sandbox.service = service.New(service.Options{Logger: l.sandbox.log}) // Every use of the world that is not there panics.
	r := l.do("POST", pathSearch, searchBody())
	refused(t, r, 500, 1000, "APPLICATION_ERROR", "The service failed to process the request.")
	log := lines.String()
	if !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "panic: ") {
		t.Errorf("the log says\n%s", log)
	}
	if id := text(r.body, "request_id"); id == "" || strings.Count(log, "request_id="+id) != 2 {
		t.Errorf("the failure and the request are not both logged as %q:\n%s", id, log)
	}
}

func TestOpenNeedsAccounts(t *testing.T) {
	t.Parallel()
	for want, accounts := range map[string][]Account{
		"at least one account":         nil,
		"an ID without a colon":        {{ID: "a:b", Token: "t"}},
		"and a token":                  {{ID: "a", Token: ""}},
		"the account a is given twice": {{ID: "a", Token: "t"}, {ID: "a", Token: "u"}},
	} {
		if _, err := Open(t.Context(), Options{Accounts: accounts}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", accounts, err, want)
		}
	}
}
