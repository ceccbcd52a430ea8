package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/internal/safetext"
)

// A wrongAnswer is a way in which an answer can be wrong, with what a read and
// a write make of it.
type wrongAnswer struct {
	name     string
	exchange exchange
	message  string // after a read
	status   int
	unknown  bool // after a write
	repeated bool // by a read
	foreign  bool // says another thing after a write: the body is not the service's
}

func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	_ = conn.(*net.TCPConn).SetLinger(0)
	_ = conn.Close()
}

// cutOff promises more bytes than it sends.
func cutOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"id": "`+testID+`", `)
}

func oversized(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id": "`+testID+`", "padding": [`)
	block := []byte(`"` + strings.Repeat("x", 1<<20) + `",`)
	for range maxBody>>20 + 1 {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
	_, _ = io.WriteString(w, `0]}`)
}

func wrongAnswers() []wrongAnswer {
	const brotliWords = "the answer is compressed as br, which was not asked for"
	const html = "<html>\x1b[2J</html>"
	refused := `{"code": 4001, "type": "PAYMENT_PROCESSING_ERROR", "message": "declined", "details": [{"message": "no funds"}], "request_id": "r-1"}`
	return []wrongAnswer{
		{"400 JSON", exchange{status: 400, answer: refused}, "declined", 400, false, false, false},
		{"404 HTML", exchange{status: 404, kind: "text/html", answer: html}, "not found", 404, true, false, true},
		{"403 empty", exchange{status: 403}, "the API key may not do this", 403, true, false, true},
		{"429", exchange{status: 429, kind: "text/plain", answer: "slow"}, "too many requests", 429, true, true, true},
		{"500 JSON", exchange{status: 500, answer: `{"code": 1000, "message": "oops"}`}, "oops", 500, true, false, false},
		{"502 HTML", exchange{status: 502, kind: "text/html", answer: html}, "the service answered 502 (Bad Gateway) without saying why", 502, true, true, true},
		{"504", exchange{status: 504, answer: `{"message": "late"}`}, "late", 504, true, true, true},
		{"503", exchange{status: 503, answer: `{}`}, "the service answered 503 (Service Unavailable) without saying why", 503, true, true, true},
		{"599", exchange{status: 599, answer: `{`}, "the service answered 599 without saying why", 599, true, false, true},
		{"304", exchange{status: 304}, "the service answered with a redirect (304), which is not followed", 304, true, false, false},
		{"200 HTML", exchange{kind: "text/html", answer: html}, "the answer is text/html, not JSON", 200, true, false, false},
		{"200 JSON as text", exchange{kind: "text/plain", answer: `{"id": "` + testID + `"}`}, "the answer is text/plain, not JSON", 200, true, false, false},
		{"200 empty", exchange{}, "the answer breaks off", 200, true, false, false},
		{"204", exchange{status: 204}, "the answer breaks off", 204, true, false, false},
		{"200 half", exchange{answer: `{"id": "` + testID + `", "status": "CONF`}, "the answer breaks off", 200, true, false, false},
		{"200 not JSON", exchange{answer: html}, "not JSON at byte 0", 200, true, false, false},
		{"200 array", exchange{answer: `[]`}, "the answer is not a JSON object", 200, true, false, false},
		{"200 no id", exchange{answer: `{"status": "CONFIRMED"}`}, "the answer is not a reservation with an id", 200, true, false, false},
		{"200 null id", exchange{answer: `{"id": null}`}, "the answer is not a reservation with an id", 200, true, false, false},
		{"200 other id", exchange{answer: `{"id": "ffffffffffffffffffffffffffffffff"}`}, "the answer is about another reservation", 200, true, false, false},
		{"200 two objects", exchange{answer: `{"id": "` + testID + `"}{}`}, "something follows the answer", 200, true, false, false},
		{"200 br", exchange{headers: map[string]string{"Content-Encoding": "br"}, answer: "\x0b\x02\x80"}, brotliWords, 200, true, false, false},
		{"400 br", exchange{status: 400, headers: map[string]string{"Content-Encoding": "br"}, answer: "\x0b\x02\x80"}, brotliWords, 400, true, false, false},
		{"503 br", exchange{status: 503, headers: map[string]string{"Content-Encoding": "br"}, answer: "\x0b\x02\x80"}, brotliWords, 503, true, true, false},
		{"403 br without a body", exchange{status: 403, headers: map[string]string{"Content-Encoding": "br", "Content-Length": "0"}}, "the API key may not do this", 403, true, false, true},
		{"400 with a byte order mark", exchange{status: 400, answer: "\ufeff" + refused}, "declined", 400, false, false, false},
		{"400 packed with a byte order mark", exchange{status: 400, headers: map[string]string{"Content-Encoding": "gzip"}, answer: gzipped("\ufeff" + refused)}, "declined", 400, false, false, false},
		{"a byte order mark alone", exchange{answer: "\ufeff"}, "the answer breaks off", 200, true, false, false},
		{"cut off", exchange{act: cutOff}, "the connection was closed before the answer was complete", 200, true, true, false},
		{"reset", exchange{act: reset}, "", 0, true, true, false},
		{"oversized", exchange{act: oversized}, "the answer is larger than 64 MiB", 200, true, false, false},
	}
}

