package app

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
)

// A clientRecorder writes down what this console asks of a service, as a sandbox writes down what it is asked: with the
// same redaction, in the same form, to be replayed in the same way.
type clientRecorder struct {
	file *os.File
	out  *recording.Recorder
	fail atomic.Pointer[error] // why it has ended
}

// newClientRecorder records in a file, at a service of these names.
func newClientRecorder(file string, dialect map[string]string) (*clientRecorder, error) {
	settings := make([]string, 0, len(dialect))
	for entry, name := range dialect {
		settings = append(settings, entry+"="+name)
	}
	names, err := service.ReadNames(settings)
	if err != nil {
		return nil, fmt.Errorf("--record: %w", err)
	}
	out, err := recordingFile(file)
	if err != nil {
		return nil, err
	}
	return &clientRecorder{file: out, out: recording.NewRecorder(out, names)}, nil
}

// over returns what records in front of a transport what an account asks of the service at an address.
func (r *clientRecorder) over(base, account string) func(http.RoundTripper) http.RoundTripper {
	path := ""
	if u, err := url.Parse(base); err == nil {
		path = strings.TrimRight(u.Path, "/")
	}
	return func(next http.RoundTripper) http.RoundTripper {
		return &recordedTransport{recorder: r, next: next, prefix: path, account: account}
	}
}

// write adds the line of a request. When that fails the recording has ended; the console goes on.
func (r *clientRecorder) write(x recording.Exchange) {
	if err := r.out.Write(x); err != nil {
		r.fail.CompareAndSwap(nil, &err)
	}
}

// close ends the recording, and reports why it is not whole; a nil one is.
func (r *clientRecorder) close() error {
	if r == nil {
		return nil
	}
	err := r.file.Close()
	if failed := r.fail.Load(); failed != nil {
		err = *failed
	}
	if err != nil {
		return fmt.Errorf("the recording %s is not whole: %w", r.file.Name(), err)
	}
	return nil
}

// A recordedTransport records what goes through it. It changes nothing of it, and reads no body before it is asked for.
type recordedTransport struct {
	recorder *clientRecorder
	next     http.RoundTripper
	prefix   string // of every path: that of the service's address
	account  string
}

// CloseIdleConnections lets go of those of the transport behind.
func (t *recordedTransport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// mostRecorded is how much of a body is recorded; of a larger one only how large it is.
const mostRecorded = 8<<20 + 1

func (t *recordedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	at := began // By the service's clock, where it tells it.
	sent := &passed{}
	if r.Body != nil && r.Body != http.NoBody {
		r = r.Clone(r.Context())
		sent.ReadCloser = r.Body
		r.Body = sent
	}
	finish := func(a service.Answer, id string) {
		t.recorder.write(t.exchange(r, at, sent.bytes(), a, id, time.Since(began)))
	}
	response, err := t.next.RoundTrip(r)
	if err != nil {
		finish(service.Answer{}, "")
		return response, err
	}
	if date, err := http.ParseTime(response.Header.Get("Date")); err == nil {
		at = date
	}
	header := map[string]string{}
	for _, name := range []string{"Content-Type", "Retry-After", "Allow", "WWW-Authenticate"} {
		header[name] = usualType(response.Header.Get(name))
	}
	id := response.Header.Get("X-Request-Id")
	packed := strings.EqualFold(response.Header.Get("Content-Encoding"), "gzip")
	status := response.StatusCode
	response.Body = &passed{ReadCloser: response.Body, done: func(text []byte, whole bool) {
		if packed {
			text = unpacked(text)
		}
		if strings.HasPrefix(header["Content-Type"], "text/html") {
			text = []byte(noPage) // It may repeat anything.
		}
		if status == http.StatusUnauthorized {
			// Nobody's request: as at a sandbox, what it asked is not recorded.
			t.recorder.write(recording.Exchange{
				Request: service.Request{ID: id, Now: at, Method: r.Method, URL: t.url(r)}, Route: t.route(r),
				Answer: service.Answer{Status: status, Header: header, Body: text}, Took: time.Since(began),
			})
			return
		}
		if !whole {
			status, text = 0, nil // Nobody had an answer that could be given again.
		}
		finish(service.Answer{Status: status, Header: header, Body: text}, id)
	}}
	return response, nil
}

// noPage stands for a page of HTML.
const noPage = "<!doctype html><title>This page was not recorded.</title>\n"

// usualType is a header's value; JSON is JSON whatever it says of its characters.
func usualType(value string) string {
	kind, _, _ := strings.Cut(value, ";")
	if strings.EqualFold(strings.TrimSpace(kind), "application/json") {
		return "application/json"
	}
	return value
}

func (t *recordedTransport) exchange(r *http.Request, at time.Time, body []byte, a service.Answer, id string, took time.Duration) recording.Exchange {
	return recording.Exchange{
		Request: service.Request{ID: id, Now: at, Account: t.account, Method: r.Method, URL: t.url(r), Body: body},
		Route:   t.route(r), Answer: a, Took: took,
	}
}

// url is a request's, as the service has it.
func (t *recordedTransport) url(r *http.Request) *url.URL {
	u := *r.URL
	u.Path, u.RawPath = strings.TrimPrefix(u.Path, t.prefix), strings.TrimPrefix(u.RawPath, t.prefix)
	return &u
}

func (t *recordedTransport) route(r *http.Request) service.Route {
	route, _ := service.Request{Method: r.Method, URL: t.url(r)}.Route() // It has the path's template all the same.
	return route
}

// passed is a body on its way, of which what has passed is kept.
type passed struct {
	io.ReadCloser
	mu    sync.Mutex // an answer can come before all of a request was sent
	text  bytes.Buffer
	whole bool
	done  func(text []byte, whole bool) // once, at its end
}

func (p *passed) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.mu.Lock()
	defer p.mu.Unlock()
	if room := mostRecorded - p.text.Len(); room > 0 {
		p.text.Write(b[:min(n, room)])
	}
	if errors.Is(err, io.EOF) {
		p.whole = true
	}
	return n, err
}

func (p *passed) bytes() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Clone(p.text.Bytes())
}

// rest is how much that nobody has read is still recorded: what follows the JSON of an answer.
const rest = 64 << 10

// Close ends the body: what is recorded of it is what was read.
func (p *passed) Close() error {
	if p.done != nil && !p.whole {
		_, _ = io.Copy(io.Discard, io.LimitReader(struct{ io.Reader }{p}, rest)) // What fails is cut.
	}
	err := p.ReadCloser.Close()
	if p.done != nil {
		p.done(p.text.Bytes(), p.whole)
		p.done = nil
	}
	return err
}

// unpacked is a body that came as gzip, or nothing where it is none.
func unpacked(text []byte) []byte {
	in, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	out, _ := io.ReadAll(io.LimitReader(in, mostRecorded))
	return out
}
