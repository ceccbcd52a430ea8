package keymap_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"bellhop/ui/keymap"
)

func table() keymap.Table {
	return keymap.Table{
		Actions: append(keymap.Kit(),
			keymap.Action{ID: "list.sort", Words: "sort", Keys: []string{"s"}, On: []string{"list"}},
			keymap.Action{ID: "list.open", Words: "open", Keys: []string{"enter"}, On: []string{"list"}},
			keymap.Action{ID: "list.mark", Words: "mark", Keys: []string{"space"}, On: []string{"list"}},
			keymap.Action{ID: "reload", Words: "reload", Keys: []string{"r", "f5"}, Shown: "r/f5", On: []string{"list", "form"}, Text: keymap.Mixed},
			keymap.Action{ID: "look", Words: "look now", Keys: []string{"r"}, On: []string{"list"}},
			keymap.Action{ID: "form.go", Words: "go on", Keys: []string{"ctrl+s"}, On: []string{"form"}, Text: keymap.NoLetter, Keyless: true},
			keymap.Action{ID: "send", Words: "send it", Keys: []string{"ctrl+b"}, On: []string{"form"}, Text: keymap.NoLetter, Write: true},
			keymap.Action{ID: "erase", Words: "erase all", Keys: []string{"ctrl+u"}, On: []string{"form"}, Text: keymap.OnlyText},
		),
		Screens: []keymap.Screen{{Name: "list"}, {Name: "form"}},
		Presets: []keymap.Preset{{Name: "other", Keys: map[string][]string{"list.sort": {"o"}}}},
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"S": "S", "é": "é", " ": "space", "Space": "space", "Ctrl+B": "ctrl+b", "control+b": "ctrl+b", "C-b": "ctrl+b", "f12": "f12", "F12": "f12", "+": "+", "-": "-",
		"alt++": "alt++", "option+x": "alt+x", "Alt+Q": "alt+Q", "pgdn": "pgdown", "PageUp": "pgup", "Escape": "esc", "return": "enter", "shift+left": "shift+left",
		"ctrl+shift+left": "ctrl+shift+left", "alt+enter": "alt+enter", "ctrl+@": "ctrl+@", "alt+ctrl+a": "alt+ctrl+a", "ctrl+alt+a": "alt+ctrl+a", "backtab": "shift+tab", "del": "delete",
	} {
		if got, err := keymap.Name(text); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
	}
	for text, why := range map[string]string{
		"ctrl+i": "from tab", "ctrl+m": "from enter", "ctrl+[": "from esc", "ctrl+shift+a": "sends ctrl+a", "shift+a": `write "A"`, "cmd+s": "do not send cmd", "super+x": "do not send super",
		"ctrl+space": "ctrl+@", "ctrl+/": "ctrl+_", "ctrl+1": "no key", "f99": "no key", "": "names no key", "hello": "no key", "ctrl+": "no key", "alt+[": "by themselves", "alt+esc": "from esc",
		"\x1b": "no character", "\u200b": "no character", "ctrl+é": "no key",
	} {
		got, err := keymap.Name(text)
		var wrong *keymap.NameError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), why) {
			t.Errorf("%q is %q, %v; want it refused with %q", text, got, err, why)
		}
	}
}

