package accountfile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"bellhop/sandbox"
)

func digestOf(token string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(token))) }

func TestParse(t *testing.T) {
	t.Parallel()
	list, err := parse("f", []byte("# who\n\n team-a\t"+digestOf("a")+" per-second=0.5 burst=3 at-once=2 # more\nb "+digestOf("b")+"\r\n"))
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	if a := list[0]; a.ID != "team-a" || a.TokenSHA256 != sha256.Sum256([]byte("a")) || a.Limits != (sandbox.AccountLimits{PerSecond: 0.5, Burst: 3, AtOnce: 2}) {
		t.Errorf("%+v", a)
	}
	if list[1].ID != "b" || list[1].Limits != (sandbox.AccountLimits{}) {
		t.Errorf("%+v", list[1])
	}
	for text, want := range map[string]string{
		"":                                       "f is empty: make an account with bellhop sandbox account add ID --file f",
		"a":                                      "f, line 1: an account is its id",
		"a md5:00":                               "f, line 1: an account is its id",
		"a sha256:00":                            "f, line 1: an account is its id",
		"a sha256:" + strings.Repeat("0", 64):    "f, line 1: an account is its id",
		"a:b " + digestOf("x"):                   "f, line 1: the id of an account is",
		"\n\na " + digestOf("x") + " burst=1":    "f, line 3: burst goes with per-second only",
		"a " + digestOf("x") + " speed=1":        `f, line 1: there is no "speed"`,
		"a " + digestOf("x") + " at-once=1.5":    "f, line 1: at-once=1.5 is no number from 1 to 1000000",
		"a " + digestOf("x") + " per-second=NaN": "f, line 1: per-second=NaN is no number",
		"a " + digestOf("x") + " at-once=1 at-once=2":    "f, line 1: at-once is given twice",
		"a " + digestOf("x") + "\n#\na " + digestOf("y"): `f, line 3: the account "a" stands on line 1 already`,
	} {
		if _, err := parse("f", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzParse shows that whatever a file holds is an error or accounts that a sandbox takes.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "a " + digestOf("x"), "a " + digestOf("x") + " per-second=1e9", "# a\n\x00", "a sha256:" + strings.Repeat("zz", 32)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parse("f", []byte(text))
		if err != nil && len(list) > 0 {
			t.Error("accounts, and an error")
		}
		for _, a := range list {
			if CheckID(a.ID) != nil || a.Token != "" || a.TokenSHA256 == [sha256.Size]byte{} {
				t.Errorf("%q has %+v", text, a)
			}
		}
	})
}

func TestEdit(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "accounts")
	token, err := Add(name, "team-a")
	if err != nil || len(token) < 26 {
		t.Fatalf("%q, %v", token, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(name)
	if err != nil || strings.Contains(string(text), token) {
		t.Errorf("the file holds the token: %s, %v", text, err)
	}
	if err := os.WriteFile(name, []byte("# ours\n"+strings.TrimSpace(string(text))+" per-second=5 # slow\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Add(name, "team-a"); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("adding it twice: %v", err)
	}
	second, err := Rotate(name, "team-a")
	if err != nil || second == token {
		t.Fatalf("%q, %v", second, err)
	}
	var group sync.WaitGroup
	for i := range 20 { // Nobody's account is lost.
		group.Go(func() {
			if _, err := Add(name, fmt.Sprint("other", i)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	list, err := List(name)
	if err != nil || len(list) != 21 || list[0].TokenSHA256 != sha256.Sum256([]byte(second)) || list[0].Limits.PerSecond != 5 {
		t.Fatalf("%d accounts, the first %+v, %v", len(list), list[0], err)
	}
	if text, _ := os.ReadFile(name); !strings.HasPrefix(string(text), "# ours\n") || !strings.Contains(string(text), "# slow\n") {
		t.Errorf("comments are lost: %s", text)
	}
	if err := Remove(name, "other3"); err != nil {
		t.Error(err)
	}
	for what, err := range map[string]error{"remove": Remove(name, "other3"), "rotate": errorOf(Rotate(name, "nobody"))} {
		if !errors.Is(err, errNoAccount) {
			t.Errorf("%s of nobody: %v", what, err)
		}
	}
	if err := os.WriteFile(name, []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Add(name, "x"); err == nil {
		t.Error("a file that is not understood is changed")
	}
	if err := os.Chmod(name, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := List(name); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a file that anybody may write: %v", err)
	}
}

func errorOf(_ string, err error) error { return err }

// Some editors begin a file with a byte order mark: the account of the first line is found, and the mark goes.
func TestEdit_ByteOrderMark(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(name string) error{
		"add":    func(name string) error { return errorOf(Add(name, "b")) },
		"rotate": func(name string) error { return errorOf(Rotate(name, "a")) },
	} {
		file := filepath.Join(t.TempDir(), "accounts")
		if err := os.WriteFile(file, []byte("\ufeffa "+digestOf("a")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Add(file, "a"); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("%s: the first account is added again: %v", name, err)
		}
		if err := edit(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		text, err := os.ReadFile(file)
		if err != nil || strings.Contains(string(text), "\ufeff") {
			t.Errorf("%s leaves %q, %v", name, text, err)
		}
		if list, err := List(file); err != nil || list[0].ID != "a" {
			t.Errorf("%s: servers read %v, %v", name, list, err)
		}
		if err := Remove(file, "a"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The last account may go while a server runs: then nobody may call. A server that starts without one is refused.
func TestFollow_LastAccount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil { // Whatever the umask.
		t.Fatal(err)
	}
	name := filepath.Join(dir, "accounts")
	if _, err := Add(name, "a"); err != nil {
		t.Fatal(err)
	}
	accounts, list, err := Follow(name)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if err := Remove(name, "a"); err != nil {
		t.Fatal(err)
	}
	used := -1
	if err := accounts.Look(func(list []sandbox.Account) error { used = len(list); return nil }); err != nil || used != 0 {
		t.Errorf("%d accounts are used, %v", used, err)
	}
	if _, _, err := Follow(name); err == nil || !strings.HasPrefix(err.Error(), name+" names no account: make one with") {
		t.Errorf("a start: %v", err)
	}
}
