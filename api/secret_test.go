package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

var secrets = []string{testToken, "tok_SECRET_1", "tok_SECRET_2", "tok_NEW", "cvv-SECRET-987", "YWNjdC03OmtleS1TRUNSRVQtMDAwMQ"}

func checkNoSecret(t *testing.T, what, text string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("%s shows %q: %s", what, secret, text)
		}
	}
}

// hidden holds a secret in a field whose methods package fmt cannot call.
type hidden struct {
	token   Secret
	request CreateRequest
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	stored, create := storedReservation(), createRequest()
	modify := ModifyRequest{ID: testID, Token: NewSecret("tok_NEW"), CVV: NewSecret("cvv-SECRET-987")}
	client := testClient(t, "https://service.example")
	values := map[string]any{
		"secret": NewSecret(testToken), "options": Options{Token: NewSecret(testToken)},
		"client": client, "client value": reflect.ValueOf(client).Elem().Interface(),
		"create": create, "&create": &create, "modify": modify, "reservation": stored, "payment": *stored.Payment,
		"hidden": hidden{NewSecret(testToken), create}, "&hidden": &hidden{NewSecret(testToken), create},
	}
	for name, value := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			checkNoSecret(t, name+" "+verb, fmt.Sprintf(verb, value))
		}
		if text, err := json.Marshal(value); err == nil {
			checkNoSecret(t, name+" JSON", string(text))
		}
		var log bytes.Buffer
		for _, handler := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
			slog.New(handler).Info("x", "value", value)
		}
		checkNoSecret(t, name+" slog", log.String())
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%b", "%t"} {
		if got := fmt.Sprintf(verb, modify.Token); got != redacted {
			t.Errorf("a secret prints as %s through %s", got, verb)
		}
	}
}

func TestSecretsCompare(t *testing.T) {
	first, second := NewSecret("a"), NewSecret(strings.ToLower("A"))
	if first != second || NewSecret("a") == NewSecret("b") || NewSecret("") != (Secret{}) {
		t.Error("secrets do not compare by their text")
	}
	if NewSecret("a").Reveal() != "a" || (Secret{}).Reveal() != "" || !(Secret{}).IsZero() || NewSecret("a").IsZero() {
		t.Error("a secret loses its text")
	}
}

// TestErrorsHoldNoSecret has a service that repeats what it was sent.
func TestErrorsHoldNoSecret(t *testing.T) {
	const echo = `{"code": 2001, "type": "tok_NEW", "message": "token tok_NEW with cvv cvv-SECRET-987 of key-SECRET-0001",
		"details": [{"message": "tok_NEW is unknown", "field": ["payment", "tok_NEW"]}]}`
	f := newFake(t, exchange{
		method: "PATCH", path: "/rest/v1/reservation/" + testID, status: 400, answer: echo,
		body: `{"payment":{"guest":{"cvv":"cvv-SECRET-987","token":"tok_NEW"}}}`,
	})
	f.odd = true // No code has letters; one without could stand in the text by chance.
	_, err := f.client().ModifyReservation(t.Context(), ModifyRequest{ID: testID, Token: NewSecret("tok_NEW"), CVV: NewSecret("cvv-SECRET-987")})
	e := failure(t, err)
	checkNoSecret(t, "the error", fmt.Sprintf("%v %+v %+v", err, e, *e))
	if e.Message != "token [redacted] with cvv [redacted] of [redacted]" || e.Problems[0].Message != "[redacted] is unknown" {
		t.Errorf("%+v", e)
	}
}

// TestTransportErrorsHoldNoQuery looks for the filter, which may name a guest.
func TestTransportErrorsHoldNoQuery(t *testing.T) {
	f := newFake(t, exchange{method: "GET", path: "/rest/v1/reservations", query: url.Values{"filter[custom_data]": {"mueller-1971"}}, act: reset})
	_, err := f.client(func(o *Options) { o.ReadRetries = -1 }).ListReservations(t.Context(), ReservationQuery{CustomValues: []string{"mueller-1971"}})
	e := failure(t, err)
	if text := fmt.Sprintf("%v %+v %v", err, e, e.Cause); strings.Contains(text, "mueller") || strings.Contains(text, "filter") {
		t.Error(text)
	}
}

