package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAccessible(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	paths := Paths{ConfigFile: filepath.Join(dir, "config.toml"), CredentialsFile: filepath.Join(dir, "credentials.toml")}
	load := func(flags Flags) Preferences {
		t.Helper()
		c, err := Load(Inputs{Flags: flags, Paths: paths})
		if err != nil {
			t.Fatal(err)
		}
		return c.Preferences
	}
	if p := load(Flags{}); p.ByLines() || p.Accessible != (Setting{"false", sourceDefault}) {
		t.Errorf("by default it is %v", p.Accessible)
	}
	if p := load(Flags{Accessible: true}); !p.ByLines() || p.Accessible.Source != "--accessible" {
		t.Errorf("with the flag it is %v", p.Accessible)
	}
	const before = "# mine\n[preferences]\ntheme = \"dark\" # at night\n"
	if err := os.WriteFile(paths.ConfigFile, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false, true} {
		if err := SetAccessible(paths, on); err != nil {
			t.Fatal(err)
		}
		if p := load(Flags{}); p.ByLines() != on || p.Theme.Text != "dark" || p.Accessible.Source != paths.ConfigFile {
			t.Errorf("after %v it is %v", on, p.Accessible)
		}
	}
	text, err := os.ReadFile(paths.ConfigFile)
	if want := before + "accessible = true\n"; err != nil || string(text) != want {
		t.Errorf("the file is %q, %v; want %q", text, err, want)
	}
	if err := os.WriteFile(paths.ConfigFile, []byte("[preferences]\naccessible = \"yes\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(Inputs{Paths: paths}); err == nil || !strings.Contains(err.Error(), "preferences.accessible must be true or false, and is text; write it without quotes") {
		t.Errorf("a word in quotes is %v", err)
	}
}
