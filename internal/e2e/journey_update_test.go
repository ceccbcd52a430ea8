//go:build unix

package e2e

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"bellhop/internal/gated"
	"bellhop/internal/update/updatetest"
)

// preferencesAt are those that name a host of releases, with the consent that is given.
func preferencesAt(h *updatetest.Host, consent string) string {
	return fmt.Sprintf("\n[preferences]\n%supdate_url = %q\nupdate_key = %q\n", consent, h.URL, h.Key)
}

// newerAt is a host with a release that is newer than the program.
func newerAt(t *testing.T) *updatetest.Host {
	t.Helper()
	h := updatetest.New(t)
	h.Publish(t, "9.9.9", 1_795_000_000)
	return h
}

const consent = "update_check = \"on\"\n"

// Whoever plays with the demo is looked for by nobody, from the first screen to a receipt and out: nor with consent, which
// is for accounts in production, and nor does the program that is read aloud.
func TestJourneyTheDemoAsksForNoUpdate(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, agreed := range map[string]string{"no consent": "", "consent": consent} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host, home := newerAt(t), t.TempDir()
			configure(t, home, preferencesAt(host, agreed))
			d := openConsole(t, home, Setup{}, "demo")
			d.search("SANDBOX")
			d.toRates("SANDBOX")
			d.toGuest("SANDBOX")
			d.toBook("SANDBOX", xenia())
			d.chooseToken("card_good")
			d.book("SANDBOX")
			d.reservations("SANDBOX")
			d.quit()
			c := converse(t, home, false, nil, "demo", "--accessible")
			c.say(`Number, or a search in one line:\s`, "quit")
			c.end(0)
			if n := host.Came.Load(); n != 0 {
				t.Errorf("%d connections to where the releases are", n)
			}
			// It would have been noticed: who asks, comes by.
			if code, out, errOut := command(t, home, "update", "check", "--jq", ".verdict"); code != 0 || out != "newer\n" || host.Came.Load() == 0 {
				t.Errorf("exit %d, %s%s", code, out, errOut)
			}
		})
	}
}

// At an account in production nobody is asked either before update_check says so, on screens or line by line. Then two files
// are, once a day, and a newer release is told in one line.
func TestJourneyUpdateCheckWantsConsent(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const work = "PRODUCTION work"
	host, home := newerAt(t), t.TempDir()
	s := startService(t, "127.0.0.1:0", "a:key-of-a")
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: s.address})
	proxy.ErrorLog = log.New(io.Discard, "", 0) // A console that ends breaks off what it asks.
	front := httptest.NewTLSServer(proxy)
	t.Cleanup(front.Close)
	trusted := filepath.Join(home, "authority.pem")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: front.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	addProfile(t, home, "key-of-a", "work", "--base-url", front.URL, "--account", "a", "--environment", "production")
	settings := filepath.Join(home, "config", "bellhop", "config.toml")
	profile, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	setup := Setup{Env: []string{"SSL_CERT_FILE=" + trusted}}
	for _, one := range []struct {
		agreed string
		told   bool
		asked  int
	}{{"", false, 0}, {"update_check = \"off\"\n", false, 0}, {consent, true, 2}, {consent, false, 2}} {
		writeFile(t, home, "config/bellhop/config.toml", string(profile)+preferencesAt(host, one.agreed))
		d := openConsole(t, home, setup)
		if one.told {
			d.WaitFor(`Bellhop 9\.9\.9 is out: bellhop update check$`)
		}
		d.search(work)
		d.quit()
		if !one.told {
			c := converse(t, home, true, setup.Env, "--accessible")
			c.say(`Number, or a search in one line:\s`, "quit")
			c.end(0)
		}
		if n := len(host.Asked()); n != one.asked {
			t.Errorf("%q: %d requests for the newest release, want %d", one.agreed, n, one.asked)
		}
		if told := bytes.Contains(d.Output(), []byte("9.9.9 is out")); told != one.told {
			t.Errorf("%q: a newer release is told: %t", one.agreed, told)
		}
		if one.asked == 0 && host.Came.Load() != 0 {
			t.Errorf("%q: somebody came by", one.agreed)
		}
	}
}
