package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"bellhop/cli/doctor"
	"bellhop/cli/exit"
)

// The doctor looks at a real service, and its exit code says whether anything is bad.
func TestDoctor(t *testing.T) {
	f := newFixture(t)
	verdicts := func(out string) map[string]doctor.Verdict {
		t.Helper()
		var found []doctor.Finding
		if err := json.Unmarshal([]byte(out), &found); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		all := map[string]doctor.Verdict{}
		for _, one := range found {
			if all[one.Check] != doctor.Bad {
				all[one.Check] = one.Verdict
			}
		}
		return all
	}
	code, out, errOut := f.run("doctor", "--json")
	if code != exit.OK || errOut != "" || verdicts(out)["service"] != doctor.OK {
		t.Errorf("an empty home: exit %d, %s%s", code, out, errOut)
	}
	address := f.serve()
	f.in = strings.NewReader("secret")
	if code, _, errOut := f.run("profile", "add", "work", "--base-url", "http://"+address, "--account", "partner"); code != exit.OK {
		t.Fatal(errOut)
	}
	code, out, errOut = f.run("doctor", "--json")
	if all := verdicts(out); code != exit.OK || errOut != "" || all["service"] != doctor.OK || all["clock"] != doctor.OK || all["key"] != doctor.OK {
		t.Errorf("a sandbox: exit %d, %s%s", code, out, errOut)
	}
	f.env["BELLHOP_TOKEN"] = "wrong-key"
	code, out, errOut = f.run("doctor")
	if code != exit.Failed || errOut != "" || !strings.Contains(out, "\nBAD   service ") || !strings.Contains(out, "refuses the key") || strings.Contains(out, "wrong-key") {
		t.Errorf("a wrong key: exit %d, %s%s", code, out, errOut)
	}
	f.want(words("doctor --profile wrk"), exit.Usage, "", "bellhop: --profile: there is no profile \"wrk\"; did you mean work?\n")
	code, out, _ = f.run("doctor", "--jq", ".[] | select(.verdict == \"bad\") | .check")
	if code != exit.Failed || out != "service\n" {
		t.Errorf("exit %d, %q", code, out)
	}
	delete(f.env, "BELLHOP_TOKEN")
	f.write("config.toml", "profle = 1\n", 0o600)
	code, out, _ = f.run("doctor", "--json", "check,verdict")
	if all := verdicts(out); code != exit.Failed || all["config"] != doctor.Bad || all["service"] != doctor.Warn {
		t.Errorf("exit %d, %s", code, out)
	}
}
