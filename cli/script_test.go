package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/internal/app"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"bellhop": func() {
			os.Exit(app.Run(context.Background(), testBuild, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs whole commands, each script in a home of its own, against the demo's sandbox over real HTTP.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"} {
				e.Setenv(name, "")
			}
			e.Setenv("HOME", e.WorkDir+"/home")
			e.Setenv("GORACE", "atexit_sleep_ms=10") // With the race detector each command would wait for a second at its end.
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
