package ui

import (
	"slices"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/internal/safetext"
	"bellhop/ui/keymap"
)

// Reword gives a binding other words; its key is shown as before.
func Reword(b *key.Binding, words string) { b.SetHelp(b.Help().Key, words) }

// Is reports whether the message is a key that the enabled binding names.
func Is(msg tea.Msg, binding key.Binding) bool {
	k, ok := msg.(tea.KeyMsg)
	return ok && key.Matches(k, binding)
}

// Enabled is the binding switched on or off: off, it does not match, is dimmed
// in the footer and left out of the help.
func Enabled(binding key.Binding, on bool) key.Binding {
	binding.SetEnabled(on)
	return binding
}

// Offered is those of the bindings that are switched on: keys that a screen
// has in some states only, and that are not dimmed in the others.
func Offered(bindings ...key.Binding) []key.Binding {
	return slices.DeleteFunc(bindings, func(b key.Binding) bool { return !b.Enabled() })
}

// HelpOnly ends what the footer shows of a screen's keys: those after it stand in
// the help alone.
func HelpOnly() key.Binding { return key.NewBinding(key.WithKeys(helpOnly), key.WithDisabled()) }

const helpOnly = "help only"

// Instead is the one of the bindings that is switched on, and otherwise the
// first: they share a place in the footer.
func Instead(bindings ...key.Binding) key.Binding {
	for _, b := range bindings {
		if b.Enabled() {
			return b
		}
	}
	return bindings[0]
}

// ParseKey is the message that a key of this name sends: "enter", "ctrl+b",
// "alt+x", "é", "space". Ok is false for a name that is neither a key nor one
// character.
func ParseKey(name string) (msg tea.KeyMsg, ok bool) { return keymap.ParseKey(name) }

// Typed returns a key as the screens get it: letters without control characters, and a
// paste unchanged. ok is false if nothing is left.
func Typed(msg tea.KeyMsg) (typed tea.KeyMsg, ok bool) {
	if msg.Type != tea.KeyRunes {
		return msg, true
	}
	if !msg.Paste {
		msg.Runes = slices.DeleteFunc(slices.Clone(msg.Runes), func(r rune) bool { return unicode.IsControl(r) && !isSpaced(r) })
	}
	// Letters that were read at once and happen to spell the name of a key, such
	// as "down", are text: as a paste they are no key of that name.
	if len(msg.Runes) > 1 && !msg.Alt {
		if _, named := ParseKey(string(msg.Runes)); named {
			msg.Paste = true
		}
	}
	return msg, len(msg.Runes) > 0
}

// typable reports whether a text field takes a character: one that draws
// something, or spells the character before it.
func typable(r rune) bool {
	return isSpaced(r) || safetext.Drawn(r) || safetext.Spells(r)
}

// A Split is several keys that were read at once, letters or esc and another: the
// first goes its way before it is decided what the rest is.
type Split struct{ first, rest tea.KeyMsg }

// SplitLetters returns what to give the shell in place of several letters, or of esc and enter.
func SplitLetters(msg tea.KeyMsg) Split {
	s := Split{first: msg, rest: msg}
	if msg.Type == tea.KeyEnter {
		s.first, s.rest.Alt = tea.KeyMsg{Type: tea.KeyEsc}, false
		return s
	}
	s.first.Runes, s.rest.Runes = msg.Runes[:1], msg.Runes[1:]
	return s
}

// SeveralLetters reports whether a message has several letters that were typed
// and not pasted.
func SeveralLetters(msg tea.KeyMsg) bool {
	return msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste
}
