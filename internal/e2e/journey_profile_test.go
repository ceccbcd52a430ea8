//go:build unix

package e2e

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"bellhop/internal/gated"
)

// startCodeless serves what the sandbox at the address serves, but searches no hotels by their codes.
func startCodeless(t *testing.T, address string) (base string) {
	t.Helper()
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !bytes.Contains(body, []byte(`"property_code"`)) || r.URL.Path != "/rest/v1/hotel/search" {
			proxy.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"code": 2001, "type": "VALIDATION", "message": "not searched by codes", "details": [{"message": "not searched", "field": ["filter", "hotel"]}]}`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// An agent at a service of their own, which searches no hotels by their codes: those of a small place are found around the
// nearest airport, and how many others were cut is said. What the profile wants in each booking is asked for, and offered the
// next time.
func TestJourneyProfile(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			const work = "SANDBOX work"
			home := t.TempDir()
			s := startService(t, "127.0.0.1:0", "a:key-of-a")
			addProfile(t, home, "key-of-a", "work", "--base-url", startCodeless(t, s.address), "--account", "a")
			wanted := "\n[[profiles.work.references]]\nkey = \"cost_center\"\npattern = '[A-Z]{2}\\d{4}'\nlabel = \"cost centre\"\n"
			settings := filepath.Join(home, "config", "bellhop", "config.toml")
			text, err := os.ReadFile(settings)
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, home, "config/bellhop/config.toml", string(text)+wanted)

			d := openConsole(t, home, size)
			d.asksAt(work, "san francisco +14 2n")
			cut := d.WaitFor(`! (\d+) of (\d+) are in San Francisco US; (\d+) near SFO are left out, a`)
			d.WaitFor(`^ +` + cut[1] + ` of ` + cut[1] + ` hotels? `)
			d.Press("a")
			d.WaitFor(`^ +` + cut[2] + ` of ` + cut[2] + ` hotels `)
			d.WaitFor(`all ` + cut[2] + ` near SFO, of which ` + cut[1] + ` are in San Francisco US`)
			d.Press("a")
			d.WaitFor(`^ +` + cut[1] + ` of ` + cut[1] + ` hotels? `)

			d.toRates(work)
			d.toGuest(work)
			(&counting{fixture: d}).guestOf(xenia())
			d.Press("ctrl+s")
			d.WaitFor(`› cost centre \* +_`)
			d.Type("LB26")
			d.Press("ctrl+s")
			d.WaitFor(`! not like \[A-Z\]\{2\}`)
			d.Type("07")
			d.WaitFor(`› cost centre \* +LB2607 `)
			d.Press("ctrl+s")
			d.at(work, "book")
			d.scrollTo(`cost_center: LB2607`)
			d.chooseToken("card_good")
			d.book(work)
			d.quit()

			// The same machine on the next day.
			d = openConsole(t, home, size)
			d.asksAt(work, "los angeles +17 2n")
			d.toRates(work)
			d.toGuest(work)
			d.Press("ctrl+g")
			d.WaitFor(`\d+ guests? of \d+ reservations?$`)
			d.Type("qu")
			d.WaitFor(`^ +› Xenia Quist `)
			d.Press("enter")
			d.WaitFor(`surname \* +Quist`)
			d.Press("ctrl+s") // Their cost centre is asked for again.
			d.WaitFor(`› cost centre \* `)
			d.Press("right")
			d.WaitFor(`› cost centre \* +LB2607 `)
			d.Press("ctrl+s")
			d.at(work, "book")
			d.scrollTo(`cost_center: LB2607`)
			d.quit()
		})
	}
}
