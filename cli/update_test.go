package cli_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/cli/exit"
	updates "bellhop/internal/update"
	"bellhop/internal/update/updatetest"
)

// releases are at a host that the config file names.
type releases struct {
	*updatetest.Host
	f *fixture
}

func newReleases(t *testing.T) *releases {
	t.Helper()
	r := &releases{Host: updatetest.New(t), f: newFixture(t)}
	r.f.write("config.toml", fmt.Sprintf("[preferences]\nupdate_url = %q\nupdate_key = %q\n", r.URL, r.Key), 0o600)
	return r
}

func TestUpdateCheck(t *testing.T) {
	r := newReleases(t)
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(updatetest.Content)))
	for _, test := range []struct{ version, begins, verdict string }{
		{"1.3.0", "1.3.0 is newer than this, 1.2.3.\nIt was signed on 18 November 2026.\nArchive: " + updatetest.Archive("1.3.0") + "\nSHA-256: " + sum + "\nNothing was downloaded.", "newer"},
		{"1.3.0-rc.1", "1.3.0-rc.1 is newer than this, 1.2.3.\n1.3.0-rc.1 is one to try before the real one.\n", "newer"},
		{"1.2.3", "This is the newest release, 1.2.3.\n", "same"},
		{"1.2.2", "1.2.2 is what is offered, and it is older than this, 1.2.3. Stay with this one.\n", "older"},
	} {
		r.Publish(t, test.version, 1_795_000_000)
		code, out, errOut := r.f.run("update", "check")
		if code != exit.OK || errOut != "" || !strings.HasPrefix(out, test.begins) {
			t.Errorf("%s: exit %d, %s\n%s", test.version, code, errOut, out)
		}
		r.f.want(words("update check --jq .verdict"), exit.OK, test.verdict+"\n", "")
	}
	if len(r.Asked()) != 16 || r.Asked()[0] != "/checksums.txt bellhop/1.2.3" || r.Asked()[1] != "/checksums.txt.minisig bellhop/1.2.3" {
		t.Errorf("asked for %q", r.Asked())
	}
}

// An old file that is shown again is true as far as its signature goes: that a newer one was seen here is what tells.
func TestUpdateCheckTellsAnOldFile(t *testing.T) {
	r := newReleases(t)
	r.Publish(t, "1.4.0", 1_795_000_000)
	if code, out, _ := r.f.run("update", "check"); code != exit.OK || strings.Contains(out, "Careful") {
		t.Errorf("exit %d\n%s", code, out)
	}
	r.Publish(t, "1.3.0", 1_790_000_000)
	if code, out, _ := r.f.run("update", "check"); code != exit.OK || !strings.Contains(out, "Careful: this machine has seen one that was signed later, on 18 November 2026.") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestUpdateCheckBelievesOnlyTheKey(t *testing.T) {
	r := newReleases(t)
	r.Publish(t, "1.3.0", 1_795_000_000)
	r.Checksums = bytes.ReplaceAll(r.Checksums, []byte("1.3.0"), []byte("9.9.9"))
	r.f.want(words("update check"), exit.Failed, "", "bellhop: the signature of checksums.txt is not that of the key\n")
	if _, err := os.Stat(filepath.Join(r.f.home, "s/bellhop/update.json")); err == nil {
		t.Error("a forgery is remembered")
	}
}

func TestUpdateNeedsAnAddressAndAKey(t *testing.T) {
	f := newFixture(t)
	f.want(words("update check"), exit.Config, "", "bellhop: HOME/c/bellhop/config.toml: no address of releases is known: this build names none; "+
		"set update_url = \"https://…\" and update_key under [preferences]\n")
	f.write("config.toml", "[preferences]\nupdate_url = \"https://releases.example/latest\"\n", 0o600)
	f.want(words("update check"), exit.Config, "", "bellhop: HOME/c/bellhop/config.toml: no key of releases is known: this build holds none, and without one nothing is believed; "+
		"set update_key = \"RW…\" under [preferences]\n")
	f.write("config.toml", "[preferences]\nupdate_check = \"yes\"\nupdate_url = \"http://releases.example\"\nupdate_key = \"RW\"\n", 0o600)
	f.want(words("update check"), exit.Config, "", "bellhop: 3 problems:\n"+
		"  HOME/c/bellhop/config.toml:2:1: unknown update_check \"yes\"; known are off, on\n"+
		"  HOME/c/bellhop/config.toml:3:1: update_url must be https; write it like https://example.com/bellhop/latest\n"+
		"  HOME/c/bellhop/config.toml:4:1: update_key is no public key of minisign; it is a line of 56 characters that begins with RW\n")
}

func TestUpdateVerify(t *testing.T) {
	r := newReleases(t)
	r.Publish(t, "1.3.0", 1_795_000_000)
	good := r.f.file(updatetest.Archive("1.3.0"), updatetest.Content)
	r.f.want([]string{"update", "verify", good}, exit.OK, "It is what was signed on 18 November 2026: release 1.3.0.\n", "")

	asked := len(r.Asked())
	sums := r.f.file("checksums.txt", string(r.Checksums))
	r.f.file("checksums.txt.minisig", string(r.Signature))
	r.f.want([]string{"update", "verify", good, "--checksums", sums}, exit.OK, "It is what was signed on 18 November 2026: release 1.3.0.\n", "")
	r.f.file(updatetest.Archive("1.3.0"), "another")
	code, out, errOut := r.f.run("update", "verify", good, "--checksums", sums)
	if code != exit.Failed || out != "" || !strings.HasPrefix(errOut, "bellhop: "+updatetest.Archive("1.3.0")+" is not what was signed: do not use it. Its SHA-256 is ") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	r.f.file("checksums.txt", strings.Replace(string(r.Checksums), "1.3.0", "1.3.1", 1))
	r.f.want([]string{"update", "verify", good, "--checksums", sums}, exit.Failed, "", "bellhop: the signature of checksums.txt is not that of the key\n")
	r.f.file("checksums.txt", strings.Repeat("x", updates.MaxChecksums+1))
	r.f.want([]string{"update", "verify", good, "--checksums", sums}, exit.Failed, "", "bellhop: checksums.txt is larger than 65536 bytes, and was not read\n")
	if len(r.Asked()) != asked {
		t.Error("--checksums asked somebody")
	}

	r.Publish(t, "1.2.0", 1_795_000_000)
	r.f.want([]string{"update", "verify", r.f.file(updatetest.Archive("1.2.0"), updatetest.Content)}, exit.OK, "It is what was signed on 18 November 2026: release 1.2.0, which is older than this, 1.2.3.\n", "")
}
