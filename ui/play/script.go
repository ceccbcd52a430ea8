package play

import (
	"regexp"
	"strings"
)

// A Script is what a demo does, step by step, and what it says at its end.
type Script struct {
	Steps []Step
	// End is said when all steps are done and the person has the keys.
	End string
}

// A Step is a caption and the keys that it is about. No key is pressed before
// the console shows what the step asks for.
type Step struct {
	// Caption is one sentence about what happens now. An empty one leaves the
	// caption before it standing.
	Caption string
	// Screen is the title of the screen that the keys are for.
	Screen string
	// Shows is a regular expression, with ^ and $ at the ends of lines, for what
	// must be on the screen as plain text; empty asks for nothing.
	Shows *regexp.Regexp
	// Type is typed letter by letter, before Keys.
	Type string
	// Keys are pressed one after the other: "enter", "ctrl+b", "down", "x". A step
	// that presses nothing is there to be looked at.
	Keys []string
	// Until has the Keys pressed again and again, and not at all where it is on
	// the screen at once; nil has them pressed once.
	Until *regexp.Regexp
	// Still keeps the screen as it is until the step is over: what comes meanwhile
	// reaches it afterwards. It is read for twice as long.
	Still bool
}

func (s Step) keys() []string {
	var all []string
	for _, r := range s.Type {
		name := string(r)
		if r == ' ' {
			name = "space"
		}
		all = append(all, name)
	}
	return append(all, s.Keys...)
}

// KeyWords are the keys of the step in words, as its caption ends with them.
func (s Step) KeyWords() string {
	var all []pressedKey
	if s.Type != "" {
		all = append(all, pressedKey{words: s.Type, typed: true})
	}
	for _, name := range s.Keys {
		all = addPressed(all, pressedKey{words: name, times: 1})
	}
	words := make([]string, len(all))
	for i, one := range all {
		words[i] = one.String()
	}
	return strings.Join(words, " ")
}

// Caption is what is said while the step of this number is played.
func (s Script) Caption(step int) string {
	for i := min(step, len(s.Steps)-1); i >= 0; i-- {
		if s.Steps[i].Caption != "" {
			return s.Steps[i].Caption
		}
	}
	return ""
}
