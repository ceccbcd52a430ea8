package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A line that is typed into takes every key at every place of every kind of
// text: nothing ends the console, breaks the line or draws another size.
func TestEveryKeyAtEveryPlaceOfAnInput(t *testing.T) {
	keys := uitest.EveryKey()
	for _, limit := range []int{0, 12} {
		for _, text := range uitest.Texts() {
			for _, at := range uitest.Places(len([]rune(text))) {
				for _, key := range keys {
					typeAt(t, limit, text, at, key)
				}
			}
		}
	}
}

func typeAt(t *testing.T, limit int, text string, at int, key tea.KeyMsg) {
	t.Helper()
	what := fmt.Sprintf("%q at %d of %q, limit %d", key, at, text, limit)
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v", what, r)
		}
	}()
	in := ui.NewInput(ui.NewTheme(ui.ThemeNone), limit)
	in.SetValue(text)
	in.Type(tea.KeyMsg{Type: tea.KeyHome})
	for range at {
		in.Type(tea.KeyMsg{Type: tea.KeyRight})
	}
	before := in.Value()
	used := in.Type(key)
	got := in.Value()
	if !used && got != before {
		t.Errorf("%s: a key that is none of a text's makes %q", what, got)
	}
	if strings.ContainsFunc(got, unicode.IsControl) || !utf8.ValidString(got) {
		t.Errorf("%s: it holds %q", what, got)
	}
	if n := utf8.RuneCountInString(got); limit > 0 && n > limit {
		t.Errorf("%s: it holds %d characters", what, n)
	}
	for _, width := range []int{1, 9, 40} {
		if drawn := ui.Width(in.Draw(uitest.Theme(), got, width)); drawn != width {
			t.Errorf("%s: %d cells are drawn and not %d", what, drawn, width)
		}
	}
	// A letter typed and taken back shows that the cursor is within the text.
	if in.Type(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'7'}}); in.Value() != got {
		in.Type(tea.KeyMsg{Type: tea.KeyBackspace})
	}
	if in.Value() != got {
		t.Errorf("%s: a letter typed and taken back makes %q of %q", what, in.Value(), got)
	}
}

// The fields of a form are such lines, whatever their kind.
func TestEveryKeyAtEveryPlaceOfAField(t *testing.T) {
	const text, width = "a b東e\u0301", 40
	for _, kind := range []ui.FieldKind{ui.FieldText, ui.FieldSecret, ui.FieldChoice} {
		form := ui.NewForm(uitest.Theme(), ui.Section{Fields: []ui.Field{
			{Name: "text", Label: "Text", Kind: kind, Options: []ui.Option{{Value: "a"}, {Value: "b"}}},
		}})
		form.SetSize(width, 3)
		for _, at := range uitest.Places(len([]rune(text))) {
			for _, key := range uitest.EveryKey() {
				form.SetValue("text", text)
				form.Update(tea.KeyMsg{Type: tea.KeyHome})
				for range at {
					form.Update(tea.KeyMsg{Type: tea.KeyRight})
				}
				form.Update(key)
				for _, line := range form.Lines() {
					if ui.Width(line) != width {
						t.Errorf("%q at %d in a field of kind %d draws %q", key, at, kind, line)
					}
				}
			}
		}
	}
}

// What the keys within a text do; | is the cursor.
func TestKeysOfAText(t *testing.T) {
	for _, tt := range []struct{ before, key, after string }{
		{"|", "alt+d", "|"},
		{"on|e", "alt+d", "on|"},
		{"one|", "alt+d", "one|"},
		{"one| two three", "alt+d", "one| three"},
		{"one| two", "alt+delete", "one|"},
		{"one|  ", "alt+d", "one|"},
		{"|  one", "alt+delete", "|"},
		{"one two|", "ctrl+w", "one |"},
		{"one two  |three", "alt+backspace", "one |three"},
		{" one|", "alt+backspace", " |"},
		{"|one", "ctrl+w", "|one"},
		{"one |two three", "ctrl+u", "|two three"},
		{"o|ne", "delete", "o|e"},
		{"o|ne", "backspace", "|ne"},
		{"o|ne", "ctrl+h", "|ne"},
		{"on|e two", "ctrl+right", "one| two"},
		{"one| two", "alt+f", "one two|"},
		{"one two|", "alt+left", "one |two"},
		{"one |two", "alt+b", "|one two"},
		{"one|", "home", "|one"},
		{"one|", "ctrl+a", "|one"},
		{"|one", "end", "one|"},
		{"|one", "ctrl+e", "one|"},
		{"東|京", "delete", "東|"},
		{"東京|", "alt+backspace", "|"},
	} {
		text, at, _ := strings.Cut(tt.before, "|")
		form := ui.NewForm(uitest.Theme(), ui.Section{Fields: []ui.Field{{Name: "text", Value: text + at}}})
		pressForm(t, form, "home")
		for range []rune(text) {
			pressForm(t, form, "right")
		}
		pressForm(t, form, tt.key, "|")
		if got := form.Value("text"); got != strings.TrimSpace(tt.after) {
			t.Errorf("%s in %q makes %q, want %q", tt.key, tt.before, got, tt.after)
		}
	}
}

// A text that is pasted with line breaks and tabs is one line, and a break is one
// space whatever machine it comes from.
func TestAPasteIsOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"Lamp Street 12\r\nLondon": "Lamp Street 12 London", "a\nb\rc\td": "a b c d", "\r\n\r\n": "", "x\n\ry": "x  y",
		"alt+d": "alt+d", "ctrl+u": "ctrl+u",
	} {
		form := ui.NewForm(uitest.Theme(), ui.Section{Fields: []ui.Field{{Name: "text"}}})
		form.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
		if got := form.Value("text"); got != want {
			t.Errorf("%q pasted is %q, want %q", text, got, want)
		}
	}
}
