package wording

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// spelled replaces letters that a ticket writes with plain ones: "Müller" is
// "Mueller".
var spelled = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss", "ẞ", "SS",
	"ø", "oe", "Ø", "Oe", "æ", "ae", "Æ", "Ae", "å", "aa", "Å", "Aa", "þ", "th", "Þ", "Th", "ð", "d", "Ð", "D",
	"œ", "oe", "Œ", "Oe", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ı", "i",
)

// SpellOut writes such letters with plain ones.
func SpellOut(text string) string { return spelled.Replace(norm.NFC.String(text)) }

// PlainLetters writes a name in plain Latin letters, for systems that accept no
// others: "Müller" is "Mueller", "Ñandú" is "Nandu". It is empty for a name that
// cannot be written so without guessing. It is only proposed: a person decides
// what is sent.
func PlainLetters(name string) string {
	capitals := strings.ToUpper(name) == name
	var out strings.Builder
	for _, r := range norm.NFD.String(SpellOut(name)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r < 0x80:
			out.WriteRune(r)
		default:
			return ""
		}
	}
	if capitals {
		return strings.ToUpper(out.String())
	}
	return out.String()
}

// Fold makes text comparable: lower case without diacritics, so that "zurich"
// finds "Zürich".
func Fold(text string) string {
	ascii := true
	for i := range len(text) {
		if text[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(text)
	}
	out := strings.Builder{}
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß':
			out.WriteString("ss")
		case r == 'ø':
			out.WriteString("o")
		case r == 'æ':
			out.WriteString("ae")
		case r == 'ł':
			out.WriteString("l")
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