func TestOverrides(t *testing.T) {
	t.Parallel()
	m, found := keymap.New(table(), "", map[string][]string{"list.sort": {"S", "F11"}, "list.open": {"o"}, "form.go": {}, "reload": {"R", "f6"}, "list.mark": {"Space", "m"}})
	if len(found) > 0 {
		t.Fatal(found)
	}
	for id, want := range map[string]string{
		"list.sort": "S f11", "list.open": "o enter", "form.go": "", "reload": "R f6", "list.mark": "  m", "send": "ctrl+b", "list.up": "up k",
	} {
		if got := strings.Join(m.Binding(id).Keys(), " "); got != want {
			t.Errorf("%s has %q, want %q", id, got, want)
		}
	}
	if got := strings.Join(m.Typing("reload").Keys(), " "); got != "f6" {
		t.Errorf("where letters are text, reload has %q", got)
	}
	if m.Binding("form.go").Enabled() {
		t.Error("an action without a key matches one")
	}
	if got, want := m.Say("{list.sort} sorts, {reload} and {reload!} reload, {form.go} goes on, {nothing} {"), "S sorts, R and f6 reload, the palette goes on, {nothing} {"; got != want {
		t.Errorf("a text says %q, want %q", got, want)
	}
	if id, ok := m.Of(m.Binding("list.sort", "other words")); !ok || id != "list.sort" {
		t.Errorf("the binding of list.sort is of %q", id)
	}
	if id, ok := keymap.Default(table()).Of(m.Binding("list.sort")); ok {
		t.Errorf("a binding of another map is of %q", id)
	}
	if got := m.WriteKeys(); !slices.Equal(got, []string{"ctrl+b"}) {
		t.Errorf("the keys that send are %q", got)
	}
	if pair := m.Pair("both", "list.sort", "reload"); pair.Help().Key != "S R" || len(pair.Keys()) != 4 {
		t.Errorf("the two as one are %q, %q", pair.Help().Key, pair.Keys())
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		preset string
		own    map[string][]string
		id     string
		want   string
	}{
		"two of one screen":           {"", map[string][]string{"list.sort": {"r"}}, "list.sort", "the key r is both list.sort (sort) and reload (reload) on one screen (list)"},
		"one of everywhere":           {"", map[string][]string{"list.sort": {"ctrl+k"}}, "list.sort", "both list.sort (sort) and global.palette (commands)"},
		"two overrides":               {"", map[string][]string{"list.sort": {"Z"}, "list.mark": {"Z"}}, "list.sort", "list.sort (sort) and list.mark (mark)"},
		"with a preset":               {"other", map[string][]string{"list.mark": {"o"}}, "list.mark", "both list.mark (mark) and list.sort (sort)"},
		"a key that sends, elsewhere": {"", map[string][]string{"list.sort": {"ctrl+b"}}, "list.sort", "what sends something has its key alone"},
		"a letter that sends":         {"", map[string][]string{"send": {"b"}}, "send", "must be a control key"},
		"a function key that sends":   {"", map[string][]string{"send": {"f11"}}, "send", "must be a control key"},
		"enter sends":                 {"", map[string][]string{"send": {"enter"}}, "send", "enter goes on, everywhere"},
		"a letter where text is":      {"", map[string][]string{"form.go": {"g"}}, "form.go", "letters are text where it works"},
		"letters alone, where both":   {"", map[string][]string{"reload": {"R"}}, "reload", "works where letters are text too"},
		"text that is deleted":        {"", map[string][]string{"form.go": {"ctrl+u"}}, "form.go", "both form.go (go on) and erase (erase all)"},
		"esc for something else":      {"", map[string][]string{"list.sort": {"esc"}}, "list.sort", "esc goes back, everywhere"},
		"quit is kept":                {"", map[string][]string{"list.sort": {"ctrl+c"}}, "list.sort", "ctrl+c quits, everywhere"},
		"none left":                   {"", map[string][]string{"list.sort": {}}, "list.sort", "has no other way than a key"},
		"esc is kept":                 {"", map[string][]string{"palette.close": {}}, "palette.close", "esc goes back, everywhere, and cannot be taken"},
		"no action":                   {"", map[string][]string{"lists.sort": {"S"}}, "lists.sort", "there is no action"},
		"no preset":                   {"wim", nil, keymap.PresetName, `there is no preset "wim"`},
		"no key":                      {"", map[string][]string{"list.sort": {"ctrl+i"}}, "list.sort", "cannot be told from tab"},
	} {
		_, found := keymap.New(table(), test.preset, test.own)
		if len(found) == 0 || found[0].ID != test.id || !strings.Contains(found[0].What, test.want) {
			t.Errorf("%s: %+v, want one of %s with %q", name, found, test.id, test.want)
		}
	}
	// Who swaps two keys has no conflict, nor has who gives one to what is never there at the same time.
	for _, own := range []map[string][]string{
		{"list.sort": {"space"}, "list.mark": {"s"}},
		{"look": {"R"}, "reload": {"R", "f5"}},
		{"list.sort": {"ctrl+u"}},
	} {
		if _, found := keymap.New(table(), "", own); len(found) > 0 {
			t.Errorf("%v is refused: %v", own, found)
		}
	}
}

// The nil map has the keys of the kit.
func TestNilMap(t *testing.T) {
	t.Parallel()
	var m *keymap.Map
	if got := m.Binding("global.help").Keys(); !slices.Equal(got, []string{"?", "f1"}) {
		t.Errorf("help has %q", got)
	}
	if m.Binding("list.sort").Enabled() {
		t.Error("an unknown action has a key")
	}
}

// A name that is taken is that of a key: it is read as one, and it is its own name. Nothing that is said drives the terminal.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"ctrl+b", "Alt+Shift+F1", "S", " ", "é", "ctrl+shift+a", "\x1b[A", "alt+é", "++", "ctrl+alt+space", "shift+", "-"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := keymap.Name(text)
		if err != nil {
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Fatalf("%q is refused with %q", text, err)
			}
			return
		}
		if again, err := keymap.Name(name); err != nil || again != name {
			t.Fatalf("%q is %q, and that is %q, %v", text, name, again, err)
		}
		msg, ok := keymap.ParseKey(name)
		if !ok {
			t.Fatalf("%q is %q, which is no key", text, name)
		}
		if got := strings.ReplaceAll(msg.String(), " ", "space"); got != name && msg.String() != name {
			t.Fatalf("%q is %q, and a terminal sends %q for that", text, name, got)
		}
	})
}

// Whatever is overridden, either it is told what is wrong, or every action has keys that are its own on each screen.
func FuzzOverrides(f *testing.F) {
	f.Add("list.sort", "S", "reload", "f6")
	f.Add("list.sort", "r", "send", "ctrl+q")
	f.Add("send", "ctrl+s", "form.go", "ctrl+b")
	f.Fuzz(func(t *testing.T, one, key, other, otherKey string) {
		m, found := keymap.New(table(), "", map[string][]string{one: {key}, other: {otherKey}})
		for _, p := range found {
			if p.ID == "" || p.What == "" {
				t.Fatalf("%+v says nothing", p)
			}
		}
		if len(found) > 0 {
			return
		}
		for _, b := range []string{m.Shown("send")} {
			if !strings.HasPrefix(b, "ctrl+") {
				t.Fatalf("%s sends", b)
			}
			for _, e := range m.Entries() {
				if e.ID != "send" && slices.Contains(e.InForce, b) {
					t.Fatalf("%s sends, and is %s", b, e.ID)
				}
			}
		}
		if !slices.Contains(m.Binding("global.quit").Keys(), "ctrl+c") || !slices.Contains(m.Binding("help.close").Keys(), "esc") {
			t.Fatal("there is no way out")
		}
	})
}
