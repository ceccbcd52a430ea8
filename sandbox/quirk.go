package sandbox

import (
	"slices"
	"strings"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/internal/spelling"
)

// A Quirk is a shape that services have been seen to answer in although the
// specification has another (WIRE 4).
type Quirk struct {
	Name string `json:"quirk"` // one word, as SetQuirks reads it
	Does string `json:"does"`  // one sentence
}

// The words that SetQuirks reads besides names.
const (
	allQuirks = "all"
	noQuirks  = "none"
)

// quirkSet holds the names of the quirks in force. It never changes.
type quirkSet map[string]bool

// Quirks lists every quirk, in the order of WIRE 4.
func Quirks() []Quirk {
	return lists.Map(quirkTable(), func(q quirk) Quirk { return Quirk{q.name, q.does} })
}

func quirkNames() []string {
	return lists.Map(quirkTable(), func(q quirk) string { return q.name })
}

// CheckQuirks checks a text of SetQuirks. The error is an *InputError that
// names the quirk that a misspelt one is nearest to.
func CheckQuirks(text string) error {
	_, err := readQuirks(text)
	return err
}

// Quirks are the names of the quirks in force, in the order of the list of all.
func (s *Sandbox) Quirks() []string {
	set := *s.pipe.quirks.Load()
	return slices.DeleteFunc(quirkNames(), func(name string) bool { return !set[name] })
}

// SetQuirks says in which shapes answers come from now on: the names of quirks
// with commas or spaces between them, "all", or "none". Any other text is an
// *InputError, and nothing is changed.
//
// What answers say is spoiled just before they are written: what is stored and
// what requests mean stays the same. Of a list of several things a quirk meets
// some; which, is decided by the seed and the request, so that the same request
// gets the same answer.
func (s *Sandbox) SetQuirks(text string) error {
	set, err := readQuirks(text)
	if err != nil {
		return err
	}
	s.pipe.quirks.Store(&set)
	return nil
}

func readQuirks(text string) (quirkSet, error) {
	known, set := quirkNames(), quirkSet{}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' })
	if len(words) == 0 {
		return nil, input.Errorf("no quirk is named: give names with commas between them, or %s, or %s", allQuirks, noQuirks)
	}
	for _, word := range words {
		switch {
		case slices.Contains(known, word):
			set[word] = true
		case word == allQuirks:
			for _, name := range known {
				set[name] = true
			}
		case word == noQuirks && len(words) == 1:
		case word == noQuirks:
			return nil, input.Errorf("%s stands alone: leave it out, or the quirks beside it", noQuirks)
		default:
			return nil, input.Errorf("there is no quirk %q; %s", word, spelling.Hint(word, append(known, allQuirks, noQuirks)))
		}
	}
	return set, nil
}
