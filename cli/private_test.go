package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"bellhop/cli/exit"
)

// TestFilesThatOthersCanReach: no command works with them, and each names the
// command that repairs them.
func TestFilesThatOthersCanReach(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has access lists and no mode bits.")
	}
	f := newFixture(t)
	draft := filepath.Join(f.home, "s", "bellhop", "drafts", "A.json")
	if err := os.MkdirAll(filepath.Dir(draft), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(draft, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(draft, 0o666); err != nil { // Whatever the umask is.
		t.Fatal(err)
	}
	const want = "bellhop: HOME/s/bellhop/drafts/A.json: others can reach your bookings (mode 0666); run: chmod 600 'HOME/s/bellhop/drafts/A.json'\n"
	for _, line := range []string{"", "demo", "deadlines", "audit list", "check"} {
		f.want(words(line), exit.Config, "", want)
	}
	if f.console != nil || f.demo != nil {
		t.Error("something was started")
	}
	if err := os.Chmod(draft, 0o600); err != nil {
		t.Fatal(err)
	}
	f.want(words("demo"), exit.OK, "", "")
}

// TestDataFolderThatOthersCanEnter: a sandbox does not begin on it.
func TestDataFolderThatOthersCanEnter(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has access lists and no mode bits.")
	}
	f := newFixture(t)
	dir := filepath.Join(f.home, "it's data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	f.want([]string{"sandbox", "--account", "a:b", "--data", dir}, exit.Config, "",
		`bellhop: HOME/it's data: others can reach your bookings (mode 0711); run: chmod 700 'HOME/it'\''s data'`+"\n")
	if f.sandbox != nil {
		t.Error("the sandbox was started")
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if code, _, errOut := f.run("sandbox", "--account", "a:b", "--data", dir); code != exit.OK || f.sandbox.Dir != dir {
		t.Errorf("repaired as told: exit %d, %s", code, errOut)
	}
}
