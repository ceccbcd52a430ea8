package ui_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

func TestParseKeyIsWhatBubbleTeaPrints(t *testing.T) {
	for _, name := range []string{
		"enter", "tab", "esc", "ctrl+b", "ctrl+c", "ctrl+z", "up", "down", "left", "right", "pgup", "pgdown", "home",
		"end", "f1", "shift+tab", "backspace", "delete", "ctrl+right", "alt+x", "alt+left", "a", "G", "?", "é", "[",
	} {
		msg, ok := ui.ParseKey(name)
		if !ok || msg.String() != name {
			t.Errorf("ParseKey(%q) = %q, %v", name, msg.String(), ok)
		}
	}
	if msg, ok := ui.ParseKey("space"); !ok || msg.String() != " " {
		t.Errorf(`ParseKey("space") = %q, %v`, msg.String(), ok)
	}
	for _, name := range []string{"", "nothing", "ctrl+", "ab"} {
		if msg, ok := ui.ParseKey(name); ok {
			t.Errorf("ParseKey(%q) = %q, want none", name, msg.String())
		}
	}
}

func FuzzParseKey(f *testing.F) {
	for _, name := range []string{"enter", "alt+enter", "alt+", "alt+alt+x", "space", "é", "[x]", "\x00", ""} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		msg, ok := ui.ParseKey(name)
		if !ok {
			return
		}
		// What it prints is a name again, and of the same key.
		again, ok := ui.ParseKey(msg.String())
		if !ok || again.String() != msg.String() || msg.Paste {
			t.Errorf("%q is %q, which is %q", name, msg.String(), again.String())
		}
	})
}

func TestBindings(t *testing.T) {
	mark := uitest.Bind("mark", "space")
	if got := mark.Help().Key; got != "space" {
		t.Errorf("the space bar shows as %q", got)
	}
	if !ui.Is(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, mark) {
		t.Error("the space bar does not match")
	}
	if ui.Is(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, ui.Enabled(mark, false)) {
		t.Error("a binding that is switched off matches")
	}
	if ui.Is(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("f"), Paste: true}, uitest.Bind("filter", "f")) {
		t.Error("a paste matches a letter")
	}
}
