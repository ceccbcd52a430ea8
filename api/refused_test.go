package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// An errorBody is what may come with a status, and whether it is the Error of
// section 7.
type errorBody struct {
	name string
	kind string // content type; empty is application/json
	text string
	own  bool
}

func errorBodies() []errorBody {
	const full = `{"code": 3001, "type": "BOOKING_CREATION_ERROR", "message": "The rate is gone", "details": [{"message": "rate"}], "request_id": "q-1"}`
	return []errorBody{
		{"the service's", "", full, true},
		{"the service's, as text/json", "text/json; charset=utf-8", full, true},
		{"a type alone", "", `{"type": "VALIDATION"}`, true},
		{"a type that is not named", "", `{"type": "RATE_LIMIT_2"}`, true},
		{"a code alone", "", `{"code": 2001}`, true},
		{"a negative code", "", `{"code": -7, "message": null}`, true},
		{"a code, type null", "", `{"code": 2001, "type": null, "details": null}`, true},
		{"a code, an odd word", "", `{"code": 2001, "type": "declined"}`, true},
		{"unknown fields too", "", `{"type": "VALIDATION", "more": {"a": [1, {}]}}`, true},
		{"details as texts", "", `{"type": "VALIDATION", "details": ["bare", null]}`, true},

		{"nothing", "", ``, false},
		{"white space", "", "  \n", false},
		{"a page", "text/html", "<html>403</html>", false},
		{"a page called JSON", "", "<html>403</html>", false},
		{"the service's, called a page", "text/html", full, false},
		{"the service's, called a text", "text/plain", full, false},
		{"the service's, called a problem", "application/problem+json", full, false},
		{"a content type without sense", ";;", full, false},
		{"cut", "", full[:40], false},
		{"cut before the last byte", "", full[:len(full)-1], false},
		{"something after it", "", full + "x", false},
		{"two of them", "", full + full, false},
		{"null", "", `null`, false},
		{"a list", "", `[` + full + `]`, false},
		{"a text", "", `"BOOKING_ERROR"`, false},
		{"empty", "", `{}`, false},
		{"a message alone", "", `{"message": "Forbidden"}`, false},
		{"details alone", "", `{"details": [{"message": "no"}]}`, false},
		{"error", "", `{"error": {"code": 3001, "type": "BOOKING_ERROR"}}`, false},
		{"errors", "", `{"errors": [{"code": 3001}]}`, false},
		{"an empty type", "", `{"type": "", "message": "no"}`, false},
		{"code zero", "", `{"code": 0, "type": null}`, false},
		{"a code in quotes", "", `{"code": "2001"}`, false},
		{"a fraction as the code", "", `{"code": 20.5}`, false},
		{"a code without an end", "", `{"code": 123456789012345678901234567890}`, false},
		{"a code that is a list", "", `{"code": [2001]}`, false},
		{"a word of others", "", `{"type": "error", "message": "no"}`, false},
		{"about:blank", "", `{"type": "about:blank", "status": 403}`, false},
		{"about:blank and a code", "", `{"type": "about:blank", "code": 403}`, false},
		{"an address", "", `{"type": "https://example.com/errors#403"}`, false},
		{"a path", "", `{"type": "/errors/forbidden", "code": 12}`, false},
		{"a type that is an object", "", `{"type": {"name": "VALIDATION"}, "code": 2001}`, false},
		{"a type that is a number", "", `{"type": 2001}`, false},
		{"a message that is an object", "", `{"type": "VALIDATION", "message": {"text": "no"}}`, false},
		{"details that are a text", "", `{"type": "VALIDATION", "details": "no"}`, false},
		{"the type twice", "", `{"type": "VALIDATION", "type": "BOOKING_ERROR"}`, false},
		{"an unknown field twice", "", `{"type": "VALIDATION", "x": 1, "x": 2}`, false},
		{"a field twice, spelt in two ways", "", `{"type": "VALIDATION", "t\u0079pe": "VALIDATION"}`, false},
		{"a field twice, far down", "", `{"type": "VALIDATION", "details": [{"message": "a", "field": [], "x": {"y": [{"z": 1, "z": 1}]}}]}`, false},
		{"not UTF-8", "", "{\"type\": \"VALIDATION\", \"message\": \"\xff\"}", false},
		{"not UTF-8, unread", "", "{\"type\": \"VALIDATION\", \"x\": [\"\xc3\x28\"]}", false},
		{"half a surrogate", "", `{"type": "VALIDATION", "message": "\ud800"}`, false},
		{"over the limit", "", `{"type": "VALIDATION", "x": "` + strings.Repeat("x", maxErrorBody) + `"}`, false},
		{"white space over the limit", "", full + strings.Repeat(" ", maxErrorBody), false},
	}
}

