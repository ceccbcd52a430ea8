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
			Name: "emacs-like", Words: "the keys of Emacs for moving and for text; what had those keys moves to alt and function keys",
			Keys: map[string][]string{
				"global.palette":    {"alt+x"},
				"global.help":       {"?", "f1"},
				"back":              {"esc", "ctrl+g"},
				"find":              {"ctrl+s", "/"},
				"list.up":           {"up", "k", "ctrl+p"},
				"list.down":         {"down", "j", "ctrl+n"},
				"list.page_up":      {"pgup", "alt+v"},
				"list.page_down":    {"pgdown", "ctrl+v"},
				"list.first":        {"home", "g", "alt+<"},
				"list.last":         {"end", "G", "alt+>"},
				"page.up":           {"up", "k", "pgup", "ctrl+p"},
				"page.down":         {"down", "j", "pgdown", "ctrl+n"},
				"form.up":           {"up", "ctrl+p"},
				"form.down":         {"down", "ctrl+n"},
				"text.left":         {"left", "ctrl+b"},
				"text.right":        {"right", "ctrl+f"},
				"text.delete_right": {"delete", "ctrl+d"},
				// What had those keys. A key that sends something is none that the hands of an Emacs user press in passing.
				"send":            {"ctrl+q"},
				"cancel":          {"ctrl+\\"},
				"accept":          {"ctrl+]"},
				"go.search":       {"alt+n"},
				"go.lost_answers": {"alt+p"},
				"go.deadlines":    {"f10"},
				"verify":          {"f11"},
				"calendar":        {"alt+c"},
				"known_guest":     {"alt+g"},
				"new_search":      {"esc", "alt+n"},
				// What goes back as esc does.
				"leave":         {"enter", "esc", "ctrl+g"},
				"keep":          {"enter", "n", "esc", "ctrl+g"},
				"filter.keep":   {"enter", "esc", "f", "ctrl+g"},
				"palette.close": {"esc", "ctrl+g"},
				"palette.back":  {"esc", "ctrl+g"},
				"help.close":    {"esc", "ctrl+g"},
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
