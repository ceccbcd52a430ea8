package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A TZ that Go cannot load is reported with advice, and agent_zone overrides it.
func TestLoad_ZoneTrouble(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Go does not read TZ on Windows")
	}
	load := func(tz, file string) Preferences {
		c, err := Load(Inputs{Paths: home(t, file, ""), Env: func(name string) (string, bool) { return tz, name == "TZ" && tz != "" }})
		if err != nil {
			t.Fatal(err)
		}
		return c.Preferences
	}
	for _, tz := range []string{"", ":", "UTC", "Europe/London", ":Europe/London"} {
		if p := load(tz, ""); p.ZoneTrouble != "" || p.Zone != time.Local {
			t.Errorf("%q: %s, %s", tz, p.ZoneTrouble, p.Zone)
		}
	}
	large := filepath.Join(t.TempDir(), "zone")
	if err := os.WriteFile(large, append(zoneData(t), make([]byte, maxFile)...), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tz := range []string{"Mars/Olympus", "Local", "CET-1CEST", "/no/such/file", "../London", large} {
		p := load(tz, "")
		if !strings.Contains(p.ZoneTrouble, "TZ is \""+tz+"\", which is not a time zone") || !strings.Contains(p.ZoneTrouble, "agent_zone") || p.Zone != time.UTC {
			t.Errorf("%q: %q, %s", tz, p.ZoneTrouble, p.Zone)
		}
		if p := load(tz, "[preferences]\nagent_zone = \"Europe/London\"\n"); p.ZoneTrouble != "" || p.Zone.String() != "Europe/London" {
			t.Errorf("%q with agent_zone: %q, %s", tz, p.ZoneTrouble, p.Zone)
		}
	}
}

// zoneData returns the smallest zone file that Go reads.
func zoneData(t *testing.T) []byte {
	t.Helper()
	data := append([]byte("TZif"), make([]byte, 40+6+4)...)
	data[39], data[43] = 1, 4 // One zone and the four bytes of its name.
	copy(data[50:], "UTC")
	if _, err := time.LoadLocationFromTZData("", data); err != nil {
		t.Fatal(err)
	}
	return data
}
