package cli_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain has the sandboxes of these tests leave the collector alone: it would go through the memory of all of them for
// each one that starts.
func TestMain(m *testing.M) {
	if err := os.Setenv("GOMEMLIMIT", "off"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// buildProgram builds the program as a release does and returns the folder that it is in. With the race detector, which looks
// at the same commands in the other tests, each of the many that a script starts would take a second.
func buildProgram(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w -X main.version=1.2.3", "-o", filepath.Join(dir, "bellhop"), "bellhop")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	return dir
}

// TestScripts runs whole commands, each script in a home of its own, against the demo's sandbox over real HTTP.
func TestScripts(t *testing.T) {
	t.Parallel()
	folder := buildProgram(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"} {
				e.Setenv(name, "")
			}
			e.Setenv("HOME", e.WorkDir+"/home")
			e.Setenv("PATH", folder+string(filepath.ListSeparator)+e.Getenv("PATH"))
			return errors.Join(os.Mkdir(e.WorkDir+"/home", 0o700), blocksOfREADME(e.WorkDir))
		},
	})
}

// blocksOfREADME writes the booking's script and its guest, as the README has them, into a folder.
func blocksOfREADME(dir string) error {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		return err
	}
	for name, block := range map[string]string{"readme.sh": "```sh\nline=", "guest-readme.json": "```json\n{\"given_name\""} {
		_, after, _ := strings.Cut(string(text), block)
		body, _, found := strings.Cut(after, "\n```")
		if !found {
			return fmt.Errorf("the README has no block that begins with %q", block)
		}
		_, begin, _ := strings.Cut(block, "\n")
		if err := os.WriteFile(filepath.Join(dir, name), []byte(begin+body+"\n"), 0o600); err != nil {
			return err
		}
	}
	return nil
}
