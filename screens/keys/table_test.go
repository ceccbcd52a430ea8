package keys_test

import (
	"slices"
	"testing"

	"bellhop/screens/keys"
	"bellhop/ui/keymap"
)

// Each preset is one that could be a user's own: nothing in it is refused, and no key of it is two things.
func TestPresetsAreSound(t *testing.T) {
	t.Parallel()
	for _, preset := range keys.Presets() {
		if preset.Words == "" {
			t.Errorf("%s is not described", preset.Name)
		}
		_, found := keymap.New(keys.Table(), preset.Name, nil)
		for _, p := range found {
			t.Errorf("%s: %s: %s (%s)", preset.Name, p.ID, p.What, p.Fix)
		}
		_, found = keymap.New(keys.Table(), "", preset.Keys)
		if len(found) > 0 {
			t.Errorf("%s as overrides: %v", preset.Name, found)
		}
	}
}

// What the page of the keys says of the presets.
func TestPresetsAreAsDescribed(t *testing.T) {
	t.Parallel()
	for preset, actions := range map[string]map[string]string{
		"vim":   {"global.palette": ":", "list.page_down": "ctrl+d", "list.page_up": "ctrl+u", "list.down": "j", "list.up": "k", "list.first": "g", "list.last": "G", "find": "/"},
		"sabre": {"open": "*", "go.search": "f10", "go.reservations": "f11", "form.done": "f12", "global.mouse": "alt+m"},
	} {
		m, _ := keymap.New(keys.Table(), preset, nil)
		for id, key := range actions {
			if got := m.Binding(id).Keys(); !slices.Contains(got, key) {
				t.Errorf("%s: %s has %q, and not %s", preset, id, got, key)
			}
		}
		if writes := m.WriteKeys(); !slices.Equal(writes, keymap.Default(keys.Table()).WriteKeys()) {
			t.Errorf("%s: what sends has %q", preset, writes)
		}
	}
}

// The table itself: names are unique and in one form, screens are known, and no key is refused for its action.
func TestTableIsSound(t *testing.T) {
	t.Parallel()
	table := keys.Table()
	var screens []string
	for _, s := range table.Screens {
		screens = append(screens, s.Name)
	}
	seen := map[string]bool{}
	for _, a := range table.Actions {
		if seen[a.ID] || a.ID == keymap.PresetName {
			t.Errorf("%s is there twice", a.ID)
		}
		seen[a.ID] = true
		if a.Words == "" || len(a.Keys) == 0 || len(a.On) == 0 {
			t.Errorf("%s lacks words, keys or screens", a.ID)
		}
		for _, s := range a.On {
			if !slices.Contains(screens, s) {
				t.Errorf("%s is on %q, which is no screen", a.ID, s)
			}
		}
		// What is the default may be said in a configuration as well.
		if _, found := keymap.New(table, "", map[string][]string{a.ID: a.Keys}); len(found) > 0 {
			t.Errorf("the default keys of %s are refused: %v", a.ID, found)
		}
	}
}

// A key that sends does nothing else anywhere: not even sending something else on another screen.
func TestAKeyThatSendsHasOneMeaning(t *testing.T) {
	t.Parallel()
	if _, found := keymap.New(keys.Table(), "", map[string][]string{"send": {"ctrl+x"}}); len(found) == 0 {
		t.Error("a key that cancels may send a booking")
	}
}
