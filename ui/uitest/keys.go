package uitest

import (
	"reflect"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/internal/gated"
	"bellhop/ui"
)

// EveryKey is every key that a terminal can send to a text, with and without
// alt: those without letters, letters, those that the text fields of the
// terminal library know by name, and pastes.
func EveryKey() []tea.KeyMsg {
	var keys []tea.KeyMsg
	for _, alt := range []bool{false, true} {
		for kind := tea.KeyType(-128); kind < 128; kind++ {
			if msg := (tea.KeyMsg{Type: kind, Alt: alt}); msg.String() != "" && kind != tea.KeyRunes {
				keys = append(keys, msg)
			}
		}
		keys = append(keys, tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt})
		for _, r := range "abcdefghijklmnopqrstuvwxyz+-/?7é東\u0301\U0001F469\u200d" {
			keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: alt})
		}
	}
	known := reflect.ValueOf(textinput.DefaultKeyMap)
	for i := range known.NumField() {
		for _, name := range known.Field(i).Interface().(key.Binding).Keys() {
			if msg, ok := ui.ParseKey(name); ok {
				keys = append(keys, msg)
			}
		}
	}
	for _, text := range append(Texts(), "alt+d", "alt+delete", "delete", "\x00\x02\x1b\x7f") {
		keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	}
	return keys
}

// Texts are those at which the editing of a text goes wrong: without a letter,
// of spaces alone, of wide characters, of marks that join the letter before
// them, and of several lines.
func Texts() []string {
	return []string{
		"", "a", " ", "ab", " a", "a ", "a b", "  ", "one two  three ", "東京", "a東 京b", "e\u0301", "\u0301", "e\u0301 o\u0308x",
		"\U0001F469\u200d\U0001F4BB \U0001F1EF\U0001F1F5", "one\r\ntwo\tthree\n", "a\u00a0b\u3000c",
	}
}

// Bind is a binding whose footer and help show the first key and the word, for screens of tests; those of the console
// are made from its table.
func Bind(word string, keys ...string) key.Binding {
	shown := ""
	if len(keys) > 0 {
		shown = keys[0]
	}
	return BindAs(shown, word, keys...)
}

// BindAs is Bind with the keys shown in another way, such as "[ ]".
func BindAs(shown, word string, keys ...string) key.Binding {
	names := slices.Clone(keys)
	for i, k := range keys {
		if k == "space" {
			names[i] = " "
		}
	}
	return key.NewBinding(key.WithKeys(names...), key.WithHelp(shown, word))
}

// Places returns the cursor positions in a text of n characters that a test of keys tries: all in the gate, both ends in a
// plain run.
func Places(n int) []int {
	if !gated.All() && n > 0 {
		return []int{0, n}
	}
	places := make([]int, n+1)
	for i := range places {
		places[i] = i
	}
	return places
}
