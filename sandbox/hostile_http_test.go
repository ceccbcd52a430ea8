package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"bellhop/internal/gated"
)

// Tricks with paths lead nowhere, and least of all around the check of the
// account or the method.
func TestHostilePaths(t *testing.T) {
	t.Parallel()
	l := served(t)
	id := text(l.book(), "id")
	for path, want := range map[string]int{
		"/": 404, "//": 404, "*": 404, "/rest/v1/reservations/": 404, "//rest/v1/reservations": 404, "/rest/v1//reservations": 404,
		"/rest/v1/./reservations": 404, "/rest/v1/hotel/../reservations": 404, "/rest/v1/reservation/../reservations": 404, "/rest/v1/reservation/..": 400,
		"/rest/v1/reservation/%2e%2e/reservations": 404, "/rest/v1/reservation/" + id + "%2Fcancel": 404, "/rest/v1/reservation/" + id + "%2fcancel": 404,
		"/rest%2Fv1/reservations": 404, "/rest/v1/reservation/" + id + "/": 404, "/rest/v1/reservation/" + id + "/cancel/": 404,
		"/rest/v1/reservation/" + id + "%00": 400, "/rest/v1/reservation/" + strings.Repeat("a", 31): 400, "/rest/v1/reservation/" + strings.Repeat("a", 5000): 400,
		"/rest/v1/reservation/" + strings.Repeat("%E9", 32): 400, "/rest/v1/reservation/%zz": 400, "/REST/V1/reservations": 404, "/rest/v1/reservations;x": 404,
		"/rest/v1/reservation/" + strings.Repeat("0", 32): 404, "/control": 404, "/control/clock": 404, "/openapi.yaml/": 404, "/openapi.json": 404, "/.git/config": 404,
		"/rest/v1/reservation/' OR 1=1": 400,
	} {
		got := l.raw("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + l.basic() + "Connection: close\r\n\r\n")
		hasErrorBody(t, path, got)
		if got.status != want {
			t.Errorf("%s is answered %d, want %d", path, got.status, want)
		}
	}
	// Escaped letters are the letters; a whole address is its path.
	for _, path := range []string{"/rest/v1/%72eservations", "http://elsewhere/rest/v1/reservations"} {
		if got := l.raw("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + l.basic() + "\r\n"); got.status != 200 {
			t.Errorf("%s is answered %d", path, got.status)
		}
	}
	if got := text(l.ok(200, "GET", pathCreate+"/"+id, nil), "status"); got != "CONFIRMED" {
		t.Errorf("the reservation is %s", got)
	}
}

func TestHostileMethods(t *testing.T) {
	t.Parallel()
	l := served(t)
	for _, method := range []string{"HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "get", "GETT", "BREW", strings.Repeat("X", 4000)} {
		got := l.raw(method + " " + pathList + " HTTP/1.1\r\nHost: x\r\n" + l.basic() + "Connection: close\r\n\r\n")
		if got.status != 405 || got.header.Get("Allow") != "GET" {
			t.Errorf("%.20s is answered %d, Allow %q", method, got.status, got.header.Get("Allow"))
		}
		if method != "HEAD" {
			hasErrorBody(t, method, got)
		}
	}
	for _, line := range []string{"OPTIONS *", "CONNECT x:443", "CONNECT /"} {
		hasErrorBody(t, line, l.raw(line+" HTTP/1.1\r\nHost: x\r\n"+l.basic()+"Connection: close\r\n\r\n"))
	}
}

// What is no HTTP request has an answer with the error body as well, and ends
// its own connection only.
func TestHostileHeaders(t *testing.T) {
	t.Parallel()
	l := served(t)
	get := "GET " + pathList + " HTTP/1.1\r\nHost: x\r\n" + l.basic()
	post := "POST " + pathSearch + " HTTP/1.1\r\nHost: x\r\n" + l.basic() + "Content-Type: application/json\r\n"
	for text, want := range map[string]int{
		"\r\n\r\n\r\n":                                         400,
		"GARBAGE\r\n\r\n":                                      400,
		"GET /\r\n\r\n":                                        400,
		"GET / HTTP/1.1\r\n\r\n":                               400, // without Host
		"GET / HTTP/3.0\r\nHost: x\r\n\r\n":                    400,
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                     401,
		"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n": 400, // a TLS handshake
		strings.Replace(get, "Host: x", "Host: x\r\nHost: y", 1) + "\r\n": 400,
		get + "A\x00B: 1\r\n\r\n":                                    400,
		get + "A: \x00\r\n\r\n":                                      400,
		get + ": x\r\n\r\n":                                          400,
		get + "no colon\r\n\r\n":                                     400,
		get + "Expect: miracles\r\n\r\n":                             400,
		get + l.basic() + "\r\n":                                     401, // two accounts
		get + "A: " + strings.Repeat("a", 100_000) + "\r\n\r\n":      431,
		"GET /" + strings.Repeat("a", 100_000) + " HTTP/1.1\r\n\r\n": 431,
		get + strings.Repeat("A: b\r\n", 20_000) + "\r\n":            431,
		"GET " + pathList + " HTTP/1.1\r\nHost: x\r\nAuthorization: Basic " + strings.Repeat("QUFB", 10_000) + "\r\n\r\n": 401,
		"GET " + pathList + " HTTP/1.1\r\nHost: x\r\nAuthorization: Basic !!!\r\n\r\n":                                    401,
		"GET " + pathList + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key-1\r\n\r\n":                                 401,
		post + "Content-Length: -1\r\n\r\n":                                                        400,
		post + "Content-Length: x\r\n\r\n":                                                         400,
		post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}":                                  400,
		post + "Content-Length: 99999999999999999999\r\n\r\n":                                      400,
		post + "Content-Length: 9223372036854775807\r\n\r\n":                                       413,
		post + "Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n":                           413,
		post + "Transfer-Encoding: miracles\r\n\r\n":                                               400,
		post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n":                                          400,
		post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n":                            400,
		post + "Content-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}":                             415,
		strings.Replace(post, "application/json", "text/plain", 1) + "Content-Length: 2\r\n\r\n{}": 415,
		strings.Replace(post, "json", "json; charset=latin1", 1) + "Content-Length: 2\r\n\r\n{}":   415,
		strings.Replace(post, "application/json", "\"", 1) + "Content-Length: 2\r\n\r\n{}":         415,
	} {
		got := l.raw(text)
		hasErrorBody(t, fmt.Sprintf("%.200q", text), got)
		if got.status != want {
			t.Errorf("%.200q is answered %d, want %d\n%s", text, got.status, want, got.raw)
		}
	}
	l.ok(200, "GET", pathList, nil)
}

