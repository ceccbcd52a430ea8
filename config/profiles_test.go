package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func added(name string) NewProfile {
	return NewProfile{Name: name, BaseURL: "https://" + name + ".example", Account: "1", Token: NewSecret("t-" + name)}
}

func TestAddUseRemove(t *testing.T) {
	p := home(t, "", "")
	if err := os.Remove(p.ConfigDir); err != nil {
		t.Fatal(err)
	}
	if isDefault, err := AddProfile(p, added("a")); err != nil || !isDefault {
		t.Fatalf("the first: %v, %v", isDefault, err)
	}
	if isDefault, err := AddProfile(p, added("b")); err != nil || isDefault {
		t.Fatalf("the second: %v, %v", isDefault, err)
	}
	want := `profile = "a"

[profiles.a]
base_url = "https://a.example"
environment = "production"
account = "1"

[profiles.b]
base_url = "https://b.example"
environment = "production"
account = "1"
`
	if diff := cmp.Diff(want, read(t, p.ConfigFile)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("[a]\ntoken = \"t-a\"\n\n[b]\ntoken = \"t-b\"\n", read(t, p.CredentialsFile)); diff != "" {
		t.Error(diff)
	}
	if err := UseProfile(p, "b"); err != nil {
		t.Fatal(err)
	}
	if c, err := Load(Inputs{Paths: p}); err != nil || c.Profile.Token.Reveal() != "t-b" {
		t.Errorf("b is in use: %+v, %v", c.Profile, err)
	}
	if err := SetToken(p, nil, "b", NewSecret("new")); err != nil {
		t.Fatal(err)
	}
	if profiles, standard, err := List(p); err != nil || standard != "b" || len(profiles) != 2 || profiles[1].Token.Reveal() != "new" {
		t.Errorf("listed %+v, %q, %v", profiles, standard, err)
	}
	if wasDefault, err := RemoveProfile(p, nil, "b"); err != nil || !wasDefault {
		t.Fatalf("removed: %v, %v", wasDefault, err)
	}
	if left := read(t, p.ConfigFile) + read(t, p.CredentialsFile); strings.Contains(left, "b.example") || strings.Contains(left, "[b]") || strings.Contains(left, "new") {
		t.Errorf("b is still there:\n%s", left)
	}
	if c, err := Load(Inputs{Paths: p}); err != nil || c.Profile.Name.Text != "a" {
		t.Errorf("a is the only one left: %+v, %v", c.Profile, err)
	}
	if wasDefault, err := RemoveProfile(p, nil, "a"); err != nil || wasDefault {
		t.Fatalf("removed: %v, %v", wasDefault, err)
	}
	if c, err := Load(Inputs{Paths: p}); err != nil || !c.FirstStart {
		t.Errorf("nothing is left: %+v, %v", c, err)
	}
}

// TestEditsKeepTheRest: what a user wrote by hand, comments included, survives.
func TestEditsKeepTheRest(t *testing.T) {
	p := home(t, goodConfig, goodCredentials)
	if err := UseProfile(p, "test"); err != nil {
		t.Fatal(err)
	}
	if _, err := AddProfile(p, NewProfile{Name: "work", Environment: Sandbox, Token: NewSecret("n"), Replace: true}); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(`profile = "work"`, `profile = "test"`, `"production"`, `"sandbox"`).Replace(goodConfig)
	if diff := cmp.Diff(want, read(t, p.ConfigFile)); diff != "" {
		t.Error(diff)
	}
	if _, err := RemoveProfile(p, nil, "work"); err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(want, "[profiles.work]")
	_, after, _ := strings.Cut(want, "[profiles.test]")
	if diff := cmp.Diff(before+"[profiles.test]"+after, read(t, p.ConfigFile)); diff != "" {
		t.Error(diff)
	}
}

// TestNewHostNewEnvironment: what the old host was says nothing about the new.
func TestNewHostNewEnvironment(t *testing.T) {
	p := home(t, "[profiles.a]\nbase_url = \"https://a.example\"\nenvironment = \"sandbox\"\naccount = \"1\"", "")
	if _, err := AddProfile(p, NewProfile{Name: "a", BaseURL: "https://live.example", Token: NewSecret("t"), Replace: true}); err != nil {
		t.Fatal(err)
	}
	c, err := Load(Inputs{Paths: p})
	if err != nil || c.Profile.Environment != Production || c.Profile.BaseURL.Text != "https://live.example" {
		t.Errorf("got %+v, %v", c.Profile, err)
	}
}

func TestRefusedEdits(t *testing.T) {
	p := home(t, goodConfig, goodCredentials)
	for name, c := range map[string]struct {
		do   func() error
		want string
	}{
		"twice":    {func() error { _, err := AddProfile(p, added("work")); return err }, p.ConfigFile + ": there is a profile work already; say --replace to change it, or choose another name"},
		"demo":     {func() error { _, err := AddProfile(p, added(Demo)); return err }, `the profile name "demo" is the built-in sandbox's; choose another name`},
		"dash":     {func() error { return CheckNewProfile(p, added("-x")) }, `the profile name "-x" must not begin with -; choose another name`},
		"several":  {func() error { return CheckNewProfile(p, NewProfile{Name: "x/y", BaseURL: "ftp://x"}) }, "the profile name \"x/y\" must be 1 to 64 letters, digits, - or _; choose another name\nbase_url must be an absolute address; write it like https://api.example.com\nthe account must be 1 to 256 characters"},
		"no token": {func() error { n := added("x"); n.Token = Secret{}; _, err := AddProfile(p, n); return err }, "the token is empty"},
		"one host": {func() error {
			n := added("x")
			n.BaseURL = "https://api.example.com"
			n.Environment = Sandbox
			return CheckNewProfile(p, n)
		}, "the profiles work and x call the host api.example.com production and sandbox; a host is one environment: make them agree"},
		"use unknown":   {func() error { return UseProfile(p, "wrk") }, p.ConfigFile + `: there is no profile "wrk"; did you mean work?`},
		"remove demo":   {func() error { _, err := RemoveProfile(p, nil, Demo); return err }, "demo is the built-in sandbox and is not in the file"},
		"token unknown": {func() error { return SetToken(p, nil, "x", NewSecret("t")) }, p.ConfigFile + `: there is no profile "x"; known are test, work`},
		"bad token":     {func() error { return SetToken(p, nil, "work", NewSecret("a b")) }, "the token holds a space or a control character; copy it again"},
	} {
		t.Run(name, func(t *testing.T) { wantError(t, c.do(), c.want) })
	}
	if read(t, p.ConfigFile) != goodConfig || read(t, p.CredentialsFile) != goodCredentials {
		t.Error("a refused edit changed a file")
	}
}

// TestUnusualForms: a file that cannot be edited as text is left alone.
func TestUnusualForms(t *testing.T) {
	inline := "profiles = { a = { base_url = \"https://a.example\" } }\n"
	p := home(t, inline, "")
	_, err := AddProfile(p, added("b"))
	wantError(t, err, p.ConfigFile+": is written in a way that bellhop cannot change without losing something; write each profile as [profiles.NAME] with one key on each line, or edit it by hand")
	if read(t, p.ConfigFile) != inline {
		t.Error("the file was changed")
	}
	if _, err := os.Stat(p.CredentialsFile); err == nil {
		t.Error("a token was stored without its profile")
	}
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has access lists and no mode bits.")
	}
	p := home(t, goodConfig, goodCredentials)
	for path, mode := range map[string]os.FileMode{p.CredentialsFile: 0o644, p.ConfigDir: 0o755} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	want := p.CredentialsFile + ": others can reach your tokens (mode 0644); run: chmod 600 '" + p.CredentialsFile + "'\n" +
		p.ConfigDir + ": others can reach your tokens (mode 0755); run: chmod 700 '" + p.ConfigDir + "'"
	_, err := Load(Inputs{Paths: p})
	wantError(t, err, want)
	_, err = AddProfile(p, added("x"))
	wantError(t, err, want)
	if err := os.Chmod(p.CredentialsFile, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(p.ConfigDir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(Inputs{Paths: p}); err != nil {
		t.Errorf("repaired as told: %v", err)
	}
	if got := shellQuote("/it's"); got != `'/it'\''s'` {
		t.Errorf("quoted as %s", got)
	}
}

// TestWrittenForTheOwnerOnly: new files and folders are private, old files
// become it, and nothing temporary stays.
func TestWrittenForTheOwnerOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has access lists and no mode bits.")
	}
	p := home(t, goodConfig, "")
	if err := os.Chmod(p.ConfigFile, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := SetToken(p, nil, "work", NewSecret("t")); err != nil {
		t.Fatal(err)
	}
	if err := UseProfile(p, "test"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{p.ConfigFile: 0o600, p.CredentialsFile: 0o600, p.ConfigDir: 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
	if left, err := os.ReadDir(p.ConfigDir); err != nil || len(left) != 2 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

func TestSymbolicLinksStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Making links needs a privilege there.")
	}
	p := home(t, "", goodCredentials)
	target := filepath.Join(t.TempDir(), "dotfiles.toml")
	if err := os.Symlink(target, p.ConfigFile); err != nil {
		t.Fatal(err)
	}
	// The link's target does not exist yet.
	if _, err := AddProfile(p, added("a")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(p.ConfigFile)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Fatalf("the link became %v, %v", info.Mode(), err)
	}
	if !strings.Contains(read(t, target), "[profiles.a]") {
		t.Error("the target was not written")
	}
	// The permissions that count are the target's.
	target = filepath.Join(t.TempDir(), "secret.toml")
	if err := os.Rename(p.CredentialsFile, target); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(target, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, p.CredentialsFile); err != nil {
		t.Fatal(err)
	}
	_, err = Load(Inputs{Paths: p})
	wantError(t, err, p.CredentialsFile+": others can reach your tokens (mode 0640); run: chmod 600 '"+p.CredentialsFile+"'")
}

func TestUnreadable(t *testing.T) {
	p := home(t, "", "")
	if err := os.Mkdir(p.ConfigFile, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.CredentialsFile, make([]byte, maxFile+1), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Load(Inputs{Paths: p})
	wantError(t, err, p.ConfigFile+": is not a file; move it away\n"+p.CredentialsFile+": is larger than 1 MiB; move it away")
}

// TestChangedMeanwhile: two programs do not undo each other's changes.
func TestChangedMeanwhile(t *testing.T) {
	p := home(t, goodConfig, goodCredentials)
	e, err := openEditor(p)
	if err != nil {
		t.Fatal(err)
	}
	e.setDefault("test")
	other := "# mine\n" + goodConfig
	if err := os.WriteFile(p.ConfigFile, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	wantError(t, e.save(), p.ConfigFile+": was changed meanwhile; run the command again")
	if read(t, p.ConfigFile) != other {
		t.Error("the other change was undone")
	}
}

// FuzzEdit: adding and removing a profile either gives files that mean just
// that, or changes nothing.
func FuzzEdit(f *testing.F) {
	for _, seed := range []string{goodConfig, "", "profile=\"a\"", "[profiles]\n[profiles.new-x]\n", "# c", "[profiles.b] # x\r\nbase_url='https://b.example'", "x = \"\"\"\n[profiles.new]\n\"\"\"", "profiles.b.account=\"1\"\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, problem := parse("f", []byte(text), false)
		if problem != nil {
			return
		}
		var found problems
		s := readConfig(doc, &found)
		if _, taken := s.profiles["new"]; len(found) > 0 || taken {
			return
		}
		e := newEdit(doc, false)
		e.set("https://new.example", "profiles", "new", "base_url")
		e.set("new", "profile")
		after, problem := parse("f", e.text, false)
		if problem != nil {
			return // The save refuses this.
		}
		got := readConfig(after, &found)
		if len(found) > 0 || got.profile != "new" || got.profiles["new"].baseURL != "https://new.example" || len(got.profiles) != len(s.profiles)+1 {
			t.Errorf("%q became %q", text, e.text)
		}
		e.removeTable("profiles", "new")
		if after, problem = parse("f", e.text, false); problem != nil {
			t.Fatalf("%q became unreadable: %q", text, e.text)
		}
		if got := readConfig(after, &found); len(got.profiles) != len(s.profiles) {
			t.Errorf("%q became %q", text, e.text)
		}
	})
}
