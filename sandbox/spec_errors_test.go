package sandbox

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// eight lists a request to each endpoint of SPEC 4.
func eight() []struct{ name, method, path string } {
	one := pathCreate + "/" + strings.Repeat("a", 32)
	return []struct{ name, method, path string }{
		{"4.1", "GET", pathPlaces + "?query=lo"},
		{"4.2", "POST", pathSearch},
		{"4.3", "POST", pathVerify},
		{"4.4", "POST", pathCreate},
		{"4.5", "PATCH", one},
		{"4.6", "GET", pathList},
		{"4.7", "POST", one + "/cancel"},
		{"4.8", "GET", one},
	}
}

// unauthorized fails unless the answer is the 401 of SPEC 5.
func unauthorized(t testing.TB, r reply) {
	t.Helper()
	refused(t, r, 401, 1001, "APPLICATION_ERROR", "The API key token is missing, invalid or expired.")
	if got := r.header.Get("WWW-Authenticate"); got != `Basic realm="bellhop sandbox", charset="UTF-8"` {
		t.Errorf("WWW-Authenticate is %q", got)
	}
}

func TestSpec_4_EveryEndpointNeedsCredentials(t *testing.T) {
	t.Parallel()
	l := start(t)
	for _, e := range eight() {
		t.Run(e.name, func(t *testing.T) {
			proves(t, "SPEC 4/1")
			if e.name == "4.1" {
				proves(t, "SPEC 4.1/11")
			}
			unauthorized(t, l.in(t).do(e.method, e.path, nil, func(r *http.Request) { r.Header.Del("Authorization") }))
			unauthorized(t, l.in(t).as("acme", "wrong").do(e.method, e.path, nil))
		})
	}
}

func TestSpec_5_Authentication(t *testing.T) {
	t.Parallel()
	l := start(t)
	basic := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(text)))
		}
	}
	for name, change := range map[string]func(*http.Request){
		"missing":         func(r *http.Request) { r.Header.Del("Authorization") },
		"empty":           func(r *http.Request) { r.Header.Set("Authorization", "") },
		"another's token": basic("acme:key-2"),
		"no token":        basic("acme:"),
		"longer token":    basic("acme:key-1 "),
		"other case":      basic("acme:KEY-1"),
		"wrong account":   basic("nobody:key-1"),
		"no account":      basic(":key-1"),
		"swapped":         basic("key-1:acme"),
		"no colon":        basic("acmekey-1"),
		"bearer":          func(r *http.Request) { r.Header.Set("Authorization", "Bearer key-1") },
		"not base64":      func(r *http.Request) { r.Header.Set("Authorization", "Basic ???") },
		"in the query":    func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "token=key-1" },
	} {
		t.Run(name, func(t *testing.T) {
			proves(t, "SPEC 5/3", "SPEC 7/11", "SPEC 5/2")
			// Before everything else: the path, the method, the media type, the size.
			for _, path := range []string{pathList, pathCreate, "/nowhere"} {
				unauthorized(t, l.in(t).do("PUT", path, strings.Repeat("x", 10), change))
			}
		})
	}
	t.Run("good", func(t *testing.T) {
		proves(t, "SPEC 5/1", "SPEC 5/2")
		l := l.in(t)
		for _, good := range []func(*http.Request){
			basic("acme:key-1"), basic("other:key-2"),
			func(r *http.Request) { r.Header.Set("Authorization", "basic YWNtZTprZXktMQ==") }, // The scheme has no case (RFC 9110).
		} {
			if r := l.do("GET", pathList, nil, good); r.status != 200 {
				t.Errorf("good credentials are answered %d %s", r.status, r.raw)
			}
		}
	})
}

// A token with a colon in it is a token: only the first colon divides.
func TestSpec_5_TokenWithAColon(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 5/1")
	l := start(t, func(o *Options) { o.Accounts = []Account{{ID: "acme", Token: "a:b:ü"}} })
	l.as("acme", "a:b:ü").ok(200, "GET", pathList, nil)
	unauthorized(t, l.as("acme", "a:b").do("GET", pathList, nil))
}

// A token that was replaced opens nothing, and what it booked is still there.
func TestSpec_5_ReplacedToken(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 5/4")
	dir, id := t.TempDir(), ""
	t.Run("before", func(t *testing.T) {
		id = text(start(t, func(o *Options) { o.Dir = dir }).book(), "id")
	})
	l := start(t, func(o *Options) { o.Dir, o.Accounts = dir, []Account{{ID: "acme", Token: "key-new"}} })
	unauthorized(t, l.as("acme", "key-1").do("GET", pathCreate+"/"+id, nil))
	unauthorized(t, l.as("other", "key-2").do("GET", pathList, nil))
	l.as("acme", "key-new").ok(200, "GET", pathCreate+"/"+id, nil)
}

