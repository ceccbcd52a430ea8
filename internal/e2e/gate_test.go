//go:build unix

package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// What the gate could not check is in its last lines, and nothing else is
// passed over. The database of vulnerabilities is not asked here: a script
// answers as govulncheck does.
func TestGateSaysWhatItDidNotCheck(t *testing.T) {
	gated.Test(t, "it tests the gate")
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the gate is written for bash")
	}
	const unreachable = "NOT CHECKED: known vulnerabilities, because their database cannot be reached from here."
	for name, tt := range map[string]struct {
		answer string
		fails  bool
		last   string
	}{
		"no database": {
			answer: "echo 'govulncheck: fetching vulnerabilities: no such host' >&2; exit 1",
			last:   unreachable,
		},
		"no database for one system": {
			answer: "[ $GOOS != windows ] || { echo 'govulncheck: fetching vulnerabilities: no such host' >&2; exit 1; }",
			last:   unreachable,
		},
		"it does not end": {
			answer: "exit 124",
			last:   "NOT CHECKED: known vulnerabilities, because govulncheck did not end in 300 s.",
		},
		"nothing found": {answer: "echo 'No vulnerabilities found.'", last: "=== all well in "},
		"found": {
			answer: "echo 'Vulnerability #1'; exit 3", fails: true,
			last: "ci: govulncheck ended with 3.",
		},
		"found on one system": {
			answer: "[ $GOOS != windows ] || exit 3", fails: true,
			last: "ci: govulncheck ended with 3.",
		},
		"the code does not build": {
			answer: "echo 'govulncheck: loading packages: no such package' >&2; exit 1", fails: true,
			last: "ci: govulncheck ended with 1.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			tool := filepath.Join(cache, "bellhop-ci", "govulncheck-"+toolKey(t, "govulncheck"))
			if err := os.MkdirAll(filepath.Dir(tool), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(tool, []byte("#!/bin/sh\n"+tt.answer+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			gate := exec.CommandContext(t.Context(), "../../.ci/run", "vulnerabilities")
			gate.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
			out, err := gate.CombinedOutput()
			if (err != nil) != tt.fails {
				t.Errorf("the gate ended with %v", err)
			}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if !strings.HasPrefix(lines[len(lines)-1], tt.last) {
				t.Errorf("its last line should be %q:\n%s", tt.last, out)
			}
			if strings.HasPrefix(tt.last, "NOT CHECKED") && strings.Count(string(out), tt.last) != 2 {
				t.Errorf("the step and the end should say it once each:\n%s", out)
			}
		})
	}
}

// toolKey returns how the gate names a tool that it has built: by the release of Go
// and the tool's module.
func toolKey(t *testing.T, tool string) string {
	t.Helper()
	text, err := exec.CommandContext(t.Context(), "go", "version").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		file, err := os.ReadFile(filepath.Join("../../.ci/tools", tool, name))
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, file...)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])[:16]
}
