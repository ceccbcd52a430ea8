//go:build unix

package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"bellhop/internal/gated"
)

// A slowBooking is a service whose answers to bookings are held until they are let go.
type slowBooking struct {
	base    string
	arrived chan struct{} // receives when a booking has reached the service
	free    func()        // lets the answers go
}

func startSlowBooking(t *testing.T, address string) slowBooking {
	t.Helper()
	over := make(chan struct{})
	s := slowBooking{arrived: make(chan struct{}, 8), free: sync.OnceFunc(func() { close(over) })}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
	proxy.ModifyResponse = func(r *http.Response) error {
		if r.Request.Method == http.MethodPost && r.Request.URL.Path == "/rest/v1/reservation" {
			s.arrived <- struct{}{}
			<-over
		}
		return nil
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(func() {
		s.free()
		server.Close()
	})
	s.base = server.URL
	return s
}

// drops takes the terminal away, as a closed window and a lost line do.
func (d fixture) drops() {
	d.t.Helper()
	// An ioctl after the resize waits for the reader, who holds the terminal open.
	if err := pty.Setsize(d.pty, winsize(120, 39)); err != nil {
		d.t.Fatal(err)
	}
	if err := d.pty.Close(); err != nil {
		d.t.Fatal(err)
	}
}

// A line that drops within a booking: the next start says first what the journal has, and offers no draft of it.
func TestJourneyLineDropsWithinABooking(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const booked = `^ +Booked: confirmed, record locator [A-Z0-9]{6} · `
	for name, answered := range map[string]bool{"answered during the hang-up": true, "answered to nobody": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := startService(t, "127.0.0.1:0", "a:key-of-a")
			slow := startSlowBooking(t, service.address)
			home := t.TempDir()
			addProfile(t, home, "key-of-a", "work", "--base-url", slow.base, "--account", "a")
			d := openConsole(t, home, Setup{Cols: 120, Rows: 40})
			d.toTheBookScreen("SANDBOX work")
			d.chooseToken("card_good")
			d.Press("ctrl+b")
			<-slow.arrived
			d.drops()
			if answered {
				slow.free()
			}
			if code := d.WaitEnd(patience); code != 128+int(syscall.SIGHUP) && code != 1 {
				t.Errorf("exit code %d", code)
			}
			slow.free()
			drafts, err := filepath.Glob(filepath.Join(home, "state", "bellhop", "drafts", "*.json"))
			if err != nil || (len(drafts) == 0) != answered {
				t.Errorf("the drafts are %v, %v", drafts, err)
			}

			d = openConsole(t, home, Setup{Cols: 120, Rows: 40})
			if answered {
				d.WaitFor(booked)
				if first := strings.TrimSpace(strings.Split(d.Screen(), "\n")[2]); !strings.HasPrefix(first, "Booked: ") {
					t.Errorf("the first line is %q", first)
				}
				d.WaitFor(`The console ended before it showed the answer; ctrl\+p shows it\.`)
			} else {
				d.WaitFor(`Found out what became of 1 lost answer: ctrl\+p`)
				d.WaitFor(`booked: confirmed, record locator [A-Z0-9]{6}`)
			}
			d.WaitFor(` outcomes known$`)
			if screen := d.Screen(); strings.Contains(screen, "continues the booking") || strings.Contains(screen, "nothing sent yet") {
				t.Errorf("the draft is offered:\n%s", d.picture())
			}
			d.Press("ctrl+p")
			d.at("SANDBOX work", "lost answers")
			d.Press("enter")
			d.at("SANDBOX work", "reservation")
			d.WaitFor(`confirmed`)
			d.quit()

			d = openConsole(t, home, Setup{Cols: 120, Rows: 40})
			d.WaitFor(`enter take .* nothing sent yet$`)
			if screen := d.Screen(); strings.Contains(screen, "Booked:") || strings.Contains(screen, "lost answer") || strings.Contains(screen, "continues the booking") {
				t.Errorf("it is told once more:\n%s", d.picture())
			}
			d.reservations("SANDBOX work")
			d.WaitFor(`of 241 reservations`) // The sandbox begins with 240.
		})
	}
}

// The same over SSH, where the server alone hears that the line has dropped.
func TestJourneySSHLineDropsWithinABooking(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	service := startService(t, "127.0.0.1:0", "a:key-of-a")
	slow := startSlowBooking(t, service.address)
	home := t.TempDir()
	addProfile(t, home, "key-of-a", "work", "--base-url", slow.base, "--account", "a")
	s := startTeam(t, home, map[string]string{"anna": `profile="work"`})
	d := s.open("anna", Setup{Cols: 120, Rows: 40})
	d.toTheBookScreen("SANDBOX work")
	d.chooseToken("card_good")
	d.Press("ctrl+b")
	<-slow.arrived
	d.kill()
	slow.free()
	s.logged(`msg="a session ended" user=anna .* why="the line dropped"`)
	d = s.open("anna", Setup{Cols: 120, Rows: 40})
	d.WaitFor(`[Bb]ooked: confirmed, record locator [A-Z0-9]{6}`)
	d.WaitFor(` outcomes known$`)
	d.WaitGone(`continues the booking`)
	d.quit()
}
