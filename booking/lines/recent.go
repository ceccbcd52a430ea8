// Package lines keeps the one-line searches of an agent: those searched of late, and those stored under a name.
package lines

import (
	"fmt"
	"slices"
	"strings"

	"bellhop/booking/localfile"
)

const (
	// MostRecent is how many searches are recalled; the oldest go first.
	MostRecent = 200
	// MostLetters is how long a line may be.
	MostLetters = 400

	mostBytes = 1 << 20
)

// Recent keeps what was searched of late, in a file of a line each, the newest last. A nil one keeps nothing.
type Recent struct{ path string }

// NewRecent keeps the lines in a file, which is made when it is needed.
func NewRecent(path string) *Recent { return &Recent{path: path} }

// Lines returns what was searched, the newest first, each line once.
func (r *Recent) Lines() ([]string, error) {
	if r == nil {
		return nil, nil
	}
	text, err := localfile.Read(r.path, mostBytes)
	if err != nil {
		return nil, fmt.Errorf("reading earlier searches: %w", err)
	}
	kept := readRecent(text)
	slices.Reverse(kept)
	return kept, nil
}

// Add keeps a line as the newest. One that cannot be a search is not kept: what holds a line break was not typed here.
func (r *Recent) Add(line string) error {
	line = strings.TrimSpace(line)
	if r == nil || !usable(line) {
		return nil
	}
	err := localfile.Update(r.path, mostBytes, func(old []byte) ([]byte, error) {
		kept := slices.DeleteFunc(readRecent(old), func(other string) bool { return other == line })
		kept = append(kept, line)
		return []byte(strings.Join(kept[max(0, len(kept)-MostRecent):], "\n") + "\n"), nil
	})
	if err != nil {
		return fmt.Errorf("keeping the search: %w", err)
	}
	return nil
}

// readRecent returns the lines of a file, the newest last. What is no line of Bellhop's is left out.
func readRecent(text []byte) []string {
	var kept []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !usable(line) {
			continue
		}
		kept = slices.DeleteFunc(kept, func(other string) bool { return other == line })
		kept = append(kept, line)
	}
	return kept
}
