package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellhop/cli/exit"
	"bellhop/config"
)

// What is mistyped is found before anything is started.
func TestQuirksAndNamesAreChecked(t *testing.T) {
	for line, want := range map[string]string{
		"sandbox --quirks strip":              "bellhop: --quirks: there is no quirk \"strip\"; did you mean stripe?",
		"demo --quirks strip":                 "bellhop: --quirks: there is no quirk \"strip\"; did you mean stripe?",
		"sandbox --quirks=":                   "bellhop: --quirks is empty; give it a value or leave it out",
		"sandbox quirks strip":                "bellhop: quirks: there is no quirk \"strip\"; did you mean stripe?",
		"sandbox quirks ,":                    "bellhop: the list is empty; see \"bellhop sandbox quirks --help\"",
		"sandbox --name id_fliter=x":          `bellhop: --name: there is no name for "id_fliter"; did you mean id_filter?`,
		"sandbox --name id_filter=a --name x": `bellhop: --name: "x" is not ENTRY=NAME, such as id_filter=id; `,
	} {
		f := newFixture(t)
		code, out, errs := f.run(strings.Fields(line)...)
		if code != exit.Usage || out != "" || !strings.HasPrefix(errs, want) {
			t.Errorf("%s: code %d, %s%s", line, code, out, errs)
		}
	}
}

func TestQuirksAndNamesAreHandedOver(t *testing.T) {
	f := newFixture(t)
	if code, _, errs := f.run("sandbox", "--quirks", "stripe,key-order", "--name", "id_filter=id", "--name", "simulation="); code != 0 {
		t.Fatal(errs)
	}
	if f.sandbox.Quirks != "stripe,key-order" || fmt.Sprint(f.sandbox.Names) != "[id_filter=id simulation=]" {
		t.Errorf("the sandbox got %q and %q", f.sandbox.Quirks, f.sandbox.Names)
	}
	if code, _, errs := f.run("demo", "--quirks", "all"); code != 0 || f.demo.Sandbox.Quirks != "all" {
		t.Errorf("the demo got %q; %s", f.demo.Sandbox.Quirks, errs)
	}
}

func TestQuirksAndNamesAreCompleted(t *testing.T) {
	f := newFixture(t)
	_, out, _ := f.run("__complete", "sandbox", "--quirks", "stripe,k")
	if !strings.Contains(out, "stripe,key-order\n") || strings.Contains(out, "all\n") {
		t.Errorf("quirks are completed with\n%s", out)
	}
	_, out, _ = f.run("__complete", "demo", "--quirks", "")
	if !strings.Contains(out, "html-error\n") || !strings.Contains(out, "all\n") {
		t.Errorf("quirks are completed with\n%s", out)
	}
	_, out, _ = f.run("__complete", "sandbox", "--name", "")
	for _, entry := range config.DialectKeys() {
		if !slices.Contains(strings.Split(out, "\n"), entry+"=") {
			t.Errorf("the names are completed without %s", entry)
		}
	}
}
