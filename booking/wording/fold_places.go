package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldedLetters are letters that no decomposition makes plain. Names that write them out are folded alike.
var foldedLetters = map[rune]string{
	'ß': "ss", 'æ': "a", 'ø': "o", 'œ': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ı': "i",
}

// FoldPlaces makes a text comparable as people type names: small letters without marks. Of a name, ü, u and ue are one
// letter (so are ä, å and ö with theirs, and of aaa the first two), apostrophes are none, and what else is no letter or digit is a space. The second
// value has, for each byte of the folded text and for its end, where it came from.
func FoldPlaces(text string, name bool) (folded string, from []int) {
	out, from := make([]byte, 0, len(text)), make([]int, 0, len(text)+1)
	joined := false // the last letter stands for two
	emit := func(r rune, at int) {
		if name && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			if len(out) == 0 || out[len(out)-1] == ' ' {
				return
			}
			r = ' '
		}
		n := len(out)
		joined = name && !joined && n > 0 && (r == 'e' && strings.IndexByte("aou", out[n-1]) >= 0 || r == 'a' && out[n-1] == 'a')
		if joined {
			return
		}
		out = utf8.AppendRune(out, r)
		for range len(out) - n {
			from = append(from, at)
		}
	}
	for at, r := range text {
		switch r = unicode.ToLower(r); {
		case name && strings.ContainsRune("'’ʼ`´", r):
		case r <= unicode.MaxASCII:
			emit(r, at)
		case foldedLetters[r] != "":
			for _, plain := range foldedLetters[r] {
				emit(plain, at)
			}
		default:
			for _, plain := range withoutMarks(string(r)) {
				emit(plain, at)
			}
		}
	}
	if n := len(out); name && n > 0 && out[n-1] == ' ' {
		return string(out[:n-1]), from
	}
	return string(out), append(from, len(text))
}
