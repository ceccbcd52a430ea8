package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellhop/sandbox/jsontree"
)

// seen is what a client gets of an answer, however little.
type seen struct {
	status int
	header http.Header
	body   []byte
	err    error // from the request, or from reading its body
}

// try sends a request that may meet a fault.
func (l *testFixture) try(method, path string, body any) seen {
	l.t.Helper()
	var text io.Reader
	if body != nil {
		raw, err := jsontree.Encode(body)
		if err != nil {
			l.t.Fatal(err)
		}
		text = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(l.t.Context(), method, l.url+path, text)
	if err != nil {
		l.t.Fatal(err)
	}
	r.SetBasicAuth(l.account, l.token)
	r.Header.Set("Content-Type", "application/json")
	// A connection of its own: a client may repeat a request that is reset on
	// one that it used before.
	own := &http.Transport{DisableKeepAlives: true}
	answer, err := (&http.Client{Transport: own}).Do(r)
	if err != nil {
		return seen{err: err}
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	return seen{answer.StatusCode, answer.Header, raw, err}
}

// noRules drops every rule.
func (l *testFixture) noRules() {
	l.t.Helper()
	if err := l.sandbox.Training().Faults.Clear(l.t.Context()); err != nil {
		l.t.Fatal(err)
	}
}

func (l *testFixture) rules(text string) {
	l.t.Helper()
	l.noRules()
	if err := l.sandbox.Training().Faults.Add(l.t.Context(), text); err != nil {
		l.t.Fatal(err)
	}
}

// made counts the account's reservations. The rules in force should leave
// lists alone.
func (l *testFixture) made() string {
	l.t.Helper()
	return text(l.ok(200, "GET", pathList, nil), "total_items_without_paging")
}

// Each kind of fault gives the client exactly what it says, and the reservation
// is made or not as it says.
func TestFaultKinds(t *testing.T) {
	t.Parallel()
	isJSON := func(code, kind, message string) func(*testing.T, seen) {
		return func(t *testing.T, got seen) {
			l := &testFixture{t: t}
			body := l.decode(got.body)
			hasKeys(t, "the error", body, "code message type details request_id")
			if text(body, "code") != code || text(body, "type") != kind || text(body, "message") != message || text(body, "details", 0, "message") != message {
				t.Errorf("the body is %s", got.body)
			}
			if text(body, "request_id") != got.header.Get("X-Request-Id") || got.header.Get("Content-Type") != "application/json" {
				t.Errorf("header %v, body %s", got.header, got.body)
			}
		}
	}
	isPage := func(title string) func(*testing.T, seen) {
		return func(t *testing.T, got seen) {
			if got.header.Get("Content-Type") != "text/html" || !bytes.Contains(got.body, []byte("<h1>"+title+"</h1>")) {
				t.Errorf("header %v, body %s", got.header, got.body)
			}
		}
	}
	isReset := func(t *testing.T, got seen) {
		if !errors.Is(got.err, syscall.ECONNRESET) {
			t.Errorf("the client sees %d %v, want a reset connection", got.status, got.err)
		}
	}
	isCut := func(prefix string) func(*testing.T, seen) {
		return func(t *testing.T, got seen) {
			if got.err != nil || got.header.Get("Content-Type") != "application/json" || !bytes.HasPrefix(got.body, []byte(prefix)) || json.Valid(got.body) {
				t.Errorf("header %v, %v, body %s", got.header, got.err, got.body)
			}
		}
	}
	const broken = "The service failed to process the request."
	for _, c := range []struct {
		rule   string
		status int
		made   string
		check  func(*testing.T, seen)
	}{
		{"server-error", 500, "0", isJSON("1000", "APPLICATION_ERROR", broken)},
		{"server-error-after", 500, "1", isJSON("1000", "APPLICATION_ERROR", broken)},
		{"unavailable retry-after=7s", 503, "0", func(t *testing.T, got seen) {
			isJSON("1000", "APPLICATION_ERROR", "The service is not available at the moment.")(t, got)
			if after := got.header.Get("Retry-After"); after != "7" {
				t.Errorf("Retry-After is %q, want 7", after)
			}
		}},
		{"bad-gateway", 502, "0", isPage("502 Bad Gateway")},
		{"bad-gateway-after", 502, "1", isPage("502 Bad Gateway")},
		{"gateway-timeout", 504, "0", isPage("504 Gateway Time-out")},
		{"unauthorized", 401, "0", func(t *testing.T, got seen) {
			isJSON("1001", "APPLICATION_ERROR", "The API key token is missing, invalid or expired.")(t, got)
			if got.header.Get("WWW-Authenticate") == "" {
				t.Error("the answer lacks WWW-Authenticate")
			}
		}},
		{"forbidden", 403, "0", isJSON("1003", "APPLICATION_ERROR", "The API key token may not access this resource.")},
		{"busy", 429, "0", func(t *testing.T, got seen) {
			isJSON("1029", "APPLICATION_ERROR", "There were too many requests: try again later.")(t, got)
			if after := got.header.Get("Retry-After"); after != "5" {
				t.Errorf("Retry-After is %q, want 5", after)
			}
		}},
		{"empty", 200, "1", func(t *testing.T, got seen) {
			if len(got.body) != 0 || got.err != nil || got.header.Get("Content-Length") != "0" {
				t.Errorf("body %q, %v, header %v", got.body, got.err, got.header)
			}
		}},
		{"not-json", 200, "1", isPage("Please sign in")},
		{"truncated", 201, "1", func(t *testing.T, got seen) {
			var declared int
			if _, err := fmt.Sscan(got.header.Get("Content-Length"), &declared); err != nil {
				t.Fatal(err)
			}
			if !errors.Is(got.err, io.ErrUnexpectedEOF) || len(got.body) != declared/2 || !bytes.HasPrefix(got.body, []byte(`{"id":`)) {
				t.Errorf("%d of %d bytes, %v", len(got.body), declared, got.err)
			}
		}},
		{"reset", 0, "0", isReset},
		{"reset-after", 0, "1", isReset},
		{"late", 0, "0", isReset},
		{"foreign status=409 body=html", 409, "0", isPage("409 Conflict")},
		{"foreign-after status=499 body=html", 499, "1", isPage("499 Request Refused")},
		{"foreign-after status=425 body=empty", 425, "1", func(t *testing.T, got seen) {
			if len(got.body) != 0 || got.header.Get("Content-Type") != "" || got.header.Get("Content-Length") != "0" {
				t.Errorf("header %v, body %q", got.header, got.body)
			}
		}},
		{"foreign-after status=400 body=cut", 400, "1", isCut(`{"code":3003,"message":`)},
		{"foreign-after status=201 body=cut", 201, "1", isCut(`{"id":`)},
		{"foreign status=200 body=cut", 200, "0", isCut(`{"code":3003,"message":`)},
		{"foreign-after status=413 body=error", 413, "1", func(t *testing.T, got seen) {
			if want := `{"error":{"status":413,"message":"Request Entity Too Large"}}`; strings.TrimSpace(string(got.body)) != want || got.header.Get("Content-Type") != "application/json" {
				t.Errorf("header %v, body %s", got.header, got.body)
			}
		}},
		{"foreign-after status=403 body=problem", 403, "1", func(t *testing.T, got seen) {
			if want := `{"type":"about:blank","title":"Forbidden","status":403,"detail":"The request was not let through."}`; strings.TrimSpace(string(got.body)) != want || got.header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("header %v, body %s", got.header, got.body)
			}
		}},
		{"repeated-id", 201, "1", func(t *testing.T, got seen) {
			ids := regexp.MustCompile(`"id":"(\w{32})"`).FindAllSubmatch(got.body, -1)
			if len(ids) != 3 || !bytes.Equal(ids[0][1], ids[2][1]) || bytes.Equal(ids[0][1], ids[1][1]) || !json.Valid(got.body) {
				t.Errorf("the body is %s", got.body)
			}
		}},
		{"other-reservation", 0, "1", isReset}, // There is no other one yet.
		{"stalled delay=50ms", 201, "1", func(t *testing.T, got seen) {
			if !errors.Is(got.err, io.ErrUnexpectedEOF) || !bytes.HasPrefix(got.body, []byte(`{"id":`)) {
				t.Errorf("%d bytes, %v", len(got.body), got.err)
			}
		}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			var lines bytes.Buffer
			l := start(t, func(o *Options) {
				o.Properties, o.Logger = 100, slog.New(slog.NewTextHandler(&lines, nil))
				o.Faults = c.rule + " POST " + pathCreate + " nth=1"
			})
			body := l.offer().createBody()
			got := l.try("POST", pathCreate, body)
			if got.status != c.status {
				t.Fatalf("status %d, %v; want %d\n%s", got.status, got.err, c.status, got.body)
			}
			c.check(t, got)
			if made := l.made(); made != c.made {
				t.Errorf("%s reservations are made, want %s", made, c.made)
			}
			kind, _, _ := strings.Cut(c.rule, " ")
			if want := fmt.Sprintf("method=POST path=%s status=%d ", pathCreate, c.status); !strings.Contains(lines.String(), want) || !strings.Contains(lines.String(), " fault="+kind+"\n") {
				t.Errorf("the log lacks %q with fault=%s:\n%s", want, kind, lines.String())
			}
			// The next request is answered as ever.
			l.ok(201, "POST", pathCreate, body)
		})
	}
}