func TestLog(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "duration" {
			return slog.Attr{}
		}
		return a
	}}))
	f := newFake(t,
		exchange{method: "GET", path: "/rest/v1/reservations", query: url.Values{"filter[custom_data]": {"mueller"}}, act: reset},
		exchange{method: "POST", path: "/rest/v1/reservation", status: 201, answer: fixture(t, "reservation"), body: compact(t, createdBody), headers: map[string]string{"X-Request-Id": "q-1"}},
		exchange{method: "GET", path: "/rest/v1/reservation/" + testID, status: 404, answer: `{"type": "APPLICATION_ERROR", "message": "no Ada", "request_id": "q-2\u001b"}`},
		exchange{method: "POST", path: "/rest/v1/reservation/" + testID + "/cancel", act: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }})
	c := f.client(func(o *Options) { o.Logger, o.ReadRetries = logger, -1 })
	_, _ = c.ListReservations(t.Context(), ReservationQuery{CustomValues: []string{"mueller"}})
	_, _ = c.CreateReservation(t.Context(), createRequest())
	_, _ = c.ReadReservation(t.Context(), testID)
	_, _ = c.CancelReservation(t.Context(), testID)
	const want = `level=INFO msg=request method=GET path=/rest/v1/reservations status=0 request_id="" error=transport
level=INFO msg=request method=POST path=/rest/v1/reservation status=201 request_id=q-1
level=INFO msg=request method=GET path=/rest/v1/reservation/{reservation_id} status=404 request_id=q-2␛ error=APPLICATION_ERROR
level=INFO msg=request method=POST path=/rest/v1/reservation/{reservation_id}/cancel status=500 request_id="" error="unknown outcome"
`
	if d := diff(want, log.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestNew(t *testing.T) {
	good := Options{BaseURL: "https://service.example/v", Account: "a", Token: NewSecret("t")}
	for _, base := range []string{
		"https://service.example", "https://service.example:8443/base/", "http://127.0.0.1:8080", "http://127.9.9.9",
		"http://localhost:1", "http://LOCALHOST", "http://[::1]:80",
	} {
		o := good
		o.BaseURL = base
		if _, err := New(o); err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
	const onlyLoopback = "the base address must be https; http is for loopback addresses only"
	for base, want := range map[string]string{
		"http://service.example":       onlyLoopback,
		"http://127.0.0.1.example":     onlyLoopback,
		"http://localhost.example":     onlyLoopback,
		"http://10.0.0.1":              onlyLoopback,
		"http://0.0.0.0":               onlyLoopback,
		"ftp://127.0.0.1":              "the base address must be https",
		"":                             "the base address is not like https://host",
		"service.example":              "the base address is not like https://host",
		"https:service":                "the base address is not like https://host",
		"https://":                     "the base address is not like https://host",
		"https://a:tok_NEW@service":    "the base address must not hold a user or a password",
		"https://service/?key=tok_NEW": "the base address must not have a query or a fragment",
		"https://service/#f":           "the base address must not have a query or a fragment",
		"https://service\x7f/tok_NEW":  "the base address is not like https://host",
	} {
		o := good
		o.BaseURL = base
		if _, err := New(o); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", base, err, want)
		}
	}
	for want, change := range map[string]func(*Options){
		"an account id is missing":    func(o *Options) { o.Account = "" },
		"an account id has no colon":  func(o *Options) { o.Account = "a:b" },
		"an API key token is missing": func(o *Options) { o.Token = Secret{} },
	} {
		o := good
		change(&o)
		if _, err := New(o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got := testClient(t, "https://service.example/").String(); got != "api.Client(https://service.example)" {
		t.Errorf("a client prints as %s", got)
	}
}
