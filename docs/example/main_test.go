package main

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/sandbox"
	"bellhop/sandbox/service"
)

var clock = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func environment(name string) string {
	return map[string]string{"BELLHOP_TOKEN": "secret", "BELLHOP_PAYMENT_TOKEN": service.TestTokens()[0].Token}[name]
}

// served is a sandbox, with something in front of it that may lose answers.
func served(t *testing.T, front func(http.Handler) http.Handler) string {
	t.Helper()
	now := func() time.Time { return clock }
	box, err := sandbox.Open(t.Context(), sandbox.Options{Seed: 1, Properties: 300, Now: now, Accounts: []sandbox.Account{{ID: "partner", Token: "secret"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	server := httptest.NewServer(front(box.Handler()))
	t.Cleanup(server.Close)
	return server.URL
}

func TestExample(t *testing.T) {
	t.Parallel()
	address := served(t, func(h http.Handler) http.Handler { return h })
	var out bytes.Buffer
	if err := run(t.Context(), &out, []string{address, "partner"}, environment, func() time.Time { return clock }); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if text := out.String(); !strings.Contains(text, ": CONFIRMED\n") || !strings.HasSuffix(text, "cancelled: CANCELED\n") {
		t.Errorf("it says:\n%s", text)
	}
	if err := run(t.Context(), &out, nil, environment, time.Now); err == nil {
		t.Error("no arguments are fine")
	}
}

// A booking whose answer is lost is looked for, and sent once.
func TestExampleLosesAnAnswer(t *testing.T) {
	t.Parallel()
	var sent atomic.Int32
	address := served(t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || r.URL.Path != "/rest/v1/reservation" {
				h.ServeHTTP(w, r)
				return
			}
			sent.Add(1)
			h.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler) // It is made, and nobody hears of it.
		})
	})
	var out bytes.Buffer
	err := run(t.Context(), &out, []string{address, "partner"}, environment, func() time.Time { return clock })
	if err != nil && !errors.Is(err, http.ErrAbortHandler) {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if sent.Load() != 1 || !strings.HasSuffix(out.String(), "cancelled: CANCELED\n") {
		t.Errorf("sent %d times:\n%s", sent.Load(), out.String())
	}
}
