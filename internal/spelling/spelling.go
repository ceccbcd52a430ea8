// Package spelling measures how far apart two words are: for the typing errors
// of a search, and for the word that a mistake was probably meant to be. It knows
// nothing of hotels, and every other package may import it.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// Distance counts the letters that have to be put in, left out, replaced or
// swapped with their neighbour to make one word of another.
func Distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// maxWord is the longest text, in bytes, that a known word is looked for.
const maxWord = 100

// Nearest returns the known word that a misspelt one is most like, letter case
// apart, or "" when all of them are too different to suggest one. A word that
// begins with what was typed is as near as one with a single slip. Of equally near
// ones it is the first.
func Nearest(misspelt string, known []string) string {
	if len(misspelt) > maxWord {
		return ""
	}
	typed := strings.ToLower(misspelt)
	letters := utf8.RuneCountInString(typed)
	best, least := "", 2+letters/3
	for _, one := range known {
		lower := strings.ToLower(one)
		word := []rune(lower)
		d := Distance([]rune(typed), word)
		if letters >= minBeginning && strings.HasPrefix(lower, typed) {
			d = min(d, 1)
		}
		if d < least && d < len(word) {
			best, least = one, d
		}
	}
	return best
}

// minBeginning is how many letters of a word tell which one is meant.
const minBeginning = 3

// Hint proposes the known word that a misspelt one was probably meant to be, or
// else lists all of them.
func Hint(misspelt string, known []string) string {
	if near := Nearest(misspelt, known); near != "" {
		return "did you mean " + near + "?"
	}
	return "there are " + strings.Join(known, ", ")
}