func TestWrongAnswersToWrites(t *testing.T) {
	for _, c := range wrongAnswers() {
		t.Run(c.name, func(t *testing.T) {
			c.exchange.method, c.exchange.path = "POST", "/rest/v1/reservation/"+testID+"/cancel"
			f := newFake(t, c.exchange) // which fails on a second request
			got, err := f.client().CancelReservation(t.Context(), testID)
			e := failure(t, err)
			if e.Operation != "cancel reservation" || e.Status != c.status || unknown(err) != c.unknown {
				t.Errorf("%+v", e)
			}
			want := c.message
			if c.foreign {
				want = foreignWords(c.status)
			}
			if want != "" && e.Message != want {
				t.Errorf("message %q, want %q", e.Message, want)
			}
			if suffix := strings.HasSuffix(err.Error(), " (it may have happened)"); suffix != c.unknown {
				t.Errorf("text %q", err.Error())
			}
			if !reflect.DeepEqual(got, Reservation{}) {
				t.Errorf("a failed call returned %+v", got)
			}
		})
	}
}

func TestWrongAnswersToReads(t *testing.T) {
	for _, c := range wrongAnswers() {
		t.Run(c.name, func(t *testing.T) {
			c.exchange.method, c.exchange.path = "GET", "/rest/v1/reservation/"+testID
			expected := []exchange{c.exchange}
			if c.repeated {
				expected = []exchange{c.exchange, c.exchange, c.exchange, c.exchange}
			}
			_, err := newFake(t, expected...).client().ReadReservation(t.Context(), testID)
			e := failure(t, err)
			if e.Operation != "read reservation" || e.Status != c.status || unknown(err) {
				t.Errorf("%+v", e)
			}
			if c.message != "" && e.Message != c.message {
				t.Errorf("message %q, want %q", e.Message, c.message)
			}
		})
	}
}