// The answer is the newest reservation that is not the one of the request.
func TestOtherReservation(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 100 })
	body := l.offer().createBody()
	first := l.ok(201, "POST", pathCreate, body)
	l.rules("other-reservation times=2")
	if got := l.try("POST", pathCreate, body); got.status != 201 || !reflect.DeepEqual(l.decode(got.body), first) {
		t.Errorf("%d %s, want %v", got.status, got.body, first)
	}
	second := l.ok(200, "GET", pathList, nil)
	if got := l.try("GET", pathCreate+"/"+text(first, "id"), nil); got.status != 200 || text(l.decode(got.body), "id") != text(second, "items", 0, "id") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// Prices are odd in every way in turn, at searches and at verifications, and
// the rest of the answer stays.
func TestOddPrice(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties, o.Faults = 100, "odd-price" })
	l.noRules()
	search := searchBody()
	search["filter"] = tree{"hotel": firstHotel(t, l.world)}
	want := l.ok(200, "POST", pathSearch, search)
	offer := l.offers(search)[0]
	l.rules("odd-price")
	ways := map[string]bool{}
	for range 20 {
		got := l.decode(l.try("POST", pathSearch, search).body)
		price, _ := json.Marshal(at(got, "results", 0, "rooms", 0, "rates", 0, "price"))
		if text(got, "results", 0, "name") != text(want, "results", 0, "name") {
			t.Errorf("the hotel is %s", text(got, "results", 0, "name"))
		}
		ways[string(price)] = true
	}
	if len(ways) != 10 {
		t.Errorf("%d ways: %v", len(ways), ways)
	}
	l.noRules()
	sound := l.ok(200, "POST", pathVerify, offer.verifyBody())
	l.rules("odd-price")
	if got := l.decode(l.try("POST", pathVerify, offer.verifyBody()).body); reflect.DeepEqual(at(got, "price"), at(sound, "price")) {
		t.Errorf("the price is %v", at(got, "price"))
	}
}

// A late creation is carried out when 20 seconds have passed by the sandbox's
// clock, however they pass, before anything else is served.
func TestLateIsByTheClock(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 100 })
	body := l.offer().createBody()
	l.rules("late POST times=2")
	if got := l.try("POST", pathCreate, body); !errors.Is(got.err, syscall.ECONNRESET) {
		t.Fatalf("the client sees %d %v", got.status, got.err)
	}
	l.clock.pass(time.Second)
	l.try("POST", pathCreate, body)
	l.clock.pass(18 * time.Second)
	if got := l.made(); got != "0" {
		t.Errorf("%s reservations after 19 s", got)
	}
	l.clock.pass(time.Second)
	if got := l.made(); got != "1" {
		t.Errorf("%s reservations after 20 s", got)
	}
	l.clock.pass(6 * time.Hour)
	list := l.ok(200, "GET", pathList, nil)
	if got := text(list, "items", 0, "created_at") + " " + text(list, "items", 1, "created_at"); got != "2026-11-21T12:30:21Z 2026-11-21T12:30:20Z" {
		t.Errorf("created at %s", got)
	}
	if got := text(list, "total_items_without_paging"); got != "2" {
		t.Errorf("%s reservations after hours", got)
	}
}
