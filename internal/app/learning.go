package app

import (
	"encoding/json"

	"bellhop/booking/localfile"
	"bellhop/internal/guard"
	"bellhop/ui"
)

// mostLearned is how large the file of uses may be: it has a few names and numbers.
const mostLearned = 1 << 14

// taught returns the lessons of the session; none for one that presses its keys by itself.
func (s *session) taught() ui.Lessons {
	if s.lessons == nil || s.script != nil {
		return nil
	}
	return s.lessons
}

// learn has the lessons counted in a file.
func (s *session) learn(path string) {
	if s.lessons == nil {
		return
	}
	s.lessons.Uses = func() map[string]int {
		text, err := localfile.Read(path, mostLearned)
		if err != nil {
			s.log.Warn("which keys are known cannot be read", "error", err)
		}
		return readLearned(text)
	}
	s.lessons.Use = func(name string) {
		go func() { // The disk may be slow, and a use that is not counted is explained once more.
			defer guard.Catch()
			err := localfile.Update(path, mostLearned, func(old []byte) ([]byte, error) {
				uses := readLearned(old)
				uses[name]++
				return json.Marshal(uses)
			})
			if err != nil {
				s.log.Warn("the use of a key is not counted", "error", err)
			}
		}()
	}
}

// readLearned returns how often each key was used. A text that is none of Bellhop's counts nothing.
func readLearned(text []byte) map[string]int {
	var read map[string]int
	if json.Unmarshal(text, &read) != nil {
		read = nil
	}
	uses := map[string]int{}
	for name, n := range read {
		if n > 0 {
			uses[name] = n
		}
	}
	return uses
}
