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
