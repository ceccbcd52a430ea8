// Package safetext makes texts from outside safe where they are drawn, spoken or
// printed. Data stays as it was given: nothing here changes what is stored,
// compared or sent.
package safetext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns the text for one line of what is printed or spoken. A control
// character becomes its picture (an escape is ␛), a line break or tab a space, and
// a character without a width or with power over the direction of writing its
// code, such as <U+202E>. Joiners and variation selectors stay behind the letters
// that they spell. Invalid UTF-8 becomes U+FFFD. Line is idempotent.
func Line(text string) string { return safe(text, asLine) }

// Lines is Line for prose: line breaks stay, as \n.
func Lines(text string) string { return safe(text, asLines) }

// Cells is Line for the cells of a screen: joiners and variation selectors behind
// letters are drawn as nothing, because terminals disagree on their widths.
func Cells(text string) string { return safe(text, asCells) }

// A form is one of the three ways to make a text safe.
type form int

const (
	asLine form = iota
	asLines
	asCells
)

func safe(text string, as form) string {
	if isSafe(text) {
		return text
	}
	if as == asLines {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	var b strings.Builder
	b.Grow(len(text))
	spelled := false // A joiner or a selector may follow.
	for _, r := range text {
		spells := Spells(r) && spelled
		switch {
		case r == '\n' && as == asLines:
			b.WriteByte('\n')
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case r < 0x20:
			b.WriteRune('\u2400' + r)
		case r == 0x7f:
			b.WriteRune('\u2421')
		case spells && as == asCells:
		case isHidden(r) && !spells:
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r) // Ranging over invalid UTF-8 gives U+FFFD.
		}
		spelled = spells || Drawn(r) && !unicode.IsSpace(r)
	}
	return b.String()
}

// isSafe reports whether every form leaves the text unchanged.
func isSafe(text string) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c < 0x20 || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if size == 1 || !Drawn(r) {
			return false
		}
		i += size
	}
	return true
}

// Drawn reports whether Line leaves a character as it is: it draws something of
// its own and controls nothing.
func Drawn(r rune) bool { return r >= 0x20 && !isHidden(r) }

// Visible reports whether a text is one line of characters that draw something or
// spell the one before, and some of it can be seen.
func Visible(text string) bool {
	seen := false
	for _, r := range text {
		if !Drawn(r) && !Spells(r) || r == utf8.RuneError {
			return false
		}
		seen = seen || Drawn(r) && !unicode.IsSpace(r)
	}
	return seen
}

// Spells reports whether a character draws nothing of its own and is part of how
// the one before it is spelled: a joiner or a variation selector.
func Spells(r rune) bool {
	switch r {
	case '\u200c', '\u200d', '\u034f':
		return true
	}
	return r >= 0x180b && unicode.Is(unicode.Variation_Selector, r)
}

// isHidden reports whether a character draws nothing of its own: it controls,
// formats, reorders, or has no agreed meaning.
func isHidden(r rune) bool {
	if r < 0xad {
		return r >= 0x7f && r < 0xa0
	}
	if r > 0xad && r < 0x34f || r >= 0x2010 && r <= 0x2027 || r >= 0x2030 && r <= 0x205e || r >= 0x2070 && r <= 0x2bff || r >= 0x4e00 && r <= 0xd7a3 {
		return false // Western letters, punctuation, signs, frames, and most of the Far East.
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp,
		unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
		unicode.Noncharacter_Code_Point)
}

// Unprintable names the first character of a text that a person's data may not have,
// such as "the control character U+001B", or returns "". Joiners and variation
// selectors are allowed.
func Unprintable(text string) string {
	for i, r := range text {
		kind := ""
		switch {
		case r == utf8.RuneError && strings.HasPrefix(text[i:], "\ufffd"):
			kind = "the replacement character"
		case r == utf8.RuneError:
			return "a byte that is not UTF-8"
		case unicode.IsControl(r):
			kind = "the control character"
		case unicode.Is(unicode.Bidi_Control, r):
			kind = "the direction control"
		case r == '\u2028' || r == '\u2029':
			kind = "the line break"
		case r >= 0xe0000 && r <= 0xe007f:
			kind = "the tag character"
		case unicode.Is(unicode.Noncharacter_Code_Point, r):
			kind = "the noncharacter"
		default:
			continue
		}
		return fmt.Sprintf("%s U+%04X", kind, r)
	}
	return ""
}

// Refusal returns why a text about a person is refused, with its first unprintable
// character, or "".
func Refusal(text string) string {
	if character := Unprintable(text); character != "" {
		return "it holds " + character + ", which has no place here"
	}
	return ""
}
