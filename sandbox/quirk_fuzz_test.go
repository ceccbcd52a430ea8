package sandbox

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"bellhop/sandbox/service"
)

// Whatever an answer holds, all quirks together leave it JSON, or a page of
// HTML in place of an error, and the same each time.
func FuzzDistort(f *testing.F) {
	l := start(f, quirky("all"))

	for _, seed := range []string{
		`{"results":[{"chain_code":"LX","phone":"+44 20","address":{"state_providence":""},"rooms":[]}],"pagination":{}}`,
		`{"id":"x","status":"CONFIRMED","confirmation":{"record_locator":"A"},"guests":{"primary":{}},"rate":{"terms":{"cancel_penalties":[{}]}}}`,
		`{"terms":[{"cancel_penalties":null}],"max_occupancy":1}`, `{"code":1,"details":[{}],"type":"X"}`, `[]`, `{"items":[{"status":1},{"status":"CONFIRMED"}]}`, `null`, `{"a":`,
		`{"results":{"rooms":{"rates":{"terms":{"guarantee_type":["A","B"]}}}}}`, `{"price":{"total_taxes":1,"nightly_breakdown":1}}`,
	} {
		f.Add(seed, 200)
		f.Add(seed, 400)
	}
	f.Fuzz(func(t *testing.T, body string, status int) {
		x := newExchange(nil, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/x", nil))
		x.Now = l.clock.time()
		in := func() response {
			return response{Answer: service.Answer{Status: status, Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(body)}}
		}
		out, again := l.sandbox.distort(x, in()), l.sandbox.distort(x, in())
		if string(out.Body) != string(again.Body) {
			t.Errorf("%q is distorted in two ways", body)
		}
		if html := out.Header["Content-Type"] == "text/html"; html && status < 400 || !html && json.Valid([]byte(body)) && !json.Valid(out.Body) {
			t.Errorf("%q with the status %d becomes %q", body, status, out.Body)
		}
	})
}
