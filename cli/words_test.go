package cli

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// Quotes that were forgotten are named, not the word after them.
func TestFaultRulesWantQuotes(t *testing.T) {
	for rules, want := range map[string]string{
		"busy|busy":        "",
		"busy|POST|nth=1":  `a rule is one argument; put quotes around it: "busy POST nth=1"`,
		"bzy|POST":         `the rule "bzy": line 1, column 1: there is no fault "bzy"; did you mean busy?`,
		"busy POST| # now": `the rule " # now" is empty; give one such as "busy POST nth=1"`,
	} {
		got := ""
		if err := checkedRules(strings.Split(rules, "|")); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
	}
}

func TestSpanWords(t *testing.T) {
	for seconds, want := range map[int64]string{1: "1s", 60: "1m", 6 * 3600: "6h", 5400: "1h30m", 2829801: "32d18h3m21s", 2 * 86400: "2d"} {
		if got := spanWords(seconds); got != want {
			t.Errorf("%d: %s, want %s", seconds, got, want)
		}
	}
}

// A world that takes a while says so; one that is there at once does not.
func TestProgress(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	tell := progressLine(&out, func() time.Time { return now })
	for done := range 101 {
		tell(done, 100)
		now = now.Add(40 * time.Millisecond)
	}
	if want := "bellhop: making the world: 13 %\nbellhop: making the world: 38 %\nbellhop: making the world: 63 %\nbellhop: making the world: 88 %\nbellhop: making the world: 100 %\n"; out.String() != want {
		t.Errorf("told %q", out.String())
	}
	out.Reset()
	tell = progressLine(&out, func() time.Time { return now })
	tell(0, 10)
	tell(10, 10)
	if out.String() != "" {
		t.Errorf("told %q", out.String())
	}
}

func FuzzControlAnswer(f *testing.F) {
	f.Add(200, []byte(CalmState))
	f.Add(400, []byte(`{"error":"say +6h"}`))
	f.Add(500, []byte("<html>"))
	f.Fuzz(func(t *testing.T, status int, text []byte) {
		var s state
		if err := read(status, text, &s); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
		_ = s.print(io.Discard, "", 0)
	})
}

// The note of a sandbox that took another's folder is not taken away with it.
func TestControlKeepsAnothersNote(t *testing.T) {
	dir := t.TempDir()
	remove, err := WriteControl(dir, Control{Address: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WriteControl(dir, Control{Address: "a", Record: "other"}); err != nil {
		t.Fatal(err)
	}
	remove()
	if c, err := readControl(dir); err != nil || c.Record != "other" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestQuirkLines(t *testing.T) {
	var s state
	if got := strings.Join(s.quirkLines(3), "\n"); got != "none" {
		t.Error(got)
	}
	s.Quirks = []string{"a", "b", "c"}
	if got := strings.Join(s.quirkLines(3), "\n"); got != "all 3" {
		t.Error(got)
	}
	for i := range 20 {
		s.Quirks = append(s.Quirks, fmt.Sprintf("quirk-number-%d", i))
	}
	lines := s.quirkLines(99)
	for _, line := range lines {
		if len(line) > quirksWidth {
			t.Errorf("%q is wider than %d", line, quirksWidth)
		}
	}
	if got := strings.Join(lines, " "); got != strings.Join(s.Quirks, ", ") || len(lines) < 3 {
		t.Errorf("%d lines: %s", len(lines), got)
	}
}

// Progress is for people at a terminal only.
func TestCheckProgressIsQuietInAPipe(t *testing.T) {
	checkProgress(io.Discard, func() time.Time { t.Error("the clock is read"); return time.Time{} })(1)
}

func TestOpenAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		":80": true, "0.0.0.0:0": true, "[::]:0": true, "192.0.2.1:80": true, "example.com:80": true,
		"127.0.0.1:0": false, "127.9.9.9:80": false, "localhost:80": false, "[::1]:80": false,
	} {
		if open, err := checkListen(address); err != nil || open != want {
			t.Errorf("%s: open is %t, %v", address, open, err)
		}
	}
}

// Fixtures that take a while are told of within a tenth of a second, and then every second.
func TestFillingIsTold(t *testing.T) {
	var out strings.Builder
	now := time.Date(2026, 12, 12, 9, 0, 0, 0, time.UTC)
	tell := fillingLine(&out, func() time.Time { return now })
	for done := range 150 {
		tell(done, 4001)
		now = now.Add(10 * time.Millisecond)
	}
	want := "bellhop: making the reservations of the fixtures: 5 of 4001\nbellhop: making the reservations of the fixtures: 105 of 4001\n"
	if out.String() != want {
		t.Errorf("it says\n%swant\n%s", out.String(), want)
	}
	out.Reset()
	for done := range 4 {
		tell(done, 4)
		now = now.Add(10 * time.Millisecond)
	}
	if out.Len() > 0 {
		t.Errorf("a few fixtures say %q", out.String())
	}
}
