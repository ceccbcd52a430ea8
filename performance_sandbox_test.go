//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// largeWorld is the size at which the sandbox's memory has its budget.
const largeWorld = 1_000_000

// serveStamped serves a sandbox of so many hotels until the benchmark stops it.
func serveStamped(b *testing.B, home, program string, hotels int) (x *Stamped, took time.Duration, address string) {
	b.Helper()
	x = startStamped(b, home, program, nil, "sandbox", "--listen", "127.0.0.1:0", "--data", home+"/world",
		"--hotels", fmt.Sprint(hotels), "--account", "bench:secret")
	took, text := x.heard("control http://")
	_, text, _ = strings.Cut(text, "listening on ")
	address, _, _ = strings.Cut(text, "\r\n")
	return x, took, address
}

// BenchmarkSandboxStart measures from before exec until the sandbox listens, on a
// world that exists. The large one has its search index then.
func BenchmarkSandboxStart(b *testing.B) {
	program, err := build()
	if err != nil {
		b.Fatal(err)
	}
	for _, hotels := range []int{6000, largeWorld} {
		b.Run(fmt.Sprintf("hotels=%d", hotels), func(b *testing.B) {
			home := b.TempDir()
			x, _, _ := serveStamped(b, home, program, hotels) // makes the world
			x.stop("\x03")
			var times []time.Duration
			var used time.Duration
			var megabytes float64
			for b.Loop() {
				x, took, _ := serveStamped(b, home, program, hotels)
				times, used, megabytes = append(times, took), used+x.cpu(), x.megabytes()
				x.stop("\x03")
			}
			report(b, times)
			b.ReportMetric(used.Seconds()*1e3/float64(len(times)), "ms-cpu")
			b.ReportMetric(megabytes, "MB-resident")
		})
	}
}

// BenchmarkSandboxMemory measures what a sandbox keeps resident after as many
// mixed requests as it has iterations: 1000 are meant.
func BenchmarkSandboxMemory(b *testing.B) {
	program, err := build()
	if err != nil {
		b.Fatal(err)
	}
	for _, hotels := range []int{6000, 100_000, largeWorld} {
		b.Run(fmt.Sprintf("hotels=%d", hotels), func(b *testing.B) {
			x, _, address := serveStamped(b, b.TempDir(), program, hotels)
			defer x.stop("\x03")
			before := x.megabytes()
			var most float64
			c := caller{b: b, address: address, dice: rand.New(rand.NewPCG(1, 2))}
			for b.Loop() {
				c.something()
				most = max(most, x.megabytes())
			}
			b.ReportMetric(before, "MB-at-start")
			b.ReportMetric(x.megabytes(), "MB-resident")
			b.ReportMetric(most, "MB-most")
		})
	}
}

// A caller makes requests of all kinds that only read.
type caller struct {
	b       *testing.B
	address string
	dice    *rand.Rand
}

func (c *caller) something() {
	switch c.dice.IntN(5) {
	case 0, 1:
		c.places()
	case 2, 3:
		c.hotels()
	default:
		c.ask(http.MethodGet, "/rest/v1/reservations", nil)
	}
}

// places searches for destinations by one to three beginnings of words.
func (c *caller) places() {
	words := []string{"london", "hotel", "united", "states", "san", "grand", "lantern", "paris", "japan", "harbor", "inn", "the"}
	var query []string
	for range 1 + c.dice.IntN(3) {
		word := words[c.dice.IntN(len(words))]
		query = append(query, word[:1+c.dice.IntN(len(word))])
	}
	c.ask(http.MethodGet, "/rest/v1/destinations/search?query="+url.QueryEscape(strings.Join(query, " ")), nil)
}

// hotels searches around some city, near or far, and half of the time reads a
// second page.
func (c *caller) hotels() {
	in := time.Now().AddDate(0, 0, 10+c.dice.IntN(300))
	cities := []string{"LON", "NYC", "TYO", "PAR", "SYD", "BOM", "DEN", "CHI", "LAX", "ROM"}
	body := map[string]any{
		"stay_info": map[string]any{
			"check_in_date": in.Format(time.DateOnly), "check_out_date": in.AddDate(0, 0, 1+c.dice.IntN(7)).Format(time.DateOnly),
			"guests": map[string]any{"adults": 2},
		},
		"filter": map[string]any{"location": map[string]any{
			"type": "iata_code", "details": map[string]any{"iata_code": cities[c.dice.IntN(len(cities))]},
			"radius": map[string]any{"value": []int{5, 25, 250, 1000}[c.dice.IntN(4)], "type": "mi"},
		}},
	}
	var page struct {
		Pagination struct {
			Token string `json:"pagination_token"`
		}
	}
	if err := json.Unmarshal(c.ask(http.MethodPost, "/rest/v1/hotel/search", body), &page); err != nil {
		c.b.Fatal(err)
	}
	if page.Pagination.Token != "" && c.dice.IntN(2) == 0 {
		body["pagination"] = map[string]any{"pagination_token": page.Pagination.Token, "page_number": 2}
		c.ask(http.MethodPost, "/rest/v1/hotel/search", body)
	}
}

// ask sends a request that has to succeed.
func (c *caller) ask(method, path string, body any) []byte {
	text, err := json.Marshal(body)
	if err != nil {
		c.b.Fatal(err)
	}
	r, err := http.NewRequestWithContext(c.b.Context(), method, c.address+path, strings.NewReader(string(text)))
	if err != nil {
		c.b.Fatal(err)
	}
	if body == nil {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	r.Header.Set("Content-Type", "application/json")
	r.SetBasicAuth("bench", "secret")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.b.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	all, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		c.b.Fatalf("%s %s: %d %v %s", method, path, answer.StatusCode, err, all)
	}
	return all
}
