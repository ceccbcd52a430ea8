package index

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"bellhop/internal/spelling"
)

// speller finds the words that a misspelt word may stand for. Most words are ruled out
// by comparing which letters they have.
type speller struct {
	words   []string // sorted
	letters []uint32 // of each word: which letters it has, as bits
	lengths []uint8  // of each word, in characters
}

// leastMisspelt is the shortest word that may be misspelt: in shorter ones one
// wrong letter leaves too little to go by.
const (
	leastMisspelt = 4
	longMisspelt  = 8 // from here on two errors are forgiven
)

func makeSpeller(sorted ...[]string) *speller {
	s := &speller{words: slices.Concat(sorted...)}
	slices.Sort(s.words)
	s.words = slices.DeleteFunc(slices.Compact(s.words), func(word string) bool {
		return utf8.RuneCountInString(word) < leastMisspelt-1 || strings.ContainsAny(word, "0123456789")
	})
	for _, word := range s.words {
		s.letters = append(s.letters, lettersOf(word))
		s.lengths = append(s.lengths, uint8(min(255, utf8.RuneCountInString(word)))) //nolint:gosec // at most 255
	}
	return s
}

func lettersOf(word string) uint32 {
	var set uint32
	for _, r := range word {
		set |= 1 << (uint32(r) & 31) //nolint:gosec // only the low bits are wanted
	}
	return set
}

// corrections lists the words that a misspelt one may stand for, the likelier group
// first. One error is forgiven in 4 to 7 letters, two in 8 and more; whole words come
// before those still being typed, and words with another first letter count only when
// there are none with the same.
func (s *speller) corrections(typed string, last bool) [][]string {
	letters := []rune(typed)
	if len(letters) < leastMisspelt || strings.ContainsAny(typed, "0123456789") {
		return nil
	}
	most := 1
	if len(letters) >= longMisspelt {
		most = 2
	}
	same := beginning(s.words, string(letters[:1]))
	whole, errors := s.within(letters, most, same)
	if last {
		begun := slices.DeleteFunc(s.begun(letters, same), func(word string) bool { return slices.Contains(whole, word) })
		switch {
		case len(begun) > 0 && len(whole) > 0 && errors == 1:
			return [][]string{whole, begun}
		case len(begun) > 0:
			return [][]string{begun}
		}
	}
	if len(whole) == 0 {
		whole, _ = s.within(letters, most, span{0, len(s.words)})
	}
	if len(whole) == 0 {
		return nil
	}
	return [][]string{whole}
}

// within lists the words at the least distance from what was typed, and that
// distance.
func (s *speller) within(typed []rune, most int, among span) (found []string, distance int) {
	letters := lettersOf(string(typed))
	for i := among.from; i < among.to; i++ {
		if d := int(s.lengths[i]) - len(typed); d > most || d < -most || bits.OnesCount32(s.letters[i]^letters) > 2*most {
			continue
		}
		switch d := spelling.Distance(typed, []rune(s.words[i])); {
		case d < most:
			most, found = d, append(found[:0], s.words[i])
		case d == most:
			found = append(found, s.words[i])
		}
	}
	return found, most
}

// begun lists the words that begin with what was typed but for one error behind
// the first letter.
func (s *speller) begun(typed []rune, among span) (found []string) {
	letters := make([]rune, 0, 64)
	for _, word := range s.words[among.from:among.to] {
		letters = letters[:0]
		for _, r := range word {
			letters = append(letters, r)
		}
		if begins(typed, letters) {
			found = append(found, word)
		}
	}
	return found
}

// begins reports whether a word begins with what was typed, one letter of which
// is too many, missing, wrong or swapped with its neighbour. A wrong last letter
// counts only behind leastMisspelt right ones: it begins too many words.
func begins(typed, word []rune) bool {
	i := 0
	for i < len(typed) && i < len(word) && typed[i] == word[i] {
		i++
	}
	if i == 0 || i == len(typed) || i == len(typed)-1 && i < leastMisspelt {
		return false
	}
	typed, word = typed[i:], word[i:]
	return leads(typed[1:], word) ||
		len(word) > 0 && (leads(typed, word[1:]) || leads(typed[1:], word[1:])) ||
		len(word) > 1 && len(typed) > 1 && typed[0] == word[1] && typed[1] == word[0] && leads(typed[2:], word[2:])
}

// leads reports whether a word begins with just these letters.
func leads(letters, word []rune) bool {
	return len(letters) <= len(word) && slices.Equal(letters, word[:len(letters)])
}
