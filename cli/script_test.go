package cli_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bellhop/internal/gated"
	"bellhop/internal/program"
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

// TestScripts runs whole commands, each script in a home of its own, against the demo's sandbox over real HTTP. The scripts start
// hundreds of programs, so a plain run takes only a booking and the README's script.
func TestScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, plainScripts)
}

var plainScripts = []string{"testdata/script/book.txtar", "testdata/script/readme.txtar"}

func TestScripts_OfEachCommand(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it starts hundreds of programs")
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	runScripts(t, slices.DeleteFunc(scripts, func(path string) bool { return slices.Contains(plainScripts, filepath.ToSlash(path)) }))
}

func runScripts(t *testing.T, scripts []string) {
	t.Helper()
	// Without the race detector: each of the many programs that a script starts would take a second with it.
	bellhop, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: scripts,
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"} {
				e.Setenv(name, "")
			}
			e.Setenv("HOME", e.WorkDir+"/home")
			e.Setenv("PATH", filepath.Dir(bellhop)+string(filepath.ListSeparator)+e.Getenv("PATH"))
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
