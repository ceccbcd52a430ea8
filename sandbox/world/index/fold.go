package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldTable maps letters with marks to plain ones. Each entry is the plain text,
// a colon and the letters that fold to it, all in lower case.
var foldTable = makeFoldTable(`a:àáâãäåāăąǎạảấầẩẫậắằẳẵặ ae:æ c:çćĉċč d:ďđðḍḏḑ e:èéêëēĕėęěẹẻẽếềểễệ g:ĝğġģ h:ĥħḥḩ i:ìíîïĩīĭįḯıǐịỉ ij:ĳ j:ĵ k:ķ l:ĺļľŀł n:ñńņňŋ o:òóôõöøōŏőơǒọỏốồổỗộớờởỡợ oe:œ r:ŕŗř s:śŝşšșṣ ss:ß t:ţťŧțṭ th:þ u:ùúûüũūŭůűųưǔụủứừửữự w:ŵ y:ýÿŷỳỵỷỹ z:źżžẓẕ`)

func makeFoldTable(text string) map[rune]string {
	table := map[rune]string{}
	for _, entry := range strings.Fields(text) {
		plain, letters, _ := strings.Cut(entry, ":")
		for _, r := range letters {
			table[r] = plain
		}
	}
	return table
}

// Fold brings a text to the form that searches compare: lower case, without
// accents and apostrophes, every other mark or space one space.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for _, r := range text {
		if r >= utf8.RuneSelf {
			r = unicode.ToLower(r)
		} else if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
		case r == '\'', r == '’', r == 'ʻ', r == 'ʼ', unicode.Is(unicode.Mn, r):
			continue
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		default:
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r)) //nolint:gosec // ASCII, as the case says
		} else if plain, ok := foldTable[r]; ok {
			b.WriteString(plain)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Words splits a folded text into the words that a search compares. Scripts
// that are written without spaces give one word for each character.
func Words(folded string) []string {
	var list []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			list = append(list, folded[start:end])
			start = -1
		}
	}
	for i, r := range folded {
		switch {
		case r == ' ':
			flush(i)
		case r >= utf8.RuneSelf && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), r == 'ー':
			flush(i)
			list = append(list, string(r))
		case start < 0:
			start = i
		}
	}
	flush(len(folded))
	return list
}
