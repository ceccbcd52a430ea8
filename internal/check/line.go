package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	timeout     = 30 * time.Second // of one request
	maxAnswer   = 64 << 20         // bytes of one answer
	maxPause    = time.Minute      // that a service may ask for
	maxPatience = 3                // pauses for one request
)

// A request is one step of the script.
type request struct {
	operation string // of the description; "" is none of them
	method    string
	path      string
	query     url.Values
	body      any
	secret    string // name of the query parameter whose values are not shown
	anonymous bool   // without credentials
	token     string // in place of the right one
}

// writes reports whether the request can change anything: then it is sent once.
func (r request) writes() bool {
	return r.method == http.MethodPatch || r.method == http.MethodPost && strings.HasPrefix(r.path, reservationPath)
}

// String returns the request as a report shows it: without what could be a guest's or
// a secret, in case that a service has it where an id or a name should be.
func (r request) String() string {
	steps := strings.Split(r.path, "/")
	for i, step := range steps {
		if !showable().MatchString(step) {
			steps[i] = "…"
		}
	}
	text := r.method + " " + strings.Join(steps, "/")
	join := "?"
	for _, name := range slices.Sorted(maps.Keys(r.query)) {
		for i, value := range r.query[name] {
			if name == r.secret && i > 0 {
				break
			}
			if name == r.secret || !showable().MatchString(value) {
				value = "…"
			}
			text += join + name + "=" + value
			join = "&"
		}
	}
	return text
}

// showable are the paths and the values of the script: words, dates and ids.
var showable = pattern(`^(\pL[\pL _-]{0,40}|v1|[0-9-]{0,10}|[0-9A-Za-z]{32}(,[0-9A-Za-z]{32})?|)$`)

// An answer is what came back; err is why nothing did.
type answer struct {
	request request
	status  int
	header  http.Header
	text    []byte
	err     error
}

func (a answer) succeeded() bool {
	return a.status >= http.StatusOK && a.status < http.StatusMultipleChoices
}

// outcome returns what a service made of a request, in few words.
func (a answer) outcome() string {
	out := strconv.Itoa(a.status)
	v, _ := decode(a.text)
	if name := text(v, "type"); a.status >= http.StatusBadRequest && isErrorType(name) {
		out += " " + name
	}
	return out
}

// unclear reports whether an answer does not tell if a write was carried out: it
// is no success, and no refusal with the Error of SPEC 7 either (WIRE 5).
func (a answer) unclear() bool {
	switch {
	case a.succeeded():
		return false
	case a.status < http.StatusBadRequest, a.status >= http.StatusInternalServerError, a.status == http.StatusRequestTimeout:
		return true
	case strings.Contains(strings.ToLower(a.header.Get("Content-Type")), "problem+json"):
		return true // Its type is another thing than the Error's.
	}
	v, err := decode(a.text)
	_, coded := at(v, "code").(json.Number)
	return err != nil || text(v, "type") == "" && !coded
}

// A line is the connection to the service: one request at a time.
type line struct {
	o      Options
	client *http.Client
	sent   int
	// behind is how far the service's clock is from ours.
	behind time.Duration
}

func newLine(o Options) *line {
	return &line{o: o, client: &http.Client{
		Transport: o.Transport, Timeout: timeout,
		// A redirect of a write would send it twice, and one of any request would
		// carry the token elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// send sends a request, and a read again when the service asks to wait.
func (l *line) send(ctx context.Context, r request) answer {
	for pauses := 0; ; pauses++ {
		a := l.once(ctx, r)
		if a.status != http.StatusTooManyRequests || r.writes() || pauses == maxPatience {
			return a
		}
		pause := time.Second
		if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); err == nil && seconds > 0 {
			pause = time.Duration(min(seconds, int(maxPause/time.Second))) * time.Second
		}
		if err := l.o.Sleep(ctx, pause); err != nil {
			a.err = err
			return a
		}
	}
}

func (l *line) once(ctx context.Context, r request) answer {
	a := answer{request: r}
	l.sent++
	if l.o.Progress != nil {
		l.o.Progress(l.sent, r.String())
	}
	if r.writes() {
		// A write is waited for: otherwise nobody could say what became of it.
		ctx = context.WithoutCancel(ctx)
	}
	out, err := l.request(ctx, r)
	if err != nil {
		a.err = err
		return a
	}
	in, err := l.client.Do(out)
	if err != nil {
		a.err = l.o.reason(err)
		return a
	}
	defer func() { _ = in.Body.Close() }()
	a.status, a.header = in.StatusCode, in.Header
	if a.text, err = io.ReadAll(io.LimitReader(in.Body, maxAnswer+1)); err != nil {
		a.err = l.o.reason(err)
	} else if len(a.text) > maxAnswer {
		a.err = errors.New("the answer has no end")
	}
	if now, err := http.ParseTime(in.Header.Get("Date")); err == nil {
		l.behind = now.Sub(l.o.Now())
	}
	return a
}

func (l *line) request(ctx context.Context, r request) (*http.Request, error) {
	target := l.o.BaseURL + r.path
	if len(r.query) > 0 {
		target += "?" + r.query.Encode()
	}
	var body io.Reader
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	out, err := http.NewRequestWithContext(ctx, r.method, target, body)
	if err != nil {
		return nil, err
	}
	// With this and a body that can be read once only, the standard client sends
	// nothing a second time by itself when a connection breaks.
	out.GetBody = nil
	out.Header.Set("Accept", jsonType)
	out.Header.Set("User-Agent", l.o.UserAgent)
	if r.body != nil {
		out.Header.Set("Content-Type", jsonType)
	}
	if token := l.o.Token; !r.anonymous {
		if r.token != "" {
			token = r.token
		}
		out.SetBasicAuth(l.o.Account, token)
	}
	return out, nil
}

const jsonType = "application/json"

// reason returns in words why a request had no answer.
func (o Options) reason(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) && wrapped.Timeout() {
		return fmt.Errorf("no answer within %s", timeout)
	}
	return errors.New(o.Unreached(err))
}

// decode reads one JSON text, its numbers as they are written.
func decode(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, errors.New("it is not JSON")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the JSON")
	}
	return v, nil
}

// isJSON reports whether a content type is JSON's.
func isJSON(contentType string) bool {
	kind, extra, err := mime.ParseMediaType(contentType)
	charset := extra["charset"]
	return err == nil && kind == jsonType && (charset == "" || strings.EqualFold(charset, "utf-8"))
}
