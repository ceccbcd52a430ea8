package api

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/internal/contract"
)

const (
	testAccount = "acct-7"
	testToken   = "key-SECRET-0001"
	testID      = "0123456789abcdef0123456789ABCDEF"
)

// An exchange is a request that the fake expects, and its answer.
type exchange struct {
	method  string
	path    string
	query   url.Values
	body    string // compact JSON with sorted keys, or empty
	status  int    // 0: 200
	kind    string // content type; empty is application/json
	headers map[string]string
	answer  string
	// act answers in place of status and answer.
	act http.HandlerFunc
}

// fake is a strict server: it fails the test on a request that differs from
// the next expected one or from the service's description, on one too many, and
// on expected ones never made.
type fake struct {
	t         *testing.T
	server    *httptest.Server
	transport http.RoundTripper // of its clients
	mu        sync.Mutex
	expected  []exchange
	made      int
	odd       bool // the requests deviate from the service's description
}

func newFake(t *testing.T, expected ...exchange) *fake {
	t.Helper()
	f := unstartedFake(t, expected...)
	f.server.Start()
	return f
}

// newPipedFake returns a fake for a synctest bubble: its connections are pipes.
func newPipedFake(t *testing.T, expected ...exchange) *fake {
	t.Helper()
	f := unstartedFake(t, expected...)
	f.transport = startPiped(f.server)
	return f
}

func unstartedFake(t *testing.T, expected ...exchange) *fake {
	t.Helper()
	f := &fake{t: t, expected: expected}
	described := contract.CheckRequests(t, f)
	f.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f.isOdd() {
			f.ServeHTTP(w, r)
		} else {
			described.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		f.server.Close()
		if f.count() != len(f.expected) {
			t.Errorf("%d requests were made, want %d", f.count(), len(f.expected))
		}
	})
	return f
}

// pipes is a listener whose connections are pipes in memory. In a synctest bubble the
// clock stands still while a request is on its way through one, so a time-out ends
// only a request that has arrived, however slow the machine is.
type pipes struct {
	dialed chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// startPiped starts a server on pipes and returns the transport that reaches it.
func startPiped(server *httptest.Server) *http.Transport {
	p := &pipes{dialed: make(chan net.Conn), closed: make(chan struct{})}
	_ = server.Listener.Close() // The socket is not needed.
	server.Listener = p
	server.Start()
	return &http.Transport{DialContext: p.dial}
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.dialed <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.dialed:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (f *fake) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.made
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	n := f.made
	f.made++
	f.mu.Unlock()
	if n >= len(f.expected) {
		f.t.Errorf("unexpected request %d: %s %s", n+1, r.Method, r.URL)
		w.WriteHeader(http.StatusTeapot)
		return
	}
	want := f.expected[n]
	f.check(want, r, string(body))
	if want.act != nil {
		want.act(w, r)
		return
	}
	w.Header().Set("Content-Type", orElse(want.kind, "application/json"))
	for name, value := range want.headers {
		w.Header().Set(name, value)
	}
	if want.status != 0 {
		w.WriteHeader(want.status)
	}
	_, _ = io.WriteString(w, want.answer)
}

func (f *fake) check(want exchange, r *http.Request, body string) {
	if r.Method != want.method || r.URL.Path != want.path {
		f.t.Errorf("got %s %s, want %s %s", r.Method, r.URL.Path, want.method, want.path)
	}
	query := r.URL.Query()
	if want.query == nil {
		want.query = url.Values{}
	}
	if diff := cmp.Diff(want.query, query); diff != "" {
		f.t.Errorf("query of %s (-want +got):\n%s", want.path, diff)
	}
	if body != want.body {
		f.t.Errorf("body of %s:\n got %s\nwant %s", want.path, body, want.body)
	}
	contentType := ""
	if want.body != "" {
		contentType = "application/json"
	}
	for name, value := range map[string]string{
		"Authorization":     "Basic YWNjdC03OmtleS1TRUNSRVQtMDAwMQ==",
		"Accept":            "application/json",
		"User-Agent":        "bellhop-test/1",
		"Content-Type":      contentType,
		"Idempotency-Key":   "",
		"X-Idempotency-Key": "",
		"Cookie":            "",
	} {
		if got := r.Header.Get(name); got != value {
			f.t.Errorf("header %s is %q, want %q", name, got, value)
		}
	}
}

func (f *fake) isOdd() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.odd
}

// client makes a client of the fake whose pauses take no time. Every request
// that it makes has to be as the service's description says, unless its dialect
// is another one than the description's.
func (f *fake) client(change ...func(*Options)) *Client {
	useTransport := func(o *Options) { o.Transport = f.transport }
	c := testClient(f.t, f.server.URL, append([]func(*Options){useTransport}, change...)...)
	if c.dialect != DefaultDialect() {
		f.mu.Lock()
		f.odd = true
		f.mu.Unlock()
	}
	return c
}

func testClient(t *testing.T, base string, change ...func(*Options)) *Client {
	t.Helper()
	o := Options{
		BaseURL:   base,
		Account:   testAccount,
		Token:     NewSecret(testToken),
		UserAgent: "bellhop-test/1",
		Sleep:     func(context.Context, time.Duration) error { return nil },
	}
	for _, f := range change {
		f(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// compact makes readable JSON comparable with what is sent.
func compact(t *testing.T, text string) string {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func diff(want, got any) string {
	return cmp.Diff(want, got,
		cmp.Comparer(func(a, b Money) bool { return a == b }),
		cmp.Comparer(func(a, b Secret) bool { return a == b }))
}

// failure is the *Error that every failed call returns.
func failure(t *testing.T, err error) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v (%T), want an *Error", err, err)
	}
	return e
}

func gzipped(text string) string {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

func truth(b bool) *bool { return &b }

func gbp(number string) Money { return NewMoney(number, "GBP") }

// unknown reports whether err leaves the outcome of a write unknown.
func unknown(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Outcome == OutcomeUnknown
}
