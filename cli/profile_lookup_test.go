package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// A look-up key is made or read, stands beside the token and nowhere else, and is shown only when it is made.
func TestProfileLookupKey(t *testing.T) {
	f := newFixture(t)
	f.in = strings.NewReader("secret-token\n")
	if code, _, errOut := f.run(words("profile add work --base-url https://api.example.com --account 1234 --token-in file")...); code != exit.OK {
		t.Fatal(errOut)
	}
	code, made, told := f.run(words("profile lookup-key work --new")...)
	if code != exit.OK || !regexp.MustCompile(`^[A-Z2-7]{52}\n$`).MatchString(made) || !strings.Contains(told, "not shown again") || strings.Contains(told, made[:10]) {
		t.Errorf("exit %d, %q, %q", code, made, told)
	}
	// Another one would find no guest of the first.
	if code, out, errOut := f.run(words("profile lookup-key work --new")...); code == exit.OK || out != "" || !strings.Contains(errOut, "has a look-up key already") {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
	key := "colleagues-share-this-long-key-of-theirs"
	for input, want := range map[string]string{"": "there is no key on standard input", "short\n": "shorter than 32", strings.Repeat("a b ", 20): "a space or a control character"} {
		f.in = strings.NewReader(input)
		if code, out, errOut := f.run(words("profile lookup-key work")...); code == exit.OK || out != "" || !strings.Contains(errOut, want) || strings.Contains(errOut, "a b") {
			t.Errorf("%q: exit %d, %q", input, code, errOut)
		}
	}
	f.in = strings.NewReader(key + "\n")
	f.want(words("profile lookup-key work"), exit.OK, "Stored the look-up key of profile work in credentials.toml, which only you can read. Its bookings carry what their guest is found by.\n", "")
	_, list, _ := f.run(words("profile list --json")...)
	_, paths, _ := f.run("paths")
	if strings.Contains(list+paths, key) {
		t.Error("a list shows the key")
	}
	has := map[string]bool{}
	root, err := os.OpenRoot(f.home)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := root.ReadFile(path)
		if strings.Contains(string(text), key) {
			has[filepath.Base(path)] = true
		}
		if info, err := entry.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
		return err
	})
	if err != nil || len(has) != 1 || !has["credentials.toml"] {
		t.Errorf("the key stands in %v, %v", has, err)
	}
	f.want(words("profile lookup-key work --remove"), exit.OK, "Removed the look-up key of profile work.\n", "")
	if text, err := os.ReadFile(filepath.Join(f.home, "c", "bellhop", "credentials.toml")); err != nil || string(text) != "[work]\ntoken = \"secret-token\"\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if code, _, errOut := f.run(words("profile lookup-key nobody --new")...); code == exit.OK || !strings.Contains(errOut, "there is no profile") {
		t.Errorf("exit %d, %q", code, errOut)
	}
	f.run(words("profile lookup-key work --new --remove")...)
}

// What one books with the key, a command finds by the guest, in the service's own filter.
func TestListByLookup(t *testing.T) {
	f, draft := drafted(t)
	if code, _, errOut := f.run("reservation", "list", "--lookup", "rossi"); code != exit.Config || !strings.Contains(errOut, "the profile work has no look-up key") {
		t.Errorf("without a key: exit %d, %s", code, errOut)
	}
	f.in = strings.NewReader(strings.Repeat("k", 40) + "\n")
	if code, _, errOut := f.run("profile", "lookup-key", "work"); code != exit.OK {
		t.Fatal(errOut)
	}
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	if code, _, errOut := f.run("book", "--from", draft, "--yes"); code != exit.OK {
		t.Fatal(errOut)
	}
	for typed, want := range map[string]string{"rossi": "1", "ROSSI, Ada": "1", "ada@example.com": "1", "ada rossi": "1", "rossi, ugo": "0", "ross": "0"} {
		if code, out, errOut := f.run("reservation", "list", "--lookup", typed, "--jq", "length"); code != exit.OK || strings.TrimSpace(out) != want {
			t.Errorf("%q: exit %d, %s%s", typed, code, out, errOut)
		}
	}
	_, out, _ := f.run("reservation", "list", "--lookup", "rossi", "--jq", ".[0].id")
	if _, shown, _ := f.run("reservation", "show", strings.TrimSpace(out)); strings.Contains(shown, "bellhop_") || strings.Contains(shown, "sn-") || !strings.Contains(shown, "CONFIRMED") {
		t.Errorf("it is shown as\n%s", shown)
	}
	for _, wrong := range [][]string{{"--lookup", "24dec"}, {"--lookup", "rossi", "--find", "x"}, {"--lookup", "rossi", "--custom", "x"}} {
		if code, _, _ := f.run(append([]string{"reservation", "list"}, wrong...)...); code != exit.Usage {
			t.Errorf("%v: exit %d", wrong, code)
		}
	}
}
