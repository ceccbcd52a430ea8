package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/config"
	"bellhop/config/keyring/keyringtest"
)

// kept is a folder of configuration with a keyring beside it.
type kept struct {
	*testing.T
	config.Paths
	ring *keyringtest.Ring
}

func newKept(t *testing.T) kept {
	t.Helper()
	dir := t.TempDir()
	return kept{t, config.PathsIn(filepath.Join(dir, "c"), filepath.Join(dir, "s"), filepath.Join(dir, "d"), filepath.Join(dir, "k")), &keyringtest.Ring{}}
}

func (k kept) profile(name string, in config.Place) config.NewProfile {
	return config.NewProfile{
		Name: name, BaseURL: "https://" + name + ".example", Account: "1", Token: config.NewSecret("s3cr3t-" + name), TokenIn: in, Keyring: k.ring,
	}
}

func (k kept) add(n config.NewProfile) {
	k.Helper()
	if _, err := config.AddProfile(k.Paths, n); err != nil {
		k.Fatal(err)
	}
}

func (k kept) text(path string) string {
	k.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		k.Fatal(err)
	}
	return string(text)
}

// wantToken loads the profile work and compares its token, and where no file may hold it.
func (k kept) wantToken(token string, in config.Place) {
	k.Helper()
	const name = "work"
	c, err := config.Load(config.Inputs{Paths: k.Paths, Flags: config.Flags{Profile: name}, Keyring: k.ring})
	if err != nil {
		k.Fatal(err)
	}
	if p := c.Profile; p.Token.Reveal() != token || p.TokenIn != in || c.Ready() != nil {
		k.Errorf("%s has the token %q in %q, %v", name, p.Token.Reveal(), p.TokenIn, c.Ready())
	}
	if filed := strings.Contains(k.text(k.CredentialsFile), token); filed != (in == config.InFile) {
		k.Errorf("the token of %s is in the file: %v", name, filed)
	}
}

// A look-up key of an earlier version stays where it is, and the keyring's is named by its entry.
func TestRetired_LookupKeyInKeyring(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	k.add(k.profile("work", config.InKeyring))
	const left = "[work]\nlookup_key = \"keyring\"\n"
	if err := os.WriteFile(k.CredentialsFile, []byte(left), 0o600); err != nil {
		t.Fatal(err)
	}
	k.add(config.NewProfile{Name: "work", Token: config.NewSecret("second"), Replace: true, Keyring: k.ring})
	k.wantToken("second", config.InKeyring)
	if text := k.text(k.CredentialsFile); text != left {
		t.Errorf("credentials.toml: %q", text)
	}
	if got := k.TakeRetiredNotice(); got != "No longer used, and left unchanged. Settings: work.lookup_key (in the keyring: work: look-up key)." {
		t.Error(got)
	}
}

func TestTokenInKeyring(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	k.add(k.profile("work", config.InKeyring))
	k.wantToken("s3cr3t-work", config.InKeyring)
	if text := k.text(k.ConfigFile); !strings.Contains(text, "token_in = \"keyring\"\n") || strings.Contains(text, "s3cr3t") {
		t.Errorf("the configuration is:\n%s", text)
	}
	// A new token goes where the old one is; so does one of the sign-in.
	k.add(config.NewProfile{Name: "work", Token: config.NewSecret("second"), Replace: true, Keyring: k.ring})
	k.wantToken("second", config.InKeyring)
	if err := config.SetToken(k.Paths, k.ring, "work", config.NewSecret("third")); err != nil {
		t.Fatal(err)
	}
	k.wantToken("third", config.InKeyring)
	// Another account is another entry, and nothing is left of the first.
	k.add(config.NewProfile{Name: "work", Account: "2", Token: config.NewSecret("fourth"), Replace: true, Keyring: k.ring})
	k.wantToken("fourth", config.InKeyring)
	if k.ring.Kept() != 1 {
		t.Errorf("the keyring has %d entries", k.ring.Kept())
	}
	k.add(config.NewProfile{Name: "work", Token: config.NewSecret("fifth"), Replace: true, TokenIn: config.InFile, Keyring: k.ring})
	k.wantToken("fifth", config.InFile)
	if k.ring.Kept() != 0 {
		t.Error("the keyring still has the token")
	}
}

