package ui_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

func TestTypedDropsWhatNobodyTypes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"abc", "abc"},
		{"Zoë 東京", "Zoë 東京"},
		{"a\u202eb", "a\u202eb"},
		{"می\u200cخواهم \U0001F469\u200d\U0001F4BB", "می\u200cخواهم \U0001F469\u200d\U0001F4BB"},
		{"two\r\nlines\tmore", "two\r\nlines\tmore"},
	} {
		got, ok := ui.Typed(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(c.text), Paste: true})
		if string(got.Runes) != c.want || ok != (c.want != "") || !got.Paste {
			t.Errorf("%q becomes %q (%t), want %q", c.text, string(got.Runes), ok, c.want)
		}
	}
	const text = "a\x1b[31mb\x07\u009bc\x7f"
	for paste, want := range map[bool]string{true: text, false: "a[31mbc"} {
		if got, _ := ui.Typed(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: paste}); string(got.Runes) != want {
			t.Errorf("paste %t: %q, want %q", paste, string(got.Runes), want)
		}
	}
	if _, ok := ui.Typed(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'\x1b'}}); ok {
		t.Error("a control character is a key")
	}
	enter := tea.KeyMsg{Type: tea.KeyEnter}
	if got, ok := ui.Typed(enter); !ok || got.String() != "enter" {
		t.Errorf("enter becomes %v", got)
	}
}

func TestInput_Verbatim(t *testing.T) {
	const text = "a\u202eb\u2066c\u200fd\u061ce \u200bb\ufeffc\u00ad\u2028 می\u200cخواهم \u845b\U000e0100"
	for verbatim, want := range map[bool]string{false: "abcde bc می\u200cخواهم \u845b\U000e0100", true: text} {
		in := ui.NewInput(uitest.Theme(), 0)
		in.Verbatim = verbatim
		in.Type(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
		if got := in.Value(); got != want {
			t.Errorf("verbatim %t: %+q, want %+q", verbatim, got, want)
		}
	}
}

// Letters that are read at once and spell the name of a key are text.
func TestNamesOfKeysAreText(t *testing.T) {
	for text, paste := range map[string]bool{"down": true, "end": true, "ctrl+c": true, "enter": true, "alt+d": true, "alt+down": true, "dawn": false, "x": false, "goes down": false} {
		got, ok := ui.Typed(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
		if !ok || got.Paste != paste || string(got.Runes) != text {
			t.Errorf("%q: %+v, %t", text, got, ok)
		}
	}
}
