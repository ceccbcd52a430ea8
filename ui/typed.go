package ui

import (
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
)

// Joiners hold letters of one word or parts of one sign together; texts of
// several scripts need them.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// Typed is a key as the screens get it: without the characters that no one
// types and that would reorder or hide what the terminal shows, such as the
// controls of a text's direction in something pasted. Line breaks and tabs stay;
// a text field makes spaces of them. It says no when nothing is left of the key.
func Typed(msg tea.KeyMsg) (tea.KeyMsg, bool) {
	if msg.Type != tea.KeyRunes {
		return msg, true
	}
	kept := make([]rune, 0, len(msg.Runes))
	for _, r := range msg.Runes {
		if typable(r) {
			kept = append(kept, r)
		}
	}
	msg.Runes = kept
	// Letters that were read at once and happen to spell the name of a key, such
	// as "down", are text: as a paste they are no key of that name.
	if len(kept) > 1 && !msg.Alt {
		if _, named := ParseKey(string(kept)); named {
			msg.Paste = true
		}
	}
	return msg, len(kept) > 0
}

func typable(r rune) bool {
	switch r {
	case zeroWidthNonJoiner, zeroWidthJoiner, '\n', '\r', '\t':
		return true
	}
	// Line and paragraph separators break lines where nobody sees why.
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}
