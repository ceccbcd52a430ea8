package sshconsole

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// publicKey makes a key as a line of a file has it.
func publicKey(t testing.TB) string {
	t.Helper()
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
}

// ownFolder makes a folder that nobody else may write, whatever the umask.
func ownFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "own")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestParseKeys(t *testing.T) {
	t.Parallel()
	a, b := publicKey(t), publicKey(t)
	people, err := parseKeys("f", []byte("# ours\n\nuser=\"anna\",profile=\"agency\" "+a+" anna@desk\nuser=\"ben\",profile=\"live\",production,read-only "+b+"\r\n"))
	if err != nil || len(people) != 2 {
		t.Fatalf("%+v, %v", people, err)
	}
	if p := people[0]; p.Name != "anna" || p.Profile != "agency" || p.ReadOnly || p.Production {
		t.Errorf("%+v", p)
	}
	if p := people[1]; p.Name != "ben" || p.Profile != "live" || !p.ReadOnly || !p.Production {
		t.Errorf("%+v", p)
	}
	for text, want := range map[string]string{
		"":                                       "f is empty: each line is",
		"# nobody\n":                             "f has no key",
		"nonsense":                               "f, line 1: it is no public key",
		a:                                        `f, line 1: user="..." is missing`,
		`user="anna" ` + a:                       `f, line 1: profile="..." is missing`,
		`user="../x",profile="p" ` + a:           `f, line 1: user="..." is missing, or not`,
		`user="a",profile="p",command="sh" ` + a: `f, line 1: there is no option command="sh"`,
		`user="a",profile="p",read-only="no" ` + a:                              `f, line 1: there is no option read-only="no"`,
		`user="a",user="b",profile="p" ` + a:                                    `f, line 1: user is given twice`,
		"\n" + `user="a",profile="p" ` + a + "\n" + `user="b",profile="p" ` + a: `f, line 3: the key stands on line 2 already`,
	} {
		if _, err := parseKeys("f", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzParseKeys shows that whatever a file holds is an error or people whose names can be
// folders.
func FuzzParseKeys(f *testing.F) {
	for _, seed := range []string{"", "# x", `user="anna",profile="p" ` + publicKey(f), `user="anna ssh-ed25519 AAAA`, "\xff\x00", `user="a",profile="p",production ` + publicKey(f)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		people, err := parseKeys("f", text)
		if err == nil && len(people) == 0 {
			t.Error("nobody, and no error")
		}
		for _, p := range people {
			if !plainName(p.Name) || p.Profile == "" || len(p.key) == 0 {
				t.Errorf("%+v", p)
			}
		}
	})
}

func TestFilesOfOthers(t *testing.T) {
	t.Parallel()
	dir := ownFolder(t)
	keys, host := filepath.Join(dir, "keys"), filepath.Join(dir, "state", "host")
	if err := os.WriteFile(keys, []byte(`user="a",profile="p" `+publicKey(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(keys, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKeys(keys); err == nil || !strings.Contains(err.Error(), "others may write") {
		t.Errorf("keys that anybody may write: %v", err)
	}
	first, err := hostKey(host)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(host); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the host key has mode %v, %v", info.Mode(), err)
	}
	if again, err := hostKey(host); err != nil || !slices.Equal(again, first) {
		t.Errorf("it is another one the next time: %v", err)
	}
	if err := os.Chmod(host, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := hostKey(host); err == nil || !strings.Contains(err.Error(), "others can read") {
		t.Errorf("a host key that others can read: %v", err)
	}
}

// Keys that somebody else could replace are refused, with what to do. A sticky folder is none
// where they could.
func TestKeysThatOthersCouldReplace(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes there")
	}
	dir := ownFolder(t)
	folder, linked := filepath.Join(dir, "folder"), filepath.Join(dir, "linked")
	keys, link := filepath.Join(folder, "keys"), filepath.Join(linked, "keys")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Mkdir(linked, 0o700), os.Symlink(keys, link),
		os.WriteFile(keys, []byte(`user="a",profile="p" `+publicKey(t)), 0o600)); err != nil {
		t.Fatal(err)
	}
	check := keysChecker(t)
	check("as it should be", keys, "")
	check("by a link", link, "")
	open := "others may write the folder " + folder + ", and could put other keys there: chmod go-w " + folder
	for _, mode := range []os.FileMode{0o770, 0o707} {
		check("an open folder", keys, open, os.Chmod(folder, mode))
		check("an open folder behind a link", link, open)
	}
	check("a sticky folder", keys, "", os.Chmod(folder, 0o777|os.ModeSticky))
	check("a link that others could replace", link, strings.ReplaceAll(open, folder, linked), os.Chmod(folder, 0o700), os.Chmod(linked, 0o777))
}

// keysChecker returns a check that keys are read, or refused as wanted, after some changes.
func keysChecker(t *testing.T) func(what, name, want string, changes ...error) {
	t.Helper()
	return func(what, name, want string, changes ...error) {
		t.Helper()
		if err := errors.Join(changes...); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadKeys(name); err == nil && want != "" || err != nil && (want == "" || err.Error() != want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
}

func TestKeys_OfAnotherUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: only root makes files of another user")
	}
	folder := filepath.Join(ownFolder(t), "folder")
	keys := filepath.Join(folder, "keys")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(keys, []byte(`user="a",profile="p" `+publicKey(t)), 0o600)); err != nil {
		t.Fatal(err)
	}
	check := keysChecker(t)
	const nobody = 65534
	check("a folder of another", keys, "the folder "+folder+" belongs to another user (65534), who could put other keys there: keep them in a folder of your own", os.Chown(folder, nobody, -1))
	check("a file of another", keys, keys+" belongs to another user (65534), who could let anybody in: sudo chown 0 "+keys, os.Chown(folder, 0, -1), os.Chown(keys, nobody, -1))
}

// Of a client's environment only what tells of its terminal and language gets through, and
// nothing that could be more than a name.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	got := environment("xterm-kitty", []string{"LANG=de_DE.UTF-8", "LD_PRELOAD=/x.so", "PATH=/x", "LC_ALL=a b", "COLORTERM=truecolor", "BELLHOP_TOKEN=x", "LANG"}, "10.0.0.1:5")
	want := []string{"SSH_TTY=/dev/tty", "SSH_CONNECTION=10.0.0.1:5", "TERM=xterm-kitty", "LANG=de_DE.UTF-8", "COLORTERM=truecolor"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := environment("../../etc", nil, "x"); got[2] != "TERM=xterm-256color" {
		t.Errorf("%q", got)
	}
}
