//go:build unix

package e2e

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
// mixed requests as it has iterations, and on the way there: 50,000 show that it
// ends somewhere.
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
				if c.asked == 1000 || c.asked%10_000 == 0 {
					b.ReportMetric(most, fmt.Sprintf("MB-by-%05d", c.asked))
				}
			}
			b.ReportMetric(0, "ns/op") // is the requests' and not the memory's
			b.ReportMetric(before, "MB-at-start")
			b.ReportMetric(x.megabytes(), "MB-resident")
			b.ReportMetric(most, "MB-most")
			b.ReportMetric(float64(c.booked), "bookings")
		})
	}
}

// A caller makes requests of all kinds.
type caller struct {
	b       *testing.B
	address string
	dice    *rand.Rand
	ready   []func() // the requests that follow from earlier ones
	asked   int
	booked  int
}

// something is one request: of each ten or so, two search for places, four for
// hotels, three go on from those to further pages, terms and bookings, and one
// lists what was booked.
func (c *caller) something() {
	c.asked++
	if n := len(c.ready); n > 0 {
		next := c.ready[n-1]
		c.ready = c.ready[:n-1]
		next()
		return
	}
	switch c.dice.IntN(7) {
	case 0, 1:
		c.places()
	case 2, 3, 4, 5:
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

// hotels searches somewhere around some city, near or far. Half of the time a
// second page follows, and half of the time the terms of a rate, which is booked
// every other time.
func (c *caller) hotels() {
	in := time.Now().AddDate(0, 0, 10+c.dice.IntN(300))
	stay := [2]string{in.Format(time.DateOnly), in.AddDate(0, 0, 1+c.dice.IntN(7)).Format(time.DateOnly)}
	cities := [][2]float64{
		{51.5, -0.1},
		{40.7, -74},
		{35.7, 139.7},
		{48.9, 2.4},
		{-33.9, 151.2},
		{19.1, 72.9},
		{39.7, -105},
		{41.9, -87.6},
		{34.1, -118.2},
		{41.9, 12.5},
		{-23.5, -46.6},
		{52.5, 13.4},
		{1.4, 103.8},
		{30, 31.2},
		{55.8, 37.6},
		{-26.2, 28},
	}
	city := cities[c.dice.IntN(len(cities))]
	body := map[string]any{
		"stay_info": map[string]any{"check_in_date": stay[0], "check_out_date": stay[1], "guests": map[string]any{"adults": 2}},
		"filter": map[string]any{"location": map[string]any{
			"type":    "coordinates",
			"details": map[string]any{"latitude": city[0] + 8*c.dice.Float64() - 4, "longitude": city[1] + 8*c.dice.Float64() - 4},
			"radius":  map[string]any{"value": []int{5, 25, 250, 1000}[c.dice.IntN(4)], "type": "mi"},
		}},
	}
	var page foundPage
	if err := json.Unmarshal(c.ask(http.MethodPost, "/rest/v1/hotel/search", body), &page); err != nil {
		c.b.Fatal(err)
	}
	if len(page.Results) > 0 && c.dice.IntN(2) == 0 {
		hotel := page.Results[c.dice.IntN(len(page.Results))]
		c.ready = append(c.ready, func() { c.verify(hotel, stay) })
	}
	if page.Pagination.Token != "" && c.dice.IntN(2) == 0 {
		c.ready = append(c.ready, func() {
			body["pagination"] = map[string]any{"pagination_token": page.Pagination.Token, "page_number": 2}
			c.ask(http.MethodPost, "/rest/v1/hotel/search", body)
		})
	}
}

// foundPage is what a caller reads of a page of hotels.
type foundPage struct {
	Pagination struct {
		Token string `json:"pagination_token"`
	}
	Results []foundHotel
}

type foundHotel struct {
	Chain    string `json:"chain_code"`
	Property string `json:"property_code"`
	Name     string
	Rooms    []struct {
		Rates []struct {
			Code    string `json:"booking_code"`
			Channel string `json:"channel_code"`
			Price   struct {
				Total    json.Number `json:"total_price"`
				Base     json.Number `json:"base_price"`
				Taxes    json.Number `json:"total_taxes"`
				Currency string      `json:"currency_code"`
			}
			Terms json.RawMessage
		}
	}
}

// verify asks for the terms of a hotel's first rate. Others may have taken the
// room since.
func (c *caller) verify(hotel foundHotel, stay [2]string) {
	rate := hotel.Rooms[0].Rates[0]
	status, _ := c.send(http.MethodPost, "/rest/v1/hotel/rate_verification", map[string]any{
		"booking_code": rate.Code, "channel_code": rate.Channel, "chain_code": hotel.Chain, "property_code": hotel.Property,
		"check_in_date": stay[0], "check_out_date": stay[1], "guests": map[string]any{"adults": 2, "children": 0},
	})
	if status == http.StatusOK && c.dice.IntN(2) == 0 {
		c.ready = append(c.ready, func() { c.book(hotel, stay) })
	}
}

// book books a hotel's first rate.
func (c *caller) book(hotel foundHotel, stay [2]string) {
	rate := hotel.Rooms[0].Rates[0]
	status, _ := c.send(http.MethodPost, "/rest/v1/reservation", map[string]any{
		"check_in_date": stay[0], "check_out_date": stay[1],
		"guests": map[string]any{"number_of_adults": 2, "number_of_children": 0, "primary": map[string]any{
			"address": "1 Lantern Row", "city": "London", "country": "GB", "email": "a.fox@example.com", "given_name": "Ada", "surname": "Fox",
			"telephone_number": "+442070000000",
		}},
		"hotel":       map[string]any{"chain_code": hotel.Chain, "name": hotel.Name, "property_code": hotel.Property},
		"payment":     map[string]any{"guest": map[string]any{"amount": rate.Price.Total, "token": "card_good"}},
		"custom_data": map[string]any{"trip": fmt.Sprint("T", c.asked)},
		"rate": map[string]any{
			"booking_code": rate.Code, "channel_code": rate.Channel, "number_of_rooms": 1, "terms": rate.Terms,
			"price": map[string]any{
				"total_price": rate.Price.Total, "base_price": rate.Price.Base, "total_taxes": rate.Price.Taxes, "currency_code": rate.Price.Currency,
			},
		},
	})
	if status == http.StatusCreated {
		c.booked++
	}
}

// ask sends a request that has to succeed.
func (c *caller) ask(method, path string, body any) []byte {
	status, all := c.send(method, path, body)
	if status != http.StatusOK {
		c.b.Fatalf("%s %s: %d %s", method, path, status, all)
	}
	return all
}

// send sends a request that has to be answered.
func (c *caller) send(method, path string, body any) (status int, all []byte) {
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
	all, err = io.ReadAll(answer.Body)
	if err != nil {
		c.b.Fatalf("%s %s: %d %v %s", method, path, answer.StatusCode, err, all)
	}
	return answer.StatusCode, all
}
