package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// giving is how the terminal is given to somebody else, at the end or when the program is suspended: after it has
// answered what the painter asked, which a shell would take for keys. Nothing is drawn any more then.
type giving struct {
	begun bool
	then  tea.Cmd // waits for the answer
}

// giveTime is how long an answer is waited for.
const giveTime = 500 * time.Millisecond

// afterAnswer returns the command that gives the terminal away, or waits until that may be.
func (s *Shell) afterAnswer(then tea.Cmd) tea.Cmd {
	s.give.begun = true
	if s.painter == nil || !s.painter.Asking() {
		return then
	}
	s.give.then = then
	return tea.Tick(giveTime, func(time.Time) tea.Msg { return giveDue{} })
}

// now returns the command that has waited, once.
func (g *giving) now() tea.Cmd {
	then := g.then
	g.then = nil
	return then
}

// back has the program draw again.
func (g *giving) back() { *g = giving{} }
