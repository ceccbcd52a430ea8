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
	"syscall"
	"testing"

	"bellhop/internal/gated"
)

// startStalling serves what the sandbox at the address serves, but a booking
// that arrives is never answered. What it is told of, arrived gets.
func startStalling(t *testing.T, address string) (base string, arrived <-chan struct{}) {
	t.Helper()
	bookings, over := make(chan struct{}, 8), make(chan struct{})
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/rest/v1/reservation" {
			proxy.ServeHTTP(w, r)
			return
		}
		bookings <- struct{}{}
		<-over
	}))
	t.Cleanup(func() {
		close(over)
		server.Close()
	})
	return server.URL, bookings
}

// Whoever leaves while a booking is under way is told which, on the terminal
// that they come back to, and can find it in the log.
func TestJourneyUnfinishedBooking(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, tt := range map[string]struct {
		leave func(d fixture)
		code  int
		said  string
	}{
		"ctrl+c and yes": {
			leave: func(d fixture) {
				d.Press("ctrl+c")
				d.WaitFor(`A booking is being sent\. Quit anyway\? y/N`)
				d.Press("y")
			},
			code: 1, said: "bellhop: A booking was being sent",
		},
		"SIGTERM": {
			leave: func(d fixture) { d.Signal(syscall.SIGTERM) },
			code:  128 + int(syscall.SIGTERM), said: "bellhop: stopped by SIGTERM. A booking was being sent",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startService(t, "127.0.0.1:0", "a:key-of-a")
			base, arrived := startStalling(t, s.address)
			home := t.TempDir()
			addProfile(t, home, "key-of-a", "work", "--base-url", base, "--account", "a")
			d := openConsole(t, home, Setup{Cols: 120, Rows: 40})
			when := d.toTheBookScreen("SANDBOX work")
			hotel := d.WaitFor(`^ +hotel +(\S.*) · [A-Z]{2} \d+$`)[1]
			d.chooseToken("card_good")
			d.Press("ctrl+b")
			d.WaitFor(`booking; sent once$`)
			<-arrived
			tt.leave(d)
			if code := d.WaitEnd(patience); code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if d.AltScreen() {
				t.Error("the terminal is left on the console's screen")
			}

			// The terminal wraps what is said, at any letter.
			said := strings.ReplaceAll(d.Screen(), "\n", "")
			attempt := regexp.MustCompile(`attempt (att-[A-Z0-9]{26}), `).FindStringSubmatch(said)
			if attempt == nil {
				t.Fatalf("the message names no attempt:\n%s", d.picture())
			}
			for _, want := range []string{
				tt.said, "its outcome is not known", hotel, when.arrival[:len(when.arrival)-len(" 2026")],
				"It may be booked and charged.", "Bellhop looks for it at its next start", "The log is ",
			} {
				if !strings.Contains(strings.ReplaceAll(said, " ", ""), strings.ReplaceAll(want, " ", "")) {
					t.Errorf("the message does not say %q:\n%s", want, d.picture())
				}
			}
			checkUnfinishedLog(t, home, attempt[1])
		})
	}
}

// checkUnfinishedLog looks for the attempt, and for the end of its call after
// it: the program waited for that line.
func checkUnfinishedLog(t *testing.T, home, attempt string) {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(home, "state", "bellhop", "bellhop.log"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(log), `msg="booking is being sent" attempt=`+attempt)
	if !found {
		t.Fatalf("the log does not name the attempt %s:\n%s", attempt, log)
	}
	if !regexp.MustCompile(`msg=request method=POST path=/rest/v1/reservation status=0 .*error="unknown outcome"`).MatchString(after) {
		t.Errorf("the log does not say how the call ended:\n%s", after)
	}
	if strings.Contains(string(log), xenia().surname) {
		t.Error("the log names the guest")
	}
}