func TestAnswersWithoutTheirMainPart(t *testing.T) {
	in, out := NewDate(2026, time.December, 12), NewDate(2026, time.December, 15)
	for path, c := range map[string]struct {
		method, body, message string
		call                  func(*Client) error
	}{
		pathDestinations: {"GET", "", "the answer has no results", func(c *Client) error {
			_, err := c.SearchDestinations(context.Background(), DestinationQuery{})
			return err
		}},
		pathHotels: {"POST", `{"filter":{"location":{"details":{"iata_code":"LON"},"type":"iata_code"}},"stay_info":{"check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":1}}}`, "the answer has no results", func(c *Client) error {
			_, err := c.SearchHotels(context.Background(), HotelQuery{Code: "LON", CheckIn: in, CheckOut: out, Adults: 1})
			return err
		}},
		pathVerify: {"POST", `{"booking_code":"B","chain_code":"LX","channel_code":"GDS","check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":1,"children":0},"property_code":"1"}`, "the answer holds no verified rate", func(c *Client) error {
			_, err := c.VerifyRate(context.Background(), VerifyRequest{
				BookingCode: "B", ChannelCode: "GDS", Property: PropertyID{"LX", "1"}, CheckIn: in, CheckOut: out, Adults: 1,
			})
			return err
		}},
		pathList: {"GET", "", "the answer has no items", func(c *Client) error {
			_, err := c.ListReservations(context.Background(), ReservationQuery{})
			return err
		}},
	} {
		t.Run(path, func(t *testing.T) {
			want := exchange{method: c.method, path: path, body: c.body, answer: `{"message": "fine"}`}
			if path == pathDestinations {
				want.query = url.Values{"query": {""}}
			}
			if e := failure(t, c.call(newFake(t, want).client())); e.Message != c.message || e.Status != 200 {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestRefusalIsReadWhole(t *testing.T) {
	const body = `{"code": 2001, "type": "VALIDATION", "message": "missing\u001b[1m or invalid", "request_id": "3f\u202e",
		"details": [{"message": "token is missing", "field": ["payment", "guest", "token"]}, {"message": "dates not in order"},
			{"message": "m", "field": "top"}, {"field": ["list", 3]}, "bare", null]}`
	f := newFake(t, exchange{
		method: "GET", path: "/rest/v1/reservation/" + testID, status: 400, answer: body,
		headers: map[string]string{"Retry-After": "soon", "X-Request-Id": "header"},
	})
	_, err := f.client().ReadReservation(t.Context(), testID)
	want := &Error{
		Operation: "read reservation", Status: 400, Code: CodeValidation, Type: TypeValidation,
		Message: "missing\x1b[1m or invalid", Quoted: true, RequestID: "3f\u202e", RetryAt: "soon",
		Problems: []Problem{
			{[]string{"payment", "guest", "token"}, "token is missing"},
			{nil, "dates not in order"},
			{[]string{"top"}, "m"},
			{[]string{"list", "3"}, ""},
			{nil, "bare"},
			{nil, ""},
		},
	}
	if d := diff(want, failure(t, err)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestUnauthorized(t *testing.T) {
	f := newFake(t,
		exchange{method: "GET", path: "/rest/v1/reservation/" + testID, status: 401, headers: map[string]string{"X-Request-Id": "r-9"}},
		exchange{method: "GET", path: "/rest/v1/reservation/" + testID, answer: fixture(t, "reservation")})
	c := f.client(func(o *Options) { o.Token = NewSecret("wrong") })
	f.expected[0].act = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "r-9")
		w.WriteHeader(http.StatusUnauthorized)
	}
	c.SetToken(NewSecret(testToken)) // the fake insists on the right key from the start
	_, err := c.ReadReservation(t.Context(), testID)
	if e := failure(t, err); !Unauthorized(err) || e.Message != "the API key is missing, wrong or expired" || e.RequestID != "r-9" {
		t.Errorf("%+v", e)
	}
	if _, err := c.ReadReservation(t.Context(), testID); err != nil {
		t.Error(err)
	}
}

// An answer's id is the body's, else the header's; it is clean and holds no
// key, in the error and in the log.
func TestRequestID(t *testing.T) {
	const path = "/rest/v1/reservation/" + testID
	header := func(name, value string) map[string]string { return map[string]string{name: value} }
	for name, c := range map[string]struct {
		exchange exchange
		want     string
	}{
		"body and header":     {exchange{status: 400, headers: header("X-Request-Id", "h-1"), answer: `{"request_id": "b-1"}`}, "b-1"},
		"only the header":     {exchange{status: 400, headers: header("X-Request-Id", "h-1"), answer: `{"message": "no"}`}, "h-1"},
		"empty in the body":   {exchange{status: 400, headers: header("X-Request-Id", "h-1"), answer: `{"request_id": ""}`}, "h-1"},
		"no body":             {exchange{status: 500, headers: header("X-Request-Id", "h-1")}, "h-1"},
		"the header's cousin": {exchange{status: 404, headers: header("Request-Id", "h-2")}, "h-2"},
		"an HTML page":        {exchange{status: 502, kind: "text/html", headers: header("X-Request-Id", "h-1"), answer: "<html>"}, "h-1"},
		"a redirect":          {exchange{status: 304, headers: header("X-Request-Id", "h-1")}, "h-1"},
		"a broken answer":     {exchange{headers: header("X-Request-Id", "h-1"), answer: `{"id": `}, "h-1"},
		"not clean":           {exchange{status: 404, headers: header("X-Request-Id", "h\u202e\u200bx")}, "h\u202e\u200bx"},
		"a key in the header": {exchange{status: 404, headers: header("X-Request-Id", "h-"+testToken)}, "h-" + redacted},
		"a key in the body":   {exchange{status: 404, answer: `{"request_id": "b-` + testToken + `"}`}, "b-" + redacted},
		"none":                {exchange{status: 404}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			c.exchange.method, c.exchange.path = "GET", path
			client := newFake(t, c.exchange).client(func(o *Options) {
				o.Logger, o.ReadRetries = slog.New(slog.NewJSONHandler(&log, nil)), -1
			})
			_, err := client.ReadReservation(t.Context(), testID)
			if e := failure(t, err); e.RequestID != c.want {
				t.Errorf("the error is of request %q, want %q", e.RequestID, c.want)
			}
			var line struct {
				RequestID string `json:"request_id"`
			}
			if err := json.Unmarshal(log.Bytes(), &line); err != nil || line.RequestID != safetext.Line(c.want) {
				t.Errorf("the log says %q, %v; want %q", log.String(), err, c.want)
			}
		})
	}
}

func TestNothingIsSentToNobody(t *testing.T) {
	closed := httptest.NewServer(nil)
	base := closed.URL
	closed.Close()
	broken := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "service.invalid", IsNotFound: true}}
	}}
	for name, c := range map[string]struct {
		base      string
		transport http.RoundTripper
		message   string
	}{
		"connection refused": {base, nil, "no connection to " + strings.TrimPrefix(base, "http://") + " (refused), nothing was sent"},
		"no such host":       {"https://service.invalid", broken, "no connection to service.invalid (there is no such host), nothing was sent"},
	} {
		t.Run(name, func(t *testing.T) {
			client := testClient(t, c.base, func(o *Options) { o.Transport = c.transport })
			_, err := client.CancelReservation(t.Context(), testID)
			e := failure(t, err)
			if unknown(err) || e.Message != c.message || e.Advice == "" || e.Status != 0 {
				t.Errorf("%+v", e)
			}
		})
	}
}

