package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Bind is a binding whose footer and help show the first key and the word.
// Keys are Bubble Tea's names ("enter", "ctrl+b", "pgdown", "x"); "space" may
// be written for the space bar.
func Bind(word string, keys ...string) key.Binding {
	shown := ""
	if len(keys) > 0 {
		shown = keys[0]
	}
	return BindAs(shown, word, keys...)
}

// BindAs is Bind with the keys shown in another way, such as "[ ]".
func BindAs(shown, word string, keys ...string) key.Binding {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k
		if k == "space" {
			names[i] = " "
		}
	}
	return key.NewBinding(key.WithKeys(names...), key.WithHelp(shown, word))
}

// FieldKey goes to the next field.
func FieldKey() key.Binding { return Bind("next field", "tab") }

// UndoKey takes back the last edit of a form.
func UndoKey() key.Binding { return Bind("undo", "ctrl+z") }

// Is says whether the message is a key that the enabled binding names.
func Is(msg tea.Msg, binding key.Binding) bool {
	k, ok := msg.(tea.KeyMsg)
	return ok && key.Matches(k, binding)
}

// Enabled is the binding switched on or off: off, it neither matches nor
// shows in footer and help.
func Enabled(binding key.Binding, on bool) key.Binding {
	binding.SetEnabled(on)
	return binding
}

// keyTypes are the names of keys that are not text. Bubble Tea has the table
// the other way round only, for printing.
func keyTypes() map[string]tea.KeyType {
	types := map[string]tea.KeyType{}
	for t := tea.KeyType(-128); t < 128; t++ {
		name := tea.Key{Type: t}.String()
		if name == "" || t == tea.KeyRunes {
			continue
		}
		types[name] = t
	}
	types["enter"], types["tab"], types["esc"] = tea.KeyEnter, tea.KeyTab, tea.KeyEsc
	types["space"], types["backspace"] = tea.KeySpace, tea.KeyBackspace
	return types
}

// ParseKey is the message that a key of this name sends: "enter", "ctrl+b",
// "alt+x", "é", "space". Tests press keys with it.
// It says no to a name that is neither a key nor one character.
func ParseKey(name string) (tea.KeyMsg, bool) {
	rest, alt := strings.CutPrefix(name, "alt+")
	if rest == "space" || rest == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}, true
	}
	if runes := []rune(rest); len(runes) == 1 {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: runes, Alt: alt}, true
	}
	if t, ok := keyTypes()[rest]; ok {
		return tea.KeyMsg{Type: t, Alt: alt}, true
	}
	return tea.KeyMsg{}, false
}
