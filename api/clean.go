package api

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes a text from outside safe to draw on one line. Control characters
// become their pictures (an escape is ␛), a line break or tab becomes a space,
// and characters without a width or with power over the direction of writing
// are named like <U+202E>. Selectors of emoji styles, whose widths terminals
// disagree on, are left out. Invalid UTF-8 becomes U+FFFD. Cleaning twice is
// the same as cleaning once.
//
// Everything that the client returns is clean already, save what must be sent
// back byte for byte: booking codes, channel codes and paging tokens. Whoever
// draws one of those cleans it.
func Clean(text string) string { return clean(text, false) }

// cleanLines is Clean for prose: it keeps line breaks, as \n.
func cleanLines(text string) string { return clean(text, true) }

func clean(text string, lines bool) string {
	if isPlain(text) {
		return text
	}
	if lines {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r == '\n' && lines:
			b.WriteByte('\n')
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case r < 0x20:
			b.WriteRune('\u2400' + r)
		case r == 0x7f:
			b.WriteRune('\u2421')
		case r >= '\ufe00' && r <= '\ufe0f': // a style of the character before
		case isHidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r) // invalid UTF-8 was read as U+FFFD
		}
	}
	return b.String()
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < 0x20 || text[i] > 0x7e {
			return false
		}
	}
	return true
}

// Drawn reports whether a character may reach a terminal as it is: it draws
// something of its own and controls nothing. Clean changes every other one.
func Drawn(r rune) bool { return r >= 0x20 && !isHidden(r) }

// isHidden reports whether a character draws nothing of its own: it controls,
// formats, reorders, or has no agreed meaning.
func isHidden(r rune) bool {
	if r < 0xad {
		return r >= 0x7f && r < 0xa0
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp,
		unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
		unicode.Noncharacter_Code_Point)
}
