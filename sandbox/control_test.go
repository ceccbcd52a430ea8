package sandbox

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/world"
)

const controlToken = "control-1"

// tell sends a request of the control path; a body that is empty is none.
func (l *testFixture) tell(method, path, body string, change ...func(*http.Request)) reply {
	l.t.Helper()
	r, err := http.NewRequestWithContext(l.t.Context(), method, l.url+path, strings.NewReader(body))
	if err != nil {
		l.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+controlToken)
	for _, c := range change {
		c(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); kind != "application/json" || answer.Header.Get("Cache-Control") != "no-store" {
		l.t.Fatalf("%s %s: content type %q, %q\n%s", method, path, kind, answer.Header.Get("Cache-Control"), raw)
	}
	out := reply{status: answer.StatusCode, header: answer.Header, raw: raw}
	if raw[0] == '{' {
		out.body = l.decode(raw)
	}
	return out
}

// told is tell for what has to succeed.
func (l *testFixture) told(method, path, body string) tree {
	l.t.Helper()
	r := l.tell(method, path, body)
	if r.status != 200 {
		l.t.Fatalf("%s %s %s: status %d\n%s", method, path, body, r.status, r.raw)
	}
	return r.body
}

func withControl(o *Options) { o.Control = controlToken }

func TestControlState(t *testing.T) {
	t.Parallel()
	l := start(t, withControl, twoPages, func(o *Options) { o.Samples, o.Latency, o.Faults = 20, "none", "busy POST nth=99" })
	r := l.tell("GET", "/control", "")
	want := `{"clock":{"now":"2026-11-21T12:30:00Z","offset_seconds":0,"stopped":false},"latency":"none","quirks":[],` +
		`"faults":[{"rule":"busy POST nth=99","matched":0,"fired":0}],"snapshots":[],"seed":42,"hotels":600,"reservations":20,` +
		`"lineage":["` + l.sandbox.Lineage()[0] + `"]}` + "\n"
	if string(r.raw) != want {
		t.Errorf("the state is\n%swant\n%s", r.raw, want)
	}
	if date := r.header.Get("Date"); date != "Sat, 21 Nov 2026 12:30:00 GMT" {
		t.Errorf("the Date is %s", date)
	}
}

func TestControlOrders(t *testing.T) {
	t.Parallel()
	l := start(t, withControl, func(o *Options) { o.Samples = 20 })
	l.clock.pass(700 * time.Millisecond) // The times below are of whole seconds all the same.
	s := l.told("POST", "/control/clock", `{"to":"+6h"}`)
	if text(s, "clock", "now") != "2026-11-21T18:30:00Z" || text(s, "clock", "offset_seconds") != "21600" || at(s, "clock", "stopped") != false {
		t.Errorf("the clock is %v", s["clock"])
	}
	s = l.told("POST", "/control/clock", `{"to":"2026-12-24T10:00:00Z"}`)
	if text(s, "clock", "now") != "2026-12-24T10:00:00Z" || at(s, "clock", "stopped") != true {
		t.Errorf("the clock is %v", s["clock"])
	}
	if s = l.told("POST", "/control/latency", `{"to":"1ms"}`); text(s, "latency") != "1ms" {
		t.Errorf("the latency is %v", s["latency"])
	}
	s = l.told("POST", "/control/faults", `{"rules":"forbidden GET /rest/v1/reservations nth=2\n# nothing\nbusy PATCH"}`)
	if length(s, "faults") != 2 || text(s, "faults", 1, "rule") != "busy PATCH" {
		t.Errorf("the faults are %v", s["faults"])
	}
	l.ok(200, "GET", pathList, nil)
	refused(t, l.do("GET", pathList, nil), 403, 1003, typeApplication, "The API key token may not access this resource.")
	s = l.told("GET", "/control", "")
	if text(s, "faults", 0, "matched") != "2" || text(s, "faults", 0, "fired") != "1" {
		t.Errorf("the faults are %v", s["faults"])
	}
	s = l.told("POST", "/control/snapshots", `{"name":"twenty"}`)
	if length(s, "snapshots") != 1 || text(s, "snapshots", 0, "name") != "twenty" || text(s, "snapshots", 0, "reservations") != "20" ||
		text(s, "snapshots", 0, "saved_at") != "2026-11-21T12:30:00Z" {
		t.Errorf("the snapshots are %v", s["snapshots"])
	}
	if s = l.told("DELETE", "/control/faults", ""); length(s, "faults") != 0 {
		t.Errorf("the faults are %v", s["faults"])
	}
	s = l.told("POST", "/control/reset", "")
	if text(s, "clock", "now") != "2026-11-21T12:30:00Z" || text(s, "reservations") != "20" || text(s, "latency") != "none" {
		t.Errorf("after a reset the state is %v", s)
	}
	if s = l.told("POST", "/control/snapshots/twenty/load", ""); text(s, "clock", "now") != "2026-12-24T10:00:00Z" {
		t.Errorf("the clock of the snapshot is %v", s["clock"])
	}
	if s = l.told("DELETE", "/control/snapshots/twenty", ""); length(s, "snapshots") != 0 {
		t.Errorf("the snapshots are %v", s["snapshots"])
	}
	var list []map[string]string
	if err := json.Unmarshal(l.tell("GET", "/control/scenarios", "").raw, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(world.Scenarios()) || list[0]["scenario"] != "price-up" || len(list[0]) != 4 || list[0]["hotel"] == "" || list[0]["room"] == "" || list[0]["does"] == "" {
		t.Errorf("the scenarios are %v", list)
	}
}

// Every mistake is answered with what is wrong and what would be right.
func TestControlMistakes(t *testing.T) {
	t.Parallel()
	l := start(t, withControl)
	if r := l.tell("DELETE", "/control/snapshots/x", ""); r.status != 404 || text(r.body, "error") != "there is no snapshot named x: none is saved" {
		t.Errorf("%d %s", r.status, r.raw)
	}
	l.told("POST", "/control/snapshots", `{"name":"before-lunch"}`)
	before := string(l.tell("GET", "/control", "").raw)
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/control/clok", "", 404, "there is no /control/clok: did you mean /control/clock?"},
		{"GET", "/control/", "", 404, "there is no /control/: did you mean /control?"},
		{"GET", "/control/something/else", "", 404, "there are /control, /control/clock, /control/latency"},
		{"PUT", "/control", "", 405, "PUT does not go with /control: it takes GET"},
		{"GET", "/control/faults", "", 405, "GET does not go with /control/faults: it takes DELETE, POST"},
		{"GET", "/control/snapshots/a/load", "", 405, "it takes POST"},
		{"GET", "/control?x=1", "", 400, "/control takes no parameters in its address"},
		{"GET", "/control", "{}", 400, "GET /control takes no body"},
		{"POST", "/control/reset", "{}", 400, "POST /control/reset takes no body"},
		{"POST", "/control/clock", "", 400, `The body is not valid JSON: it ends too early; the body must be like {"to":"+6h"}`},
		{"POST", "/control/clock", "[]", 400, `The body must be a JSON object; the body must be like {"to":"+6h"}`},
		{"POST", "/control/clock", "{}", 400, `to is missing; the body must be like {"to":"+6h"}`},
		{"POST", "/control/clock", `{"to":6}`, 400, `to must be a string; the body must be like {"to":"+6h"}`},
		{"POST", "/control/clock", `{"to":"+6h","too":"+6h"}`, 400, `too is not a field of this request; the body must be like {"to":"+6h"}`},
		{"POST", "/control/clock", `{"to":"+6h","to":"+7h"}`, 400, "to is given twice"},
		{"POST", "/control/clock", `{"to":"stopp"}`, 400, "did you mean stop?"},
		{"POST", "/control/latency", `{"to":"ofice"}`, 400, "did you mean office?"},
		{"POST", "/control/faults", `{"rules":"busy\nbsy"}`, 400, "line 2, column 1: "},
		{"POST", "/control/faults", `{"rules":"bsy"}`, 400, "did you mean busy?"},
		{"POST", "/control/snapshots", `{"name":"../x"}`, 400, "the name of a snapshot is 1 to 64 letters, digits, hyphens and underscores"},
		{"POST", "/control/snapshots/before-lnch/load", "", 404, "there is no snapshot named before-lnch: did you mean before-lunch?"},
		{"DELETE", "/control/snapshots/zzzzzzzzzzzz", "", 404, "there is no snapshot named zzzzzzzzzzzz: there are before-lunch"},
		{"POST", "/control/snapshots/a%20b/load", "", 400, "the name of a snapshot is 1 to 64 letters"},
	} {
		r := l.tell(c.method, c.path, c.body)
		if r.status != c.status || !strings.Contains(text(r.body, "error"), c.want) {
			t.Errorf("%s %s %s: %d %s, want %d %q", c.method, c.path, c.body, r.status, r.raw, c.status, c.want)
		}
		hasKeys(t, "the error", r.body, "error")
		if (c.status == 405) != (r.header.Get("Allow") != "") {
			t.Errorf("%s %s: Allow is %q", c.method, c.path, r.header.Get("Allow"))
		}
	}
	if after := string(l.tell("GET", "/control", "").raw); after != before {
		t.Errorf("mistakes changed the state from\n%sto\n%s", before, after)
	}
	large := l.tell("POST", "/control/clock", `{"to":"`+strings.Repeat("x", service.MaxBody)+`"}`)
	if large.status != 400 || !strings.Contains(text(large.body, "error"), "is larger than 1048576 bytes") {
		t.Errorf("a large body is answered with %d %.200s", large.status, large.raw)
	}
}

// Only who knows the token, and only on this machine, controls the sandbox.
func TestControlIsClosedToOthers(t *testing.T) {
	t.Parallel()
	l := start(t, withControl)
	for name, change := range map[string]func(*http.Request){
		"no token":         func(r *http.Request) { r.Header.Del("Authorization") },
		"a wrong token":    func(r *http.Request) { r.Header.Set("Authorization", "Bearer control-2") },
		"half the token":   func(r *http.Request) { r.Header.Set("Authorization", "Bearer control") },
		"an empty token":   func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") },
		"a bare token":     func(r *http.Request) { r.Header.Set("Authorization", controlToken) },
		"an account":       func(r *http.Request) { r.SetBasicAuth("acme", "key-1") },
		"token as account": func(r *http.Request) { r.SetBasicAuth("acme", controlToken) },
	} {
		for _, path := range []string{"/control", "/control/reset", "/control/nowhere"} {
			r := l.tell("POST", path, "", change)
			if r.status != 401 || !strings.HasPrefix(text(r.body, "error"), "the control token is missing or wrong: send the one") || r.header.Get("WWW-Authenticate") == "" {
				t.Errorf("with %s, %s is answered with %d %s", name, path, r.status, r.raw)
			}
		}
	}
	for peer, status := range map[string]int{"127.0.0.1:9": 200, "[::1]:9": 200, "[::ffff:127.0.0.1]:9": 200, "192.0.2.1:9": 404, "10.0.0.1:9": 404, "[2001:db8::1]:9": 404, "": 404} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/control", nil)
		r.RemoteAddr = peer
		r.Header.Set("Authorization", "Bearer "+controlToken)
		w := httptest.NewRecorder()
		l.sandbox.Handler().ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("a request from %s is answered with %d, want %d", peer, w.Code, status)
		}
	}
	// What a balancer on this machine sends on is not this machine's.
	for _, name := range []string{"X-Forwarded-For", "Forwarded"} {
		if r := l.tell("GET", "/control", "", func(r *http.Request) { r.Header.Set(name, "for=192.0.2.1") }); r.status != 404 {
			t.Errorf("a request with %s is answered %d %s", name, r.status, r.raw)
		}
	}
	// Nor does another site's page in a browser on this machine reach it, not even
	// with the token.
	for name, value := range map[string]string{"Origin": "https://example.com", "Sec-Fetch-Site": "cross-site"} {
		r := l.tell("GET", "/control", "", func(r *http.Request) { r.Header.Set(name, value) })
		if r.status != 403 || r.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("a request with %s is answered %d %s", name, r.status, r.raw)
		}
	}
	// Without a token there is no control path, whatever is sent for one.
	none := start(t)
	for _, token := range []string{"", controlToken} {
		r := none.tell("GET", "/control", "", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) })
		if r.status != 401 || text(r.body, "type") != typeApplication {
			t.Errorf("without a control path the answer is %d %s", r.status, r.raw)
		}
	}
}

