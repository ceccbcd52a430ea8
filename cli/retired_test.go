package cli_test

import (
	"strings"
	"testing"
)

// The first command names retired settings on the standard error. Completions and later commands do not.
func TestRetiredIsNamedOnce(t *testing.T) {
	for _, first := range []string{"paths", "keys", "doctor", "profile list", "version", "audit list", "sandbox scenarios"} {
		t.Run(first, func(t *testing.T) {
			f := newFixture(t)
			f.write("config.toml", "[preferences]\npace = \"on\"\n", 0o600)
			const notice = "bellhop: No longer used, and left unchanged. Settings: preferences.pace.\n"
			if _, _, errOut := f.run("__complete", "profile", ""); strings.Contains(errOut, "No longer used") {
				t.Errorf("a completion names it: %s", errOut)
			}
			if _, out, errOut := f.run(words(first)...); !strings.HasPrefix(errOut, notice) || strings.Contains(out, "No longer used") {
				t.Errorf("%s: %s", first, errOut)
			}
			if _, _, errOut := f.run(words(first)...); strings.Contains(errOut, "No longer used") {
				t.Errorf("it is named twice: %s", errOut)
			}
		})
	}
}
