package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
)

// recordedLines returns what a recording holds, line by line.
func recordedLines(t *testing.T, out *bytes.Buffer) []tree {
	t.Helper()
	var list []tree
	for line := range strings.Lines(out.String()) {
		list = append(list, (&testFixture{t: t}).decode(recording.Unpack([]byte(line))))
	}
	return list
}

// A recording tells what was asked and answered, and nothing of guests, cards
// or keys.
func TestRecording(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	l := start(t, func(o *Options) { o.Properties, o.Record = 100, &out })
	body := l.offer().createBody()
	put(body, "payment.guest.token", "tok-secret")
	put(body, "custom_data", tree{"trip": "R-7731", "long": strings.Repeat("x", 65), "n": 7731, "vip": true, "attempt": oneAttempt})
	put(body, "loyalty", tree{"program": "Stars", "member_id": "M-4711"})
	made := l.ok(201, "POST", pathCreate, body)
	l.ok(200, "PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "tok-secret", "cvv": "987"}}})
	l.ok(200, "GET", pathList+"?filter[custom_data]=R-7731&filter[custom_data]="+oneAttempt+"&page_size=5", nil)
	l.do("GET", "/nowhere/tok-secret?key=tok-secret", nil)
	l.do("TOK-SECRET", pathList, nil)
	l.do("GET", pathList+"?tok-secret=tok-secret", nil)
	l.as("acme", "tok-secret").do("POST", pathCreate, tree{"a": "tok-secret"})
	l.do("POST", pathCreate, tree{"tok-secret": "tok-secret"})
	l.do("POST", pathCreate, `"tok-secret`)
	l.rules("reset-after POST")
	l.try("POST", pathOf(made)+"/cancel", nil)
	l.ok(200, "GET", pathOf(made), nil) // A reset hands no memory over; an answer does.

	var b strings.Builder
	for line := range strings.Lines(out.String()) {
		b.Write(recording.Unpack([]byte(line)))
	}
	whole := b.String()
	for _, secret := range []string{"tok-secret", "TOK-SECRET", `"987"`, "key-1", "Aubign", "Fran", "example.com", "Lyon", "78000000", "M-4711", "Stars", "cus_", "pm_", "7731"} {
		if strings.Contains(whole, secret) {
			t.Errorf("the recording holds %q:\n%s", secret, whole)
		}
	}
	lines := recordedLines(t, &out)
	if len(lines) != 12 {
		t.Fatalf("%d lines:\n%s", len(lines), whole)
	}
	create := lines[1]
	hasKeys(t, "a line", create, "time method path target status took_ms account request_id request response")
	for path, want := range map[string]string{
		"time": "2026-11-21T12:30:00Z", "method": "POST", "path": pathCreate, "target": pathCreate, "status": "201", "account": "acme",
	} {
		if got := text(create, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	for _, side := range []string{"request", "response"} {
		for path, want := range map[string]any{
			"given_name": "F···", "surname": "D···", "email": "f···", "telephone_number": "+···", "country": "F···", "state": "",
		} {
			if got := at(create, side, "guests", "primary", path); got != want {
				t.Errorf("%s: %s is %v, want %v", side, path, got, want)
			}
		}
		if got := text(create, side, "payment", "guest", "token") + text(create, side, "custom_data", "long"); got != "···x···" {
			t.Errorf("%s: the token and the long value are %s", side, got)
		}
		if got, want := text(create, side, "custom_data"), text(tree{"trip": "R···", "long": "x···", "n": 0, "vip": false, "attempt": oneAttempt}); got != want {
			t.Errorf("%s: custom_data is %s, want %s", side, got, want)
		}
		if got, want := text(create, side, "payment", "guest", "amount"), text(body, "payment", "guest", "amount"); got != want {
			t.Errorf("%s: the amount is %s, want %s", side, got, want)
		}
		if got, want := text(create, side, "rate", "terms"), text(body, "rate", "terms"); got != want {
			t.Errorf("%s: the terms are\n%s\nwant\n%s", side, got, want)
		}
	}
	if got := text(lines[2], "target"); got != pathOf(made) || text(lines[2], "path") != pathCreate+"/{reservation_id}" {
		t.Errorf("the target is %s of %s", got, text(lines[2], "path"))
	}
	if got := text(lines[3], "query"); got != "map[filter[custom_data]:[R··· "+oneAttempt+"] page_size:[5]]" {
		t.Errorf("the query is %s", got)
	}
	for i, want := range map[int]string{4: "- - 404 ", 5: "- " + pathList + " 405 ", 7: "POST " + pathCreate + " 401 "} {
		if got := text(lines[i], "method") + " " + text(lines[i], "target") + " " + text(lines[i], "status") + " " + text(lines[i], "request"); !strings.HasSuffix(got, want[1:]) {
			t.Errorf("line %d is %s, want %s", i, got, want)
		}
	}
	if got := text(lines[9], "request"); got != `map[bytes:11 left_out:no JSON]` {
		t.Errorf("a body that is no JSON is %s", got)
	}
	last := lines[10]
	if text(last, "status") != "0" || text(last, "fault") != "reset-after" || at(last, "response") != nil {
		t.Errorf("the reset is %v", last)
	}
}

type failingWriter struct{ calls int }

func (w *failingWriter) Write([]byte) (int, error) {
	w.calls++
	return 0, errors.New("the disk is full")
}

func TestRecordingThatFails(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	w := &failingWriter{}
	l := start(t, func(o *Options) {
		o.Properties, o.Record, o.Logger = 100, w, slog.New(slog.NewTextHandler(&lines, nil))
	})
	for range 3 {
		l.ok(200, "GET", pathList, nil)
	}
	want := `msg="recording failed; the service goes on without it" component=sandbox error="writing the recording: the disk is full"`
	if strings.Count(lines.String(), want) != 1 || w.calls != 1 {
		t.Errorf("%d writes, and the log says\n%s", w.calls, lines.String())
	}
}

// counter counts the bytes of a recording.
type counter int

func (n *counter) Write(text []byte) (int, error) {
	*n += counter(len(text))
	return len(text), nil
}

// benchmarkRecording measures the lines of a request, from the answer to the
// bytes of the file.
func benchmarkRecording(b *testing.B, x recording.Exchange) {
	names, err := service.ReadNames(nil)
	if err != nil {
		b.Fatal(err)
	}
	x.Request.Account = "acme"
	var written counter
	r := recording.NewRecorder(&written, names)
	size := len(x.Request.Body) + len(x.Answer.Body)
	b.SetBytes(int64(size))
	for b.Loop() {
		if err := r.Write(x); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/1000, "kB/exchange")
	b.ReportMetric(float64(written)/1000/float64(b.N), "kB/line")
}

func BenchmarkRecording(b *testing.B) {
	l := start(b, func(o *Options) { o.Properties = 100 })
	body, err := json.Marshal(l.offer().createBody())
	if err != nil {
		b.Fatal(err)
	}
	r := service.Request{Method: "POST", URL: &url.URL{Path: pathCreate}, Body: body}
	route, err := r.Route()
	if err != nil {
		b.Fatal(err)
	}
	benchmarkRecording(b, recording.Exchange{Request: r, Route: route})
}

// The line of a page of hotels.
func BenchmarkRecordingOfASearch(b *testing.B) {
	l := start(b)
	answer := l.do("POST", pathSearch, searchBody())
	r := service.Request{Method: "POST", URL: &url.URL{Path: pathSearch}}
	route, err := r.Route()
	if err != nil {
		b.Fatal(err)
	}
	benchmarkRecording(b, recording.Exchange{
		Request: r, Route: route,
		Answer: service.Answer{Status: 200, Header: map[string]string{"Content-Type": "application/json"}, Body: answer.raw},
	})
}
