//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// Damage of a sandbox's files is told with what to do, and why something failed
// stands in the log that the sandbox names.
func TestJourneyDamagedSandbox(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	dir := filepath.Join(t.TempDir(), "data") // It makes the folder itself, for its owner only.
	s := startServing(t, "sandbox", "--listen", "127.0.0.1:0", "--account", "a:hunter2", "--data", dir, "--hotels", "200")
	run := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), bellhop(t), args...)
		cmd.Env = s.cmd.Env
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	damage := func(path string) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		clear(text[2*4096 : 3*4096]) // A page of SQLite.
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"good", "bad"} {
		if out, err := run("sandbox", "snapshot", "save", name, "--data", dir); err != nil {
			t.Fatal(out)
		}
	}
	bad := filepath.Join(dir, "snapshots", "bad.db")
	damage(bad)
	want := "bellhop: sandbox: snapshot bad: " + bad + " is damaged: its structure is not as it was written; nothing was changed\n"
	if out, err := run("sandbox", "snapshot", "load", "bad", "--yes", "--data", dir); err == nil || out != want {
		t.Errorf("loading a damaged snapshot says %q, %v; want %q", out, err, want)
	}
	if err := os.WriteFile(bad, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := run("sandbox", "snapshot", "list", "--data", dir)
	if err != nil || !strings.Contains(out, "bad   damaged") || !strings.Contains(out, "good") {
		t.Errorf("the snapshots are told as %q, %v", out, err)
	}
	if out, err := run("sandbox", "snapshot", "load", "good", "--yes", "--data", dir); err != nil || out != "Loaded good: 240 reservations.\n" {
		t.Errorf("loading the other says %q, %v", out, err)
	}
	paths, err := run("paths")
	if err != nil {
		t.Fatal(paths)
	}
	_, log, _ := strings.Cut(paths, "\nlog ")
	log = strings.TrimSpace(strings.SplitN(log, "\n", 2)[0])
	text, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(text), "is damaged: its structure is not as it was written") || strings.Contains(string(text), "hunter2") {
		t.Errorf("the log %s is %q, %v", log, text, err)
	}
	if about, err := os.Stat(log); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("the log has mode %v, %v", about, err)
	}
	s.stop()
	damage(filepath.Join(dir, "sandbox.db"))
	out, err = run("sandbox", "--listen", "127.0.0.1:0", "--account", "a:hunter2", "--data", dir)
	if err == nil || !strings.Contains(out, filepath.Join(dir, "sandbox.db")+" is damaged: its structure ") || !strings.Contains(out, "go back to a snapshot by copying its file") {
		t.Errorf("starting on a damaged database says %q, %v", out, err)
	}
}
