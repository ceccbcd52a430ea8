package api

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bellhop/api/traffic"
)

func rawClient(t *testing.T, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	c, err := New(Options{BaseURL: server.URL, Account: "acc", Token: NewSecret("key-secret")})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A raw request goes as it was written, with the account, and its answer comes back whatever the status is, without secrets.
func TestRaw(t *testing.T) {
	c := rawClient(t, func(w http.ResponseWriter, r *http.Request) {
		account, key, _ := r.BasicAuth()
		body, _ := io.ReadAll(r.Body)
		if account != "acc" || key != "key-secret" || r.Method != "PATCH" || r.URL.String() != "/rest/v1/reservation/x?a=b+c" || string(body) != `{"payment":{"guest":{"token":"tok_1","cvv":"123"}}}` ||
			r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %s as %s", r.Method, r.URL, body, account)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, `{"id":"1","guests":{"primary":{"surname":"Rossi"}},"payment":{"guest":{"token":"tok_1","cvv":"123"}},"message":"tok_1 of key-secret"}`)
	})
	r := RawRequest{Method: "PATCH", Path: "/rest/v1/reservation/x?a=b+c", Body: []byte(`{"payment":{"guest":{"token":"tok_1","cvv":"123"}}}`)}
	answer, err := c.Raw(t.Context(), r)
	if err != nil || answer.Status != http.StatusTeapot || answer.Kind != "application/json" {
		t.Fatalf("%+v, %v", answer, err)
	}
	for _, hidden := range []string{"tok_1", "123", "key-secret", "Rossi"} {
		if strings.Contains(string(answer.Body), hidden) {
			t.Errorf("it shows %q: %s", hidden, answer.Body)
		}
	}
	r.Guests = true
	if answer, err = c.Raw(t.Context(), r); err != nil || !strings.Contains(string(answer.Body), "Rossi") || strings.Contains(string(answer.Body), "tok_1") {
		t.Errorf("%s, %v", answer.Body, err)
	}
}

func TestRawPaths(t *testing.T) {
	c := rawClient(t, func(http.ResponseWriter, *http.Request) { t.Error("it was sent") })
	for _, path := range []string{"", "reservations", "//evil.example/x", "https://evil.example/x", "/x#y", "/reservation/{reservation_id}", "/%zz", "/../x", "/rest/../../x", "/rest/..", "/./x", "/%2e%2e/x", "/.%2E/x", "/..%2fx", "/%2f../x", "/..;a=b/x", "/..\\x", "/%5c..%5cx", "/%252e%252e/x", "/%252e%252e/%25zz", "/x%ff/%252e./y"} {
		if _, err := c.Raw(t.Context(), RawRequest{Method: "GET", Path: path}); err == nil || errors.As(err, new(*Error)) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if _, err := c.Raw(t.Context(), RawRequest{Method: "POST", Path: "/x", Body: []byte("{")}); err == nil {
		t.Error("a body that is not JSON passes")
	}
}

// A body may be called a text and be JSON; a real text has no fields to mask, and is withheld where a guest can stand in it.
func TestRaw_TextBodies(t *testing.T) {
	const body = `{"guests":{"primary":{"surname":"Rossi"}},"note":"key-secret"}`
	text := ""
	c := rawClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, text)
	})
	for _, test := range []struct {
		path, body, shown string
		guests            bool
		withheld          int
	}{
		{"/rest/v1/reservation/x", body, `{"guests":{"primary":{"surname":"R···"}},"note":"[redacted]"}`, false, 0},
		{"/rest/v1/reservation/x", body, `{"guests":{"primary":{"surname":"Rossi"}},"note":"[redacted]"}`, true, 0},
		{"/rest/v1/reservations", "Guest: Rossi", "", false, 12},
		{"/rest/v1/reservations", "Guest: Rossi of key-secret", "Guest: Rossi of [redacted]", true, 0},
		{"/rest/v1/%72eservation/x", body, `{"guests":{"primary":{"surname":"R···"}},"note":"[redacted]"}`, false, 0},
		{"/rest/v1%2fReservation/x", "Guest: Rossi", "", false, 12},
		{"/rest/v1/hotel/search?x=/reservation", "Hotel Rossi", "Hotel Rossi", false, 0},
	} {
		text = test.body
		answer, err := c.Raw(t.Context(), RawRequest{Method: "GET", Path: test.path, Guests: test.guests})
		if err != nil || string(answer.Body) != test.shown || answer.Withheld != test.withheld {
			t.Errorf("%s, guests %t: %s, withheld %d, %v", test.path, test.guests, answer.Body, answer.Withheld, err)
		}
	}
}

