package sshconsole

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
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
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
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
		"nonsense":                               "f, line 1: it is no public key",
		a:                                        `f, line 1: user="..." is missing`,
		`user="anna" ` + a:                       `f, line 1: profile="..." is missing`,
		`user="../x",profile="p" ` + a:           `f, line 1: user="..." is missing, or not`,
		`user="a",profile="p",command="sh" ` + a: `f, line 1: there is no option command="sh"`,
		`user="a",profile="p",read-only="no" ` + a:                              `f, line 1: there is no option read-only="no"`,
		`user="a",user="b",profile="p" ` + a:                                    `f, line 1: user is given twice`,
		`user="Anna",profile="p" ` + a + "\n" + `user="anna",profile="p" ` + b:  `f, line 2: user="anna" and user="Anna" on line 1 share one folder on some systems`,
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
		if err != nil && len(people) > 0 {
			t.Error("people, and an error")
		}
		for _, p := range people {
			if !plainName(p.Name) || p.Profile == "" || len(p.key) == 0 {
				t.Errorf("%+v", p)
			}
		}
	})
}

func TestKeys_None(t *testing.T) {
	t.Parallel()
	name := filepath.Join(ownFolder(t), "keys")
	if err := os.WriteFile(name, []byte("# nobody\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKeys(name); err == nil || !strings.HasPrefix(err.Error(), name+" has no key: each line is") {
		t.Errorf("%v", err)
	}
}

func TestKeys_OthersMayWrite(t *testing.T) {
	t.Parallel()
	name := filepath.Join(ownFolder(t), "keys")
	if err := errors.Join(os.WriteFile(name, []byte(`user="a",profile="p" `+publicKey(t)), 0o600), os.Chmod(name, 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKeys(name); err == nil || err.Error() != "others may write "+name+", and could let anybody in: chmod 600 "+name {
		t.Errorf("%v", err)
	}
}

func TestHostKey_OthersCanRead(t *testing.T) {
	t.Parallel()
	host := filepath.Join(ownFolder(t), "state", "host")
	first, err := hostKey(host)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(host); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the host key has mode %v, %v", info.Mode(), err)
	}
	if again, err := hostKey(host); err != nil || !slices.Equal(again.PublicKey().Marshal(), first.PublicKey().Marshal()) {
		t.Errorf("it is another one the next time: %v", err)
	}
	if err := os.Chmod(host, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := hostKey(host); err == nil || !strings.Contains(err.Error(), "others can read "+host+", and could pretend to be this server") {
		t.Errorf("a host key that others can read: %v", err)
	}
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
