package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/paint"
)

// giving is how the terminal is given to somebody else, at the end or when the program is suspended: after it has
// answered what the painter asked, which a shell would take for keys. Nothing is drawn any more then.
type giving struct {
	begun bool
	then  tea.Cmd // waits for the answer
}

// giveTime is how long the answer of a terminal that may never give one is waited for, and giveLong that of one that has
// answered before: it may be far away.
const (
	giveTime = 500 * time.Millisecond
	giveLong = 2 * time.Second
)

// after returns the command that gives the terminal away, or waits until the painter has its answer.
func (g *giving) after(painter *paint.Painter, then tea.Cmd) tea.Cmd {
	g.begun = true
	if painter == nil || !painter.Asking() {
		return then
	}
	g.then = then
	wait := giveTime
	if painter.HasAnswered() {
		wait = giveLong
	}
	return tea.Tick(wait, func(time.Time) tea.Msg { return giveDue{} })
}

// answered returns the command that has waited, once nothing more is asked.
func (g *giving) answered(painter *paint.Painter) tea.Cmd {
	if painter.Asking() {
		return nil
	}
	return g.now()
}

// now returns the command that has waited, once.
func (g *giving) now() tea.Cmd {
	then := g.then
	g.then = nil
	return then
}

// back has the program draw again.
func (g *giving) back() { *g = giving{} }

// timed handles what only says when something is to happen: a frame, or that the terminal is given away. It reports
// whether the message was that, and no frame is to be drawn now.
func (s *Shell) timed(msg tea.Msg) (cmd tea.Cmd, done bool) {
	switch msg.(type) {
	case paintDue:
		return nil, !s.painter.Due()
	case answeredMsg:
		waited := s.painter.Answered()
		return s.give.answered(s.painter), s.give.begun || !waited
	case giveDue:
		return s.give.now(), true
	}
	return nil, false
}