// An answer that breaks off, or has text after its end, is not completed and not shown: it may hold a token.
func TestRaw_BrokenJSON(t *testing.T) {
	text := ""
	c := rawClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	})
	for _, text = range []string{`{"surname":"Rossi","status":`, `{"token":"tok_1"`, `{"id":"1"}{"token":"tok_1"}`, `{"id":"1"} tok_1`, "<html>tok_1</html>"} {
		for _, path := range []string{"/rest/v1/reservation/x", "/rest/v1/hotel/search"} {
			answer, err := c.Raw(t.Context(), RawRequest{Method: "GET", Path: path, Guests: true})
			if err != nil || !answer.Broken || answer.Body != nil || answer.Withheld != len(text) {
				t.Errorf("%s of %s: %+v, %v", text, path, answer, err)
			}
		}
	}
}

func TestRawWrites(t *testing.T) {
	for _, r := range []RawRequest{{Method: "GET", Path: "/x"}, {Method: "POST", Path: "/rest/v1/hotel/search"}, {Method: "POST", Path: "/rest/v1/hotel/rate_verification?x"}} {
		if r.Writes() {
			t.Errorf("%s %s counts as a write", r.Method, r.Path)
		}
	}
	for _, r := range []RawRequest{{Method: "POST", Path: "/rest/v1/reservation"}, {Method: "PATCH", Path: "/rest/v1/hotel/search"}, {Method: "DELETE", Path: "/x"}} {
		if !r.Writes() {
			t.Errorf("%s %s counts as a read", r.Method, r.Path)
		}
	}
}

// A raw request is observed as any other: without secrets, and with guests masked even where its answer shows them.
func TestRawIsObserved(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"id":"1","guests":{"primary":{"surname":"Rossi"}}}`)
	}))
	t.Cleanup(server.Close)
	var seen []traffic.Exchange
	c, err := New(Options{BaseURL: server.URL, Account: "acc", Token: NewSecret("key-secret"), Observe: func(x traffic.Exchange) { seen = append(seen, x) }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Raw(t.Context(), RawRequest{Method: "GET", Path: "/rest/v1/reservation/" + testID, Guests: true}); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 2 || !seen[1].Over || seen[1].Status != http.StatusOK || !strings.Contains(string(seen[1].Answer.Text), `"id"`) || strings.Contains(string(seen[1].Answer.Text), "Rossi") {
		t.Errorf("observed %+v", seen)
	}
}

// TestRaw_ByteOrderMark shows that a mark before an answer hides nothing of it from the masking, here and where it is observed.
func TestRaw_ByteOrderMark(t *testing.T) {
	c := rawClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "\ufeff"+`{"id":"1","guests":{"primary":{"surname":"Rossi"}}}`)
	})
	var seen traffic.Exchange
	c.options.Observe = func(x traffic.Exchange) { seen = x }
	answer, err := c.Raw(t.Context(), RawRequest{Method: "GET", Path: "/rest/v1/reservation/x"})
	if err != nil || !json.Valid(answer.Body) || strings.Contains(string(answer.Body), "Rossi") {
		t.Errorf("%s, %v", answer.Body, err)
	}
	if got := string(seen.Answer.Text); !strings.Contains(got, "surname") || strings.Contains(got, "Rossi") {
		t.Errorf("it is observed as %s", got)
	}
}

func TestRaw_Encoding(t *testing.T) {
	c := rawClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "zstd")
		_, _ = io.WriteString(w, "\x28\xb5\x2f\xfd")
	})
	_, err := c.Raw(t.Context(), RawRequest{Method: "GET", Path: "/rest/v1/reservations"})
	if e := failure(t, err); e.Message != "the answer is compressed as zstd, which was not asked for" || e.Status != http.StatusOK {
		t.Errorf("%+v", e)
	}
}
