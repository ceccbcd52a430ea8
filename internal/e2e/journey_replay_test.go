//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// bookAndCancel does what an agent does, and returns what the receipt says.
func bookAndCancel(t *testing.T, address, key string, args ...string) receipt {
	t.Helper()
	const environment = "SANDBOX work"
	home := t.TempDir()
	addProfile(t, home, key, "work", "--base-url", "http://"+address, "--account", "a")
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, args...)
	when := d.toTheBookScreen(environment)
	d.chooseToken("card_good")
	booked := d.book(environment)
	d.reservations(environment)
	d.WaitFor(booked.row("confirmed", when))
	d.Press("enter")
	d.at(environment, "reservation")
	d.WaitFor(`^ +name +` + regexp.QuoteMeta(xenia().masked()) + `$`)
	d.WaitFor(`c cancel it .* confirmed$`)
	d.Press("c")
	d.WaitFor(`ctrl\+x`)
	d.Press("ctrl+x")
	d.WaitFor(`cancelled \(CANCELED\)`)
	d.quit()
	return booked
}

// A console records what it asks of any service in the same form: here of a sandbox that it knows nothing of but its
// address. What was recorded there is replayed, to a console that records as well.
func TestJourneyRecordAtAnyService(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const key = "Key-Mark-Record-4f2a"
	dir := t.TempDir()
	file, again := filepath.Join(dir, "session.jsonl"), filepath.Join(dir, "again.jsonl")
	s := startService(t, "127.0.0.1:0", "a:"+key)
	first := bookAndCancel(t, s.address, key, "--record", file)
	s.stop()
	about, err := os.Stat(file)
	if err != nil || about.Mode().Perm() != 0o600 {
		t.Fatalf("the recording is %v, %v", about, err)
	}
	open, home := t.TempDir(), t.TempDir()
	_, whole, _ := command(t, home, "sandbox", "log", file, "--json")
	if !strings.Contains(whole, `"results":[`) || !strings.Contains(whole, `"status":"CONFIRMED"`) || !strings.Contains(whole, `"account":"a"`) {
		t.Errorf("the recording is\n%.2000s", whole)
	}
	if err := os.WriteFile(filepath.Join(open, "open.jsonl"), []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	searchFiles(t, open, func(string) bool { return false }, key, "Xenia", "Quist", "xenia@example.com", "card_good", "12 Lamp Street")

	s = startServing(t, "sandbox", "replay", file, "--account", "a:other-key")
	if second := bookAndCancel(t, s.address, "other-key", "--record", again); second != first {
		t.Errorf("the replay's receipt is %+v, want %+v", second, first)
	}
	s.stop()
	if code, _, errOut := command(t, home, "sandbox", "log", again); code != 0 || errOut != "" {
		t.Errorf("exit %d, %s", code, errOut)
	}
}

// A session at the console that was recorded can be walked through again with
// the console, and without the service.
func TestJourneyReplay(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const key = "Key-Mark-Replay-7c1d"
	dir := t.TempDir()
	file, again := filepath.Join(dir, "session.jsonl"), filepath.Join(dir, "half.jsonl")
	s := startService(t, "127.0.0.1:0", "a:"+key, "--record", file)
	first := bookAndCancel(t, s.address, key)
	s.stop()
	about, err := os.Stat(file)
	if err != nil || about.Mode().Perm() != 0o600 {
		t.Fatalf("the recording is %v, %v", about, err)
	}
	// What is packed is searched unpacked: it would hide a mark, and hold short
	// ones by chance.
	open, home := t.TempDir(), t.TempDir()
	_, whole, _ := command(t, home, "sandbox", "log", file, "--json")
	if strings.Contains(whole, `_gzip":`) || !strings.Contains(whole, `"results":[`) {
		t.Errorf("--json leaves bodies packed:\n%.2000s", whole)
	}
	if err := os.WriteFile(filepath.Join(open, "open.jsonl"), []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	searchFiles(t, open, func(string) bool { return false }, key, "Xenia", "Quist", "xenia@example.com", "card_good", "12 Lamp Street")

	s = startServing(t, "sandbox", "replay", file, "--account", "a:other-key")
	if second := bookAndCancel(t, s.address, "other-key"); second != first {
		t.Errorf("the replay's receipt is %+v, want %+v", second, first)
	}
	s.stop()

	// A recorder that is killed leaves half a line; the next one goes on after it.
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(again, text[:len(text)-20], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	startService(t, "127.0.0.1:0", "a:"+key, "--record", again).stop()
	if code, _, errOut := command(t, home, "sandbox", "log", again); code != 0 || !strings.Contains(errOut, " was cut off and is left out\n") {
		t.Errorf("exit %d, %s", code, errOut)
	}
	if text, err := os.ReadFile(again); err != nil || !strings.HasSuffix(string(text), "\n") {
		t.Errorf("the line stays open: %v", err)
	}
	if code, _, errOut := command(t, home, "sandbox", "replay", filepath.Join(dir, "none")); code != 2 || !strings.Contains(errOut, "there is no such file") {
		t.Errorf("exit %d, %s", code, errOut)
	}
	if code, _, errOut := command(t, home, "sandbox", "replay", "doc.go"); code != 2 || !strings.Contains(errOut, "doc.go: line 1 is no line of a recording: ") {
		t.Errorf("exit %d, %s", code, errOut)
	}
	// What is read to its end once, such as a pipe, would pass for an empty one.
	for _, name := range []string{os.DevNull, dir} {
		if code, out, errOut := command(t, home, "sandbox", "replay", name); code != 2 || out != "" ||
			errOut != "bellhop: "+name+": it is no ordinary file; save the recording in one first\n" {
			t.Errorf("exit %d, %s%s", code, out, errOut)
		}
	}
}
