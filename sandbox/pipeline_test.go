package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// Rules meet requests of the service alone, after the account is known where
// the kind asks for one.
func TestFaultsMeetTheService(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties, o.Faults = 100, "forbidden" })
	refused(t, l.do("GET", pathList, nil), 403, 1003, "APPLICATION_ERROR", "The API key token may not access this resource.")
	refused(t, l.as("acme", "wrong").do("GET", pathList, nil), 401, 1001, "APPLICATION_ERROR", "The API key token is missing, invalid or expired.")
	refused(t, l.do("GET", "/nowhere", nil), 404, 1004, "APPLICATION_ERROR", "There is no such resource.")
	refused(t, l.do("PUT", pathList, nil), 405, 1005, "APPLICATION_ERROR", "The resource does not have this method. It has GET.")
	if got := l.try("GET", "/openapi.yaml", nil); got.status != 200 {
		t.Errorf("/openapi.yaml is %d", got.status)
	}
	if got := fmt.Sprint(l.sandbox.Training().Faults.List()); got != "[{forbidden 1 1}]" {
		t.Errorf("the rule counts %s", got)
	}
	l.rules("unavailable")
	refused(t, l.as("acme", "wrong").do("GET", pathList, nil), 503, 1000, "APPLICATION_ERROR", "The service is not available at the moment.")
	l.rules("server-error-after PATCH /rest/v1/reservation/{reservation_id}")
	l.ok(200, "GET", pathList, nil)
	made := l.book()
	refused(t, l.do("PATCH", pathOf(made), tree{"check_out_date": "2026-12-14"}), 500, 1000, "APPLICATION_ERROR", "The service failed to process the request.")
	if got := l.ok(200, "GET", pathOf(made), nil); text(got, "check_out_date") == text(made, "check_out_date") {
		t.Error("the dates are as they were")
	}
}

func TestFaultsAndLatencyAreChecked(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 100 })
	for _, c := range []struct {
		err  error
		want string
	}{
		{l.sandbox.Training().Faults.Add(t.Context(), "busy\nslwo"), `line 2, column 1: there is no fault "slwo"; did you mean slow?`},
		{l.sandbox.Training().Latency.Set(t.Context(), "ofice"), `there is no latency profile "ofice", only none, office, hotel-wifi, satellite, or a duration such as 250ms; did you mean office?`},
	} {
		var input *InputError
		if !errors.As(c.err, &input) || c.err.Error() != c.want {
			t.Errorf("%v, want %s", c.err, c.want)
		}
	}
	if got := l.sandbox.Training().Faults.List(); len(got) != 0 {
		t.Errorf("half of the rules are in force: %v", got)
	}
	for _, c := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Faults = "busy nht=2" }, `sandbox: fault rules, line 1, column 6: there is no option "nht=2"; did you mean nth=?`},
		{func(o *Options) { o.Latency = "satellit" }, `sandbox: there is no latency profile "satellit", only none, office, hotel-wifi, satellite, or a duration such as 250ms; did you mean satellite?`},
	} {
		o := options("")
		c.change(&o)
		if s, err := Open(t.Context(), placed(t, o)); err == nil || err.Error() != c.want {
			t.Errorf("Open: %v, %v; want %s", s, err, c.want)
		}
	}
}

// waits replaces the waiting and notes how long it would have been.
func (l *testFixture) waits() *[]time.Duration {
	var mu sync.Mutex
	list := &[]time.Duration{}
	l.sandbox.waits.pause = func(d time.Duration, _, _, _ <-chan struct{}) {
		mu.Lock()
		defer mu.Unlock()
		*list = append(*list, d)
	}
	return list
}

