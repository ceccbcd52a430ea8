package contract

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Check returns a handler that does what next does, and fails the test on every
// difference from the description of the service:
//
//   - an answer whose status, headers or body it does not describe (SPEC 2, 4
//     and 7, WIRE 3);
//   - a request that was carried out although the description calls it invalid;
//   - a request that was refused as a VALIDATION error, or for its media type or
//     size, although the description calls it valid, unless the reason is a rule
//     that a schema cannot hold, such as the order of two dates.
//
// Answers that a fault has cut off, emptied or replaced by HTML are passed over.
func Check(t testing.TB, next http.Handler) http.Handler {
	t.Helper()
	d := document(t)
	return watch(next, true, func(x exchange) {
		if x.broken() {
			return
		}
		for _, line := range d.check(x) {
			t.Errorf("%s: %s", x, line)
		}
	})
}

// CheckAnswers is Check without the requests, for a sandbox that was started
// with other names than the description's (WIRE 1).
func CheckAnswers(t testing.TB, next http.Handler) http.Handler {
	t.Helper()
	d := document(t)
	return watch(next, true, func(x exchange) {
		o, _ := d.find(x.method, x.url.Path)
		if o == nil || x.broken() {
			return
		}
		for _, line := range o.answers[x.status].check(x) {
			t.Errorf("%s: %s", x, line)
		}
	})
}

// CheckRequests fails the test on every request that the description calls
// invalid, whatever next answers to it: a client must never make one.
func CheckRequests(t testing.TB, next http.Handler) http.Handler {
	t.Helper()
	d := document(t)
	return watch(next, false, func(x exchange) {
		o, _ := d.find(x.method, x.url.Path)
		if o == nil {
			t.Errorf("%s: the description has no such operation", x)
			return
		}
		for _, line := range o.request(x) {
			t.Errorf("%s: the request is not as the description says: %s", x, line)
		}
	})
}

func document(t testing.TB) *description {
	t.Helper()
	d, err := sandboxDocument()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// watch shows each exchange with the service to see, once it is over; the
// description itself, the health, the pictures and the control path are no part of it. The status is 0
// when the connection was dropped without an answer. The body of an answer is
// kept only if it is looked at: some are larger than anybody reads.
func watch(next http.Handler, content bool, see func(exchange)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/openapi.yaml" || r.URL.Path == "/healthz" || r.URL.Path == "/readyz" || strings.HasPrefix(r.URL.Path, "/images/") || strings.HasPrefix(r.URL.Path, "/control") {
			next.ServeHTTP(w, r)
			return
		}
		x := exchange{method: r.Method, url: r.URL, header: r.Header}
		// The body is read as the handler reads it, so that what hangs or breaks
		// off there does so here.
		body := &bytes.Buffer{}
		seen := r.WithContext(r.Context())
		seen.Body = &teeBody{io.TeeReader(r.Body, body), r.Body}
		a := &answer{ResponseWriter: w, keeps: content}
		next.ServeHTTP(a, seen)
		x.body, x.status, x.answer, x.content = body.Bytes(), a.status, w.Header(), a.content
		if x.answer.Get("Content-Encoding") == "gzip" {
			x.content = unpacked(x.content)
		}
		see(x)
	})
}

// unpacked returns what was sent as gzip; of what is none, nothing.
func unpacked(content []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	return text
}

type teeBody struct {
	io.Reader
	io.Closer
}

// answer passes an answer on and keeps a copy, of its body only if it is to.
type answer struct {
	http.ResponseWriter
	status  int
	keeps   bool
	content []byte
}

// Unwrap gives http.ResponseController the writer beneath, for deadlines and
// for taking the connection over.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Hijack takes the connection over, as a fault does that resets it.
func (a *answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(a.ResponseWriter).Hijack()
}

// Flush sends what was written so far.
func (a *answer) Flush() { _ = http.NewResponseController(a.ResponseWriter).Flush() }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(text []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	if a.keeps {
		a.content = append(a.content, text...)
	}
	return a.ResponseWriter.Write(text)
}
