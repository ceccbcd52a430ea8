package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// A stack holds the open screens, the one in front last. It is never empty.
type stack []Screen

func (s stack) top() Screen { return s[len(s)-1] }

func (s stack) titles() []string {
	titles := make([]string, len(s))
	for i, screen := range s {
		titles[i] = screen.Title()
	}
	return titles
}

func topmost[Ability any](s stack) (found Ability, ok bool) {
	for _, screen := range slices.Backward(s) {
		if found, ok = screen.(Ability); ok {
			return found, true
		}
	}
	return found, false
}

// broadcast offers a message to every screen. Where to go is decided by the top
// one only: the others are not being looked at.
func (s stack) broadcast(msg tea.Msg) (Nav, tea.Cmd) {
	var cmds []tea.Cmd
	var nav Nav
	for _, screen := range s {
		var cmd tea.Cmd
		nav, cmd = screen.Update(msg)
		cmds = append(cmds, cmd)
	}
	return nav, tea.Batch(cmds...)
}

// guarded returns why leaving needs a question, from the top screen down.
func (s stack) guarded() string {
	for _, screen := range slices.Backward(s) {
		if g, ok := screen.(Guard); ok {
			if reason := g.Guard(); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// unfinished returns what the screens have to tell after the end, the top one
// first.
func (s stack) unfinished() []string {
	var texts []string
	for _, screen := range slices.Backward(s) {
		if u, ok := screen.(Unfinished); ok {
			if text := u.Unfinished(); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// closeFrom closes the screens from this index on, the top one first, and
// returns the others.
func (s stack) closeFrom(first int) stack {
	for _, screen := range slices.Backward(s[first:]) {
		if c, ok := screen.(Closer); ok {
			c.Close()
		}
	}
	return s[:first:first]
}

func typing(screen Screen) bool {
	t, ok := screen.(Typist)
	return ok && t.Typing()
}

func busy(screen Screen) string {
	if b, ok := screen.(Busier); ok {
		return b.Busy()
	}
	return ""
}
