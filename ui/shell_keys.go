package ui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// key takes the shell's own keys and gives the others to the top screen. A
// screen that is not drawn gets none. The first of several letters may open a
// screen or a text field, and then the rest belong there.
func (s *Shell) key(msg tea.KeyMsg) tea.Cmd {
	if asked := s.asking; asked != nil {
		// A key that is no answer, such as a paste, means that the question was not
		// wanted, and does what it does without one.
		s.asking = nil
		switch msg.String() {
		case "y", "Y":
			return asked.yes()
		case "n", "N", "enter", "esc":
			return nil
		}
	}
	switch {
	case key.Matches(msg, s.keys.quit):
		return s.navigate(Quit())
	case !s.usable():
		return nil
	case key.Matches(msg, s.keys.redraw):
		return tea.ClearScreen
	case key.Matches(msg, s.keys.present):
		s.options.Theme.Presenter.toggle()
		return nil
	case s.help != nil:
		if s.help.update(msg) {
			s.help = nil
		}
		return nil
	case key.Matches(msg, s.keys.suspend) && !undoable(s.Top()):
		return s.suspend()
	case key.Matches(msg, s.keys.help) && (msg.Type == tea.KeyF1 || !typing(s.Top())):
		// "?" is text where text is typed, f1 never is.
		s.help = newHelpPane(s.options.Theme, s.Bindings())
		s.help.setSize(s.bodySize())
		return nil
	}
	for _, c := range s.commands() {
		if key.Matches(msg, c.Key) {
			return s.run(c)
		}
	}
	if s.Splits(msg) {
		return s.route(SplitLetters(msg))
	}
	nav, cmd := s.Top().Update(msg)
	return tea.Batch(cmd, s.navigate(nav))
}

// Splits reports whether the letters of a message are keys of their own.
func (s *Shell) Splits(msg tea.KeyMsg) bool { return SeveralLetters(msg) && !typing(s.Top()) }

// Always reports whether a key means the same at any time.
func (s *Shell) Always(msg tea.KeyMsg) bool {
	return key.Matches(msg, s.keys.quit, s.keys.redraw, s.keys.present)
}

// A question stands in the footer until it is answered; y does what it asks
// about, and any other key does not.
type question struct {
	text string
	yes  func() tea.Cmd
}

// suspend stops the program, unless something is guarded: a program that stands
// still reads no answer.
func (s *Shell) suspend() tea.Cmd {
	if reason := s.stack.guarded(); reason != "" {
		return Flash(reason)
	}
	return func() tea.Msg { return suspendMsg{} }
}

func (s *Shell) commands() []Command {
	own := s.options.Commands
	if c, ok := topmost[Commander](s.stack); ok {
		return append(own[:len(own):len(own)], c.Commands()...)
	}
	return own
}

// run does a command that belongs to no screen. While something is guarded it
// waits its turn.
func (s *Shell) run(c Command) tea.Cmd {
	if reason := s.stack.guarded(); reason != "" {
		return Flash(reason)
	}
	nav, cmd := c.Run()
	return tea.Batch(cmd, s.navigate(nav))
}
