package training

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/service"
)

// The words that Quirks.Set reads besides names.
const (
	allQuirks = "all"
	noQuirks  = "none"
)

// quirkSet holds the names of the quirks in force. It never changes.
type quirkSet map[string]bool

func quirkNames() []string {
	return lists.Map(ListQuirks(), func(q Quirk) string { return q.Name })
}

// CheckQuirks checks a text of Quirks.Set. The error is an *input.Error that
// names the quirk that a misspelt one is nearest to.
func CheckQuirks(text string) error {
	_, err := readQuirks(text)
	return err
}

// Quirks are the quirks in force.
type Quirks struct {
	seed  service.Seed
	first quirkSet // what a reset goes back to
	now   atomic.Pointer[quirkSet]
	board *board
}

func newQuirks(seed service.Seed, first quirkSet) *Quirks {
	q := &Quirks{seed: seed, first: first}
	q.reset()
	return q
}

func (q *Quirks) reset() { q.now.Store(&q.first) }

// Names are the names of the quirks in force, in the order of the list of all.
func (q *Quirks) Names() []string {
	set := *q.now.Load()
	return slices.DeleteFunc(quirkNames(), func(name string) bool { return !set[name] })
}

// Set says in which shapes answers come from now on: the names of quirks with
// commas or spaces between them, "all", or "none". Any other text is an
// *input.Error, and nothing is changed.
//
// Quirks are applied to answers just before they are written: what is stored and
// what requests mean stays the same. Of a list of several things a quirk meets
// some; which, is decided by the seed and the request, so that the same request
// gets the same answer.
func (q *Quirks) Set(ctx context.Context, text string) error {
	set, err := readQuirks(text)
	if err != nil {
		return err
	}
	if q.board != nil {
		return q.board.change(ctx, true, func(k *keptTraining) error {
			k.Now.Quirks = text
			return nil
		})
	}
	q.now.Store(&set)
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
