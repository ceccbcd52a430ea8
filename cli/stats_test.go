package cli_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/booking/pace"
	"bellhop/cli/exit"
)

func TestStats(t *testing.T) {
	f := newFixture(t)
	const none = "0 bookings in the last seven days\n"
	if code, out, errOut := f.run("stats", "--profile", "demo"); code != exit.OK || out != none || errOut != "" {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
	file := filepath.Join(f.home, "d", "bellhop", "demo", "pace.jsonl")
	store := pace.NewStore(file)
	for i, keys := range []int{50, 16, 30, 22} {
		days := 0
		if i == 0 {
			days = -20
		}
		searches := 2 * i
		if err := store.Add(pace.Booking{Searches: &searches, At: time.Now().AddDate(0, 0, days), Keys: keys, Calls: 3 + i, Milliseconds: int64(keys) * 1000}); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string][]string{"stats": nil, "stats-json": {"--json"}} {
		code, out, errOut := f.run(append([]string{"stats", "--profile", "demo"}, args...)...)
		if code != exit.OK || errOut != "" {
			t.Errorf("exit %d, %q", code, errOut)
		}
		golden(t, name, out)
	}
	f.want([]string{"stats", "--profile", "demo", "--forget", "--json"}, exit.Usage, "", "bellhop: --forget prints no JSON; leave one of the two out\n")
	if code, _, errOut := f.run("stats", "--profile", "demo", "--forget"); code != exit.OK {
		t.Errorf("exit %d, %q", code, errOut)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the numbers are still there: %v", err)
	}
	if _, out, _ := f.run("stats", "--profile", "demo"); out != none {
		t.Errorf("%q", out)
	}
}

// What cannot be read is told of with its file, and stays until it is thrown away.
func TestStatsOfADamagedFile(t *testing.T) {
	f := newFixture(t)
	file := filepath.Join(f.home, "d", "bellhop", "demo", "pace.jsonl")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("{\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	const unread = "bellhop: 1 line of HOME/d/bellhop/demo/pace.jsonl cannot be read; bellhop stats --forget begins anew\n"
	f.want([]string{"stats", "--profile", "demo"}, exit.Failed, "", unread)
	if err := pace.NewStore(file).Add(pace.Booking{At: time.Now(), Keys: 16, Calls: 3, Milliseconds: 1}); err != nil {
		t.Fatal(err)
	}
	if code, out, errOut := f.run("stats", "--profile", "demo"); code != exit.OK || !strings.HasPrefix(out, "1 booking in") || errOut != unread {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
}
