package training

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/service"
)

func FuzzQuirks(f *testing.F) {
	for _, seed := range []string{
		"all", "none", "stripe,key-order", "stripe key-order", " , ", "none,all", "strype", "all,\n\tall", "é", "\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		set, err := readQuirks(text)
		if err == nil {
			for name := range set {
				if !slices.Contains(quirkNames(), name) {
					t.Errorf("%q has a quirk %q", text, name)
				}
			}
		} else if !strings.HasPrefix(err.Error(), "no quirk") && !strings.HasPrefix(err.Error(), "there is no quirk") && !strings.HasPrefix(err.Error(), "none ") {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// Whatever an answer holds, all quirks together leave it JSON, or a page of
// HTML in place of an error, and the same each time.
func FuzzApplyQuirks(f *testing.F) {
	all, err := readQuirks("all")
	if err != nil {
		f.Fatal(err)
	}
	quirks := newQuirks(42, all)

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
		r := service.Request{Now: time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC), Method: http.MethodGet, URL: &url.URL{Path: "/x"}}
		in := func() service.Answer {
			return service.Answer{Status: status, Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(body)}
		}
		out, again := quirks.apply(r, in(), all), quirks.apply(r, in(), all)
		if string(out.Body) != string(again.Body) {
			t.Errorf("%q becomes two things", body)
		}
		if html := out.Header["Content-Type"] == "text/html"; html && status < 400 || !html && json.Valid([]byte(body)) && !json.Valid(out.Body) {
			t.Errorf("%q with the status %d becomes %q", body, status, out.Body)
		}
	})
}
