package sandbox

import (
	"net/http"
	"strings"
	"testing"

	"bellhop/sandbox/service"
)

func TestWire_3_UnsentMethods(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/17", "WIRE 3/18", "WIRE 2/21")
	l := start(t)
	for _, test := range []struct{ method, path, allow string }{
		{"DELETE", pathCreate + "/" + strings.Repeat("a", 32), "GET, PATCH"},
		{"GET", pathCreate, "POST"},
		{"POST", pathList, "GET"},
		{"GET", "/rest/v1/hotel/search", "POST"},
		{"PUT", "/rest/v1/destinations/search", "GET"},
		{"GET", pathCreate + "/x/cancel", "POST"},
	} {
		r := l.do(test.method, test.path, nil)
		refused(t, r, 405, 1005, "APPLICATION_ERROR", "The resource does not have this method. It has "+test.allow+".")
		if got := r.header.Get("Allow"); got != test.allow {
			t.Errorf("%s %s: Allow is %q, want %q", test.method, test.path, got, test.allow)
		}
	}
	for _, path := range []string{"/", "/rest/v1/reservation/", "/rest/v1/reservations/", "/rest/v2/reservations", "//rest/v1/reservations", "/rest/v1/reservation/a/b", "/rest/v1/reservation/a/cancel/"} {
		refused(t, l.do("GET", path, nil), 404, 1004, "APPLICATION_ERROR", "There is no such resource.")
	}
}

func TestWire_3_BodiesOfOtherKinds(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/19", "WIRE 3/20", "WIRE 3/21", "SPEC 7/6")
	l := start(t)
	for _, kind := range []string{"", "text/plain", "application/json; charset=latin1", "application/jsonx", "multipart/form-data"} {
		r := l.do("POST", pathCreate, "{}", func(r *http.Request) { r.Header.Set("Content-Type", kind) })
		refused(t, r, 415, 1015, "APPLICATION_ERROR", "The request body must be application/json in UTF-8.")
	}
	packed := l.do("POST", pathCreate, "{}", func(r *http.Request) { r.Header.Set("Content-Encoding", "gzip") })
	refused(t, packed, 415, 1015, "APPLICATION_ERROR", "The request body must be application/json in UTF-8.")
	huge := l.do("POST", pathCreate, `{"a":"`+strings.Repeat("x", service.MaxBody)+`"}`)
	refused(t, huge, 413, 1013, "APPLICATION_ERROR", "The request body is larger than 1048576 bytes.")
	for body, message := range map[string]string{
		"":                           "The body is not valid JSON: it ends too early.",
		"{":                          "The body is not valid JSON: it ends too early.",
		`{"a":1,}`:                   "The body is not valid JSON: it has an error after byte 7.",
		"{} {}":                      "The body is not valid JSON: it goes on after the JSON value.",
		"\xff":                       "The body is not valid JSON: it is not UTF-8.",
		strings.Repeat("[", 100_000): "The body is not valid JSON: it is nested too deeply.",
		"[]":                         "The body must be a JSON object.",
		"null":                       "The body must be a JSON object.",
	} {
		r := l.do("POST", pathCreate, body)
		invalid(t, r, message)
		if n := length(r.body, "details"); n != 1 {
			t.Errorf("%.20q: %d details, want 1: %s", body, n, r.raw)
		}
	}
	twice := l.do("POST", pathCreate, `{"guests":{"primary":{"city":"a","city":"b"}}}`)
	invalid(t, twice, "guests.primary.city is given twice", "guests", "primary", "city")
	invalid(t, l.do("POST", pathCreate+"?simulate=created", tree{}), "simulate is not a parameter of this request", "simulate")
}
