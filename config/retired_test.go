package config

import (
	"os"
	"path/filepath"
	"testing"
)

// Settings and files of earlier versions are ignored, named once, and left as they are.
func TestTakeRetiredNotice(t *testing.T) {
	const configText = "[preferences]\npace = 7\nupdate_key = \"x\"\nphoto_graphics = \"sixel\"\n[keys]\npreset = \"emacs-like\"\nworst.later = \"x\"\nsort.reverse = [\"s\", \"f11\"]\n\"worst.earlier\" = 3\n[profiles.a]\nbase_url = \"https://a.example\"\naccount = \"1\"\n"
	const credentialsText = "[a]\ntoken = \"t\"\nlookup_key = \"short\"\n" //nolint:gosec // It opens nothing.
	p := home(t, configText, credentialsText)
	p.StateDir, p.DemoDir, p.SandboxDir = filepath.Join(p.ConfigDir, "state"), filepath.Join(p.ConfigDir, "demo"), filepath.Join(p.ConfigDir, "sandbox")
	p.RetiredFile = filepath.Join(p.StateDir, "retired.txt")
	counts := filepath.Join(p.DemoDir, "pace.jsonl")
	write := func(path string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(counts)
	notice := func() string {
		t.Helper()
		c, err := Load(Inputs{Paths: p})
		if err != nil {
			t.Fatal(err)
		}
		if c.Keys.Preset != "" || c.Preferences.PhotoGraphics.Text != "auto" {
			t.Errorf("the preset is %q, graphics are %q", c.Keys.Preset, c.Preferences.PhotoGraphics.Text)
		}
		return p.TakeRetiredNotice()
	}
	want := "No longer used, and left unchanged. Settings: preferences.pace, preferences.update_key, preferences.photo_graphics = sixel, keys.preset = emacs-like, keys.sort.reverse, keys.worst.earlier, keys.worst.later, a.lookup_key. Files: " + counts + "."
	if got := notice(); got != want {
		t.Errorf("first: %s", got)
	}
	if got := notice(); got != "" {
		t.Errorf("second: %s", got)
	}
	data := filepath.Join(p.ConfigDir, "elsewhere")
	sums := filepath.Join(data, "sandbox.sum")
	write(sums)
	for _, want := range []string{"No longer used, and left unchanged. Files: " + sums + ".", ""} {
		if got := p.TakeRetiredNoticeOf(data); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if read(t, p.ConfigFile) != configText || read(t, p.CredentialsFile) != credentialsText || read(t, counts) != "{}" {
		t.Error("what is no longer used was changed")
	}
	// Changing a profile leaves them as well.
	if err := SetToken(p, nil, "a", NewSecret("new")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, p.CredentialsFile); got != "[a]\ntoken = \"new\"\nlookup_key = \"short\"\n" {
		t.Errorf("credentials.toml: %q", got)
	}
}

// Keys that went well with a preset of an earlier version say so where they no longer do.
func TestRetired_PresetWithOwnKeys(t *testing.T) {
	p := home(t, "[keys]\npreset = \"emacs-like\"\nfind = \"x\"\n", "")
	refuse := func(k Keys) []KeyProblem {
		if k.Preset != "" {
			t.Errorf("the preset is %q", k.Preset)
		}
		return []KeyProblem{{Name: "find", What: "the key x is another action's", Fix: "choose another"}}
	}
	_, err := Load(Inputs{Paths: p, CheckKeys: refuse})
	wantError(t, err, p.ConfigFile+":3:1: the key x is another action's; choose another; the preset emacs-like is no longer used")
}