// Tests wait for nothing (WIRE 3a); with a profile every request of the service
// waits, and a slow answer waits as well.
func TestLatency(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 100 })
	waits := l.waits()
	l.ok(200, "GET", pathList, nil)
	if len(*waits) != 0 || l.sandbox.Training().Latency.String() != "none" {
		t.Errorf("with %s it waits %v", l.sandbox.Training().Latency.String(), *waits)
	}
	if err := l.sandbox.Training().Latency.Set(t.Context(), "office"); err != nil {
		t.Fatal(err)
	}
	l.rules("slow nth=3 delay=5m")
	for range 3 {
		l.ok(200, "GET", pathList, nil)
	}
	l.try("GET", "/openapi.yaml", nil)
	got := *waits
	if len(got) != 4 || got[3] != 5*time.Minute || slices.ContainsFunc(got[:3], func(d time.Duration) bool {
		return d < 8*time.Millisecond || d > 25*time.Millisecond
	}) || got[0] == got[1] {
		t.Errorf("it waits %v", got)
	}
}

// Waiting ends with the time, the client, the server or the sandbox.
func TestPauseEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		took := func(done, stopping, closing <-chan struct{}) time.Duration {
			start := time.Now()
			pause(5*time.Minute, done, stopping, closing)
			return time.Since(start)
		}
		ended, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		never := make(chan struct{})
		if got := took(never, nil, never); got != 5*time.Minute {
			t.Errorf("it waits %s, want 5m", got)
		}
		if got := took(ended.Done(), nil, never); got != 0 && got != 3*time.Second {
			t.Errorf("when the client goes it waits %s", got)
		}
		if a, b := took(never, ended.Done(), never), took(never, nil, ended.Done()); a != 0 || b != 0 {
			t.Errorf("at the end it waits %s and %s", a, b)
		}
	})
}

// A slow answer outlasts the server's own time-outs, which are about slow
// clients; the end of Serve ends its wait and not its answer.
func TestSlowOutlastsTimeouts(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties, o.Faults = 100, "slow GET delay=1500ms\nslow POST delay=5m" })
	stopping := make(chan struct{})
	handler := l.sandbox.handler(stopping)
	server := newLimits().server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The time-outs begin when the request has arrived, however long its way took.
		control, end := http.NewResponseController(w), time.Now().Add(500*time.Millisecond)
		if err := errors.Join(control.SetReadDeadline(end), control.SetWriteDeadline(end)); err != nil {
			t.Error(err)
		}
		handler.ServeHTTP(w, r)
	}), slog.New(slog.DiscardHandler))
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	l.url = "http://" + listener.Addr().String()
	begun := time.Now()
	l.ok(200, "GET", pathList, nil)
	if took := time.Since(begun); took < 1500*time.Millisecond {
		t.Errorf("the slow answer came after %s", took)
	}
	close(stopping)
	refused(t, l.do("POST", pathCreate, "{"), 400, 2001, "VALIDATION", "The body is not valid JSON: it ends too early.")
}

// A client that goes away while its request is on its way has asked for nothing.
func TestGoneOnTheWay(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	l := start(t, func(o *Options) {
		o.Properties, o.Latency, o.Logger = 100, "1ms", slog.New(slog.NewTextHandler(&lines, nil))
	})
	body, err := jsontree.Encode(l.offer().createBody())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l.sandbox.waits.pause = func(time.Duration, <-chan struct{}, <-chan struct{}, <-chan struct{}) { cancel() }
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, pathCreate, bytes.NewReader(body))
	r.SetBasicAuth(l.account, l.token)
	r.Header.Set("Content-Type", "application/json")
	func() {
		defer func() { _ = recover() }() // A recorder has no connection to close.
		l.sandbox.Handler().ServeHTTP(httptest.NewRecorder(), r)
	}()
	if got := l.made(); got != "0" {
		t.Errorf("%s reservations are made for nobody", got)
	}
	if want := "method=POST path=- status=0 "; !strings.Contains(lines.String(), want) {
		t.Errorf("the log lacks %q:\n%s", want, lines.String())
	}
}

