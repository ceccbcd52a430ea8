package screens

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/ui"
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

	uses map[string]int // nil until they are needed
}

// A keyLesson is what a key does, the longest wording first, by the beginning of its word.
type keyLesson struct {
	key, word string
	words     []string
	asksWord  bool // production asks for a typed word
}

func keyLessons() []keyLesson {
	return []keyLesson{
		{sendKey, "book it", []string{
			sendKey + " books it: it is sent to the service once. Only " + sendKey + " does that, and only cancelling takes it back.",
			sendKey + " books it: sent once; only cancelling takes it back.",
			sendKey + " sends the booking, once. Nothing else does.",
		}, true},
		{sendKey, "change the dates", []string{
			sendKey + " sends the new dates to the service, once. The old ones may be gone then.", sendKey + " sends the new dates, once.",
		}, true},
		{sendKey, "set the payment", []string{
			sendKey + " sends the new payment to the service, once. Only " + sendKey + " does that.", sendKey + " sends the new payment, once.",
		}, true},
		{cancelKey, "cancel it", []string{
			cancelKey + " cancels it at the service, once, at the cost above. Nothing takes that back.",
			cancelKey + " cancels it at the service, at the cost above. It is for good.",
			cancelKey + " cancels it for good, at the cost above.",
		}, true},
		{acceptKey, "accept", []string{
			acceptKey + " accepts what has changed since it was shown. It sends nothing by itself.",
			acceptKey + " accepts what has changed. It sends nothing.",
		}, false},
	}
}

// lessonFor returns what a key is explained by.
func lessonFor(b key.Binding) (lesson keyLesson, ok bool) {
	word := strings.TrimSpace(b.Help().Desc)
	for _, l := range keyLessons() {
		if b.Help().Key == l.key && strings.HasPrefix(word, l.word) {
			return l, true
		}
	}
	return keyLesson{}, false
}

func (l keyLesson) name() string { return l.key + " " + l.word }

// Of returns what a key does until it was used often enough.
func (l *Lessons) Of(b key.Binding, at ui.Environment) (words []string, again bool) {
	lesson, ok := lessonFor(b)
	if !ok || l.used()[lesson.name()] >= taughtUses {
		return nil, false
	}
	return lesson.words, at.Live && !lesson.asksWord
}

// Used counts a use of a key.
func (l *Lessons) Used(b key.Binding) {
	lesson, ok := lessonFor(b)
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
