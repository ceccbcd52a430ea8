package keymap

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// keyTypes are the names of keys that are not text. Bubble Tea has the table
// the other way round only, for printing.
var keyTypes = sync.OnceValue(func() map[string]tea.KeyType {
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
})

// ParseKey is the message that a key of this name sends: "enter", "ctrl+b",
// "alt+x", "é", "space". Ok is false for a name that is neither a key nor one
// character.
func ParseKey(name string) (msg tea.KeyMsg, ok bool) {
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

// IsLetter reports whether a key's name is a character, which is text wherever text is typed.
func IsLetter(name string) bool { return len([]rune(name)) == 1 || name == "space" }

// A NameError says why a name is not that of a key that can be used.
type NameError struct {
	Name string
	Why  string
}

func (e *NameError) Error() string { return fmt.Sprintf("%q %s", e.Name, e.Why) }

// spellings are other names of keys, as other programs have them.
var spellings = map[string]string{
	"escape": "esc", "return": "enter", "spacebar": "space", "pagedown": "pgdown", "pgdn": "pgdown", "pageup": "pgup",
	"del": "delete", "ins": "insert", "backtab": "shift+tab",
}

// others are names of keys that send what another key sends.
var others = map[string]string{
	"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc", "ctrl+3": "esc", "ctrl+8": "backspace", "ctrl+?": "backspace", "ctrl+2": "ctrl+@", "ctrl+space": "ctrl+@",
	"ctrl+`": "ctrl+@", "ctrl+/": "ctrl+_", "ctrl+7": "ctrl+_", "ctrl+-": "ctrl+_", "ctrl+4": "ctrl+\\", "ctrl+5": "ctrl+]", "ctrl+6": "ctrl+^",
}

// sequences are the characters that after an escape begin what terminals send by themselves, and not an alt key.
const sequences = "[]OPX^_"

// Name returns a key's name as the console has it: "Ctrl+B" is "ctrl+b", "pgdn" is "pgdown". The error, a *NameError,
// says why no key of that name can be had in a terminal.
func Name(text string) (string, error) {
	wrong := func(why string, a ...any) (string, error) {
		return "", &NameError{Name: text, Why: fmt.Sprintf(why, a...)}
	}
	if text == "" {
		return wrong("names no key")
	}
	if text == " " {
		return "space", nil
	}
	if len([]rune(text)) == 1 {
		if r := []rune(text)[0]; !unicode.IsGraphic(r) || unicode.Is(unicode.M, r) || r == unicode.ReplacementChar {
			return wrong("is no character that a key types")
		}
		return text, nil
	}
	name, modifiers := split(text)
	ctrl, alt, shift := modifiers["ctrl"], modifiers["alt"], modifiers["shift"]
	for _, m := range []string{"cmd", "super", "meta", "win", "hyper"} {
		if modifiers[m] {
			return wrong("cannot be had: terminals do not send %s", m)
		}
	}
	if spelt, ok := spellings[name]; ok && !ctrl && !shift {
		name = spelt
	}
	letter := len([]rune(name)) == 1
	switch {
	case letter && shift && !ctrl:
		return wrong("is a letter: write %q", upper(name))
	case letter && shift:
		return wrong("cannot be had: a terminal sends ctrl+%s for it", strings.ToLower(name))
	}
	plain := name
	if shift {
		plain = "shift+" + plain
	}
	if ctrl {
		if letter {
			plain = strings.ToLower(plain)
		}
		plain = "ctrl+" + plain
	}
	return known(text, plain, alt)
}

// known is Name for a key whose modifiers are in their order.
func known(text, plain string, alt bool) (string, error) {
	wrong := func(why string, a ...any) (string, error) {
		return "", &NameError{Name: text, Why: fmt.Sprintf(why, a...)}
	}
	if sent, ok := others[plain]; ok {
		return wrong("cannot be told from %s: a terminal sends the same for both", sent)
	}
	if alt && len([]rune(plain)) == 1 && strings.Contains(sequences, plain) {
		return wrong("cannot be had: it begins what terminals send by themselves")
	}
	name := plain
	if alt {
		name = "alt+" + plain
	}
	msg, ok := ParseKey(name)
	if !ok {
		return wrong("is no key that a terminal sends")
	}
	if alt && (msg.Type == tea.KeyEsc || msg.Type == tea.KeyCtrlC) {
		return wrong("cannot be told from %s", plain)
	}
	if msg.Type == tea.KeySpace {
		return strings.ReplaceAll(name, " ", "space"), nil
	}
	// What is read back is what a person would press: a name of several runes is none of text.
	if msg.Type == tea.KeyRunes && (msg.Runes[0] == unicode.ReplacementChar || !unicode.IsGraphic(msg.Runes[0]) || ansi.StringWidth(string(msg.Runes)) == 0) {
		return wrong("is no key that a terminal sends")
	}
	return name, nil
}

// split takes the modifiers off a name; the rest keeps its case where it is one character.
func split(text string) (name string, modifiers map[string]bool) {
	modifiers = map[string]bool{}
	rest := text
	for {
		at := strings.IndexAny(rest, "+-")
		if at <= 0 || at == len(rest)-1 {
			break
		}
		before := strings.ToLower(rest[:at])
		switch before {
		case "control", "c":
			before = "ctrl"
		case "option", "opt":
			before = "alt"
		}
		if !slices.Contains([]string{"ctrl", "alt", "shift", "cmd", "super", "meta", "win", "hyper"}, before) {
			break
		}
		modifiers[before] = true
		rest = rest[at+1:]
	}
	if len([]rune(rest)) > 1 {
		rest = strings.ToLower(rest)
	}
	return rest, modifiers
}

func upper(letter string) string { return strings.ToUpper(letter) }