// The keyring is asked only where the profile in use has its token there, and nothing
// else gives it.
func TestKeyringIsAskedOnlyWhenNeeded(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	k.add(k.profile("ring", config.InKeyring))
	k.add(k.profile("file", config.InFile))
	k.ring.Asked = 0
	env := func(name string) (string, bool) { return "x", name == config.EnvToken }
	for name, in := range map[string]config.Inputs{
		"demo":             {Flags: config.Flags{Profile: config.Demo}},
		"file":             {Flags: config.Flags{Profile: "file"}},
		"token variable":   {Flags: config.Flags{Profile: "ring"}, Env: env},
		"another host":     {Flags: config.Flags{Profile: "ring", BaseURL: "https://elsewhere.example"}},
		"without a ring":   {Flags: config.Flags{Profile: "ring"}},
		"the demo is said": {Flags: config.Flags{Profile: config.Demo}, Env: env},
	} {
		if in.Paths = k.Paths; name != "without a ring" {
			in.Keyring = k.ring
		}
		if _, err := config.Load(in); err != nil || k.ring.Asked != 0 {
			t.Errorf("%s: asked %d times, %v", name, k.ring.Asked, err)
		}
	}
	if _, _, err := config.List(k.Paths); err != nil || k.ring.Asked != 0 {
		t.Errorf("a list asked %d times, %v", k.ring.Asked, err)
	}
	// A token is not sent to a host that its profile was not made for.
	text := strings.Replace(k.text(k.ConfigFile), "https://ring.example", "https://thief.example", 1)
	if err := os.WriteFile(k.ConfigFile, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Inputs{Paths: k.Paths, Flags: config.Flags{Profile: "ring"}, Keyring: k.ring})
	if err != nil || !c.Profile.Token.IsZero() {
		t.Errorf("at another host the token is there: %v", err)
	}
	const want = `no token for ring: the keyring has nothing under "ring: 1@thief.example"; run bellhop profile add ring --replace --token-in keyring`
	if err := c.Ready(); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// A keyring that does not work is never a reason to write a token to a file.
func TestKeyringFailsLoudly(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	locked := errors.New("it is locked, and was not unlocked")
	k.ring.Err = locked
	const fix = "; unlock or start it and try again, or keep the token in credentials.toml, which only you can read (--token-in file)"
	wantFails := func(what string, err error, want string) {
		t.Helper()
		if failed := new(config.KeyringError); !errors.As(err, &failed) || err.Error() != want {
			t.Errorf("%s: got %v\nwant %s", what, err, want)
		}
		if strings.Contains(k.text(k.CredentialsFile)+k.text(k.ConfigFile), "s3cr3t") {
			t.Errorf("%s: the token is in a file", what)
		}
	}
	_, err := config.AddProfile(k.Paths, k.profile("work", config.InKeyring))
	wantFails("locked", err, "the keyring cannot be used: "+locked.Error()+fix)
	k.ring.Err, k.ring.Forgetful = nil, true
	_, err = config.AddProfile(k.Paths, k.profile("work", config.InKeyring))
	wantFails("forgetful", err, "the keyring cannot be used: the keyring has nothing under this name"+fix)
	none := k.profile("work", config.InKeyring)
	none.Keyring = nil
	_, err = config.AddProfile(k.Paths, none)
	wantFails("none", err, "the keyring cannot be used: this program has no keyring"+fix)
	if k.text(k.ConfigFile) != "" {
		t.Error("a profile without a token was stored")
	}
	k.ring.Forgetful = false
	k.add(k.profile("work", config.InKeyring))
	k.ring.Err = locked
	c, err := config.Load(config.Inputs{Paths: k.Paths, Keyring: k.ring})
	if err != nil {
		t.Fatal(err)
	}
	const want = "no token for work: the keyring cannot be used: it is locked, and was not unlocked; unlock or start it and try again, set BELLHOP_TOKEN, or keep the token in a file: run bellhop profile add work --replace --token-in file"
	if err := c.Ready(); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	_, err = config.RemoveProfile(k.Paths, k.ring, "work")
	wantFails("removed", err, `the keyring cannot be used: it is locked, and was not unlocked; its entry "work: 1@work.example" for bellhop is still there: remove it by hand`)
	if profiles, _, err := config.List(k.Paths); err != nil || len(profiles) != 0 {
		t.Errorf("the profile is still there: %v", err)
	}
}

func TestMoveToken(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	k.add(k.profile("work", ""))
	before := k.text(k.CredentialsFile)
	move := func(to config.Place) (bool, error) { return config.MoveToken(k.Paths, k.ring, "work", to) }
	for _, to := range []config.Place{config.InFile, config.InKeyring, config.InKeyring, config.InFile, config.InFile, config.InKeyring} {
		_, err := move(to)
		if err != nil {
			t.Fatal(err)
		}
		k.wantToken("s3cr3t-work", to)
		if (k.ring.Kept() == 1) != (to == config.InKeyring) {
			t.Errorf("in %s the keyring has %d entries", to, k.ring.Kept())
		}
	}
	// A crash between the two files leaves the token in both: the next move ends it.
	if err := os.WriteFile(k.CredentialsFile, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if moved, err := move(config.InKeyring); err != nil || !moved {
		t.Errorf("moved %v, %v", moved, err)
	}
	k.wantToken("s3cr3t-work", config.InKeyring)
	// What cannot be read back is not moved.
	if _, err := move(config.InFile); err != nil {
		t.Fatal(err)
	}
	k.ring.Forgetful = true
	if _, err := move(config.InKeyring); err == nil {
		t.Error("a forgetful keyring took the only token")
	}
	k.wantToken("s3cr3t-work", config.InFile)
	if _, err := config.MoveToken(k.Paths, k.ring, "wrk", config.InFile); !errors.Is(err, config.ErrNoProfile) {
		t.Errorf("an unknown profile: %v", err)
	}
}

func TestParsePlace(t *testing.T) {
	t.Parallel()
	if p, err := config.ParsePlace("keyring"); err != nil || p != config.InKeyring {
		t.Errorf("got %q, %v", p, err)
	}
	if _, err := config.ParsePlace("keyrin"); err == nil || err.Error() != `unknown place "keyrin"; did you mean keyring?` {
		t.Errorf("got %v", err)
	}
	k := newKept(t)
	k.add(k.profile("work", config.InFile))
	text := strings.Replace(k.text(k.ConfigFile), `token_in = "file"`, `token_in = "flie"`, 1)
	if err := os.WriteFile(k.ConfigFile, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(config.Inputs{Paths: k.Paths}); err == nil || !strings.HasSuffix(err.Error(), `config.toml:7:1: unknown place "flie"; did you mean file?`) {
		t.Errorf("got %v", err)
	}
}
