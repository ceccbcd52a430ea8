// Package outputtest holds what was printed against what a terminal may get.
package outputtest

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// Hostile are texts that drive a terminal which gets them as they are. The mark
// in each proves that it was printed at all.
var Hostile = []string{
	"mark\x1b]0;title\amark", "mark\x1b[2J\x1b[Hmark", "mark\u009b31mmark", "mark\u0090q\u009cmark", "mark\x7f\x08\x08mark",
	"mark\u202egnp.exe\u2066mark", "mark\u200f\u061cmark", "mark\rover\x00mark", "mark\x9b31m\xff\xfemark", "mark\u2028\U000e0041mark",
}

// WantClean holds what was printed against what a terminal may get.
func WantClean(t *testing.T, where, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: invalid UTF-8 in %q", where, text)
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && (r < ' ' || unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) || r >= 0xe0000 && !unicode.Is(unicode.Variation_Selector, r)) {
			t.Errorf("%s: %U in %q", where, r, text)
			return
		}
	}
}
