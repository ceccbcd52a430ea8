//go:build unix

package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"bellhop/internal/gated"
)

// A list of several pages opens at its first row, and stays there until a key moves the cursor.
func TestJourneyLongListOpensAtItsTop(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, line := range []string{"united kingdom 12dec 3n", "united states 12dec 2n", "germany 14dec 1n", "france 12dec 3n by name"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo", "--clock", "2026-11-28 12:00")
			d.WaitFor(`enter take .* nothing sent yet$`)
			d.Type(line)
			d.WaitFor(`→ \d nights?`)
			d.Press("enter")
			d.WaitFor(` more · 1 of \d+`)
			d.WaitFor(`enter rates .* nothing sent yet$`)
			screen := d.Screen()
			rows := regexp.MustCompile(`(?m)^ +hotel +class.*\n (.*)$`).FindStringSubmatch(screen)
			if rows == nil || !strings.Contains(rows[1], "› ") {
				t.Errorf("the cursor is not on the first row:\n%s", screen)
			}
			d.quit()
		})
	}
}

// A cancelCounter serves what the sandbox at an address serves, counts cancellations by their path, and never answers the
// one with a number, although the sandbox has it.
type cancelCounter struct {
	mu      sync.Mutex
	stall   int
	arrived map[string]int
	stalled chan struct{}
}

func startCounting(t *testing.T, address string, stall int) (c *cancelCounter, base string) {
	t.Helper()
	c = &cancelCounter{stall: stall, arrived: map[string]int{}, stalled: make(chan struct{}, 1)}
	over := make(chan struct{})
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/cancel") {
			proxy.ServeHTTP(w, r)
			return
		}
		c.mu.Lock()
		c.arrived[r.URL.Path]++
		stalls := len(c.arrived) == c.stall
		c.mu.Unlock()
		if !stalls {
			proxy.ServeHTTP(w, r)
			return
		}
		proxy.ServeHTTP(httptest.NewRecorder(), r)
		c.stalled <- struct{}{}
		<-over
	}))
	t.Cleanup(func() {
		close(over)
		server.Close()
	})
	return c, server.URL
}

// A desk looks through a list by its state, saves it as a view and exports it. It cancels several; the console is killed in
// the middle, and the next one goes on with the rest: each is cancelled once.
func TestJourneyListsAndSeveralAtOnce(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const where = "SANDBOX work"
	home := t.TempDir()
	var made []string
	for range 5 {
		made = append(made, `{"place": "LON", "check_in": "+40", "nights": 2, "refundable": true}`)
	}
	made = append(made, `{"place": "PAR", "check_in": "+30", "status": "canceled", "made": "-3d"}`)
	fixtures := writeFile(t, home, "five.json", `{"reservations": [`+strings.Join(made, ",")+`]}`)
	s := startService(t, "127.0.0.1:0", "a:secret-of-the-account", "--fixtures", fixtures)
	counter, base := startCounting(t, s.address, 3)
	addProfile(t, home, "secret-of-the-account", "work", "--base-url", base, "--account", "a")

	d := openConsole(t, home, Setup{Cols: 120, Rows: 40})
	d.WaitFor(`Destination|destination`)
	d.Press("ctrl+r")
	d.at(where, "reservations")
	d.Press("esc")
	d.WaitFor(`tab +\[all 6\]`)
	d.Press("tab")
	d.WaitFor(`\[confirmed 5\]`)
	d.Press("v")
	d.at(where, "views")
	d.Press("ctrl+s")
	d.WaitFor(`Save what is shown`)
	d.Type("all that stand")
	d.Press("ctrl+s")
	d.WaitFor(`Saved: all that stand\.`)
	d.Press("enter")
	d.WaitFor(`view all that stand`)
	d.Press("e")
	d.WaitFor(`guests\s+masked`)
	d.Press("A")
	d.WaitFor(`5 marked`)
	d.Press("c")
	d.WaitFor(`all of it costs now +5 free`)
	d.Type("cancel")
	d.WaitFor(`6/6`)
	d.Press("ctrl+x")
	<-counter.stalled
	d.kill()

	d = openConsole(t, home, Setup{Cols: 120, Rows: 40})
	d.WaitFor(`Destination|destination`)
	d.Press("ctrl+r")
	d.at(where, "reservations")
	d.Press("esc")
	d.WaitFor(`tab +\[all 6\]`)
	d.WaitFor(`Interrupted .*: cancelling 5 reservations\. c goes on\.`)
	d.Press("c")
	d.WaitFor(`Go on with it\? 2 reservations left to cancel`)
	d.Type("cancel")
	d.WaitFor(`6/6`)
	d.Press("ctrl+x")
	d.WaitFor(`Done: 5 cancelled`)
	d.Press("enter")
	d.WaitFor(`cancelled 6`)
	if screen := d.Screen(); strings.Contains(screen, "Interrupted") {
		t.Errorf("a run that is done is offered again:\n%s", screen)
	}
	d.quit()
	s.stop()

	counter.mu.Lock()
	defer counter.mu.Unlock()
	for path, n := range counter.arrived {
		if n != 1 {
			t.Errorf("%s came %d times", path, n)
		}
	}
	if len(counter.arrived) != 5 {
		t.Errorf("%d were cancelled", len(counter.arrived))
	}
	exported, err := filepath.Glob(filepath.Join(home, "*", "bellhop", "exports", "*.csv"))
	if err != nil || len(exported) != 1 {
		t.Fatal(exported, err)
	}
	text, err := os.ReadFile(exported[0])
	if err != nil || strings.Count(string(text), "\n") != 6 || strings.Contains(string(text), "CANCELED") {
		t.Errorf("%s, %v", text, err)
	}
}
