//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/sandbox"
)

// BenchmarkConsoleMemory measures what the console keeps resident, and what it
// had at most: with 10,000 thin hotels that come on one page, and with 2,000
// of the sandbox with all that they have, which another process sends
// in pages of 25 while the cursor goes to the end of the list again and again.
func BenchmarkConsoleMemory(b *testing.B) {
	measure := func(b *testing.B, x *Stamped) {
		b.Helper()
		// At rest: the work after the first frame is done by then.
		if _, _, err := x.frame(3 * time.Second); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(x.megabytes(), "MB-resident")
		b.ReportMetric(x.status("RssFile:"), "MB-program")
		b.ReportMetric(x.status("VmHWM:"), "MB-most")
		b.ReportMetric(x.cpu().Seconds(), "s-cpu")
		x.stop("\x03")
	}
	b.Run("thin-page", func(b *testing.B) {
		for b.Loop() {
			x := childOf("hotels").start(b)
			x.until("nothing sent yet")
			measure(b, x)
		}
	})
	b.Run("rich-pages", func(b *testing.B) {
		for b.Loop() {
			service := serveMany(b)
			x := childOf("hotels at a service").start(b, serviceVariable+"="+service.address)
			x.until("nothing sent yet")
			x.settle()
			x.press("s")
			for range 4 { // to the service's order, whose end is where the next page comes
				x.press("\x1b[B")
			}
			x.press("\r")
			for late := time.Now().Add(10 * patience); service.pages.Load() < manyPages; {
				if b.Failed() || time.Now().After(late) {
					b.Fatalf("%d pages of %d were asked for", service.pages.Load(), manyPages)
				}
				if _, err := x.pty.WriteString("\x1b[F"); err != nil {
					b.Fatal(err)
				}
				if _, _, err := x.frame(frameEnd); err != nil {
					b.Fatal(err)
				}
			}
			measure(b, x)
		}
	})
}

// richRows is the length of the list of rich hotels.
const richRows = 2000

// manyPages is the number of the sandbox's pages that have richRows hotels.
const manyPages = richRows / 25

// manyHotels is a service that answers every search with the hotels around some
// cities: a search of its own has 2,000 at most.
type manyHotels struct {
	b       *testing.B
	sandbox http.Handler
	address string
	pages   atomic.Int64 // answered so far
	city    int
	page    int    // of the city, from 0 on
	token   string // of the page after it
}

func serveMany(b *testing.B) *manyHotels {
	b.Helper()
	service, err := sandbox.Open(b.Context(), sandbox.Options{
		Seed: 1, Properties: 100_000, Now: measured, Accounts: []sandbox.Account{{ID: "bench", Token: "secret"}},
	})
	if err != nil {
		b.Fatal(err)
	}
	m := &manyHotels{b: b, sandbox: service.Handler()}
	server := httptest.NewServer(m)
	m.address = server.URL
	b.Cleanup(func() {
		server.Close()
		_ = service.Close()
	})
	return m
}

// ServeHTTP asks the sandbox what it is asked, but for another place, and calls
// the answer a page of one long list. The console asks for one page at a time.
func (m *manyHotels) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var query, answer map[string]any
	if err := json.NewDecoder(r.Body).Decode(&query); err != nil {
		m.b.Error(err)
	}
	cities := []string{"LON", "NYC", "TYO", "BOM", "LAX", "SYD", "SAO", "JNB"}
	query["filter"] = map[string]any{"location": map[string]any{
		"type": "iata_code", "details": map[string]any{"iata_code": cities[m.city%len(cities)]},
		"radius": map[string]any{"value": 1000, "type": "mi"},
	}}
	delete(query, "pagination")
	if m.token != "" {
		query["pagination"] = map[string]any{"pagination_token": m.token, "page_number": m.page + 1}
	}
	text, err := json.Marshal(query)
	if err != nil {
		m.b.Error(err)
	}
	asked := httptest.NewRequestWithContext(r.Context(), r.Method, r.URL.Path, strings.NewReader(string(text)))
	asked.Header = r.Header.Clone()
	said := httptest.NewRecorder()
	m.sandbox.ServeHTTP(said, asked)
	from := json.NewDecoder(said.Body)
	from.UseNumber()
	if err := from.Decode(&answer); err != nil || said.Code != http.StatusOK {
		m.b.Errorf("%d, %v, %v", said.Code, err, answer)
		return
	}
	paging, _ := answer["pagination"].(map[string]any)
	m.token, _ = paging["pagination_token"].(string)
	if m.page++; fmt.Sprint(paging["total_pages"]) == fmt.Sprint(m.page) {
		m.city, m.page, m.token = m.city+1, 0, ""
	}
	page := m.pages.Load() + 1
	answer["pagination"] = map[string]any{
		"page_number": page, "page_size": 25, "total_pages": manyPages, "total_items": richRows, "pagination_token": fmt.Sprint(page + 1),
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		m.b.Error(err)
	}
	m.pages.Add(1)
}