// TestWrite_NoConnection shows that a write without a connection counts as not sent: with net/http
// after any error, because its trace shows connections, and with other transports after a dial error.
func TestWrite_NoConnection(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	noTLS := strings.Replace(plain.URL, "http:", "https:", 1)
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("no route")}
	for name, c := range map[string]struct {
		base      string
		transport http.RoundTripper
	}{
		"no TLS, the default transport": {noTLS, nil},
		"no TLS, a transport":           {noTLS, &http.Transport{}},
		"no dial, another transport":    {"https://service.example", otherTransport{dial}},
	} {
		t.Run(name, func(t *testing.T) {
			client := testClient(t, c.base, func(o *Options) { o.Transport = c.transport })
			_, err := client.CancelReservation(t.Context(), testID)
			if e := failure(t, err); unknown(err) || !strings.HasSuffix(e.Message, ", nothing was sent") {
				t.Errorf("%+v", e)
			}
		})
	}
}

// otherTransport is a transport of another make: nothing is known of what it sent.
type otherTransport struct{ err error }

func (o otherTransport) RoundTrip(*http.Request) (*http.Response, error) { return nil, o.err }

func TestOtherTransportsAreNotTrusted(t *testing.T) {
	secretive := fmt.Errorf("talking to https://x/?key=%s failed", testToken)
	c := testClient(t, "https://service.example", func(o *Options) { o.Transport = otherTransport{secretive} })
	_, err := c.CancelReservation(t.Context(), testID)
	e := failure(t, err)
	if !unknown(err) || e.Message != "the connection broke, or the answer is not HTTP" || strings.Contains(fmt.Sprintf("%+v", errors.Unwrap(err)), testToken) {
		t.Errorf("%+v", e)
	}
}

// The time-outs run on a bubble's clock, so that each request has arrived when they end.
func TestTimeOuts(t *testing.T) {
	run := func(name string, test func(*testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
	}
	stall := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	short := func(o *Options) { o.ReadTimeout, o.WriteTimeout = 500*time.Millisecond, 500*time.Millisecond }
	run("write", func(t *testing.T) {
		f := newPipedFake(t, exchange{method: "POST", path: "/rest/v1/reservation/" + testID + "/cancel", act: stall})
		_, err := f.client(short).CancelReservation(t.Context(), testID)
		if e := failure(t, err); !unknown(err) || e.Message != "no answer in time (500 milliseconds at most)" || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%+v", e)
		}
	})
	run("read", func(t *testing.T) {
		f := newPipedFake(t, exchange{method: "GET", path: "/rest/v1/reservation/" + testID, act: stall})
		_, err := f.client(short).ReadReservation(t.Context(), testID)
		if e := failure(t, err); unknown(err) || e.Message != "no answer in time (500 milliseconds at most)" {
			t.Errorf("%+v", e)
		}
	})
	run("in the middle of the answer", func(t *testing.T) {
		f := newPipedFake(t, exchange{method: "POST", path: "/rest/v1/reservation/" + testID + "/cancel", act: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"id": `)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}})
		_, err := f.client(short).CancelReservation(t.Context(), testID)
		if e := failure(t, err); !unknown(err) || e.Message != "no answer in time (500 milliseconds at most)" || e.Status != 200 {
			t.Errorf("%+v", e)
		}
	})
}

func TestCancelling(t *testing.T) {
	for _, write := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		want := exchange{method: "GET", path: "/rest/v1/reservation/" + testID}
		if write {
			want.method, want.path = "POST", want.path+"/cancel"
		}
		want.act = func(_ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done()
		}
		c := newFake(t, want).client()
		call := c.ReadReservation
		if write {
			call = c.CancelReservation
		}
		_, err := call(ctx, testID)
		if e := failure(t, err); unknown(err) != write || e.Message != "cancelled" || !errors.Is(err, context.Canceled) {
			t.Errorf("write %v: %+v", write, e)
		}
		_, err = call(ctx, testID) // the context is over: the fake must not see it
		if e := failure(t, err); unknown(err) || e.Message != "not sent: cancelled" {
			t.Errorf("write %v, not sent: %+v", write, e)
		}
	}
}
