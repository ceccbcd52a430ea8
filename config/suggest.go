package config

import (
	"slices"
	"strings"

	"bellhop/internal/spelling"
)

// didYouMean is a hint for an unknown word: the nearest one, or all of them.
func didYouMean(word string, candidates []string) string {
	// Sorted, so that a message never changes.
	if near := spelling.Nearest(word, slices.Sorted(slices.Values(candidates))); near != "" {
		return "did you mean " + near + "?"
	}
	if len(candidates) == 1 {
		return "the only one is " + candidates[0]
	}
	return "known are " + strings.Join(candidates, ", ")
}
