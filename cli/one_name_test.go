package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// A guest's file may leave the given name out: the profile says which word is sent, and so does the command.
func TestBook_PersonWithOneName(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	one := f.file("one.json", strings.NewReplacer(`"given_name": "Ada", `, "", "Rossi", "Sukarno").Replace(scriptGuest))
	preview := func() string {
		t.Helper()
		code, out, errOut := f.run("book", "--from", draft, "--guest", one, "--dry-run")
		if code != exit.OK {
			t.Fatalf("exit %d, %s", code, errOut)
		}
		return out
	}
	if out := preview(); strings.Count(out, "Sukarno") != 2 {
		t.Errorf("the preview is %s", out)
	}
	config := filepath.Join(f.home, "c", "bellhop", "config.toml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	f.write("config.toml", strings.Replace(string(text), "base_url", "single_name = \"FNU\"\nbase_url", 1), 0o600)
	if out := preview(); strings.Count(out, "Sukarno") != 1 || !strings.Contains(out, "FNU") {
		t.Errorf("the preview is %s", out)
	}
	code, out, errOut := f.run("book", "--from", draft, "--guest", one, "--yes", "--json")
	if code != exit.OK || !strings.Contains(out, "FNU") || !strings.Contains(errOut, "Single name, sent as given name FNU, surname S···.") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}