// A line of the log names what was asked for in vain, and nothing of its query.
func TestTheLogNamesWhatWasNotFound(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	l := start(t, func(o *Options) { o.Properties, o.Logger = 100, slog.New(slog.NewTextHandler(&lines, nil)) })
	unknown := pathCreate + "/" + strings.Repeat("a", 32)
	for _, path := range []string{
		"/rest/v1/reservatons?key=secret-1", unknown, "/caf%C3%A9%0Ax/menu", "/rest/v1/" + strings.Repeat("a1", 16), "/" + strings.Repeat("x", 400),
		strings.Repeat("/x", 40), "//", pathCreate + "/short",
	} {
		l.do("GET", path, nil)
	}
	l.as("acme", "wrong").do("GET", "/elsewhere", nil)
	for _, want := range []string{
		"level=WARN msg=request component=sandbox method=GET path=/rest/v1/reservatons status=404", "path=/rest/v1/reservation/{reservation_id} status=404", "path=/*/menu status=404",
		"path=/rest/v1/* status=404", "path=/* status=404", "path=" + strings.Repeat("/x", 10) + "/* status=404", "path=// status=404",
		"path=/rest/v1/reservation/{reservation_id} status=400", "path=/elsewhere status=401",
	} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, lines.String())
		}
	}
	if strings.Contains(lines.String(), "secret-1") {
		t.Errorf("the log has the query:\n%s", lines.String())
	}
}

// Rules can name the requests that the service has, and no others.
func TestFaultEndpoints(t *testing.T) {
	t.Parallel()
	for _, e := range service.Endpoints() {
		if !slices.ContainsFunc(service.Endpoints(), func(one service.Endpoint) bool { return one.Method == e.Method && one.Path == e.Path }) {
			t.Errorf("the service has no %s %s", e.Method, e.Path)
		}
	}
	if got := len(service.Endpoints()); got != 8 {
		t.Errorf("%d endpoints", got)
	}
}

// The same reads at the same instant get the same bytes, headers included,
// whatever was asked before them.
func TestOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	type request struct {
		method, path string
		body         any
		account      string
	}
	asks := func(l *testFixture) map[string]string {
		next := searchBody()
		put(next, "stay_info.guests.adults", 1)
		list := []request{
			{"GET", pathPlaces + "?query=lo", nil, "acme"},
			{"GET", pathPlaces + "?query=lo", nil, "other"},
			{"POST", pathSearch, searchBody(), "acme"},
			{"POST", pathSearch, searchBody(), "other"},
			{"POST", pathSearch, next, "acme"},
			{"GET", pathList, nil, "acme"},
			{"GET", pathList + "?page_size=3&page_number=2", nil, "acme"},
			{"GET", "/nowhere", nil, "acme"},
			{"PUT", pathList, nil, "acme"},
			{"POST", pathVerify, "{", "acme"},
			{"GET", pathCreate + "/" + strings.Repeat("0", 32), nil, "acme"},
			{"GET", pathList, nil, "stranger"},
		}
		if l.account == "backwards" {
			slices.Reverse(list)
		}
		answers := map[string]string{}
		for _, r := range list {
			by := l.as(r.account, map[string]string{"acme": "key-1", "other": "key-2"}[r.account])
			got := by.do(r.method, r.path, r.body)
			var header bytes.Buffer
			if err := got.header.Write(&header); err != nil {
				l.t.Fatal(err)
			}
			answers[fmt.Sprint(r)] = fmt.Sprintf("%d\n%s\n%s", got.status, &header, got.raw)
		}
		return answers
	}
	samples := func(o *Options) { o.Samples = 20 }
	first, second := start(t, samples), start(t, samples)
	second.account = "backwards"
	want, got := asks(first), asks(second)
	if len(want) != 12 || len(got) != 12 {
		t.Fatalf("%d and %d answers", len(want), len(got))
	}
	ids := map[string]bool{}
	for r, answer := range want {
		if got[r] != answer {
			t.Errorf("%s is answered\n%.600s\nand in the other order\n%.600s", r, answer, got[r])
		}
		_, rest, _ := strings.Cut(answer, "X-Request-Id: ")
		ids[rest[:36]] = true
	}
	if len(ids) != len(want) {
		t.Errorf("%d ids for %d requests", len(ids), len(want))
	}
}