// errorsOf makes one request for each condition that WIRE 3 names.
func (l *testFixture) errorsOf() map[string]reply {
	l.t.Helper()
	made, body := l.book(), l.offer().createBody()
	l.ok(200, "POST", pathOf(made)+"/cancel", nil)
	declined, gone, unknown := copied(body), copied(body), copied(l.offer().verifyBody())
	put(declined, "payment.guest.token", "card_declined")
	put(gone, "rate.booking_code", "nowhere")
	put(unknown, "booking_code", "nowhere")
	return map[string]reply{
		"400 VALIDATION 2001":                 l.do("POST", pathCreate, tree{}),
		"400 BOOKING_CREATION_ERROR 3001":     l.do("POST", pathCreate, gone),
		"400 BOOKING_CANCELLATION_ERROR 3002": l.do("POST", pathOf(made)+"/cancel", nil),
		"400 BOOKING_ERROR 3003":              l.do("POST", pathVerify, unknown),
		"400 PAYMENT_PROCESSING_ERROR 4001":   l.do("POST", pathCreate, declined),
		"401 APPLICATION_ERROR 1001":          l.as("acme", "").do("GET", pathList, nil),
		"404 APPLICATION_ERROR 1004":          l.do("GET", "/nowhere", nil),
		"405 APPLICATION_ERROR 1005":          l.do("PUT", pathList, nil),
		"413 APPLICATION_ERROR 1013":          l.do("POST", pathCreate, `"`+strings.Repeat("x", service.MaxBody)+`"`),
		"415 APPLICATION_ERROR 1015":          l.do("POST", pathCreate, "text", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }),
	}
}

func TestSpec_7_ErrorBody(t *testing.T) {
	t.Parallel()
	l := start(t)
	var bodies []any
	ids := map[string]bool{}
	for name, r := range l.errorsOf() {
		t.Run(name, func(t *testing.T) {
			proves(t, "SPEC 7/3", "WIRE 3/23")
			if got := fmt.Sprintf("%d %s %s", r.status, text(r.body, "type"), text(r.body, "code")); got != name {
				t.Errorf("the answer is %s: %s", got, r.raw)
			}
		})
		bodies = append(bodies, r.body)
		ids[text(r.body, "request_id")] = true
	}
	checkRows(t, bodies, []row{
		{"SPEC 7/1, SPEC 7/2", "code", "integer"},
		{"SPEC 7/1, SPEC 7/2", "message", "~[.]$"},
		{"SPEC 7/1, SPEC 7/3", "type", "~^(APPLICATION_ERROR|BOOKING_CANCELLATION_ERROR|BOOKING_CREATION_ERROR|BOOKING_ERROR|PAYMENT_PROCESSING_ERROR|VALIDATION)$"},
		{"SPEC 7/1, SPEC 7/4", "details", []any{tree{"message": "~.", "field?": []any{"~."}}}},
		{"WIRE 3/2", "request_id", "~^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},
	})
	t.Run("one for each request", func(t *testing.T) {
		proves(t, "WIRE 3/2", "SPEC 7/4")
		if len(ids) != len(bodies) {
			t.Errorf("%d errors have %d request ids", len(bodies), len(ids))
		}
		for _, body := range bodies {
			if length(body, "details") == 0 {
				t.Errorf("no details in %v", body)
			}
		}
	})
}

func TestSpec_7_AllProblemsAtOnce(t *testing.T) {
	t.Parallel()
	l := start(t)
	r := l.do("POST", pathCreate+"?x=1", `{"check_in_date":"soon","check_out_date":3,"guests":{"number_of_adults":"2","primary":{}},"hotel":null,"extra":{}}`)
	invalid(t, r, "x is not a parameter of this request", "x")
	fields := map[string]bool{}
	for _, d := range list(r.body, "details") {
		fields[fmt.Sprint(at(d, "field"))] = true
	}
	for _, test := range []struct{ rules, path, message string }{
		{"SPEC 7/8", "check_in_date", "must be a date, YYYY-MM-DD"},
		{"SPEC 7/8", "check_out_date", "must be a date, YYYY-MM-DD"},
		{"SPEC 7/9", "guests.number_of_adults", "must be an integer"},
		{"SPEC 7/9", "guests.primary.given_name", "is missing"},
		{"SPEC 7/8", "hotel", "is missing"},
		{"SPEC 7/8", "rate", "is missing"},
		{"SPEC 7/8", "payment", "is missing"},
		{"WIRE 3a/4", "extra", "is not a field of this request"},
	} {
		t.Run(test.path, func(t *testing.T) {
			proves(t, test.rules, "SPEC 7/5", "SPEC 7/6", "SPEC 7/7", "WIRE 3a/15")
			invalid(t, r, test.path+" "+test.message, strings.Split(test.path, ".")...)
		})
	}
	t.Run("once each", func(t *testing.T) {
		proves(t, "SPEC 7/7", "WIRE 3a/15")
		// x, the eight above, and six more of the guest's required fields.
		if n := length(r.body, "details"); n != 15 || len(fields) != n {
			t.Errorf("%d details about %d fields, want 15: %s", n, len(fields), r.raw)
		}
	})
	t.Run("bounded", func(t *testing.T) {
		many := l.in(t).do("POST", pathCreate, `{"a":1`+strings.Repeat(`,"b":1`, 5000)+`}`)
		if n := length(many.body, "details"); n != jsontree.MaxProblems {
			t.Errorf("thousands of problems give %d details, want %d", n, jsontree.MaxProblems)
		}
	})
	if got := r.header.Get("Date"); got != "Sat, 21 Nov 2026 12:30:00 GMT" {
		t.Errorf("Date is %q, want the sandbox's clock", got)
	}
	if id := text(r.body, "request_id"); !regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).MatchString(id) {
		t.Errorf("request_id is %q", id)
	}
}

// A failure inside is an error body that tells nothing of the inside.
func TestWire_3_FailureInside(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/24")
	l := start(t)
	l.sandbox.service = service.New(service.Options{Logger: l.sandbox.log}) // Every use of the world that is not there panics.
	r := l.do("POST", pathSearch, searchBody())
	refused(t, r, 500, 1000, "APPLICATION_ERROR", "The service failed to process the request.")
	if strings.Contains(string(r.raw), "panic") || strings.Contains(string(r.raw), ".go") {
		t.Errorf("the answer tells of the inside: %s", r.raw)
	}
}
