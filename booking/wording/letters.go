package wording

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"bellhop/internal/safetext"
)

// spelled replaces letters that a ticket writes with plain ones: "Müller" is "Mueller".
var spelled = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss", "ẞ", "SS",
	"ø", "oe", "Ø", "Oe", "æ", "ae", "Æ", "Ae", "å", "aa", "Å", "Aa", "þ", "th", "Þ", "Th", "ð", "d", "Ð", "D",
	"œ", "oe", "Œ", "Oe", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ı", "i",
)

// SpellOut writes such letters with plain ones.
func SpellOut(text string) string { return spelled.Replace(norm.NFC.String(text)) }

// PlainLetters writes a name in plain Latin letters: "Müller" is "Mueller", "Ñandú" is "Nandu". It is empty
// where that would be guessing; a person decides what is sent.
func PlainLetters(name string) string {
	plain := withoutMarks(SpellOut(name))
	switch {
	case strings.ContainsFunc(plain, notASCII):
		return ""
	case strings.ToUpper(name) == name:
		return strings.ToUpper(plain)
	default:
		return plain
	}
}

// Fold makes text comparable: lower case without diacritics, so that "zurich" finds "Zürich".
func Fold(text string) string {
	text = strings.ToLower(text)
	if !strings.ContainsFunc(text, notASCII) {
		return text
	}
	return folded.Replace(withoutMarks(text))
}

var folded = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "ł", "l")

func notASCII(r rune) bool { return r > unicode.MaxASCII }

// withoutMarks drops the diacritics of letters that have a plain form, joiners and variation selectors.
func withoutMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || safetext.Spells(r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}