// A client that sends ten megabytes before it reads still gets its answer.
func TestTenMegabytes(t *testing.T) {
	t.Parallel()
	l := served(t)
	const size = 10 << 20
	body := `{"a":"` + strings.Repeat("x", size) + `"}`
	for _, head := range []string{
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body),
		fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body),
	} {
		c := l.dial()
		if _, err := io.WriteString(c, "POST "+pathCreate+" HTTP/1.1\r\nHost: x\r\n"+l.basic()+"Content-Type: application/json\r\n"+head); err != nil {
			t.Fatal(err)
		}
		refused(t, l.answerOn(bufio.NewReader(c), "POST"), 413, 1013, "APPLICATION_ERROR", "The request body is larger than 1048576 bytes.")
	}
}

// Half-sent requests end in time, and others are served meanwhile. Header and body have
// time-outs of their own: each is tried while the other is longer than the test.
func TestHalfSent(t *testing.T) {
	t.Parallel()
	const short = 50 * time.Millisecond
	headers := served(t, func(l *limits) { l.header, l.body = short, time.Hour })
	bodies := served(t, func(l *limits) { l.header, l.body = time.Hour, short })
	post := "POST " + pathSearch + " HTTP/1.1\r\nHost: x\r\n" + bodies.basic() + "Content-Type: application/json\r\n"
	sent := func(l *testFixture, text string) ([]byte, error) {
		t.Helper()
		c := l.dial()
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		return io.ReadAll(c)
	}
	for _, text := range []string{"", "G", "GET / HT", post} {
		raw, err := sent(headers, text)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			t.Errorf("%q: the connection goes on", text)
		case len(raw) > 0: // There is no answer if nothing has arrived in time.
			invalid(t, headers.answerOn(bufio.NewReader(bytes.NewReader(raw)), "POST"), "The request is not HTTP as the service understands it.")
		}
	}
	for _, text := range []string{post + "Content-Length: 100\r\n\r\n{", post + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a"} {
		raw, err := sent(bodies, text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		invalid(t, bodies.answerOn(bufio.NewReader(bytes.NewReader(raw)), "POST"), "The body could not be read to its end.")
	}
	// Clients that hang up in the middle, and those that wait, do not disturb others.
	c := bodies.dial()
	if _, err := io.WriteString(c, post+"Content-Length: 100\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	if _, err := io.WriteString(bodies.dial(), "GET / HT"); err != nil {
		t.Fatal(err)
	}
	bodies.ok(200, "GET", pathList, nil)
}

