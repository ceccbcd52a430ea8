//go:build unix

package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox"
)

// BenchmarkConsoleFirstHotel measures from the moment that the first hotel of an answer is sent to the frame that shows it,
// while the rest of the answer is held back.
func BenchmarkConsoleFirstHotel(b *testing.B) {
	first, rest := splitAnswer(b)
	sent := make(chan time.Time, 1)
	goOn := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		now := time.Now()
		_, _ = w.Write(first)
		_ = http.NewResponseController(w).Flush()
		sent <- now
		select {
		case <-goOn:
			_, _ = w.Write(rest)
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	var times []time.Duration
	for b.Loop() {
		x := childOf("hotels at a service").start(b, serviceVariable+"="+server.URL)
		shown := x.until("1 hotel so far")
		times = append(times, x.started.Add(shown).Sub(<-sent))
		goOn <- struct{}{}
		x.until("25 of 25 hotels")
		x.stop("\x03")
	}
	slices.Sort(times)
	report(b, times)
}

// splitAnswer returns the sandbox's answer to a search up to the end of its first hotel, and the rest.
func splitAnswer(b *testing.B) (first, rest []byte) {
	b.Helper()
	service, err := sandbox.Open(b.Context(), sandbox.Options{
		Seed: 1, Properties: 3000, Now: measured, Accounts: []sandbox.Account{{ID: "bench", Token: "secret"}},
	})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = service.Close() }()
	m := &manyHotels{b: b, sandbox: service.Handler()}
	server := httptest.NewServer(m)
	defer server.Close()
	asked, err := http.NewRequestWithContext(b.Context(), http.MethodPost, server.URL+"/rest/v1/hotel/search", strings.NewReader(`{"stay_info": {"check_in_date": "2026-12-12", "check_out_date": "2026-12-15", "guests": {"adults": 2}}}`))
	if err != nil {
		b.Fatal(err)
	}
	asked.SetBasicAuth("bench", "secret")
	asked.Header.Set("Content-Type", "application/json")
	asked.Header.Set("Accept-Encoding", "identity")
	said, err := http.DefaultClient.Do(asked)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = said.Body.Close() }()
	var answer struct {
		Results []json.RawMessage `json:"results"`
	}
	if err := json.NewDecoder(said.Body).Decode(&answer); err != nil || len(answer.Results) != 25 {
		b.Fatalf("%d hotels, %v", len(answer.Results), err)
	}
	first = append([]byte(`{"results": [`), answer.Results[0]...)
	for _, hotel := range answer.Results[1:] {
		rest = append(append(rest, ','), hotel...)
	}
	return first, append(rest, `], "pagination": {"page_number": 1, "page_size": 25, "total_pages": 1, "total_items": 25}}`...)
}
