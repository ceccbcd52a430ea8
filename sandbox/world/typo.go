package world

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"bellhop/sandbox/internal/spelling"
)

// speller finds the words that a misspelt word may stand for. Looking at every
// word is cheap, because the letters of nearly all of them are too different
// to be worth a closer look, and one comparison of two numbers shows that.
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

// closest lists the words at the least distance from a misspelt one: one error
// in 4 to 7 letters, two in 8 and more. People get the first letter right, so
// words with another one count only when there are none with the same.
func (s *speller) closest(typed string) []string {
	n := utf8.RuneCountInString(typed)
	if n < leastMisspelt || strings.ContainsAny(typed, "0123456789") {
		return nil
	}
	most := 1
	if n >= longMisspelt {
		most = 2
	}
	_, size := utf8.DecodeRuneInString(typed)
	same := beginning(s.words, typed[:size])
	if found := s.within(typed, n, most, same); len(found) > 0 {
		return found
	}
	return s.within(typed, n, most, span{0, len(s.words)})
}

func (s *speller) within(typed string, n, most int, among span) []string {
	letters := lettersOf(typed)
	want := []rune(typed)
	var found []string
	for i := among.from; i < among.to; i++ {
		if d := int(s.lengths[i]) - n; d > most || d < -most || bits.OnesCount32(s.letters[i]^letters) > 2*most {
			continue
		}
		switch d := spelling.Distance(want, []rune(s.words[i])); {
		case d < most:
			most, found = d, append(found[:0], s.words[i])
		case d == most:
			found = append(found, s.words[i])
		}
	}
	return found
}
