package keys

import "bellhop/ui/keymap"

// Presets returns the sets of keys that come with the console.
func Presets() []keymap.Preset {
	return []keymap.Preset{
		{
			Name: "vim", Words: "the default keys, which have j k g G / already, and what else hands know from vim",
			Keys: map[string][]string{
				"global.palette": {"ctrl+k", ":"},
				"list.page_down": {"pgdown", "ctrl+d"},
				"calendar":       {"alt+c"},
				"list.page_up":   {"pgup", "ctrl+u"},
				"form.undo":      {"ctrl+_", "alt+u"},
			},
		},
		{
			Name: "sabre", Words: "function keys for what the labelled keys of a Sabre keyboard did: AVAIL, DSPL, ENTER",
			Keys: map[string][]string{
				"open":            {"enter", "*"},    // DSPL types the asterisk, which displays
				"go.search":       {"f10", "ctrl+n"}, // AVAIL
				"new_search":      {"esc", "f10", "ctrl+n"},
				"go.reservations": {"f11", "ctrl+r"}, // a record is displayed again
				"form.done":       {"f12", "ctrl+s"}, // ENTER sends what was typed
				"global.mouse":    {"alt+m"},
			},
		},
	}
}