// No fault and no latency meets the control path, and nothing of it is recorded.
func TestControlIsNoPartOfTheService(t *testing.T) {
	t.Parallel()
	var record bytes.Buffer
	l := start(t, withControl, func(o *Options) { o.Record, o.Faults = &record, "server-error" })
	l.told("GET", "/control", "")
	l.told("POST", "/control/clock", `{"to":"+1h"}`)
	if record.Len() > 0 {
		t.Errorf("the control path is recorded: %s", record.String())
	}
	if s := l.told("GET", "/control", ""); text(s, "faults", 0, "matched") != "0" {
		t.Errorf("the control path meets a fault: %v", s["faults"])
	}
}

// Whatever is sent to the control path, the answer is JSON and no failure.
func FuzzControl(f *testing.F) {
	s, err := Open(f.Context(), Options{Seed: 1, Properties: 100, Accounts: []Account{{ID: "a", Token: "t"}}, Control: controlToken})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	for _, path := range append(controlPaths(), "/control/snapshots/x/load", "/control/snapshots/x", "/control/snapshots//load") {
		f.Add("POST", path, `{"to":"+1h"}`)
		f.Add("DELETE", path, "")
		f.Add("GET", path, "")
	}
	f.Add("POST", "/control/faults", `{"rules":"busy POST"}`)
	f.Add("POST", "/control/snapshots", `{"name":"../x"}`)
	handler := s.Handler()
	f.Fuzz(func(t *testing.T, method, path, body string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/control", strings.NewReader(body))
		r.Method, r.URL.Path, r.RemoteAddr = method, "/control"+strings.TrimPrefix(path, "/control"), "127.0.0.1:9"
		if !controls(r.URL.Path) || r.URL.Path == controlRequests {
			return // The requests are told until their reader goes.
		}
		r.Header.Set("Authorization", "Bearer "+controlToken)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%q %q %q: %d %s", method, path, body, w.Code, w.Body)
		}
	})
}
