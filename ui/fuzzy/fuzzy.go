// Package fuzzy finds texts by letters that occur in them in their order, whatever stands between, with
// accents folded: "zur" finds Zürich. It is the one place that knows the library which does it.
package fuzzy

import (
	"slices"
	"strings"
	"sync"

	"github.com/junegunn/fzf/src/algo"
	"github.com/junegunn/fzf/src/util"
)

// mostLetters of a text are looked at: the work grows with them, and a line of a list shows no more.
const mostLetters = 400

// initLibrary makes the library's tables when they are first needed, and not at the start of the program.
var initLibrary = sync.OnceFunc(func() { algo.Init("default") })

// A Match is how well a text has what was wanted, and where.
type Match struct {
	Score int
	// At are the parts of the text that were wanted, in bytes and in their order.
	At [][2]int
}

// Find looks for each word of want in the text. Nothing is wanted by a text of spaces alone, and every text has it.
func Find(text, want string) (Match, bool) {
	initLibrary()
	runes := []rune(text)
	runes = runes[:min(len(runes), mostLetters)]
	chars := util.RunesToChars(runes)
	var match Match
	var letters []int
	for _, word := range strings.Fields(strings.ToLower(want)) {
		pattern := algo.NormalizeRunes([]rune(word))
		if len(pattern) > len(runes) {
			return Match{}, false
		}
		result, at := algo.FuzzyMatchV2(false, true, true, &chars, pattern, true, nil)
		if result.Start < 0 {
			return Match{}, false
		}
		match.Score += result.Score
		if at != nil {
			letters = append(letters, *at...)
		}
	}
	match.At = parts(runes, letters)
	return match, true
}

// parts makes parts in bytes of the places of letters.
func parts(runes []rune, letters []int) [][2]int {
	slices.Sort(letters)
	letters = slices.Compact(letters)
	var out [][2]int
	at, next := 0, 0
	for i, r := range runes {
		size := len(string(r))
		if next < len(letters) && letters[next] == i {
			next++
			if n := len(out); n > 0 && out[n-1][1] == at {
				out[n-1][1] = at + size
			} else {
				out = append(out, [2]int{at, at + size})
			}
		}
		at += size
	}
	return out
}
