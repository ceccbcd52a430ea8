//go:build unix

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"bellhop/internal/gated"
)

// A service that is busy is waited for, and so is a turn under the profile's cap: the footer says which and how long
// still, and esc stops waiting. The activity has all that was asked, and no secret.
func TestJourneyActivity(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const key, environment = "Key-Mark-Activity-9b3e", "SANDBOX work"
	s := startService(t, "127.0.0.1:0", "a:"+key, "--fault", "busy POST /rest/v1/hotel/search nth=1 retry-after=90s")
	home := t.TempDir()
	addProfile(t, home, key, "work", "--base-url", "http://"+s.address, "--account", "a")
	config := filepath.Join(home, "config", "bellhop", "config.toml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, append(text, "calls_per_minute = 12\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40})
	d.at(environment, "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Type("lon 12dec 3n")
	d.WaitFor(`Sat 12 Dec`)
	d.WaitFor(`London`)
	d.Press("enter")
	d.WaitFor(`waiting \d+ s: the service asks for it \((429|503)\)`)
	d.Press("esc")
	d.WaitFor(`Stopped\.`)
	for range 20 {
		d.Press("f5")
	}
	d.WaitFor(`waiting \d+ s: 12 calls a minute`)
	d.Press("f9")
	d.at(environment, "activity")
	d.WaitFor(`calls? in the last minute of 12 at most · look-to-book \d+:0`)
	d.WaitFor(`POST +/hotel/search +(429|503) `)
	d.Press("/")
	d.WaitFor(`^ +find +`)
	d.Type("post")
	d.WaitFor(`find +post`)
	d.quit()
	if bytes.Contains(d.Output(), []byte(key)) {
		t.Error("the key was shown")
	}
	s.stop()
}
