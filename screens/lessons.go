package screens

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/screens/keys"
	"bellhop/ui"
	"bellhop/ui/keymap"
)

// taughtUses is how often a key that sends something is used before it is no longer explained.
const taughtUses = 3

// Lessons explain the keys that send something to the service, or accept what is worse, on the screens that offer them: each
// one until it was used three times on this machine. In a sandbox they explain and do not ask; in production what asks
// for no typed word asks once more.
type Lessons struct {
	// Uses returns how often each was used, and Use counts one more.
	Uses func() map[string]int
	Use  func(name string)
	// Keys are those in force; nil are the defaults.
	Keys *keymap.Map

	uses map[string]int // nil until they are needed
}

// A keyLesson is what the key of an action does, the longest wording first, by the beginning of its word.
type keyLesson struct {
	action, word string
	words        []string
	asksWord     bool // production asks for a typed word
}

func keyLessons() []keyLesson {
	return []keyLesson{
		{"send", "book it", []string{
			"{send} books it: it is sent to the service once. Only {send} does that, and only cancelling takes it back.",
			"{send} books it: sent once; only cancelling takes it back.",
			"{send} sends the booking, once. Nothing else does.",
		}, true},
		{"send", "change the dates", []string{
			"{send} sends the new dates to the service, once. The old ones may be gone then.", "{send} sends the new dates, once.",
		}, true},
		{"send", "set the payment", []string{
			"{send} sends the new payment to the service, once. Only {send} does that.", "{send} sends the new payment, once.",
		}, true},
		{"cancel", "cancel it", []string{
			"{cancel} cancels it at the service, once, at the cost above. Nothing takes that back.",
			"{cancel} cancels it at the service, at the cost above. It is for good.",
			"{cancel} cancels it for good, at the cost above.",
		}, true},
		{"accept", "accept", []string{
			"{accept} accepts what has changed since it was shown. It sends nothing by itself.",
			"{accept} accepts what has changed. It sends nothing.",
		}, false},
	}
}

// lessonFor returns what a key is explained by.
func (l *Lessons) lessonFor(b key.Binding) (lesson keyLesson, ok bool) {
	word, action := strings.TrimSpace(b.Help().Desc), ""
	if action, ok = keysOf(l.Keys).Of(b); !ok {
		return keyLesson{}, false
	}
	for _, lesson := range keyLessons() {
		if action == lesson.action && strings.HasPrefix(word, lesson.word) {
			return lesson, true
		}
	}
	return keyLesson{}, false
}

// name is what its uses are counted by on this machine, whatever its key is there.
func (l keyLesson) name() string { return keys.Default().Shown(l.action) + " " + l.word }

// Of returns what a key does until it was used often enough.
func (l *Lessons) Of(b key.Binding, at ui.Environment) (words []string, again bool) {
	lesson, ok := l.lessonFor(b)
	if !ok || l.used()[lesson.name()] >= taughtUses {
		return nil, false
	}
	return each(lesson.words, keysOf(l.Keys).Say), at.Live && !lesson.asksWord
}

// Used counts a use of a key.
func (l *Lessons) Used(b key.Binding) {
	lesson, ok := l.lessonFor(b)
	if !ok || l.used()[lesson.name()] >= taughtUses {
		return
	}
	l.uses[lesson.name()]++
	if l.Use != nil {
		l.Use(lesson.name())
	}
}

func (l *Lessons) used() map[string]int {
	if l.uses == nil {
		l.uses = map[string]int{}
		if l.Uses != nil {
			for name, n := range l.Uses() {
				l.uses[name] = n
			}
		}
	}
	return l.uses
}