// A status of a read is the service's own word only with its own Error: a page in
// between that says 404 proves nothing about a reservation.
func TestForeignAnswersToReads(t *testing.T) {
	s := newSwitchServer(t)
	c := testClient(t, s.URL)
	for text, foreign := range map[string]bool{
		`{"code": 1004, "message": "not found", "type": "APPLICATION_ERROR"}`: false,
		`{"type": "SOMETHING_NEW"}`:           false,
		`{"code": 1004, "message": "not fo`:   true,
		`{"error": "not found"}`:              true,
		`{"type": "about:blank"}`:             true,
		"<html><h1>404 Not Found</h1></html>": true,
		"":                                    true,
	} {
		s.answer(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, text)
		})
		if _, err := c.ReadReservation(t.Context(), testID); failure(t, err).Foreign != foreign {
			t.Errorf("%s: %+v", text, err)
		}
	}
}

// A switchServer answers each request as the last handler that was given it.
type switchServer struct {
	*httptest.Server
	handler  atomic.Pointer[http.HandlerFunc]
	requests atomic.Int32
}

func newSwitchServer(t *testing.T) *switchServer {
	s := &switchServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		(*s.handler.Load())(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *switchServer) answer(handler http.HandlerFunc) { s.handler.Store(&handler) }

// A write is refused by the service's own Error with a status of 4xx other than
// 408, and by nothing else (section 7).
func TestWhatRefusesAWrite(t *testing.T) {
	s := newSwitchServer(t)
	c := testClient(t, s.URL)
	check := func(status int, body errorBody) {
		t.Helper()
		s.answer(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", orElse(body.kind, "application/json"))
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body.text)
		})
		refused := body.own && status >= 400 && status < 500 && status != 408
		for name, write := range writes(c) {
			s.requests.Store(0)
			err := write(t.Context())
			e := failure(t, err)
			if unknown(err) == refused || Unauthorized(err) != (status == 401) || e.Status != status {
				t.Errorf("%d, %s, %s: %+v", status, body.name, name, e)
			}
			if !body.own && (e.Type != "" || e.Code != 0 || len(e.Problems) > 0) {
				t.Errorf("%d, %s, %s: taken from a foreign body: %+v", status, body.name, name, e)
			}
			if n := s.requests.Load(); n != 1 {
				t.Errorf("%d, %s, %s: sent %d times", status, body.name, name, n)
			}
		}
	}
	for i, body := range errorBodies() {
		statuses := []int{400, 401, 408, 500}
		if i%10 == 0 {
			statuses = []int{
				402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 417, 418, 421, 422, 423, 424, 425, 426,
				428, 429, 431, 451, 460, 463, 494, 499, 501, 502, 503, 504, 505, 520, 529, 599,
				300, 301, 302, 303, 304, 307, 308, 399,
			}
		}
		for _, status := range statuses {
			check(status, body)
		}
	}
}

// What is said of an answer that decides nothing tells of the answer alone.
func TestForeignAnswersClaimNothing(t *testing.T) {
	s := newSwitchServer(t)
	c := testClient(t, s.URL)
	for status, want := range map[int]string{
		401: "an answer of status 401 (Unauthorized) that is not the service's own",
		403: "an answer of status 403 (Forbidden) that is not the service's own",
		404: "an answer of status 404 (Not Found) that is not the service's own",
		413: "an answer of status 413 (Request Entity Too Large) that is not the service's own",
		429: "an answer of status 429 (Too Many Requests) that is not the service's own",
		499: "an answer of status 499 that is not the service's own",
	} {
		for _, body := range []string{"<html>Nothing was booked.</html>", `{"message": "Nothing was booked."}`, ""} {
			s.answer(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			})
			_, err := c.CancelReservation(t.Context(), testID)
			if e := failure(t, err); e.Message != want {
				t.Errorf("%d, %q: %q", status, body, e.Message)
			}
			// A read may be told by the status, and by what it says.
			_, err = c.ReadReservation(t.Context(), testID)
			if e := failure(t, err); unknown(err) || e.Message == want || Unauthorized(err) != (status == 401) {
				t.Errorf("%d, %q: a read says %+v", status, body, e)
			}
		}
	}
}

