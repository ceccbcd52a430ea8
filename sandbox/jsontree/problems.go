package jsontree

import (
	"fmt"
	"slices"
	"strings"
)

// MaxProblems bounds the details of one error: a body of a megabyte can hold
// very many mistakes.
const MaxProblems = 100

// Problem is one thing that is wrong with a document, spelled as the details of
// an error (SPEC 7). Field is the path to it; a problem between fields has none.
type Problem struct {
	Message string   `json:"message"`
	Field   []string `json:"field,omitempty"`
}

// Problems collects what is wrong with a document, so that all of it is
// reported at once.
type Problems struct {
	List []Problem
}

// Add notes a problem of the field at path. The text follows the field's name:
// "is missing". A nil Problems drops it.
func (p *Problems) Add(path []string, format string, args ...any) {
	if p == nil || len(p.List) == MaxProblems {
		return
	}
	text := fmt.Sprintf(format, args...)
	if len(path) > 0 {
		text = Dotted(path) + " " + text
	}
	p.List = append(p.List, Problem{Message: text, Field: path})
}

// Dotted returns a path as messages spell it. A name that is empty would not be seen.
func Dotted(path []string) string {
	names := slices.Clone(path)
	for i, name := range names {
		if name == "" {
			names[i] = `""`
		}
	}
	return strings.Join(names, ".")
}
