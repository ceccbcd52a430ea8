package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// keysFile writes a config file with keys.
func keysFile(t *testing.T, f *fixture, text string) {
	t.Helper()
	folder := filepath.Join(f.home, "c", "bellhop")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestKeys(t *testing.T) {
	f := newFixture(t)
	_, all, _ := f.run("keys")
	for _, want := range []string{"everywhere\n", "  send ", "ctrl+b", "book it", "  sandbox.hour ", "lists and pages\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("the list of keys lacks %q:\n%s", want, all)
		}
	}
	f.want([]string{"keys", "book it"}, exit.OK, "several screens\n  send  ctrl+b  book it  book, change-dates, change-payment\n", "")
	f.want([]string{"keys", "no such"}, exit.OK, "No action has this; \"bellhop keys\" lists them all.\n", "")
	f.want([]string{"keys", "--preset", "sabre", "--jq", `.preset, (.actions[] | select(.name == "go.search") | .keys[])`}, exit.OK, "sabre\nf10\nctrl+n\n", "")
	f.want([]string{"keys", "--preset", "wim"}, exit.Usage, "", "bellhop: there is no preset \"wim\"; there are vim, sabre\n")
	f.want([]string{"keys", "--config", "--json"}, exit.Usage, "", "bellhop: --config prints no JSON; leave one of the two out\n")

	keysFile(t, f, "[keys]\npreset = \"vim\"\nfind = [\"S\", \"f11\"]\nfind.list = \"s\"\n")
	f.want([]string{"keys", "--jq", `.actions[] | select(.from == "config") | .name + " " + (.keys | join(","))`}, exit.Config, "",
		"bellhop: HOME/c/bellhop/config.toml:4:1: this is not valid TOML (key find is already defined); values look like name = \"text\"\n")
	keysFile(t, f, "[keys]\npreset = \"vim\"\n\"columns\" = [\"S\", \"f11\"]\n\"columns.up\" = \"alt+s\"\nmap.nearer = \"+\"\nhotels.wider = \"z\"\n")
	f.want([]string{"keys", "--changed", "--jq", `.actions[] | select(.from == "config") | .name + " " + (.keys | join(","))`}, exit.OK,
		"columns S,f11\ncolumns.up alt+s\nhotels.wider z\nmap.nearer +\n", "")
}

// What is printed as a config to start from is one, with and without its comments.
func TestKeysConfigIsOne(t *testing.T) {
	f := newFixture(t)
	_, printed, _ := f.run("keys", "--config")
	keysFile(t, f, printed)
	f.want([]string{"keys", "--changed"}, exit.OK, "No action has this; \"bellhop keys\" lists them all.\n", "")
	var live []string
	for line := range strings.Lines(printed) {
		if !strings.Contains(line, "preset =") {
			line = strings.TrimPrefix(line, "# ")
		}
		if strings.HasPrefix(line, `"`) || strings.HasPrefix(line, "[keys]") {
			live = append(live, line)
		}
	}
	keysFile(t, f, strings.Join(live, ""))
	_, all, _ := f.run("keys")
	os.Remove(filepath.Join(f.home, "c", "bellhop", "config.toml"))
	if _, defaults, _ := f.run("keys"); strings.ReplaceAll(all, " (config)", "") == "" || len(strings.Fields(strings.ReplaceAll(all, " (config)", ""))) != len(strings.Fields(defaults)) {
		t.Errorf("as a config the keys are\n%s", all)
	}
}

// A key that would be two things, one that no terminal sends and one that must not send are errors at the start, of every
// command and of the console: with both actions, the key and the line.
func TestKeysThatCannotBe(t *testing.T) {
	f := newFixture(t)
	keysFile(t, f, "[keys]\npreset = \"vim\"\n\n\"columns\" = \"s\"\n\"go.tray\" = [\"ctrl+b\"]\n")
	const conflict = "bellhop: 2 problems:\n" +
		"  HOME/c/bellhop/config.toml:4:1: the key s is both columns (columns) and sort (sort) on one screen (reservations); give one of them another key\n" +
		"  HOME/c/bellhop/config.toml:5:1: the key ctrl+b is both go.tray (tray) and send (book it) on one screen (book); give one of them another key\n"
	for _, line := range []string{"", "keys", "paths"} {
		code, out, errOut := f.run(words(line)...)
		if line != "paths" && (code != exit.Config || out != "" || errOut != conflict) {
			t.Errorf("bellhop %s: exit %d, %q\n%s", line, code, out, errOut)
		}
	}
	for text, want := range map[string]string{
		`send = "enter"`:        `"enter" cannot be a key of send (book it): enter goes on, everywhere; use a control key such as ctrl+b`,
		`send = "f12"`:          "counts only when it is pressed by itself",
		`"form.done" = "g"`:     "letters are text where it works; use a control, function or alt key",
		`sort = "ctrl+shift+s"`: "a terminal sends ctrl+s for it",
		`sort = 1`:              "keys.sort must be a key or a list of keys, and is a number",
		`sort = [1]`:            "keys.sort must be keys, and has a number",
		`sorted = "S"`:          `there is no action "sorted"`,
		`preset = "wim"`:        `there is no preset "wim"; there are vim, sabre`,
		`preset = 1`:            "keys.preset must be text",
		`sort = []`:             "has no other way than a key",
	} {
		keysFile(t, f, "[keys]\n"+text+"\n")
		code, _, errOut := f.run("keys")
		if code != exit.Config || !strings.Contains(errOut, "config.toml:2:1: ") || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit %d, %s want %q", text, code, errOut, want)
		}
	}
}

// docs/keys.md has the table of the program.
func TestKeysAreDocumented(t *testing.T) {
	f := newFixture(t)
	const file = "../docs/keys.md"
	const begin, end = "<!-- the table: go test ./cli -run TestKeysAreDocumented -update -->\n", "<!-- the end of the table -->\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ := f.run("keys", "--jq", `.actions[] | "| `+"`"+`" + .name + "`+"`"+` | " + (.keys | map("`+"`"+`" + . + "`+"`"+`") | join(" ")) + " | " + .says + " | " + (.screens | join(", ")) + " |"`)
	before, rest, found := bytes.Cut(page, []byte(begin))
	_, after, ended := bytes.Cut(rest, []byte(end))
	if !found || !ended {
		t.Fatalf("%s has no place for the table", file)
	}
	want := string(before) + begin + "\n| Action | Keys | Does | On |\n|---|---|---|---|\n" + rows + "\n" + end + string(after)
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(page) != want {
		t.Errorf("%s is not what bellhop keys says; run go test ./cli -run TestKeysAreDocumented -update", file)
	}
	_, presets, _ := f.run("keys", "--jq", `.presets[].name`)
	for name := range strings.FieldsSeq(presets) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("%s does not describe the preset %s", file, name)
		}
	}
}