// A connection without a request ends after the time between two.
func TestLimits_IdleConnectionEnds(t *testing.T) {
	t.Parallel()
	l := served(t, func(l *limits) { l.header, l.body, l.idle = time.Hour, time.Hour, 50*time.Millisecond })
	c := l.dial()
	if _, err := io.WriteString(c, "GET "+pathList+" HTTP/1.1\r\nHost: x\r\n"+l.basic()+"\r\n"); err != nil {
		t.Fatal(err)
	}
	if raw, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(raw), "HTTP/1.1 200 ") {
		t.Errorf("%v\n%.100s", err, raw)
	}
}

// An answer that its client does not read ends in time.
func TestLimits_UnreadAnswerEnds(t *testing.T) {
	t.Parallel()
	bounds := newLimits()
	bounds.write = 50 * time.Millisecond
	ended := make(chan error, 1)
	server := httptest.NewUnstartedServer(nil)
	server.Config = bounds.server(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var err error
		for part := make([]byte, 64<<10); err == nil; {
			_, err = w.Write(part)
		}
		ended <- err
	}), slog.New(slog.DiscardHandler))
	server.Start()
	t.Cleanup(server.Close)
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the answer ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("the answer goes on")
	}
}

// Idle connections cost no one an answer.
func TestIdleConnections(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it holds 2,000 connections")
	l := served(t)
	const many = 2000
	for i := range many {
		c := l.dial()
		if i%2 == 0 { // Half of them have begun a request.
			if _, err := io.WriteString(c, "GET / HTTP/1.1\r\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+pathList, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(l.account, l.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != 200 {
		t.Errorf("with %d idle connections a list is answered %d", many, answer.StatusCode)
	}
}

// Requests sent ahead of their answers are answered in order.
func TestPipelined(t *testing.T) {
	t.Parallel()
	l := served(t)
	c := l.dial()
	var all strings.Builder
	const many = 50
	for i := range many {
		fmt.Fprintf(&all, "GET %s?page_size=%d HTTP/1.1\r\nHost: x\r\n%s\r\n", pathList, i%2*100+1, l.basic())
	}
	if _, err := io.WriteString(c, all.String()); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(c)
	for i := range many {
		want := []int{200, 400}[i%2] // A page of 101 is too large.
		if got := l.answerOn(r, "GET"); got.status != want {
			t.Fatalf("answer %d is %d, want %d", i, got.status, want)
		}
	}
}

// A stranger with another account's token, or with part of the right one, is
// unknown like any other.
func TestStrangers(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 100 })
	for _, who := range [][2]string{{"acme", "key-2"}, {"nobody", "key-1"}, {"acme", "key-"}, {"acme", "key-11"}, {"acme", ""}, {"", "key-1"}, {"", ""}, {"acme\x00", "key-1"}, {"ACME", "key-1"}} {
		refused(t, l.as(who[0], who[1]).do("GET", pathList, nil), 401, 1001, "APPLICATION_ERROR", "The API key token is missing, invalid or expired.")
	}
}