// rawAnswers are bytes on the connection that are no whole refusal, though each
// has the service's own Error in it.
func rawAnswers() map[string]string {
	const body = `{"code": 3001, "type": "BOOKING_ERROR", "message": "no"}`
	zipped := gzipped(body)
	head := func(status, header string) string {
		return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + header + "\r\n"
	}
	return map[string]string{
		"switching protocols":          head("101 Switching Protocols", "Upgrade: x\r\nConnection: Upgrade\r\n") + body,
		"nothing but a continue":       "HTTP/1.1 100 Continue\r\n\r\n",
		"nothing but hints":            "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n",
		"a status without a name":      "HTTP/1.1 4000 Bad\r\n\r\n" + body,
		"a status below all":           head("099 Odd", fmt.Sprintf("Content-Length: %d\r\n", len(body))) + body,
		"a status above all":           head("999 Odd", fmt.Sprintf("Content-Length: %d\r\n", len(body))) + body,
		"no such HTTP":                 body,
		"a length beyond the end":      head("400 Bad Request", fmt.Sprintf("Content-Length: %d\r\n", len(body)+1)) + body,
		"a length before the end":      head("400 Bad Request", fmt.Sprintf("Content-Length: %d\r\n", len(body)-1)) + body,
		"a length of nothing":          head("400 Bad Request", "Content-Length: 0\r\n") + body,
		"two lengths":                  head("400 Bad Request", fmt.Sprintf("Content-Length: %d\r\nContent-Length: 1\r\n", len(body))) + body,
		"a chunk that is cut":          head("400 Bad Request", "Transfer-Encoding: chunked\r\n") + fmt.Sprintf("%x\r\n%s", len(body), body[:20]),
		"no last chunk":                head("400 Bad Request", "Transfer-Encoding: chunked\r\n") + fmt.Sprintf("%x\r\n%s\r\n", len(body), body),
		"a chunk of no size":           head("400 Bad Request", "Transfer-Encoding: chunked\r\n") + "zz\r\n" + body,
		"gzip that is cut":             head("400 Bad Request", "Content-Encoding: gzip\r\nConnection: close\r\n") + zipped[:30],
		"gzip without its check":       head("400 Bad Request", "Content-Encoding: gzip\r\nConnection: close\r\n") + zipped[:len(zipped)-8],
		"gzip that is none":            head("400 Bad Request", "Content-Encoding: gzip\r\nConnection: close\r\n") + body,
		"an encoding not asked for":    head("400 Bad Request", "Content-Encoding: br\r\nConnection: close\r\n") + zipped,
		"a header that has no end":     "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nX: " + strings.Repeat("x", maxHeaderBytes+1<<14),
		"hints, then a cut refusal":    "HTTP/1.1 103 Early Hints\r\n\r\n" + head("400 Bad Request", "Content-Length: 900\r\n") + body,
		"more hints than anyone reads": strings.Repeat("HTTP/1.1 103 Early Hints\r\nX: "+strings.Repeat("x", 1<<16)+"\r\n\r\n", 40),
	}
}

// hangUp sends the text and closes the connection.
func hangUp(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(conn, text)
		_ = conn.Close()
	}
}

func TestBrokenRefusalsDecideNothing(t *testing.T) {
	s := newSwitchServer(t)
	c := testClient(t, s.URL, func(o *Options) { o.WriteTimeout = 20 * time.Second })
	for name, text := range rawAnswers() {
		s.answer(hangUp(text))
		for operation, write := range writes(c) {
			s.requests.Store(0)
			if err := write(t.Context()); !unknown(err) {
				t.Errorf("%s, %s: %v is not unknown", name, operation, err)
			}
			if n := s.requests.Load(); n != 1 {
				t.Errorf("%s, %s: sent %d times", name, operation, n)
			}
		}
	}
}

