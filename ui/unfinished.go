package ui

import "strings"

// UnfinishedError says that the console ended although something was under
// way. It must reach the user: what was sent is not undone by leaving.
type UnfinishedError struct {
	Texts []string // whole sentences, of the top screen first
	Cause error    // how the console ended; nil after an ordinary end
}

func (e *UnfinishedError) Error() string {
	text := strings.Join(e.Texts, " ")
	if e.Cause != nil {
		text = e.Cause.Error() + ". " + text
	}
	return text
}

// Unwrap is how the console ended.
func (e *UnfinishedError) Unwrap() error { return e.Cause }

// unfinished are the texts of the screens that have something to tell.
type unfinished []string

// around is the error of a console that ended so.
func (u unfinished) around(err error) error {
	if len(u) == 0 {
		return err
	}
	return &UnfinishedError{Texts: u, Cause: err}
}

// settle gives what was under way at the end its time, and says what is to be
// told about it.
func (s *Shell) settle() unfinished {
	if s.options.Settle != nil && len(s.unfinished()) > 0 {
		s.options.Settle()
	}
	return s.unfinished()
}

// unfinished asks the screens, the top one first.
func (s *Shell) unfinished() unfinished {
	var texts unfinished
	for i := len(s.stack) - 1; i >= 0; i-- {
		if u, ok := s.stack[i].(Unfinished); ok {
			if text := u.Unfinished(); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts
}
