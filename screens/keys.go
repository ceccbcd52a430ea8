package screens

import (
	"github.com/charmbracelet/bubbles/key"

	"bellhop/screens/keys"
	"bellhop/ui/keymap"
)

// Keys of screens and the texts that name them come from the table of package keys, with the overrides of the user: a
// binding is made by the name of its action, and a text names it in braces.

// keymap returns the keys in force.
func (d *Deps) keymap() *keymap.Map { return keysOf(d.Theme.Keys) }

func keysOf(m *keymap.Map) *keymap.Map {
	if m == nil {
		return keys.Default()
	}
	return m
}

// bind returns the binding of an action, in other words than the table's where some are given.
func (d *Deps) bind(action string, words ...string) key.Binding {
	return d.keymap().Binding(action, words...)
}

// typing returns the binding of an action where letters are text.
func (d *Deps) typing(action string, words ...string) key.Binding {
	return d.keymap().Typing(action, words...)
}

// say returns a text with keys in place of the actions that it names: "{send} books it".
func (d *Deps) say(text string) string { return d.keymap().Say(text) }

// panKeys names the keys that move the window, for a text.
func panKeys(deps *Deps) string {
	const all = "{map.west} {map.south} {map.north} {map.east}"
	if keys := deps.say(all); keys != "shift+left shift+down shift+up shift+right" {
		return keys
	}
	return "shift+arrows"
}
