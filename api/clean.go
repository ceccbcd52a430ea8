package api

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text from outside safe to draw on one line: whatever could drive
// a terminal or deceive the eye becomes a visible symbol one cell wide. C0
// controls become their control pictures, other controls, bidi and invisible
// format characters and bytes that are no UTF-8 become U+FFFD. Tabs and line
// ends become spaces.
func Clean(text string) string {
	return clean(text, false)
}

func clean(text string, lines bool) string {
	if !dirty(text) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' && lines:
			out.WriteByte('\n')
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			out.WriteByte(' ')
		case r < 0x20:
			out.WriteRune('\u2400' + r)
		case r == 0x7f:
			out.WriteRune('\u2421')
		case r == utf8.RuneError || hidden(r):
			out.WriteRune('\uFFFD')
		default:
			out.WriteRune(r)
		}
		i += size
	}
	return out.String()
}

// hidden says whether the rune has no shape of its own: C1 controls, bidi
// controls, zero-width and other format characters, tags. The joiners stay:
// Indic and Arabic names and some emoji are written with them.
func hidden(r rune) bool {
	if r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0'
}

func dirty(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c >= 0x7f {
			return true
		}
	}
	return false
}
