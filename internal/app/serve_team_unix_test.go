//go:build unix

package app

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/cli"
	"bellhop/sandbox"
	"bellhop/sandbox/accountfile"
)

// loggedLines are the lines of a log, as they are written.
type loggedLines chan string

func (l loggedLines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// A running server takes an account from its file, even after it refused the file for its mode, and logs both.
func TestBeside_AccountsReadAgain(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o700))
	name := filepath.Join(dir, "accounts")
	_, err := accountfile.Add(name, "team-a")
	must(t, err)
	var o cli.SandboxOptions
	o.AccountsFile, o.Accounts, err = accountfile.Follow(name)
	must(t, err)
	box, err := sandbox.Open(t.Context(), o.Options)
	must(t, err)
	defer func() { must(t, box.Close()) }()
	lines := make(loggedLines, 100)
	stop, err := beside(t.Context(), o, box, nil, slog.New(slog.NewTextHandler(lines, nil)))
	must(t, err)
	defer stop()
	logged := func(words string) {
		t.Helper()
		for line := ""; !strings.Contains(line, words); {
			select {
			case line = <-lines:
			case <-time.After(time.Minute):
				t.Fatalf("the log never says %q", words)
			}
		}
	}
	must(t, os.Chmod(name, 0o666))
	logged("the accounts could not be read; those before stay")
	must(t, os.Chmod(name, 0o600))
	token, err := accountfile.Add(name, "team-b")
	must(t, err)
	logged(`"the accounts were read again" accounts=2`)
	if code, _ := ask(t, box.Handler(), "team-b", token, "/rest/v1/reservations?page_size=1"); code != http.StatusOK {
		t.Errorf("team-b is answered %d", code)
	}
}
