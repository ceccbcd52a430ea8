package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellhop/config"
)

func TestQuirksAreListed(t *testing.T) {
	b := newBench(t)
	code, out, errs := b.run("sandbox", "quirks")
	want := "QUIRK       WHAT IT DOES\n" +
		"stripe      the payment's processor is called stripe\nkey-order   another order\nhtml-error  an error is HTML\n"
	if code != 0 || out != want || errs != "" {
		t.Errorf("code %d, %q\n%s", code, errs, out)
	}
	code, out, _ = b.run("sandbox", "quirks", "--json")
	if code != 0 || !strings.HasPrefix(out, `[{"quirk":"stripe","does":"the payment's processor is called stripe"},{`) {
		t.Errorf("code %d\n%s", code, out)
	}
}

// What is mistyped is found before anything is started.
func TestQuirksAndNamesAreChecked(t *testing.T) {
	for line, want := range map[string]string{
		"sandbox --quirks strip":              "bellhop: --quirks: no quirk",
		"demo --quirks strip":                 "bellhop: --quirks: no quirk",
		"sandbox --quirks=":                   "bellhop: --quirks is empty; give it a value or leave it out",
		"sandbox quirks strip":                "bellhop: quirks: no quirk",
		"sandbox quirks ,":                    "bellhop: the list is empty; see \"bellhop sandbox quirks --help\"",
		"sandbox --name id_fliter=x":          "bellhop: --name: no entry",
		"sandbox --name id_filter=a --name x": "bellhop: --name: no entry",
	} {
		b := newBench(t)
		code, out, errs := b.run(strings.Fields(line)...)
		if code != ExitUsage || out != "" || !strings.HasPrefix(errs, want) {
			t.Errorf("%s: code %d, %s%s", line, code, out, errs)
		}
	}
}

func TestQuirksAndNamesAreHandedOver(t *testing.T) {
	b := newBench(t)
	if code, _, errs := b.run("sandbox", "--quirks", "stripe,key-order", "--name", "id_filter=id", "--name", "simulation="); code != 0 {
		t.Fatal(errs)
	}
	if b.sandbox.Quirks != "stripe,key-order" || fmt.Sprint(b.sandbox.Names) != "[id_filter=id simulation=]" {
		t.Errorf("the sandbox got %q and %q", b.sandbox.Quirks, b.sandbox.Names)
	}
	if code, _, errs := b.run("demo", "--quirks", "all"); code != 0 || b.demo.Quirks != "all" {
		t.Errorf("the demo got %q; %s", b.demo.Quirks, errs)
	}
}

func TestQuirksAndNamesAreCompleted(t *testing.T) {
	b := newBench(t)
	_, out, _ := b.run("__complete", "sandbox", "--quirks", "stripe,k")
	if !strings.Contains(out, "stripe,key-order\n") || strings.Contains(out, "all\n") {
		t.Errorf("quirks are completed with\n%s", out)
	}
	_, out, _ = b.run("__complete", "demo", "--quirks", "")
	if !strings.Contains(out, "html-error\n") || !strings.Contains(out, "all\n") {
		t.Errorf("quirks are completed with\n%s", out)
	}
	_, out, _ = b.run("__complete", "sandbox", "--name", "")
	for _, entry := range config.DialectKeys() {
		if !slices.Contains(strings.Split(out, "\n"), entry+"=") {
			t.Errorf("the names are completed without %s", entry)
		}
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