// A whole refusal counts behind hints, in chunks and compressed.
func TestWholeRefusals(t *testing.T) {
	const body = `{"code": 3001, "type": "BOOKING_ERROR", "message": "no"}`
	const head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n"
	s := newSwitchServer(t)
	c := testClient(t, s.URL)
	for name, text := range map[string]string{
		"until the end": head + "\r\n" + body,
		"behind hints":  "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + head + "\r\n" + body,
		"in chunks":     head + "Transfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body),
		"compressed":    head + "Content-Encoding: gzip\r\n\r\n" + gzipped(body),
		"of no type":    "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n" + body,
	} {
		s.answer(hangUp(text))
		for operation, write := range writes(c) {
			err := write(t.Context())
			if e := failure(t, err); unknown(err) || e.Type != TypeBooking || e.Code != 3001 || e.Message != "no" {
				t.Errorf("%s, %s: %+v", name, operation, e)
			}
		}
	}
}

// A 101 hands the connection over: nobody may wait for the end of its body.
func TestSwitchingProtocolsIsNotWaitedFor(t *testing.T) {
	hold := make(chan struct{})
	s := newSwitchServer(t)
	s.answer(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
		<-hold
		_ = conn.Close()
	})
	defer close(hold)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for operation, write := range writes(testClient(t, s.URL)) {
		if err := write(ctx); !unknown(err) || failure(t, err).Status != 101 {
			t.Errorf("%s: %v", operation, err)
		}
	}
	if ctx.Err() != nil {
		t.Error("the answers were waited for")
	}
}

// A success proves a write only where its body is a reservation with one id, and
// nothing in it is broken or there twice. A read asks for less.
func TestWhatProvesAWrite(t *testing.T) {
	s := newSwitchServer(t)
	c := testClient(t, s.URL)
	for name, body := range map[string]struct {
		text string
		made bool
		read bool
	}{
		"plain":                   {`{"id": "` + testID + `", "status": "CONFIRMED"}`, true, true},
		"other letters":           {`{"id": "` + strings.ToLower(testID) + `"}`, true, true},
		"unknown fields":          {`{"x": [{"y": 1}], "id": "` + testID + `"}`, true, true},
		"the id twice":            {`{"id": "` + testID + `", "id": "` + testID + `"}`, false, true},
		"another id first":        {`{"id": "ffffffffffffffffffffffffffffffff", "id": "` + testID + `"}`, false, true},
		"the id twice, escaped":   {`{"id": "` + testID + `", "\u0069d": "` + testID + `"}`, false, true},
		"a field twice, far down": {`{"id": "` + testID + `", "custom_data": {"a": 1, "a": 2}}`, false, true},
		"unread twice":            {`{"id": "` + testID + `", "x": {"y": [{"z": 1, "z": 1}]}}`, false, true},
		"not UTF-8":               {"{\"id\": \"" + testID + "\", \"hotel\": {\"name\": \"\xff\"}}", false, true},
		"not UTF-8 in a key":      {"{\"id\": \"" + testID + "\", \"\xc0\": 1}", false, true},
		"not UTF-8, unread":       {"{\"id\": \"" + testID + "\", \"x\": \"\xed\xa0\x80\"}", false, true},
		"half a surrogate":        {`{"id": "` + testID + `", "x": "\udc00"}`, false, true},
		"an empty id":             {`{"id": ""}`, false, false},
		"a short id":              {`{"id": "` + testID[1:] + `"}`, false, false},
		"a long id":               {`{"id": "` + testID + `0"}`, false, false},
		"an id with a dash":       {`{"id": "-` + testID[1:] + `"}`, false, false},
		"an id of other letters":  {`{"id": "é` + testID[2:] + `"}`, false, false},
		"an id that is a list":    {`{"id": ["` + testID + `"]}`, false, false},
		"an id that is an object": {`{"id": {"id": "` + testID + `"}}`, false, false},
		"an id that is true":      {`{"id": true}`, false, false},
		"wrapped":                 {`{"reservation": {"id": "` + testID + `"}}`, false, false},
	} {
		s.answer(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, body.text)
		})
		for operation, write := range writes(c) {
			if err := write(t.Context()); (err == nil) != body.made || !body.made && !unknown(err) {
				t.Errorf("%s, %s: %v", name, operation, err)
			}
		}
		if _, err := c.ReadReservation(t.Context(), testID); (err == nil) != body.read {
			t.Errorf("%s, read: %v", name, err)
		}
	}
}
